"""The driver behind scripts/fuzz: makes programs of random kernels, compiles and runs them, and reduces what fails.

    fuzz.py --build DIR N [--seed S] [--jobs J]

Each program is compiled twice for the simulator, with tensor-core companions and with scalar ones, and runs in four passes:

    original   no companion runs: the kernels against float64, within their own rounding
    scalar     the scalar companions against 'original', bit for bit
    chosen     the companions against float64, with a random number of SMs: the runtime chooses variants by it
    forced     the same with one variant forced

all of them with the simulator's checks. The last line is 'N passed, N failed, N skipped', over kernels.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys

from program import Program, indented
from reduce import Failure, reduce

HERE = pathlib.Path(__file__).resolve().parent
KERNELS_PER_FILE = 25
SECONDS = 300  # that one compilation or pass may take
CHIPS = ["sm_90"] * 5 + ["sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120"]


class Pass:
    """One run of a program: which companions it was compiled with, its environment and arguments."""

    def __init__(self, name, emit, environment, arguments=()):
        self.name, self.emit, self.environment, self.arguments = name, emit, environment, list(arguments)


class Setting:
    """How one file is compiled and run; drawn from its seed."""

    def __init__(self, compiler, seed):
        draw = random.Random(f"{seed}/setting")
        self.compiler = compiler
        level = draw.choice(["-O0", "-O1", "-O2", "-O2", "-O3", "-O3"])
        chip = draw.choice(CHIPS)
        # Some chips multiply two floats at once, and what the optimizer pairs so is not fused with its sum.
        self.scalar_flags = ["-fno-slp-vectorize"] if chip.startswith("sm_1") else []
        self.flags = ["--sim", f"--cuda-gpu-arch={chip}", "-std=c++20", level, "-Xarch_host", "-O0", "-Wno-pass-failed"]
        self.sms, self.variant = draw.choice([1, 2, 4, 16, 132]), draw.randrange(4)

    def compile(self, source, output, emit, more=()):
        """Returns the completed process."""
        command = [self.compiler, *self.flags, *more, str(source), "-o", str(output)]
        if emit != "tensorcore":
            command[1:1] = [f"-fplugin-arg-phobos-emit={emit}", *self.scalar_flags]
        try:
            return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, 124, "", f"no end after {SECONDS} seconds")

    def passes(self, folder):
        return [
            Pass("original", "scalar", {"PHOBOS_DISABLE": "1"}, ["--save", str(folder)]),
            Pass("scalar", "scalar", {}, ["--compare", str(folder)]),
            Pass("chosen", "tensorcore", {"PHOBOS_SIM_SMS": str(self.sms)}),
            Pass("forced", "tensorcore", {"PHOBOS_VARIANT": str(self.variant)}),
        ]


def run_pass(binary, which, trials):
    """Runs the trials, given as arguments, in one process as long as none dies. Returns {trial's name: what it said}."""
    environment = dict(os.environ, PHOBOS_SIM="strict", **which.environment)
    faults, first = {}, 0
    while first < len(trials):
        command = [str(binary), *which.arguments, *trials[first:]]
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=SECONDS)
            output, errors, status = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as expired:
            # Bytes or text, by the version of Python.
            output = expired.stdout or ""
            output = output.decode(errors="replace") if isinstance(output, bytes) else output
            errors, status = "", f"no end after {SECONDS} seconds"
        name, text, ended = None, "", 0
        for line in output.splitlines():
            if line.startswith("start "):
                name, text = line.split()[1], ""
            elif line.startswith(("pass ", "FAIL ")):
                ended += 1
                if line.startswith("FAIL "):
                    faults[name] = text
                name = None
            else:
                text += line + "\n"
        if first + ended >= len(trials):
            break
        # The process died in a trial, or before the first.
        faults[name or "start"] = f"{text}{errors[-2000:]}  status {status}\n"
        if not name:
            break
        first += ended + 1
    return faults


