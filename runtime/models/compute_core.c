/* SPDX-License-Identifier: Apache-2.0 */
/* The core's part of the compute model `memory`: throughput of functional units, the loop's code, loop-carried
 * dependence chains ([machine] section 2.3). O(operations + streams) a region. */
#include "compute.h"

static bool is_real(fc_numeric numeric)
{
    return numeric == FC_F32 || numeric == FC_F64;
}

/* Seconds one iteration adds to the loop-carried dependence chain. *window: how much of the chain's end overlaps with
 * the next entry, the mean over its operations, since the out-of-order window holds a number of operations. */
static double chain_of(const fc_core *core, const fc_region *region, double *window)
{
    double chain = 0, operations = 0;
    *window = 0;
    for (int i = 0; i < region->n_chain; i++) {
        const fc_count *count = &region->chain[i];
        chain += count->n * fc_cost_known(core, count->operation, count->numeric, FC_USE_LATENCY);
        *window += count->n * core->operation[count->operation][count->numeric].window_s;
        operations += count->n;
    }
    *window /= fmax(operations, 1);
    if (region->flags & FC_REGION_RECURRENCE_MEMORY)
        chain += fmax(core->forward_s, 0);
    return chain;
}

static bool is_code_read(const fc_region *region)
{
    return region->code.iterations > 0;
}

/* A call in the region is no faster in a vectorizable loop: the library computes one element a call. */
static bool has_scalar_call(const fc_core *core, const fc_region *region, double vector_share)
{
    for (int i = 0; i < region->n_operations; i++) {
        const fc_count *count = &region->operation[i];
        if (fc_is_function(count->operation) &&
            fc_cost_known(core, count->operation, count->numeric, FC_USE_THROUGHPUT) >
                vector_share * fc_cost_known(core, count->operation, count->numeric, FC_USE_SCALAR))
            return true;
    }
    return false;
}

/* Whether the compiler vectorized the loop: its machine code answers that if it was read. Otherwise the loop counts as
 * vectorized under two conditions. The calibrated flags vectorize at all (an element takes less than an iteration), and
 * the iterations are independent and of unit stride, or the compiler may reorder the dependence chain. */
static bool is_vector(const fc_core *core, const fc_constants *constants, const fc_region *region, double chain)
{
    const int scalar = FC_REGION_BRANCHES | FC_REGION_CALLS | FC_REGION_RECURRENCE_MEMORY;
    if (is_code_read(region))
        return region->code.vector_bytes > 8;
    const double share = fc_constant_of(constants, FC_CONSTANT_VECTOR_SHARE);
    if (!(region->flags & FC_REGION_LOOP) || (region->flags & scalar) || core->least_s[FC_F64] > share * core->loop_s)
        return false;
    for (int i = 0; i < region->n_streams; i++)
        if (region->stream[i].pattern != FC_PATTERN_UNIT)
            return false;
    if (has_scalar_call(core, region, share))
        return false;
    return region->n_chain == 0 || chain < fc_constant_of(constants, FC_CONSTANT_CHAIN_SHARE) * core->loop_s;
}

/* Share of loads that a vectorized loop keeps: the vectorizer hoists loop-invariant reads, which have no stream. */
static double streamed_share(const fc_region *region)
{
    double reads = 0, streams = 0;
    for (int t = 0; t < FC_N_NUMERICS; t++)
        reads += region->reads[t];
    for (int i = 0; i < region->n_streams; i++)
        if (region->stream[i].access != FC_WRITE)
            streams += region->stream[i].per_iteration;
    return reads > 0 && streams > 0 && streams < reads ? streams / reads : 1;
}

static const double element_bytes[FC_N_NUMERICS] = {4, 4, 8, 8, 4, 8};

/* Cost of an element in vector code that was read. It is that of the calibrated compiler's vectors, but at most that of
 * vectors of 16 bytes, which every x86-64 processes as fast as a scalar. */
static double in_vectors(double vector_s, double scalar_s, int numeric)
{
    return fmax(fmin(vector_s, scalar_s * element_bytes[numeric] / 16), 0);
}

/* Seconds of n[t] loads (or stores) of elements in vector code that was read. It keeps `share` of the bytes, in so many
 * instructions; each takes at least as long as a scalar one. */
static double vector_accesses(const double *n, const double *vector_s, const double *scalar_s, double instructions,
                              double share)
{
    double all = 0, scalar = 0, elements = 0;
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        all += n[t] * in_vectors(vector_s[t], scalar_s[t], t);
        scalar += n[t] * fmax(scalar_s[t], 0);
        elements += n[t];
    }
    return elements > 0 ? fmax(all * share, scalar / elements * instructions) : 0;
}

