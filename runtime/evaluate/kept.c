/* SPDX-License-Identifier: Apache-2.0 */
#include "sketch.h"

#include <stdlib.h>

static const double greatest_bytes = 1073741824.0;

void fc_rank_release(fc_rank *r)
{
    while (r->n_kept > 0)
        free(r->kept[--r->n_kept]);
    r->kept_bytes = 0;
}

void fc_rank_drop(fc_rank *r, double bytes)
{
    free(r->kept[--r->n_kept]);
    r->kept_bytes -= bytes;
}

void *fc_memory_keep(fc_rank *r, double bytes)
{
    fc_rank_check_count(r, "the size of this allocation", bytes);
    r->kept_bytes += bytes;
    r->kept = fc_rank_grow(r, r->kept, &r->kept_capacity, r->n_kept, sizeof *r->kept);
    void *memory = r->kept_bytes <= greatest_bytes ? calloc(1, (size_t)bytes + 1) : NULL;
    if (!memory)
        fc_rank_end(r, FC_END_RUNAWAY, "Predict a smaller size.",
                    "the arrays that control the program need more than %.0f bytes a rank", greatest_bytes);
    r->kept[r->n_kept++] = memory;
    return memory;
}

void fc_block_begin(fc_rank *r)
{
    if (r->sketch)
        fc_sketch_add(r, NULL, 0);
    r->block_begin = fc_now(r);
}
