//===- CountersPrint.cpp - Counters as text and JSON ------------*- C++ -*-===//
#include "Sim/Counters.h"
#include "Sim/Places.h"
#include "Sim/Report.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace phobos::sim;

namespace {

using Table = std::map<uint32_t, AccessCount>;

AccessCount total(const Table &T) {
  AccessCount Sum;
  for (auto &[Site, C] : T) {
    Sum.Requests += C.Requests;
    Sum.MaskedLanes += C.MaskedLanes;
    Sum.Bytes += C.Bytes;
    Sum.Lines += C.Lines;
    Sum.LeastLines += C.LeastLines;
    Sum.Wavefronts += C.Wavefronts;
    Sum.LeastWavefronts += C.LeastWavefronts;
  }
  return Sum;
}

void printGlobal(raw_ostream &OS, StringRef Name, const Table &T) {
  if (T.empty())
    return;
  const AccessCount C = total(T);
  OS << "  " << Name << ": " << C.Requests << " requests, " << C.Bytes << " bytes, " << C.Lines << " lines, "
     << C.Lines - C.LeastLines << " more than needed, " << C.MaskedLanes << " threads masked off\n";
}

void printShared(raw_ostream &OS, StringRef Name, const Table &T) {
  if (T.empty())
    return;
  const AccessCount C = total(T);
  OS << "  " << Name << ": " << C.Requests << " requests, " << C.Bytes << " bytes, " << C.Wavefronts << " wavefronts, "
     << C.Wavefronts - C.LeastWavefronts << " bank conflicts\n";
  for (auto &[Site, A] : T)
    if (A.Wavefronts > A.LeastWavefronts)
      OS << "    " << site(Site).What << " at " << site(Site).Location << ": " << A.Wavefronts << " wavefronts for "
         << A.LeastWavefronts << "\n";
}

json::Array toJson(const Table &T, bool Shared) {
  json::Array Out;
  for (auto &[Site, C] : T) {
    json::Object O{{"instruction", site(Site).What},
                   {"location", site(Site).Location},
                   {"requests", C.Requests},
                   {"bytes", C.Bytes},
                   {"masked_threads", C.MaskedLanes}};
    if (Shared) {
      O["wavefronts"] = C.Wavefronts;
      O["bank_conflicts"] = C.Wavefronts - C.LeastWavefronts;
    } else {
      O["lines"] = C.Lines;
      O["excess_lines"] = C.Lines - C.LeastLines;
    }
    Out.push_back(std::move(O));
  }
  return Out;
}

json::Array toJson(Dim3 D) { return json::Array{D.X, D.Y, D.Z}; }

} // namespace

void phobos::sim::printCounters(const LaunchCounters &L, raw_ostream &OS) {
  OS << "phobos-sim: counters of '" << kernelText(L.Kernel) << "', grid " << str(L.Grid) << ", block " << str(L.Block)
     << "\n";
  for (auto &[Name, Count] : L.Matrix)
    OS << "  matrix instructions: " << Count << " " << Name << "\n";
  OS << "  barriers: " << L.Barriers << ", warp synchronizations: " << L.WarpSyncs
     << ", cp.async waits: " << L.AsyncWaits << "\n";
  printGlobal(OS, "global loads", L.GlobalLoads);
  printGlobal(OS, "global stores", L.GlobalStores);
  printShared(OS, "shared loads", L.SharedLoads);
  printShared(OS, "shared stores", L.SharedStores);
  if (L.AsyncBytes || L.StoredBytes)
    OS << "  staged: " << L.AsyncBytes << " bytes by cp.async, " << L.StoredBytes << " by stores\n";
}

static json::Value toJson(const LaunchCounters &L) {
  json::Object Matrix;
  for (auto &[Name, Count] : L.Matrix)
    Matrix[Name] = Count;
  return json::Object{{"kernel", L.Kernel},
                      {"grid", toJson(L.Grid)},
                      {"block", toJson(L.Block)},
                      {"matrix", std::move(Matrix)},
                      {"barriers", L.Barriers},
                      {"warp_syncs", L.WarpSyncs},
                      {"async_waits", L.AsyncWaits},
                      {"async_bytes", L.AsyncBytes},
                      {"stored_bytes", L.StoredBytes},
                      {"global_loads", toJson(L.GlobalLoads, false)},
                      {"global_stores", toJson(L.GlobalStores, false)},
                      {"shared_loads", toJson(L.SharedLoads, true)},
                      {"shared_stores", toJson(L.SharedStores, true)}};
}

void phobos::sim::addCountersToJson(const LaunchCounters &L) {
  static constexpr StringRef Head = "{\"version\": 1, \"launches\": [\n", Tail = "\n]}\n";
  static raw_fd_ostream *OS = nullptr;
  static bool Failed = false;
  if (Failed)
    return;
  const bool First = !OS;
  if (First) {
    const std::string &File = Settings::get().JsonFile;
    std::error_code Error;
    OS = new raw_fd_ostream(File, Error);
    if (Error) {
      Failed = true;
      reportSetting("cannot write '" + File + "', which PHOBOS_SIM=json= names: " + Error.message());
      return;
    }
    *OS << Head;
    // What cannot go back gets its end last.
    if (!OS->supportsSeeking())
      atexit([] {
        *OS << Tail;
        OS->flush();
      });
  } else {
    if (OS->supportsSeeking())
      OS->seek(OS->tell() - Tail.size());
    *OS << ",\n";
  }
  *OS << formatv("{0:2}", toJson(L));
  if (OS->supportsSeeking())
    *OS << Tail;
  OS->flush();
  if (!OS->has_error())
    return;
  Failed = true;
  reportSetting("cannot write '" + Settings::get().JsonFile +
                "', which PHOBOS_SIM=json= names: " + OS->error().message());
  OS->clear_error();
}
