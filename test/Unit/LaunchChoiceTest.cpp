//===- LaunchChoiceTest.cpp - Variant and grid of a launch ------------------===//
#include "Launch/RecordBuilder.h"
#include "Launch/Runtime/Choice.h"
#include "gtest/gtest.h"

using namespace phobos_v1;

namespace {

constexpr uint32_t SMs = 100;

/// A large variant that wants 100 tiles of 128x128, and a small one of 64x32 that takes the rest.
PhobosPlanRecord twoVariants() {
  PhobosPlanRecord Record = phobos::makePlanRecord();
  Record.NumVariants = 2;
  Record.Variants[0] = {256, 65536, 128, 128, 2, 100, PHOBOS_PACK_NEVER};
  Record.Variants[1] = {128, 16384, 64, 32, 4, 0, PHOBOS_PACK_NEVER};
  return Record;
}

Choice choose(const uint64_t (&Extent)[3], uint32_t Usable = 3) {
  return chooseForExtents(twoVariants(), Usable, SMs, Extent);
}

TEST(LaunchChoice, EnoughTilesTakeTheLargeVariant) {
  Choice C = choose({1280, 1280, 1});
  EXPECT_EQ(C.Variant, 0u);
  EXPECT_EQ(C.Grid, 100u);
}

TEST(LaunchChoice, TooFewTilesTakeTheSmallVariant) {
  Choice C = choose({1280, 1152, 1});
  EXPECT_EQ(C.Variant, 1u);
  EXPECT_EQ(C.Grid, 20u * 36u);
}

TEST(LaunchChoice, BatchesAreTiles) {
  Choice C = choose({129, 1, 50});
  EXPECT_EQ(C.Variant, 0u);
  EXPECT_EQ(C.Grid, 2u * 50u);
}

TEST(LaunchChoice, UnusableVariantsAreSkipped) {
  EXPECT_EQ(choose({12800, 12800, 1}, 2).Variant, 1u);
  EXPECT_EQ(choose({1, 1, 1}, 1).Variant, 0u);
}

TEST(LaunchChoice, LargestGrid) {
  Choice C = choose({0x7fffffff, 0x7fffffff, 0x7fffffff});
  EXPECT_EQ(C.Variant, 0u);
  EXPECT_EQ(C.Grid, 0x7fffffffu);
}

TEST(LaunchChoice, UnknownExtentsFillTheDevice) {
  // 1,000 x 1,000 threads are 62 large tiles; 2,000 x 1,000 are 123.
  LaunchShape Small = {{250, 250, 1, 4, 4, 1}, nullptr}, Large = {{250, 500, 1, 4, 4, 1}, nullptr};
  Choice C = chooseForThreads(twoVariants(), 3, SMs, Small);
  EXPECT_EQ(C.Variant, 1u);
  EXPECT_EQ(C.Grid, 400u);
  C = chooseForThreads(twoVariants(), 3, SMs, Large);
  EXPECT_EQ(C.Variant, 0u);
  EXPECT_EQ(C.Grid, 200u);
}

//===----------------------------------------------------------------------===//
// Packed variants
//===----------------------------------------------------------------------===//

TEST(LaunchWorkspace, RowsAreRoundedToTilesAndTripsToSlices) {
  PhobosVariant V = twoVariants().Variants[1];
  WorkspaceShape W = shapeWorkspace(V, {65, 32, 3}, 100);
  EXPECT_EQ(W.Pitch, 128u * 2);
  EXPECT_EQ(W.Bytes[0], 3u * 128 * 256);
  EXPECT_EQ(W.Bytes[1], 3u * 32 * 256);
  EXPECT_EQ(W.Grid[0], 3u * 2 * 2);
}

TEST(LaunchWorkspace, TooLargeHasNoPitch) {
  PhobosVariant V = twoVariants().Variants[0];
  EXPECT_NE(shapeWorkspace(V, {1 << 16, 1 << 16, 1}, 1 << 16).Pitch, 0u);
  EXPECT_EQ(shapeWorkspace(V, {1 << 16, 1 << 16, 1}, (1 << 16) + 1).Pitch, 0u);
  EXPECT_EQ(shapeWorkspace(V, {0x7fffffff, 0x7fffffff, 0x7fffffff}, 0x7fffffff).Pitch, 0u);
}

/// A record whose trip count is the first parameter, of 8 bytes, and whose packed variant is number 0. The address of A
/// is the second, its row pitch the third.
PhobosPlanRecord packedRecord(PhobosPacking Packing) {
  PhobosPlanRecord R = twoVariants();
  R.Variants[0].Packing = Packing;
  R.MinPackExtent = 512;
  R.MinPackTrips = 128;
  R.NumParameters = 3;
  auto Parameter = [](uint64_t Index) { return PHOBOS_OP_PARAM | (Index * 8 << 8 | 8) << 8; };
  for (uint32_t I = 0; I != 3; ++I)
    R.ParameterOffset[I] = I * 8, R.ParameterSize[I] = 8;
  R.Trips[0] = Parameter(0);
  R.AbsentPairs[0] = PHOBOS_OP_CONST;
  for (PhobosOperand &O : R.Operand) {
    O.ElementBytes = 2;
    O.AlongK = 1;
    for (auto &Address : O.Address)
      Address[0] = Parameter(1);
    O.Address[1][1] = Parameter(2);
    O.Address[1][2] = PHOBOS_OP_ADD;
    O.Address[2][1] = PHOBOS_OP_CONST;
    O.Address[2][2] = 2;
    O.Address[2][3] = PHOBOS_OP_ADD;
  }
  return R;
}

struct Problem {
  uint64_t Trips = 1024, Address = 4096, RowBytes = 2048, M = 1024, N = 1024;
};

bool wants(const PhobosPlanRecord &R, Problem P, bool Forced = false) {
  void *Arguments[] = {&P.Trips, &P.Address, &P.RowBytes};
  LaunchShape Launch = {{1, 1, 1, 1, 1, 1}, Arguments};
  uint64_t Trips = 0;
  bool Wants = wantsWorkspace(R, R.Variants[0], Launch, {P.M, P.N, 1}, Forced, Trips);
  EXPECT_TRUE(!Wants || Trips == P.Trips);
  return Wants;
}

TEST(LaunchWorkspace, LargeProblemsArePacked) {
  PhobosPlanRecord R = packedRecord(PHOBOS_PACK_ALWAYS);
  EXPECT_EQ(packedVariants(R), 1u);
  EXPECT_TRUE(wants(R, {}));
  EXPECT_TRUE(wants(R, {.M = 512, .N = 512}));
  EXPECT_FALSE(wants(R, {.M = 511}));
  EXPECT_FALSE(wants(R, {.N = 511}));
  EXPECT_TRUE(wants(R, {.Trips = 128}));
  EXPECT_FALSE(wants(R, {.Trips = 127}));
  EXPECT_TRUE(wants(R, {.Trips = 1, .M = 1, .N = 1}, /*Forced=*/true));
}

TEST(LaunchWorkspace, TripsMustBeKnownAndSensible) {
  PhobosPlanRecord R = packedRecord(PHOBOS_PACK_ALWAYS);
  for (bool Forced : {false, true}) {
    EXPECT_FALSE(wants(R, {.Trips = 0}, Forced));
    EXPECT_FALSE(wants(R, {.Trips = uint64_t(-5)}, Forced));
    EXPECT_FALSE(wants(R, {.Trips = 0xfffffffb}, Forced));
  }
  R.Trips[0] = PHOBOS_OP_END;
  EXPECT_FALSE(wants(R, {}, true));
}

TEST(LaunchWorkspace, EveryPairMustExist) {
  PhobosPlanRecord R = packedRecord(PHOBOS_PACK_ALWAYS);
  R.AbsentPairs[1] = 1;
  EXPECT_FALSE(wants(R, {}, true));
  R.AbsentPairs[0] = PHOBOS_OP_END;
  EXPECT_FALSE(wants(R, {}, true));
}

TEST(LaunchWorkspace, MisalignedOperandsArePacked) {
  PhobosPlanRecord R = packedRecord(PHOBOS_PACK_IF_MISALIGNED);
  EXPECT_FALSE(wants(R, {}));
  EXPECT_TRUE(wants(R, {.Address = 4098}));
  EXPECT_TRUE(wants(R, {.RowBytes = 2050}));
  EXPECT_FALSE(wants(R, {.RowBytes = 2050, .M = 100}));
  EXPECT_TRUE(wants(R, {}, true));
  // Neighbours that do not lie side by side.
  R.Operand[1].ElementBytes = 4;
  EXPECT_TRUE(wants(R, {}));
  R.Operand[1].ElementBytes = 2;
  R.Operand[1].AlongK = 0;
  EXPECT_TRUE(wants(R, {}));
  // What is not known is not misaligned.
  R.Operand[1].Address[2][0] = PHOBOS_OP_END;
  EXPECT_FALSE(wants(R, {}));
}

} // namespace
