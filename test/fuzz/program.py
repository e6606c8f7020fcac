"""The text of a program: kernels, the same as host code on float64, and their trials.

    program.py --seed S [--count N]

prints the program of N kernels, which depends on nothing but the arguments.
"""

import argparse
import random
import re

from kernels import Kernel

TRIALS = 2


def indented(lines):
    if lines[0].startswith("template"):
        return [lines[0], *indented(lines[1:])]
    depth, out = 1, []
    for line in lines[1:-1]:
        depth -= line.startswith("}")
        out.append(line if line.startswith("#") else "  " * depth + line)
        depth += line.endswith("{")
    return [lines[0], *out, lines[-1]]


def as_host(text):
    """The same on Num: types exchanged, what concerns the device taken out."""
    text = re.sub(r"\[\[.*?phobos.*?\]\]\s*", "", text)
    text = re.sub(r"__attribute__\(\(.*\)\)\s", "", text)
    text = re.sub(r"#pragma.*\n", "", text)
    text = re.sub(r"\b(float|double|__half|__nv_bfloat16)\b", "Num", text)
    text = text.replace("__global__", "static").replace("__device__", "static").replace("__restrict__", "")
    text = re.sub(r"__noinline__|__forceinline__", "", text)
    return text


def argument(kernel, launch, name, host):
    """The text of one argument."""
    if name.startswith("@@"):
        letter = name[2:]
        operand = kernel.a if letter == "A" else kernel.b
        ld = launch.sizes[f"ld{operand.small}"]
        element = "const ref::Num" if host else f"const {operand.type}"
        return f"View<{element}>{{{letter}{'.ref()' if host else '.data()'}, {ld}, {launch.sizes[operand.lines]}}}"
    if name.startswith("@"):
        if launch.arrays[name[1:]][0] == "null":
            return "nullptr"
        operand = {"A": kernel.a, "B": kernel.b}.get(name[1])
        first = f" + {launch.first[name[1]]}" if operand and launch.first[name[1]] else ""
        return name[1:] + (".ref()" if host else ".data()" if first else "") + first
    if name.startswith("#"):
        values = ", ".join(str(launch.sizes[each]) for each in name[1:].split())
        return f"{'ref::' if host else ''}{kernel.name}_sizes{{{values}}}"
    value = launch.sizes[name]
    return f"{value}f" if isinstance(value, float) else str(value)


def trial_text(kernel, launch, name):
    lines = [f"static void {name}(fuzz::Trial &T) {{"]
    lines.append(f"T.Terms = {launch.terms};")
    lines.append(f"T.OperandRounding = {launch.rounding(kernel):.6g};")
    lines.append(f"T.OriginalSlack = {kernel.slack:.6g};")
    for _, value in kernel.signature:
        array = value.lstrip("@")
        if not value.startswith("@"):
            continue
        kind, element, count, offset, guard = launch.arrays[array]
        more = {"input": f", {offset}, {guard}", "output": f", {offset}", "inout": f", {offset}", "indices": f", {offset}"}.get(kind, "")
        if kind in ("counters", "indices"):
            lines.append(f'auto {array} = T.{kind}("{array}", {count}{more});')
        elif kind != "null":
            lines.append(f'auto {array} = T.{kind}<{element}>("{array}", {count}{more});')
    grid, block = ", ".join(map(str, launch.grid)), ", ".join(map(str, launch.block))
    device = ", ".join(argument(kernel, launch, value, False) for _, value in kernel.signature)
    host = ", ".join(argument(kernel, launch, value, True) for _, value in kernel.signature)
    lines.append(f"dim3 Grid({grid}), Block({block});")
    lines.append("T.upload();")
    of_device, of_host = kernel.template or ("", "")
    lines.append(f"{kernel.name}{of_device}<<<Grid, Block>>>({device});")
    lines.append("T.download();")
    lines.append(f"ref::forEachThread(Grid, Block, [&] {{ ref::{kernel.name}{of_host}({host}); }});")
    lines.append("}")
    return "\n".join(indented(lines))


class Program:
    """kernels and trials of a file: trials is [(name, kernel's number)]."""

    def __init__(self, seed, count):
        self.seed = seed
        self.kernels = [Kernel(f"{seed}/{number}", f"k{number}") for number in range(count)]

    def trials(self, only=None):
        return [(f"k{n}_{t}", n) for n in range(len(self.kernels)) if only is None or n in only for t in range(TRIALS)]

    def text(self, only=None, header='#include "Fuzz.h"'):
        parts = [f"// Kernels of seed {self.seed}, written by test/fuzz/program.py.", header]
        entries = []
        for number, kernel in enumerate(self.kernels):
            if only is not None and number not in only:
                continue
            text = "\n".join((indented(kernel.functions) if kernel.functions else []) + indented(kernel.lines))
            parts.append(text)
            parts.append(f"namespace ref {{\n{as_host(text)}\n}}")
            for trial in range(TRIALS):
                launch = kernel.trial(random.Random(f"{kernel.seed}/trial/{trial}"))
                name = f"k{number}_{trial}"
                parts.append(trial_text(kernel, launch, name))
                entries.append(f'    {{"{name}", {name}, {launch.seed}u, fuzz::Fill::{launch.data}}},')
        parts.append("static const fuzz::Entry Entries[] = {\n" + "\n".join(entries) + "\n};")
        parts.append("int main(int Argc, char **Argv) { return fuzz::run(Entries, Argc, Argv); }")
        return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", required=True)
    parser.add_argument("--count", type=int, default=25)
    options = parser.parse_args()
    print(Program(options.seed, options.count).text(), end="")
