# SPDX-License-Identifier: GPL-3.0-or-later
"""Simon and Wierum (1996) on the Parsytec GC/PowerPlus of their table 1; examples/lu against SMPI (simulated.csv, `simulate`)."""
import csv
import json
import math
import pathlib
import re

import commands

EXAMPLES = pathlib.Path(__file__).resolve().parents[2]
ROOT = EXAMPLES.parent
FLAT, MESH = "parsytec-gc-powerplus", "parsytec-gc-powerplus-mesh"
CYCLE = 12.5e-9
NODES = [1, 4, 16, 36, 64, 96]
SWITCH = ["-m", EXAMPLES / "studies/002/federation.yaml", "--comm-model",
          ROOT / "testsuite/accuracy/smpi/multiply_adds_model.c"]  # computation of a fixed time, as in simulated.csv
PIVOTS = ("--assume", "lu.c:67=1")  # the search of the pivot, which data decides
BLOCK = 24  # the block size of the fixed studies; a multiple of the register blocking 2 x 12


class Study:
    def __init__(self, here, folder):
        self.here, self.folder = here, folder
        for name, source in (("distance", here / "distance.c"), ("lu", EXAMPLES / "lu/lu.c"),
                             ("row", EXAMPLES / "jacobi_row/jacobi_row.c")):
            commands.forecost("analyze", source, "-o", folder / f"{name}.fc", "--", "-O2")

    def predict(self, program, machine, ranks, *arguments, options=()):
        rows = commands.rows("predict", self.folder / f"{program}.fc", "-m", machine, "-n", ranks, "--method", "ranks",
                             *options, "--", *arguments, cwd=self.folder)
        return {key: float(rows[0][key]) for key in ("time_s", "compute_s")}

    def relaxed(self, **values):
        """Seconds of the paper's relaxed task graph; values: lists of parameter values, one row a combination."""
        options = [word for name, value in values.items() if name != "p" for word in ("-D", f"{name}={value}")]
        return [float(row["time_s"]) for row in commands.rows(
            "taskgraph", "study", EXAMPLES / "taskgraph/relaxed_lu.json", "-n", values["p"], *options)]


def distances(study):
    """Equation 1: one message over 1 to 18 links, then several over the same link; node n is at (n mod 12, n div 12)."""
    rows = [["messages", "links", "bytes", "predicted_s", "equation_1_s", "error"]]
    size = 100000
    for stride in (2, 4, 8, 24, 48, 70, 100, 190):
        links = stride // 2 % 12 + stride // 2 // 12
        time = study.predict("distance", MESH, 192, 1, stride, size)["time_s"]
        printed = 16800 * CYCLE * links + size * 220 * CYCLE / 8
        rows.append([1, links, size, time, printed, time / printed - 1])
    for messages in (2, 4, 8):  # from 2, 4, 8 processors of one row, all over the link between nodes 3 and 4
        time = study.predict("distance", MESH, 192, messages, 8, size)["time_s"]
        printed = 16800 * CYCLE * 4 + messages * size * 220 * CYCLE / 8
        rows.append([messages, 4, size, time, printed, time / printed - 1])
    return rows


def nodes(study):
    """Equations 3, 5, 6 and 7 in `predict`: the same work on two nodes and on the two processors of one node."""
    text = (ROOT / f"machine_properties/machines/{FLAT}.yaml").read_text(encoding="utf-8")
    apart, cached = study.folder / "apart.yaml", study.folder / "cached.yaml"
    apart.write_text(text.replace("cores: 2", "cores: 1"), encoding="utf-8")
    cached.write_text(re.sub(r"seconds: \[0, [^]]*\]", "seconds: [0, 0]", apart.read_text(encoding="utf-8")),
                      encoding="utf-8")
    rows = [["n", "tau_proc_s", "tau_mem_s", "two_nodes_s", "one_node_s", "equation_7_s", "error"]]
    for n in (500, 1000, 2000):
        proc, alone, shared = (study.predict("row", machine, 2, n, 10)["compute_s"] for machine in (cached, apart, FLAT))
        memory = alone - proc
        printed = proc + (1 + memory / (proc + memory)) * memory
        rows.append([n, proc, memory, alone, shared, printed, shared / printed - 1])
    return rows


def size_at(nodes_used, utilization):
    """N such that the matrix takes this share of the memory; 26400 on 96 nodes is the paper's largest."""
    return int(26400 * math.sqrt(nodes_used / 96 * utilization))


