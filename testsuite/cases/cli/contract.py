#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""contract.py predict|validate|placed|marked FILE: FILE is what `--format json` promises (design, section 1), field by field;
placed: validate --by place, whose places add up to the whole;
marked: validate for a program that sleeps 600 ms, marks its computational block, and sleeps 30 ms."""
import json
import sys

NUMBER = (int, float)
TOP = {"forecost": str, "program": str, "machine": str, "method": str, "compute_model": str, "points": list}
POINT = {"ranks": int, "parameters": dict, "time_s": NUMBER, "low_s": NUMBER, "high_s": NUMBER, "compute_s": NUMBER,
         "communication_s": NUMBER, "wait_s": NUMBER, "messages": NUMBER, "bytes": NUMBER, "origin": dict, "by": list}
MARKED = {"block_s": NUMBER, "block_measured_s": NUMBER, "block_error": NUMBER}
MEASURED = {"measured_s": NUMBER, "measured_min_s": NUMBER, "measured_max_s": NUMBER, "runs": int, "further_runs": int,
            "error": NUMBER}
BY = {"file": str, "line": int, "function": str, "kind": str, "op": (str, type(None)), "time_s": NUMBER}
PLACED = {"undisturbed_s": NUMBER, "undisturbed_low_s": NUMBER, "undisturbed_high_s": NUMBER, "disturbed_share": NUMBER,
          "undisturbed_error": (int, float, type(None)), "places": list}
PLACE = {"file": (str, type(None)), "line": (int, type(None)), "function": (str, type(None)), "kind": str,
         "op": (str, type(None)), "predicted_s": NUMBER, "measured_s": NUMBER, "share": NUMBER, "reason": str}
ORIGINS = {"closed", "executed", "profiled", "annotated", "assumed"}


def has(value, fields, where):
    for name, kind in fields.items():
        assert name in value, f"{where}: no {name}"
        assert isinstance(value[name], kind), f"{where}: {name} is {value[name]!r}"


def check_point(point, where):
    has(point, POINT, where)
    assert 0 <= point["low_s"] <= point["time_s"] <= point["high_s"], f"{where}: interval"
    assert set(point["origin"]) == ORIGINS, f"{where}: origins"
    assert abs(sum(point["origin"].values()) - 1) < 1e-6, f"{where}: origins do not add up to 1"
    parts = point["compute_s"] + point["communication_s"] + point["wait_s"]
    assert abs(parts - point["time_s"]) <= 1e-6 * point["time_s"], f"{where}: parts do not add up to the time"
    for line in point["by"]:
        has(line, BY, where + ".by")
        assert line["kind"] in ("compute", "communication")
    assert abs(sum(line["time_s"] for line in point["by"]) - point["time_s"]) <= 1e-6 * point["time_s"], f"{where}: by"


def check_places(point, where):
    has(point, PLACED, where)
    places = point["places"]
    for place in places:
        has(place, PLACE, where + ".places")
    assert [place["file"] is None for place in places] == [False] * (len(places) - 1) + [True], f"{where}: the rest"
    predicted, measured = (sum(place[key] for place in places) for key in ("predicted_s", "measured_s"))
    assert measured > 0, f"{where}: nothing was measured"
    undisturbed = (1 - point["disturbed_share"]) * point["measured_min_s"]
    assert abs(predicted - point["time_s"]) <= 1e-9 * point["time_s"], f"{where}: predicted_s adds up to {predicted}"
    assert abs(undisturbed - point["undisturbed_s"]) <= 1e-9 * undisturbed, f"{where}: undisturbed_s"
    error = (point["time_s"] - point["undisturbed_s"]) / point["undisturbed_s"]
    low, high = point["undisturbed_low_s"], point["undisturbed_high_s"]
    assert low <= point["undisturbed_s"] <= high <= point["measured_min_s"], f"{where}: undisturbed_s is not within its bounds"
    if point["undisturbed_error"] is None:
        assert high > 1.1 * low, f"{where}: the undisturbed time is known within a tenth, and has no error"
    else:
        assert abs(error - point["undisturbed_error"]) < 1e-9, f"{where}: undisturbed_error"


def main():
    kind, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    has(document, TOP, "top")
    assert document["points"], "no points"
    for index, point in enumerate(document["points"]):
        check_point(point, f"points[{index}]")
        if kind == "marked":
            has(point, MARKED, f"points[{index}]")
            assert point["block_measured_s"] >= 0.03, "the block misses the sleep in it"
            assert point["measured_s"] >= 0.63, "the whole misses a sleep"
            assert point["block_measured_s"] < 0.6, "the block holds the sleep before it"
            assert 0 <= point["block_s"] < point["time_s"], "block"
        elif kind in ("validate", "placed"):
            if kind == "placed":
                check_places(point, f"points[{index}]")
            has(point, MEASURED, f"points[{index}]")
            error = (point["time_s"] - point["measured_s"]) / point["measured_s"]
            assert abs(error - point["error"]) < 1e-9, "error"


main()
