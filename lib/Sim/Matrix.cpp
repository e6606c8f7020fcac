//===- Matrix.cpp - mma.sync, ldmatrix, stmatrix ----------------*- C++ -*-===//
//
// Products of up to 16-bit floating types are exact in double, are added there in order of k, and are rounded once to
// the type of D. A tensor core's own sums differ from that within the rounding of their order.
//
//===----------------------------------------------------------------------===//
#include "Sim/Matrix.h"
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Numbers.h"
#include "Sim/Report.h"
#include "Target/Fragments.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <bit>
#include <cstring>
#include <deque>

using namespace llvm;
using namespace phobos;
using namespace phobos::sim;

std::optional<MatrixType> phobos::sim::parseMatrixType(StringRef Name) {
  return StringSwitch<std::optional<MatrixType>>(Name)
      .Case("f16", MatrixType::F16)
      .Case("bf16", MatrixType::BF16)
      .Case("tf32", MatrixType::TF32)
      .Case("f32", MatrixType::F32)
      .Case("f64", MatrixType::F64)
      .Case("s8", MatrixType::S8)
      .Case("u8", MatrixType::U8)
      .Case("s4", MatrixType::S4)
      .Case("u4", MatrixType::U4)
      .Case("s32", MatrixType::S32)
      .Case("e4m3", MatrixType::E4M3)
      .Case("e5m2", MatrixType::E5M2)
      .Case("b1", MatrixType::B1)
      .Default(std::nullopt);
}

uint32_t phobos::sim::bitsOf(MatrixType T) {
  switch (T) {
  case MatrixType::F16:
  case MatrixType::BF16:
    return 16;
  case MatrixType::TF32:
  case MatrixType::F32:
  case MatrixType::S32:
    return 32;
  case MatrixType::F64:
    return 64;
  case MatrixType::S8:
  case MatrixType::U8:
  case MatrixType::E4M3:
  case MatrixType::E5M2:
    return 8;
  case MatrixType::S4:
  case MatrixType::U4:
    return 4;
  case MatrixType::B1:
    return 1;
  }
  return 0;
}

static bool isInteger(MatrixType T) {
  return T == MatrixType::S8 || T == MatrixType::U8 || T == MatrixType::S4 || T == MatrixType::U4 ||
         T == MatrixType::S32;
}

std::optional<MmaOp> phobos::sim::parseMma(StringRef Shape, StringRef D, StringRef A, StringRef B, StringRef C,
                                           bool Saturate) {
  MmaOp Op;
  auto TA = parseMatrixType(A), TB = parseMatrixType(B), TC = parseMatrixType(C), TD = parseMatrixType(D);
  StringRef Rest = Shape;
  if (!TA || !TB || !TC || !TD || !Rest.consume_front("m") || Rest.consumeInteger(10, Op.M) ||
      !Rest.consume_front("n") || Rest.consumeInteger(10, Op.N) || !Rest.consume_front("k") ||
      Rest.consumeInteger(10, Op.K) || !Rest.empty())
    return std::nullopt;
  Op.A = *TA, Op.B = *TB, Op.C = *TC, Op.D = *TD;
  Op.Saturate = Saturate;
  Op.Name = (Shape + "." + D + "." + A + "." + B + "." + C).str();
  // Volta's m8n8k4 has a layout of its own.
  const bool Volta = Op.K == 4 && Op.A == MatrixType::F16;
  if ((Op.M != 16 && Op.M != 8) || Op.N != 8 || Volta || isInteger(Op.A) != isInteger(Op.D) ||
      bitsOf(Op.A) != bitsOf(Op.B) || Op.A == MatrixType::B1 || Op.K > 64)
    return std::nullopt;
  return Op;
}

static std::deque<MmaOp> &mmaOps() {
  static auto *Ops = new std::deque<MmaOp>;
  return *Ops;
}

uint32_t phobos::sim::addMmaOp(const MmaOp &Op) {
  for (size_t I = 0; I < mmaOps().size(); ++I)
    if (mmaOps()[I].Name == Op.Name && mmaOps()[I].Saturate == Op.Saturate)
      return I;
  mmaOps().push_back(Op);
  return mmaOps().size() - 1;
}

const MmaOp &phobos::sim::mmaOp(uint32_t Id) { return mmaOps()[Id]; }

