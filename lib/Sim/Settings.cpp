//===- Settings.cpp - The environment, read once ----------------*- C++ -*-===//
//
// A word that means nothing ends the program before anything runs: with a typo, checks that somebody asked for would be
// off and nothing would be found.
//
//===----------------------------------------------------------------------===//
#include "Sim/Chip.h"
#include "Sim/Mutation.h"
#include "Sim/Report.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace phobos::sim;

void phobos::sim::refuseSetting(const std::string &Text) {
  fflush(stdout);
  fprintf(stderr, "phobos-sim: error: %s\n", Text.c_str());
  fflush(stderr);
  _exit(2);
}

const char *phobos::sim::environment(const char *Name) {
  const char *Text = getenv(Name);
  return Text && *Text ? Text : nullptr;
}

static void readWords(StringRef Text, Settings &S) {
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ',', -1, false);
  for (StringRef Word : Words) {
    if (Word == "none")
      S.Check = false;
    else if (Word == "count")
      S.Count = true;
    else if (Word == "trace")
      S.Trace = true;
    else if (Word == "strict")
      S.Strict = true;
    else if (Word == "json=")
      refuseSetting("PHOBOS_SIM has 'json=' without a file; write json=FILE");
    else if (Word.consume_front("json="))
      S.JsonFile = Word.str();
    else if (Word != "check")
      refuseSetting("PHOBOS_SIM has check, count, json=FILE, strict, trace and none, not '" + Word.str() + "'");
  }
  if (!S.Check && Words.size() > 1)
    refuseSetting("PHOBOS_SIM has 'none', which turns checks off, and other words; leave one of them out");
}

static Settings readSettings() {
  Settings S;
  if (const char *Text = environment("PHOBOS_SIM"))
    readWords(Text, S);
  if (const char *Text = environment("PHOBOS_SIM_CHIP"))
    S.Chip = Text;
  if (!S.Chip.empty() && !findChip(S.Chip))
    refuseSetting("PHOBOS_SIM_CHIP has no chip '" + S.Chip + "', only " + chipNames());
  if (const char *Text = environment("PHOBOS_SIM_SMS"))
    if (StringRef(Text).getAsInteger(10, S.SMs) || !S.SMs || S.SMs > 65536)
      refuseSetting("PHOBOS_SIM_SMS is a number of SMs from 1 to 65536, not '" + std::string(Text) + "'");
  Mutation::checkEnvironment();
  return S;
}

const Settings &Settings::get() {
  static const Settings S = readSettings();
  return S;
}
