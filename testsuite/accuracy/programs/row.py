# SPDX-License-Identifier: GPL-3.0-or-later
"""One line of the table of testsuite/accuracy/programs/run: row.py NAME RANKS STEM

Measured: seconds of all timed regions on the rank with the largest sum, median of the repeats. Predicted: all
computation of the slowest rank."""
import json
import statistics
import sys

name, ranks, stem = sys.argv[1:]


def point(model):
    with open(f"{stem}.{model}.{ranks}.json") as file:
        return json.load(file)["points"][0]


def computation(of):
    return sum(by["time_s"] for by in of["by"] if by["kind"] == "compute")


def measured_seconds():
    with open(f"{stem}.{ranks}.profile") as file:
        timers = json.load(file)["runs"][0]["timers"]
    repeats = range(len(timers[0]["nanoseconds"]))
    return max(statistics.median(sum(timer["nanoseconds"][k][rank] for timer in timers) for k in repeats)
               for rank in range(int(ranks))) * 1e-9


measured = measured_seconds()


def error(value):
    text = f"{100 * (value - measured) / measured:+.1f} %"
    return f"**{text}**" if abs(value - measured) > 0.35 * measured else text


cells = []
for model in ("memory", "fitted", "small_memory", "small_fitted"):
    value = computation(point(model))
    cells.append(f"{value:.3f} s, {error(value)}")
print("|", " | ".join([name, ranks, f"{measured:.3f} s", *cells]), "|")
