//===- Wmma.cpp - Matrix instructions with opaque fragments -----*- C++ -*-===//
#include "Sim/Wmma.h"
#include "Sim/Checks.h"
#include "Sim/Counters.h"
#include "Sim/Report.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cstring>
#include <deque>
#include <driver_types.h>

using namespace llvm;
using namespace phobos::sim;

static bool parseShape(StringRef Shape, uint32_t &M, uint32_t &N, uint32_t &K) {
  return Shape.consume_front("m") && !Shape.consumeInteger(10, M) && Shape.consume_front("n") &&
         !Shape.consumeInteger(10, N) && Shape.consume_front("k") && !Shape.consumeInteger(10, K) && Shape.empty();
}

/// Whether wmma multiplies elements of this type in this shape.
static bool hasShape(MatrixType T, StringRef Shape) {
  switch (T) {
  case MatrixType::F16:
  case MatrixType::BF16:
  case MatrixType::S8:
  case MatrixType::U8:
    return Shape == "m16n16k16" || Shape == "m32n8k16" || Shape == "m8n32k16";
  case MatrixType::TF32:
    return Shape == "m16n16k8";
  case MatrixType::F64:
    return Shape == "m8n8k4";
  case MatrixType::S4:
  case MatrixType::U4:
    return Shape == "m8n8k32";
  case MatrixType::B1:
    return Shape == "m8n8k128";
  default:
    return false;
  }
}

std::optional<WmmaFragment> phobos::sim::parseWmmaFragment(StringRef Shape, char Which, StringRef Type, bool Column) {
  uint32_t M, N, K;
  const auto T = parseMatrixType(Type);
  if (!T || !parseShape(Shape, M, N, K))
    return std::nullopt;
  WmmaFragment F;
  F.Type = *T;
  const bool Accumulates = Which == 'c' || Which == 'd';
  if (!Accumulates && !hasShape(*T, Shape))
    return std::nullopt;
  const uint32_t Rows = Which == 'b' ? K : M, Columns = Which == 'a' ? K : N;
  F.Lines = Column ? Columns : Rows;
  F.Length = Column ? Rows : Columns;
  F.Transposed = Accumulates && Column;
  F.PerLane = F.elements() / 32;
  // What PTX has always given f16: eight registers, with elements held twice or four times.
  if (!Accumulates && *T == MatrixType::F16)
    F.PerLane = 16;
  return F.registers() ? std::optional(F) : std::nullopt;
}

std::optional<WmmaOp> phobos::sim::parseWmma(StringRef Shape, bool ColumnA, bool ColumnB, ArrayRef<StringRef> Types,
                                             bool Saturate, bool And) {
  const auto A = parseWmmaFragment(Shape, 'a', Types[1], ColumnA), B = parseWmmaFragment(Shape, 'b', Types[2], ColumnB);
  const auto C = parseWmmaFragment(Shape, 'c', Types[3], false), D = parseWmmaFragment(Shape, 'd', Types[0], false);
  if (!A || !B || !C || !D || A->Type != B->Type)
    return std::nullopt;
  WmmaOp Op;
  Op.A = *A, Op.B = *B, Op.C = *C, Op.D = *D;
  Op.ColumnA = ColumnA, Op.ColumnB = ColumnB;
  Op.And = And;
  parseShape(Shape, Op.Mma.M, Op.Mma.N, Op.Mma.K);
  Op.Mma.A = A->Type, Op.Mma.B = B->Type, Op.Mma.C = C->Type, Op.Mma.D = D->Type;
  Op.Mma.Saturate = Saturate;
  Op.Mma.Name = ("wmma." + Shape + "." + Types[0] + "." + Types[1] + "." + Types[2] + "." + Types[3]).str();
  return Op;
}

static std::deque<WmmaFragment> &fragments() {
  static auto *All = new std::deque<WmmaFragment>;
  return *All;
}
static std::deque<WmmaOp> &ops() {
  static auto *All = new std::deque<WmmaOp>;
  return *All;
}
uint32_t phobos::sim::addWmmaFragment(const WmmaFragment &F) {
  fragments().push_back(F);
  return fragments().size() - 1;
}
uint32_t phobos::sim::addWmmaOp(const WmmaOp &Op) {
  ops().push_back(Op);
  return ops().size() - 1;
}

