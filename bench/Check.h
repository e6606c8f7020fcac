//===- Check.h - Elements from a hash, and sampled errors -------*- C++ -*-===//
#ifndef PHOBOS_BENCH_CHECK_H
#define PHOBOS_BENCH_CHECK_H

#include <cmath>
#include <cstdint>
#include <vector>

#ifdef __CUDACC__
#define PHOBOS_BENCH_BOTH __host__ __device__
#else
#define PHOBOS_BENCH_BOTH
#endif

namespace bench {

/// In (-1, 1), in steps of 2^-23: the same on host and device.
PHOBOS_BENCH_BOTH inline float element(uint32_t Seed, uint64_t Index) {
  uint64_t Z = (Index + 1) * 0x9e3779b97f4a7c15 + Seed * 0xd1342543de82ef95;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  int32_t Bits = int32_t((Z >> 40) & 0xffffff) - 0x800000;
  return float(Bits) * 0x1p-23f;
}

/// Positions in a Size x Size matrix: the corners, and 1,024 others.
inline std::vector<size_t> samplePositions(int Size) {
  size_t N = Size;
  std::vector<size_t> Positions = {0, N - 1, N * (N - 1), N * N - 1};
  uint64_t State = 12345;
  for (int I = 0; I < 1024; ++I) {
    State = State * 6364136223846793005 + 1442695040888963407;
    Positions.push_back((State >> 20) % (N * N));
  }
  return Positions;
}

/// ||out - ref|| / ||magnitude||; a NaN makes it NaN.
class SampledError {
  double Squares = 0, Scale = 0;

public:
  void add(double Out, double Expected, double Magnitude) {
    Squares += (Out - Expected) * (Out - Expected);
    Scale += Magnitude * Magnitude;
  }
  double value() const { return std::sqrt(Squares / Scale); }
};

} // namespace bench

#endif
