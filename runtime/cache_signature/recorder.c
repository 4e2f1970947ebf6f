/* SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Counts of a site on a machine: references by serving level, and unclassified ones by their farthest uncertain level.
 */
typedef struct served {
    unsigned long by[FC_RECORD_LEVELS], doubted[FC_CACHE_MAX_LEVELS];
    unsigned long asked[FC_CACHE_MAX_LEVELS], missed[FC_CACHE_MAX_LEVELS]; /* lookups and misses in full sets */
} served;

typedef struct site {
    fc_stride bin;       /* bin of accesses counted in place */
    long before;         /* stride of the last reported access, */
    unsigned long again; /* and the count in place at that time */
    unsigned long recorded, by_stride[FC_N_STRIDES];
} site;

int forecost_recording = 1;
long forecost_left = LONG_MAX;

unsigned long forecost_clock;

static fc_cache_place nowhere;
static site *sites;
static served *serving; /* [site][machine] */
static served together[FC_RECORD_MACHINES];
static fc_cache *caches[FC_RECORD_MACHINES];
static unsigned long recorded_before; /* references recorded before this burst */
static bool is_first = true;

static void fail(const char *why)
{
    fprintf(stderr, "forecost: cannot record memory accesses: %s\n", why);
    exit(70);
}

/* The bin of a stride: at most so many elements, more than those of the previous bin. */
static fc_stride bin_of(long bytes, unsigned long element, bool is_again)
{
    static const unsigned long most[] = {0, 1, 2, 4, 8, 16};
    unsigned long distance = bytes < 0 ? 0ul - (unsigned long)bytes : (unsigned long)bytes;
    for (int bin = FC_STRIDE_SAME; bin <= FC_STRIDE_16; bin++)
        if (distance <= most[bin] * element)
            return (fc_stride)bin;
    return is_again ? FC_STRIDE_FAR : FC_STRIDE_RANDOM;
}

/* Adds the accesses counted in place. */
static void take_again(int number)
{
    unsigned long again = forecost_places[number].again;
    site *at = &sites[number];
    at->recorded += again;
    at->by_stride[at->bin] += again;
    for (int m = 0; m < forecost_plan.n_machines; m++)
        serving[(long)number * forecost_plan.n_machines + m].by[0] += again;
    forecost_places[number].again = 0;
}

/* Resets all sites, so that no access continues a stride from before. */
static void forget_places(void)
{
    for (int i = 0; i < forecost_plan.n_sites; i++) {
        take_again(i);
        forecost_places[i] = (forecost_place){.where = &nowhere};
    }
}

__attribute__((constructor)) static void begin(void)
{
    const forecost_record_plan *plan = &forecost_plan;
    sites = calloc((size_t)plan->n_sites + 1, sizeof *sites);
    serving = calloc((size_t)plan->n_sites * (size_t)plan->n_machines + 1, sizeof *serving);
    for (int m = 0; m < plan->n_machines; m++) {
        caches[m] = fc_cache_create(&plan->machine[m]);
        if (!caches[m])
            fail("out of memory");
    }
    if (!sites || !serving)
        fail("out of memory");
    forget_places();
    if (plan->left_out > 0)
        forecost_left = plan->burst;
}

/* Bins a reported access. A single short deviation from the site's stride does not change it, so that rows of a few
 * elements keep their stride. */
static void bin_stride(int number, uintptr_t address, unsigned long element)
{
    forecost_place *place = &forecost_places[number];
    site *at = &sites[number];
    uintptr_t last = place->next - (unsigned long)place->stride;
    long stride = (long)(address - last), before = place->again == at->again ? at->before : place->stride;
    bool keeps = last && before == place->stride && at->bin <= FC_STRIDE_16;
    at->recorded++;
    if (last)
        at->by_stride[bin_of(stride, element, stride == before)]++;
    if (stride != place->stride && !keeps) {
        take_again(number);
        at->bin = bin_of(stride, element, true);
        place->stride = stride;
    }
    place->next = address + (unsigned long)place->stride;
    at->before = stride;
    at->again = place->again;
}

static unsigned long recorded_so_far(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < forecost_plan.n_sites; i++)
        sum += sites[i].recorded + forecost_places[i].again;
    return sum;
}

