# SPDX-License-Identifier: GPL-3.0-or-later
"""Adve and Vernon (2004): deterministic task graph analysis against event-by-event execution (simulate.c)."""
import importlib.util
import json
import math
import pathlib

import commands

spec = importlib.util.spec_from_file_location("graphs", pathlib.Path(__file__).with_name("graphs.py"))
graphs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(graphs)

SCHEDULE = {"psim": "split", "mp3d": "cyclic", "locusroute": "dynamic", "polyroots": "dynamic", "dynprog": "cyclic"}
HAS_BUS = ("psim", "mp3d", "locusroute")
PROCESSES = [1, 2, 4, 5, 8, 9, 12, 16, 17, 20]


class Study:
    def __init__(self, here, folder):
        self.folder, self.program = folder, commands.compiled(here / "simulate.c", folder)
        for name, make in graphs.APPLICATIONS.items():
            graph, lines = make()
            self.write(name, graph, lines)
            if name in HAS_BUS:  # the same without requests: scheduling alone
                calm = [" ".join(["T", line.split()[1], "0", *line.split()[3:]]) if line[0] == "T" else line
                        for line in lines]
                self.write(name + "_calm", {**graph, "system": {"model": "none"}, "usages": {}} | {
                    "graph": without_usage(graph["graph"])}, calm)

    def write(self, name, graph, lines):
        (self.folder / f"{name}.json").write_text(json.dumps(graph), encoding="utf-8")
        (self.folder / f"{name}.tasks").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def predicted(self, name, processes, *options):
        rows = commands.rows("taskgraph", "run", self.folder / f"{name}.json", "-P", commands.ranges(processes), *options)
        return [float(row["time_s"]) for row in rows]

    def executed(self, name, schedule, processes, cv=0.0, runs=1, lock=0.0):
        lines = commands.output(self.program, self.folder / f"{name}.tasks", schedule, cv, runs, lock, *processes)
        return [float(line.split()[1]) for line in lines.splitlines()]


def without_usage(node):
    if isinstance(node, list):
        return [without_usage(n) for n in node]
    if isinstance(node, dict):
        return {key: without_usage(value) for key, value in node.items() if key != "usage"}
    return node


def errors(study):
    """Figures 4 (b), 5 (b), 6 (c), 7 (b), 8 (b): predicted against executed, for random task times too."""
    rows = [["application", "model", "cv", "P", "predicted_s", "executed_s", "error"]]
    for name in graphs.APPLICATIONS:
        schedule = SCHEDULE[name.removesuffix("_small")]
        has_bus = name.removesuffix("_small") in HAS_BUS
        for cv in (0, 0.1, 0.3, 1):
            processes = PROCESSES if cv == 0 or not has_bus else [4, 9, 20]
            runs = 1 if cv == 0 else 20 if name.startswith("polyroots") else 2
            executed = study.executed(name, schedule, processes, cv, runs)
            models = [("full", [])] + ([("basic", ["--system", "none"])] if cv == 0 else []) if has_bus else [("basic", [])]
            for model, options in models:
                for p, t, x in zip(processes, study.predicted(name, processes, *options), executed):
                    rows.append([name, model, cv, p, t, x, t / x - 1])
    return rows


def schedules(study):
    """Figures 9 and 10: orders of Polyroots' last phase, and PSIM without splitting; predicted and executed speedups."""
    rows = [["application", "schedule", "P", "predicted_speedup", "executed_speedup", "gain_over_first"]]
    for name, compared in (("polyroots", ("dynamic", "largest", "lpt")), ("psim", ("split", "cyclic"))):
        processes = list(range(1, 25)) if name == "polyroots" else [1, 7, 9, 11, 13, 15, 16]
        first = None
        for schedule in compared:
            times = study.predicted(name, processes, "--schedule", schedule)
            executed = [""] * len(processes) if schedule == "largest" else study.executed(name, schedule, processes)
            first = first or times
            for p, t, x, before in zip(processes, times, executed, first):
                rows.append([name, schedule, p, times[0] / t, executed[0] / x if x else "", before / t - 1])
    return rows


def locks(study):
    """Section 4.3: exponentially distributed holding times of Polyroots' task queue."""
    rows = [["application", "hold_s", "P", "predicted_s", "executed_s", "error"]]
    for name in ("polyroots", "polyroots_small"):
        for hold in (0.001, 0.01, 0.05):
            executed = study.executed(name, "dynamic", PROCESSES, 0, 20, hold)
            for p, t, x in zip(PROCESSES, study.predicted(name, PROCESSES, "--lock", hold), executed):
                rows.append([name, hold, p, t, x, t / x - 1])
    return rows


