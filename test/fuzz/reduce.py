"""Writes a failure as one file that holds all of it, with the command that shows it."""

import pathlib
import shlex
import subprocess
import os

HERE = pathlib.Path(__file__).resolve().parent


class Failure:
    """kernels: their numbers in the file; which: the pass; text: what was said of it."""

    def __init__(self, kernels, which, emit, text, trial=None):
        self.kernels, self.which, self.emit, self.text, self.trial = kernels, which, emit, text, trial
        self.path, self.repeats = None, False

    def describe(self, file):
        names = ", ".join(f"k{number}" for number in self.kernels)
        what = "the compiler fails" if self.which == "compile" else f"pass '{self.which}', trial {self.trial}"
        again = "" if self.repeats else "\n  only among the others of its file"
        said = "\n".join(self.text.rstrip().splitlines()[:30])
        return f"FAIL {names} of seed {file.seed}: {what}\n{said}{again}\n  {self.path}"


def harness():
    """Fuzz.h, with Num.h in it."""
    body = lambda name: (lambda text: text[text.index("#ifndef") :])((HERE / name).read_text())
    return body("Fuzz.h").replace('#include "Num.h"\n', body("Num.h"))


def commands(file, failure, path):
    """The shell lines that compile and run path."""
    out = str(path.with_suffix(""))
    setting = file.setting
    flags = list(setting.flags)
    if failure.emit != "tensorcore":
        flags += [f"-fplugin-arg-phobos-emit={failure.emit}", *setting.scalar_flags]
    if failure.which == "compile":
        flags.append("-fplugin-arg-phobos-verify")
    lines = [shlex.join([setting.compiler, *flags, str(path), "-o", out])]
    if failure.which == "compile":
        return lines
    mutate = os.environ.get("PHOBOS_SIM_MUTATE")
    common = {"PHOBOS_SIM": "strict", **({"PHOBOS_SIM_MUTATE": mutate} if mutate else {})}
    saved = out + ".saved"
    passes = setting.passes(saved)
    if failure.which == "scalar":
        lines.append(f"mkdir -p {shlex.quote(saved)}")
        lines.append(run_line(common, passes[0], out))
    which = next(each for each in passes if each.name == failure.which)
    if which.name == "original":
        which.arguments = []
    if all(file.decisions.get(number) != "moved" for number in failure.kernels):
        which.arguments += [f"{i}d" for i in range(len(file.program.trials(set(failure.kernels))))]
    lines.append(run_line(common, which, out))
    return lines


def run_line(common, which, out):
    environment = " ".join(f"{name}={shlex.quote(value)}" for name, value in {**common, **which.environment}.items())
    return f"{environment} {shlex.join([out, *which.arguments])}"


def write(file, failure, kernels):
    folder = pathlib.Path(file.options.work) / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{file.folder.name}_{'_'.join(f'k{number}' for number in kernels[:3])}_{failure.which}"
    path = folder / f"{name}.cu"
    said = "\n".join("//   " + line for line in failure.text.rstrip().splitlines()[:40])
    shown = "\n".join("//   " + line for line in commands(file, failure, path))
    header = f"// Shown by:\n{shown}\n//\n// which said, among the others of its file:\n{said}\n\n{harness()}"
    path.write_text(file.program.text(set(kernels), header))
    return path


def fails(file, failure, path):
    command = ["timeout", "300", "bash", "-c", " && ".join(commands(file, failure, path))]
    return subprocess.run(command, capture_output=True).returncode != 0


def reduce(file, failure):
    """Sets where the reproduction is, and whether it fails by itself. It holds one kernel where that is enough."""
    failure.path = write(file, failure, failure.kernels)
    failure.repeats = fails(file, failure, failure.path)
    if not failure.repeats:
        failure.path.unlink()
        failure.path = write(file, failure, list(range(file.count)))
    return failure
