// What most programs here begin and end with.
#ifndef DEVICE_H
#define DEVICE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

/// Device memory with Values in it.
template <class T> T *toDevice(const std::vector<T> &Values) {
  T *P;
  cudaMalloc(&P, Values.size() * sizeof(T));
  cudaMemcpy(P, Values.data(), Values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return P;
}

/// Appends an array to the file that PHOBOS_DUMP names, if it names one: same.py compares those of two devices. Bound: by how
/// much they may differ; 0: bit for bit.
template <class T> void dump(const std::vector<T> &Values, double Bound = 0) {
  const char *Name = getenv("PHOBOS_DUMP");
  FILE *File = Name ? fopen(Name, "ab") : nullptr;
  if (!File)
    return;
  constexpr bool IsFloats = std::is_same_v<T, float> || std::is_same_v<T, float2> || std::is_same_v<T, float3>;
  const char *Kind = IsFloats ? "f" : std::is_same_v<T, double> ? "d" : "bits";
  const size_t ElementBytes = IsFloats ? sizeof(float) : sizeof(T);
  fprintf(File, "%s %zu %zu %.17g\n", Kind, ElementBytes, Values.size() * sizeof(T) / ElementBytes, Bound);
  fwrite(Values.data(), sizeof(T), Values.size(), File);
  fclose(File);
}

template <class T> std::vector<T> readBack(const T *P, size_t Count) {
  std::vector<T> Values(Count);
  cudaMemcpy(Values.data(), P, Count * sizeof(T), cudaMemcpyDeviceToHost);
  return Values;
}

/// Also dumps what it returns. Only float and double, and vectors of float, may have a bound.
template <class T> std::vector<T> toHost(const T *P, size_t Count, double Bound = 0) {
  std::vector<T> Values = readBack(P, Count);
  dump(Values, Bound);
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
