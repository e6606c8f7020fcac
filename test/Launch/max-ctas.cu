// PHOBOS_MAX_CTAS limits the grid of companions and of the kernels that pack for them; no other launch changes.
// RUN: %host -O2 %s -o %t.o && %link %t.o -o %t && env PHOBOS_MAX_CTAS=7 %t 7
// RUN: env PHOBOS_MAX_CTAS=50 %t 50
// RUN: env PHOBOS_MAX_CTAS=0 %t 65535
// RUN: env PHOBOS_MAX_CTAS=x %t 65535
// RUN: env PHOBOS_MAX_CTAS=65536 %t 65535
#include "Fake.h"
#include <algorithm>

template <int I> __global__ void marked(float *a, int m, int n) {}
__global__ void other(float *a, int m, int n) {}

static std::vector<unsigned> grids() {
  std::vector<unsigned> All;
  for (const fake::Launch &L : fake::takeLaunches())
    All.push_back(L.Grid[0]);
  return All;
}

int main(int, char **Argv) {
  unsigned Limit = std::atoi(Argv[1]);
  auto limited = [&](std::vector<unsigned> All) {
    for (unsigned &Grid : All)
      Grid = std::min(Grid, Limit);
    return All;
  };
  fake::addKernel("a", "_Z6markedILi0EEvPfii", fake::ThreeParameters, fake::makeRecord());
  fake::addKernel("a", "_Z6markedILi1EEvPfii", fake::ThreeParameters, fake::makePackedRecord());
  fake::addFunction("a", "_Z5otherPfii", fake::ThreeParameters);
  float A;
  marked<0><<<dim3(80, 90, 2), dim3(16, 16)>>>(&A, 1280, 1281);
  CHECK(grids() == limited({10 * 11}));
  marked<0><<<4, 256>>>(&A, 100, 33);
  CHECK(grids() == limited({4 * 2}));
  marked<1><<<dim3(80, 90), dim3(16, 16)>>>(&A, 1280, 1281);
  CHECK(grids() == limited({20 * 20, 22 * 20, 10 * 11}));
  other<<<80, 256>>>(&A, 1280, 1281);
  CHECK(grids() == std::vector<unsigned>{80});
  return fake::Failures;
}
