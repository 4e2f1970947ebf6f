# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile with the small run's counts and times, and the larger run's counts: both.py SMALL LARGER"""
import json
import sys

with open(sys.argv[1]) as small, open(sys.argv[2]) as larger:
    profile = json.load(small)
    profile["runs"] += [dict(run, timers=[]) for run in json.load(larger)["runs"]]
json.dump(profile, sys.stdout)
