#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_points.py A.json B.json: two predictions of the same points agree to 1e-9, in time and in its parts."""
import json
import sys


def points(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["points"]


first, second = (points(path) for path in sys.argv[1:])
assert len(first) == len(second) > 0, "not the same points"
for a, b in zip(first, second):
    for field in ("ranks", "time_s", "compute_s", "communication_s", "wait_s", "low_s", "high_s", "messages", "bytes"):
        if abs(a[field] - b[field]) > 1e-9 * max(a[field], a["time_s"]):
            sys.exit(f"{field} at p = {a['ranks']}: {a[field]!r} is not {b[field]!r}")
