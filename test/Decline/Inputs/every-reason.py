"""Every stable id of Reject.def is what some file of test/Decline records. Usage: every-reason.py ROOT"""
import pathlib
import re
import sys

# Cannot be written as a kernel: the verifier's unit tests make it.
BY_UNIT_TEST = {"no-plan"}

root = pathlib.Path(sys.argv[1])
table = (root / "lib/Support/Reject.def").read_text()
ids = set(re.findall(r'^REASON\(\w+, "([^"]+)"', table, re.M))
recorded = set()
for file in (root / "test/Decline").glob("*.cu"):
    recorded |= set(re.findall(r'^// RECORD: "id": "([^"]+)"$', file.read_text(), re.M))

for name in sorted(ids - recorded - BY_UNIT_TEST):
    print(f"no test in test/Decline records '{name}'")
for name in sorted(recorded - ids):
    print(f"test/Decline records '{name}', which Reject.def does not have")
sys.exit(not ids or ids - recorded != BY_UNIT_TEST or recorded - ids != set())
