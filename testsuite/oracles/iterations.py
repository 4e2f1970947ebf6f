# SPDX-License-Identifier: GPL-3.0-or-later
"""Iterations that a model's cost program passes to fc_compute, against the counters of a real run: the control slice's oracle.

Compared, rank by rank: the iterations of each innermost loop. The counters of all loops (`profile --every`) equal gcov's
(gcov_compare). Left out are loops within profiled ones, where mean counts are used, and procedures that such a loop or branch calls
or may leave.
"""
import collections
import hashlib
import json
import os
import pathlib

import re
import shutil
import subprocess
import tempfile

import line_counts

SECONDS = 600
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROOMS = ["machine_properties", "comm_interface"] + sorted(str(room.relative_to(ROOT)) for room in (ROOT / "runtime").rglob("*") if room.is_dir())
INCLUDES = ["-I.", "-Iforecost"] + ["-Iforecost/" + room for room in ROOMS]
WRAPPER = """
#include "simulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { RANKS = 64, REGIONS = 4096, PLACES = 8192 };
static double trips[RANKS][REGIONS];
static const fc_cost_program *program;
static struct place { const char *file; int line; double trips[RANKS]; } stepped[PLACES];
/* A rank is evaluated again once values of other ranks are known: its iterations are counted from 0. */
void begin_rank(fc_rank *r)
{
    int rank = r->launch.rank;
    if (rank >= RANKS)
        return;
    memset(trips[rank], 0, sizeof trips[rank]);
    for (int i = 0; i < PLACES; i++)
        stepped[i].trips[rank] = 0;
}
void __real_fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set);
void __wrap_fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set)
{
    program = r->setting.program;
    if (r->launch.rank < RANKS && region < REGIONS)
        trips[r->launch.rank][region] += r->weight * iterations;
    __real_fc_compute(r, region, entries, iterations, working_set);
}
void __real_fc_step(fc_rank *r, const char *file, int line);
void __wrap_fc_step(fc_rank *r, const char *file, int line)
{
    int i = line % PLACES;
    while (stepped[i].file && (stepped[i].line != line || strcmp(stepped[i].file, file) != 0))
        i = (i + 1) % PLACES;
    stepped[i].file = file;
    stepped[i].line = line;
    if (r->launch.rank < RANKS)
        stepped[i].trips[r->launch.rank] += r->weight;
    __real_fc_step(r, file, line);
}
/* Method ranks: instead of the first rank all are run concurrently. */
fc_end __real_fc_rank_run(fc_rank *r, const fc_launch *launch);
fc_end __wrap_fc_rank_run(fc_rank *r, const fc_launch *launch)
{
    static int is_within;
    if (is_within || !SIDE_BY_SIDE)
        return __real_fc_rank_run(r, launch);
    is_within = 1;
    fc_simulation *world = launch->rank == 0 ? fc_simulation_create(&r->setting, launch->ranks, NULL) : NULL;
    fc_end end = world ? fc_simulation_run(world, launch, &r->ending) : FC_END_DONE;
    fc_simulation_free(world);
    is_within = 0;
    return end;
}
__attribute__((destructor)) static void print(void)
{
    if (program && program->rank_dependent)
        fprintf(stderr, "each rank was evaluated\\n");
    for (int rank = 0; program && rank < RANKS; rank++)
        for (int i = 0; i < program->n_regions; i++)
            if (program->region[i].flags & FC_REGION_LOOP)
                fprintf(stderr, "trips %d %d %s:%d %.17g\\n", rank, i, program->region[i].file, program->region[i].line,
                        trips[rank][i]);
    for (int i = 0; i < PLACES; i++)
        for (int rank = 0; stepped[i].file && rank < RANKS; rank++)
            fprintf(stderr, "steps %d - %s:%d %.17g\\n", rank, stepped[i].file, stepped[i].line, stepped[i].trips[rank]);
}
"""