namespace {

struct MmaData {
  uint32_t Op;
  /// A's registers, then B's, then C's.
  const uint32_t *In;
  uint32_t *Out;
};

/// The value of one element's bits.
double decodeElement(uint64_t Raw, MatrixType T) {
  switch (T) {
  case MatrixType::F16:
    return halfToFloat(Raw);
  case MatrixType::BF16:
    return bfloatToFloat(Raw);
  case MatrixType::TF32:
    // The instruction reads 19 bits.
    return std::bit_cast<float>(uint32_t(Raw) & 0xFFFFE000u);
  case MatrixType::F32:
    return std::bit_cast<float>(uint32_t(Raw));
  case MatrixType::F64:
    return std::bit_cast<double>(Raw);
  case MatrixType::S8:
    return int8_t(Raw);
  case MatrixType::U8:
    return uint8_t(Raw);
  case MatrixType::S4:
    return int32_t(uint32_t(Raw) << 28) >> 28;
  case MatrixType::U4:
    return Raw & 15;
  case MatrixType::S32:
    return int32_t(Raw);
  case MatrixType::E4M3:
    return e4m3ToFloat(Raw);
  case MatrixType::E5M2:
    return e5m2ToFloat(Raw);
  case MatrixType::B1:
    return Raw & 1;
  }
  return 0;
}

} // namespace

void phobos::sim::decodeElements(const uint32_t *Registers, uint32_t Count, MatrixType T, double *Out) {
  // The two types of nearly all matrix instructions get loops of their own.
  if (T == MatrixType::F16 || T == MatrixType::BF16) {
    for (uint32_t I = 0; I < Count; ++I) {
      const uint16_t Raw = Registers[I / 2] >> (I % 2 * 16);
      Out[I] = T == MatrixType::F16 ? halfToFloat(Raw) : bfloatToFloat(Raw);
    }
    return;
  }
  const uint32_t Bits = bitsOf(T);
  for (uint32_t I = 0; I < Count; ++I) {
    uint64_t Raw;
    if (Bits == 64)
      memcpy(&Raw, Registers + 2 * I, 8);
    else
      Raw = Registers[I * Bits / 32] >> (I * Bits % 32);
    Out[I] = decodeElement(Raw, T);
  }
}

void phobos::sim::writeElement(uint32_t *Registers, uint32_t Index, MatrixType T, double V, bool Saturate) {
  switch (T) {
  case MatrixType::F64:
    memcpy(Registers + 2 * Index, &V, 8);
    return;
  case MatrixType::F32:
    Registers[Index] = std::bit_cast<uint32_t>(float(V));
    return;
  case MatrixType::S32: {
    // Sums of at most 64 products and a 32-bit number are exact in double.
    int64_t I = int64_t(V);
    if (Saturate)
      I = std::clamp<int64_t>(I, INT32_MIN, INT32_MAX);
    Registers[Index] = uint32_t(I);
    return;
  }
  case MatrixType::F16: {
    uint32_t &R = Registers[Index / 2];
    const uint32_t Shift = Index % 2 * 16;
    R = (R & ~(0xFFFFu << Shift)) | uint32_t(doubleToHalf(V)) << Shift;
    return;
  }
  default:
    return;
  }
}

