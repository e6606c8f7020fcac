// A program and a shared library each have a runtime of their own, and companions from their own images.
// RUN: %host -O0 %s -o %t.a.o && %host-b -O0 -fPIC -DB %s -o %t.b.o
// RUN: %link -shared %t.b.o -o %t.so && %link %t.a.o %t.so -o %t && %t
#include "Fake.h"

static __global__ void marked(float *a, int m, int n) {}

#ifdef B
void launchB() { marked<<<100, 256>>>(nullptr, 1280, 1280); }
#else
void launchB();

static void expectCompanionOf(const char *Image) {
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 1 && All[0].Image == Image && All[0].Name == "_ZL6markedPfii__phobos");
}

int main() {
  for (const char *Image : {"a", "b"})
    fake::addKernel(Image, "_ZL6markedPfii", fake::ThreeParameters, fake::makeRecord());
  marked<<<100, 256>>>(nullptr, 1280, 1280);
  expectCompanionOf("a");
  launchB();
  expectCompanionOf("b");
  return fake::Failures;
}
#endif
