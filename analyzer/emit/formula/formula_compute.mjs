// ---- compute models: seconds of a region on one core ----

const FC_REAL = new Set(["f32", "f64"]);
const FC_NEAREST = {
    i32: ["i32", "u32", "i64", "u64"], u32: ["u32", "i32", "u64", "i64"],
    i64: ["i64", "u64", "i32", "u32"], u64: ["u64", "i64", "u32", "i32"],
    f32: ["f32", "f64"], f64: ["f64", "f32"],
};
// Entries of an operation's costs.
const [FC_THROUGHPUT, FC_SCALAR, FC_LATENCY, FC_WINDOW, FC_ERROR] = [0, 1, 2, 3, 4];
// Relative errors by class, and the share of their variance that is common to all parts of a program.
const FC_DISCREPANCY = { code: 0.11, uneven: 0.29, source: 0.66, chain: 0.07, call: 0.54, memory: 0.62 }, FC_COMMON = 0.3;
const FC_SHORT_TRIP_COUNT = 24, FC_LONG_TRIP_COUNT = 48, FC_RUN_BYTES = 8192;
const FC_NOT_MEASURED = [-1, -1, -1, 0, 0];

function fc_sample_medians(core, operation, numeric, kind) {
    for (const near of FC_NEAREST[numeric]) {
        const cost = core.operation[`${operation} ${near}`] ?? FC_NOT_MEASURED;
        const seconds = [cost[kind], cost[0], cost[1], cost[2]].find((value) => value >= 0);
        if (seconds !== undefined)
            return seconds;
    }
    return -1;
}

/** A cost that was measured, or that of the nearest one. */
function fc_cost(core, operation, numeric, kind) {
    let cost = fc_sample_medians(core, operation, numeric, kind);
    if (cost < 0 && operation in core.assumed)
        return core.assumed[operation][0];
    if (cost < 0 && operation === "madd") {
        const product = fc_sample_medians(core, "mul", numeric, kind), sum = fc_sample_medians(core, "add", numeric, kind);
        return kind === FC_LATENCY ? Math.max(sum, 0) : Math.max(product, 0) + Math.max(sum, 0);
    }
    if (cost < 0 && operation === "rem")
        cost = fc_sample_medians(core, "div", numeric, kind);
    if (cost < 0)
        cost = fc_sample_medians(core, "add", numeric, kind);
    if (cost < 0)
        cost = fc_sample_medians(core, "add", "f64", kind);
    return Math.max(cost, 0);
}

/** Sum over the types of counts times costs. */
function fc_accesses(counts, costs) {
    return Object.entries(counts).reduce((sum, [numeric, n]) => sum + n * Math.max(costs[numeric], 0), 0);
}

/** Relative error of a cost. */
function fc_error(core, operation, numeric) {
    if (operation in core.assumed && fc_sample_medians(core, operation, numeric, FC_THROUGHPUT) < 0)
        return core.assumed[operation][1];
    return (core.operation[`${operation} ${numeric}`] ?? FC_NOT_MEASURED)[FC_ERROR];
}

function fc_largest_error(core, region) {
    return region.operations.reduce((most, [operation, numeric]) => Math.max(most, fc_error(core, operation, numeric)), 0);
}

/** Seconds an iteration in the additive model: operations and accesses, one after the other. */
function fc_ops(core, region) {
    let each = region.calls * Math.max(core.call_s, 0) + region.seconds;
    for (const [operation, numeric, n] of region.operations)
        each += n * fc_cost(core, operation, numeric, FC_SCALAR);
    each += fc_accesses(region.reads, core.scalar_read_s) + fc_accesses(region.writes, core.scalar_write_s);
    return each;
}

function fc_chain(core, region) {
    let chain = 0, window = 0, operations = 0;
    for (const [operation, numeric, n] of region.chain) {
        chain += n * fc_cost(core, operation, numeric, FC_LATENCY);
        window += n * (core.operation[`${operation} ${numeric}`] ?? FC_NOT_MEASURED)[FC_WINDOW];
        operations += n;
    }
    if (region.flags.includes("chain_memory"))
        chain += Math.max(core.forward_s, 0);
    return [chain, window / Math.max(operations, 1)];
}

