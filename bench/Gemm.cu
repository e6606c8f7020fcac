//===- Gemm.cu - Naive products: original, companion, vendor library ------===//
//
// Elements are a hash of their position, computed alike on the device and the host: nothing large is copied, and a sample
// of the output is compared with float64. The companion and the library take turns, so that clocks treat them alike.
//
//===----------------------------------------------------------------------===//
#include "Gemm.h"
#include "Check.h"
#include "Device.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define LOOP [[phobos::tensorcore]]
namespace annotated {
#include "Kernels.inc"
}
#undef LOOP
#define LOOP
namespace original {
#include "Kernels.inc"
}
#undef LOOP

using namespace bench;

template <class T> static __global__ void fill(T *To, size_t Count, uint32_t Seed) {
  for (size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x; I < Count; I += size_t(gridDim.x) * blockDim.x)
    To[I] = T(element(Seed, I));
}

namespace {
template <class T> struct TypeOf;
template <> struct TypeOf<float> {
  static constexpr cudaDataType Type = CUDA_R_32F;
  using Library = __half; // what the operands are rounded to
  static constexpr double Rounding = 1e-3, OutputRounding = 0;
};
template <> struct TypeOf<__half> {
  static constexpr cudaDataType Type = CUDA_R_16F;
  using Library = __half;
  static constexpr double Rounding = 0, OutputRounding = 5e-4;
};
template <> struct TypeOf<__nv_bfloat16> {
  static constexpr cudaDataType Type = CUDA_R_16BF;
  using Library = __nv_bfloat16;
  static constexpr double Rounding = 0, OutputRounding = 4e-3;
};
constexpr uint32_t SeedA = 1, SeedB = 2;
} // namespace

/// Of sampled elements of C, with operands of T.
template <class T, class O, bool TransA, bool TransB> static double error(const O *C, int Size) {
  SampledError Sum;
  for (size_t I : samplePositions(Size)) {
    size_t Row = I / Size, Column = I % Size;
    double Expected = 0, Magnitude = 0;
    for (size_t K = 0; K < size_t(Size); ++K) {
      T A = T(element(SeedA, TransA ? K * Size + Row : Row * Size + K));
      T B = T(element(SeedB, TransB ? Column * Size + K : K * Size + Column));
      double Term = double(float(A)) * double(float(B));
      Expected += Term;
      Magnitude += std::fabs(Term);
    }
    O Out;
    check(cudaMemcpy(&Out, C + I, sizeof(O), cudaMemcpyDeviceToHost));
    Sum.add(double(float(Out)), Expected, Magnitude);
  }
  return Sum.value();
}

template <class T, class O, bool TransA, bool TransB, int Side>
static GemmResult run(int Size, const GemmOptions &Options, const Cublas *Library) {
  using L = typename TypeOf<T>::Library;
  size_t Count = size_t(Size) * Size;
  Buffer<T> A(Count), B(Count);
  Buffer<O> C(Count);
  fill<<<1024, 256>>>(A.data(), Count, SeedA);
  fill<<<1024, 256>>>(B.data(), Count, SeedB);
  dim3 Block(Side, Side), Grid((Size + Side - 1) / Side, (Size + Side - 1) / Side);
  auto Companion = [&] {
    annotated::gemm<T, O, TransA, TransB><<<Grid, Block>>>(A.data(), B.data(), C.data(), Size, Size, Size);
    check(cudaGetLastError());
  };
  auto Original = [&] {
    original::gemm<T, O, TransA, TransB><<<Grid, Block>>>(A.data(), B.data(), C.data(), Size, Size, Size);
    check(cudaGetLastError());
  };

  GemmResult R;
  R.Bound = 1e-6 + 2e-6 * std::sqrt(Size / 64.0) + TypeOf<T>::Rounding + TypeOf<O>::OutputRounding;
  if (Options.Original) {
    C.poison();
    R.Original = medianTime(Size > 4096 ? 1 : 3, Size > 4096 ? 0 : 1, Original);
    R.OriginalError = error<T, O, TransA, TransB>(C.data(), Size);
  }

  Buffer<L> LibraryA(Library ? Count : 1), LibraryB(Library ? Count : 1);
  Buffer<O> LibraryC(Library ? Count : 1);
  GemmCall Call{Size, Size, Size, TransA, TransB, TypeOf<L>::Type, TypeOf<O>::Type, LibraryA.data(), LibraryB.data(), LibraryC.data()};
  if (Library) {
    fill<<<1024, 256>>>(LibraryA.data(), Count, SeedA);
    fill<<<1024, 256>>>(LibraryB.data(), Count, SeedB);
  }
  C.poison();
  LibraryC.poison();
  bool Refused = false;
  auto [First, Second] = alternateTimes(Options.Repeats, 3, Companion, [&] {
    if (Library && !Refused)
      Refused = !Library->gemm(Call);
  });
  R.Companion = First;
  R.CompanionError = error<T, O, TransA, TransB>(C.data(), Size);
  if (Library && !Refused) {
    R.Library = Second;
    R.LibraryError = error<L, O, TransA, TransB>(LibraryC.data(), Size);
  }
  return R;
}

const std::vector<GemmCase> &bench::gemmCases() {
  using Half = __half;
  using Bfloat = __nv_bfloat16;
  static const std::vector<GemmCase> Cases = {
      {"f16", "f16 -> f32, 16x16 blocks", run<Half, float, false, false, 16>},
      {"f16-out16", "f16 -> f16, 16x16 blocks", run<Half, Half, false, false, 16>},
      {"f16-block32", "f16 -> f32, 32x32 blocks", run<Half, float, false, false, 32>},
      {"f16-nt", "f16 -> f32, B transposed", run<Half, float, false, true, 16>},
      {"f16-tn", "f16 -> f32, A transposed", run<Half, float, true, false, 16>},
      {"f16-tt", "f16 -> f32, both transposed", run<Half, float, true, true, 16>},
      {"bf16", "bf16 -> f32, 16x16 blocks", run<Bfloat, float, false, false, 16>},
      {"bf16-out16", "bf16 -> bf16, 16x16 blocks", run<Bfloat, Bfloat, false, false, 16>},
      {"f32", "f32 rounded to f16, 16x16 blocks", run<float, float, false, false, 16>},
      {"f32-block32", "f32 rounded to f16, 32x32 blocks", run<float, float, false, false, 32>},
      {"f32-nt", "f32 rounded to f16, B transposed", run<float, float, false, true, 16>},
  };
  return Cases;
}
