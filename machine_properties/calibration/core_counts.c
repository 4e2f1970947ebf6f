/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibration/core_counts.h"

#include "support/text.h"

#include <math.h>
#include <string.h>

enum {
    MOST_CANDIDATES = 64
};

/* A number of busy cores that may be measured. */
typedef struct candidate {
    int cores;
    bool is_boundary; /* one core, all cores, or the cores of a shared part; otherwise a power of two */
} candidate;

typedef struct candidates {
    candidate item[MOST_CANDIDATES];
    int n;
} candidates;

/* Inserts in ascending order. */
static void add(candidates *to, int cores, bool is_boundary)
{
    int at = to->n;
    while (at > 0 && to->item[at - 1].cores >= cores)
        at--;
    if (at < to->n && to->item[at].cores == cores) {
        to->item[at].is_boundary |= is_boundary;
    } else if (to->n < MOST_CANDIDATES) {
        memmove(to->item + at + 1, to->item + at, sizeof *to->item * (size_t)(to->n++ - at));
        to->item[at] = (candidate){cores, is_boundary};
    }
}

/* Removes the candidate with the least ratio between its neighbors; a boundary only if no power of two is left. */
static void remove_closest(candidates *from)
{
    int closest = 0;
    double least = HUGE_VAL;
    for (int pass = 0; pass < 2 && closest == 0; pass++)
        for (int i = 1; i + 1 < from->n; i++) {
            double ratio = (double)from->item[i + 1].cores / from->item[i - 1].cores;
            if ((pass == 1 || !from->item[i].is_boundary) && ratio < least) {
                least = ratio;
                closest = i;
            }
        }
    memmove(from->item + closest, from->item + closest + 1, sizeof *from->item * (size_t)(--from->n - closest));
}

static int cores_in(hwloc_topology_t topology, hwloc_const_cpuset_t set, hwloc_obj_type_t type)
{
    return set ? hwloc_get_nbobjs_inside_cpuset_by_type(topology, set, type) : 0;
}

void fc_core_counts_of(fc_core_counts *out, hwloc_topology_t topology)
{
    const int n_cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    const hwloc_obj_type_t type = n_cores > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    const int n = n_cores > 0 ? n_cores : hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    candidates found = {0};
    *out = (fc_core_counts){.n_cores = n < FC_CORE_COUNTS_CORES ? n : FC_CORE_COUNTS_CORES};
    for (int i = 0; i < out->n_cores; i++)
        out->unit[i] = hwloc_bitmap_first(hwloc_get_obj_by_type(topology, type, (unsigned)(n - 1 - i))->cpuset);
    /* Adds the sizes of the caches, dies, packages and NUMA domains that hold the core that is filled first. */
    hwloc_obj_t first = hwloc_get_obj_by_type(topology, type, (unsigned)(n - 1));
    for (hwloc_obj_t part = first->parent; part; part = part->parent) {
        add(&found, cores_in(topology, part->cpuset, first->type), true);
        for (hwloc_obj_t domain = part->memory_first_child; domain; domain = domain->next_sibling)
            add(&found, cores_in(topology, domain->cpuset, first->type), true);
    }
    for (int cores = 2; cores < out->n_cores; cores *= 2)
        add(&found, cores, false);
    add(&found, 1, true);
    add(&found, out->n_cores, true);
    while (found.item[found.n - 1].cores > out->n_cores)
        found.n--;
    while (found.n > FC_MAX_ACTIVE)
        remove_closest(&found);
    for (; out->n_active < found.n; out->n_active++)
        out->active[out->n_active] = found.item[out->n_active].cores;
}

char *fc_core_counts_units(const fc_core_counts *counts, int active)
{
    fc_text text = {0};
    for (int i = 0; i < active; i++)
        fc_text_add(&text, "%s%d", i ? "," : "", counts->unit[i]);
    return fc_text_take(&text);
}
