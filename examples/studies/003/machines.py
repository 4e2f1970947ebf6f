# SPDX-License-Identifier: GPL-3.0-or-later
"""The simulated machines of the study: two cache levels (bytes, ways) and stated latencies [s] of the levels and of the
memory; and the kernels with their sizes."""
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[3] / "testsuite/oracles/cachegrind/kernels.c"
MACHINES = {
    "server": {"caches": ((32768, 8), (1048576, 16)), "latency": (1e-9, 5e-9, 80e-9)},
    "narrow": {"caches": ((8192, 2), (262144, 4)), "latency": (2e-9, 8e-9, 120e-9)},
    "wide": {"caches": ((65536, 16), (4194304, 16)), "latency": (1.5e-9, 12e-9, 60e-9)},
    "old": {"caches": ((16384, 4), (524288, 8)), "latency": (4e-9, 20e-9, 200e-9)},
}
KERNELS = {"triad": ("20000", "5"), "column": ("300", "2"), "matmul": ("100", "1"), "stencil": ("300", "3"),
           "sparse": ("20000", "2"), "chain": ("100000", "1")}


def machine_file(name):
    """The machine as a file of Forecost: curves that give the latencies to the levels. A unit-stride access takes an
    eighth of a line's time for each 8 bytes, so that a line from a level takes the level's latency."""
    machine = MACHINES[name]
    (d1, d1_ways), (ll, ll_ways) = machine["caches"]
    first, last, memory = machine["latency"]
    curves = "".join(f"  - {{active: 1, pattern: {pattern}, access: {access}, bytes: [{d1}, {2 * d1}, {ll}, {2 * ll}],\n"
                     f"     seconds: [{first!r}, {last / factor!r}, {last / factor!r}, {memory / factor!r}]}}\n"
                     for pattern, factor in (("unit", 8), ("strided", 1), ("random", 1))
                     for access in ("read", "write", "update"))
    return (f"forecost: 1\nname: {name}\ncores: 1\nline_bytes: 64\ncache_bytes: [{d1}, {ll}]\n"
            f"cache_ways: [{d1_ways}, {ll_ways}]\ncore:\n  operations: []\n  accesses: []\nmemory:\n  curves:\n{curves}")
