//===- Print.cpp - Plans as text and as JSON --------------------*- C++ -*-===//
#include "Plan/Plan.h"

using namespace phobos;

llvm::StringRef phobos::name(Orientation O) { return O == Orientation::KMajor ? "k-major" : "mn-major"; }

llvm::StringRef phobos::name(StagingKind K) {
  switch (K) {
  case StagingKind::AsyncCopy:
    return "cp.async";
  case StagingKind::ThroughRegisters:
    return "registers";
  case StagingKind::Elements:
    return "elements";
  case StagingKind::Workspace:
    return "workspace";
  }
  llvm_unreachable("covered");
}

llvm::StringRef phobos::name(Packing P) {
  switch (P) {
  case Packing::None:
    return "none";
  case Packing::Always:
    return "always";
  case Packing::IfMisaligned:
    return "if misaligned";
  }
  llvm_unreachable("covered");
}

llvm::StringRef phobos::name(BufferRole R) {
  switch (R) {
  case BufferRole::RowTable:
    return "row-table";
  case BufferRole::Stages:
    return "stages";
  case BufferRole::Sums:
    return "sums";
  }
  llvm_unreachable("covered");
}

llvm::StringRef phobos::name(Phase P) {
  switch (P) {
  case Phase::Probe:
    return "probe";
  case Phase::MainLoop:
    return "main-loop";
  case Phase::Epilogue:
    return "epilogue";
  }
  llvm_unreachable("covered");
}

static llvm::StringRef orderName(EpilogueOrder O) { return O == EpilogueOrder::N ? "n" : "m"; }

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printOperand(llvm::raw_ostream &OS, llvm::StringRef Which, const OperandPlan &O, unsigned Threads) {
  OS << "    " << Which << ": " << name(O.Memory);
  if (O.Memory != O.Fragment)
    OS << " -> " << name(O.Fragment);
  OS << ", " << name(O.Shared) << ", " << name(O.Staging) << ", rows " << O.rows() << " x " << O.rowElements() * 2
     << " bytes, " << O.pieces() / Threads << " pieces a thread\n";
}

static void printVariant(llvm::raw_ostream &OS, const Variant &V, unsigned Index) {
  OS << "  variant " << Index << ": " << V.Instr->Name << ", tile " << V.TileM << "x" << V.TileN << "x" << V.TileK
     << ", warp tile " << V.WarpTileM << "x" << V.WarpTileN << ", " << V.threads() << " threads, " << V.Stages
     << " stages, tiles >= " << V.MinTilesPercent << "% of SMs";
  if (V.isPacked())
    OS << ", packed " << (V.Operands == Packing::Always ? "operands" : "where misaligned");
  OS << "\n";
  printOperand(OS, "A", V.A, V.threads());
  printOperand(OS, "B", V.B, V.threads());
  OS << "    shared: " << V.SharedBytes << " bytes, " << V.CtasPerSM << " CTAs an SM\n";
  for (const SharedBuffer &B : V.Shared)
    OS << "      " << name(B.Role) << ": [" << B.Offset << ", " << B.Offset + B.Bytes << ") " << name(B.First) << ".."
       << name(B.Last) << "\n";
  OS << "    epilogue: along " << orderName(V.Epilogue.Order) << ", " << V.Epilogue.Chunks << " chunks, pitch "
     << V.Epilogue.PitchWords << " words\n";
  OS << "    raster rows " << V.RasterRows << ", registers about " << V.Registers << ", fragment sets "
     << V.FragmentBuffers << ", barriers a slice " << V.BarriersPerSlice << "\n";
}

static void printPack(llvm::raw_ostream &OS, llvm::StringRef Which, const PackPlan &P) {
  OS << "  pack " << Which << ": " << name(P.Memory) << " -> " << name(P.Fragment) << ", read "
     << (P.Read == Orientation::KMajor ? "along k" : "across") << ", rows in multiples of " << P.RowMultiple << "\n";
}

void Plan::print(llvm::raw_ostream &OS) const {
  OS << "plan for " << Target->name() << ", mask " << (Mask == LiveMask::Pairwise ? "pairwise" : "separable") << "\n";
  for (auto [I, V] : llvm::enumerate(Variants))
    printVariant(OS, V, I);
  if (!packedVariant())
    return;
  printPack(OS, "A", PackA);
  printPack(OS, "B", PackB);
  OS << "  packing pays from extents " << MinPackExtent << ", trips " << MinPackTrips << "\n";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Value operandJson(const OperandPlan &O, unsigned Threads) {
  return llvm::json::Object{{"memory", name(O.Memory)},
                            {"fragment", name(O.Fragment)},
                            {"shared", name(O.Shared)},
                            {"staging", name(O.Staging)},
                            {"rows", O.rows()},
                            {"rowBytes", O.rowElements() * 2},
                            {"pieces", O.pieces() / Threads}};
}

static llvm::json::Value variantJson(const Variant &V) {
  llvm::json::Array Shared;
  for (const SharedBuffer &B : V.Shared)
    Shared.push_back(llvm::json::Object{{"role", name(B.Role)},
                                        {"offset", B.Offset},
                                        {"bytes", B.Bytes},
                                        {"first", name(B.First)},
                                        {"last", name(B.Last)}});
  return llvm::json::Object{{"instruction", V.Instr->Name},
                            {"tile", llvm::json::Array{V.TileM, V.TileN, V.TileK}},
                            {"warpTile", llvm::json::Array{V.WarpTileM, V.WarpTileN}},
                            {"threads", V.threads()},
                            {"stages", V.Stages},
                            {"packing", name(V.Operands)},
                            {"fragmentSets", V.FragmentBuffers},
                            {"a", operandJson(V.A, V.threads())},
                            {"b", operandJson(V.B, V.threads())},
                            {"sharedBytes", V.SharedBytes},
                            {"shared", std::move(Shared)},
                            {"ctasPerSM", V.CtasPerSM},
                            {"minTilesPercent", V.MinTilesPercent},
                            {"rasterRows", V.RasterRows},
                            {"registers", V.Registers},
                            {"barriersPerSlice", V.BarriersPerSlice},
                            {"epilogueOrder", orderName(V.Epilogue.Order)},
                            {"epilogueChunks", V.Epilogue.Chunks}};
}

llvm::json::Value Plan::toJson() const {
  llvm::json::Array All;
  for (const Variant &V : Variants)
    All.push_back(variantJson(V));
  return llvm::json::Object{{"chip", Target->name()},
                            {"mask", Mask == LiveMask::Pairwise ? "pairwise" : "separable"},
                            {"variants", std::move(All)}};
}
