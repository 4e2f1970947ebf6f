#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""random_graph.py SEED: prints a SimGrid platform of 16 nodes that are joined by a random graph: a random spanning tree and
six more links, of 1 Gb/s, 25 us, full duplex; shortest routes, of equal ones the first found. It has no regular topology."""
import random
import sys

NODES, MORE = 16, 6
HEAD = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="graph" routing="Full">
"""


def draw(seed):
    """The neighbours of each node."""
    drawn = random.Random(seed)
    near = [set() for _ in range(NODES)]

    def join(a, b):
        near[a].add(b)
        near[b].add(a)
    for node in range(1, NODES):
        join(node, drawn.randrange(node))
    for _ in range(MORE):
        join(*drawn.sample(range(NODES), 2))
    return [sorted(of) for of in near]


def routes_from(near, start):
    """By node: the nodes on the way from the start, both ends included."""
    found, queue = {start: [start]}, [start]
    for node in queue:
        for other in near[node]:
            if other not in found:
                found[other] = found[node] + [other]
                queue.append(other)
    return found


def hops(way):
    for a, b in zip(way, way[1:]):
        yield f'<link_ctn id="l{min(a, b)}_{max(a, b)}" direction="{"UP" if a < b else "DOWN"}"/>'


def main():
    near = draw(sys.argv[1])
    print(HEAD, end="")
    for node in range(NODES):
        print(f'    <host id="n{node}" speed="1Gf"/>')
    for a in range(NODES):
        for b in near[a]:
            if a < b:
                print(f'    <link id="l{a}_{b}" bandwidth="125MBps" latency="25us" sharing_policy="SPLITDUPLEX"/>')
    print('    <link id="loop" bandwidth="4GBps" latency="1us" sharing_policy="FATPIPE"/>')
    for a in range(NODES):
        print(f'    <route src="n{a}" dst="n{a}"><link_ctn id="loop"/></route>')
        for b, way in routes_from(near, a).items():
            if a != b:
                print(f'    <route src="n{a}" dst="n{b}" symmetrical="NO">{"".join(hops(way))}</route>')
    print("  </zone>\n</platform>")


main()
