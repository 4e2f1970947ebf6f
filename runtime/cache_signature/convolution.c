/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/convolution.h"

#include "support/messages/signature.h"

#include <math.h>
#include <stdlib.h>

/* The longest stride of a bin, in elements. */
static const double stride_of[] = {[FC_STRIDE_SAME] = 0, [FC_STRIDE_1] = 1, [FC_STRIDE_2] = 2,
                                   [FC_STRIDE_4] = 4,    [FC_STRIDE_8] = 8, [FC_STRIDE_16] = 16};

/* The measured pattern nearest in logarithm to a stride of at least a line; without measured shorter strides the one
 * of a page and a line. */
static fc_walk walk_of(const fc_convolution *at, fc_access access, double stride)
{
    static const struct {
        fc_walk walk;
        double most;
    } near[] = {{FC_WALK_STRIDE_128, 256}, {FC_WALK_STRIDE_512, 1448}};
    for (int i = 0; i < 2; i++)
        if (stride <= near[i].most && at->machine->memory.curve[0][near[i].walk][access].n > 0)
            return near[i].walk;
    return FC_WALK_STRIDED;
}

/* Lines fetched by an access of the bin without reuse, and the measured pattern to use. */
static double lines_of(fc_walk *walk, const fc_convolution *at, const fc_signature_access *access, int bin)
{
    double line = (double)at->shape->level[0].line;
    if (bin == FC_STRIDE_RANDOM || bin == FC_STRIDE_FAR) {
        *walk = bin == FC_STRIDE_FAR ? FC_WALK_STRIDED : FC_WALK_RANDOM;
        return 1;
    }
    double stride = stride_of[bin] * access->bytes;
    *walk = stride <= line ? FC_WALK_UNIT : walk_of(at, access->access, stride);
    return fmin(stride / line, 1);
}

/* share[walk]: shares of the lines fetched, with sum 1; all UNIT without strides. */
static void share_walks(double share[FC_N_WALKS], const fc_convolution *at, const fc_signature_access *access)
{
    double sum = 0;
    for (int w = 0; w < FC_N_WALKS; w++)
        share[w] = 0;
    for (int bin = 0; bin < FC_N_STRIDES; bin++) {
        fc_walk walk;
        double lines = access->strides[bin] * lines_of(&walk, at, access, bin);
        share[walk] += lines;
        sum += lines;
    }
    for (int w = 0; w < FC_N_WALKS; w++)
        share[w] = sum > 0 ? share[w] / sum : w == FC_WALK_UNIT;
}

/* A working set in bytes that level l (n_levels: memory) serves. */
static double within_level(const fc_cache_shape *shape, int level)
{
    double nearer = level > 0 ? (double)shape->level[level - 1].bytes : 0;
    if (level == 0)
        return (double)shape->level[0].bytes / 2;
    return level == shape->n_levels ? 4 * nearer : sqrt(nearer * (double)shape->level[level].bytes);
}

/* ---- checks ---- */

/* lines[walk][access]: lines from beyond the first level. */
static void count_lines(double lines[FC_N_WALKS][FC_N_ACCESSES], const fc_convolution *at)
{
    for (unsigned r = 0; r < at->signature->n_regions; r++)
        for (unsigned i = 0; i < at->signature->regions[r].n_accesses; i++) {
            const fc_signature_access *access = &at->signature->regions[r].accesses[i];
            double share[FC_N_WALKS];
            share_walks(share, at, access);
            double hits = access->served[at->index * FC_RECORD_LEVELS];
            for (int w = 0; w < FC_N_WALKS && access->recorded > 0; w++)
                lines[w][access->access] += access->count * (1 - hits / access->recorded) * share[w];
        }
}

static fc_status check_curves(const fc_convolution *at, const char *name, fc_report *report)
{
    static const char *const walk_name[] = {
#define WALK_NAME(name, text, bytes) text,
        FC_WALK_LIST(WALK_NAME)
#undef WALK_NAME
    };
    static const char *const access_name[] = {"read", "write", "update"};
    double lines[FC_N_WALKS][FC_N_ACCESSES] = {0}, all = 0;
    const char *next = "Calibrate the machine completely: forecost calibrate -o FILE.yaml";
    double last = (double)at->shape->level[at->shape->n_levels - 1].bytes;
    count_lines(lines, at);
    for (int i = 0; i < FC_N_WALKS * FC_N_ACCESSES; i++)
        all += lines[i / FC_N_ACCESSES][i % FC_N_ACCESSES];
    for (int w = 0; w < FC_N_WALKS; w++)
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            const fc_curve *curve = &at->machine->memory.curve[0][w][a];
            bool is_needed = lines[w][a] > 0.01 * all || (w == FC_WALK_UNIT && lines[w][a] > 0);
            if (is_needed && curve->n == 0)
                return fc_fail(report, FC_E_INPUT, (fc_place){name, 0, 0}, next, FC_MSG_MEMORY_PROFILE_NO_CURVE_PATTERN,
                               walk_name[w], access_name[a]);
            if (is_needed && curve->bytes[curve->n - 1] <= last)
                return fc_fail(report, FC_E_INPUT, (fc_place){name, 0, 0}, next,
                               FC_MSG_MEMORY_PROFILE_LACKS_LEVEL_CURVE, walk_name[w], access_name[a],
                               curve->bytes[curve->n - 1], last);
        }
    return FC_OK;
}

