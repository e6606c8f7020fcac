"""assemble.py COMPILER PTXAS SOURCE PREFIX: compiles SOURCE for each chip, and assembles its PTX for it and all newer ones.

Prints a line for each chip: 'sm_80: mma.sync, assembles for sm_80 sm_86 ...'.
"""

import re
import shlex
import subprocess
import sys

# The chips that mma.sync code is made for. PTX of a chip with a letter ('sm_90a') promises nothing for others.
CHIPS = [80, 86, 89, 90, 100, 120]

compiler, ptxas, source, prefix = sys.argv[1:]
for chip in CHIPS:
    ptx = f"{prefix}.sm_{chip}.ptx"
    flags = ["-O3", "--cuda-device-only", f"--cuda-gpu-arch=sm_{chip}", "-S", source, "-o", ptx]
    subprocess.run(shlex.split(compiler) + flags, check=True)
    with open(ptx) as file:
        found = sorted(set(re.findall(r"^\s*(mma\.sync|wmma\.mma|wgmma\.mma_async)", file.read(), re.M)))
    newer = [c for c in CHIPS if c >= chip]
    for other in newer:
        subprocess.run([ptxas, f"-arch=sm_{other}", "-o", f"{prefix}.cubin", ptx], check=True)
    print(f"sm_{chip}: {' '.join(found) or 'nothing'}, assembles for", *[f"sm_{c}" for c in newer], flush=True)
