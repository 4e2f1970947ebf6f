/* SPDX-License-Identifier: Apache-2.0 */
/* The compute model `memory`: streams at their working sets (curves of the machine profile, [pmac]), their
 * interference, dependent reads, and the core. O(operations + streams) a call. */
#include "compute.h"

#include "queueing.h"

/* A position on an ascending axis: between values[low] and values[low + 1], with weight `part` of the latter. */
typedef struct axis {
    int low;
    double part;
} axis;

static axis place_on(const double *values, int n, double x)
{
    axis a = {0, 0};
    if (x <= values[0] || n == 1)
        return a;
    if (x >= values[n - 1])
        return (axis){n - 2, 1};
    while (values[a.low + 1] < x)
        a.low++;
    a.part = (x - values[a.low]) / (values[a.low + 1] - values[a.low]);
    return a;
}

/* Weight of a measured range that begins at `first`: 1 above, 0 below half of it, logarithmic between. */
static double fade(double x, double first)
{
    return x >= first ? 1 : x <= first / 2 ? 0 : 1 + log2(x / first);
}

static double between(double a, double b, double part)
{
    return part == 0 ? a : a + part * (b - a);
}

double fc_interference_at(const fc_interference *b, double near_bytes, double far_bytes, double pace_s)
{
    if (b->n_near == 0 || b->n_far == 0)
        return 0;
    double share = fade(near_bytes, b->near_bytes[0]) * fade(far_bytes, b->far_bytes[0]);
    if (share == 0)
        return 0;
    if (pace_s > b->pace_s[FC_N_CORE_TIMES - 1])
        share *= b->pace_s[FC_N_CORE_TIMES - 1] / pace_s;
    axis near, far, pace = place_on(b->pace_s, FC_N_CORE_TIMES, pace_s);
    near.low = fc_place_bytes(b->near_bytes, b->n_near, near_bytes, &near.part);
    far.low = fc_place_bytes(b->far_bytes, b->n_far, far_bytes, &far.part);
    double corner[2];
    for (int f = 0; f < 2; f++) {
        const double(*plane)[FC_N_CORE_TIMES] = b->extra_s[far.part == 0 ? far.low : far.low + f];
        const double *low = plane[near.low], *high = plane[near.part == 0 ? near.low : near.low + 1];
        corner[f] = between(between(low[pace.low], low[pace.low + 1], pace.part),
                            between(high[pace.low], high[pace.low + 1], pace.part), near.part);
    }
    return share * between(corner[0], corner[1], far.part);
}

static double line_of(const fc_coefficients *machine)
{
    return machine->line_bytes > 0 ? machine->line_bytes : 64;
}

static double page_of(const fc_coefficients *machine)
{
    return fc_constant_of(&machine->constants, FC_CONSTANT_PAGE_BYTES);
}

/* An access takes more than the first cache level explains, whose time the core's costs include. */
static bool is_far(const fc_coefficients *machine, double seconds, double near_s)
{
    return seconds > fc_constant_of(&machine->constants, FC_CONSTANT_NEAR_FACTOR) * near_s;
}

/* Elements of 8 bytes that an iteration takes from a stream. Compiled code may keep an updated element in a register
 * for several iterations. */
static double width_of(const fc_region *region, const fc_stream *stream)
{
    bool is_kept = region->code.iterations > 0 && stream->access == FC_UPDATE;
    return stream->element_bytes / 8.0 * stream->per_iteration * (is_kept ? fmin(region->code.stores, 1) : 1);
}

/* The greatest power of two that divides a stride [bytes]; 0: it is no whole number. */
static double power_of_two_in(double stride)
{
    if (!(stride >= 1) || stride > 1e15 || stride != floor(stride))
        return 0;
    long long whole = (long long)stride;
    return (double)(whole & -whole);
}

/* Seconds of an access with a stride between a line and a page plus a line: interpolated between the measured strides,
 * linear in the logarithm of the stride. Lines 128 bytes apart fill half of the sets of a cache: their walk takes what
 * one of twice the size would in all sets. The walk of 512 bytes is left out if such conflicts were measured apart
 * (aliased_seconds). */
