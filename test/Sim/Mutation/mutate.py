"""mutate.py [--kinds barrier,vote,wait,shift] [--kernel REGEX] [--only NAME] [--variant N] [--every N] [--run 'ARGS']... PROGRAM

Runs PROGRAM as it is with each ARGS, which must succeed without a finding. Then once for each barrier, vote, wait and matrix
address of its kernels with that one left out or moved, with one ARGS after the other until the simulator noticed it in each
kernel: by a finding that names the kernel, or (for shift, and for votes of one kernel) by a wrong result. ARGS may start with NAME=VALUE for the
environment. Prints a line for each kernel and change; ends with 1 where a change of a kernel that matches the expression went
unnoticed.
"""

import argparse
import os
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--kinds", default="barrier,vote,wait")
parser.add_argument("--kernel", default=".")
parser.add_argument("--only", default="", help="changes kernels whose symbol contains this, and no others")
parser.add_argument("--variant", help="PHOBOS_VARIANT")
parser.add_argument("--every", type=int, default=1, help="of shifts, only every N-th")
parser.add_argument("--run", action="append", default=[])
parser.add_argument("program")
options = parser.parse_args()
runs = options.run or [""]


def execute(arguments, mutation):
    env = dict(os.environ, PHOBOS_SIM="check")
    if options.variant:
        env["PHOBOS_VARIANT"] = options.variant
    if mutation:
        env["PHOBOS_SIM_MUTATE"] = mutation
    words = arguments.split()
    while words and re.match(r"\w+=", words[0]):
        name, value = words.pop(0).split("=", 1)
        env[name] = value
    done = subprocess.run([options.program] + words, env=env, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout + done.stderr


def by_result(kind, kernels):
    """Whether a wrong result shows that the change was noticed: a vote is there for its value."""
    return kind == "shift" or kind == "vote" and len(kernels) == 1


for arguments in runs:
    status, output = execute(arguments, "")
    if status or "phobos-sim: error" in output:
        print(output)
        sys.exit(f"the program does not pass as it is with '{arguments}'")

failures = total = 0
for kind in options.kinds.split(","):
    index = 0
    while True:
        # By kernel: how many of the kind it has, and whether the change was noticed.
        kernels, noticed = {}, set()
        for arguments in runs:
            status, output = execute(arguments, f"{kind}:{index}:{options.only}")
            for what, count, kernel in re.findall(r"mutation: (changed|there is no) \d+ of (\d+) in '([^']*)'", output):
                if what == "changed" and re.search(options.kernel, kernel):
                    kernels[kernel] = count
            findings = [line for line in output.splitlines() if "in kernel" in line]
            for kernel in kernels:
                if any(f"'{kernel}'" in line for line in findings) or (by_result(kind, kernels) and status):
                    noticed.add(kernel)
            if kernels and noticed == set(kernels):
                break
        for kernel, count in kernels.items():
            total += 1
            failures += kernel not in noticed
            print(f"{kind} {index} of {count} in {kernel}: {'noticed' if kernel in noticed else 'UNNOTICED'}", flush=True)
        if not kernels:
            break
        index += options.every if kind == "shift" else 1
print(f"{total} changes, {failures} unnoticed")
sys.exit(1 if failures or not total else 0)
