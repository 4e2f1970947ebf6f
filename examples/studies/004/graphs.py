#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""graphs.py FOLDER: the five applications of Adve and Vernon (2004), figure 1, as task graphs.

Writes NAME.json for `forecost taskgraph` (built from its generators) and NAME.tasks, the same tasks and edges one by
one, for simulate.c. What the paper prints is used: task times, T(1), numbers of tasks, the bus's cycles. Everything
else is marked "assumed"."""
import json
import pathlib
import random
import sys

CYCLE = 1e-7  # of the bus [s]; assumed
BUS = {"model": "bus", "request_s": CYCLE, "response_s": 2 * CYCLE, "invalidate_s": CYCLE, "write_back_s": 2 * CYCLE,
       "memory_read_s": 5 * CYCLE, "memory_write_s": 5 * CYCLE, "cache_s": 5 * CYCLE, "modules": 2, "outstanding": 3}


def usage(cycles):
    """A request every so many bus cycles; the shares of kinds are assumed."""
    return {"bus_rate": 1 / (cycles * CYCLE), "invalidate": 0.1, "write_back": 0.3, "remote_cache": 0.1}


def fork_join(name, phases, cycles, schedule):
    """phases: lists of (loop's name, demands, split part or None). Tasks and joins of both forms."""
    rate, lines, first, before, blocks = 1 / (cycles * CYCLE), [], 0, "", []
    for phase in phases:
        body = []
        for loop, cpu, part in phase:
            split = f"{2 if part is not None else 1} {part or 0}"
            lines += [f"T {c!r} {rate!r} {i} {split}{before}" for i, c in enumerate(cpu)]
            block = {"kind": "loop", "name": loop, "n": len(cpu), "usage": "all",
                     "cpu_s": cpu[0] if len(set(cpu)) == 1 else cpu}
            if part is not None:
                block["split"] = {"of": 2, "part": part}
            body.append(block)
        lines.append("J " + " ".join(str(t) for t in range(first, len(lines))))
        before, first = f" {len(lines) - 1}", len(lines)
        blocks.append({"kind": "parallel", "body": body})
    graph = {"taskgraph": 1, "name": name, "schedule": schedule, "system": BUS, "usages": {"all": usage(cycles)},
             "graph": {"kind": "series", "body": blocks}}
    return graph, lines


def psim(network):
    """Section 4.3. Task times of the second phase, the split and its balance on even P: the paper's (footnote 4). For
    4096 processors 40960 tasks and START, barrier and END make the paper's 40963. Numbers of iterations: assumed,
    such that the halves balance. First phase: assumed, the same with longer tasks, such that T(1) is 9.9 s."""
    n = {"all 1": network, "even 1": network * 2534 // 4096, "odd 1": network * 3610 // 4096}
    second = [("all 1", 44, None), ("even 1", 677, 0), ("even 2", 7, 0), ("odd 1", 473, 1), ("odd 2", 7, 1),
              ("all 2", 42, None)]
    phases = []
    for scale in (1.357, 1):
        phases.append([(loop, [round(us * scale * 1e-6, 9)] * n[loop[:-1] + "1"], part) for loop, us, part in second])
    return fork_join(f"PSIM, {network} processors", phases, 78, "split")


def mp3d(particles):
    """Section 4.3: five loops a step, chunks of 8 particles, more than 90 % of the work in one loop, small variations,
    a request every 415 cycles. The other loops, variations of +-20 %, and 50 steps in T(1) = 155 s for 20000
    particles, of which one step is analyzed: assumed."""
    chance, n, step = random.Random(3), particles // 8, 155 / 50 * particles / 20000
    phases = []
    for loop, share, tasks in (("clear", 0.01, 294), ("move", 0.93, n), ("collide", 0.03, 294), ("count", 0.02, 294),
                               ("boundary", 0.01, 147)):
        cpu = [chance.uniform(0.8, 1.2) for _ in range(tasks)]
        phases.append([(loop, [round(c * share * step / sum(cpu), 9) for c in cpu], None)])
    return fork_join(f"MP3D, {particles} particles", phases, 415, "cyclic")


def wires(chance):
    """Demands of one iteration of LocusRoute, section 4.3 and figure 6: most wires below 10 ms, a few of 100 ms and
    more, an unusually large one late in the queue. 420 wires and their times: assumed."""
    cpu = [round(min(chance.lognormvariate(-5.4, 1.0), 0.08), 9) for _ in range(420)]
    for at, large in ((40, 0.11), (190, 0.1), (385, 0.16)):
        cpu[at] = large
    return cpu


def locusroute():
    """Two iterations with one queue; a request every 150 cycles: assumed."""
    chance = random.Random(5)
    phases = [[(f"wires {iteration + 1}", wires(chance), None)] for iteration in range(2)]
    return fork_join("LocusRoute, bnrE", phases, 150, "dynamic")


def regions(division, order):
    """LocusRoute's geographic scheduling on 16 regions, section 5.3, without contention. division `area`: wires lie
    unevenly in regions of equal area (assumed: 3 in 4 wires of the northern half are in its first 4 regions);
    `work`: neighboring wires, cut into 16 parts of about equal work. order `lpt`: each queue by decreasing demand."""
    chance, blocks = random.Random(5), []
    names = [f"r{i}" for i in range(16)]
    for iteration in range(2):
        cpu, place = wires(chance), []
        for i in range(420):
            region = chance.randrange(4) if chance.random() < 0.5 else chance.randrange(4, 16)
            place.append((region, i))
        if division == "work":
            total, done, region = sum(cpu), 0.0, {}
            for _, i in sorted(place):
                region[i] = min(int(16 * (done + cpu[i] / 2) / total), 15)
                done += cpu[i]
            place = [(region[i], i) for i in range(420)]
        if order == "lpt":
            place.sort(key=lambda entry: -cpu[entry[1]])
        blocks.append({"kind": "tasks", "tasks": [
            {"name": f"{iteration + 1} wire {i}", "cpu_s": cpu[i], "queue": names[region]} for region, i in place]})
    return {"taskgraph": 1, "name": f"LocusRoute by {division}, {order}", "schedule": "queues", "queues": names,
            "graph": {"kind": "series", "body": blocks}}


def polyroots(scale):
    """Sections 4.3 and 5.1: an unstructured beginning with little parallelism, then a loop with more than half of the
    time on 24 processes, its two largest tasks late in the queue; T(1) = 398 s for the larger input. A binary tree of
    32 leaves, 60 intervals, and all times: assumed."""
    chance = random.Random(1)
    nodes = []  # (demand, parents) of the tree

    def add(low, high, parents):
        nodes.append((chance.uniform(low, high), parents))
        return len(nodes) - 1

    level = [add(0.2, 0.8, [])]
    for low, high in 4 * [(0.2, 0.8)] + [(0.5, 2.5)]:
        level = [add(low, high, [parent]) for parent in level for _ in range(2)]
    while len(level) > 1:
        level = [add(1.0, 4.0, level[i:i + 2]) for i in range(0, len(level), 2)]
    loop = [chance.uniform(1, 6) for _ in range(54)]
    loop[44:44] = [9, 9, 8]
    loop[52:52] = [8, 12, 16]
    unit = scale / (sum(loop) + sum(cpu for cpu, _ in nodes))
    loop, nodes = [round(c * unit, 9) for c in loop], [(round(c * unit, 9), parents) for c, parents in nodes]
    tasks = [{"name": f"t{i}", "cpu_s": c, "parents": [f"t{p}" for p in parents]} for i, (c, parents) in enumerate(nodes)]
    lines = [f"T {c!r} 0 0 1 0" + "".join(f" {p}" for p in parents) for c, parents in nodes]
    lines += [f"T {c!r} 0 0 1 0 {level[0]}" for c in loop]
    graph = {"taskgraph": 1, "name": f"Polyroots, {scale} s", "schedule": "dynamic", "graph": {"kind": "series", "body": [
        {"kind": "tasks", "name": "tree", "tasks": tasks},
        {"kind": "loop", "name": "intervals", "n": len(loop), "cpu_s": loop}]}}
    return graph, lines


def dynprog(rows, columns, total):
    """Section 4.3: G rows of uniform tasks, a row on one process, round-robin; T(1) = 11.7 s and 32003 tasks for
    G = 500: 64 blocks a row and three dummies."""
    cpu, lines = round(total / (rows * columns), 12), []
    for i in range(rows):
        for j in range(columns):
            task = i * columns + j
            parents = (f" {task - columns}" if i else "") + (f" {task - 1}" if j else "")
            lines.append(f"T {cpu!r} 0 {i} 1 0{parents}")
    graph = {"taskgraph": 1, "name": f"DynProg, G = {rows}", "schedule": "cyclic",
             "graph": {"kind": "pipeline", "rows": rows, "columns": columns, "cpu_s": cpu}}
    return graph, lines


APPLICATIONS = {"psim": lambda: psim(4096), "psim_small": lambda: psim(1024), "mp3d": lambda: mp3d(20000),
                "mp3d_small": lambda: mp3d(5000), "locusroute": locusroute, "polyroots": lambda: polyroots(398),
                "polyroots_small": lambda: polyroots(20), "dynprog": lambda: dynprog(500, 64, 11.7),
                "dynprog_small": lambda: dynprog(100, 13, 0.5)}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, make in APPLICATIONS.items():
        graph, lines = make()
        (folder / f"{name}.json").write_text(json.dumps(graph), encoding="utf-8")
        (folder / f"{name}.tasks").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