static double strided_at(const fc_coefficients *machine, int level, fc_access access, double stride, double bytes)
{
    const fc_curve(*curves)[FC_N_ACCESSES] = machine->memory.curve[level];
    const double line = line_of(machine);
    static const fc_walk walk[] = {FC_WALK_STRIDE_128, FC_WALK_STRIDE_512, FC_WALK_STRIDED};
    const double strides[] = {128, 512, page_of(machine) + line};
    const bool is_apart = curves[FC_WALK_PAGE][access].n > 0;
    double low = line, low_s = line / 8 * fc_curve_at(&curves[FC_WALK_UNIT][access], bytes);
    for (int i = 0; i < 3; i++) {
        const fc_curve *curve = &curves[walk[i]][access];
        if (curve->n == 0 || strides[i] <= line || (is_apart && walk[i] == FC_WALK_STRIDE_512))
            continue;
        double sets = is_apart ? fmin(line / power_of_two_in(strides[i]), 1) : 1,
               seconds = fc_curve_at(curve, sets * bytes);
        if (stride <= strides[i])
            return low_s + log(stride / low) / log(strides[i] / low) * (seconds - low_s);
        low = strides[i];
        low_s = seconds;
    }
    return low_s;
}

/* The stride of a measured walk with as many pages for its lines. A measured walk of stride s has W bytes of lines on
 * W s / (line page) pages between two uses of a page, and translation costs as much as the caches. A stream of
 * `trip_count` lines an entry, with W bytes between two uses of a line, has its own pages and those of the other data,
 * which is dense: a column of a matrix that is also read along its rows has far fewer pages than lines. */
static double stride_by_pages(const fc_coefficients *machine, double stride, double trip_count, double bytes)
{
    const double line = line_of(machine), page = page_of(machine);
    double own = trip_count * line;
    if (trip_count <= 0 || own >= bytes)
        return stride;
    double pages = trip_count * fmin(stride / page, 1) + (bytes - own) / page;
    return fmin(stride, fmax(pages * line * page / bytes, line));
}

/* A stream of a region, the iterations of an entry (0: unknown), its working set, and its stride (0: unknown). */
typedef struct stream_use {
    int index;
    double trip_count, bytes, stride;
} stream_use;

/* Additional seconds of an access with a stride that a power of two above the line divides. Such lines fill few sets of
 * a cache (Hill and Smith 1989), and their addresses agree in the low bits by which loads are compared with earlier
 * stores. The walk PAGE measures both: all of its lines agree in the offset within a page. Of the lines at half a page,
 * every other does, and so on; they evict each other as that share of the lines in a walk of a page. `seconds`: the
 * access without this. */
static double aliased_seconds(const fc_coefficients *machine, int level, fc_access access, stream_use use,
                              double seconds)
{
    const fc_curve *walk = &machine->memory.curve[level][FC_WALK_PAGE][access];
    const double line = line_of(machine), power = power_of_two_in(use.stride);
    if (walk->n == 0 || power <= line)
        return 0;
    double share = fmin(power / page_of(machine), 1), own = use.bytes;
    if (use.trip_count > 0)
        own = fmin(own, use.trip_count * line);
    return share * fmax(fc_curve_at(walk, share * own) - seconds, 0);
}

/* Mean number of lines that a random element touches, at any multiple of its size: 1 1/2 for 48 bytes, 1 for 8, 2 for
 * 128. */
static double lines_of(int element_bytes, double line)
{
    double aligned = fmin(element_bytes & -element_bytes, line);
    return 1 + fmax(element_bytes - aligned, 0) / line;
}

/* The use of a stream in entries of so many iterations (0: unknown). */
static stream_use use_of(const fc_region *region, int index, double trip_count, const double *sizes)
{
    const fc_stream *stream = &region->stream[index];
    bool is_given = stream->stride_at > 0 && isfinite(sizes[stream->stride_at]);
    double stride = is_given ? sizes[stream->stride_at] : stream->stride_bytes;
    return (stream_use){index, trip_count, sizes[index], fabs(stride)};
}

