# SPDX-License-Identifier: GPL-3.0-or-later
"""What a model's cost program hands to fc_compute, beside the counters of a real run of the program: the control slice's oracle.

Compared, rank by rank: how often each innermost loop turns. The counters of all loops (`profile --every`) are what gcov says
(gcov_compare). Procedures where a profile tells a loop or branch are left out: its mean counts there.
"""
import collections
import json
import os
import pathlib
import re
import shutil

import line_counts

INCLUDES = ["-I.", "-Iforecost"] + ["-Iforecost/" + room for room in ("machine_properties", "comm_interface", "runtime/evaluate", "runtime/models")]
WRAPPER = """
#include "rank.h"
#include <stdio.h>
#include <stdlib.h>
enum { RANKS = 64, REGIONS = 4096 };
static double turns[RANKS][REGIONS];
static const fc_cost_program *program;
void __real_fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set);
void __wrap_fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set)
{
    program = r->setting.program;
    if (r->seat.rank < RANKS && region < REGIONS)
        turns[r->seat.rank][region] += r->weight * iterations;
    __real_fc_compute(r, region, entries, iterations, working_set);
}
__attribute__((destructor)) static void print(void)
{
    if (program && program->rank_dependent)
        fprintf(stderr, "each rank was evaluated\\n");
    for (int rank = 0; program && rank < RANKS; rank++)
        for (int i = 0; i < program->n_regions; i++)
            if (program->region[i].flags & FC_REGION_LOOP)
                fprintf(stderr, "turns %d %s:%d %.17g\\n", rank, program->region[i].file, program->region[i].line, turns[rank][i]);
}
"""


def run(command, folder):
    done = line_counts.run(command, cwd=folder)
    if done.returncode:
        raise RuntimeError("%s: exit code %d: %s" % (command[1], done.returncode, done.stderr.strip()[-300:]))
    return done


def only(places):
    """Those that stand once in the list."""
    return {place for place, n in collections.Counter(places).items() if n == 1}


def root_of(model, node):
    while model.node[node].parent is not None:
        node = model.node[node].parent
    return node


class Slice:
    """A model's cost program, run in `folder` as the program itself is; `told`: lines of what the source alone does not tell
    (analyze --all)."""

    def __init__(self, model, folder, told):
        self.model, self.folder, self.told = pathlib.Path(model), folder, told
        self.cost = self.model.with_suffix(".cost")
        self.tree = line_counts.Model(self.model, folder)

    def compile(self):
        """The emitted program with fc_compute's calls told; what is the same in every one is compiled once a scratch folder."""
        runtime = pathlib.Path(os.environ["SCRATCH"]).resolve() / "runtime"
        sources = sorted(path.relative_to(self.cost) for path in (self.cost / "forecost").rglob("*.c"))
        compiler = ["cc", "-O0", "-w", "-D_GNU_SOURCE", "-std=gnu17", *INCLUDES]
        if not (runtime / "runtime.a").exists():
            runtime.mkdir(parents=True, exist_ok=True)
            for source in sources:
                run([*compiler, "-c", source, "-o", runtime / str(source).replace("/", "_").replace(".c", ".o")], self.cost)
            run(["ar", "rcs", runtime / "runtime.a", *sorted(runtime.glob("*.o"))], self.cost)
        (self.cost / "wrapper.c").write_text(WRAPPER)
        run([*compiler, "-Wl,--wrap=fc_compute", "main.c", "machine.c", "cost_program.c", "wrapper.c", runtime / "runtime.a", "-lm",
             "-o", "program"], self.cost)

    def turns(self, profile, ranks, arguments):
        """{file:line of a loop: {rank: turns}} as the cost program evaluates them, and whether each rank was (or one for all alike)."""
        shutil.rmtree(self.cost, ignore_errors=True)
        run([os.environ["FORECOST"], "emit", self.model, "--profile", profile, "-n", ranks, "-o", self.cost], self.folder)
        self.compile()
        text = run([self.cost / "program", "-n", ranks, "--", *arguments], self.folder).stderr
        rows = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("turns ")]
        rows = [(*key.split(" ", 2)[1:], float(value)) for key, value in rows]
        single = only(place for rank, place, _ in rows if rank == "0")
        turns = collections.defaultdict(dict)
        for rank, place, value in rows:
            if place in single:
                turns[place][int(rank)] = value
        return turns, "each rank was evaluated" in text.splitlines()

    def compare(self, profile, ranks, arguments):
        """Numbers of loops and ranks compared, and the differences. profile: of this very run, all its loops counted, its last."""
        counters = json.loads(pathlib.Path(profile).read_text())["runs"][-1]["counters"]
        single = only("%s:%d" % (c["file"], c["line"]) for c in counters if c["kind"] == "loop")
        turns, each_rank = self.turns(profile, ranks, arguments)
        told = {root_of(self.tree, c["node"]) for c in counters if "%s:%d" % (c["file"], c["line"]) in self.told}
        compared, differences = 0, []
        for counter in counters:
            place = "%s:%d" % (counter["file"], counter["line"])
            if counter["kind"] != "loop" or root_of(self.tree, counter["node"]) in told or place not in single or place not in turns:
                continue
            for rank, count in enumerate(counter["count"]):
                found = turns[place][rank if each_rank else 0]
                compared += 1
                if found != count:
                    differences.append("%s, rank %d of %d: %s, counted %d" % (place, rank, ranks, found, count))
        return compared, differences


def told_lines(analysis):
    """Lines of loops and branches that the source alone does not tell, as `analyze --all` prints them."""
    return set(re.findall(r"^    (\S+:\d+)  ", analysis, re.M))