def performance(study):
    """Figure 6: MFLOPS of a node by nodes and memory utilization, from figure 5's relaxed graph."""
    rows = [["nodes", "utilization", "N", "time_s", "mflops_a_node"]]
    for utilization in (1, 0.25, 0.06, 0.017):
        for count in NODES:
            n = size_at(count, utilization)
            time = study.relaxed(p=2 * count, N=n, B=BLOCK)[0]
            rows.append([count, utilization, n, time, 2 / 3 * n**3 / time / count / 1e6])
    return rows


def block_sizes(study):
    """Figure 8: performance over the block size, with the memory hierarchy and without (standard prediction)."""
    rows = [["nodes", "B", "mflops_a_node", "standard_mflops_a_node"]]
    for count in (4, 16, 64):
        n = size_at(count, 0.25)
        times = [study.relaxed(p=2 * count, N=n, B="4:96:4", hierarchy=value) for value in (1, 0)]
        for i, b in enumerate(range(4, 97, 4)):
            rows.append([count, b, *(2 / 3 * n**3 / of[i] / count / 1e6 for of in times)])
    return rows


CLASSES = {"computation": ("computation",), "communication": ("communication",), "load&store": ("load_store",),
           "data movement": ("communication", "load_store")}


def what_if(study):
    """Figure 9: speedup by halving the cycles of a class, 25 % memory utilization."""
    rows = [["nodes", *CLASSES]]
    for count in (1, 4, 16, 36, 64, 96):
        of = {"p": 2 * count, "N": size_at(count, 0.25), "B": BLOCK}
        base = study.relaxed(**of)[0]
        rows.append([count, *(base / study.relaxed(**of, **{name: 0.5 for name in names})[0] - 1
                              for names in CLASSES.values())])
    return rows


def what_if_program(study):
    """The same for examples/lu, whose broadcasts are not hidden."""
    rows = [["nodes", "computation", "communication", "load and store", "data movement"]]
    for count in (1, 4, 16, 64):
        gains = {row["scenario"]: float(row["speedup"]) - 1 for row in commands.rows(
            "whatif", study.folder / "lu.fc", "-m", FLAT, "-n", 2 * count, *PIVOTS, "--no-tolerance", "--",
            size_at(count, 0.25), BLOCK, cwd=study.folder)}
        rows.append([count, *(gains[name] for name in rows[0][1:])])
    return rows


def relaxed_program(study, ranks, n, block, machine):
    """What the derived relaxed graph of examples/lu prints, and the row of its evaluation."""
    path = study.folder / f"lu_{ranks}_{n}_{block}.json"
    said = commands.forecost("taskgraph", "export", study.folder / "lu.fc", "-n", ranks, *machine, *PIVOTS, "--relax", "-o",
                             path, "--", n, block, cwd=study.folder)
    return said, commands.rows("taskgraph", "study", path)[0]


def lu_errors(study):
    """Figures 6 to 8 on one simulated machine: p, n and the block size, the relaxed graph, method ranks, and SMPI."""
    rows = [["ranks", "n", "block", "relaxed_s", "ranks_s", "simulated_s", "error"]]
    with open(study.here / "simulated.csv", encoding="utf-8") as file:
        for point in csv.DictReader(file):
            ranks, n, block, simulated = (float(point[name]) for name in ("ranks", "n", "block", "simulated_s"))
            _, row = relaxed_program(study, int(ranks), int(n), int(block), SWITCH)
            by_ranks = commands.rows("predict", study.folder / "lu.fc", "-n", int(ranks), *SWITCH, *PIVOTS, "--method", "ranks",
                                     "--", int(n), int(block), cwd=study.folder)[0]
            time = float(row["time_s"])
            rows.append([int(ranks), int(n), int(block), time, float(by_ranks["time_s"]), simulated, time / simulated - 1])
    return rows


def derived(study):
    """Section 2.2's claim on examples/lu: the relaxed graph of the program, its size, and its time beside method ranks."""
    rows = [["ranks", "n", "tasks", "states", "loops", "activations", "relaxed_s", "ranks_s", "difference"]]
    for ranks, n in ((16, 960), (32, 960), (32, 1920), (32, 3840), (64, 3840), (128, 3840)):
        said, row = relaxed_program(study, ranks, n, BLOCK, ["-m", FLAT])
        states, loops, tasks = (int(re.search(rf"(\d+) {word}", said)[1]) for word in ("states", "loops?", "tasks"))
        time = study.predict("lu", FLAT, ranks, n, BLOCK, options=PIVOTS)["time_s"]
        rows.append([ranks, n, tasks, states, loops, int(row["activations"]), float(row["time_s"]), time,
                     float(row["time_s"]) / time - 1])
    return rows


def column(table, name):
    return [row[table[0].index(name)] for row in table[1:]]