static void end_burst(void)
{
    const forecost_record_plan *plan = &forecost_plan;
    for (int i = 0; i < plan->n_sites * plan->n_machines; i++)
        for (int l = 0; l < plan->machine[i % plan->n_machines].n_levels; l++) {
            /* Classifies the uncertain references of a level as hits or misses. */
            served *of = &serving[i];
            const served *like = of->asked[l] ? of : &together[i % plan->n_machines];
            double misses = like->asked[l] ? (double)like->missed[l] / (double)like->asked[l] : 0;
            unsigned long hits = (unsigned long)((double)of->doubted[l] * (1 - misses) + 0.5);
            of->by[l] += hits;
            of->by[l + 1] += of->doubted[l] - hits;
            of->doubted[l] = 0;
        }
    is_first = false;
    forecost_left = (long)(recorded_so_far() - recorded_before) * plan->left_out;
    forecost_recording = 0;
    forget_places();
}

/* Counts lookups in full sets. */
static void learn(served *of, unsigned known, int level)
{
    for (int l = 1; known >> l; l++)
        if (known >> l & 1) {
            of->asked[l]++;
            of->missed[l] += l < level;
        }
}

void forecost_record(void)
{
    for (int m = 0; m < forecost_plan.n_machines; m++)
        fc_cache_empty(caches[m]);
    recorded_before = recorded_so_far();
    forecost_recording = 1;
    forecost_left = forecost_plan.burst;
}

void forecost_touch(int number, const volatile void *place, unsigned long bytes)
{
    uintptr_t address = (uintptr_t)place;
    if (!forecost_recording && forecost_left > 0)
        return; /* the rest of the iteration in which the burst ended */
    if (!forecost_recording)
        forecost_record();
    bin_stride(number, address, bytes);
    served *of = &serving[(long)number * forecost_plan.n_machines];
    for (int m = 0; m < forecost_plan.n_machines; m++) {
        int level = fc_cache_reference(caches[m], address, (unsigned)bytes);
        unsigned unknown = is_first ? 0 : fc_cache_uncertain_misses(caches[m]),
                 known = fc_cache_full_lookups(caches[m]);
        if (known && forecost_plan.left_out > 0) {
            learn(&of[m], known, level);
            learn(&together[m], known, level);
        }
        if (unknown)
            of[m].doubted[31 - __builtin_clz(unknown)]++;
        else
            of[m].by[level]++;
    }
    if (forecost_counts_in_place(forecost_plan.machine, forecost_plan.n_machines)) {
        forecost_places[number].where = fc_cache_nearest(caches[0]);
        forecost_clock = fc_cache_clock(caches[0]);
    }
    if (--forecost_left <= 0)
        end_burst();
}

static bool write_sites(FILE *file)
{
    const forecost_record_plan *plan = &forecost_plan;
    bool bad = false;
    for (int i = 0; i < plan->n_sites; i++) {
        take_again(i);
        bad |= fprintf(file, "%lu", sites[i].recorded) < 0;
        for (int s = 0; s < FC_N_STRIDES; s++)
            bad |= fprintf(file, " %lu", sites[i].by_stride[s]) < 0;
        for (int m = 0; m < plan->n_machines; m++)
            for (int l = 0; l < FC_RECORD_LEVELS; l++)
                bad |= fprintf(file, " %lu", serving[(long)i * plan->n_machines + m].by[l]) < 0;
        bad |= fputc('\n', file) < 0;
    }
    return !bad;
}

/* Writes to a temporary name and renames, so that a record is complete. */
__attribute__((destructor)) static void end(void)
{
    const char *folder = getenv("FORECOST_SIGNATURE");
    char path[4096], partial[4200];
    if (!folder || snprintf(path, sizeof path, "%s/record.%ld", folder, (long)getpid()) >= (int)sizeof path)
        return;
    if (forecost_recording)
        end_burst();
    snprintf(partial, sizeof partial, "%s.part", path);
    FILE *file = fopen(partial, "w");
    if (!file)
        return;
    const forecost_record_plan *plan = &forecost_plan;
    bool bad = fprintf(file, "forecost-record 1 %d %d %d %d\n", plan->n_loops, plan->n_blocks, plan->n_sites,
                       plan->n_machines) < 0;
    for (int i = 0; i < plan->n_loops; i++)
        bad |= fprintf(file, "%lu %lu\n", plan->loop[i][0], plan->loop[i][1]) < 0;
    for (int i = 0; i < plan->n_blocks; i++)
        bad |= fprintf(file, "%lu\n", plan->block[i]) < 0;
    bool good = write_sites(file) && !bad;
    if (fclose(file) == 0 && good)
        rename(partial, path);
}