/* Seconds an iteration spends on a stream alone. 0 in the first cache level, which the core's costs include. */
static double stream_seconds(const fc_coefficients *machine, int level, const fc_region *region, stream_use use)
{
    const fc_stream *stream = &region->stream[use.index];
    const fc_curve(*curves)[FC_N_ACCESSES] = machine->memory.curve[level];
    double stride = use.stride, line = line_of(machine);
    double width = stream->per_iteration;
    const fc_curve *curve = &curves[stream->pattern][stream->access];
    /* The stream's reads are part of a dependence chain: nothing of them overlaps. */
    if (stream->waits > 0 && machine->memory.curve[level][FC_WALK_CHASE][FC_READ].n > 0)
        return 0;
    if (stream->pattern == FC_PATTERN_UNIT)
        width = width_of(region, stream);
    else if (stream->pattern == FC_PATTERN_RANDOM)
        width *= lines_of(stream->element_bytes, line);
    else if (stream->pattern == FC_PATTERN_STRIDED && stride > 0 && stride < line) {
        curve = &curves[FC_PATTERN_UNIT][stream->access];
        width *= stride / 8;
    }
    double seconds = fc_curve_at(curve, use.bytes), near = curve->n > 0 ? curve->seconds[0] : 0;
    if (stride == 0) /* unknown: a page for each line */
        stride = page_of(machine) + line;
    if (stream->pattern == FC_PATTERN_STRIDED && stride >= line && curves[FC_WALK_STRIDE_128][stream->access].n > 0) {
        stride = stride_by_pages(machine, stride, use.trip_count, use.bytes);
        seconds = strided_at(machine, level, stream->access, stride, use.bytes);
        near = strided_at(machine, level, stream->access, stride, 0);
        seconds += aliased_seconds(machine, level, stream->access, use, seconds);
    }
    return curve->n > 0 && is_far(machine, seconds, near) ? seconds * width : 0;
}

/* Approximate number of instructions of an iteration: operations, loads, stores, and two of the loop itself. */
static double instructions_of(const fc_region *region)
{
    double n = 2;
    for (int i = 0; i < region->n_operations; i++)
        n += region->operation[i].n;
    for (int t = 0; t < FC_N_NUMERICS; t++)
        n += region->reads[t] + region->writes[t];
    return n;
}

/* Seconds an iteration waits for indirect reads. The reads in the out-of-order window overlap: with w <= W instructions
 * an iteration, a read of latency L costs L w / W. This exceeds the throughput cost of random reads if an iteration
 * does much other work. */
static double waiting_seconds(const fc_coefficients *machine, int level, const fc_region *region,
                              const double *working_set)
{
    const fc_memory *memory = &machine->memory;
    const fc_curve *chase = &memory->curve[level][FC_WALK_CHASE][FC_READ];
    double longest = 0;
    for (int i = 0; i < region->n_streams && chase->n > 0 && memory->window > 0; i++) {
        const fc_stream *stream = &region->stream[i];
        bool is_indirect = stream->pattern == FC_PATTERN_RANDOM && stream->waits == 0;
        double seconds = is_indirect ? fc_curve_at(chase, working_set[i]) : 0;
        if (is_far(machine, seconds, chase->seconds[0]))
            longest = fmax(longest, seconds * fmin(stream->per_iteration, 1));
    }
    return longest > 0 ? longest * fmin((instructions_of(region) + region->around) / memory->window, 1) : 0;
}

/* Extra seconds of a short run of consecutive lines over the same part of a long one: at its begin no prefetcher is
 * effective, and each line costs as much as a random one. */
static double run_seconds(const fc_coefficients *machine, int level, const fc_stream *stream, double elements,
                          double working_set)
{
    const fc_curve *unit = &machine->memory.curve[level][FC_WALK_UNIT][stream->access],
                   *random = &machine->memory.curve[level][FC_WALK_RANDOM][stream->access];
    double line = line_of(machine), seconds = fc_curve_at(unit, working_set);
    if (unit->n == 0 || !is_far(machine, seconds, unit->seconds[0]))
        return 0;
    double lines = fmin(8 * elements, fc_constant_of(&machine->constants, FC_CONSTANT_RUN_BYTES)) / line;
    return lines * fmax(fc_curve_at(random, working_set) - line / 8 * seconds, 0);
}

/* Seconds of latency of the first line of a column, if the work between two columns that bring lines exceeds the
 * out-of-order window. Stores do not wait. */
