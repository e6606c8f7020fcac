//===- Device.h - Buffers and times on the device ---------------*- C++ -*-===//
#ifndef PHOBOS_BENCH_DEVICE_H
#define PHOBOS_BENCH_DEVICE_H

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

namespace bench {

inline void check(cudaError_t Error) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "phobos-bench: CUDA error: %s\n", cudaGetErrorString(Error));
  std::exit(2);
}

template <class T> class Buffer {
  T *Data = nullptr;
  size_t Count;

public:
  explicit Buffer(size_t Count) : Count(Count) { check(cudaMalloc(&Data, Count * sizeof(T))); }
  ~Buffer() { cudaFree(Data); }
  Buffer(const Buffer &) = delete;
  T *data() const { return Data; }
  /// NaN everywhere: what is not written shows.
  void poison() { check(cudaMemset(Data, 0xff, Count * sizeof(T))); }
};

/// Milliseconds of one call on the default stream.
template <class F> double timeOnce(F &&Call) {
  struct Events {
    cudaEvent_t Begin, End;
    Events() {
      check(cudaEventCreate(&Begin));
      check(cudaEventCreate(&End));
    }
  };
  static Events Pair;
  check(cudaEventRecord(Pair.Begin));
  Call();
  check(cudaEventRecord(Pair.End));
  check(cudaEventSynchronize(Pair.End));
  float Milliseconds = 0;
  check(cudaEventElapsedTime(&Milliseconds, Pair.Begin, Pair.End));
  return Milliseconds;
}

inline double median(std::vector<double> Values) {
  std::nth_element(Values.begin(), Values.begin() + Values.size() / 2, Values.end());
  return Values[Values.size() / 2];
}

/// Medians of two calls that take turns, after WarmUps of each.
template <class F, class G> std::pair<double, double> alternateTimes(int Repeats, int WarmUps, F &&One, G &&Two) {
  std::vector<double> First, Second;
  for (int I = -WarmUps; I < Repeats; ++I) {
    double TimeOne = timeOnce(One), TimeTwo = timeOnce(Two);
    if (I >= 0) {
      First.push_back(TimeOne);
      Second.push_back(TimeTwo);
    }
  }
  return {median(First), median(Second)};
}

template <class F> double medianTime(int Repeats, int WarmUps, F &&Call) {
  return alternateTimes(Repeats, WarmUps, Call, [] {}).first;
}

} // namespace bench

#endif
