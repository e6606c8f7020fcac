//===- Reject.cpp - Texts of the reasons ----------------------------------===//
#include "Support/Reject.h"

using namespace phobos;

namespace {
struct Row {
  const char *StableId, *What, *Remedy;
};
const Row Rows[] = {
#define REASON(Id, StableId, What, Remedy) {StableId, What, Remedy},
#include "Support/Reject.def"
};

std::string fillIn(llvm::StringRef Text, llvm::ArrayRef<std::string> Details) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '%' && I + 1 < Text.size() && llvm::isDigit(Text[I + 1])) {
      size_t N = Text[++I] - '0';
      Out += N < Details.size() ? Details[N] : std::string("?");
    } else {
      Out += Text[I];
    }
  }
  return Out;
}
} // namespace

llvm::StringRef phobos::stableId(Reason R) { return Rows[static_cast<size_t>(R)].StableId; }
std::string Reject::what() const { return fillIn(Rows[static_cast<size_t>(Why)].What, Details); }
std::string Reject::remedy() const { return fillIn(Rows[static_cast<size_t>(Why)].Remedy, Details); }
