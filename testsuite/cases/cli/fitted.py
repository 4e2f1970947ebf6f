# SPDX-License-Identifier: GPL-3.0-or-later
"""Oracle for compute model fitted: hand-written times are reproduced by the prediction of the same run.

fitted.py executions PROFILE          executions of shapes.c on each rank, from its source
fitted.py rewrite PROFILE SPREAD      the profile with the timer of line L taking L ms, rank 0 less and rank 1 more by
                                      the share SPREAD; with one, the sums of runs are three times that, as if others had disturbed
fitted.py spread FILE OUT             a model or profile with the loops of machine code on nine lines of 64 bytes each
fitted.py code MEMORY FITTED          of two predictions' JSON: the factors of FITTED compare with the seconds of MEMORY
fitted.py compare PROFILE JSON SPREAD the factors measured those times, predict them, and have that spread as error
"""
import json
import math
import os
import re
import subprocess
import sys


def timers(path):
    with open(path) as file:
        return json.load(file)["runs"][0]["timers"]


def executions(path):
    """find() after Finalize is not timed; fill() is short, but called only 40 times, so its timer stays."""
    got = {timer["line"]: timer["executions"] for timer in timers(path)}
    expected = {17: [40, 40], 47: [1, 1], 50: [1, 1]}
    for line, counts in expected.items():
        assert any(abs(line - at) <= 3 and counts == executed for at, executed in got.items()), (line, got)


def rewrite(path, spread):
    with open(path) as file:
        profile = json.load(file)
    for timer in profile["runs"][0]["timers"]:
        share = [1 - spread, 1 + spread]
        timer["touched"] = [0, 0]
        times = [round(timer["line"] * 1e6 * s) for s in share]
        timer.pop("quiet"), timer.pop("unsure")
        timer["nanoseconds"] = [[(3 if spread else 1) * t for t in times]] * 2
        if spread:
            timer["quiet"], timer["unsure"] = times, [0, 0]
    json.dump(profile, sys.stdout)


def model_error():
    """Of the bundled machine's core, with all others idle: the first in its file."""
    yaml = subprocess.run([os.environ["FORECOST"], "machine", "show", "default", "--format", "yaml"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"^core:\n(?:  .*\n)*?  model_error: (.*)$", yaml, re.MULTILINE).group(1))


def compare(path, predicted, spread):
    with open(predicted) as file:
        document = json.load(file)
    assert document["compute_model"] == "fitted"
    factors = document["factors"]
    seen = {factor["line"] for factor in factors if factor["predicted_s"] > 0}
    measured = sum(timer["line"] for timer in timers(path) if timer["line"] in seen) * 1e-3
    assert len(seen) >= 3, factors
    for factor in factors:
        if factor["predicted_s"] > 0:
            assert math.isclose(factor["factor"], factor["measured_s"] / factor["predicted_s"], rel_tol=1e-9)
            # two ratios f (1 - s), f (1 + s) of equal weight: variance f^2 s^2 * 2 / (2 - 1)
            # beside the machine file's model error for loops of other code
            expected = math.hypot(spread * math.sqrt(2), model_error())
            assert math.isclose(factor["error"], expected, rel_tol=1e-6, abs_tol=1e-7), factor
    compute = sum(by["time_s"] for by in document["points"][0]["by"] if by["op"] is None)
    assert math.isclose(compute, measured, rel_tol=1e-3), (compute, measured)


def spread(path, out):
    with open(path) as file:
        document = json.load(file)
    code = document["code"] if "code" in document else document["runs"][0]["code"]
    assert any(row[1] == 8 for row in code), code  # the loop's body
    for row in code:
        row[2] = 9
    with open(out, "w") as file:
        json.dump(document, file)


def code(memory, fitted):
    """The timed outer loop calls add(), whose own timer stays, or was removed as too short."""
    with open(memory) as one, open(fitted) as other:
        by, factors = json.load(one)["points"][0]["by"], json.load(other)["factors"]
    expected = sum(b["time_s"] for b in by if b["op"] is None and b["function"] == "add")
    got = sum(f["predicted_s"] for f in factors if f["file"].endswith("stream_add.c"))
    assert expected > 0 and math.isclose(got, expected, rel_tol=1e-6), (got, expected)


{"executions": lambda: executions(sys.argv[2]),
 "rewrite": lambda: rewrite(sys.argv[2], float(sys.argv[3])),
 "spread": lambda: spread(sys.argv[2], sys.argv[3]),
 "code": lambda: code(sys.argv[2], sys.argv[3]),
 "compare": lambda: compare(sys.argv[2], sys.argv[3], float(sys.argv[4]))}[sys.argv[1]]()