static double column_seconds(const fc_coefficients *machine, int level, const fc_stream *stream, double instructions,
                             double working_set)
{
    const fc_memory *memory = &machine->memory;
    const fc_curve *chase = &memory->curve[level][FC_WALK_CHASE][FC_READ];
    double seconds = fc_curve_at(chase, working_set);
    if (chase->n == 0 || memory->window <= 0 || stream->access == FC_WRITE ||
        !is_far(machine, seconds, chase->seconds[0]))
        return 0;
    return seconds * fmin(instructions / memory->window, 1);
}

/* Extra seconds an iteration because streams restart at other places; trip_count: iterations an entry. */
static double starting_seconds(const fc_coefficients *machine, int level, const fc_region *region, double trip_count,
                               const double *working_set)
{
    double all = 0;
    for (int i = 0; i < region->n_streams && trip_count > 0; i++) {
        const fc_stream *stream = &region->stream[i];
        if (stream->starts <= 0)
            continue;
        double elements = trip_count * width_of(region, stream),
               between = trip_count * instructions_of(region) * (1 / stream->starts - 1);
        all += stream->starts / trip_count *
               (stream->pattern == FC_PATTERN_UNIT ? run_seconds(machine, level, stream, elements, working_set[i])
                                                   : column_seconds(machine, level, stream, between, working_set[i]));
    }
    return all;
}

/* The largest working set [bytes]. */
static double farthest(const fc_region *region, const double *working_set)
{
    double far = 0;
    for (int i = 0; i < region->n_streams; i++)
        far = fmax(far, working_set[i]);
    return far;
}

/* Seconds an iteration spends on all streams. trip_count: iterations an entry; 0: unknown. */
static double streams_seconds(const fc_coefficients *machine, int level, const fc_region *region, double trip_count,
                              const double *working_set)
{
    double all = 0, exponent = fc_stream_exponent(&machine->memory, level, farthest(region, working_set));
    for (int i = 0; i < region->n_streams; i++)
        all = fc_overlap_norm(all, stream_seconds(machine, level, region, use_of(region, i, trip_count, working_set)),
                              exponent);
    return fmax(all, waiting_seconds(machine, level, region, working_set)) +
           starting_seconds(machine, level, region, trip_count, working_set);
}

/* Mean latency of the reads of a binary search with `trip_count` iterations. The k-th read touches one of 2^k lines and
 * returns to the same one after 2^k searches; each of these brought a line in every later iteration, which gives the
 * reuse distance. The last iterations stay within one line. */
static double searching_seconds(const fc_prepared_model *of, const fc_curve *chase, int stream, double trip_count,
                                double bytes)
{
    enum {
        MOST_ITERATIONS = 64
    };
    double line = line_of(of->machine), sum = 0, entries = 1;
    int n = (int)fmin(ceil(trip_count), MOST_ITERATIONS),
        far = n - (int)fmax(log2(line / of->region->stream[stream].element_bytes), 0);
    for (int k = 0; k < n; k++, entries *= 2)
        sum += fc_curve_at(chase, k < far ? fmin(entries * (far - k) * line, bytes) : 0);
    return n > 0 ? sum / n : fc_curve_at(chase, bytes);
}

/* Seconds an iteration takes including the dependence chain through its reads; `each`: without. working_set NULL: all
 * data is in the first cache level. */
static double chained_seconds(const fc_prepared_model *of, int level, double trip_count, const double *working_set,
                              double each)
{
    const fc_curve *chase = &of->machine->memory.curve[level][FC_WALK_CHASE][FC_READ];
    const fc_region *region = of->region;
    double reads = 0, waits = of->alone.waits;
    for (int i = 0; i < region->n_streams; i++) {
        const fc_stream *stream = &region->stream[i];
        double bytes = working_set ? working_set[i] : 0;
        if (stream->waits > 0)
            reads += stream->decided ? searching_seconds(of, chase, i, trip_count, bytes) : fc_curve_at(chase, bytes);
    }
    double chain = of->alone.dependent_s + of->factor.memory.factor * reads;
    return waits < 1 ? each + waits * chain : fmax(each, chain);
}

/* The measured interference of a stream like this one with a farther one; NULL: not measured. */
static const fc_interference *interference_of(const fc_memory *memory, int level, const fc_stream *stream)
{
    const fc_interference *beside = &memory->beside[level][stream->access];
    return stream->pattern == FC_PATTERN_UNIT && beside->n_near > 0 && beside->n_far > 0 ? beside : NULL;
}

