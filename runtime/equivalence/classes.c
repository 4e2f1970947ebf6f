/* SPDX-License-Identifier: Apache-2.0 */
#include "classes.h"

/* Initial partition: a hash table of fingerprints, O(calls of all ranks). Beyond `usual_calls` only the first calls of
 * each rank are fingerprinted, and samples of each class are compared to their ends. */
#include "deferred.h"
#include "support/hash.h"

#include <stdlib.h>

static const double usual_calls = 2e7, most_calls = 3e8; /* of all ranks: about 0.5 s and 8 s */
static const double most_fingerprints = 1.6e7;           /* in all rounds */
static const char later_differences[] = "ranks with equal first calls differ later";
static const char too_many_rounds[] = "control flow depends on values from other ranks in too many rounds";
static const char out_of_memory[] = "out of memory for the rank classes";

enum {
    LEAST_CALLS = 24, /* per rank */
    SAMPLES = 16      /* per class */
};

typedef struct search {
    int classes;          /* at most */
    double calls;         /* where fingerprints are cut off */
    const fc_site **site; /* set to the call that prevents classes */
    bool waits;           /* a rank needs contributions that other ranks have not made yet (deferred.h) */
} search;

/* Open-addressing hash table from key to class. */
typedef struct index_of_keys {
    uint64_t *key;
    int *class; /* -1: free */
    int capacity, most;
} index_of_keys;

static bool create(fc_classes *out, index_of_keys *keys, int ranks, int most)
{
    int capacity = 4;
    while (capacity < 2 * most)
        capacity *= 2;
    *keys = (index_of_keys){calloc((size_t)capacity, sizeof(uint64_t)), malloc((size_t)capacity * sizeof(int)),
                            capacity, most};
    *out = (fc_classes){.n_ranks = ranks};
    out->of = malloc((size_t)ranks * sizeof *out->of);
    out->first = malloc((size_t)most * sizeof *out->first);
    out->size = calloc((size_t)most, sizeof *out->size);
    for (int i = 0; keys->class && i < capacity; i++)
        keys->class[i] = -1;
    return keys->key && keys->class && out->of && out->first && out->size;
}

static void free_keys(index_of_keys *keys)
{
    free(keys->key);
    free(keys->class);
}

void fc_classes_free(fc_classes *classes)
{
    free(classes->of);
    free(classes->first);
    free(classes->size);
    free(classes->fingerprint);
    *classes = (fc_classes){0};
}

/* Puts the next rank into the class of a key; false: there would be too many classes. */
static bool put(fc_classes *out, index_of_keys *keys, int rank, uint64_t key)
{
    int at = (int)(key >> 32) & (keys->capacity - 1);
    while (keys->class[at] >= 0 && keys->key[at] != key)
        at = (at + 1) & (keys->capacity - 1);
    if (keys->class[at] < 0) {
        if (out->n == keys->most)
            return false;
        keys->key[at] = key;
        keys->class[at] = out->n;
        out->first[out->n++] = rank;
    }
    out->of[rank] = keys->class[at];
    out->size[out->of[rank]]++;
    return true;
}

static const char *why_not(fc_end end, const fc_fingerprint *fingerprint)
{
    return fingerprint->bar ? fingerprint->bar : end == FC_END_DONE ? NULL : "a rank does not end normally";
}

/* Computes the fingerprint of a rank, of at most `most` calls. FC_END_DEFERRED: it needs data of ranks that have
 * not run yet; run it again after them. */
static fc_end compute_fingerprint(fc_rank *r, const fc_launch *launch, double most, fc_fingerprint *out)
{
    *out = (fc_fingerprint){.most = most};
    r->fingerprint = out;
    fc_end end = fc_rank_run_once(r, launch);
    r->fingerprint = NULL;
    return end;
}

