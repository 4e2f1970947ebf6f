#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report_data.py DOCUMENT: a report of two programs holds what its description (tools/report/report_data.h) says."""
import json
import pathlib
import sys

document = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
assert document["arguments"] == ["400", "10"]
assert document["machine"]["name"] == "parsytec-gc-powerplus"
assert document["machine"]["coefficients"]["core"]["operation"]
assert [program["name"] for program in document["programs"]] == ["row", "col"]
for program in document["programs"]:
    points = program["prediction"]["points"]
    assert [(p["parameters"]["n"], p["ranks"]) for p in points] == [(n, r) for n in (100, 400) for r in (1, 2, 3, 4, 8)]
    formula = program["formula"]
    assert abs(formula["time_s"] - points[-1]["time_s"]) <= 1e-12 * formula["time_s"]
    listed = sorted(term for group in formula["latex"]["groups"] for line in group["lines"] for term in line["terms"])
    assert listed == list(range(len(formula["terms"])))
    for term in formula["terms"]:
        place = program["places"][term["item"]]
        assert (place["file"], place["line"]) == (term["file"], term["line"]), (place, term)
    texts = {source["path"]: source["text"].split("\n") for source in program["sources"]}
    assert all(place["line"] <= len(texts[place["file"]]) for place in program["places"])
    assert program["no_formula"] is None and program["counters"] == []
assert document["comparison"]["programs"] == ["row", "col"]
assert len(document["comparison"]["points"]) == 10
