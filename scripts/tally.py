"""Adds up test results: JUnit XML files (lit, GoogleTest) and files with a line 'N passed, N failed, N skipped'.

Prints one such line; ends with 1 if anything failed, a file is missing or unreadable, or nothing ran.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

LINE = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


def from_junit(path):
    passed = failed = skipped = 0
    for case in ElementTree.parse(path).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None or case.get("status") == "notrun" or case.get("result") == "skipped":
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def from_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        match = LINE.search(file.read().strip())
    if not match:
        raise ValueError("there is no closing line")
    return tuple(int(n or 0) for n in match.groups())


def main():
    total = [0, 0, 0]
    for path in sys.argv[1:]:
        try:
            counts = from_junit(path) if path.endswith(".xml") else from_line(path)
        except (OSError, ValueError, ElementTree.ParseError) as error:
            print(f"phobos: no result in {path}: {error}", file=sys.stderr)
            counts = (0, 1, 0)
        total = [a + b for a, b in zip(total, counts)]
    passed, failed, skipped = total
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
