// A module without a marked kernel is left as it is, bit for bit.
// RUN: %host -O0 -g %s -o %t.with.o && %plain-host -O0 -g %s -o %t.without.o && cmp %t.with.o %t.without.o
// RUN: %host -O2 %s -o %t.with.o && %plain-host -O2 %s -o %t.without.o && cmp %t.with.o %t.without.o
// With one it is not.
// RUN: %host -O0 -DTWIN %s -o %t.with.o && %plain-host -O0 -DTWIN %s -o %t.without.o && not cmp %t.with.o %t.without.o
#ifdef TWIN
#define other marked
#endif

__global__ void other(float *a) {}

int main() {
  other<<<1, 1>>>(nullptr);
  void *Arguments[] = {nullptr};
  return cudaLaunchKernel(other, dim3(1), dim3(1), Arguments, 0, nullptr);
}
