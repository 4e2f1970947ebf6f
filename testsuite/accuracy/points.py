# SPDX-License-Identifier: GPL-3.0-or-later
"""Points of a campaign: points.py KEY=VALUE... appends one to the file that the variable POINTS names, as a line of JSON.

Keys: `measured_s`, and `predicted_s` or, by compute model, `predicted_s.MODEL`; `low_s` and `high_s`, the ends of the 90 % interval; other
times end with `_s` too; all other keys identify the point. Numbers are written as such."""
import json
import os
import sys


def add(point):
    if "POINTS" in os.environ:
        with open(os.environ["POINTS"], "a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")


def value_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def read(words):
    point = {}
    for key, text in (word.split("=", 1) for word in words):
        whole, _, model = key.partition(".")
        if model:
            point.setdefault(whole, {})[model] = value_of(text)
        else:
            point[key] = value_of(text)
    return point


if __name__ == "__main__":
    add(read(sys.argv[1:]))
