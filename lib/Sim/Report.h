//===- Report.h - What the simulator tells its user -------------*- C++ -*-===//
//
// The only place that prints. Every finding is 'phobos-sim: error: KIND: ...', once per kind and place in the program.
// docs/simulator.md lists the kinds.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_REPORT_H
#define PHOBOS_SIM_REPORT_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace phobos::sim {

enum class Finding {
  OutOfBounds,
  UseAfterFree,
  Misaligned,
  Uninitialized,
  Race,
  DivergentCollective,
  MissingWait,
  StackOverflow,
  Trap,
  NotSimulated,
  ConstantWrite,
};

/// "out-of-bounds": the KIND of a message.
llvm::StringRef name(Finding F);

/// PHOBOS_SIM, PHOBOS_SIM_CHIP and PHOBOS_SIM_SMS, read once. What means nothing ends the process.
struct Settings {
  bool Check = true;
  bool Count = false;
  bool Trace = false;
  /// Exit with status 86 after the launch or call in which anything was reported.
  bool Strict = false;
  /// "sm_90"; empty: the architecture that the program was compiled for.
  std::string Chip;
  /// SMs in place of the chip's own; 0: the chip's.
  unsigned SMs = 0;
  /// Where counters go as JSON, which Count does not have to be set for; empty: nowhere.
  std::string JsonFile;
  /// Whether anything needs counters.
  bool counts() const { return Count || !JsonFile.empty(); }
  static const Settings &get();
};

/// An instruction of device code, known by its number in generated code. 0 is no instruction.
struct Site {
  std::string Function;
  /// "file.cu:12:5"; empty without line tables.
  std::string Location;
  /// What it is, in words: "load", "ldmatrix".
  std::string What;
};
uint32_t addSite(Site S);
const Site &site(uint32_t Id);

/// A variable of the environment; null where it is not set, or empty.
const char *environment(const char *Name);

/// Reports about device code, with the current kernel, block and thread. False where the same was reported before.
bool report(Finding F, uint32_t Site, const std::string &Text);
/// Reports about a call of the host program.
void reportHost(Finding F, const std::string &Text);
/// Counts as a finding too: a file that the environment names and that cannot be written.
void reportSetting(const std::string &Text);
/// Ends the process with status 2: the environment asks for something that there is not.
[[noreturn]] void refuseSetting(const std::string &Text);
/// How many findings were reported.
unsigned findings();
/// Ends the process where findings must not go unnoticed and there are some. Called between launches.
void exitIfStrict();
/// One line of PHOBOS_SIM=trace.
void trace(const std::string &Text);

} // namespace phobos::sim

#endif
