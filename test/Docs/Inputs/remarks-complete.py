"""Fails for each reason of Reject.def without a row in docs/remarks.md, and for each row of a reason that is gone."""

import re
import sys

root = sys.argv[1]
with open(f"{root}/lib/Support/Reject.def") as file:
    reasons = set(re.findall(r'^REASON\(\w+,\s*"([a-z0-9-]+)"', file.read(), re.M))
with open(f"{root}/docs/remarks.md") as file:
    rows = set(re.findall(r"^\| `([a-z0-9-]+)` \|", file.read().split("## Reasons")[1], re.M))
assert len(reasons) > 30, "Reject.def was not understood"
for name in sorted(reasons - rows):
    print(f"docs/remarks.md lacks '{name}'")
for name in sorted(rows - reasons):
    print(f"docs/remarks.md has '{name}', which is no reason")
sys.exit(reasons != rows)