def largest_of_exponentials(means):
    """Mean of the largest of independent exponential times: integral of 1 - prod(1 - exp(-t / m)), by Simpson."""
    steps, end = 1000, 40 * max(means)
    value = lambda t: 1 - math.prod(1 - math.exp(-t / m) for m in means)
    inner = sum((4 if i % 2 else 2) * value(end * i / steps) for i in range(1, steps))
    return (value(0) + inner + value(end)) * end / steps / 3


def mak_lundstrom(study, name, processes):
    """The ML model of figure 13 on the condensed graph: each process has one exponential task a phase."""
    total, load = 0.0, {}
    split = SCHEDULE[name] == "split" and processes > 1
    for line in (study.folder / f"{name}_calm.tasks").read_text(encoding="utf-8").splitlines():
        if line[0] == "J":
            total += largest_of_exponentials(list(load.values()))
            load = {}
            continue
        _, cpu, _, slot, of, part, *_ = line.split()
        of, part = (int(of), int(part)) if split else (1, 0)
        process = int(slot) % ((processes - part + of - 1) // of) * of + part
        load[process] = load.get(process, 0) + float(cpu)
    return total


def stochastic(study):
    """Figure 13: Kruskal and Weiss's model with the tasks' own and with exponential variance, and ML, all without
    contention, against execution without contention."""
    rows = [["application", "model", "P", "predicted_s", "executed_s", "error"]]
    processes = [2, 4, 5, 8, 9, 12, 16]
    for name in HAS_BUS:
        executed = study.executed(name + "_calm", SCHEDULE[name], processes)
        graph = study.folder / f"{name}_calm.json"
        points = json.loads(commands.forecost("taskgraph", "run", graph, "-P", commands.ranges(processes), "--structure",
                                              "--format", "json"))
        for model, key in (("deterministic", "time_s"), ("KW actual", "kruskal_weiss_s"),
                           ("KW exponential", "kruskal_weiss_exponential_s")):
            for p, x, point in zip(processes, executed, points):
                rows.append([name, model, p, point[key], x, point[key] / x - 1])
        for p, x in zip(processes, executed) if SCHEDULE[name] != "dynamic" else ():
            t = mak_lundstrom(study, name, p)
            rows.append([name, "ML condensed", p, t, x, t / x - 1])
    return rows


def locality(study):
    """Figures 11 and 12: mean number of processes per active queue on 16 processes, and the times."""
    rows = [["division", "order", "schedule", "P", "time_s", "mean_processes_per_queue", "share_of_time_above_1"]]
    for division, order, schedule in (("area", "fifo", "queues-fixed"), ("area", "fifo", "queues"),
                                      ("work", "fifo", "queues"), ("work", "lpt", "queues")):
        path = study.folder / f"regions_{division}_{order}.json"
        path.write_text(json.dumps(graphs.regions(division, order)), encoding="utf-8")
        for p in (10, 16) if schedule != "queues-fixed" else (16,):
            time = commands.rows("taskgraph", "run", path, "-P", p, "--schedule", schedule)[0]["time_s"]
            curve = [float(row["processes_per_queue"]) for row in commands.rows(
                "taskgraph", "run", path, "-P", p, "--schedule", schedule, "--metric", "queue")]
            rows.append([division, order, schedule, p, float(time), sum(curve) / len(curve),
                         sum(v > 1 for v in curve) / len(curve)])
    return rows


def of(rows, **wanted):
    """The rows with these values, as dictionaries."""
    found = [dict(zip(rows[0], row)) for row in rows[1:]]
    return [row for row in found if all(row[key] == value for key, value in wanted.items())]


def error_rows(table):
    """The paper's statements on accuracy beside ours."""
    rows, every = [], []
    paper = {"psim": "full model within 4 %", "mp3d": "highly accurate", "locusroute": "quite accurate",
             "polyroots": "all errors below 1 %", "polyroots_small": "slightly higher", "dynprog": "1 to 3 %"}
    for name in graphs.APPLICATIONS:
        model = "full" if name.removesuffix("_small") in HAS_BUS else "basic"
        found = [row["error"] for row in of(table, application=name, model=model, cv=0)]
        every += found
        rows.append([f"{name}: largest error of the {model} model over P = 1 .. 20", paper.get(name, ""),
                     max(map(abs, found)), "<= 0.03"])
    for name in HAS_BUS:
        found = [row["error"] for row in of(table, application=name, model="basic", cv=0)]
        rows.append([f"{name}: largest error of the basic model", "clearly larger", max(map(abs, found)), ">= 0.02"])
    rows.append(["median error of all applications", "typically below 5 %", commands.median_and_largest(every)[0], "<= 0.03"])
    for cv in (0.1, 0.3, 1):
        for name in ("", *SCHEDULE):
            found = of(table, cv=cv, application=name) if name else of(table, cv=cv)
            median, largest = commands.median_and_largest([row["error"] for row in found])
            is_bound = cv < 1 and (name not in ("dynprog", "polyroots") or cv == 0.1)
            rows.append([f"{name or 'all'}: median error, random task times of cv {cv}", "", median,
                         "<= 0.03" if is_bound else ""])
            rows.append([f"{name or 'all'}: largest error, random task times of cv {cv}", "", largest,
                         "<= 0.08" if is_bound and (name or cv == 0.1) else ""])
    return rows


def summary(tables):
    rows = [["shown", "paper", "ours", "accept"]] + error_rows(tables["errors"])
    lock = tables["locks"]
    for name, hold, accept in (("polyroots", 0.001, "<= 0.05"), ("polyroots", 0.01, "<= 0.05"),
                               ("polyroots", 0.05, "<= 0.05"), ("polyroots_small", 0.001, "<= 0.05"),
                               ("polyroots_small", 0.01, ""), ("polyroots_small", 0.05, "")):
        found = [row["error"] for row in of(lock, application=name, hold_s=hold)]
        paper = "above 5 %" if name.endswith("small") and hold >= 0.01 else "below 5 %"
        rows.append([f"{name}: largest error with a lock held for {hold} s", paper, max(map(abs, found)), accept])
    for row in of(tables["schedules"], application="psim", schedule="cyclic"):
        if row["P"] in (9, 15):
            rows.append([f"psim without splitting: gain on {row['P']} processes", "5 to 10 %", row["gain_over_first"],
                         ">= 0.05"])
    for schedule, paper in (("largest", "small though useful up to P = 16"), ("lpt", "more significant, wide range of P")):
        gains = [row["gain_over_first"] for row in of(tables["schedules"], application="polyroots", schedule=schedule)]
        rows.append([f"polyroots: mean gain of {schedule} on 2 .. 16 processes", paper, sum(gains[1:16]) / 15, ">= 0.005"])
    for name in ("psim", "mp3d"):
        least = min(row["error"] for row in of(tables["stochastic"], application=name, model="ML condensed"))
        rows.append([f"{name}: smallest error of ML on the condensed graph", "very large", least, ">= 0.2"])
    for name, model, paper, accept in (("mp3d", "KW actual", "consistently accurate", "<= 0.03"),
                                       ("mp3d", "KW exponential", "overestimates significantly", ""),
                                       ("psim", "KW actual", "less consistently accurate", ">= 0.05"),
                                       ("locusroute", "KW actual", "relatively inaccurate", ">= 0.1"),
                                       ("locusroute", "KW exponential", "even lower than KW actual", ">= 0.1")):
        found = [row["error"] for row in of(tables["stochastic"], application=name, model=model)]
        rows.append([f"{name}: largest error of {model}", paper, max(map(abs, found)), accept])
    fixed, area, work, lpt = (of(tables["locality"], P=16)[i] for i in range(4))
    rows.append(["locusroute: time by area over static, P = 16", "static is much longer", area["time_s"] / fixed["time_s"],
                 "<= 0.9"])
    rows.append(["locusroute: share of time above 1 process a queue, area", "a substantial part",
                 area["share_of_time_above_1"], ">= 0.3"])
    rows.append(["the same by equal work", "a smaller part", work["share_of_time_above_1"],
                 f"<= {area['share_of_time_above_1']:.3f}"])
    rows.append(["locusroute: gain of LPT by equal work, P = 16", "significant for P > 10", work["time_s"] / lpt["time_s"] - 1,
                 ">= 0.02"])
    return rows


def tables(here, folder):
    study = Study(here, folder)
    made = {"errors": errors(study), "schedules": schedules(study), "locks": locks(study),
            "stochastic": stochastic(study), "locality": locality(study)}
    return {**made, "summary": summary(made)}
