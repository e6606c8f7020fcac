//===- Image.cpp - Device bitcode in a fat binary's place -------*- C++ -*-===//
#include "Sim/Image.h"
#include "Sim/ImageFormat.h"
#include <cstring>

using namespace llvm;
using namespace phobos::sim;

std::optional<std::vector<ImageEntry>> phobos::sim::readImage(const void *Address) {
  const char *Base = static_cast<const char *>(Address);
  ImageHeader Head;
  memcpy(&Head, Base, sizeof(Head));
  if (memcmp(Head.Magic, ImageMagic, sizeof(ImageMagic)) != 0 || Head.Version != ImageVersion)
    return std::nullopt;
  std::vector<ImageEntry> Entries;
  for (uint32_t I = 0; I < Head.Count; ++I) {
    ImageEntryHeader EH;
    memcpy(&EH, Base + sizeof(Head) + I * sizeof(EH), sizeof(EH));
    Entries.push_back({EH.Arch, StringRef(Base + EH.Offset, EH.Size)});
  }
  return Entries;
}