function fc_is_vector(core, region, chain) {
    if (region.code.length)
        return region.code[2] > 8;
    if (!region.flags.includes("loop") || region.flags.some((flag) => ["branches", "calls", "chain_memory"].includes(flag)))
        return false;
    if (core.least_s.f64 > 0.75 * core.loop_s || region.streams.some((stream) => stream[1] !== "unit"))
        return false;
    if (region.operations.some(([operation, numeric]) => operation in core.assumed &&
            fc_cost(core, operation, numeric, FC_THROUGHPUT) > 0.75 * fc_cost(core, operation, numeric, FC_SCALAR)))
        return false;
    return region.chain.length === 0 || chain < 0.9 * core.loop_s;
}

const FC_BYTES = { i32: 4, u32: 4, i64: 8, u64: 8, f32: 4, f64: 8 };

/** Seconds of an element in vector code from a listing: at most that of a 16-byte vector's elements, each as a scalar. */
const fc_in_vectors = (vector_s, scalar_s, numeric) =>
    Math.max(Math.min(vector_s, scalar_s * FC_BYTES[numeric] / 16), 0);

/** Loads or stores of vector code from a listing; each instruction takes at least a scalar's time. */
function fc_vector_accesses(core, counts, kind, instructions, share) {
    const vector = core[`${kind}_s`], scalar = core[`scalar_${kind}_s`];
    let every = 0, slots = 0, elements = 0;
    for (const [numeric, n] of Object.entries(counts)) {
        every += n * fc_in_vectors(vector[numeric], scalar[numeric], numeric);
        slots += n * Math.max(scalar[numeric], 0);
        elements += n;
    }
    return elements > 0 ? Math.max(every * share, slots / elements * instructions) : 0;
}

/** An operation among independent ones; an instruction of vector code from a listing takes at least a scalar's time. */
function fc_operation(core, region, operation, numeric, vector) {
    const scalar = fc_cost(core, operation, numeric, FC_SCALAR);
    if (!vector)
        return scalar;
    const many = fc_cost(core, operation, numeric, FC_THROUGHPUT);
    if (!region.code.length || !FC_REAL.has(numeric) || operation in core.assumed || region.code[7] === 0)
        return many;
    return Math.max(fc_in_vectors(many, scalar, numeric), scalar / region.code[7]);
}

const fc_is_called = (core, operation, numeric) =>
    operation in core.assumed ? operation !== "sqrt" || !FC_REAL.has(numeric) : FC_REAL.has(numeric) && operation === "rem";

/** Seconds of the calls per iteration. */
function fc_calls(core, region, vector) {
    return region.operations.reduce((sum, [operation, numeric, n]) => !fc_is_called(core, operation, numeric) ? sum :
        sum + n * fc_cost(core, operation, numeric, vector ? FC_THROUGHPUT : FC_SCALAR),
        region.calls * Math.max(core.call_s, 0) + region.seconds);
}

/** Seconds saved by overlapping additions and multiplications: pairs of them take the time of "madd". */
function fc_side_by_side(core, region, vector) {
    return [...FC_REAL].reduce((saved, numeric) => {
        const count = (wanted) => region.operations.reduce((sum, [operation, of, n]) =>
            sum + (operation === wanted && of === numeric ? n : 0), 0);
        const [add, mul, both] = ["add", "mul", "madd"].map((operation) => fc_operation(core, region, operation, numeric, vector));
        return saved + Math.min(count("add"), count("mul")) * Math.max(add + mul - Math.max(both, add, mul), 0);
    }, 0);
}

/** Seconds of the operations per iteration: the maximum of what overlaps. */
function fc_operations(core, region, vector) {
    let real = 0, divisions = 0, whole = 0, n_whole = 0;
    for (const [operation, numeric, n] of region.operations) {
        if (fc_is_called(core, operation, numeric))
            continue;
        const cost = n * fc_operation(core, region, operation, numeric, vector);
        if (FC_REAL.has(numeric) && (operation === "div" || operation === "sqrt")) {
            divisions += cost;
        } else if (FC_REAL.has(numeric)) {
            real += cost;
        } else {
            whole += cost;
            n_whole += n;
        }
    }
    real -= fc_side_by_side(core, region, vector);
    return Math.max(real, divisions, vector ? whole : Math.max(whole, n_whole * Math.max(core.issue_s, 0)));
}