fc_status fc_convolution_begin(fc_convolution *out, const fc_signature *signature, const fc_machine *machine,
                               const fc_cache_shape *shape, const char *const names[2], fc_report *report)
{
    *out = (fc_convolution){signature, &machine->coefficients, shape, fc_signature_find_machine(signature, shape)};
    if (out->index < 0) {
        char *next = fc_format("Record it with these caches too: forecost signature MODEL.fc -m %s -o %s -- ARGUMENTS",
                               names[0], names[1]);
        fc_status status = fc_fail(report, FC_E_INPUT, (fc_place){names[1], 0, 0}, next,
                                   FC_MSG_SIGNATURE_NOT_RECORDED_CACHES_MACHINE, machine->coefficients.name);
        free(next);
        return status;
    }
    return check_curves(out, names[0], report);
}

/* ---- seconds ---- */

/* The curve for so many busy cores, or for the most that were measured. */
static const fc_curve *curve_of(const fc_convolution *at, fc_walk walk, fc_access access, int active)
{
    const fc_memory *memory = &at->machine->memory;
    const fc_curve *curve = &memory->curve[fc_memory_level(memory, active)][walk][access];
    return curve->n > 0 ? curve : &memory->curve[0][walk][access];
}

/* Seconds of a random line from the level. The nearer levels hold their share of the curve's working set. */
static double random_line_seconds(const fc_convolution *at, const fc_curve *curve, int level)
{
    double bytes = within_level(at->shape, level), rest = bytes, sum = bytes * fc_curve_at(curve, bytes), nearer = 0;
    for (int l = 0; l < level; l++) {
        double share = (double)at->shape->level[l].bytes - nearer;
        sum -= share * random_line_seconds(at, curve, l);
        rest -= share;
        nearer = (double)at->shape->level[l].bytes;
    }
    return fmax(sum / rest, fc_curve_at(curve, bytes));
}

static double line_seconds(const fc_convolution *at, const fc_signature_access *access, int active, int level)
{
    double share[FC_N_WALKS], bytes = within_level(at->shape, level), line = (double)at->shape->level[0].line, sum = 0;
    share_walks(share, at, access);
    for (int w = 0; w < FC_N_WALKS; w++) {
        bool is_unit = w == FC_WALK_UNIT || curve_of(at, (fc_walk)w, access->access, 1)->n == 0;
        const fc_curve *curve = curve_of(at, is_unit ? FC_WALK_UNIT : (fc_walk)w, access->access, active);
        bool is_random = w == FC_WALK_RANDOM && !is_unit;
        double seconds = is_random ? random_line_seconds(at, curve, level) : fc_curve_at(curve, bytes);
        sum += share[w] * seconds * (is_unit ? line / 8 : 1);
    }
    return sum;
}

double fc_convolution_traffic(const fc_convolution *at, const fc_signature_access *access, int active)
{
    const double *served = access->served + at->index * FC_RECORD_LEVELS;
    double sum = 0;
    for (int l = 1; l <= at->shape->n_levels && access->recorded > 0; l++)
        if (served[l] > 0)
            sum += served[l] / access->recorded * line_seconds(at, access, active, l);
    return sum;
}

double fc_convolution_seconds(const fc_convolution *at, const fc_signature_access *access, int active)
{
    const fc_curve *unit = curve_of(at, FC_WALK_UNIT, access->access, active);
    if (access->recorded == 0)
        return 0;
    double hits = access->served[at->index * FC_RECORD_LEVELS] / access->recorded;
    return hits * fc_curve_at(unit, within_level(at->shape, 0)) * access->bytes / 8 +
           fc_convolution_traffic(at, access, active);
}

double fc_convolution_region(const fc_convolution *at, const fc_signature_region *region)
{
    double sum = 0;
    for (unsigned i = 0; i < region->n_accesses; i++)
        sum += region->accesses[i].count * fc_convolution_seconds(at, &region->accesses[i], 1);
    return sum;
}

double fc_convolution_number(const fc_convolution *at)
{
    double number = 0, all = fc_signature_region_references(at->signature, NULL);
    for (unsigned r = 0; r < at->signature->n_regions; r++) {
        const fc_signature_region *region = &at->signature->regions[r];
        double references = fc_signature_region_references(at->signature, region);
        double seconds = fc_convolution_region(at, region);
        if (references > 0 && seconds > 0)
            number += references / all * (references / seconds);
    }
    return number;
}