/* The core's seconds an iteration, at least those of the fastest measured loop over a near and a far stream. Code that
 * does several iterations at a time may be faster than that loop, but not than its share of a loop. */
static double paced(const fc_coefficients *machine, int level, const fc_region *region, const double *working_set,
                    double core_s)
{
    const fc_memory *memory = &machine->memory;
    double far = farthest(region, working_set), at_a_time = region->code.iterations,
           share_s = at_a_time > 1 ? fmax(machine->core.loop_s, 0) / at_a_time : HUGE_VAL;
    for (int i = 0; i < region->n_streams; i++) {
        const fc_interference *beside = interference_of(memory, level, &region->stream[i]);
        if (beside && working_set[i] < far)
            core_s = fmax(core_s, fmin(width_of(region, &region->stream[i]) * beside->pace_s[0], share_s));
    }
    return core_s;
}

/* Extra seconds an iteration (negative if they overlap well) because nearer streams run beside the farthest one. */
static double interference_seconds(const fc_memory *memory, int level, const fc_region *region,
                                   const double *working_set, double core_s)
{
    double far = farthest(region, working_set), extra = 0;
    for (int i = 0; i < region->n_streams; i++) {
        const fc_interference *beside = interference_of(memory, level, &region->stream[i]);
        double width = width_of(region, &region->stream[i]);
        if (beside && working_set[i] < far && width > 0)
            extra += width * fc_interference_at(beside, working_set[i], far, core_s / width);
    }
    return extra;
}

/* The core's seconds while `active` cores are busy: interpolated between one and busy_cores. Busy costs below those of
 * one core are measurement noise and ignored. */
static double core_seconds(const fc_prepared_model *of, int active, double alone_s, double entries, double iterations)
{
    if (of->machine->busy_cores < 2 || active < 2)
        return alone_s;
    double share = fmin((active - 1.0) / (of->machine->busy_cores - 1.0), 1);
    return alone_s + share * fmax(fc_compute_core_time(&of->busy, entries, iterations).seconds - alone_s, 0);
}

void fc_compute_prepare(fc_prepared_model *out, fc_compute_model *model, const fc_coefficients *machine,
                        const fc_region *region)
{
    static const fc_part_factor unfitted = {1, -1};
    *out = (fc_prepared_model){.model = model, .machine = machine, .region = region, .factor = {unfitted, unfitted}};
    for (int kind = 0; kind < FC_N_DISCREPANCIES; kind++)
        out->discrepancy[kind] = fc_compute_discrepancy(machine, (fc_discrepancy)kind);
    if (model != fc_compute_memory)
        return;
    fc_compute_core_rate(&out->alone, &machine->core, &machine->constants, region);
    if (machine->busy_cores >= 2)
        fc_compute_core_rate(&out->busy, &machine->busy, &machine->constants, region);
    double error = 0;
    for (int i = 0; i < region->n_operations; i++)
        error =
            fmax(error, fc_cost_error(&machine->core, region->operation[i].operation, region->operation[i].numeric));
    out->error = error;
}

static void scale(fc_core_rate *rate, double factor)
{
    rate->dependent_s *= factor;
    rate->flowing_s *= factor;
    rate->entry_s *= factor;
    rate->short_entry_s *= factor;
    rate->chain_s *= factor;
    rate->window_s *= factor;
    rate->rest_s *= factor;
}

void fc_compute_set_factors(fc_prepared_model *prepared, const fc_region_factor *factor)
{
    prepared->factor = *factor;
    scale(&prepared->alone, factor->core.factor);
    scale(&prepared->busy, factor->core.factor);
}

/* Error of a part with a factor from timed runs: their deviation, and the discrepancy at other sizes. */
static double fitted_error(const fc_prepared_model *of, const fc_part_factor *fitted)
{
    return hypot(fitted->relative_error, of->discrepancy[FC_DISCREPANCY_FITTED]);
}

