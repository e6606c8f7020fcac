//===- FragmentsTest.cpp - Who holds which element ----------------------===//
//
// Every layout is derived from one formula. It must agree with the PTX manual's descriptions, written down case by case
// ("Matrix Fragments for mma.m16n8k16" and its neighbours).
//
//===----------------------------------------------------------------------===//
#include "Target/Fragments.h"
#include <gtest/gtest.h>
#include <set>

using namespace phobos;

namespace {

bool same(FragmentCoord A, unsigned Row, unsigned Column) { return A.Row == Row && A.Column == Column; }

TEST(Fragments, AgreeWithTheManual) {
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    const unsigned Group = Lane >> 2, In = Lane % 4;
    // .m16n8k16 of 16 bits: rows of a0, a1, a4, a5 are the group's, the others' 8 more; columns of a4 on are 8 more.
    for (unsigned I = 0; I < 8; ++I)
      EXPECT_TRUE(same(elementOfA(Lane, I / 2, I % 2, 2), I == 0 || I == 1 || I == 4 || I == 5 ? Group : Group + 8,
                       In * 2 + (I & 1) + (I >= 4 ? 8 : 0)));
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_TRUE(same(elementOfB(Lane, I / 2, I % 2, 2), In * 2 + (I & 1) + (I >= 2 ? 8 : 0), Group));
    // .m16n8k32 of 8 bits.
    for (unsigned I = 0; I < 16; ++I)
      EXPECT_TRUE(same(elementOfA(Lane, I / 4, I % 4, 4), I < 4 || (I >= 8 && I < 12) ? Group : Group + 8,
                       In * 4 + (I & 3) + (I >= 8 ? 16 : 0)));
    for (unsigned I = 0; I < 8; ++I)
      EXPECT_TRUE(same(elementOfB(Lane, I / 4, I % 4, 4), In * 4 + (I & 3) + (I >= 4 ? 16 : 0), Group));
    // .m16n8k64 of 4 bits.
    for (unsigned I = 0; I < 32; ++I)
      EXPECT_TRUE(same(elementOfA(Lane, I / 8, I % 8, 8), I < 8 || (I >= 16 && I < 24) ? Group : Group + 8,
                       In * 8 + (I & 7) + (I >= 16 ? 32 : 0)));
    // .m16n8k8 of tf32: a0 and a2 in the group's row, a2 and a3 four columns on.
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_TRUE(same(elementOfA(Lane, I, 0, 1), I == 0 || I == 2 ? Group : Group + 8, In + (I >= 2 ? 4 : 0)));
    // .m8n8k16 of 8 bits: one row.
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_TRUE(same(elementOfA8(Lane, 0, I, 4), Group, In * 4 + I));
    // Accumulators of all shapes with n = 8.
    for (unsigned I = 0; I < 4; ++I)
      EXPECT_TRUE(same(elementOfC(Lane, I), I < 2 ? Group : Group + 8, In * 2 + (I & 1)));
  }
}

// Every element of a fragment is held exactly once.
TEST(Fragments, AreBijections) {
  for (unsigned PerRegister : {1u, 2u, 4u, 8u}) {
    std::set<std::pair<unsigned, unsigned>> A, B;
    for (unsigned Lane = 0; Lane < 32; ++Lane)
      for (unsigned Register = 0; Register < 4; ++Register)
        for (unsigned I = 0; I < PerRegister; ++I) {
          FragmentCoord E = elementOfA(Lane, Register, I, PerRegister);
          A.insert({E.Row, E.Column});
          if (Register < 2) {
            E = elementOfB(Lane, Register, I, PerRegister);
            B.insert({E.Row, E.Column});
          }
        }
    EXPECT_EQ(A.size(), 16 * 8 * PerRegister);
    EXPECT_EQ(B.size(), 8 * 8 * PerRegister);
    EXPECT_EQ(*A.rbegin(), std::make_pair(15u, 8 * PerRegister - 1));
    EXPECT_EQ(*B.rbegin(), std::make_pair(8 * PerRegister - 1, 7u));
  }
}

} // namespace
