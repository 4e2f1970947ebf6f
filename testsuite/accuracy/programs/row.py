# SPDX-License-Identifier: GPL-3.0-or-later
"""One line of the table of testsuite/accuracy/programs/run: row.py NAME RANKS STEM

Measured: seconds of all timed regions on the rank with the largest sum, median of the repeats. Predicted: all
computation of the slowest rank."""
import json
import pathlib
import statistics
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import points  # noqa: E402

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


MODELS = {"memory": "memory, its counts", "fitted": "fitted, its counts", "small_memory": "memory, small run",
          "small_fitted": "fitted, small run"}
predicted = {MODELS[model]: computation(point(model)) for model in MODELS}
points.add({"program": name, "ranks": int(ranks), "measured_s": measured, "predicted_s": predicted})
cells = []
for value in predicted.values():
    cells.append(f"{value:.3f} s, {error(value)}")
print("|", " | ".join([name, ranks, f"{measured:.3f} s", *cells]), "|")
