"""mutate.py [--kinds barrier,wait,shift] [--kernel REGEX] PROGRAM ARGS...

Runs PROGRAM once as it is, which must succeed without a finding, and once for each barrier, wait and matrix address of its
kernels with that one left out or moved. Says for each whether the simulator noticed: a finding, or (for shift) a wrong result.
Ends with 1 where a change of a kernel that matches the expression went unnoticed.
"""

import argparse
import os
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--kinds", default="barrier,wait")
parser.add_argument("--kernel", default=".")
parser.add_argument("program", nargs=argparse.REMAINDER)
options = parser.parse_args()


def run(mutation):
    env = dict(os.environ, PHOBOS_SIM="check")
    if mutation:
        env["PHOBOS_SIM_MUTATE"] = mutation
    done = subprocess.run(options.program, env=env, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout + done.stderr


status, output = run("")
if status or "phobos-sim: error" in output:
    print(output)
    sys.exit("the program does not pass as it is")

unnoticed = 0
for kind in options.kinds.split(","):
    index = 0
    while True:
        status, output = run(f"{kind}:{index}")
        places = re.findall(r"mutation: (changed|there is no) \d+ of (\d+) in '([^']*)'", output)
        places = [(what, total, kernel) for what, total, kernel in places if re.search(options.kernel, kernel)]
        changed = [(total, kernel) for what, total, kernel in places if what == "changed"]
        if not changed:
            break
        for total, kernel in changed:
            # Findings name their kernel; a wrong result is the whole program's.
            named = [line for line in output.splitlines() if "in kernel" in line and kernel in line]
            noticed = bool(named) or (kind == "shift" and status != 0)
            unnoticed += not noticed
            print(f"{kind} {index} of {total} in {kernel}: {'noticed' if noticed else 'UNNOTICED'}")
        index += 1
    if index == 0:
        sys.exit(f"there is no {kind} in any kernel")
sys.exit(1 if unnoticed else 0)