function fc_loads_and_stores(core, region, vector) {
    if (region.code.length && vector)
        return Math.max(fc_vector_accesses(core, region.reads, "read", region.code[5], region.code[3]),
                        fc_vector_accesses(core, region.writes, "write", region.code[6], region.code[4]));
    const loads = fc_accesses(region.reads, vector ? core.read_s : core.scalar_read_s);
    const stores = fc_accesses(region.writes, vector ? core.write_s : core.scalar_write_s);
    const n_reads = Object.values(region.reads).reduce((sum, n) => sum + n, 0);
    const n_streams = region.streams.reduce((sum, stream) => sum + (stream[0] === "write" ? 0 : stream[4]), 0);
    if (region.code.length)
        return Math.max(loads * region.code[3], stores * region.code[4]);
    return Math.max(vector && n_streams > 0 && n_streams < n_reads ? loads * n_streams / n_reads : loads, stores);
}

/** The minimum seconds of an iteration. */
function fc_least(core, region, vector) {
    if (!region.flags.includes("loop"))
        return 0;
    if (region.code.length)
        return (Math.max(core.loop_s, 0) + Math.max(core.line_s, 0) * (region.code[1] - 1)) / region.code[0];
    if (!vector)
        return Math.max(core.loop_s, 0);
    return Math.max(0, ...Object.keys({ ...region.reads, ...region.writes }).map((numeric) => core.least_s[numeric]));
}

/** Seconds of a cycle, which a dependent integer addition takes. 0: not measured. */
function fc_cycle(core) {
    const latencies = Object.keys(FC_BYTES).filter((numeric) => !FC_REAL.has(numeric))
        .map((numeric) => (core.operation[`add ${numeric}`] ?? FC_NOT_MEASURED)[FC_LATENCY]).filter((latency) => latency > 0);
    return latencies.length ? Math.min(...latencies) : 0;
}

function fc_throughput(core, region, chain) {
    const vector = fc_is_vector(core, region, chain), listed = region.code.length ? region.code[8] * fc_cycle(core) : 0;
    const units = listed > 0 ? listed : Math.max(fc_operations(core, region, vector), fc_loads_and_stores(core, region, vector));
    return Math.max(units, fc_least(core, region, vector)) + fc_calls(core, region, vector);
}

/** Elements of the narrowest vectors of vectorized code with this widest type: half the width if at least 16 bytes. */
function fc_least_vector({ code, reads, writes }) {
    const width = code[2] >= 32 ? code[2] / 2 : code[2];
    return width / Math.max(4, ...Object.keys({ ...reads, ...writes }).map((numeric) => FC_BYTES[numeric]));
}

/** The cost of a region on a core, independent of its counts. */
function fc_pace(core, region) {
    const [chain, window] = fc_chain(core, region), throughput = fc_throughput(core, region, chain);
    const entry = region.flags.includes("loop") ? Math.max(core.loop_entry_s, 0) : 0;
    const short_entry = region.flags.includes("loop") && core.short_entry_s >= 0 ? core.short_entry_s : entry;
    const calls = fc_calls(core, region, fc_is_vector(core, region, chain)) - region.seconds;
    const [called, annotated] = [calls, region.seconds].map((part) => throughput > 0 ? part / throughput : 0);
    const waits = region.streams.reduce((most, stream) => Math.max(most, stream[6]), 0);
    const pace = { throughput, called, annotated, chain: waits > 0 ? 0 : chain, window: waits > 0 ? 0 : window, waits,
                   behind: waits > 0 ? chain : 0, entry, short_entry, unroll: region.code[0] ?? 1, vector: 0, rest: 0 };
    if (!(region.flags.includes("loop") && region.code.length && region.code[2] > 8))
        return pace;
    const scalar = fc_throughput(core, { ...region, code: [1, 1, 0, 1, 1, 0, 0, 0, 0] }, chain);
    return { ...pace, vector: fc_least_vector(region), rest: Math.max(scalar - throughput, 0) };
}

/** Iterations that do not fill a vector: half a vector per entry if trip counts differ. */
function fc_rest(vector, entries, iterations) {
    if (vector <= 1 || entries <= 0)
        return 0;
    const each = iterations / entries;
    return entries * (each === Math.floor(each) ? each % vector : Math.min((vector - 1) / 2, each));
}

