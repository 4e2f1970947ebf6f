# The code up to MACHINE is the same in every formula: the compute models and runtime functions of Forecost.

import math
import sys

REAL = ("f32", "f64")
SHORT_TURNS, LONG_TURNS = 24.0, 48.0
RUN_BYTES = 8192.0
NEAREST = {"i32": ("i32", "u32", "i64", "u64"), "u32": ("u32", "i32", "u64", "i64"),
           "i64": ("i64", "u64", "i32", "u32"), "u64": ("u64", "i64", "u32", "i32"),
           "f32": ("f32", "f64"), "f64": ("f64", "f32")}
THROUGHPUT, SCALAR, LATENCY, WINDOW = 0, 1, 2, 3


def fc_count(value):
    """A count, checked to be 0 ... 2^53."""
    if not 0 <= value <= 2**53:
        raise ValueError(f"a count is {value}: not between 0 and 2^53")
    return value


def fc_range(low, high):
    while low <= high:
        yield low
        low += 1


def dims_create(ranks, n, i):
    """Entry i of MPI_Dims_create(ranks, n, {0, ...})."""
    factors, prime, dims = [], 2, [1] * n
    while prime * prime <= ranks:
        while ranks % prime == 0:
            factors.append(prime)
            ranks //= prime
        prime += 1
    if ranks > 1:
        factors.append(ranks)
    for factor in reversed(factors):
        dims[dims.index(min(dims))] *= factor
    return sorted(dims, reverse=True)[i]


# ---- compute models: seconds of a region on one core ----

def fc_sample_medians(core, operation, numeric, kind):
    for near in NEAREST[numeric]:
        cost = core["operation"].get(f"{operation} {near}", (-1.0, -1.0, -1.0))
        for seconds in (cost[kind],) + tuple(cost[:3]):
            if seconds >= 0:
                return seconds
    return -1.0


def fc_cost(core, operation, numeric, kind):
    """A measured cost, or that of the nearest operation."""
    cost = fc_sample_medians(core, operation, numeric, kind)
    if cost < 0 and operation in core["assumed"]:
        return core["assumed"][operation][0]
    if cost < 0 and operation == "madd":
        product, total = (fc_sample_medians(core, other, numeric, kind) for other in ("mul", "add"))
        return max(total, 0.0) if kind == LATENCY else max(product, 0.0) + max(total, 0.0)
    if cost < 0 and operation == "rem":
        cost = fc_sample_medians(core, "div", numeric, kind)
    if cost < 0:
        cost = fc_sample_medians(core, "add", numeric, kind)
    if cost < 0:
        cost = fc_sample_medians(core, "add", "f64", kind)
    return max(cost, 0.0)


def fc_ops(region, iterations):
    """The additive model: operations and accesses in sequence."""
    core = MACHINE["core"]
    each = region["calls"] * max(core["call_s"], 0.0) + region["seconds"]
    for operation, numeric, n in region["operations"]:
        each += n * fc_cost(core, operation, numeric, SCALAR)
    for numeric, n in region["reads"].items():
        each += n * max(core["scalar_read_s"][numeric], 0.0)
    for numeric, n in region["writes"].items():
        each += n * max(core["scalar_write_s"][numeric], 0.0)
    return each * iterations


def fc_chain(core, region):
    chain = window = operations = 0.0
    for operation, numeric, n in region["chain"]:
        chain += n * fc_cost(core, operation, numeric, LATENCY)
        window += n * core["operation"].get(f"{operation} {numeric}", (0.0, 0.0, 0.0, 0.0))[WINDOW]
        operations += n
    if "chain_memory" in region["flags"]:
        chain += max(core["forward_s"], 0.0)
    return chain, window / max(operations, 1.0)