class File:
    """What became of one file of kernels."""

    def __init__(self, options, seed, count):
        self.options, self.seed, self.count = options, seed, count
        self.program = Program(seed, count)
        self.setting = Setting(options.compiler, seed)
        self.folder = pathlib.Path(options.work) / re.sub(r"\W", "_", seed)
        self.failures, self.decisions = [], {}

    def run(self):
        (self.folder / "saved").mkdir(parents=True, exist_ok=True)
        kept = self.compile(set(range(self.count)))
        if kept:
            self.run_passes(kept)
        for path in sorted(self.folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        self.folder.rmdir()
        return self

    def source(self, kernels, name="program"):
        path = self.folder / f"{name}.cu"
        path.write_text(self.program.text(kernels))
        return path

    def build(self, kernels, emit, name="program"):
        more = ["-I", str(HERE), f"-fplugin-arg-phobos-plan={self.folder / name}.json", "-fplugin-arg-phobos-verify"]
        return self.setting.compile(self.source(kernels, name), self.folder / f"{name}.{emit}", emit, more)

    def compile(self, kernels):
        """Both programs; kernels that do not compile are failures and left out. Returns what is left."""
        for emit in ("scalar", "tensorcore"):
            while kernels and self.build(kernels, emit).returncode:
                culprit = self.bisect(kernels, emit)
                done = self.build(culprit, emit, "culprit")
                self.failures.append(reduce(self, Failure(sorted(culprit), "compile", emit, done.stderr)))
                kernels = kernels - culprit
        if kernels:
            for decision in json.loads((self.folder / "program.json").read_text())["kernels"]:
                length, name = re.match(r"_Z(\d)(.*)", decision["name"]).groups()  # of 'k12', mangled
                number = int(name[1 : int(length)])
                if self.decisions.get(number) != "moved":
                    self.decisions[number] = "moved" if decision["decision"] == "moved" else decision["reason"]["id"]
        return kernels

    def bisect(self, kernels, emit):
        """The one kernel, or few, without which it compiles."""
        while len(kernels) > 1:
            order = sorted(kernels)
            halves = set(order[: len(order) // 2]), set(order[len(order) // 2 :])
            failing = next((half for half in halves if self.build(half, emit, "half").returncode), None)
            if failing is None:
                break
            kernels = failing
        return kernels

    def run_passes(self, kernels):
        trials = self.program.trials(kernels)
        numbers = dict(trials)
        arguments = [f"{i}{'' if self.decisions.get(number) == 'moved' else 'd'}" for i, (_, number) in enumerate(trials)]
        failed = set()
        for which in self.setting.passes(self.folder / "saved"):
            for trial, text in run_pass(self.folder / f"program.{which.emit}", which, arguments).items():
                number = numbers.get(trial, trials[0][1])
                if number not in failed:
                    failed.add(number)
                    self.failures.append(reduce(self, Failure([number], which.name, which.emit, text, trial)))


def report(files, seed, declined):
    """Prints what came of all; returns the exit status."""
    total = sum(file.count for file in files)
    failures = [failure for file in files for failure in file.failures]
    failed = len({(file.seed, number) for file in files for failure in file.failures for number in failure.kernels})
    reasons, promised, moved = collections.Counter(), 0, 0
    for file in files:
        for number, decision in file.decisions.items():
            reasons[decision] += 1
            if not file.program.kernels[number].may_stay:
                promised += 1
                moved += decision == "moved"
                if declined and decision != "moved":
                    print(f"\n{decision}, of seed {file.seed}:\n" + "\n".join(indented(file.program.kernels[number].lines)))
    kept = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common() if reason != "moved")
    print(f"moved {reasons['moved']}, declined {sum(reasons.values()) - reasons['moved']}" + (f" ({kept})" if kept else ""))
    print(f"made to be moved: {promised}, of which {moved} were; the others may be moved or not")
    blind = promised >= 10 and moved < 0.7 * promised
    if blind:
        print("FAIL too few kernels were moved: the fuzzer tests little")
    print(f"seed {seed}")
    print(f"{total - failed} passed, {failed + blind} failed, 0 skipped")
    return 1 if failures or blind else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description="random kernels in the simulator")
    parser.add_argument("count", type=int, metavar="N", help="kernels")
    parser.add_argument("--seed", help="repeat a run; otherwise fresh")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="files at a time")
    parser.add_argument("--declined", action="store_true", help="print the kernels that should be moved and are not")
    parser.add_argument("--work", help="the folder for programs and failures (fuzz, in the build's)")
    parser.add_argument("--compiler", help="in place of phobos-clang++, for tests of the fuzzer")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.count < 1 or options.jobs < 1:
        parser.error("N and --jobs take numbers from 1 on")
    options.work = options.work or f"{options.build}/fuzz"
    options.compiler = options.compiler or f"{options.build}/bin/phobos-clang++"
    seed = options.seed or str(random.SystemRandom().randrange(10**9))
    print(f"seed {seed}", flush=True)
    parts = [(f"{seed}.{i}", min(KERNELS_PER_FILE, options.count - i * KERNELS_PER_FILE))
             for i in range(-(-options.count // KERNELS_PER_FILE))]
    files = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in pool.map(lambda part: File(options, *part).run(), parts):
            files.append(done)
            for failure in done.failures:
                print(failure.describe(done), flush=True)
    return report(files, seed, options.declined)


if __name__ == "__main__":
    sys.exit(main())