/** The share of a long loop's exit cost that an entry pays: none for few iterations, whose exit is predicted; interpolated in the logarithm. */
function fc_unforeseen(unroll, entries, iterations) {
    const trips = entries > 0 ? iterations / entries / unroll : 0;
    const bounded = Math.min(Math.max(trips, FC_SHORT_TRIP_COUNT), FC_LONG_TRIP_COUNT);
    return Math.log(bounded / FC_SHORT_TRIP_COUNT) / Math.log(FC_LONG_TRIP_COUNT / FC_SHORT_TRIP_COUNT);
}

function fc_entering({ entry, short_entry, unroll }, entries, iterations) {
    return entries * (short_entry + fc_unforeseen(unroll, entries, iterations) * (entry - short_entry));
}

function fc_flowing(pace, entries, iterations) {
    const { throughput, vector, rest } = pace;
    return iterations * throughput + fc_entering(pace, entries, iterations) + fc_rest(vector, entries, iterations) * rest;
}

function fc_chain_seconds({ chain, window, unroll }, entries, iterations) {
    const chains = iterations * chain, ahead = entries * window;
    return ahead > 0 && chains > 0 ? chains * chains / (chains + ahead)
        : chains - fc_unforeseen(unroll, entries, iterations) * ahead;
}

function fc_core(pace, entries, iterations) {
    return Math.max(fc_flowing(pace, entries, iterations), fc_chain_seconds(pace, entries, iterations));
}

function fc_is_uneven({ operations, streams }) {
    return operations.some(([operation, numeric, n]) => n > 0 && FC_REAL.has(numeric) && ["div", "sqrt"].includes(operation)) ||
        streams.some(([, pattern]) => pattern === "random");
}

/** The error of the core's share. */
function fc_core_error(core, { region, pace, error }, entries, iterations) {
    const seconds = fc_core(pace, entries, iterations);
    const own = Math.hypot(error, seconds > 0 ? fc_entering(pace, entries, iterations) / seconds : 0);
    if (fc_chain_seconds(pace, entries, iterations) > fc_flowing(pace, entries, iterations))
        return Math.hypot(own, FC_DISCREPANCY.chain);
    const of = !region.code.length ? FC_DISCREPANCY.source : fc_is_uneven(region) ? FC_DISCREPANCY.uneven : FC_DISCREPANCY.code;
    const units = Math.max(of, core.model_error);
    return Math.hypot(own, (1 - pace.called - pace.annotated) * units + pace.called * FC_DISCREPANCY.call);
}

/** Seconds per access at a working set, interpolated in its logarithm. */
function fc_curve([sizes, seconds], size) {
    const n = sizes.length;
    if (n === 0)
        return 0;
    if (size <= sizes[0])
        return seconds[0];
    if (size >= sizes[n - 1])
        return seconds[n - 1];
    let i = 1;
    while (sizes[i] < size)
        i++;
    const part = Math.log(size / sizes[i - 1]) / Math.log(sizes[i] / sizes[i - 1]);
    return seconds[i - 1] + part * (seconds[i] - seconds[i - 1]);
}

/** Elements of 8 bytes per iteration from a stream; the code may keep updated elements in registers. */
function fc_width(region, [access, , bytes, , each]) {
    return bytes / 8 * each * (region.code.length && access === "update" ? Math.min(region.code[4], 1) : 1);
}

/** Seconds per access with a stride from a line to a page and a line, interpolated between the measured strides. */
function fc_strided(curves, access, stride, line, size) {
    let low = line, low_s = line / 8 * fc_curve(curves[`unit ${access}`], size);
    for (const [walk, high] of [["stride_128", 128], ["stride_512", 512], ["strided", 4096 + line]]) {
        const curve = curves[`${walk} ${access}`];
        if (!curve || !curve[0].length || high <= line)
            continue;
        const high_s = fc_curve(curve, size);
        if (stride <= high)
            return low_s + Math.log(stride / low) / Math.log(high / low) * (high_s - low_s);
        [low, low_s] = [high, high_s];
    }
    return low_s;
}

/** Mean lines covered by a randomly placed element. */
function fc_lines(bytes, line) {
    return 1 + Math.max(bytes - Math.min(bytes & -bytes, line), 0) / line;
}