def fc_is_vector(core, region, chain):
    if region["code"]:
        return region["code"][2] > 8
    if "loop" not in region["flags"] or not {"branches", "calls", "chain_memory"}.isdisjoint(region["flags"]):
        return False
    if core["least_s"]["f64"] > 0.75 * core["loop_s"]:
        return False
    if any(stream[1] != "unit" for stream in region["streams"]):
        return False
    for operation, numeric, _ in region["operations"]:
        if operation in core["assumed"] and (fc_cost(core, operation, numeric, THROUGHPUT) >
                                             0.75 * fc_cost(core, operation, numeric, SCALAR)):
            return False
    return not region["chain"] or chain < 0.9 * core["loop_s"]


BYTES = {"i32": 4, "u32": 4, "i64": 8, "u64": 8, "f32": 4, "f64": 8}


def fc_in_vectors(vector_s, scalar_s, numeric):
    """Seconds of an element in vector code from a listing: at most that of a 16-byte vector's elements, each as a scalar."""
    return max(min(vector_s, scalar_s * BYTES[numeric] / 16), 0.0)


def fc_vector_accesses(core, counts, kind, instructions, share):
    """Loads or stores of vector code from a listing; each instruction takes at least a scalar's time."""
    scalar, elements = core[f"scalar_{kind}_s"], sum(counts.values())
    every = sum(n * fc_in_vectors(core[f"{kind}_s"][t], scalar[t], t) for t, n in counts.items())
    slots = sum(n * max(scalar[t], 0.0) for t, n in counts.items())
    return max(every * share, slots / elements * instructions) if elements > 0 else 0.0


def fc_operation(core, region, operation, numeric, vector):
    """An operation among independent ones; an instruction of vector code takes at least a scalar's time."""
    scalar = fc_cost(core, operation, numeric, SCALAR)
    if not vector:
        return scalar
    many = fc_cost(core, operation, numeric, THROUGHPUT)
    if not region["code"] or numeric not in REAL or operation in core["assumed"] or region["code"][7] == 0:
        return many
    return max(fc_in_vectors(many, scalar, numeric), scalar / region["code"][7])


def fc_side_by_side(core, region, vector):
    """Seconds saved by overlapping additions and multiplications: pairs of them take the time of "madd"."""
    saved = 0.0
    for numeric in ("f32", "f64"):
        n = [sum(c[2] for c in region["operations"] if c[0] == o and c[1] == numeric) for o in ("add", "mul")]
        add, mul, both = (fc_operation(core, region, o, numeric, vector) for o in ("add", "mul", "madd"))
        saved += min(n) * max(add + mul - max(both, add, mul), 0.0)
    return saved


def fc_cycle(core):
    """Seconds of a cycle, which a dependent integer addition takes. 0: not measured."""
    latencies = (core["operation"].get(f"add {t}", (0.0,) * 4)[LATENCY] for t in BYTES if t not in REAL)
    return min((latency for latency in latencies if latency > 0), default=0.0)


def fc_throughput(core, region, chain):
    vector = fc_is_vector(core, region, chain)
    read = core["read_s" if vector else "scalar_read_s"]
    write = core["write_s" if vector else "scalar_write_s"]
    real = divisions = whole = n_whole = 0.0
    called = region["calls"] * max(core["call_s"], 0.0) + region["seconds"]
    for operation, numeric, n in region["operations"]:
        cost = n * fc_operation(core, region, operation, numeric, vector)
        if numeric in REAL and operation in ("div", "sqrt"):
            divisions += cost
        elif operation in core["assumed"] or (numeric in REAL and operation == "rem"):
            called += cost
        elif numeric in REAL:
            real += cost
        else:
            whole, n_whole = whole + cost, n_whole + n
    real -= fc_side_by_side(core, region, vector)
    if not vector:
        whole = max(whole, n_whole * max(core["issue_s"], 0.0))
    loads = sum(n * max(read[numeric], 0.0) for numeric, n in region["reads"].items())
    stores = sum(n * max(write[numeric], 0.0) for numeric, n in region["writes"].items())
    n_reads, n_streams = sum(region["reads"].values()), sum(s[4] for s in region["streams"] if s[0] != "write")
    if region["code"] and vector:
        loads = fc_vector_accesses(core, region["reads"], "read", region["code"][5], region["code"][3])
        stores = fc_vector_accesses(core, region["writes"], "write", region["code"][6], region["code"][4])
    elif region["code"]:
        loads, stores = loads * region["code"][3], stores * region["code"][4]
    elif vector and 0 < n_streams < n_reads:
        loads *= n_streams / n_reads
    least = 0.0
    if "loop" in region["flags"] and region["code"]:
        least = (max(core["loop_s"], 0.0) + max(core["line_s"], 0.0) * (region["code"][1] - 1)) / region["code"][0]
    elif "loop" in region["flags"] and vector:
        least = max((core["least_s"][t] for t in {**region["reads"], **region["writes"]}), default=0.0)
    elif "loop" in region["flags"]:
        least = core["loop_s"]
    listed = region["code"][8] * fc_cycle(core) if region["code"] else 0.0
    return max(*((listed,) if listed > 0 else (real, divisions, whole, loads, stores)), least, 0.0) + called


