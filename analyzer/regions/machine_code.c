/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/machine_code.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-6  /* relative, of quotients */
#define LEAST_PART 0.75 /* of an iteration's work that optimized code keeps */

enum {
    SCALAR = 8 /* bytes of the widest number */
};

/* Work of one iteration of the source loop, and what it may skip of that. */
typedef struct iteration {
    double real_operations, load_bytes, store_bytes;
    double skipped_real, skipped_loads, skipped_stores;
} iteration;

static iteration source_of(const fc_region_model *region)
{
    return (iteration){fc_region_model_real_operations(region),
                       region->load_bytes,
                       region->store_bytes,
                       region->skipped_real,
                       region->skipped_loads,
                       region->skipped_stores};
}

/* Work of one kind: of an iteration of the code, of one of the source, and what that may skip. */
typedef struct work {
    double code, source, skipped;
} work;

/* Whether the work shows how many iterations the code has. If the source may skip all of it, code without it may be
 * the loop. */
static bool is_telling(const work *of)
{
    return of->source > 0 && (of->code > 0 || of->skipped < of->source);
}

static bool is_whole(double iterations)
{
    return iterations >= 1 && fabs(iterations - round(iterations)) <= TOLERANCE * iterations;
}

/* The iterations by the stores, if the operations confirm them: compilers compute equal operations once, and in vectors
 * some several times, but they drop and add no store. Otherwise those by the operations. */
static double confirmed_by_stores(const work *stores, double by_operations)
{
    double by_stores = is_telling(stores) && stores->skipped == 0 ? stores->code / stores->source : 0;
    bool is_likely = by_operations > by_stores ? !is_whole(by_operations) : by_operations >= LEAST_PART * by_stores;
    return is_whole(by_stores) && is_likely ? by_stores : by_operations;
}

/* Source iterations per iteration of the machine code; 0: another loop. *part: the part of the source's work that the
 * code has, since code without some branches may be a loop of its own. */
static double iterations_of(const fc_code_loop *code, const iteration *source, double *part)
{
    const work kinds[] = {{code->real_operations, source->real_operations, source->skipped_real},
                          {code->store_bytes, source->store_bytes, source->skipped_stores},
                          {code->load_bytes, source->load_bytes, source->skipped_loads}};
    int kind = 0;
    *part = 1;
    while (kind < 3 && !is_telling(&kinds[kind]))
        kind++;
    if (kind == 3)
        return 0;
    const double ratio = kinds[kind].code / kinds[kind].source, skipped = kinds[kind].skipped / kinds[kind].source;
    bool is_partial = skipped > 0 && ratio < 1, by_loads = kind == 2;
    *part = is_partial && !by_loads ? ratio : 1; /* of equal loads, the compiler leaves one */
    if (ratio < LEAST_PART * (1 - skipped))
        return 0;
    return is_partial ? 1 : kind == 0 ? confirmed_by_stores(&kinds[1], ratio) : ratio;
}

static bool is_of(const fc_code_loop *code, const fc_region_model *region)
{
    return code->file == region->span.file && code->line >= region->span.line && code->line <= region->span.end_line;
}

static double share(double code, double iterations, double source)
{
    return source > 0 ? code / iterations / source : 1;
}

/* The loop only copies elements, which compilers replace by memcpy. */
static bool is_copy(const fc_region_model *region, const iteration *source)
{
    static const double nothing[FC_N_OPERATIONS][FC_N_NUMERICS];
    const fc_access_stream *stream = region->stream;
    return region->n_streams == 2 && stream[0].access + stream[1].access == FC_READ + FC_WRITE &&
           stream[0].pattern == FC_PATTERN_UNIT && stream[1].pattern == FC_PATTERN_UNIT && !stream[0].stands &&
           !stream[1].stands && source->load_bytes == source->store_bytes &&
           source->load_bytes == stream[0].element_bytes && region->calls == 0 &&
           memcmp(region->operation, nothing, sizeof nothing) == 0;
}

/* An iteration of the C library's memcpy: 16 bytes, the vector width of every x86-64. On an EPYC with glibc 2.36 it
 * copied 13 bytes per cycle for 8 KiB to 4 MiB, by microcode, and 30 for less. */
static fc_code code_of_memcpy(const iteration *source)
{
    enum {
        VECTOR = 16
    };
    double share = source->load_bytes / VECTOR;
    return (fc_code){.iterations = 1 / share,
                     .lines = 1,
                     .vector_bytes = VECTOR,
                     .loads = 1,
                     .stores = 1,
                     .n_loads = share,
                     .n_stores = share,
                     .instructions = 2 * share};
}

