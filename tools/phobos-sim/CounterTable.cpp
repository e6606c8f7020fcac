//===- CounterTable.cpp - The simulator's counters as a table ---*- C++ -*-===//
#include "Sim/Places.h"
#include "Tool.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace phobos::sim;

namespace {

/// What the instructions of one kind did, added up.
struct Accesses {
  uint64_t Requests = 0, Bytes = 0, Passes = 0, Excess = 0, Masked = 0;
};

/// The launches of one kernel, added up.
struct Totals {
  uint64_t Launches = 0;
  std::map<std::string, uint64_t> Matrix;
  uint64_t Barriers = 0, WarpSyncs = 0, AsyncWaits = 0, AsyncBytes = 0, StoredBytes = 0;
  Accesses GlobalLoads, GlobalStores, SharedLoads, SharedStores;
};

/// Reads one launch; what is missing or of another kind is in Bad.
class Reader {
  Totals &To;

public:
  std::string Bad;
  explicit Reader(Totals &To) : To(To) {}

  void launch(const json::Object &O) {
    ++To.Launches;
    if (const json::Object *Matrix = O.getObject("matrix")) {
      for (auto &[Name, Count] : *Matrix)
        if (auto N = Count.getAsUINT64())
          To.Matrix[Name.str()] += *N;
        else
          Bad = "matrix";
    } else {
      Bad = "matrix";
    }
    add(O, "barriers", To.Barriers);
    add(O, "warp_syncs", To.WarpSyncs);
    add(O, "async_waits", To.AsyncWaits);
    add(O, "async_bytes", To.AsyncBytes);
    add(O, "stored_bytes", To.StoredBytes);
    accesses(O, "global_loads", To.GlobalLoads, "lines", "excess_lines");
    accesses(O, "global_stores", To.GlobalStores, "lines", "excess_lines");
    accesses(O, "shared_loads", To.SharedLoads, "wavefronts", "bank_conflicts");
    accesses(O, "shared_stores", To.SharedStores, "wavefronts", "bank_conflicts");
  }

private:
  void add(const json::Object &O, StringRef Key, uint64_t &To) {
    const json::Value *V = O.get(Key);
    if (auto N = V ? V->getAsUINT64() : std::nullopt)
      To += *N;
    else
      Bad = Key;
  }

  void accesses(const json::Object &O, StringRef Key, Accesses &To, StringRef Passes, StringRef Excess) {
    const json::Array *Rows = O.getArray(Key);
    if (!Rows) {
      Bad = Key;
      return;
    }
    for (const json::Value &V : *Rows) {
      const json::Object *Row = V.getAsObject();
      if (!Row) {
        Bad = Key;
        return;
      }
      add(*Row, "requests", To.Requests);
      add(*Row, "bytes", To.Bytes);
      add(*Row, "masked_threads", To.Masked);
      add(*Row, Passes, To.Passes);
      add(*Row, Excess, To.Excess);
    }
  }
};

void merge(Accesses &To, const Accesses &From) {
  To.Requests += From.Requests;
  To.Bytes += From.Bytes;
  To.Passes += From.Passes;
  To.Excess += From.Excess;
  To.Masked += From.Masked;
}

void merge(Totals &To, const Totals &From) {
  To.Launches += From.Launches;
  for (auto &[Name, Count] : From.Matrix)
    To.Matrix[Name] += Count;
  To.Barriers += From.Barriers;
  To.WarpSyncs += From.WarpSyncs;
  To.AsyncWaits += From.AsyncWaits;
  To.AsyncBytes += From.AsyncBytes;
  To.StoredBytes += From.StoredBytes;
  merge(To.GlobalLoads, From.GlobalLoads);
  merge(To.GlobalStores, From.GlobalStores);
  merge(To.SharedLoads, From.SharedLoads);
  merge(To.SharedStores, From.SharedStores);
}

void printRow(raw_ostream &OS, StringRef Name, const Accesses &A) {
  if (A.Requests)
    OS << "  " << left_justify(Name, 14)
       << format("%14llu %14llu %14llu %14llu %14llu\n", A.Requests, A.Bytes, A.Passes, A.Excess, A.Masked);
}

void print(raw_ostream &OS, const std::string &Title, const Totals &T) {
  OS << Title << ", " << T.Launches << " launch" << (T.Launches == 1 ? "" : "es") << '\n';
  for (auto &[Name, Count] : T.Matrix)
    OS << "  matrix instructions: " << Count << ' ' << Name << '\n';
  OS << "  barriers: " << T.Barriers << ", warp synchronizations: " << T.WarpSyncs
     << ", cp.async waits: " << T.AsyncWaits << '\n';
  OS << "  staged: " << T.AsyncBytes << " bytes by cp.async, " << T.StoredBytes << " by stores\n";
  const char *Heads[] = {"requests", "bytes", "lines/passes", "excess", "masked"};
  OS << "  " << left_justify("", 14);
  for (const char *Head : Heads)
    OS << (Head == Heads[0] ? "" : " ") << right_justify(Head, 14);
  OS << '\n';
  printRow(OS, "global loads", T.GlobalLoads);
  printRow(OS, "global stores", T.GlobalStores);
  printRow(OS, "shared loads", T.SharedLoads);
  printRow(OS, "shared stores", T.SharedStores);
}

} // namespace

static Error wrong(StringRef File, const Twine &What) {
  return createStringError("'" + File + "' " + What + "; PHOBOS_SIM=json=FILE writes such files");
}

Error printCounterTable(StringRef File, raw_ostream &OS) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File + "': " + Buffer.getError().message());
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return wrong(File, "is no JSON: " + toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  const json::Array *Launches = Top ? Top->getArray("launches") : nullptr;
  if (!Launches)
    return wrong(File, "holds no counters: it has no list 'launches'");
  if (auto Version = Top->getInteger("version"); Version != 1)
    return wrong(File, "is of version " + (Version ? Twine(*Version).str() : "unknown") + ", not 1");
  MapVector<StringRef, Totals> Kernels;
  for (const json::Value &V : *Launches) {
    const json::Object *Launch = V.getAsObject();
    const auto Name = Launch ? Launch->getString("kernel") : std::nullopt;
    if (!Name)
      return wrong(File, "has a launch without a 'kernel'");
    Reader R(Kernels[*Name]);
    R.launch(*Launch);
    if (!R.Bad.empty())
      return wrong(File, "has a launch of '" + demangle(*Name) + "' without a number in '" + R.Bad + "'");
  }
  Totals All;
  for (auto &[Name, T] : Kernels) {
    print(OS, "kernel '" + kernelText(Name) + "'", T);
    OS << '\n';
    merge(All, T);
  }
  print(OS, "all kernels", All);
  return Error::success();
}
