# What tests may use. Substitutions:
#
#   %phobos        phobos-clang++: clang++ with plugin, include path and CUDA
#   %clang         clang++ with CUDA and no plugin
#   %plugin        the flag that loads the plugin, for %clang
#   %device        %phobos, device code of sm_90 only, as PTX on stdout; add -O, the file, and what else is wanted
#   %plain-device  the same without the plugin
#   %verify        %phobos -fsyntax-only with clang's -verify, host and device
#   %sim-tool      phobos-sim
#   %include       the folder of phobos/phobos.h
#   %lib           the folder of libphobos.so
#   %root          the source tree
#   %python        Python 3
#   %ptxas %nvdisasm %cuobjdump
#
# Features: 'cuda', 'ptxas', 'nvdisasm' (with cuobjdump), 'gpu', 'valgrind', and 'plugin' where the plugin was built.
import os
import shutil
import sys

import lit.formats

config.name = "Phobos"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".ll", ".test", ".cpp"]
# Inputs are read by tests; the other two are programs.
config.excludes = ["Inputs", "Unit", "E2E"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.phobos_build, "test")


def executable(path):
    return path if os.access(path, os.X_OK) else None


build, cuda = config.phobos_build, config.phobos_cuda
plugin = os.path.join(build, "lib", "libphobos.so")
include = os.path.join(config.phobos_source, "include")
clang = f"{config.llvm_tools}/clang++ --start-no-unused-arguments -Wno-unknown-cuda-version"
if cuda:
    clang += f" --cuda-path={cuda}"
clang += " --end-no-unused-arguments"
phobos = os.path.join(build, "bin", "phobos-clang++")
device = "--cuda-device-only --cuda-gpu-arch=sm_90 -S -o -"

tools = {
    "ptxas": executable(os.path.join(cuda, "bin", "ptxas")),
    "nvdisasm": executable(os.path.join(config.phobos_source, ".deps", "bin", "nvdisasm")),
    "cuobjdump": executable(os.path.join(config.phobos_source, ".deps", "bin", "cuobjdump")),
}

config.substitutions += [
    (r"%phobos\b", phobos),
    (r"%clang\b", clang),
    (r"%plugin\b", f"-fplugin={plugin}"),
    (r"%device\b", f"{phobos} {device}"),
    (r"%plain-device\b", f"{clang} {device}"),
    (r"%verify\b", f"{phobos} -fsyntax-only --cuda-gpu-arch=sm_90 -Xclang -verify"),
    (r"%sim-tool\b", os.path.join(build, "bin", "phobos-sim")),
    (r"%include\b", include),
    (r"%lib\b", os.path.dirname(plugin)),
    (r"%root\b", config.phobos_source),
    (r"%python\b", sys.executable),
]
for name, path in tools.items():
    config.substitutions.append((rf"%{name}\b", path or f"{name}-is-missing"))

if cuda:
    config.available_features.add("cuda")
if tools["ptxas"]:
    config.available_features.add("ptxas")
if tools["nvdisasm"] and tools["cuobjdump"]:
    config.available_features.add("nvdisasm")
if shutil.which("valgrind"):
    config.available_features.add("valgrind")
if os.path.exists("/dev/nvidia0"):
    config.available_features.add("gpu")
if os.path.exists(os.path.join(build, "lib", f"phobos-plugin-{config.llvm_major}.so")):
    config.available_features.add("plugin")

# FileCheck, not and opt of the right version, before any other.
config.environment["PATH"] = os.pathsep.join([config.llvm_tools, config.environment["PATH"]])
config.environment["PHOBOS_BUILD"] = build
# nvdisasm is a separate program that cuobjdump looks for on PATH.
config.environment["PATH"] += os.pathsep + os.path.join(config.phobos_source, ".deps", "bin")