/* Share of the streams' time that is not of unit stride. */
static double scattered_share(const fc_coefficients *machine, int level, const fc_region *region,
                              const double *working_set)
{
    double all = 0, scattered = 0;
    for (int i = 0; i < region->n_streams; i++) {
        double seconds = stream_seconds(machine, level, region, use_of(region, i, 0, working_set));
        all += seconds;
        scattered += region->stream[i].pattern == FC_PATTERN_UNIT ? 0 : seconds;
    }
    return all > 0 ? scattered / all : 0;
}

/* Relative error of the memory's part; working_set NULL: no streams are known. */
static double memory_error(const fc_prepared_model *of, int active_cores, const double *working_set)
{
    const fc_memory *memory = &of->machine->memory;
    if (of->factor.memory.relative_error >= 0)
        return fitted_error(of, &of->factor.memory);
    bool is_measured = of->machine->discrepancy[FC_DISCREPANCY_MEMORY] > 0;
    double walks = of->discrepancy[FC_DISCREPANCY_MEMORY],
           others = fmax(walks, is_measured ? 0 : memory->scattered_error);
    if (!working_set || memory->n_active == 0 || others == walks)
        return walks;
    if (of->alone.waits > 0)
        return others;
    int level = fc_memory_level(memory, active_cores);
    return walks + scattered_share(of->machine, level, of->region, working_set) * (others - walks);
}

static double core_error(const fc_prepared_model *of, const fc_core_time *alone)
{
    const fc_core_rate *rate = &of->alone;
    if (of->factor.core.relative_error >= 0)
        return fitted_error(of, &of->factor.core);
    double own = hypot(of->error, alone->seconds > 0 ? alone->entry_s / alone->seconds : 0);
    if (alone->is_latency_bound)
        return hypot(own, of->discrepancy[FC_DISCREPANCY_CHAIN]);
    const fc_region *priced = of->region->loop ? of->region->loop : of->region;
    fc_discrepancy units = priced->code.iterations == 0 ? FC_DISCREPANCY_SOURCE
                           : rate->is_irregular         ? FC_DISCREPANCY_IRREGULAR
                                                        : FC_DISCREPANCY_CODE;
    double in_units = of->discrepancy[units], in_calls = of->discrepancy[FC_DISCREPANCY_CALL];
    return hypot(own, (1 - rate->called - rate->annotated) * in_units + rate->called * in_calls);
}

/* The core's seconds of an iteration, and iterations an entry. */
typedef struct iteration {
    double core_s, trip_count;
} iteration;

/* Total seconds, and the part that streams take, whether or not the core hides it. */
typedef struct span {
    double seconds, streams_s;
} span;

/* An iteration with the memory's curves of a level (fc_memory). */
static span iteration_seconds(const fc_prepared_model *of, int level, iteration own, const double *working_set)
{
    const fc_memory *memory = &of->machine->memory;
    double each = paced(of->machine, level, of->region, working_set, own.core_s);
    double traffic = of->factor.memory.factor;
    double streams = traffic * streams_seconds(of->machine, level, of->region, own.trip_count, working_set);
    double far = farthest(of->region, working_set),
           total = fc_overlap_norm(each, streams, fc_overlap_exponent(memory, level, far));
    total = fmax(each, total + traffic * interference_seconds(memory, level, of->region, working_set, each));
    double waiting = of->alone.waits > 0 ? chained_seconds(of, level, own.trip_count, working_set, total) : total;
    return (span){waiting, streams + waiting - total};
}

/* The same, but at least the time with one busy core. */
static span shared_seconds(const fc_prepared_model *of, int level, iteration own, const double *working_set)
{
    span alone = iteration_seconds(of, 0, own, working_set);
    if (level == 0)
        return alone;
    span shared = iteration_seconds(of, level, own, working_set);
    return shared.seconds > alone.seconds ? shared : alone;
}