namespace {

/// The double-precision matrices of one instruction.
struct MmaMatrices {
  double A[16 * 64], B[64 * 8], C[16 * 8];
};

uint32_t perRegister(MatrixType T) { return T == MatrixType::F64 ? 1 : 32 / bitsOf(T); }
void gather(const MmaOp &Op, uint32_t Lane, const uint32_t *In, MmaMatrices &X) {
  const uint32_t EA = perRegister(Op.A), EB = perRegister(Op.B);
  double Values[32];
  const uint32_t CountA = Op.M * Op.K / 32, CountB = Op.K * 8 / 32, CountC = Op.M * 8 / 32;
  decodeElements(In, CountA, Op.A, Values);
  for (uint32_t I = 0; I < CountA; ++I) {
    const FragmentCoord At = Op.M == 8 ? elementOfA8(Lane, I / EA, I % EA, EA) : elementOfA(Lane, I / EA, I % EA, EA);
    X.A[At.Row * Op.K + At.Column] = Values[I];
  }
  decodeElements(In + Op.registersA(), CountB, Op.B, Values);
  for (uint32_t I = 0; I < CountB; ++I) {
    const FragmentCoord At = elementOfB(Lane, I / EB, I % EB, EB);
    X.B[At.Row * 8 + At.Column] = Values[I];
  }
  decodeElements(In + Op.registersA() + Op.registersB(), CountC, Op.C, Values);
  for (uint32_t I = 0; I < CountC; ++I) {
    const FragmentCoord At = elementOfC(Lane, I);
    X.C[At.Row * 8 + At.Column] = Values[I];
  }
}

void multiply(const MmaOp &Op, MmaMatrices &X) {
  for (uint32_t M = 0; M < Op.M; ++M) {
    double Sum[8] = {};
    for (uint32_t K = 0; K < Op.K; ++K)
      for (uint32_t N = 0; N < 8; ++N)
        Sum[N] += X.A[M * Op.K + K] * X.B[K * 8 + N];
    for (uint32_t N = 0; N < 8; ++N)
      X.C[M * 8 + N] += Sum[N];
  }
}

void mma(Warp &W, uint32_t Mask) {
  static MmaMatrices X;
  const MmaOp &Op = mmaOp(static_cast<MmaData *>(W.Posts[0].Data)->Op);
  for (uint32_t Lane = 0; Lane < 32; ++Lane)
    gather(Op, Lane, static_cast<MmaData *>(W.Posts[Lane].Data)->In, X);
  multiply(Op, X);
  for (uint32_t Lane = 0; Lane < 32; ++Lane) {
    uint32_t *Out = static_cast<MmaData *>(W.Posts[Lane].Data)->Out;
    for (uint32_t I = 0; I < Op.M * 8 / 32; ++I) {
      const FragmentCoord At = elementOfC(Lane, I);
      writeElement(Out, I, Op.D, X.C[At.Row * 8 + At.Column], Op.Saturate);
    }
  }
  counters::matrix(Op.Name);
}

struct MatrixMove {
  uint64_t Address;
  uint32_t Count, Transposed, IsStore;
  uint32_t *Registers;
};

/// Checks the rows' addresses, each as an access of the lane that gives it.
void checkRows(Warp &W, uint32_t Count, Access Kind) {
  Thread *Last = TheMachine.Current;
  for (uint32_t Row = 0; Row < 8 * Count; ++Row) {
    TheMachine.Current = W.Lanes[Row];
    checks::access(static_cast<MatrixMove *>(W.Posts[Row].Data)->Address, 16, 16, Kind, W.Posts[Row].Site);
  }
  TheMachine.Current = Last;
}

void moveMatrices(Warp &W, uint32_t Mask) {
  const MatrixMove &First = *static_cast<MatrixMove *>(W.Posts[0].Data);
  checkRows(W, First.Count, First.IsStore ? Access::Store : Access::Load);
  for (uint32_t Matrix = 0; Matrix < First.Count; ++Matrix) {
    uint64_t Rows[8];
    for (uint32_t R = 0; R < 8; ++R)
      Rows[R] = static_cast<MatrixMove *>(W.Posts[Matrix * 8 + R].Data)->Address;
    counters::matrixRows(W.Posts[0].Site, Rows, First.IsStore);
    for (uint32_t Lane = 0; Lane < 32; ++Lane) {
      uint16_t Halves[2];
      uint32_t &Register = static_cast<MatrixMove *>(W.Posts[Lane].Data)->Registers[Matrix];
      if (First.IsStore)
        memcpy(Halves, &Register, 4);
      for (uint32_t I = 0; I < 2; ++I) {
        FragmentCoord At = elementOfMatrix(Lane, I);
        if (First.Transposed)
          std::swap(At.Row, At.Column);
        auto *Memory = reinterpret_cast<uint16_t *>(Rows[At.Row]) + At.Column;
        if (First.IsStore)
          *Memory = Halves[I];
        else
          Halves[I] = *Memory;
      }
      if (!First.IsStore)
        memcpy(&Register, Halves, 4);
    }
  }
}

struct Transposition {
  uint32_t In, Out;
};

void transpose(Warp &W, uint32_t) {
  uint16_t Matrix[8][8];
  for (uint32_t Lane = 0; Lane < 32; ++Lane)
    for (uint32_t I = 0; I < 2; ++I) {
      const FragmentCoord At = elementOfMatrix(Lane, I);
      Matrix[At.Row][At.Column] = static_cast<Transposition *>(W.Posts[Lane].Data)->In >> 16 * I;
    }
  for (uint32_t Lane = 0; Lane < 32; ++Lane) {
    const FragmentCoord Low = elementOfMatrix(Lane, 0), High = elementOfMatrix(Lane, 1);
    static_cast<Transposition *>(W.Posts[Lane].Data)->Out =
        Matrix[Low.Column][Low.Row] | uint32_t(Matrix[High.Column][High.Row]) << 16;
  }
}

} // namespace

extern "C" uint32_t phsim_movmatrix(uint32_t Site, uint32_t Register) {
  Transposition Data = {Register, 0};
  warpCollective(Site, ~0u, true, transpose, &Data);
  return Data.Out;
}

extern "C" void phsim_mma(uint32_t Site, uint32_t Op, const uint32_t *In, uint32_t *Out) {
  MmaData Data = {Op, In, Out};
  warpCollective(Site, ~0u, true, mma, &Data);
}

extern "C" void phsim_ldmatrix(uint32_t Site, uint64_t Address, uint32_t Count, uint32_t Transposed, uint32_t *Out) {
  MatrixMove Move = {Address, Count, Transposed, false, Out};
  warpCollective(Site, ~0u, true, moveMatrices, &Move);
}

extern "C" void phsim_stmatrix(uint32_t Site, uint64_t Address, uint32_t Count, uint32_t Transposed, uint32_t *In) {
  MatrixMove Move = {Address, Count, Transposed, true, In};
  warpCollective(Site, ~0u, true, moveMatrices, &Move);
}