/** Estimated instructions of an iteration. */
function fc_instructions(region) {
    const sum = (counts) => Object.values(counts).reduce((n, k) => n + k, 0);
    return region.operations.reduce((n, [, , k]) => n + k, 2) + sum(region.reads) + sum(region.writes);
}

/** Seconds per iteration of waiting for gathers, overlapped over the iterations in the out-of-order window. */
function fc_waiting(memory, curves, region, sizes) {
    const chase = curves["chase read"];
    if (!chase || !chase[0].length || !(memory.window > 0))
        return 0;
    const each = region.streams.map(([, pattern, , , times, , waits], i) =>
        pattern === "random" && waits === 0 ? [fc_curve(chase, sizes[i]), Math.min(times, 1)] : [0, 0]);
    const longest = Math.max(0, ...each.filter(([seconds]) => seconds > 1.25 * chase[1][0]).map(([seconds, times]) => seconds * times));
    return longest * Math.min((fc_instructions(region) + region.around) / memory.window, 1);
}

/** Additional seconds of a short run of a stream, compared with the same part of a long one. */
function fc_run(line, curves, access, elements, size) {
    const unit = curves[`unit ${access}`], seconds = fc_curve(unit, size);
    if (!unit[0].length || seconds <= 1.25 * unit[1][0])
        return 0;
    return Math.min(8 * elements, FC_RUN_BYTES) / line * Math.max(fc_curve(curves[`random ${access}`], size) - line / 8 * seconds, 0);
}

/** Seconds of waiting for the first line of a column. */
function fc_column(memory, curves, access, instructions, size) {
    const chase = curves["chase read"];
    if (!chase || !chase[0].length || !(memory.window > 0) || access === "write")
        return 0;
    const seconds = fc_curve(chase, size);
    return seconds > 1.25 * chase[1][0] ? seconds * Math.min(instructions / memory.window, 1) : 0;
}

/** Additional seconds per iteration because streams restart elsewhere. */
function fc_starting({ memory, line_bytes }, curves, region, trips, sizes) {
    return region.streams.reduce((all, stream, i) => {
        const [access, pattern, , , , starts] = stream;
        if (!(trips > 0 && starts > 0))
            return all;
        const between = trips * fc_instructions(region) * (1 / starts - 1);
        return all + starts / trips * (pattern === "unit"
            ? fc_run(line_bytes || 64, curves, access, trips * fc_width(region, stream), sizes[i])
            : fc_column(memory, curves, access, between, sizes[i]));
    }, 0);
}

function fc_stream(line_bytes, curves, region, stream, size) {
    const [access, pattern, bytes, stride, each, , waits] = stream, line = line_bytes || 64;
    if (waits > 0 && curves["chase read"]?.[0].length)
        return 0;
    let width = each, curve = curves[`${pattern} ${access}`];
    if (pattern === "unit") {
        width = fc_width(region, stream);
    } else if (pattern === "random") {
        width *= fc_lines(bytes, line);
    } else if (pattern === "strided" && stride !== 0 && Math.abs(stride) < line) {
        width *= Math.abs(stride) / 8;
        curve = curves[`unit ${access}`];
    }
    let seconds = fc_curve(curve, size), near = curve[0].length ? curve[1][0] : 0;
    if (pattern === "strided" && Math.abs(stride) >= line && `stride_128 ${access}` in curves)
        [seconds, near] = [size, 0].map((s) => fc_strided(curves, access, Math.abs(stride), line, s));
    return curve[0].length && seconds > 1.25 * near ? seconds * width : 0;
}

/** (a^q + b^q)^(1/q): the sum for q = 1, nearly the larger for large q. */
function fc_norm(a, b, q) {
    const high = Math.max(a, b), low = Math.min(a, b);
    if (q <= 1)
        return a + b;
    return low <= 1e-3 * high ? high : high * (1 + (low / high) ** q) ** (1 / q);
}

/** A place on an ascending axis: the point below, and the share of the one above. */
function fc_place(axis, x, logarithmic) {
    const n = axis.length;
    let low = 0;
    if (x <= axis[0] || n === 1)
        return [0, 0];
    if (x >= axis[n - 1])
        return [n - 2, 1];
    while (axis[low + 1] < x)
        low++;
    return [low, logarithmic ? Math.log(x / axis[low]) / Math.log(axis[low + 1] / axis[low])
                             : (x - axis[low]) / (axis[low + 1] - axis[low])];
}

