"""conflicts.py RUNS...

Reads the counters that PHOBOS_SIM=json=FILE left of each run. No instruction of a companion or of its packing kernels may have
a bank conflict. Prints for each kind of instruction how many requests that were, and ends with 1 where one has conflicts.
"""

import collections
import json
import sys

requests = collections.Counter()
kernels = set()
conflicts = 0
for file in sys.argv[1:]:
    with open(file) as f:
        launches = json.load(f)["launches"]
    for launch in launches:
        if "__phobos" not in launch["kernel"]:
            continue
        kernels.add(launch["kernel"])
        for access in launch["shared_loads"] + launch["shared_stores"]:
            requests[access["instruction"]] += access["requests"]
            if access["bank_conflicts"]:
                conflicts += access["bank_conflicts"]
                print(f"{launch['kernel']}: {access['instruction']}: {access['bank_conflicts']} bank conflicts in "
                      f"{access['requests']} requests")
print(f"{len(kernels)} kernels")
for instruction, count in sorted(requests.items()):
    print(f"{instruction}: {count} requests")
print(f"{conflicts} bank conflicts")
sys.exit(1 if conflicts else 0)
