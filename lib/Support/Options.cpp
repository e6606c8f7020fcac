//===- Options.cpp - Parses the plugin's arguments ------------------------===//
#include "Support/Options.h"

using namespace phobos;

std::optional<std::string> Options::parse(llvm::StringRef Argument) {
  auto [Name, Value] = Argument.split('=');
  bool HasValue = Argument.contains('=');
  if (Name == "help" && !HasValue) {
    Help = true;
    return std::nullopt;
  }
  if (Name == "verify" && !HasValue) {
    VerifyEach = true;
    return std::nullopt;
  }
  if (Name == "print" && Value == "directives") {
    PrintDirectives = true;
    return std::nullopt;
  }
  if (Name == "print" && (Value == "raise" || Value == "plan")) {
    (Value == "raise" ? PrintRaise : PrintPlan) = true;
    return std::nullopt;
  }
  if (Name == "plan" && !Value.empty()) {
    PlanFile = Value.str();
    return std::nullopt;
  }
  if (Name == "emit" && (Value == "tensorcore" || Value == "scalar")) {
    Emit = Value == "scalar" ? EmitKind::Scalar : EmitKind::TensorCore;
    return std::nullopt;
  }
  return "unknown argument '" + Argument.str() + "'";
}

void Options::printHelp(llvm::raw_ostream &OS) {
  OS << "arguments of the phobos plugin, given as -fplugin-arg-phobos-NAME[=VALUE]:\n";
#define OPTION(Name, Value, Help) OS << "  " Name << (Value[0] ? "=" Value : "") << "\n      " Help "\n";
#include "Support/Options.def"
}
