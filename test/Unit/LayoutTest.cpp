//===- LayoutTest.cpp - Tables and layouts, run on the CPU ----------------===//
#include "Plan/TileLayout.h"
#include "Target/BitLinear.h"
#include "llvm/Support/MathExtras.h"
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace phobos;

//===----------------------------------------------------------------------===//
// Instructions and chips
//===----------------------------------------------------------------------===//

TEST(Layout, FragmentsAreBijections) {
  for (const MmaInstr &I : mmaInstrs()) {
    auto cover = [&](auto Layout, unsigned Values, unsigned Rows, unsigned Columns) {
      std::set<std::pair<unsigned, unsigned>> Seen;
      for (unsigned Lane = 0; Lane < 32; ++Lane)
        for (unsigned Value = 0; Value < Values; ++Value) {
          FragmentCoord At = Layout(I, Lane, Value);
          EXPECT_LT(At.Row, Rows);
          EXPECT_LT(At.Column, Columns);
          Seen.insert({At.Row, At.Column});
        }
      EXPECT_EQ(Seen.size(), Rows * Columns) << I.Name.str();
    };
    cover(fragmentA, I.valuesA(), I.M, I.K);
    cover(fragmentB, I.valuesB(), I.K, I.N);
    cover(fragmentC, I.valuesC(), I.M, I.N);
  }
}

TEST(Layout, FragmentOfTheManualsExample) {
  const MmaInstr &I = *findMma(ElementType::F16, 80);
  EXPECT_EQ(fragmentA(I, 6, 5), (FragmentCoord{1, 13}));
  EXPECT_EQ(fragmentA(I, 31, 3), (FragmentCoord{15, 7}));
  EXPECT_EQ(fragmentB(I, 6, 3), (FragmentCoord{13, 1}));
  EXPECT_EQ(fragmentC(I, 6, 2), (FragmentCoord{9, 4}));
}

TEST(Chip, FindsTheRowOfATarget) {
  EXPECT_EQ(findChip("sm_90a")->Capability, 90u);
  EXPECT_EQ(findChip("sm_86")->SharedBytesPerCta, 99u * 1024);
  EXPECT_EQ(findChip("sm_80")->SharedBytesPerCta, 163u * 1024);
  EXPECT_EQ(findChip("sm_120")->SharedBytesPerSM, 100u * 1024);
  EXPECT_EQ(findChip("sm_129")->Capability, 121u);
  EXPECT_EQ(findChip("sm_60"), nullptr);
  EXPECT_EQ(findChip("gfx90a"), nullptr);
  EXPECT_EQ(findMma(ElementType::BF16, 75), nullptr);
  EXPECT_EQ(findMma(ElementType::F32, 90), nullptr);
}

//===----------------------------------------------------------------------===//
// Bit-linear maps
//===----------------------------------------------------------------------===//