function fc_fade(x, first) {
    return x >= first ? 1 : x <= first / 2 ? 0 : 1 + Math.log2(x / first);
}

function fc_between(a, b, part) {
    return part === 0 ? a : a + part * (b - a);
}

/** Additional cost of 8 bytes of a nearer stream under interference by a farther one. */
function fc_interference([near_axis, far_axis, pace_axis, extra], near, far, pace) {
    let share = fc_fade(near, near_axis[0]) * fc_fade(far, far_axis[0]);
    if (share === 0)
        return 0;
    const last = pace_axis[pace_axis.length - 1];
    if (pace > last)
        share *= last / pace;
    const [n, n_part] = fc_place(near_axis, near, true), [f, f_part] = fc_place(far_axis, far, true);
    const [c, c_part] = fc_place(pace_axis, pace, false);
    const corner = [0, 1].map((step) => {
        const plane = extra[f_part === 0 ? f : f + step], low = plane[n], high = plane[n_part === 0 ? n : n + 1];
        return fc_between(fc_between(low[c], low[c + 1], c_part), fc_between(high[c], high[c + 1], c_part), n_part);
    });
    return share * fc_between(corner[0], corner[1], f_part);
}

/** Unit-stride streams nearer than the farthest one, if interference was measured: width, size, measurement. */
function fc_nearer(memory, active, region, sizes) {
    const far = Math.max(0, ...sizes);
    return region.streams.map((stream, i) => [fc_width(region, stream), sizes[i], memory.beside[active][stream[0]], stream[1]])
        .filter(([, size, beside, pattern]) => pattern === "unit" && size < far && beside[0].length && beside[1].length);
}

/** The mean of a binary search's reads: the k-th is of one of 2^k lines. */
function fc_searching(line, chase, element, trips, size) {
    const n = Math.ceil(Math.min(trips, 64)), far = n - Math.floor(Math.max(Math.log2(line / element), 0));
    let sum = 0;
    for (let k = 0; k < n; k++)
        sum += fc_curve(chase, k < far ? Math.min(2 ** k * (far - k) * line, size) : 0);
    return n > 0 ? sum / n : fc_curve(chase, size);
}

/** Seconds of an iteration with the recurrence through its reads; each: without. */
function fc_chained(line_bytes, curves, region, { trips, waits, behind }, sizes, each) {
    const chase = curves["chase read"] ?? [[], []];
    const chain = region.streams.reduce((sum, stream, i) => stream[6] === 0 ? sum :
        sum + (stream[7] ? fc_searching(line_bytes || 64, chase, stream[2], trips, sizes[i]) : fc_curve(chase, sizes[i])), behind);
    return waits === 0 ? each : waits < 1 ? each + waits * chain : Math.max(each, chain);
}

/** Seconds per iteration with core and memory overlapped; also those of the streams, and of the recurrence through them. */
function fc_overlapped(machine, busy, region, sizes, own) {
    const { core_s, trips } = own;
    const memory = machine.memory, active = Math.min(busy, memory.n_active) - 1, far = Math.max(0, ...sizes);
    const nearer = fc_nearer(memory, active, region, sizes);
    const each = Math.max(core_s, ...nearer.map(([width, , beside]) => width * beside[2][0]));
    const streams = Math.max(region.streams.reduce((all, stream, i) =>
        fc_norm(all, fc_stream(machine.line_bytes, memory.curve[active], region, stream, sizes[i]), memory.stream_overlap), 0),
        fc_waiting(memory, memory.curve[active], region, sizes)) + fc_starting(machine, memory.curve[active], region, trips, sizes);
    const extra = nearer.reduce((sum, [width, size, beside]) =>
        sum + (width > 0 ? width * fc_interference(beside, size, far, each / width) : 0), 0);
    const flowing = Math.max(each, fc_norm(each, streams, memory.overlap) + extra);
    const total = fc_chained(machine.line_bytes, memory.curve[active], region, own, sizes, flowing);
    return [total, streams + total - flowing];
}

