//===- Far.cu - Offsets beyond 32 bits ------------------------------------===//
#include "Forms.h"
#define KERNELS "Far.inc"
#include "BothCopies.h"

using namespace e2e;

namespace {
/// Rows of a small packed array, spread over a large allocation.
template <class T> class SpreadRows {
  T *Data = nullptr;

public:
  size_t Rows, Columns, Ld;

  SpreadRows(size_t Rows, size_t Columns, size_t Ld) : Rows(Rows), Columns(Columns), Ld(Ld) {
    if (cudaMalloc(&Data, ((Rows ? Rows - 1 : 0) * Ld + Columns + 1) * sizeof(T)) != cudaSuccess) {
      cudaGetLastError();
      Data = nullptr;
    }
  }
  ~SpreadRows() { cudaFree(Data); }
  SpreadRows(const SpreadRows &) = delete;
  T *data() const { return Data; }
  void from(const T *Packed) {
    for (size_t Row = 0; Row < Rows; ++Row)
      cudaMemcpy(Data + Row * Ld, Packed + Row * Columns, Columns * sizeof(T), cudaMemcpyDeviceToDevice);
  }
  void to(T *Packed) {
    for (size_t Row = 0; Row < Rows; ++Row)
      cudaMemcpy(Packed + Row * Columns, Data + Row * Ld, Columns * sizeof(T), cudaMemcpyDeviceToDevice);
  }
};
} // namespace

/// Needs about 30 GiB with half operands; where the device has less, nothing is run.
template <class E> static void far(Trial &T) {
  T.M = std::min(T.M, 6);
  T.K = std::min(T.K, 40);
  auto A = T.packed<E>(T.M, T.K), B = T.packed<E>(T.K, T.N);
  auto C = T.packedOutput<float>(T.M, T.N);
  size_t Pad = size_t(T.Rng.below(8));
  SpreadRows<E> FarA(T.M, T.K, (size_t(1) << 29) + Pad), FarB(T.K, T.N, (size_t(1) << 27) + Pad);
  SpreadRows<float> FarC(T.M, T.N, (size_t(1) << 29) + Pad);
  if (!FarA.data() || !FarB.data() || !FarC.data())
    return;
  dim3 Block = T.block(), Grid = T.cover(Block, T.N, T.M);
  T.each([&](Copy Which) {
    FarA.from(A.data());
    FarB.from(B.data());
    FarC.from(C.data());
    auto Kernel = Which == Copy::Annotated ? annotated::far<E> : original::far<E>;
    Kernel<<<Grid, Block>>>(FarA.data(), FarA.Ld, FarB.data(), FarB.Ld, FarC.data(), FarC.Ld, T.M, T.N, T.K);
    if (cudaError_t Error = cudaDeviceSynchronize(); Error != cudaSuccess)
      throw DeviceError(std::string("kernel: ") + cudaGetErrorString(Error));
    FarC.to(C.data());
  });
  T.expectProduct(C, A, B);
}

static const RegisterForms Registered{
    {"layout/far/f16", far<__half>, NeedsGpu},
    {"layout/far/f32", far<float>, NeedsGpu},
};
