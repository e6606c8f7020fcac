//===- Files.cpp - Device code in files -------------------------*- C++ -*-===//
#include "Sim/ImageFormat.h"
#include "Tool.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>

using namespace llvm;
using namespace phobos::sim;

static Error wrong(StringRef File, const Twine &What) { return createStringError("'" + File + "' " + What); }

/// Appends the entries of the image at the start of Bytes; returns its length, 0 where it is damaged.
static uint64_t readImage(StringRef Bytes, std::vector<DeviceCode> &Out) {
  ImageHeader Head;
  if (Bytes.size() < sizeof(Head))
    return 0;
  memcpy(&Head, Bytes.data(), sizeof(Head));
  uint64_t End = sizeof(Head) + uint64_t(Head.Count) * sizeof(ImageEntryHeader);
  if (Head.Version != ImageVersion || !Head.Count || End > Bytes.size())
    return 0;
  for (uint32_t I = 0; I < Head.Count; ++I) {
    ImageEntryHeader Entry;
    memcpy(&Entry, Bytes.data() + sizeof(Head) + I * sizeof(Entry), sizeof(Entry));
    if (Entry.Offset > Bytes.size() || Entry.Size > Bytes.size() - Entry.Offset ||
        !memchr(Entry.Arch, 0, sizeof(Entry.Arch)))
      return 0;
    Out.push_back({Entry.Arch, Bytes.substr(Entry.Offset, Entry.Size).str()});
    End = std::max(End, Entry.Offset + Entry.Size);
  }
  return End;
}

/// Each object file that was linked has brought one image, all in one section.
static Expected<std::vector<DeviceCode>> readProgram(StringRef File, MemoryBufferRef Buffer) {
  auto Object = object::ObjectFile::createObjectFile(Buffer);
  if (!Object) {
    consumeError(Object.takeError());
    return wrong(File, "is no whole object file or program");
  }
  std::vector<DeviceCode> Out;
  for (const object::SectionRef &Section : (*Object)->sections()) {
    Expected<StringRef> Name = Section.getName();
    Expected<StringRef> Contents = Section.getContents();
    if (!Name || !Contents) {
      consumeError(Name.takeError());
      consumeError(Contents.takeError());
      continue;
    }
    if (*Name != ".nv_fatbin")
      continue;
    StringRef Rest = *Contents;
    const StringRef Magic(ImageMagic, sizeof(ImageMagic));
    for (size_t At = Rest.find(Magic); At != StringRef::npos; At = Rest.find(Magic)) {
      Rest = Rest.drop_front(At);
      const uint64_t Length = readImage(Rest, Out);
      if (!Length)
        return wrong(File, "has a device image that is damaged or of another version; make it again");
      Rest = Rest.drop_front(Length);
    }
  }
  if (Out.empty())
    return wrong(File, "has no device code for the simulator; make it with 'phobos-clang++ --sim'");
  return Out;
}

Expected<std::vector<DeviceCode>> readDeviceCode(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File + "': " + Buffer.getError().message());
  const StringRef Bytes = (*Buffer)->getBuffer();
  switch (identify_magic(Bytes)) {
  case file_magic::bitcode:
    return std::vector<DeviceCode>{{"", Bytes.str()}};
  case file_magic::elf:
  case file_magic::elf_relocatable:
  case file_magic::elf_executable:
  case file_magic::elf_shared_object:
    return readProgram(File, **Buffer);
  case file_magic::unknown:
    return std::vector<DeviceCode>{{"", Bytes.str()}};
  default:
    return wrong(File, "is neither LLVM IR nor an object file or program");
  }
}