TEST(BitLinear, ReadsABasisAndRefusesOthers) {
  auto Map = BitLinear::of([](unsigned X) { return X * 4 ^ 3; }, 5);
  ASSERT_TRUE(Map);
  EXPECT_EQ((*Map)(21), 21u * 4 ^ 3);
  EXPECT_EQ(Map->possibleBits(), 31u * 4 | 3);
  EXPECT_FALSE(BitLinear::of([](unsigned X) { return X * 3; }, 5));
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

TEST(Swizzle, IsABijectionOfChunks) {
  for (unsigned RowBytes : {16u, 32u, 64u, 128u, 256u, 512u}) {
    Swizzle W{RowBytes};
    std::set<unsigned> Seen;
    for (unsigned Row = 0; Row < 32; ++Row)
      for (unsigned Byte = 0; Byte < RowBytes; Byte += 2) {
        unsigned Offset = W.offset(Row, Byte);
        EXPECT_LT(Offset, 32 * RowBytes);
        EXPECT_EQ(Offset % 16, Byte % 16);
        Seen.insert(Offset);
      }
    EXPECT_EQ(Seen.size(), 32 * RowBytes / 2);
  }
}

TEST(Swizzle, EightRowsOfAChunkColumnFillABankLine) {
  for (unsigned RowBytes : {32u, 64u, 128u, 256u, 512u})
    for (unsigned Column = 0; Column < RowBytes; Column += 16)
      for (unsigned Row = 0; Row < 64; Row += 8) {
        std::set<unsigned> Places;
        for (unsigned I = 0; I < 8; ++I)
          Places.insert(Swizzle{RowBytes}.offset(Row + I, Column) % 128 / 16);
        EXPECT_EQ(Places.size(), 8u) << RowBytes << " " << Column << " " << Row;
      }
}

namespace {

ProblemFacts facts(ElementType A, bool AKMajor, ElementType B, bool BKMajor) {
  ProblemFacts F;
  F.A.Type = A, F.B.Type = B;
  (AKMajor ? F.A.AlongK : F.A.AlongMN) = Contiguity::Proven;
  (BKMajor ? F.B.AlongK : F.B.AlongMN) = Contiguity::Proven;
  return F;
}

/// Every variant of every chip, type and orientation.
template <typename Visitor> void forEachVariant(Visitor Visit) {
  for (const char *Cpu : {"sm_80", "sm_86", "sm_90", "sm_120"})
    for (auto [A, B] : {std::pair(ElementType::F16, ElementType::F16),
                        {ElementType::BF16, ElementType::BF16},
                        {ElementType::F32, ElementType::F32},
                        {ElementType::F16, ElementType::F32},
                        {ElementType::F32, ElementType::BF16}})
      for (bool AKMajor : {false, true})
        for (bool BKMajor : {false, true}) {
          Result<Plan> P = plan(facts(A, AKMajor, B, BKMajor), *findChip(Cpu), {});
          ASSERT_TRUE(bool(P));
          for (const Variant &V : P->Variants)
            Visit(V);
        }
}

} // namespace

TEST(Staging, EachElementIsStagedOnce) {
  forEachVariant([](const Variant &V) {
    for (Side S : {Side::A, Side::B}) {
      const OperandPlan &O = operandOf(V, S);
      std::set<unsigned> Offsets;
      for (unsigned T = 0; T < V.threads(); ++T)
        for (unsigned I = 0; I < piecesPerThread(V, O); ++I) {
          TileCoord Start = pieceStart(V, O, T, I);
          for (unsigned J = 0; J < O.pieceElements(); ++J) {
            TileCoord At =
                O.Shared == Orientation::KMajor ? TileCoord{Start.MN, Start.K + J} : TileCoord{Start.MN + J, Start.K};
            ASSERT_LT(At.MN, O.TileMN);
            ASSERT_LT(At.K, O.TileK);
            // A piece is stored at once.
            ASSERT_EQ(elementOffset(O, At), elementOffset(O, Start) + 2 * J);
            Offsets.insert(elementOffset(O, At));
          }
        }
      ASSERT_EQ(Offsets.size(), O.TileMN * O.TileK);
      ASSERT_EQ(*Offsets.rbegin(), O.stageBytes() - 2);
    }
  });
}

TEST(Staging, StoresAreFreeOfBankConflicts) {
  forEachVariant([](const Variant &V) {
    for (Side S : {Side::A, Side::B}) {
      const OperandPlan &O = operandOf(V, S);
      // As many threads as store 128 bytes together are served in one cycle.
      unsigned Bytes = O.pieceElements() * 2, Together = 128 / Bytes;
      for (unsigned T = 0; T < V.threads(); T += Together)
        for (unsigned I = 0; I < piecesPerThread(V, O); ++I) {
          std::set<unsigned> Places;
          for (unsigned J = 0; J < Together; ++J)
            Places.insert(elementOffset(O, pieceStart(V, O, T + J, I)) % 128 / Bytes);
          ASSERT_EQ(Places.size(), Together);
        }
    }
  });
}

/// Runs ldmatrix by its definition over a whole CTA, and asks that each lane holds what the instruction wants.
TEST(Fragments, LoadsGiveTheInstructionsLayout) {
  forEachVariant([](const Variant &V) {
    for (Side S : {Side::A, Side::B}) {
      const OperandPlan &O = operandOf(V, S);
      bool Transposed = O.Shared == Orientation::MNMajor;
      std::map<unsigned, TileCoord> Memory;
      for (unsigned MN = 0; MN < O.TileMN; ++MN)
        for (unsigned K = 0; K < O.TileK; ++K)
          Memory[elementOffset(O, {MN, K})] = {MN, K};
      for (unsigned Warp = 0; Warp < V.threads() / 32; ++Warp) {
        unsigned Origin = S == Side::A ? Warp % V.warpsM() * V.WarpTileM : Warp / V.warpsM() * V.WarpTileN;
        for (unsigned Step = 0; Step < V.TileK / 16; ++Step)
          for (unsigned Load = 0; Load < loadsPerStep(V, S); ++Load)
            for (unsigned Lane = 0; Lane < 32; ++Lane)
              for (unsigned Register = 0; Register < 4; ++Register)
                for (unsigned Half = 0; Half < 2; ++Half) {
                  // Row and column of the element in its 8 x 8 matrix.
                  unsigned Row = Lane / 4, Column = Lane % 4 * 2 + Half;
                  if (Transposed)
                    std::swap(Row, Column);
                  unsigned Pointing = Warp * 32 + Register * 8 + Row;
                  TileCoord Got = Memory.at(elementOffset(O, loadRow(V, S, Pointing, Load, Step)) + Column * 2);
                  TileCoord Want;
                  if (S == Side::A) {
                    FragmentCoord F = fragmentA(*V.Instr, Lane, Register * 2 + Half);
                    Want = {Origin + Load * 16 + F.Row, Step * 16 + F.Column};
                  } else {
                    FragmentCoord F = fragmentB(*V.Instr, Lane, Register % 2 * 2 + Half);
                    Want = {Origin + Load * 16 + Register / 2 * 8 + F.Column, Step * 16 + F.Row};
                  }
                  ASSERT_EQ(Got, Want);
                }
      }
    }
  });
}

TEST(Fragments, LoadsAreFreeOfBankConflicts) {
  forEachVariant([](const Variant &V) {
    for (Side S : {Side::A, Side::B})
      for (unsigned Step = 0; Step < V.TileK / 16; ++Step)
        for (unsigned Load = 0; Load < loadsPerStep(V, S); ++Load)
          for (unsigned T = 0; T < V.threads(); T += 8) {
            std::set<unsigned> Places;
            for (unsigned I = 0; I < 8; ++I)
              Places.insert(elementOffset(operandOf(V, S), loadRow(V, S, T + I, Load, Step)) % 128 / 16);
            ASSERT_EQ(Places.size(), 8u);
          }
  });
}

TEST(Fragments, SumsCoverTheTileOnce) {
  forEachVariant([](const Variant &V) {
    std::set<std::pair<unsigned, unsigned>> Seen;
    for (unsigned T = 0; T < V.threads(); ++T)
      for (unsigned M = 0; M < V.WarpTileM / V.Instr->M; ++M)
        for (unsigned N = 0; N < V.WarpTileN / V.Instr->N; ++N)
          for (unsigned Value = 0; Value < V.Instr->valuesC(); ++Value) {
            FragmentCoord At = sumCoord(V, T, M, N, Value);
            Seen.insert({At.Row, At.Column});
          }
    ASSERT_EQ(Seen.size(), V.TileM * V.TileN);
    ASSERT_EQ(*Seen.rbegin(), std::pair(V.TileM - 1, V.TileN - 1));
  });
}

/// What emission evaluates instead of the functions above.
TEST(Fragments, OffsetsAreLinearOverTheBitsOfAThread) {
  forEachVariant([](const Variant &V) {
    unsigned Bits = llvm::Log2_32(V.threads());
    for (Side S : {Side::A, Side::B}) {
      const OperandPlan &O = operandOf(V, S);
      for (unsigned I = 0; I < piecesPerThread(V, O); ++I)
        ASSERT_TRUE(BitLinear::of([&](unsigned T) { return elementOffset(O, pieceStart(V, O, T, I)); }, Bits));
      for (unsigned Load = 0; Load < loadsPerStep(V, S); ++Load)
        ASSERT_TRUE(BitLinear::of([&](unsigned T) { return elementOffset(O, loadRow(V, S, T, Load, 0)); }, Bits));
    }
  });
}
