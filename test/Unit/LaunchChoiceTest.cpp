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
  Record.Variants[0] = {256, 65536, 128, 128, 2, 100};
  Record.Variants[1] = {128, 16384, 64, 32, 4, 0};
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

} // namespace