def fc_rest(region, entries, iterations):
    """Iterations that do not fill a vector (of half the width if at least 16 bytes); half a vector if entries differ."""
    if "loop" not in region["flags"] or not region["code"] or region["code"][2] <= 8 or entries <= 0:
        return 0.0
    width, each = region["code"][2], iterations / entries
    widest = max((BYTES[t] for t in {**region["reads"], **region["writes"]}), default=4)
    vector = (width / 2 if width >= 32 else width) / widest
    if vector <= 1:
        return 0.0
    return entries * (math.fmod(each, vector) if each == math.floor(each) else min((vector - 1) / 2, each))


def fc_unforeseen(region, entries, iterations):
    """The share of a long loop's exit cost that an entry pays: none for few iterations, whose exit is predicted."""
    trips = iterations / entries / (region["code"][0] if region["code"] else 1.0) if entries > 0 else 0.0
    bounded = min(max(trips, SHORT_TURNS), LONG_TURNS)
    return math.log(bounded / SHORT_TURNS) / math.log(LONG_TURNS / SHORT_TURNS)


def fc_cursor_entry(core, region, share):
    if "loop" not in region["flags"]:
        return 0.0
    entry = max(core["loop_entry_s"], 0.0)
    short = core["short_entry_s"] if core["short_entry_s"] >= 0 else entry
    return short + share * (entry - short)


def fc_waits(region):
    """Share of the iterations that wait for a read of the previous iteration."""
    return max((stream[6] for stream in region["streams"]), default=0.0)


def fc_core(core, region, entries, iterations):
    chain, window = fc_chain(core, region)
    each = fc_throughput(core, region, chain)
    share = fc_unforeseen(region, entries, iterations)
    flowing = iterations * each + entries * fc_cursor_entry(core, region, share)
    rest = fc_rest(region, entries, iterations)
    if rest > 0:
        scalar = {**region, "code": [1, 1, 0, 1, 1, 0, 0, 0, 0]}
        flowing += rest * max(fc_throughput(core, scalar, chain) - each, 0.0)
    if fc_waits(region) > 0:
        return flowing
    chain, window = iterations * chain, entries * window
    return max(flowing, chain * chain / (chain + window) if window > 0 and chain > 0 else chain - share * window)


def fc_curve(curve, size):
    """Seconds per access at a working set, interpolated in its logarithm."""
    sizes, seconds = curve
    if not sizes:
        return 0.0
    if size <= sizes[0]:
        return seconds[0]
    if size >= sizes[-1]:
        return seconds[-1]
    i = 1
    while sizes[i] < size:
        i += 1
    part = math.log(size / sizes[i - 1]) / math.log(sizes[i] / sizes[i - 1])
    return seconds[i - 1] + part * (seconds[i] - seconds[i - 1])


