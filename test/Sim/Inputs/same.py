"""same.py DUMP DUMP

Compares what a program read back on two devices, from the files that PHOBOS_DUMP named: bit for bit, or within the bound that
the program states where it leaves an order of rounding open. Prints 'N arrays: N bit for bit, N within their bounds, at most P%
of it'; ends with 1 where they differ, or where there is nothing.
"""

import struct
import sys


def read(name):
    arrays = []
    with open(name, "rb") as f:
        while header := f.readline():
            kind, size, count, bound = header.split()
            size, count = int(size), int(count)
            arrays.append((kind.decode(), size, count, float(bound), f.read(size * count)))
    return arrays


def values(kind, count, data):
    return struct.unpack(f"<{count}{kind}", data)


first, second = (read(name) for name in sys.argv[1:3])
if not first or [a[:4] for a in first] != [a[:4] for a in second]:
    sys.exit(f"not the same arrays: {len(first)} and {len(second)}")
equal = within = 0
largest = 0.0
failures = []
for index, ((kind, size, count, bound, left), (*_, right)) in enumerate(zip(first, second)):
    if left == right:
        equal += 1
        continue
    # A NaN is within no bound.
    used = [abs(x - y) / bound if bound else float("inf") for x, y in zip(values(kind, count, left), values(kind, count, right))
            if x != y] if kind in "fd" else [float("inf")]
    worst = max((u if u == u else float("inf") for u in used), default=0)
    if worst <= 1:
        within += 1
        largest = max(largest, worst)
    else:
        failures.append(f"array {index} of {count} elements of {size} bytes differs: bound {bound:g}, {worst:g} times that")
print(f"{len(first)} arrays: {equal} bit for bit, {within} within their bounds, at most {100 * largest:.3g}% of it")
for line in failures:
    print(line)
sys.exit(1 if failures else 0)
