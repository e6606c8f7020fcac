//===- Check.cpp - What counts as right -----------------------------------===//
//
// Per output array and copy:
//   - a NaN or an infinity exactly where float64 has one (an infinity also where rounding to the output type gives one);
//     an unexpected NaN never passes;
//   - ||out - ref|| <= bound * ||magnitude|| over the finite elements, magnitude = |A||B| + |C0| by element;
//   - no element off by more than 8 bounds of its own magnitude, lest one wrong element drown in the norm;
//   - nothing else touched.
// Where scalar companions are checked, the copies' bytes must agree besides (any NaN equals any NaN).
//
//===----------------------------------------------------------------------===//
#include "Trial.h"
#include <cstdio>

using namespace e2e;

namespace {
/// The tally of one output array of one copy.
struct Tally {
  double Squares = 0, Scale = 0;
  size_t Wrong = 0, FirstWrong = 0;
  double Got = 0;

  void wrong(size_t Index, double Out) {
    if (Wrong++ == 0) {
      FirstWrong = Index;
      Got = Out;
    }
  }
};
} // namespace

static std::string describe(const Array &Of, const Tally &T) {
  char Text[256];
  const Value &V = Of.Expected[T.FirstWrong];
  size_t Expected = std::count(Of.IsExpected.begin(), Of.IsExpected.end(), 1);
  std::snprintf(Text, sizeof Text, "%s: %zu of %zu elements wrong, the first is element %zu: %.9g instead of %.9g (magnitude %.3g)",
                Of.Name.c_str(), T.Wrong, Expected, T.FirstWrong, T.Got, V.Result, V.Magnitude);
  return Text;
}

static Tally tally(const Array &Of, Copy Which, double Bound) {
  // Halves below the normal range have an absolute error.
  constexpr double Tiny = 0x1p-24;
  Tally T;
  for (size_t I = 0; I < Of.Count; ++I) {
    if (!Of.IsExpected[I])
      continue;
    const Value &V = Of.Expected[I];
    double Out = Of.Read(&Of.After[int(Which)][I * Of.ElementBytes]);
    if (!std::isfinite(V.Result)) {
      if (std::isnan(V.Result) ? !std::isnan(Out) : Out != V.Result)
        T.wrong(I, Out);
      continue;
    }
    if (std::isinf(Of.Round(V.Result)) && Out == Of.Round(V.Result))
      continue;
    // A NaN that the tail has turned into a number has no magnitude.
    double Magnitude = std::isfinite(V.Magnitude) ? V.Magnitude : std::fabs(V.Result);
    double Error = std::fabs(Out - V.Result);
    if (!(Error <= 8 * Bound * Magnitude + (Of.Rounding > 0 ? Tiny : 0))) {
      T.wrong(I, Out);
      continue;
    }
    T.Squares += Error * Error;
    T.Scale += Magnitude * Magnitude;
  }
  return T;
}

static bool sameElement(const Array &Of, size_t I) {
  const unsigned char *One = &Of.After[0][I * Of.ElementBytes], *Two = &Of.After[1][I * Of.ElementBytes];
  return std::memcmp(One, Two, Of.ElementBytes) == 0 || (std::isnan(Of.Read(One)) && std::isnan(Of.Read(Two)));
}

/// The first element in which the copies differ, or Count.
static size_t firstDifference(const Array &Of) {
  size_t I = 0;
  while (I < Of.Count && sameElement(Of, I))
    ++I;
  return I;
}

static std::string describeDifference(const Array &Of, size_t I) {
  char Text[160];
  std::snprintf(Text, sizeof Text, "%s: element %zu differs: %.9g annotated, %.9g original", Of.Name.c_str(), I,
                Of.Read(&Of.After[0][I * Of.ElementBytes]), Of.Read(&Of.After[1][I * Of.ElementBytes]));
  return Text;
}

Outcome Trial::check() {
  Outcome Result;
  Result.Fault = OwnFault;
  double Exact = 1e-6 + 2e-6 * std::sqrt(K / 64.0);
  for (Copy Which : {Copy::Annotated, Copy::Original}) {
    const char *Who = Which == Copy::Annotated ? "annotated" : "original";
    bool IsOriginal = Which == Copy::Original || Options.Exact;
    for (auto &Each : Arrays) {
      std::string Fault = Each->checkUntouched(Which);
      if (!Fault.empty())
        Fault = Each->Name + ": " + Fault;
      if (Fault.empty() && Each->isOutput()) {
        double Bound = Exact + Each->Rounding + (IsOriginal ? OriginalSlack : OperandRounding);
        Tally T = tally(*Each, Which, Bound);
        double Error = T.Scale > 0 ? std::sqrt(T.Squares / T.Scale) : std::sqrt(T.Squares);
        if (T.Wrong)
          Fault = describe(*Each, T);
        else if (!(Error <= Bound) && Error > 0x1p-24)
          Fault = Each->Name + ": error " + std::to_string(Error) + " exceeds " + std::to_string(Bound);
        if (Result.Bound[int(Which)] == 0 || Error / Bound > Result.Error[int(Which)] / Result.Bound[int(Which)]) {
          Result.Error[int(Which)] = Error;
          Result.Bound[int(Which)] = Bound;
        }
      }
      if (!Fault.empty() && Result.Fault.empty())
        Result.Fault = std::string(Who) + " kernel: " + Fault;
    }
  }
  for (auto &Each : Arrays) {
    size_t At = Each->isOutput() ? firstDifference(*Each) : Each->Count;
    if (At == Each->Count)
      continue;
    Result.Differs = true;
    if (Options.Exact && Result.Fault.empty())
      Result.Fault = describeDifference(*Each, At);
  }
  return Result;
}
