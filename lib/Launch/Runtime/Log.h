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

inline void writeLine(const char *Line, int Length, int Capacity) {
  if (Length < 0)
    return;
  // A longer line is cut, and loses its end of line with the rest.
  [[maybe_unused]] ssize_t Written = write(2, Line, Length < Capacity ? Length : Capacity - 1);
}

/// Says what a variable of the environment may be.
[[gnu::noinline]] inline void refuseSetting(const char *Name, const char *Value, const char *Accepted) {
  char Line[256];
  int Length = snprintf(Line, sizeof(Line), "phobos: %s=%.64s is ignored: it takes %s\n", Name, Value, Accepted);
  writeLine(Line, Length, sizeof(Line));
}

/// The variable's value, of at most Max; None where it is unset, empty, or wrong, which is said.
inline unsigned readNumber(const char *Name, unsigned Max, unsigned None, const char *Accepted) {
  const char *Text = getenv(Name);
  if (!Text || !*Text)
    return None;
  unsigned Value = 0;
  for (const char *At = Text; *At && Value <= Max; ++At)
    Value = *At >= '0' && *At <= '9' ? Value * 10 + (*At - '0') : Max + 1;
  if (Value <= Max)
    return Value;
  refuseSetting(Name, Text, Accepted);
  return None;
}

[[gnu::noinline]] inline uint32_t readSettings() {
  uint32_t Settings = SettingsRead;
  const char *Disable = getenv("PHOBOS_DISABLE");
  if (Disable && *Disable && strcmp(Disable, "0") != 0)
    Settings |= SettingDisabled;
  const char *Log = getenv("PHOBOS_LOG");
  if (Log && strcmp(Log, "debug") == 0)
    Settings |= SettingLog;
  else if (Log && *Log)
    refuseSetting("PHOBOS_LOG", Log, "'debug'");
  static_assert(PHOBOS_MAX_VARIANTS == 4, "the message below");
  Settings |= (readNumber("PHOBOS_VARIANT", PHOBOS_MAX_VARIANTS - 1, UINT32_MAX, "'0', '1', '2' or '3'") + 1)
              << VariantShift;
  Settings |= readNumber("PHOBOS_MAX_CTAS", UINT16_MAX, 0, "a number from 0 to 65535") << MaxCtasShift;
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

[[gnu::noinline]] inline void logCompanion(const Kernel &K, const DeviceState &State, const Choice &Chosen,
                                           int Device) {
  char Line[1024];
  const PhobosVariant &V = State.Record.Variants[Chosen.Variant];
  int Length =
      snprintf(Line, sizeof(Line),
               "phobos: kernel '%s': the companion runs on device %d: %s; variant %u of %u, grid %u, tile %ux%u, "
               "%u threads and %u bytes of shared memory a CTA",
               K.Name, Device, State.Record.Text, Chosen.Variant, State.Record.NumVariants, Chosen.Grid, V.TileM,
               V.TileN, V.Threads, V.SharedBytes);
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