static double accesses_of(const fc_core *core, const fc_region *region, bool vector)
{
    const fc_code *code = &region->code;
    const double *read = vector ? core->read_s : core->scalar_read_s,
                 *write = vector ? core->write_s : core->scalar_write_s;
    double loads = 0, stores = 0;
    if (vector && is_code_read(region))
        return fmax(vector_accesses(region->reads, read, core->scalar_read_s, code->n_loads, code->loads),
                    vector_accesses(region->writes, write, core->scalar_write_s, code->n_stores, code->stores));
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (region->reads[t] != 0 || region->writes[t] != 0) {
            loads += region->reads[t] * fmax(read[t], 0);
            stores += region->writes[t] * fmax(write[t], 0);
        }
    if (is_code_read(region))
        return fmax(loads * code->loads, stores * code->stores);
    return fmax(loads * (vector ? streamed_share(region) : 1), stores);
}

/* Throughput cost of an operation. An instruction of vector code that was read processes `lanes` operations, and takes
 * at least as long as a scalar one. */
static double operation_of(const fc_core *core, const fc_region *region, const fc_count *count, bool vector)
{
    double scalar = fc_cost_known(core, count->operation, count->numeric, FC_USE_SCALAR), lanes = region->code.lanes;
    if (!vector)
        return scalar;
    double many = fc_cost_known(core, count->operation, count->numeric, FC_USE_THROUGHPUT);
    if (!is_code_read(region) || !is_real(count->numeric) || fc_is_function(count->operation) || lanes == 0)
        return many;
    return fmax(in_vectors(many, scalar, count->numeric), scalar / lanes);
}

/* The loop's own minimum for an iteration. An iteration of the code takes loop_s, and line_s for each further line of
 * code. If the code was not read, a vectorized loop processes its widest elements in least_s each. */
static double least_of(const fc_core *core, const fc_region *region, bool vector)
{
    double least = 0;
    if (!(region->flags & FC_REGION_LOOP))
        return 0;
    if (is_code_read(region))
        return (fmax(core->loop_s, 0) + fmax(core->line_s, 0) * (region->code.lines - 1)) / region->code.iterations;
    if (!vector)
        return fmax(core->loop_s, 0);
    for (int t = 0; t < FC_N_NUMERICS; t++)
        if (region->reads[t] + region->writes[t] > 0)
            least = fmax(least, core->least_s[t]);
    return least;
}

/* Seconds saved because additions and multiplications of reals execute in parallel. The measured multiply-add pair
 * shows whether the processor has separate units for them. If the compiler's flags fuse the pair, separate units are
 * assumed. */
static double overlap_of_units(const fc_core *core, const fc_region *region, bool vector)
{
    double saved = 0;
    for (int t = FC_F32; t <= FC_F64; t++) {
        fc_count sum = {FC_OP_CLASS_ADD, (fc_numeric)t, 0}, product = {FC_OP_CLASS_MULTIPLY, (fc_numeric)t, 0},
                 both = {FC_OP_CLASS_MADD, (fc_numeric)t, 0};
        for (int i = 0; i < region->n_operations; i++) {
            const fc_count *count = &region->operation[i];
            sum.n += count->operation == sum.operation && count->numeric == sum.numeric ? count->n : 0;
            product.n += count->operation == product.operation && count->numeric == product.numeric ? count->n : 0;
        }
        double sum_s = operation_of(core, region, &sum, vector),
               product_s = operation_of(core, region, &product, vector);
        double both_s = fmax(operation_of(core, region, &both, vector), fmax(sum_s, product_s));
        saved += fmin(sum.n, product.n) * fmax(sum_s + product_s - both_s, 0);
    }
    return saved;
}

/* Square roots use the division unit. */
static bool is_divided(const fc_count *count)
{
    return is_real(count->numeric) && (count->operation == FC_OP_CLASS_DIVIDE || count->operation == FC_OP_CLASS_SQRT);
}

/* The remainder of reals is a call of fmod. */
static bool is_called(const fc_count *count)
{
    return !is_divided(count) &&
           (fc_is_function(count->operation) || (is_real(count->numeric) && count->operation == FC_OP_CLASS_REMAINDER));
}

/* Seconds of a clock cycle: the latency of an integer addition is one cycle on every x86-64 (A. Fog, Instruction
 * tables). 0: it was not measured. */
