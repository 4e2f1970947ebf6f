# SPDX-License-Identifier: GPL-3.0-or-later
"""Predicted iterations of loops against a run with a counter for each: counts.py NAME ARGUMENTS PREDICTED COUNTED LISTED

PREDICTED: `predict --compute-model iterations.c --format json` of one rank. COUNTED: a profile of that run with --every.
Compared are innermost loops that are alone in their line and have at least one iteration. One item of a list goes to
standard output, each loop with an error of more than 1 % to the file LISTED."""
import collections
import json
import sys
import textwrap

name, arguments, predicted, counted, listed = sys.argv[1:]


def only(rows):
    """By place, for places that occur once."""
    n = collections.Counter(place for place, _ in rows)
    return {place: value for place, value in rows if n[place] == 1}


with open(predicted) as file:
    point = json.load(file)["points"][0]
with open(counted) as file:
    run = json.load(file)["runs"][0]
expected = only([((by["file"], by["line"]), by["time_s"]) for by in point["by"] if by["kind"] == "compute"])
real = only([((c["file"], c["line"]), sum(c["count"])) for c in run["counters"] if c["kind"] == "loop"])
both = {place: (expected[place], iterations) for place, iterations in real.items() if place in expected and iterations > 0}
off = {place: value for place, value in both.items() if abs(value[0] - value[1]) > 0.01 * value[1]}
iterations = sum(value[1] for value in both.values())
good = sum(value[1] for place, value in both.items() if place not in off)
with open(listed, "w") as file:
    for place, (value, count) in sorted(off.items(), key=lambda item: -abs(item[1][0] - item[1][1])):
        print(f"{place[0]}:{place[1]}: predicted {value:.6g}, counted {count:.6g}", file=file)
worst = max(off, key=lambda place: abs(off[place][0] - off[place][1]), default=None)
text = f"{worst[0].split('/')[-1]}:{worst[1]} {off[worst][0] / off[worst][1]:.3g} times" if worst else ""
line = (f"- {name} (`{arguments}`): {len(both) - len(off)} of {len(both)} loops, {100 * good / max(iterations, 1):.1f} % of all iterations"
        + (f"; worst {text}" if text else ""))
print(textwrap.fill(line, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))
