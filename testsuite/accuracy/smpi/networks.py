# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by `network`, `network_programs` and `random_networks`: platforms, their calibration by single transfers through
smpirun, simulation, prediction. FORECOST: the command; SCRATCH: a folder. Needs Debian's libsimgrid-dev."""
import collections
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, ".."))  # points.py
ROOT = os.path.join(HERE, "..", "..", "..")
FORECOST = os.environ.get("FORECOST", os.path.join(ROOT, "build/release/forecost"))
SCRATCH = os.path.abspath(os.environ.get("SCRATCH", "/tmp/forecost-network"))
# As in `run`: the start of SMPI's factors and of its rendezvous.
BREAKS = [0, 242, 717, 1411, 3469, 5761, 9361, 15409, 65457, 65536, 8388608]
# network: the section network without its links; near_links: links between nodes 0 and 1; far, far_links: a far node and
# the links to it; widths: links side by side of each level; rules: options of SMPI; folder: of the platform's file
Platform = collections.namedtuple("Platform", "network near_links far far_links widths latency bandwidth breaks rules folder",
                                  defaults=([1, 1], 25e-6, 125e6, BREAKS, ["--cfg=smpi/async-small-thresh:65536"],
                                            f"{HERE}/../../oracles/smpi"))
PLATFORMS = {
    "fat_tree": Platform("model: fat_tree\n  shape: [8, 8]\n  up: [1, 4]", 2, 63, 4),
    "fat_tree_256": Platform("model: fat_tree\n  shape: [16, 16]\n  up: [1, 8]", 2, 255, 4),
    "fat_tree_1024": Platform("model: fat_tree\n  shape: [32, 32]\n  up: [1, 16]", 2, 1023, 4),
    "torus": Platform("model: torus\n  shape: [8, 8]", 1, 36, 8),
    "torus_256": Platform("model: torus\n  shape: [16, 16]", 1, 136, 16),
    "torus_1024": Platform("model: torus\n  shape: [32, 32]", 1, 528, 32),
    "switch": Platform("model: flat", 2, 2, 2, [1]),
}


def call(*words, may_fail=False):
    done = subprocess.run(words, cwd=SCRATCH, capture_output=True, text=True, timeout=900, check=False)
    if done.returncode and not may_fail:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def simulate(platform, hosts, ranks, *program, may_fail=False):
    of = PLATFORMS[platform]
    return call("smpirun", "-np", str(ranks), "-platform", f"{of.folder}/{platform}.xml", "-hostfile", hosts,
                "--log=root.thres:critical", "--cfg=smpi/simulate-computation:no", *of.rules, "--cfg=network/optim:Full",
                *program, may_fail=may_fail)


def sizes_probed(breaks):
    return sorted({size for low, high in zip(breaks, breaks[1:]) for size in (max(low, 1), high - 1)})


def probe(platform, *others):
    """Times of transfers between node 0 and another, or from it to two at once: {operation: {bytes: seconds}}."""
    with open(os.path.join(SCRATCH, "ends"), "w", encoding="utf-8") as file:
        file.writelines(f"n{end}\n" for end in (0, *others))
    times = {}
    for line in simulate(platform, "ends", 1 + len(others), "./probe",
                         *map(str, sizes_probed(PLATFORMS[platform].breaks))).splitlines():
        name, size, seconds = line.split()
        times.setdefault(name, {})[int(size)] = float(seconds)
    return times


def slope(points):
    """Seconds a byte of long messages."""
    before, last = sorted(points)[-2:]
    return (points[last] - points[before]) / (last - before)


def sharing(platform, far, near):
    """Measured link sharing: two transfers from one node, a near one and a far one, end together if shares are equal. The
    additional time for each byte in an exchange, which posts its send, is that of the other message's acknowledgements."""
    both = probe(platform, 1, far)
    longest = max(both["far"])
    fair = both["far"][longest] < 1.1 * both["near"][longest]
    return "fair" if fair else "round_trip", max(slope(near["sendrecv"]) / slope(near["posted"]) - 1, 0)


def calibrate(platform, with_network=True):
    of = PLATFORMS[platform]
    near, distant = probe(platform, 1), probe(platform, of.far)["single"]
    with open(os.path.join(SCRATCH, f"{platform}.yaml"), "w", encoding="utf-8") as file:
        file.write(f"forecost: 1\nname: smpi-{platform}\nnote: measured through smpirun\ncpu: simulated\ncores: 1\n"
                   "core:\n  operations: []\n  accesses: []\ncommunication:\n")
        for name, points in near.items():
            file.write(f"- operation: {name}\n  low_ranks: 2\n  high_ranks: 2\n  falls: true\n  segments:\n")
            for low, high in zip(of.breaks, of.breaks[1:]):
                begin, end = max(low, 1), high - 1
                rise = (points[end] - points[begin]) / (end - begin)
                file.write(f"  - {{low_bytes: {low}, high_bytes: {high}, "
                           f"coefficients: [{max(points[begin] - rise * begin, 0)!r}, 0, 0, {max(rise, 0)!r}, 0, 0], error: 0.01}}\n")
        if not with_network:
            return
        contention, acknowledgements = sharing(platform, of.far, near)
        file.write(f"network:\n  {of.network}\n  contention: {contention}\n  routing: simgrid\n  acknowledgements: {acknowledgements:.3g}\n  links:\n")
        file.writelines(f"  - {{latency_s: {of.latency}, bandwidth: {width * of.bandwidth}}}\n" for width in of.widths)
        more_links = of.far_links - of.near_links
        if more_links > 0:
            file.write("  latency_factors:\n")
        for low in of.breaks[:-1] if more_links > 0 else []:
            size = max(low, 1)
            factor = (distant[size] - near["single"][size]) / (more_links * of.latency)
            file.write(f"  - {{from_bytes: {low}, factor: {factor:.6g}}}\n")


def predict(program, machine, ranks, *options):
    """The predicted point, as `predict --format json` prints it."""
    printed = call(FORECOST, "predict", f"{program}.fc", "-m", f"{machine}.yaml", "-n", str(ranks), "--comm-model",
                   f"{HERE}/flops_model.c", "--format", "json", *options)
    return json.JSONDecoder().raw_decode(printed)[0]["points"][0] # notes may follow


def prepare():
    """The folder, and the program that measures single transfers."""
    os.makedirs(SCRATCH, exist_ok=True)
    call("smpicc", "-O2", f"{HERE}/probe.c", "-o", "probe")


def name_of(source):
    return os.path.basename(source)[:-2]


def build(source, header="timed.h"):
    call("smpicc", "-O2", "-DSMPI", "-include", f"{HERE}/{header}", source, "-o", name_of(source), "-lm")


def analyze(source):
    call(FORECOST, "analyze", source, "-o", f"{name_of(source)}.fc", "--", "-O2")


def measured_time(platform, ranks, *words):
    """A rank a node. None: SMPI failed."""
    with open(os.path.join(SCRATCH, "hosts"), "w", encoding="utf-8") as file:
        file.writelines(f"n{i}\n" for i in range(ranks))
    lines = simulate(platform, "hosts", ranks, *words, may_fail=True).splitlines()
    return next((float(line.split()[1]) for line in lines if line.startswith("seconds")), None)