static double cycle_of(const fc_core *core)
{
    double least = HUGE_VAL;
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        double latency = core->operation[FC_OP_CLASS_ADD][t].latency_s;
        if (!is_real((fc_numeric)t) && latency > 0)
            least = fmin(least, latency);
    }
    return isinf(least) ? 0 : least;
}

/* Instructions of an iteration. If the code was not read, real operations take their operand from memory, as x86-64
 * allows, and a multiply-add is two instructions; calls have costs of their own. */
static double instructions_of(const fc_region *region)
{
    double operations = 0, reads = 0, writes = 0;
    if (region->code.instructions > 0)
        return region->code.instructions;
    for (int i = 0; i < region->n_operations; i++)
        if (!is_called(&region->operation[i]))
            operations += region->operation[i].n * (region->operation[i].operation == FC_OP_CLASS_MADD ? 2 : 1);
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        reads += region->reads[t];
        writes += region->writes[t];
    }
    return fmax(operations, reads) + writes + (region->flags & FC_REGION_LOOP ? FC_LOOP_INSTRUCTIONS : 0);
}

/* Simple operations on integers: an instruction each, or a part of one. */
static bool is_simple(const fc_count *count)
{
    return !is_real(count->numeric) &&
           (count->operation == FC_OP_CLASS_ADD || count->operation == FC_OP_CLASS_COMPARE ||
            count->operation == FC_OP_CLASS_LOGIC || count->operation == FC_OP_CLASS_BIT ||
            count->operation == FC_OP_CLASS_SHIFT || count->operation == FC_OP_CLASS_NEGATE);
}

/* Seconds of an iteration without its dependence chain and its calls. If the instructions of scalar code are known,
 * they include the simple operations of the source that the compiler left. */
static double units_of(const fc_core *core, const fc_region *region, bool vector)
{
    double real = 0, divisions = 0, whole = 0, n_whole = 0;
    const bool is_issued = !vector && region->code.instructions > 0 && core->instruction_s > 0;
    for (int i = 0; i < region->n_operations; i++) {
        const fc_count *count = &region->operation[i];
        double cost = count->n * operation_of(core, region, count, vector);
        if (is_called(count) || (is_issued && is_simple(count)))
            continue;
        if (is_divided(count))
            divisions += cost;
        else if (is_real(count->numeric))
            real += cost;
        else
            whole += cost, n_whole += count->n;
    }
    real -= overlap_of_units(core, region, vector);
    if (!vector)
        whole = fmax(whole, n_whole * fmax(core->issue_s, 0));
    double modeled = region->code.cycles * cycle_of(core);
    double units = modeled > 0 ? modeled : fmax(fmax(fmax(real, divisions), whole), accesses_of(core, region, vector));
    double issued = core->instruction_s > 0 ? instructions_of(region) * core->instruction_s : 0;
    return fmax(fmax(units, issued), least_of(core, region, vector));
}

/* The parts of a loop that each iteration executes take their shares of the time of these parts. Branches take theirs
 * of what all parts take beyond, but at most what they take alone. */
static double flowing_of(const fc_core *core, const fc_constants *constants, const fc_region *region, bool vector)
{
    double alone = units_of(core, region, vector);
    if (!region->loop)
        return alone;
    const bool is_vectorized = is_vector(core, constants, region->loop, 0);
    const double always = units_of(core, region->always, is_vectorized);
    if (!(region->flags & FC_REGION_BRANCH))
        return region->share * always;
    return fmin(alone, region->share * fmax(units_of(core, region->loop, is_vectorized) - always, 0));
}

/* Seconds of function calls and annotated costs. */
static double called_of(const fc_core *core, const fc_region *region, bool vector)
{
    double called = region->calls * fmax(core->call_s, 0) + region->seconds;
    for (int i = 0; i < region->n_operations; i++)
        if (is_called(&region->operation[i]))
            called += region->operation[i].n * operation_of(core, region, &region->operation[i], vector);
    return called;
}

/* Share of the iterations that wait for a read of the preceding one. */
static double waiting_share(const fc_region *region)
{
    double share = 0;
    for (int i = 0; i < region->n_streams; i++)
        share = fmax(share, region->stream[i].waits);
    return share;
}

static bool is_irregular(const fc_region *region)
{
    for (int i = 0; i < region->n_operations; i++)
        if (region->operation[i].n > 0 && is_divided(&region->operation[i]))
            return true;
    for (int i = 0; i < region->n_streams; i++)
        if (region->stream[i].pattern == FC_PATTERN_RANDOM)
            return true;
    return false;
}

