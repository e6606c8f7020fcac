// Two objects with kernels of the same names: each static kernel and lambda runs the companion of its own image, with the record
// of that image. A template kernel that both have is one kernel, and runs the companion of the image that registered it first.
// RUN: %host -O0 %s -o %t.a.o && %host-b -O2 -DB %s -o %t.b.o && %link %t.a.o %t.b.o -o %t && %t
#include "Fake.h"

template <typename F> __global__ void markedLambda(F f, int m, int n) {}
template <int I> __global__ void markedTemplate(float *a, int m, int n) {}
static __global__ void markedStatic(float *a, int m, int n) {}

static void launchAll() {
  float *A = nullptr;
  markedStatic<<<100, 256>>>(A, 1280, 1280);
  markedTemplate<0><<<100, 256>>>(A, 1280, 1280);
  markedLambda<<<100, 256>>>([=] __device__() { *A = 1; }, 1280, 1280);
}

#ifdef B
void launchB() { launchAll(); }
#else
void launchB();

static void addImage(const char *Image, unsigned Threads) {
  PhobosPlanRecord R = fake::makeRecord();
  R.Variants[0].Threads = Threads;
  for (const char *Name : {"_ZL12markedStaticPfii", "_Z14markedTemplateILi0EEvPfii", "_Z12markedLambdaIZL9launchAllvEUlvE_EvT_ii"})
    fake::addKernel(Image, Name, fake::ThreeParameters, R);
}

int main() {
  addImage("a", 96);
  addImage("b", 192);
  launchAll();
  std::vector<fake::Launch> All = fake::takeLaunches();
  CHECK(All.size() == 3);
  for (const fake::Launch &L : All) {
    CHECK(L.Image == "a" && L.Block[0] == 96);
    CHECK(L.Name.find("__phobos") != std::string::npos);
  }
  launchB();
  All = fake::takeLaunches();
  CHECK(All.size() == 3);
  for (const fake::Launch &L : All) {
    bool Shared = L.Name.find("Template") != std::string::npos;
    CHECK(L.Image == (Shared ? "a" : "b") && L.Block[0] == (Shared ? 96 : 192));
    CHECK(L.Name.find("__phobos") != std::string::npos);
  }
  return fake::Failures;
}
#endif
