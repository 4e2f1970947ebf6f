# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated machines of the study, the kernels, and the applications with their sizes.

A machine has a clock [Hz], cycles an instruction, two caches (bytes, ways, seconds that the core waits for a line of
the second one), the seconds of the memory, the bytes of a line, and the network of study 002 of this name."""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1]
SOURCE = HERE.parents[2] / "testsuite/oracles/cachegrind/kernels.c"
MACHINES = {
    "server": {"clock": 3e9, "cpi": 0.75, "caches": ((32768, 8), (1048576, 16)), "latency": (5e-9, 80e-9), "line": 64,
               "network": "federation"},
    "narrow": {"clock": 1e9, "cpi": 1, "caches": ((8192, 2), (262144, 4)), "latency": (8e-9, 120e-9), "line": 32,
               "network": "sci"},
    "wide": {"clock": 2e9, "cpi": 1, "caches": ((65536, 16), (4194304, 16)), "latency": (12e-9, 60e-9), "line": 128,
             "network": "federation"},
    "old": {"clock": 5e8, "cpi": 1.5, "caches": ((16384, 4), (524288, 8)), "latency": (20e-9, 200e-9), "line": 64,
            "network": "fast_ethernet"},
}
KERNELS = {"triad": ("20000", "5"), "column": ("300", "2"), "matmul": ("100", "1"), "stencil": ("300", "3"),
           "sparse": ("20000", "2"), "chain": ("100000", "1")}
# sources, arguments, annotations of counts that data decides
APPLICATIONS = {
    "jacobi_row": ((EXAMPLES / "jacobi_row/jacobi_row.c",), ("600", "5"), ()),
    "jacobi_col": ((EXAMPLES / "jacobi_col/jacobi_col.c",), ("600", "5"), ()),
    "cg": ((EXAMPLES / "cg/cg.c",), ("300", "1e-9", "10"), ("--assume", "cg.c:75=10")),
    "heat": (tuple(sorted((EXAMPLES / "heat").glob("*.c"))), ("400", "400", "8"), ()),
    "lu": ((EXAMPLES / "lu/lu.c",), ("240", "16"), ("--assume", "lu.c:67=1")),
    "matvec": ((HERE / "applications/matvec.c",), ("30000", "6"), ()),
    "histogram": ((HERE / "applications/histogram.c",), ("400000", "60000", "4"), ()),
    "transpose": ((HERE / "applications/transpose.c",), ("512", "3"), ()),
}
RANKS = (1, 2, 4)
# compilers and flags of this host, and those of the emulated one
COMPILERS = tuple((compiler, flags) for compiler in ("gcc", "clang") for flags in ("-O1", "-O2", "-O3"))
EMULATED = tuple(("aarch64-linux-gnu-gcc", flags) for flags in ("-O1", "-O2", "-O3"))


def instruction_s(machine):
    return machine["cpi"] / machine["clock"]


def sheet(name):
    """The options of `forecost machine new` for this machine."""
    machine = MACHINES[name]
    (d1, d1_ways), (ll, ll_ways) = machine["caches"]
    last, memory = machine["latency"]
    return ("--clock", machine["clock"], "--cpi", machine["cpi"], "--cache", f"{d1},{d1_ways}", "--cache",
            f"{ll},{ll_ways},{last}", "--main-memory", memory, "--line", machine["line"], "--communication-from",
            HERE.parent / f"002/{machine['network']}.yaml")


def instruction_sheet():
    """The options of `forecost machine new` for a machine that takes a nanosecond for each instruction, and none for misses."""
    return ("--clock", 1e9, "--cpi", 1, "--cache", "8192,2", "--cache", "262144,4,1e-18", "--main-memory", 1e-18, "--line", 64,
            "--communication-from", HERE.parent / "002/sci.yaml")


def seconds(name, instructions, first, last):
    """Time of so many instructions and misses of both levels."""
    machine = MACHINES[name]
    return (instructions * instruction_s(machine) + (first - last) * machine["latency"][0]
            + last * machine["latency"][1])


def caches(name):
    """Options of valgrind's simulators."""
    machine = MACHINES[name]
    d1, ll = (f"{size},{ways},{machine['line']}" for size, ways in machine["caches"])
    return ("--cache-sim=yes", f"--D1={d1}", f"--LL={ll}", f"--I1=65536,16,{machine['line']}")
