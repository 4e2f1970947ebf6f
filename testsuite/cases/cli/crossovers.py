#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Crossovers of `forecost compare --format json` against the winners on every number of ranks (two CSV of `forecost sweep`)."""
import csv
import json
import sys

row, col = (list(csv.DictReader(open(path))) for path in sys.argv[1:3])
found = json.load(open(sys.argv[3]))["crossovers"]
winners = {}
for a, b in zip(row, col):
    assert (a["ranks"], a["parameters.n"]) == (b["ranks"], b["parameters.n"])
    faster = "col" if float(b["time_s"]) < float(a["time_s"]) else "row"
    winners.setdefault(float(a["parameters.n"]), []).append(faster)
for n, by_ranks in winners.items():
    changes = [p for p in range(2, len(by_ranks) + 1) if by_ranks[p - 1] != by_ranks[p - 2]]
    mine = [c for c in found if c["parameters"]["n"] == n]
    assert len(mine) == (by_ranks[0] != by_ranks[-1]), (n, changes, mine)
    for crossover in mine:
        p = crossover["ranks"]
        assert p in changes, (n, changes, crossover)
        assert (crossover["from"], crossover["to"]) == (by_ranks[p - 2], by_ranks[p - 1]), (n, crossover)
        near = [q for q in changes if abs(q - p) <= max(4, min(64, p // 32))]
        assert (crossover["first"], crossover["last"]) == (near[0], near[-1]), (n, near, crossover)
        assert crossover["reason"], crossover