void fc_compute_core_rate(fc_core_rate *out, const fc_core *core, const fc_constants *constants,
                          const fc_region *region)
{
    const double chain = chain_of(core, region, &out->window_s);
    const bool vector = is_vector(core, constants, region, chain);
    const double called = called_of(core, region, vector);
    out->flowing_s = flowing_of(core, constants, region, vector) + called;
    out->called = out->flowing_s > 0 ? (called - region->seconds) / out->flowing_s : 0;
    out->annotated = out->flowing_s > 0 ? region->seconds / out->flowing_s : 0;
    out->waits = waiting_share(region);
    out->chain_s = out->waits > 0 ? 0 : chain;
    out->window_s = out->waits > 0 ? 0 : out->window_s;
    out->dependent_s = out->waits > 0 ? chain : 0;
    out->vector = out->rest_s = 0;
    bool is_loop = region->flags & FC_REGION_LOOP;
    if (is_loop && is_code_read(region) && region->code.vector_bytes > 8) {
        fc_region scalar = *region;
        scalar.code = (fc_code){.iterations = 1, .lines = 1, .loads = 1, .stores = 1};
        /* Elements of the widest type in the narrowest vectors of the code: for a remainder, compilers use vectors of
         * half the width if these have at least 16 bytes. */
        double bytes = region->code.vector_bytes, widest = 4;
        for (int t = 0; t < FC_N_NUMERICS; t++)
            if (region->reads[t] + region->writes[t] > 0)
                widest = fmax(widest, element_bytes[t]);
        out->vector = (bytes >= 32 ? bytes / 2 : bytes) / widest;
        out->rest_s = fmax(units_of(core, &scalar, false) + called_of(core, &scalar, false) - out->flowing_s, 0);
    }
    out->entry_s = is_loop ? fmax(core->loop_entry_s, 0) : 0;
    out->short_entry_s = is_loop && core->short_entry_s >= 0 ? core->short_entry_s : out->entry_s;
    out->short_trips = fc_constant_of(constants, FC_CONSTANT_SHORT_TRIPS);
    out->long_trips = fc_constant_of(constants, FC_CONSTANT_LONG_TRIPS);
    out->is_irregular = is_irregular(region);
    out->iterations = is_code_read(region) ? region->code.iterations : 1;
}

/* Remainder iterations, which fill no vector and run one by one. An integral mean is taken as the length of every
 * entry. Otherwise lengths vary, and the mean remainder is half of the other elements of a vector. */
static double rest_of(const fc_core_rate *rate, double entries, double iterations)
{
    if (rate->vector <= 1 || entries <= 0)
        return 0;
    double each = iterations / entries;
    return entries * (each == floor(each) ? fmod(each, rate->vector) : fmin((rate->vector - 1) / 2, each));
}

/* Share of the loop exit's cost that an entry pays: 0 for few iterations, whose exit the branch predictor foresees, 1
 * for many; logarithmic between. */
static double unpredicted_exit(const fc_core_rate *rate, double entries, double iterations)
{
    double trip_count = entries > 0 ? iterations / entries / rate->iterations : 0;
    if (trip_count >= rate->long_trips)
        return 1;
    return trip_count <= rate->short_trips
               ? 0
               : log(trip_count / rate->short_trips) / log(rate->long_trips / rate->short_trips);
}

static double chained_seconds(const fc_core_rate *rate, double entries, double iterations, double share)
{
    double chain = iterations * rate->chain_s, window = entries * rate->window_s;
    return window > 0 && chain > 0 ? chain * chain / (chain + window) : chain - share * window;
}

fc_core_time fc_compute_core_time(const fc_core_rate *rate, double entries, double iterations)
{
    double share = unpredicted_exit(rate, entries, iterations);
    double entry_s = entries * (rate->short_entry_s + share * (rate->entry_s - rate->short_entry_s));
    double flowing = iterations * rate->flowing_s + entry_s + rest_of(rate, entries, iterations) * rate->rest_s;
    double chained = chained_seconds(rate, entries, iterations, share);
    return (fc_core_time){fmax(flowing, chained), entry_s, chained > flowing};
}

double fc_compute_core(const fc_core *core, const fc_region *region, double entries, double iterations)
{
    static const fc_constants assumed = {{0}};
    fc_core_rate rate;
    fc_compute_core_rate(&rate, core, &assumed, region);
    return fc_compute_core_time(&rate, entries, iterations).seconds;
}