def fc_width(region, stream):
    """Elements of 8 bytes per iteration from a stream; the code may keep updated elements in registers."""
    kept = min(region["code"][4], 1.0) if region["code"] and stream[0] == "update" else 1.0
    return stream[2] / 8.0 * stream[4] * kept


def fc_strided(curves, access, stride, line, size):
    """Seconds per access with a stride from a line to a page and a line, interpolated between measured strides."""
    low, low_s = line, line / 8 * fc_curve(curves[f"unit {access}"], size)
    for walk, high in (("stride_128", 128.0), ("stride_512", 512.0), ("strided", 4096 + line)):
        curve = curves.get(f"{walk} {access}")
        if not curve or not curve[0] or high <= line:
            continue
        high_s = fc_curve(curve, size)
        if stride <= high:
            return low_s + math.log(stride / low) / math.log(high / low) * (high_s - low_s)
        low, low_s = high, high_s
    return low_s


def fc_lines(size, line):
    """Mean lines covered by a randomly placed element."""
    return 1 + max(size - min(size & -size, line), 0) / line


def fc_waiting(memory, curves, region, sizes):
    """Seconds per iteration of waiting for gathers, overlapped over the iterations in the out-of-order window."""
    chase = curves.get("chase read")
    if not chase or not chase[0] or not memory["window"] > 0:
        return 0.0
    each = [(fc_curve(chase, size), min(stream[4], 1.0)) for stream, size in zip(region["streams"], sizes)
            if stream[1] == "random" and stream[6] == 0]
    longest = max((seconds * times for seconds, times in each if seconds > 1.25 * chase[1][0]), default=0.0)
    return longest * min((fc_instructions(region) + region["around"]) / memory["window"], 1.0)


def fc_stream(curves, region, stream, size):
    access, pattern, bytes_each, stride, width, _, waits, _ = stream
    if waits > 0 and curves.get("chase read", ((),))[0]:
        return 0.0
    line, curve = MACHINE["line_bytes"] or 64.0, curves[f"{pattern} {access}"]
    if pattern == "unit":
        width = fc_width(region, stream)
    elif pattern == "random":
        width *= fc_lines(bytes_each, line)
    elif pattern == "strided" and 0 < abs(stride) < line:
        width, curve = width * abs(stride) / 8, curves[f"unit {access}"]
    seconds, near = fc_curve(curve, size), curve[1][0] if curve[0] else 0.0
    if pattern == "strided" and abs(stride) >= line and f"stride_128 {access}" in curves:
        seconds, near = (fc_strided(curves, access, abs(stride), line, s) for s in (size, 0.0))
    return seconds * width if curve[0] and seconds > 1.25 * near else 0.0


def fc_instructions(region):
    """Estimated instructions of an iteration."""
    return 2 + sum(n for _, _, n in region["operations"]) + sum(region["reads"].values()) + sum(region["writes"].values())


def fc_run(curves, access, elements, size):
    """Additional seconds of a short run of a stream, compared with the same part of a long one."""
    line, unit = MACHINE["line_bytes"] or 64.0, curves[f"unit {access}"]
    seconds = fc_curve(unit, size)
    if not unit[0] or seconds <= 1.25 * unit[1][0]:
        return 0.0
    return min(8 * elements, RUN_BYTES) / line * max(fc_curve(curves[f"random {access}"], size) - line / 8 * seconds, 0.0)


def fc_column(memory, curves, access, instructions, size):
    """Seconds of waiting for the first line of a column."""
    chase = curves.get("chase read")
    if not chase or not chase[0] or not memory["window"] > 0 or access == "write":
        return 0.0
    seconds = fc_curve(chase, size)
    return seconds * min(instructions / memory["window"], 1.0) if seconds > 1.25 * chase[1][0] else 0.0


