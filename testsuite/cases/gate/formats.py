#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""formats.py FOLDER: json, xml, md, sarif and bmf there are valid, and report one program, whose name is
NAME, that is slower at three points because of ring.c:26."""
import json
import os
import re
import sys
import xml.etree.ElementTree as tree

NAME = '<b>&amp;"x"|`*_\n]]>\u00e9@me'
LINE = 26


def read(name):
    with open(os.path.join(sys.argv[1], name), encoding="utf-8") as file:
        return file.read()


def check_json():
    made = json.loads(read("json"))
    assert made["passed"] is False and made["counts"]["slower"] == 3
    assert [result["program"] for result in made["results"]] == [NAME] * 3
    for result, ranks in zip(made["results"], (1, 4, 16)):
        assert result["verdict"] == "slower" and result["ranks"] == ranks and result["measure"] == "time"
        assert result["after"]["time_s"] > 1.05 * result["before"]["time_s"] > 0
        assert result["causes"][0]["file"] == "ring.c" and result["causes"][0]["line"] == LINE


def check_junit():
    """The elements and attributes that Jenkins' and GitLab's readers require."""
    top = tree.fromstring(read("xml").encode())
    assert top.tag == "testsuites" and top.get("tests") == top.get("failures") == "3" and top.get("errors") == "0"
    (suite,) = top
    assert suite.tag == "testsuite" and suite.get("name") == NAME and suite.get("failures") == "3"
    for case in suite:
        assert case.tag == "testcase" and case.get("classname") == NAME and case.get("name").startswith("p = ")
        assert case.get("file") == "ring.c" and case.get("line") == str(LINE)
        (failure,) = case
        assert failure.tag == "failure" and failure.get("message") and f"ring.c:{LINE}: " in failure.text


def check_markdown():
    made = read("md")
    outside = re.sub(r"</?code>|&#\d+;", "", made)
    assert not re.search(r"[<>&`_@\[\]]", outside), outside
    rows = [line for line in made.split("\n") if line.startswith("| <code>")]
    assert len(rows) == 3 and all(row.count("|") == 5 and row.endswith("**slower** |") for row in rows)
    assert f"- <code>ring.c:{LINE}</code> more: computation in inner" in made


def need(thing, required, allowed):
    """A SARIF object: every required property, and only allowed ones."""
    assert required <= thing.keys() <= required | allowed, (thing.keys(), required, allowed)


def check_location(location):
    need(location, {"physicalLocation"}, {"message"})
    physical = location["physicalLocation"]
    need(physical, {"artifactLocation"}, {"region"})
    need(physical["artifactLocation"], {"uri"}, {"uriBaseId"})
    assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", physical["artifactLocation"]["uri"])
    assert physical["region"]["startLine"] >= 1


def check_sarif():
    """SARIF 2.1.0, the requirements of sections 3.13, 3.14, 3.18, 3.19, 3.27, 3.28 and 3.49 for these objects."""
    made = json.loads(read("sarif"))
    need(made, {"version", "runs"}, {"$schema"})
    assert made["version"] == "2.1.0"
    (run,) = made["runs"]
    need(run, {"tool"}, {"results", "columnKind"})
    driver = run["tool"]["driver"]
    need(driver, {"name"}, {"version", "rules"})
    for rule in driver["rules"]:
        need(rule, {"id"}, {"shortDescription"})
        assert rule["shortDescription"]["text"]
    assert len(run["results"]) == 3
    for result in run["results"]:
        need(result, {"message"},
             {"ruleId", "ruleIndex", "level", "locations", "relatedLocations", "partialFingerprints"})
        assert result["ruleId"] == driver["rules"][result["ruleIndex"]]["id"] == "slower"
        assert result["level"] in ("none", "note", "warning", "error") and NAME in result["message"]["text"]
        for location in result["locations"] + result["relatedLocations"]:
            check_location(location)
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "ring.c" and place["region"]["startLine"] == LINE
        related = [json.dumps(location) for location in result["relatedLocations"]]
        assert len(related) == len(set(related))
    fingerprints = [result["partialFingerprints"]["forecost/v1"] for result in run["results"]]
    assert len(set(fingerprints)) == 3


def check_bmf():
    made, plain = json.loads(read("bmf")), json.loads(read("json"))
    assert len(made) == 3
    for (name, measures), result in zip(made.items(), plain["results"]):
        assert name == f"{NAME}, p = {result['ranks']}, arguments 65536 10"
        assert abs(measures["latency"]["value"] / (1e9 * result["after"]["time_s"]) - 1) < 1e-12
        assert measures["messages"]["value"] == result["after"]["messages"]


check_json()
check_junit()
check_markdown()
check_sarif()
check_bmf()
