//===- PlanFile.cpp - Merges entries into the file ------------------------===//
#include "Passes/PlanFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

std::optional<std::string> phobos::writePlanFile(StringRef File, StringRef Arch, json::Array Kernels) {
  if (auto Buffer = MemoryBuffer::getFile(File)) {
    Expected<json::Value> Known = json::parse((*Buffer)->getBuffer());
    if (!Known)
      consumeError(Known.takeError());
    else if (json::Object *Root = Known->getAsObject())
      if (json::Array *Entries = Root->getArray("kernels"))
        for (json::Value &Entry : *Entries)
          if (json::Object *Object = Entry.getAsObject(); Object && Object->getString("arch").value_or("") != Arch)
            Kernels.push_back(std::move(Entry));
  }
  std::error_code Error;
  raw_fd_ostream OS(File, Error);
  if (Error)
    return "cannot write '" + File.str() + "': " + Error.message();
  OS << formatv("{0:2}\n", json::Value(json::Object{{"version", 1}, {"kernels", std::move(Kernels)}}));
  return std::nullopt;
}