bool fc_machine_code_is_unrolled(const fc_program *program, const fc_region_model *region, double trips)
{
    enum {
        FEW = 16 /* gcc's limit for complete peeling */
    };
    const iteration source = source_of(region);
    bool is_loop = program->n_code == 0 || !(region->flags & FC_REGION_LOOP) || trips > FEW || trips < 1;
    for (int i = 0; i < program->n_code && !is_loop; i++) {
        const fc_code_loop *code = &program->code[i];
        double part, iterations = is_of(code, region) ? iterations_of(code, &source, &part) : 0;
        is_loop = iterations > 0 && iterations < trips * (1 - TOLERANCE);
    }
    return !is_loop;
}

bool fc_machine_code_inlines(const fc_program *program, const fc_region_model *region)
{
    bool is_read = false;
    for (int i = 0; i < program->n_code; i++) {
        if (is_of(&program->code[i], region) && program->code[i].n_calls != 0)
            return false;
        is_read |= is_of(&program->code[i], region);
    }
    return is_read;
}

bool fc_machine_code_has_moves(const fc_program *program, const fc_region_model *region)
{
    for (int i = 0; i < program->n_code; i++)
        if (is_of(&program->code[i], region) && program->code[i].n_moves > 0)
            return true;
    return false;
}

fc_code_branches fc_machine_code_branches(const fc_program *program, const fc_region_model *region)
{
    fc_code_branches found = FC_CODE_UNKNOWN;
    for (int i = 0; i < program->n_code; i++) {
        const fc_code_loop *code = &program->code[i];
        if (is_of(code, region) && (code->n_jumps == 0 || code->n_moves > 0))
            return FC_CODE_NO_BRANCHES;
        found = is_of(code, region) ? FC_CODE_BRANCHES : found;
    }
    return found;
}

/* A vector holds numbers of several iterations; instructions on several numbers of one iteration (the parts of a
 * complex number) are a part of its work. */
static double vector_bytes_of(const fc_code_loop *code, const fc_region_model *region, double iterations)
{
    bool is_of_one = region->flags & FC_REGION_LOOP && iterations < 2 * (1 - TOLERANCE);
    return is_of_one && code->vector_bytes > SCALAR ? SCALAR : code->vector_bytes;
}

/* The machine code is the region's loop or, of an unrolled one, exactly all of its iterations: of one iteration of the
 * enclosing loop, or of several if that is vectorized. */
static bool may_be(const fc_region_model *region, double iterations)
{
    if (region->flags & FC_REGION_LOOP)
        return iterations > 0;
    double times = round(iterations / region->unrolled);
    return times >= 1 && fabs(iterations - times * region->unrolled) <= TOLERANCE * iterations;
}

/* What of a loop's code the parts have that each iteration executes: the branches read again what is in registers.
 * share 1: there are no branches. */
static fc_code code_of_share(fc_code code, double share)
{
    if (share >= 1)
        return code;
    code.loads = code.stores = 1;
    code.n_loads *= share;
    code.n_stores *= share;
    code.cycles *= share;
    code.instructions *= share;
    return code;
}

fc_code fc_machine_code_of(const fc_program *program, const fc_region_model *region)
{
    const fc_region_model *whole = region->whole ? region->whole : region;
    if (whole->always == region)
        return code_of_share(fc_machine_code_of(program, whole), region->share);
    const iteration source = source_of(whole);
    fc_code best = {0};
    int alike = 0;
    bool is_there = false;
    bool is_in_loop = region->flags & FC_REGION_LOOP || (region->unrolled > 0 && region->node == whole->node);
    for (int i = 0; i < program->n_code && is_in_loop; i++) {
        const fc_code_loop *code = &program->code[i];
        is_there |= is_of(code, region);
        double part = 1, iterations = is_of(code, region) ? iterations_of(code, &source, &part) : 0;
        if (!may_be(region, iterations) || iterations < best.iterations)
            continue;
        alike = iterations > best.iterations ? 1 : alike + 1;
        double lines = best.lines + (code->lines - best.lines) / alike;
        double cycles = best.cycles + (code->cycles / iterations / part - best.cycles) / alike;
        double instructions =
            best.instructions + (code->n_instructions / iterations / part - best.instructions) / alike;
        best = (fc_code){.iterations = iterations,
                         .lines = lines,
                         .vector_bytes = vector_bytes_of(code, region, iterations),
                         .loads = share(code->load_bytes, iterations * part, source.load_bytes),
                         .stores = share(code->store_bytes, iterations * part, source.store_bytes),
                         .n_loads = code->n_loads / iterations / part,
                         .n_stores = code->n_stores / iterations / part,
                         .lanes = code->n_real > 0 ? (double)code->real_operations / code->n_real : 0,
                         .cycles = cycles,
                         .instructions = instructions};
    }
    bool is_call = program->n_code > 0 && !is_there && region->flags & FC_REGION_LOOP && is_copy(region, &source);
    return is_call ? code_of_memcpy(&source) : best;
}
