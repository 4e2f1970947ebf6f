# SPDX-License-Identifier: GPL-3.0-or-later
"""timeline.py TRACE PREDICTION.json [RANKS]: a timeline is whole and says what the prediction says. TRACE in Chrome's trace event
format or in Paje; RANKS: how many ranks it shows, all without."""
import json
import sys
from collections import defaultdict
from fractions import Fraction

point = json.load(open(sys.argv[2], encoding="utf-8"))["points"][0]
ranks = int(sys.argv[3]) if len(sys.argv) > 3 else point["ranks"]
whole = ranks == point["ranks"]


def check_slices(slices, latest):
    """slices: by rank, (begin, end) in the order of the file."""
    assert set(slices) <= set(range(ranks)), set(slices)
    for of in slices.values():
        assert of[0][0] == 0, of[0]
        for (begin, end), (following, _) in zip(of, of[1:] + [(of[-1][1], None)]):
            assert begin < end == following, (begin, end, following)
    if whole:
        assert abs(float(latest) - point["time_s"]) <= 1e-9 * point["time_s"] + 1e-11, (float(latest), point["time_s"])
        assert max(sum(end - begin for begin, end in of) for of in slices.values()) == latest


def check_flows(starts, ends, clocks):
    assert set(starts) == set(ends)
    for key, (rank, at) in starts.items():
        other, then = ends[key]
        assert at <= then and rank != other, key
        assert 0 <= at <= clocks[rank] and 0 <= then <= clocks[other], key


def json_trace(text):
    slices, starts, ends, names = defaultdict(list), {}, {}, set()
    for event in json.loads(text, parse_float=Fraction)["traceEvents"]:
        kind, rank = event["ph"], event.get("tid")
        if kind == "M":
            names.add((event["name"], rank))
            continue
        at = Fraction(event["ts"]) / 1000000
        if kind == "X":
            assert event["cat"] in ("compute", "communication", "wait") and event["args"]["line"] > 0 and event["args"]["file"]
            assert event["cat"] == "compute" or event["name"].startswith("MPI_")
            slices[rank].append((at, at + Fraction(event["dur"]) / 1000000))
        else:
            assert kind in "sf" and event["id"] not in (starts if kind == "s" else ends)
            (starts if kind == "s" else ends)[event["id"]] = (rank, at)
    assert names == {("process_name", None)} | {("thread_name", i) for i in range(ranks)}
    return slices, starts, ends


def paje_trace(lines):
    fields, slices, starts, ends, state, last = {}, defaultdict(list), {}, {}, {}, Fraction(0)
    values = set()
    for line in lines:
        words = line.split()
        if line.startswith("%EventDef"):
            number, fields[words[2]] = words[2], 0
        elif line.startswith("%"):
            fields[number] += 0 if "EndEventDef" in line else 1
        else:
            assert words[0] in fields, line
            if words[0] == "3":
                values.add(words[1])
            if words[0] not in "45678":
                continue
            at = Fraction(words[1])
            assert at >= last, line
            last = at
            if words[0] == "6":
                assert len(words) - 1 == fields["6"] and words[4] in values, line
                rank = int(words[3][1:])
                if rank in state:
                    slices[rank].append((state.pop(rank), at))
                if words[4] != "idle":
                    state[rank] = at
            if words[0] in "78":
                assert len(words) - 1 == fields[words[0]] and words[6] not in (starts if words[0] == "7" else ends), line
                (starts if words[0] == "7" else ends)[words[6]] = (int(words[4][1:]), at)
    assert not state
    return slices, starts, ends


text = open(sys.argv[1], encoding="utf-8").read()
slices, starts, ends = json_trace(text) if sys.argv[1].endswith(".json") else paje_trace(text.splitlines())
clocks = defaultdict(Fraction, {rank: of[-1][1] for rank, of in slices.items()})
check_slices(slices, max(clocks.values()))
check_flows(starts, ends, clocks)
print(len(starts), "messages", sum(map(len, slices.values())), "slices")
