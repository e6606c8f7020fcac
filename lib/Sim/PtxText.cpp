//===- PtxText.cpp - The words of PTX ---------------------------*- C++ -*-===//
#include "Sim/PtxText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

SmallVector<StringRef, 12> phobos::sim::splitOperands(StringRef Text) {
  SmallVector<StringRef, 12> Out;
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    const char C = I < Text.size() ? Text[I] : ',';
    Depth += C == '{' || C == '[';
    Depth -= C == '}' || C == ']';
    if (C == ',' && Depth == 0) {
      if (StringRef Part = Text.slice(Start, I).trim(); !Part.empty())
        Out.push_back(Part);
      Start = I + 1;
    }
  }
  return Out;
}

std::string phobos::sim::withoutComments(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size();) {
    if (Text.substr(I).starts_with("//")) {
      I = std::min(Text.find('\n', I), Text.size());
    } else if (Text.substr(I).starts_with("/*")) {
      I = std::min(Text.find("*/", I + 2), Text.size() - 2) + 2;
    } else {
      Out += Text[I++];
    }
  }
  return Out;
}

StringRef phobos::sim::takeLabel(StringRef &S) {
  const size_t End = S.find_if_not([](char C) { return isAlnum(C) || C == '_' || C == '$' || C == '%'; });
  if (End == 0 || End == StringRef::npos || S[End] != ':' || S.substr(End + 1).starts_with(":"))
    return "";
  const StringRef Name = S.take_front(End);
  S = S.drop_front(End + 1).ltrim(" \t\r\n{}");
  return Name;
}

bool phobos::sim::hasNoResult(StringRef Opcode) {
  SmallVector<StringRef, 12> Parts;
  Opcode.split(Parts, '.', -1, false);
  const StringRef Op = Parts[0];
  if (Op == "bar" || Op == "barrier")
    return !is_contained(Parts, "red");
  if (Op == "wmma")
    return is_contained(Parts, "store");
  if (Op == "mbarrier" && Parts.size() > 1)
    return Parts[1] == "init" || Parts[1] == "inval" || Parts[1] == "expect_tx" || Parts[1] == "complete_tx";
  static const StringRef Names[] = {"st",        "red",       "cp",      "membar",        "fence",
                                    "prefetch",  "prefetchu", "discard", "applypriority", "stmatrix",
                                    "nanosleep", "trap",      "exit",    "griddepcontrol"};
  return is_contained(Names, Op);
}

bool phobos::sim::hasEffect(StringRef Opcode) {
  static const StringRef Prefixes[] = {"ld",  "atom", "shfl",      "vote",       "match", "redux",
                                       "mma", "wmma", "movmatrix", "activemask", "bar",   "mbarrier"};
  return hasNoResult(Opcode) || any_of(Prefixes, [&](StringRef P) { return Opcode.starts_with(P); });
}
