//===- Log.h - What the environment says, and what is printed ---------------===//
//
// The environment is read once, at the first launch of a kernel that has companions. Each kernel prints each of its
// outcomes once, as one write to stderr.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_LOG_H
#define PHOBOS_LAUNCH_RUNTIME_LOG_H

#include "Launch/Runtime/Workspace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

namespace phobos_v1 {

enum Setting : uint32_t { SettingsRead = 1, SettingDisabled = 2, SettingLog = 4 };
/// Above these bits: one more than the variant that PHOBOS_VARIANT names, or 0; a byte.
inline constexpr unsigned VariantShift = 8;
/// Above these bits: PHOBOS_MAX_CTAS, or 0.
inline constexpr unsigned MaxCtasShift = 16;

[[gnu::noinline]] inline uint32_t readSettings() {
  uint32_t Settings = SettingsRead;
  const char *Disable = getenv("PHOBOS_DISABLE");
  if (Disable && *Disable && strcmp(Disable, "0") != 0)
    Settings |= SettingDisabled;
  const char *Log = getenv("PHOBOS_LOG");
  if (Log && strcmp(Log, "debug") == 0)
    Settings |= SettingLog;
  const char *Variant = getenv("PHOBOS_VARIANT");
  if (Variant && *Variant >= '0' && *Variant < '0' + PHOBOS_MAX_VARIANTS && !Variant[1])
    Settings |= uint32_t(*Variant - '0' + 1) << VariantShift;
  const char *MaxCtas = getenv("PHOBOS_MAX_CTAS");
  unsigned long Ctas = MaxCtas ? strtoul(MaxCtas, nullptr, 10) : 0;
  if (Ctas <= UINT16_MAX)
    Settings |= uint32_t(Ctas) << MaxCtasShift;
  __phobos_v1_registry.Settings.store(Settings, std::memory_order_relaxed);
  return Settings;
}

inline uint32_t settings() {
  uint32_t Settings = __phobos_v1_registry.Settings.load(std::memory_order_relaxed);
  return Settings ? Settings : readSettings();
}

inline const char *describe(Outcome Why) {
  switch (Why) {
#define OUTCOME(Id, Text)                                                                                              \
  case Outcome::Id:                                                                                                    \
    return Text;
#include "Launch/Runtime/Outcomes.def"
  default:
    return "";
  }
}

/// Whether this is the first time that K has this outcome, and the log is on.
inline bool shouldLog(Kernel &K, Outcome What) {
  if (!(settings() & SettingLog))
    return false;
  uint32_t Bit = 1u << unsigned(What);
  return !(K.Logged.fetch_or(Bit, std::memory_order_relaxed) & Bit);
}

inline void writeLine(const char *Line, int Length, int Capacity) {
  if (Length < 0)
    return;
  // A longer line is cut, and loses its end of line with the rest.
  [[maybe_unused]] ssize_t Written = write(2, Line, Length < Capacity ? Length : Capacity - 1);
}

[[gnu::noinline]] inline void logCompanion(const Kernel &K, const DeviceState &State, const Choice &Chosen,
                                           int Device) {
  char Line[1024];
  const PhobosVariant &V = State.Record.Variants[Chosen.Variant];
  int Length =
      snprintf(Line, sizeof(Line),
               "phobos: kernel '%s': the companion runs on device %d: %s; variant %u of %u, grid %u, %u threads "
               "and %u bytes of shared memory a CTA",
               K.Name, Device, State.Record.Text, Chosen.Variant, State.Record.NumVariants, Chosen.Grid, V.Threads,
               V.SharedBytes);
  const WorkspaceShape &W = Chosen.Workspace;
  if (W.Pitch && Length > 0 && unsigned(Length) < sizeof(Line))
    Length += snprintf(Line + Length, sizeof(Line) - Length, ", operands packed into %llu bytes",
                       static_cast<unsigned long long>(W.Bytes[0] + W.Bytes[1]));
  if (Length > 0 && unsigned(Length) + 1 < sizeof(Line))
    Line[Length++] = '\n';
  writeLine(Line, Length, sizeof(Line));
}

[[gnu::noinline]] inline void logOriginal(const Kernel &K, Outcome Why) {
  char Line[1024];
  int Length = snprintf(Line, sizeof(Line), "phobos: kernel '%s': the original runs: %s\n", K.Name, describe(Why));
  writeLine(Line, Length, sizeof(Line));
}

} // namespace phobos_v1

#endif
