#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_time.py PREDICTION.json SECONDS: the only point's time is SECONDS, but for the last digits printed."""
import json
import sys

path, text = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    (point,) = json.load(file)["points"]
seconds = float(text)
if abs(seconds - point["time_s"]) > 1e-8 * point["time_s"]:
    sys.exit(f"{seconds!r} is not the predicted {point['time_s']!r}")