def fc_starting(memory, curves, region, trips, sizes):
    """Additional seconds per iteration because streams restart elsewhere."""
    total = 0.0
    for stream, size in zip(region["streams"], sizes):
        access, pattern, starts = stream[0], stream[1], stream[5]
        if trips > 0 and starts > 0:
            between = trips * fc_instructions(region) * (1 / starts - 1)
            total += starts / trips * (fc_run(curves, access, trips * fc_width(region, stream), size) if pattern == "unit"
                                       else fc_column(memory, curves, access, between, size))
    return total


def fc_streams(memory, curves, region, trips, sizes):
    r = memory["stream_overlap"]
    far = [s for s in (fc_stream(curves, region, stream, size) for stream, size in zip(region["streams"], sizes)) if s > 0]
    side_by_side = sum(s**r for s in far) ** (1 / r) if len(far) > 1 and r > 1 else sum(far)
    return max(side_by_side, fc_waiting(memory, curves, region, sizes)) + fc_starting(memory, curves, region, trips, sizes)


def fc_place(axis, x, logarithmic):
    if x <= axis[0] or len(axis) == 1:
        return 0, 0.0
    if x >= axis[-1]:
        return len(axis) - 2, 1.0
    low = 0
    while axis[low + 1] < x:
        low += 1
    if logarithmic:
        return low, math.log(x / axis[low]) / math.log(axis[low + 1] / axis[low])
    return low, (x - axis[low]) / (axis[low + 1] - axis[low])


def fc_fade(x, first):
    return 1.0 if x >= first else 0.0 if x <= first / 2 else 1 + math.log2(x / first)


def fc_between(a, b, part):
    return a if part == 0 else a + part * (b - a)


def fc_interference(beside, near, far, pace):
    """Additional cost of 8 bytes of a nearer stream under interference by a farther one."""
    near_axis, far_axis, pace_axis, extra = beside
    if not near_axis or not far_axis:
        return 0.0
    share = fc_fade(near, near_axis[0]) * fc_fade(far, far_axis[0])
    if share == 0:
        return 0.0
    if pace > pace_axis[-1]:
        share *= pace_axis[-1] / pace
    (n, n_part), (f, f_part), (c, c_part) = (fc_place(near_axis, near, True), fc_place(far_axis, far, True),
                                             fc_place(pace_axis, pace, False))
    corner = []
    for step in (0, 1):
        plane = extra[f if f_part == 0 else f + step]
        low, high = plane[n], plane[n if n_part == 0 else n + 1]
        corner.append(fc_between(fc_between(low[c], low[c + 1], c_part), fc_between(high[c], high[c + 1], c_part),
                                 n_part))
    return share * fc_between(corner[0], corner[1], f_part)


def fc_nearer(memory, active, region, sizes):
    """Unit-stride streams nearer than the farthest one, if interference was measured: width, size, measurement."""
    far = max(sizes, default=0.0)
    for stream, size in zip(region["streams"], sizes):
        beside = memory["beside"][active][stream[0]]
        if stream[1] == "unit" and size < far and beside[0] and beside[1]:
            yield fc_width(region, stream), size, beside


def fc_besides(memory, active, region, sizes, pace):
    far, extra = max(sizes, default=0.0), 0.0
    for width, size, beside in fc_nearer(memory, active, region, sizes):
        if width > 0:
            extra += width * fc_interference(beside, size, far, pace / width)
    return extra


def fc_searching(chase, element, trips, size):
    """The mean of a binary search's reads: the k-th is of one of 2^k lines."""
    line, n = MACHINE["line_bytes"] or 64.0, math.ceil(min(trips, 64))
    far = n - math.floor(max(math.log2(line / element), 0.0))
    reads = (fc_curve(chase, min(2.0**k * (far - k) * line, size) if k < far else 0.0) for k in range(n))
    return sum(reads) / n if n > 0 else fc_curve(chase, size)