namespace {

/// The most elements that any fragment has: m8n8k128's operands.
constexpr uint32_t MostElements = 1024;

struct WmmaMove {
  uint32_t Fragment, IsStore;
  uint64_t Address;
  /// Elements from a line to the next.
  uint32_t Stride;
  uint32_t *Registers;
};
struct WmmaData {
  uint32_t Op;
  /// a's registers, then b's, then c's.
  const uint32_t *In;
  uint32_t *Out;
};

template <typename T> T &post(Warp &W, uint32_t Lane) { return *static_cast<T *>(W.Posts[Lane].Data); }

/// The matrix as it is packed line after line, and the lanes' registers, which are the same but for the order of a
/// column-major accumulator.
class Packed {
  const WmmaFragment &F;
  const uint32_t Bits = bitsOf(F.Type);

public:
  uint8_t Bytes[MostElements * 2] = {};
  explicit Packed(const WmmaFragment &F) : F(F) {}

  uint32_t lineBytes() const { return F.Length * Bits / 8; }
  uint32_t bytes() const { return F.elements() * Bits / 8; }

  void toRegisters(uint32_t Lane, uint32_t *Registers) const {
    auto *Out = reinterpret_cast<uint8_t *>(Registers);
    forParts(Lane, [&](uint32_t At, uint32_t Offset, uint32_t Count) { memcpy(Out + Offset, Bytes + At, Count); });
  }
  void fromRegisters(uint32_t Lane, const uint32_t *Registers) {
    auto *In = reinterpret_cast<const uint8_t *>(Registers);
    forParts(Lane, [&](uint32_t At, uint32_t Offset, uint32_t Count) { memcpy(Bytes + At, In + Offset, Count); });
  }

private:
  template <typename Fn> void forParts(uint32_t Lane, Fn Do) const {
    if (!F.Transposed) {
      const uint32_t Count = F.PerLane * Bits / 8;
      Do(Lane * Count % bytes(), 0, Count);
      return;
    }
    // Row-major number to the column-major one; accumulators' elements are whole bytes.
    const uint32_t Size = Bits / 8;
    for (uint32_t I = 0; I < F.PerLane; ++I) {
      const uint32_t Number = Lane * F.PerLane + I, Row = Number / F.Lines, Column = Number % F.Lines;
      Do((Column * F.Length + Row) * Size, I * Size, Size);
    }
  }
};

/// Every lane must give the same address and stride.
void checkUniform(Warp &W) {
  const WmmaMove &First = post<WmmaMove>(W, 0);
  for (uint32_t Lane = 1; Lane < 32; ++Lane) {
    const WmmaMove &Other = post<WmmaMove>(W, Lane);
    if (Other.Address == First.Address && Other.Stride == First.Stride)
      continue;
    report(Finding::DivergentCollective, W.Posts[Lane].Site,
           site(W.Posts[Lane].Site).What + ": lanes 0 and " + std::to_string(Lane) + " of a warp give different " +
               (Other.Stride == First.Stride ? "addresses" : "strides"));
    TheMachine.fail(cudaErrorLaunchFailure);
  }
}

/// Each lane accesses an equal share, 16 bytes at a time at most.
template <typename Fn> void forShares(Warp &W, const WmmaFragment &F, const Packed &P, Fn Do) {
  const WmmaMove &Move = post<WmmaMove>(W, 0);
  const uint32_t Share = std::min({P.bytes() / 32, P.lineBytes(), 16u});
  const uint64_t LineStride = uint64_t(Move.Stride) * bitsOf(F.Type) / 8;
  Thread *Last = TheMachine.Current;
  for (uint32_t At = 0, I = 0; At < P.bytes(); At += Share, ++I) {
    const uint64_t Address = Move.Address + At / P.lineBytes() * LineStride + At % P.lineBytes();
    TheMachine.Current = W.Lanes[I % 32];
    const Access Kind = Move.IsStore ? Access::Store : Access::Load;
    checks::access(Address, Share, Share, Kind, W.Posts[I % 32].Site);
    counters::access(Address, Share, Kind, W.Posts[I % 32].Site);
    Do(reinterpret_cast<void *>(Address), At, Share);
  }
  TheMachine.Current = Last;
}

// Two functions, so that lanes at a load and lanes at a store are not taken for lanes at one instruction.
void loadFragment(Warp &W, uint32_t) {
  checkUniform(W);
  const WmmaFragment &F = fragments()[post<WmmaMove>(W, 0).Fragment];
  Packed P(F);
  forShares(W, F, P, [&](void *From, uint32_t At, uint32_t Bytes) { memcpy(P.Bytes + At, From, Bytes); });
  for (uint32_t Lane = 0; Lane < 32; ++Lane)
    P.toRegisters(Lane, post<WmmaMove>(W, Lane).Registers);
}

void storeFragment(Warp &W, uint32_t) {
  checkUniform(W);
  const WmmaFragment &F = fragments()[post<WmmaMove>(W, 0).Fragment];
  Packed P(F);
  for (uint32_t Lane = 0; Lane < 32; ++Lane)
    P.fromRegisters(Lane, post<WmmaMove>(W, Lane).Registers);
  forShares(W, F, P, [&](void *To, uint32_t At, uint32_t Bytes) { memcpy(To, P.Bytes + At, Bytes); });
}

/// Elements in the fragment's order. Skip: registers before the fragment's in In.
void gather(Warp &W, const WmmaFragment &F, uint32_t Skip, double *Out) {
  for (uint32_t Lane = 0; Lane * F.PerLane < F.elements(); ++Lane)
    decodeElements(post<WmmaData>(W, Lane).In + Skip, F.PerLane, F.Type, Out + Lane * F.PerLane);
}

void multiply(const WmmaOp &Op, const double *A, const double *B, double *C) {
  const MmaOp &S = Op.Mma;
  const bool Bitwise = S.A == MatrixType::B1;
  for (uint32_t M = 0; M < S.M; ++M)
    for (uint32_t N = 0; N < S.N; ++N) {
      double Sum = 0;
      for (uint32_t K = 0; K < S.K; ++K) {
        const double X = A[Op.ColumnA ? K * S.M + M : M * S.K + K], Y = B[Op.ColumnB ? N * S.K + K : K * S.N + N];
        // Bits are 0 and 1: their exclusive or is 1 where they differ.
        Sum += Bitwise && !Op.And ? double(X != Y) : X * Y;
      }
      C[M * S.N + N] += Sum;
    }
}

void wmma(Warp &W, uint32_t) {
  static double A[MostElements], B[MostElements], C[MostElements];
  const WmmaOp &Op = ops()[post<WmmaData>(W, 0).Op];
  gather(W, Op.A, 0, A);
  gather(W, Op.B, Op.A.registers(), B);
  gather(W, Op.C, Op.A.registers() + Op.B.registers(), C);
  multiply(Op, A, B, C);
  for (uint32_t Lane = 0; Lane < 32; ++Lane)
    for (uint32_t I = 0; I < Op.D.PerLane; ++I)
      writeElement(post<WmmaData>(W, Lane).Out, I, Op.D.Type, C[Lane * Op.D.PerLane + I], Op.Mma.Saturate);
  counters::matrix(Op.Mma.Name);
}

} // namespace

extern "C" void phsim_wmma_load(uint32_t Site, uint32_t Fragment, uint64_t Address, uint32_t Stride, uint32_t *Out) {
  WmmaMove Move = {Fragment, false, Address, Stride, Out};
  warpCollective(Site, ~0u, true, loadFragment, &Move);
}

extern "C" void phsim_wmma_store(uint32_t Site, uint32_t Fragment, uint64_t Address, uint32_t Stride, uint32_t *In) {
  WmmaMove Move = {Fragment, true, Address, Stride, In};
  warpCollective(Site, ~0u, true, storeFragment, &Move);
}

extern "C" void phsim_wmma(uint32_t Site, uint32_t Op, const uint32_t *In, uint32_t *Out) {
  WmmaData Data = {Op, In, Out};
  warpCollective(Site, ~0u, true, wmma, &Data);
}
