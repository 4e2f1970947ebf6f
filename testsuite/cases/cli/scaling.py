#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers of `forecost scaling --format json` against points of `forecost sweep`.

scaling.py ranks EVERY.csv ANSWERS.json    every number of ranks from 1 on
scaling.py sizes ANSWERS.json              prints the sizes to be checked: ranks, size, weak|needed
scaling.py size POINTS.csv KIND ANSWERS    1 and p ranks with size - 1 and size
"""
import csv
import json
import math
import sys


def read(path):
    rows = list(csv.DictReader(open(path)))
    return {(int(r["ranks"]), int(r["parameters.n"])): {k: float(v) for k, v in r.items()} for r in rows}


def communication(point):
    return point["communication_s"] + point["wait_s"]


def computation(point):
    return point["time_s"] - communication(point)


def check_ranks(every, answers):
    points = {p: point for (p, _), point in read(every).items()}
    answers = json.load(open(answers))
    times = {p: point["time_s"] for p, point in points.items()}
    # The sweep sums in another order than a single prediction.
    assert min(times.values()) == times[answers["least_time_ranks"]], answers
    assert math.isclose(answers["least_time_s"], min(times.values()), rel_tol=1e-12), answers
    enough = [p for p in times if times[1] / (p * times[p]) >= answers["efficiency_asked"]]
    at = answers["efficient_ranks"]
    assert at in enough and at + 1 not in enough or at == max(times), (at, enough[-5:])
    more = [p for p in points if communication(points[p]) > computation(points[p])]
    if answers["hand_over_ranks"] is None:
        assert not more, more
    else:
        assert answers["hand_over_ranks"] in more and answers["hand_over_ranks"] - 1 not in more
    for row in answers["points"][1:]:
        p, speedup = row["ranks"], times[1] / times[row["ranks"]]
        assert math.isclose(row["speedup"], speedup) and math.isclose(row["efficiency"], speedup / p)
        f = row["sequential"]
        assert math.isclose(p / (1 + f * (p - 1)), speedup, rel_tol=1e-9), row  # Amdahl's law with that share


def print_sizes(answers):
    for row in json.load(open(answers))["points"][1:]:
        for kind, size in (("weak", row["weak"]["size"]), ("needed", row["needed_size"])):
            if size is not None and size > 1:
                print(row["ranks"], int(size), kind)


def check_size(points, kind, answers):
    points, answers = read(points), json.load(open(answers))
    low, high = sorted({n for _, n in points})
    ranks = max(p for p, _ in points)
    base = read("every.csv")[(1, 1500)]
    if kind == "weak":
        assert computation(points[ranks, low]) < computation(base) <= computation(points[ranks, high])
    else:
        less, enough = (points[1, n]["time_s"] / (ranks * points[ranks, n]["time_s"]) for n in (low, high))
        assert less < answers["efficiency_asked"] <= enough, (less, enough)


{"ranks": check_ranks, "sizes": print_sizes, "size": check_size}[sys.argv[1]](*sys.argv[2:])