/* One round: fingerprints of all ranks from their first call on. Only a round in which no rank waits gives classes. */
static const char *fingerprint_all(fc_classes *out, index_of_keys *keys, fc_rank *r, fc_launch launch, search *of)
{
    of->waits = false;
    for (launch.rank = 0; launch.rank < launch.ranks; launch.rank++) {
        fc_fingerprint fingerprint;
        int before = out->n;
        fc_end end = compute_fingerprint(r, &launch, of->calls, &fingerprint);
        of->waits |= end == FC_END_DEFERRED;
        const char *why = end == FC_END_DEFERRED ? NULL : why_not(end, &fingerprint);
        *of->site = fingerprint.bar_site;
        if (why)
            return why;
        if (of->waits)
            continue;
        if (!put(out, keys, launch.rank, fingerprint.digest))
            return "there are too many classes";
        if (out->n > before)
            out->fingerprint[before] = fingerprint;
        out->sampled |= fingerprint.calls >= of->calls;
    }
    return NULL;
}

/* Whether rank number `seen` of a class of `size` is sampled: evenly spaced, including the first and the last. */
static bool is_sample(int seen, int size, int samples)
{
    int n = size < samples ? size : samples;
    long step = n > 1 ? (long)seen * (n - 1) / (size - 1) : 0;
    return seen == 0 || step * (size - 1) / (n - 1) == seen || seen == size - 1;
}

/* Compares complete fingerprints of sampled ranks of each class. */
static const char *compare_samples(fc_classes *out, fc_rank *r, fc_launch launch, const fc_site **site)
{
    int *seen = calloc((size_t)out->n, sizeof *seen);
    double calls = 1;
    const char *why = seen ? NULL : out_of_memory;
    for (launch.rank = 0; launch.rank < launch.ranks && !why; launch.rank++) {
        int class = out->of[launch.rank];
        int samples = (int)fc_min(SAMPLES, fc_max(2, usual_calls / calls / out->n));
        fc_fingerprint fingerprint, *first = &out->fingerprint[class];
        if (!is_sample(seen[class]++, out->size[class], samples))
            continue;
        fc_end end = compute_fingerprint(r, &launch, INFINITY, &fingerprint);
        why = end == FC_END_DEFERRED ? later_differences : why_not(end, &fingerprint);
        *site = fingerprint.bar_site;
        if (launch.rank == out->first[class])
            *first = fingerprint;
        else if (!why && first->digest != fingerprint.digest)
            why = later_differences;
        calls = fingerprint.calls;
    }
    free(seen);
    return why;
}

/* Classes by the first of->calls calls of each rank, in rounds until no rank waits for another's contribution. */
static const char *find_by(fc_classes *out, fc_rank *r, const fc_launch *launch, search *of)
{
    double fingerprints = 0;
    long contributions = -1;
    const char *why = NULL;
    of->waits = true;
    while (!why && of->waits) {
        if (fc_deferred_contributions(r) == contributions || fingerprints > most_fingerprints)
            why = too_many_rounds;
        contributions = fc_deferred_contributions(r);
        fingerprints += launch->ranks;
        fc_classes_free(out);
        if (!why) {
            index_of_keys keys;
            bool made = create(out, &keys, launch->ranks, of->classes);
            out->fingerprint = malloc((size_t)of->classes * sizeof *out->fingerprint);
            why = made && out->fingerprint ? fingerprint_all(out, &keys, r, *launch, of) : out_of_memory;
            free_keys(&keys);
        }
    }
    if (!why && out->sampled)
        why = compare_samples(out, r, *launch, of->site);
    if (why)
        fc_classes_free(out);
    return why;
}

const char *fc_classes_find(fc_classes *out, fc_rank *r, const fc_launch *launch, int most, const fc_site **site)
{
    const char *why = later_differences;
    search of = {.classes = most, .calls = fc_max(LEAST_CALLS, usual_calls / launch->ranks), .site = site};
    *site = NULL;
    *out = (fc_classes){0};
    for (; why == later_differences && of.calls * launch->ranks <= most_calls; of.calls *= 4)
        why = find_by(out, r, launch, &of);
    return why;
}

