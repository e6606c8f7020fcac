//===- Remarks.h - The only emitter of remarks ------------------*- C++ -*-===//
//
// Passed loops: -Rpass=phobos. Declined loops: -Rpass-missed=phobos, and a warning in -Wpass-failed. Texts are lower
// case, no final period, single quotes, the user's own names. docs/remarks.md lists them.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SUPPORT_REMARKS_H
#define PHOBOS_SUPPORT_REMARKS_H

#include "Support/Reject.h"
#include "Support/Sites.h"
#include "llvm/IR/Function.h"

namespace phobos {

/// One remark: key and value pairs become 'ore::NV', plain text has an empty key.
struct RemarkPart {
  std::string Key, Text;
};

/// How loudly a decline is reported: a loop's own annotation asked for this loop; a kernel's asked for whatever fits.
enum class Severity { Warning, Remark };

class Remarks {
  const SiteTable &Sites;

public:
  explicit Remarks(const SiteTable &Sites) : Sites(Sites) {}

  /// The loop was moved. Loc is the loop's, from debug info; where it is empty, the site's is used.
  void moved(llvm::Function &F, uint32_t SiteId, llvm::DebugLoc Loc, llvm::ArrayRef<RemarkPart> Parts) const;
  /// The loop stays: a missed remark at the loop, and a -Wpass-failed warning if Level says so.
  void declined(llvm::Function &F, uint32_t SiteId, llvm::DebugLoc Loc, const Reject &R, Severity Level) const;
  /// Something the user should know about a loop that was moved (rounding, a better chip).
  void analysis(llvm::Function &F, uint32_t SiteId, llvm::DebugLoc Loc, llvm::StringRef Name,
                llvm::StringRef Text) const;
  /// File, line and column of a directive; an empty file where unknown.
  Site site(uint32_t SiteId) const { return Sites.lookup(SiteId); }
  /// 'FILE:LINE:COLUMN' of what remarks point at, the file without its folder.
  std::string place(uint32_t SiteId, llvm::DebugLoc Loc) const;

private:
  llvm::DebugLoc locate(llvm::Function &F, uint32_t SiteId, llvm::DebugLoc Loc) const;
};

} // namespace phobos

#endif
