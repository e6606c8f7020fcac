// What most programs here begin and end with.
#ifndef DEVICE_H
#define DEVICE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

/// Device memory with Values in it.
template <class T> T *toDevice(const std::vector<T> &Values) {
  T *P;
  cudaMalloc(&P, Values.size() * sizeof(T));
  cudaMemcpy(P, Values.data(), Values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return P;
}

template <class T> std::vector<T> toHost(const T *P, size_t Count) {
  std::vector<T> Values(Count);
  cudaMemcpy(Values.data(), P, Count * sizeof(T), cudaMemcpyDeviceToHost);
  return Values;
}

/// Prints the error that a GPU's user would see; 0 where there is none.
inline int finish() {
  cudaError_t Launch = cudaGetLastError(), Run = cudaDeviceSynchronize();
  printf("launch: %s, run: %s\n", cudaGetErrorName(Launch), cudaGetErrorName(Run));
  return Launch != cudaSuccess || Run != cudaSuccess;
}

/// Compares with what was wanted.
template <class T> int check(const char *What, const std::vector<T> &Have, const std::vector<T> &Want) {
  for (size_t I = 0; I < Want.size(); ++I)
    if (Have[I] != Want[I]) {
      printf("%s: WRONG at %zu\n", What, I);
      return 1;
    }
  printf("%s: right\n", What);
  return 0;
}

#endif