def fc_chained(curves, region, trips, sizes, each):
    """Seconds of an iteration with the recurrence through its reads; each: without."""
    waits, chase = fc_waits(region), curves.get("chase read", ((), ()))
    if waits == 0:
        return each
    chain = fc_chain(MACHINE["core"], region)[0]
    for stream, size in zip(region["streams"], sizes):
        if stream[6] > 0:
            chain += fc_searching(chase, stream[2], trips, size) if stream[7] else fc_curve(chase, size)
    return each + waits * chain if waits < 1 else max(each, chain)


def fc_iteration(active, region, sizes, core, trips):
    """Seconds of an iteration with the memory measured at `active` busy cores."""
    memory = MACHINE["memory"]
    q = memory["overlap"]
    each = max((width * beside[2][0] for width, _, beside in fc_nearer(memory, active - 1, region, sizes)), default=0.0)
    total = each = max(each, core)
    far = fc_streams(memory, memory["curve"][active - 1], region, trips, sizes)
    if far > 0:
        total = (each**q + far**q) ** (1 / q) if q > 1 else each + far
    total = max(each, total + fc_besides(memory, active - 1, region, sizes, each))
    return fc_chained(memory["curve"][active - 1], region, trips, sizes, total)


def fc_extended(alone, shared, measured, active):
    """More cores than measured at once: a delay and a queue (Bard and Schweitzer), fitted to the measured values."""
    slower = shared - alone
    if slower <= 0:
        return shared
    demand = min((math.sqrt(slower * slower + 4 * slower * shared / (measured - 1)) - slower) / 2, alone)
    think = alone - demand

    def seconds(customers):
        ahead = customers * demand - think
        return think + (ahead + math.sqrt(ahead * ahead + 4 * demand * think)) / 2

    return shared * seconds(active) / seconds(measured)


def fc_memory(active, region, entries, iterations, sizes):
    """Core and memory, overlapped."""
    memory = MACHINE["memory"]
    total = core = fc_core(MACHINE["core"], region, entries, iterations)
    if MACHINE["busy_cores"] >= 2 and active >= 2:
        share = min((active - 1.0) / (MACHINE["busy_cores"] - 1.0), 1.0)
        total = core = core + share * max(fc_core(MACHINE["busy"], region, entries, iterations) - core, 0.0)
    if memory["n_active"] > 0 and region["streams"] and iterations > 0:
        most = memory["n_active"]
        own = core / iterations, iterations / entries if entries > 0 else 0.0
        alone = fc_iteration(1, region, sizes, *own)
        each = max(alone, fc_iteration(min(active, most), region, sizes, *own)) if active > 1 else alone
        if active > most > 1:
            each = fc_extended(alone, each, most, active)
        total = iterations * each
    elif iterations > 0 and fc_waits(region) > 0:
        total = iterations * fc_chained({}, region, 0.0, sizes, core / iterations)
    return total


def fc_region(p, number, entries, iterations, sizes):
    """Seconds of `iterations` executions of a region's body, in `entries` executions of its loop; bytes between two
    uses of the same data by stream."""
    fc_count(entries)
    fc_count(iterations)
    if entries == 0 and iterations == 0:
        return 0.0
    if COMPUTE_MODEL == "ops":
        return fc_ops(REGIONS[number], iterations)
    return fc_memory(max(min(p, MACHINE["cores"]), 1), REGIONS[number], entries, iterations, sizes)


def fc_allocation(size):
    return MACHINE["memory"]["allocate_s"] + fc_count(size) * MACHINE["memory"]["first_touch_s"]


# ---- runtime functions: seconds of an MPI operation among p ranks with m bytes a rank ----

SINGLE = ("single", "send", "post", "receive", "sendrecv")
REGULAR = {"bcast_elsewhere": "bcast", "gatherv": "gather", "scatterv": "scatter", "allgatherv": "allgather", "alltoallv": "alltoall"}


def fc_log_steps(p):
    reached, steps = 1, 0
    while reached < p:
        reached, steps = reached * 2, steps + 1
    return steps


def fc_tree(p, m, factor):
    reached, total = 1, 0.0
    while reached < p:
        total += fc_runtime_function("single", 2, m)
        reached, m = reached * 2, m * factor
    return total