/** The part of a region's cost on a machine that does not depend on its counts. */
function fc_prepare(machine, region, compute_model) {
    return { region, ops: compute_model === "ops" ? fc_ops(machine.core, region) : null, pace: fc_pace(machine.core, region),
             busy_pace: machine.busy_cores >= 2 ? fc_pace(machine.busy, region) : null,
             error: fc_largest_error(machine.core, region) };
}

/** More cores than measured at once: a delay and a queue (Bard and Schweitzer), fitted to the measured values. */
function fc_extended(alone, shared, measured, active) {
    const slower = shared - alone;
    if (slower <= 0)
        return shared;
    const demand = Math.min((Math.sqrt(slower * slower + 4 * slower * shared / (measured - 1)) - slower) / 2, alone);
    const think = alone - demand;
    const seconds = (customers) => {
        const ahead = customers * demand - think;
        return think + (ahead + Math.sqrt(ahead * ahead + 4 * demand * think)) / 2;
    };
    return shared * seconds(active) / seconds(measured);
}

/** Seconds of an iteration with the memory overlapped, and those of the streams; own: its core time, and the iterations
 *  per entry. */
function fc_iteration(machine, busy, region, sizes, own) {
    const most = machine.memory.n_active, alone = fc_overlapped(machine, 1, region, sizes, own);
    const shared = busy > 1 ? fc_overlapped(machine, busy, region, sizes, own) : alone;
    const [each, streams] = shared[0] > alone[0] ? shared : alone;
    if (busy <= most || most < 2)
        return [each, streams];
    const extended = fc_extended(alone[0], each, most, busy);
    return [extended, streams * extended / each];
}

/** The error of the memory's share: from the streams of unit stride, and from the others. */
function fc_memory_error(machine, busy, region, sizes) {
    const memory = machine.memory, curves = memory.curve[Math.min(busy, memory.n_active) - 1];
    const walks = Math.max(FC_DISCREPANCY.memory, memory.model_error), others = Math.max(walks, memory.scattered_error);
    if (others === walks || region.streams.some((stream) => stream[6] > 0))
        return others;
    const each = region.streams.map((stream, i) => fc_stream(machine.line_bytes, curves, region, stream, sizes[i]));
    const all = each.reduce((sum, s) => sum + s, 0);
    const scattered = each.reduce((sum, s, i) => sum + (region.streams[i][1] === "unit" ? 0 : s), 0);
    return all > 0 ? walks + scattered / all * (others - walks) : walks;
}

/** Core and memory, while `busy` cores of the node do the same. */
function fc_memory(machine, busy, prepared, entries, iterations, sizes) {
    const { region, pace, busy_pace } = prepared;
    let core = fc_core(pace, entries, iterations);
    if (busy_pace && busy >= 2) {
        const share = Math.min((busy - 1) / (machine.busy_cores - 1), 1);
        core += share * Math.max(fc_core(busy_pace, entries, iterations) - core, 0);
    }
    let seconds = core, streams = 0, in_memory = 0;
    if (machine.memory.n_active > 0 && region.streams.length && iterations > 0) {
        const { waits, behind } = pace;
        const own = { core_s: core / iterations, trips: entries > 0 ? iterations / entries : 0, waits, behind };
        [seconds, streams] = fc_iteration(machine, busy, region, sizes, own).map((each) => iterations * each);
        in_memory = fc_memory_error(machine, busy, region, sizes);
    } else if (iterations > 0 && pace.waits > 0) {
        seconds = iterations * fc_chained(machine.line_bytes, {}, region, { ...pace, trips: 0 }, sizes, core / iterations);
        streams = seconds - core;
        in_memory = Math.max(FC_DISCREPANCY.memory, machine.memory.model_error);
    }
    const in_core = fc_core_error(machine.core, prepared, entries, iterations);
    return { seconds, error: seconds > 0 ? Math.hypot(in_core * core, in_memory * streams) / seconds : in_core };
}

/** Variance of the sum of regions' seconds, from their standard deviations. */
function fc_variance(errors) {
    const sum = errors.reduce((all, error) => all + error, 0), squares = errors.reduce((all, error) => all + error * error, 0);
    return (1 - FC_COMMON) * squares + FC_COMMON * sum * sum;
}

export { fc_curve, fc_memory, fc_prepare, fc_variance };
