/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/signature/convolution.h"

#include <math.h>
#include <stdlib.h>

/* Longest stride of a bin, in elements. */
static const double stride_of[] = {[FC_STRIDE_SAME] = 0, [FC_STRIDE_1] = 1, [FC_STRIDE_2] = 2,
                                   [FC_STRIDE_4] = 4,    [FC_STRIDE_8] = 8, [FC_STRIDE_16] = 16};

/* Lines that an access of the bin brings where nothing is used again, by the pattern that the machine was measured
 * with. */
static double lines_of(fc_pattern *pattern, const fc_signature_access *access, int bin, double line)
{
    if (bin == FC_STRIDE_RANDOM || bin == FC_STRIDE_FAR) {
        *pattern = bin == FC_STRIDE_FAR ? FC_PATTERN_STRIDED : FC_PATTERN_RANDOM;
        return 1;
    }
    double lines = stride_of[bin] * access->bytes / line;
    *pattern = lines < 1 ? FC_PATTERN_UNIT : FC_PATTERN_STRIDED;
    return fmin(lines, 1);
}

/* share[pattern]: of the lines an access brings; they add up to 1, all UNIT where the strides tell none. */
static void share_patterns(double share[FC_N_PATTERNS], const fc_signature_access *access, double line)
{
    double sum = 0;
    for (int p = 0; p < FC_N_PATTERNS; p++)
        share[p] = 0;
    for (int bin = 0; bin < FC_N_STRIDES; bin++) {
        fc_pattern pattern;
        double lines = access->strides[bin] * lines_of(&pattern, access, bin, line);
        share[pattern] += lines;
        sum += lines;
    }
    for (int p = 0; p < FC_N_PATTERNS; p++)
        share[p] = sum > 0 ? share[p] / sum : p == FC_PATTERN_UNIT;
}

/* Bytes of a working set that level l (n_levels: memory) serves. */
static double within_level(const fc_cache_shape *shape, int level)
{
    double nearer = level > 0 ? (double)shape->level[level - 1].bytes : 0;
    if (level == 0)
        return (double)shape->level[0].bytes / 2;
    return level == shape->n_levels ? 4 * nearer : sqrt(nearer * (double)shape->level[level].bytes);
}

/* ---- what cannot be convolved ---- */

/* lines[pattern][access]: that come from beyond the first level. */
static void count_lines(double lines[FC_N_PATTERNS][FC_N_ACCESSES], const fc_convolution *at)
{
    for (unsigned r = 0; r < at->signature->n_regions; r++)
        for (unsigned i = 0; i < at->signature->regions[r].n_accesses; i++) {
            const fc_signature_access *access = &at->signature->regions[r].accesses[i];
            double share[FC_N_PATTERNS];
            share_patterns(share, access, (double)at->shape->level[0].line);
            double hits = access->served[at->index * FC_RECORD_LEVELS];
            for (int p = 0; p < FC_N_PATTERNS && access->recorded > 0; p++)
                lines[p][access->access] += access->count * (1 - hits / access->recorded) * share[p];
        }
}

static fc_status check_curves(const fc_convolution *at, const char *name, fc_report *report)
{
    static const char *const pattern_name[] = {
#define PATTERN_NAME(name, text) text,
        FC_PATTERN_LIST(PATTERN_NAME)
#undef PATTERN_NAME
    };
    static const char *const access_name[] = {"read", "write", "update"};
    double lines[FC_N_PATTERNS][FC_N_ACCESSES] = {0}, all = 0;
    const char *next = "Calibrate the machine whole: forecost calibrate -o FILE.yaml";
    double last = (double)at->shape->level[at->shape->n_levels - 1].bytes;
    count_lines(lines, at);
    for (int i = 0; i < FC_N_PATTERNS * FC_N_ACCESSES; i++)
        all += lines[i / FC_N_ACCESSES][i % FC_N_ACCESSES];
    for (int p = 0; p < FC_N_PATTERNS; p++)
        for (int a = 0; a < FC_N_ACCESSES; a++) {
            const fc_curve *curve = &at->machine->memory.curve[0][p][a];
            bool is_needed = lines[p][a] > 0.01 * all || (p == FC_PATTERN_UNIT && lines[p][a] > 0);
            if (is_needed && curve->n == 0)
                return fc_fail(report, FC_E_INPUT, (fc_place){name, 0, 0}, next,
                               "the memory profile has no curve of pattern %s, access %s", pattern_name[p],
                               access_name[a]);
            if (is_needed && curve->bytes[curve->n - 1] <= last)
                return fc_fail(report, FC_E_INPUT, (fc_place){name, 0, 0}, next,
                               "the memory profile misses a level: its curve of pattern %s, access %s ends at %.0f "
                               "bytes, within the caches (%.0f bytes)",
                               pattern_name[p], access_name[a], curve->bytes[curve->n - 1], last);
        }
    return FC_OK;
}

fc_status fc_convolution_begin(fc_convolution *out, const fc_signature *signature, const fc_machine *machine,
                               const fc_cache_shape *shape, const char *const names[2], fc_report *report)
{
    *out = (fc_convolution){signature, &machine->coefficients, shape, fc_signature_find_machine(signature, shape)};
    if (out->index < 0) {
        char *next = fc_format("Make it with them too: forecost signature MODEL.fc -m %s -o %s -- ARGUMENTS", names[0],
                               names[1]);
        fc_status status =
            fc_fail(report, FC_E_INPUT, (fc_place){names[1], 0, 0}, next,
                    "the signature was not made with the caches of machine %s", machine->coefficients.name);
        free(next);
        return status;
    }
    return check_curves(out, names[0], report);
}

/* ---- seconds ---- */

/* While so many cores are busy, or as many as were measured. */
static const fc_curve *curve_of(const fc_convolution *at, fc_pattern pattern, fc_access access, int active)
{
    const fc_memory *memory = &at->machine->memory;
    int most = active < memory->n_active ? active : memory->n_active;
    const fc_curve *curve = &memory->curve[most - 1][pattern][access];
    return curve->n > 0 ? curve : &memory->curve[0][pattern][access];
}

static double line_seconds(const fc_convolution *at, const fc_signature_access *access, int active, int level)
{
    double share[FC_N_PATTERNS], bytes = within_level(at->shape, level), line = (double)at->shape->level[0].line,
                                 sum = 0;
    share_patterns(share, access, line);
    for (int p = 0; p < FC_N_PATTERNS; p++) {
        bool is_unit = p == FC_PATTERN_UNIT || curve_of(at, (fc_pattern)p, access->access, 1)->n == 0;
        const fc_curve *curve = curve_of(at, is_unit ? FC_PATTERN_UNIT : (fc_pattern)p, access->access, active);
        sum += share[p] * fc_curve_at(curve, bytes) * (is_unit ? line / 8 : 1);
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
    const fc_curve *unit = curve_of(at, FC_PATTERN_UNIT, access->access, active);
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