def run(command, folder):
    try:
        done = line_counts.run(command, cwd=folder, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise RuntimeError("%s: no end within %d s" % (command[0], SECONDS)) from None
    if done.returncode:
        said = "\n".join(line for line in done.stderr.splitlines() if not line.startswith(("trips ", "steps ")))
        raise RuntimeError("%s: exit code %d: %s" % (command[0], done.returncode, said.strip()[-300:]))
    return done


def only(places):
    """Items that occur once in the list."""
    return {place for place, n in collections.Counter(places).items() if n == 1}


class Slice:
    """A model's cost program, run in `folder` like the program itself; `profiled`: lines of dynamic counts
    (analyze --all)."""

    def __init__(self, model, folder, profiled, method="sum"):
        self.model, self.folder, self.profiled, self.method = pathlib.Path(model), folder, profiled, method
        self.cost = self.model.with_suffix(".cost")
        self.tree = line_counts.Model(self.model, folder)
        self.compared = collections.Counter()  # of compare(), by file

    def kept(self, name, content, make):
        """A file that make(path) writes, made once for each content: tests of one build share it."""
        folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.environ["SCRATCH"]).resolve()
        path = folder / name.replace(".", "." + hashlib.sha1(content).hexdigest() + ".")
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder) as made:
                make(made + "/" + name)
                os.replace(made + "/" + name, path)
        return path

    def runtime(self, compiler, files):
        """The emitted runtime as an archive."""

        def make(archive):
            sources = [path.relative_to(self.cost) for path in files if path.suffix == ".c"]
            objects = ["%s.%s.o" % (archive, str(source).replace("/", "_")) for source in sources]
            for source, compiled in zip(sources, objects, strict=True):
                run([*compiler, "-c", source, "-o", compiled], self.cost)
            run(["ar", "rcs", archive, *objects], self.cost)

        return self.kept("runtime.a", b"".join(path.read_bytes() for path in files), make)

    def compile(self):
        """The emitted program with reported calls of fc_compute. All but the program's own file is the same for many programs."""
        compiler = ["cc", "-O0", "-w", "-D_GNU_SOURCE", "-std=gnu17", *INCLUDES]
        files = sorted((self.cost / "forecost").rglob("*.[ch]"))
        headers = b"".join(path.read_bytes() for path in [*files, *sorted(self.cost.glob("*.h"))] if path.suffix == ".h")
        side_by_side = "-DSIDE_BY_SIDE=%d" % (self.method == "ranks")
        (self.cost / "wrapper.c").write_text(WRAPPER)
        source = (self.cost / "cost_program.c").read_text()
        (self.cost / "cost_program.c").write_text("struct fc_rank;\nvoid begin_rank(struct fc_rank *);\n" +
                                                  source.replace("    return cost_main(", "    begin_rank(r);\n    return cost_main("))
        objects = [self.kept(name + ".o", headers + side_by_side.encode() + (self.cost / (name + ".c")).read_bytes(),
                             lambda path, name=name: run([*compiler, side_by_side, "-c", name + ".c", "-o", path], self.cost))
                   for name in ("main", "machine", "wrapper")]
        run([*compiler, "-Wl,--wrap=fc_compute,--wrap=fc_step,--wrap=fc_rank_run", "cost_program.c", *objects, self.runtime(compiler, files),
             "-lm", "-o", "program"], self.cost)

    def trips(self, profile, ranks, arguments):
        """{file:line of a loop: {rank: iterations}} of the cost program, and whether each rank was evaluated (or one for all equal
        ones). A loop without cost is never passed to fc_compute; if it is executed, its iterations are its steps."""
        shutil.rmtree(self.cost, ignore_errors=True)
        run([os.environ["FORECOST"], "emit", self.model, "--profile", profile, "-n", ranks, "-o", self.cost], self.folder)
        self.compile()
        text = run([self.cost / "program", "-n", ranks, "--", *arguments], self.folder).stderr
        rows = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith(("trips ", "steps "))]
        rows = [(*key.split(" ", 3), float(value)) for key, value in rows]
        single = only(place for kind, rank, _, place, _ in rows if rank == "0" and kind == "trips")
        source = (self.cost / "cost_program.c").read_text()
        costly = set(re.findall(r"fc_compute\(r, (\d+),", source))
        known = {place for kind, _, region, place, _ in rows if region in costly}
        trips = collections.defaultdict(dict)
        for place in (single - known) & {"%s:%s" % found for found in re.findall(r'fc_step\(r, "([^"]+)", (\d+)\);', source)}:
            trips[place] = dict.fromkeys(range(64), 0.0)
        for kind, rank, region, place, value in rows:
            if place in single and (region in costly if kind == "trips" else place not in known):
                trips[place][int(rank)] = value
        return trips, "each rank was evaluated" in text.splitlines()

    def profiled_nodes(self, counters):
        """Nodes with mean counts: profiled ones, procedures around early exits, and their callees."""
        profiled = {c["node"] for c in counters if "%s:%d" % (c["file"], c["line"]) in self.profiled}
        profiled |= {self.tree.around(node)[-1] for node in profiled if self.tree.leaves_early(node)}
        profiled |= set(self.tree.body.values()) - self.tree.run_from(self.tree.main)
        waiting = list(profiled)
        while waiting:
            called = self.tree.named(waiting.pop()) - profiled
            profiled |= called
            waiting += called
        return profiled

    def compare(self, profile, ranks, arguments):
        """Numbers of loops and ranks compared, and the differences. profile: of this very run, with all loops counted, its last."""
        counters = json.loads(pathlib.Path(profile).read_text())["runs"][-1]["counters"]
        single = only("%s:%d" % (c["file"], c["line"]) for c in counters if c["kind"] == "loop")
        trips, each_rank = self.trips(profile, ranks, arguments)
        profiled = self.profiled_nodes(counters)
        compared, differences = 0, []
        for counter in counters:
            place = "%s:%d" % (counter["file"], counter["line"])
            if counter["kind"] != "loop" or profiled.intersection(self.tree.around(counter["node"])) or place not in single or place not in trips:
                continue
            for rank, count in enumerate(counter["count"]):
                found = trips[place][rank if each_rank else 0]
                compared += 1
                self.compared[counter["file"]] += 1
                if abs(found - count) > 1e-9 * count:  # weights are products of shares
                    differences.append("%s, rank %d of %d: %s, counted %d" % (place, rank, ranks, found, count))
        return compared, differences


def profiled_lines(analysis):
    """Lines of loops and branches with dynamic counts, as `analyze --all` prints them."""
    return set(re.findall(r"^    (\S+:\d+)  ", analysis, re.M))
