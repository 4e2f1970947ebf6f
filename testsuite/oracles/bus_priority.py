#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The bus of [taskgraph, 3.3] event by event, responses served before requests, against the system model `bus`, which
serves them in order of arrival. Prints the difference of the model's round from the simulated one: first with responses
in any order, then in the order of their requests.

    FORECOST=build/release/forecost testsuite/oracles/bus_priority.py     (a few seconds)

A row for each mean number of cycles that a process computes, columns for 4, 12 and 20 processes. A process computes (exponential),
sends a request on the bus (1 cycle), is served by one of two memory modules (5 cycles) and answered on the bus (2 cycles); reads
only, with any number of them under way."""
import heapq
import json
import os
import random
import subprocess
import tempfile

REQUEST, MEMORY, RESPONSE, MODULES = 1, 5, 2, 2


def simulate(processes, think, is_ordered, cycles=150000):
    """Mean cycles of a round."""
    chance = random.Random(1)
    events, number, rounds, now = [], 0, 0, 0.0
    waiting = {"request": [], "response": []}
    requested = answered = 0  # reads that have passed the bus, and their responses
    bus_is_busy, memory_is_busy, asked, serving = False, [False] * MODULES, [[] for _ in range(MODULES)], [0] * MODULES

    def at(time, what, module=0):
        nonlocal number
        number += 1
        heapq.heappush(events, (time, number, what, module))

    def serve_bus():
        nonlocal bus_is_busy
        ready = [read for read in waiting["response"] if not is_ordered or read == answered]
        if not bus_is_busy and ready:
            waiting["response"].remove(ready[0])
            bus_is_busy = True
            at(now + RESPONSE, "response done")
        elif not bus_is_busy and waiting["request"]:
            waiting["request"].pop()
            bus_is_busy = True
            at(now + REQUEST, "request done")

    def serve_memory(module):
        if asked[module] and not memory_is_busy[module]:
            serving[module] = asked[module].pop(0)
            memory_is_busy[module] = True
            at(now + MEMORY, "memory done", module)

    for _ in range(processes):
        at(chance.expovariate(1 / think), "ask")
    while now < cycles:
        now, _, what, module = heapq.heappop(events)
        if what == "ask":
            waiting["request"].append(1)
        elif what == "memory done":
            memory_is_busy[module] = False
            waiting["response"].append(serving[module])
            serve_memory(module)
        else:
            bus_is_busy = False
            if what == "request done":
                module = chance.randrange(MODULES)
                asked[module].append(requested)
                requested += 1
                serve_memory(module)
            else:
                rounds += 1
                answered += 1
                at(now + chance.expovariate(1 / think), "ask")
        serve_bus()
    return processes * now / rounds


def model(processes, think):
    """The same by forecost: tasks of one second take round / think seconds."""
    graph = {"taskgraph": 1, "schedule": "block",
             "system": {"model": "bus", "request_s": REQUEST * 1e-7, "response_s": RESPONSE * 1e-7, "invalidate_s": 1e-7,
                        "write_back_s": 1e-7, "memory_read_s": MEMORY * 1e-7, "memory_write_s": 1e-7, "cache_s": 1e-7,
                        "modules": MODULES, "outstanding": 1000000},
             "usages": {"reads": {"bus_rate": 1e7 / think, "invalidate": 0, "write_back": 0, "remote_cache": 0}},
             "graph": {"kind": "loop", "n": processes, "cpu_s": 1, "usage": "reads"}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(graph, file)
        file.flush()
        out = subprocess.run([os.environ.get("FORECOST", "forecost"), "taskgraph", "run", file.name, "-P", str(processes), "--format",
                              "json"], check=True, capture_output=True).stdout
    return json.loads(out)["points"][0]["time_s"] * think


for is_ordered in (False, True):
    print("responses in the order of their requests:" if is_ordered else "responses in any order:")
    for think in (10, 20, 40):
        row = ["%+.1f %%" % (100 * (model(processes, think) / simulate(processes, think, is_ordered) - 1))
               for processes in (4, 12, 20)]
        print("| %d | %s |" % (think, " | ".join(row)))