def fc_doubling(p, m):
    reached, total = 1, 0.0
    while reached < p:
        total += fc_runtime_function("single", 2, m * min(reached, p - reached))
        reached *= 2
    return total


# machine_properties/terms.h: p ranks, m bytes
TERMS = (
    lambda p, m: 1.0,
    lambda p, m: math.log2(p),
    lambda p, m: p - 1.0,
    lambda p, m: m,
    lambda p, m: m * math.log2(p),
    lambda p, m: m * (p - 1.0),
    lambda p, m: m * math.log2(p) ** 2,
    lambda p, m: fc_tree(p, m, 1),
    lambda p, m: (p - 1.0) * fc_runtime_function("single", 2, m),
    fc_doubling,
    lambda p, m: fc_tree(p, m / 2, 0.5),
    lambda p, m: (p - 1.0) * fc_runtime_function("single", 2, m / p),
    lambda p, m: fc_tree(p, m * p / 2, 1),
    lambda p, m: 0.0 if 2 ** fc_log_steps(p) == p else fc_runtime_function("single", 2, m),
)


def fc_fit(function, p, m):
    def total(c, at):
        return sum(factor * TERMS[k](p, at) for k, factor in enumerate(c) if factor)

    segments, i, seconds = function["segments"], 0, 0.0
    ends = [end / p if function["by_total"] else end for end, _, _ in segments]
    while i + 1 < len(segments) and m >= ends[i]:
        if p <= function["high_ranks"]:
            seconds = max(seconds, total(segments[i][1], ends[i]))
        i += 1
    return max(seconds, total(segments[i][1], m))


def fc_steps(name, p, m):
    if name in ("send", "sendrecv"):
        return fc_runtime_function("single", 2, m)
    if name == "post":
        return 0.0
    if name == "receive":
        return min(fc_runtime_function("send", 2, m), fc_runtime_function("single", 2, m))
    if name in ("gather", "scatter", "allgather"):
        return fc_doubling(p, m)
    if name == "reduce_scatter":
        return fc_tree(p, m / 2, 0.5)
    if name == "alltoall":
        return min((p - 1) * fc_runtime_function("single", 2, m), fc_tree(p, m * p / 2, 1))
    return fc_tree(p, m, 1)


def fc_runtime_function(name, p, m):
    functions = MACHINE["communication"]
    p = 2 if name in SINGLE else p
    if p <= 1 and (name not in functions or functions[name]["low_ranks"] > 1):
        curve = MACHINE["memory"]["curve"][0]
        copy = m / 8 * (fc_curve(curve["unit read"], 2 * m) + fc_curve(curve["unit write"], 2 * m))
        return 0.0 if name in ("barrier", "bcast") else copy
    if name in MACHINE["uneven"] and 2 ** fc_log_steps(p) != p:
        return fc_fit(MACHINE["uneven"][name], p, m)
    if name in MACHINE["few"] and p <= MACHINE["few"][name]["high_ranks"]:
        return fc_fit(MACHINE["few"][name], p, m)
    if name in functions:
        return fc_fit(functions[name], p, m)
    if name in REGULAR:
        return fc_runtime_function(REGULAR[name], p, m)
    if name == "allreduce" and "reduce" in functions and "bcast" in functions:
        return fc_runtime_function("reduce", p, m) + fc_runtime_function("bcast", p, m)
    if "single" not in functions:
        raise ValueError(f"machine {MACHINE['name']!r} has no runtime function for {name}")
    return fc_steps(name, p, m)


def fc_communication(name, p, m):
    return fc_runtime_function(name, p, fc_count(m))


def fc_ranks(p):
    """All ranks; of more than 4096, 4096 evenly spaced ones."""
    n = min(p, 4096)
    return (0,) if n < 2 else (i * (p - 1) // (n - 1) for i in range(n))


def fc_number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)
