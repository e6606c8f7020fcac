"""shown.py FILE: runs the commands in the first lines of a failure's file; ends with the status of the last."""

import subprocess
import sys

lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
first = lines.index("// Shown by:") + 1
last = lines.index("//", first)
commands = [line.removeprefix("//   ") for line in lines[first:last]]
sys.exit(subprocess.run(["bash", "-c", " && ".join(commands)]).returncode)