def errors_summary(rows):
    by_ranks = [row for row in rows if row[1:3] == [960, 24]]
    by_size = [row for row in rows if row[0] == 16 and row[2] == 24]
    by_block = [row for row in rows if row[:2] == [16, 960]]
    yield ["figure 7: largest error over the ranks, examples/lu against SMPI", "2 %", max(abs(row[-1]) for row in by_ranks),
           "<= 0.02"]
    yield ["figure 7: largest error over n, examples/lu against SMPI", "6.5 %", max(abs(row[-1]) for row in by_size), "<= 0.065"]
    yield ["figure 8: largest error over the block sizes, examples/lu against SMPI", "", max(abs(row[-1]) for row in by_block),
           "<= 0.02"]
    yield ["figure 8: simulated time with the block size predicted best over the best", "1",
           min(by_block, key=lambda row: row[3])[5] / min(row[5] for row in by_block), "<= 1.01"]
    yield ["relaxed LU on the simulated machine: largest difference from method ranks", "relaxation is negligible",
           max(abs(row[3] / row[4] - 1) for row in rows), "<= 1e-9"]


def summary(study, made):
    rows = [["shown", "paper", "ours", "accept"]]
    rows.append(["equation 1: largest error of a message over 1 to 18 links", "form",
                 max(map(abs, column(made["distances"], "error")[:8])), "<= 1e-4"])
    rows.append(["equation 1: largest error of 2, 4, 8 messages over one link", "form",
                 max(map(abs, column(made["distances"], "error")[8:])), "<= 0.02"])
    rows.append(["equation 7: largest error of two processors on a node", "form",
                 max(map(abs, column(made["nodes"], "error"))), "<= 0.01"])
    small = [study.relaxed(p=2, N=352, B=b)[0] for b in (12, 24, 36)]
    large = [study.relaxed(p=192, N=26400, B=b)[0] for b in (12, 24, 36)]
    rows.append(["section 4: seconds for N = 352 on 2 processors, best of three block sizes", "0.6", min(small), ""])
    rows.append(["section 4: seconds for N = 26400 on 192 processors, best of three block sizes", "1700", min(large), ""])
    best, standard = {}, {}
    for nodes_used, b, rate, other in made["block_sizes"][1:]:
        best.setdefault(nodes_used, []).append((rate, b))
        standard.setdefault(nodes_used, []).append((other, b))
    for count, rates in best.items():
        rows.append([f"figure 8: best block size on {count} nodes", "an optimum inside", max(rates)[1], "<= 92"])
        rows.append([f"figure 8: blocks of 4 over the best, {count} nodes", "clearly slower", rates[0][0] / max(rates)[0],
                     "<= 0.8"])
        rows.append([f"figure 8: the same by the standard prediction, {count} nodes", "no such dependency",
                     standard[count][0][0] / max(standard[count])[0], ">= 0.95"])
    gain = {row[0]: dict(zip(made["what_if"][0], row)) for row in made["what_if"][1:]}
    for count, name, paper, accept in ((1, "computation", "46 %", ">= 0.4"), (4, "computation", "30 %", ""),
                                       (1, "load&store", "13 %", ">= 0.12"), (96, "load&store", "4 %", ""),
                                       (96, "communication", "37 %", "")):
        rows.append([f"figure 9: gain by twice the {name}, {count} nodes", paper, gain[count][name], accept])
    own = {row[0]: dict(zip(made["what_if_program"][0], row)) for row in made["what_if_program"][1:]}
    for name, paper, accept in (("computation", "decreases: 30 % of 46 % on 4 nodes", "<= 0.5"),
                                ("load and store", "decreases: 4 % of 13 %", "<= 0.5"),
                                ("communication", "increases", ">= 2")):
        rows.append([f"examples/lu: gain by twice the {name}, 64 nodes over 1", paper, own[64][name] / own[1][name], accept])
    rows.append(["examples/lu: data movement less the sum of its two classes, 64 nodes", "not 0",
                 own[64]["data movement"] - own[64]["communication"] - own[64]["load and store"], ">= 0.05"])
    rows.append(["relaxed LU of examples/lu: largest difference from method ranks", "relaxation is negligible",
                 max(map(abs, column(made["derived"], "difference"))), "<= 1e-12"])
    rows.append(["states for 128 ranks over those for 32, n = 3840", "independent of the machine",
                 made["derived"][-1][3] / made["derived"][4][3], "<= 2"])
    return rows + list(errors_summary(made["lu_errors"][1:]))


def tables(here, folder):
    study = Study(here, folder)
    made = {"distances": distances(study), "nodes": nodes(study), "performance": performance(study),
            "block_sizes": block_sizes(study), "what_if": what_if(study), "what_if_program": what_if_program(study),
            "derived": derived(study), "lu_errors": lu_errors(study)}
    return {**made, "summary": summary(study, made)}
