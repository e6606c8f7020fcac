//===- Report.cpp - Prints faults and totals, writes JSON -----------------===//
#include "Report.h"
#include <cinttypes>
#include <cstdio>
#include <set>

using namespace e2e;

void Record::fail(const std::string &Text) {
  std::snprintf(Fault, sizeof Fault, "%s", Text.c_str());
}

void e2e::printFault(const Record &R, uint64_t Seed) {
  std::printf("FAIL %s M=%d N=%d K=%d: %s\n     again: --filter '^%s$' --seed %" PRIu64 " --trial %d\n", R.Of->Name,
              R.Size.M, R.Size.N, R.Size.K, R.Fault, R.Of->Name, Seed, R.Number);
  std::fflush(stdout);
}

static std::string quoted(const std::string &Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C >= ' ' ? C : ' ';
  }
  return Out + '"';
}

/// JSON has no NaN: a missing error is null.
static std::string number(double X) {
  if (!std::isfinite(X))
    return "null";
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.4g", X);
  return Text;
}

static bool writeJson(const Summary &S, size_t Failed, const std::string &File) {
  FILE *Out = std::fopen(File.c_str(), "w");
  if (!Out) {
    std::printf("FAIL cannot write %s\n", File.c_str());
    return false;
  }
  std::fprintf(Out, "{\"version\":1,\"seed\":%" PRIu64 ",\"failed\":%zu,\"faults\":[", S.Seed, Failed);
  for (size_t I = 0; I < S.Faults.size(); ++I)
    std::fprintf(Out, "%s%s", I ? "," : "", quoted(S.Faults[I]).c_str());
  std::fprintf(Out, "],\"trials\":[");
  for (size_t I = 0; I < S.Count; ++I) {
    const Record &R = S.Records[I];
    std::fprintf(Out,
                 "%s\n{\"form\":%s,\"trial\":%d,\"M\":%d,\"N\":%d,\"K\":%d,\"error\":%s,\"bound\":%s,\"original_error\":%s,"
                 "\"original_bound\":%s,\"differs\":%s,\"moved\":%s,\"fault\":%s}",
                 I ? "," : "", quoted(R.Of->Name).c_str(), R.Number, R.Size.M, R.Size.N, R.Size.K,
                 number(R.Error[0]).c_str(), number(R.Bound[0]).c_str(), number(R.Error[1]).c_str(),
                 number(R.Bound[1]).c_str(), R.Differs ? "true" : "false", R.Moved ? "true" : "false", quoted(R.Fault).c_str());
  }
  std::fprintf(Out, "\n]}\n");
  return std::fclose(Out) == 0;
}

bool Summary::finish(const std::string &File) const {
  size_t Failed = Faults.size(), Skipped = 0;
  std::set<Form *> Forms, Unlike, Moved;
  for (size_t I = 0; I < Count; ++I) {
    Failed += Records[I].Fault[0] != 0;
    Skipped += !Records[I].Done;
    Forms.insert(Records[I].Of);
    if (Records[I].Differs)
      Unlike.insert(Records[I].Of);
    if (Records[I].Moved)
      Moved.insert(Records[I].Of);
  }
  for (const std::string &Text : Faults)
    std::printf("FAIL %s\n", Text.c_str());
  bool Written = File.empty() || writeJson(*this, Failed, File);
  std::printf("seed %" PRIu64 ": %zu forms, %zu of them unlike their original in some bit; companions ran of %zu (known "
              "with --expect-moved)\n",
              Seed, Forms.size(), Unlike.size(), Moved.size());
  std::printf("%zu passed, %zu failed, %zu skipped\n", Count + Faults.size() - Failed - Skipped, Failed, Skipped);
  return Written && !Failed && !Skipped && Count;
}
