/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/volumes.h"

#include <stdlib.h>

typedef struct list {
    fc_volume *volume;
    size_t n, capacity;
} list;

struct fc_volumes {
    list *of; /* by id of the nest's node */
    int n;
};

fc_volumes *fc_volumes_create(const fc_program *program)
{
    fc_volumes *volumes = fc_allocate(1, sizeof *volumes);
    *volumes = (fc_volumes){fc_allocate((size_t)program->n_nodes, sizeof *volumes->of), program->n_nodes};
    return volumes;
}

void fc_volumes_free(fc_volumes *volumes)
{
    if (!volumes)
        return;
    for (int i = 0; i < volumes->n; i++)
        free(volumes->of[i].volume);
    free(volumes->of);
    free(volumes);
}

const fc_volume *fc_volumes_find(const fc_volumes *volumes, const fc_volume *key)
{
    const list *of = &volumes->of[key->nest->node->id];
    for (size_t i = 0; i < of->n; i++) {
        const fc_volume *kept = &of->volume[i];
        if (kept->nest == key->nest && kept->root == key->root && kept->shared == key->shared &&
            kept->keeps_unknown == key->keeps_unknown && kept->is_whole == key->is_whole &&
            kept->is_executed == key->is_executed)
            return kept;
    }
    return NULL;
}

void fc_volumes_add(fc_volumes *volumes, const fc_volume *volume)
{
    list *of = &volumes->of[volume->nest->node->id];
    of->volume = fc_grow(of->volume, &of->capacity, of->n + 1, sizeof *of->volume);
    of->volume[of->n++] = *volume;
}