/* The same, for any number of busy cores: the queueing model between two measured numbers, and beyond the last. */
static span streamed_seconds(const fc_prepared_model *of, int active_cores, iteration own, const double *working_set)
{
    const fc_memory *memory = &of->machine->memory;
    int level = fc_memory_level(memory, active_cores), measured = memory->active[level];
    span each = shared_seconds(of, level, own, working_set);
    if (active_cores <= measured)
        return each;
    double alone_s = iteration_seconds(of, 0, own, working_set).seconds;
    if (level + 1 < memory->n_active) {
        span next = shared_seconds(of, level + 1, own, working_set);
        double share = fc_node_share(alone_s, next.seconds, &memory->active[level], active_cores);
        return (span){each.seconds + share * (next.seconds - each.seconds),
                      each.streams_s + share * (next.streams_s - each.streams_s)};
    }
    if (level == 0) {
        /* The curves are those of one busy core: its streams' time is the demand on the shared memory [machine, eq. 3
         * and 7].
         */
        double demand_s = fmin(each.streams_s, each.seconds);
        double waiting_s = fc_node_time(active_cores, each.seconds - demand_s, demand_s) - each.seconds;
        return (span){each.seconds + waiting_s, each.streams_s + waiting_s};
    }
    double extended = fc_node_extrapolate(alone_s, each.seconds, measured, active_cores);
    return (span){extended, each.streams_s * extended / each.seconds};
}

/* The streams' error applies to all their time, also to the part that the core hides. */
static double error_of(double in_core, double core, double in_memory, span total)
{
    return total.seconds > 0 ? hypot(in_core * core, in_memory * total.streams_s) / total.seconds : in_core;
}

static double memory_prepared(const fc_prepared_model *of, int active_cores, double entries, double iterations,
                              const double *working_set, double *relative_error)
{
    const fc_core_time alone = fc_compute_core_time(&of->alone, entries, iterations);
    double core = core_seconds(of, active_cores, alone.seconds, entries, iterations);
    const iteration own = {iterations > 0 ? core / iterations : 0, entries > 0 ? iterations / entries : 0};
    span total = {core, 0};
    if (of->machine->memory.n_active > 0 && of->region->n_streams > 0 && working_set && iterations > 0) {
        span each = streamed_seconds(of, active_cores, own, working_set);
        total = (span){iterations * each.seconds, iterations * each.streams_s};
    } else if (iterations > 0 && of->alone.waits > 0) {
        total.seconds = iterations * chained_seconds(of, 0, own.trip_count, NULL, own.core_s);
        total.streams_s = total.seconds - core;
    }
    if (relative_error)
        *relative_error = error_of(core_error(of, &alone), core, memory_error(of, active_cores, working_set), total);
    return total.seconds;
}

double fc_compute_prepared(const fc_prepared_model *of, int active_cores, double entries, double iterations,
                           const double *working_set, double *relative_error)
{
    if (of->model == fc_compute_memory)
        return memory_prepared(of, active_cores, entries, iterations, working_set, relative_error);
    double seconds = of->model(of->machine, active_cores, of->region, entries, iterations, working_set, relative_error);
    if (relative_error && of->factor.core.relative_error >= 0)
        *relative_error = hypot(*relative_error, of->factor.core.relative_error);
    return of->factor.core.factor * seconds;
}

double fc_compute_memory(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                         double iterations, const double *working_set, double *relative_error)
{
    fc_prepared_model prepared;
    fc_compute_prepare(&prepared, fc_compute_memory, machine, region);
    return memory_prepared(&prepared, active_cores, entries, iterations, working_set, relative_error);
}

double fc_compute_first_level(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                              double iterations, const double *working_set, double *relative_error)
{
    (void)working_set;
    return fc_compute_memory(machine, active_cores, region, entries, iterations, NULL, relative_error);
}

double fc_compute_with_traffic(const fc_prepared_model *of, const double *number, double traffic_s,
                               double *relative_error)
{
    const fc_core_time alone = fc_compute_core_time(&of->alone, number[1], number[2]);
    double core = core_seconds(of, (int)number[0], alone.seconds, number[1], number[2]);
    double traffic = of->factor.memory.factor * number[2] * traffic_s;
    span total = {fc_overlap_norm(core, traffic, of->machine->memory.overlap), traffic};
    if (number[2] > 0 && of->alone.waits > 0) {
        double trip_count = number[1] > 0 ? number[2] / number[1] : 0,
               waiting = number[2] * chained_seconds(of, 0, trip_count, NULL, total.seconds / number[2]);
        total = (span){waiting, traffic + waiting - total.seconds};
    }
    if (relative_error)
        *relative_error = error_of(core_error(of, &alone), core, memory_error(of, 1, NULL), total);
    return total.seconds;
}
