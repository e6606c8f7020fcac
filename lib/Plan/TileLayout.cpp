//===- TileLayout.cpp - Who stages and who reads which element --*- C++ -*-===//
#include "Plan/TileLayout.h"

using namespace phobos;

unsigned phobos::elementOffset(const OperandPlan &O, TileCoord At) {
  bool KMajor = O.Shared == Orientation::KMajor;
  return O.swizzle().offset(KMajor ? At.MN : At.K, (KMajor ? At.K : At.MN) * 2);
}

unsigned phobos::piecesPerThread(const Variant &V, const OperandPlan &O) { return O.pieces() / V.threads(); }

TileCoord phobos::pieceStart(const Variant &V, const OperandPlan &O, unsigned Thread, unsigned I) {
  // Consecutive threads take consecutive pieces of a row, then of the next row: coalesced, and free of bank conflicts.
  unsigned Piece = I * V.threads() + Thread;
  unsigned Row = Piece / O.piecesPerRow(), Column = Piece % O.piecesPerRow() * O.pieceElements();
  return O.Shared == Orientation::KMajor ? TileCoord{Row, Column} : TileCoord{Column, Row};
}

const OperandPlan &phobos::operandOf(const Variant &V, Side S) { return S == Side::A ? V.A : V.B; }

unsigned phobos::loadsPerStep(const Variant &V, Side S) { return (S == Side::A ? V.WarpTileM : V.WarpTileN) / 16; }

/// Warps go down m first.
static unsigned warpM(const Variant &V, unsigned Thread) { return Thread / 32 % V.warpsM(); }
static unsigned warpN(const Variant &V, unsigned Thread) { return Thread / 32 / V.warpsM(); }

TileCoord phobos::loadRow(const Variant &V, Side S, unsigned Thread, unsigned Load, unsigned Step) {
  bool Transposed = operandOf(V, S).Shared == Orientation::MNMajor;
  unsigned K = Step * V.Instr->K;
  if (S == Side::A) {
    FragmentCoord At = loadRowA(*V.Instr, Thread % 32, Transposed);
    return {warpM(V, Thread) * V.WarpTileM + Load * 16 + At.Row, K + At.Column};
  }
  FragmentCoord At = loadRowB(*V.Instr, Thread % 32, Transposed);
  return {warpN(V, Thread) * V.WarpTileN + Load * 16 + At.Column, K + At.Row};
}

FragmentCoord phobos::sumCoord(const Variant &V, unsigned Thread, unsigned MBlock, unsigned NBlock, unsigned Value) {
  FragmentCoord At = fragmentC(*V.Instr, Thread % 32, Value);
  return {warpM(V, Thread) * V.WarpTileM + MBlock * V.Instr->M + At.Row,
          warpN(V, Thread) * V.WarpTileN + NBlock * V.Instr->N + At.Column};
}