/* ---- subcommunicators ---- */

/* Names the classes of all subcommunicators; returns their number. of_rank[n_ranks]: the sum of the names of the
 * subcommunicators of each rank, so that their order does not matter. */
static int name_parts(uint64_t *of_rank, fc_rank *r, const int *by)
{
    int n = 0;
    for (int i = 0; i < r->n_exchanges; i++)
        for (int k = 0; k < r->exchange[i].n_parts; k++, n++) {
            fc_subcomm *part = &r->exchange[i].part[k];
            /* Hash of a subcommunicator's equivalence class: the split that made it and the classes of its members in
             * order. */
            uint64_t name = fc_hash_mix(fc_hash_mix(r->exchange[i].kind, r->exchange[i].number), (uint64_t)part->size);
            for (int j = 0; j < part->size; j++)
                name = fc_hash_mix(name, (uint64_t)by[part->member[j]]);
            part->class_name = name;
            for (int m = 0; m < part->size; m++)
                of_rank[part->member[m]] += part->class_name;
        }
    return n;
}

static int compare_by_class(const void *a, const void *b)
{
    const fc_subcomm *const *x = a, *const *y = b;
    return ((*x)->class_name > (*y)->class_name) - ((*x)->class_name < (*y)->class_name);
}

/* Number of representatives in a subcommunicator. */
static int count_representatives(const fc_classes *classes, const fc_subcomm *part)
{
    int n = 0;
    for (int i = 0; i < part->size; i++)
        n += classes->first[classes->of[part->member[i]]] == part->member[i];
    return n;
}

/* Sets `present` of all n subcommunicators: the representatives in its equivalence class. False: out of memory. */
static bool count_present(fc_rank *r, const fc_classes *classes, int n)
{
    fc_subcomm **part = malloc((size_t)n * sizeof *part + 1);
    if (!part)
        return false;
    for (int i = 0, at = 0; i < r->n_exchanges; i++)
        for (int k = 0; k < r->exchange[i].n_parts; k++)
            part[at++] = &r->exchange[i].part[k];
    qsort(part, (size_t)n, sizeof *part, compare_by_class);
    for (int begin = 0, end; begin < n; begin = end) {
        int present = 0;
        for (end = begin; end < n && part[end]->class_name == part[begin]->class_name; end++)
            present += count_representatives(classes, part[end]);
        for (int i = begin; i < end; i++)
            part[i]->present = present;
    }
    free(part);
    return true;
}

/* ---- refinement by partners ---- */

/* -1: no such rank. This occurs with cut-off fingerprints: a class has the partner, but not each of its ranks. */
static int class_at(const fc_classes *initial, const int *by, long rank)
{
    return rank >= 0 && rank < initial->n_ranks ? by[rank] : -1;
}

static uint64_t key_of(const fc_classes *initial, const int *by, int rank, uint64_t parts)
{
    const fc_fingerprint *fingerprint = &initial->fingerprint[initial->of[rank]];
    uint64_t key = fc_hash_mix((uint64_t)fingerprint->n_partners + parts, (uint64_t)by[rank]);
    for (int i = 0; i < fingerprint->n_partners; i++)
        key = fc_hash_mix(key, (uint64_t)class_at(initial, by, (long)rank + fingerprint->partner[i]));
    return key;
}

bool fc_classes_refine(fc_classes *out, fc_rank *r, const fc_classes *initial, const int *by, int most)
{
    index_of_keys keys;
    uint64_t *parts = calloc((size_t)initial->n_ranks, sizeof *parts);
    bool well = create(out, &keys, initial->n_ranks, most) && parts;
    int n_parts = well ? name_parts(parts, r, by) : 0;
    for (int rank = 0; rank < initial->n_ranks && well; rank++)
        well = put(out, &keys, rank, key_of(initial, by, rank, parts[rank]));
    well = well && count_present(r, out, n_parts);
    free_keys(&keys);
    free(parts);
    if (!well)
        fc_classes_free(out);
    return well;
}
