//===- SupportTest.cpp - Options and the table of reasons -----------------===//
#include "Support/Options.h"
#include "Support/Reject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace phobos;

namespace {

struct Row {
  Reason Id;
  llvm::StringRef StableId, What, Remedy;
};
const Row Rows[] = {
#define REASON(Id, StableId, What, Remedy) {Reason::Id, StableId, What, Remedy},
#include "Support/Reject.def"
};

TEST(Reject, StableIdsAreUniqueAndKebabCase) {
  llvm::StringSet<> Seen;
  for (const Row &R : Rows) {
    EXPECT_TRUE(Seen.insert(R.StableId).second) << R.StableId.str();
    EXPECT_TRUE(llvm::all_of(R.StableId, [](char C) { return C == '-' || llvm::isLower(C) || llvm::isDigit(C); }))
        << R.StableId.str();
    EXPECT_EQ(stableId(R.Id), R.StableId);
  }
}

// The project's message style: not capitalized, no final period, a remedy in every row.
TEST(Reject, TextsFollowTheStyle) {
  for (const Row &R : Rows) {
    for (llvm::StringRef Text : {R.What, R.Remedy}) {
      ASSERT_FALSE(Text.empty()) << R.StableId.str();
      EXPECT_FALSE(Text.ends_with(".")) << R.StableId.str();
      bool Acronym = Text.size() > 1 && llvm::isUpper(Text[1]);
      EXPECT_TRUE(!llvm::isUpper(Text.front()) || Acronym) << R.StableId.str();
    }
  }
}

TEST(Reject, DetailsAreFilledIn) {
  Reject R(Reason::OperandType, {"double"});
  EXPECT_EQ(R.what().find('%'), std::string::npos);
  EXPECT_NE(R.what().find("double"), std::string::npos);
}

TEST(Options, KnownArgumentsAreTaken) {
  Options O;
  for (const char *Argument : {"print=raise", "print=plan", "emit=scalar", "plan=plans.json", "verify"})
    EXPECT_EQ(O.parse(Argument), std::nullopt) << Argument;
  EXPECT_TRUE(O.PrintRaise && O.PrintPlan && O.VerifyEach);
  EXPECT_EQ(O.Emit, EmitKind::Scalar);
  EXPECT_EQ(O.PlanFile, "plans.json");
}

TEST(Options, WrongArgumentsAreNamed) {
  for (const char *Argument : {"prnt=raise", "print=nothing", "plan=", "emit", ""}) {
    Options O;
    std::optional<std::string> Error = O.parse(Argument);
    ASSERT_TRUE(Error.has_value()) << Argument;
    EXPECT_NE(Error->find(Argument), std::string::npos);
  }
}

} // namespace
