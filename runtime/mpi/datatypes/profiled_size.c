/* SPDX-License-Identifier: Apache-2.0 */
/* Message sizes from a profile: datatypes of a measured mean size, and element counts of a v-collective. */
#include "call.h"

#include <stdlib.h>

/* A datatype of which only the size is known. Its signature is bytes, which match any type. */
static int add_datatype(fc_rank *r, long bytes)
{
    r->bounds = fc_rank_grow(r, r->bounds, &r->bounds_capacity, r->n_bounds, sizeof *r->bounds);
    r->bounds[r->n_bounds] =
        (fc_bounds){.is_counted = true, .align = 1, .size = bytes, .signature = fc_type_signature_of(FC_MPI_BYTE)};
    return r->n_bounds++;
}

long fc_counted_datatype(fc_rank *r, int site, int counter)
{
    double mean = round(fc_counted(r, counter));
    if (mean >= (double)(1L << FC_DATATYPE_SIZE_BITS))
        fc_call_refuse(r, site, "a datatype of %.17g bytes", mean);
    long bytes = (long)mean;
    for (int i = 0; i < r->n_bounds; i++)
        if (r->bounds[i].is_counted && r->bounds[i].size == bytes)
            return fc_datatype_derived(i, bytes);
    return fc_datatype_derived(add_datatype(r, bytes), bytes);
}

const int *fc_counted_blocks(fc_rank *r, int site, int counter, int comm)
{
    double all = round(fc_counted(r, counter));
    int n = fc_call_comm_or_world(r, site, comm)->size;
    /* n ints that stay valid until the counter is read again. */
    size_t n_counters = (size_t)r->setting.program->n_counters;
    if (!r->shared_out)
        r->shared_out = calloc(n_counters, sizeof *r->shared_out);
    int *grown = r->shared_out ? realloc(r->shared_out[counter], (size_t)n * sizeof *grown) : NULL;
    if (!grown)
        fc_rank_end(r, FC_END_LIMIT, "Free memory, or predict fewer ranks.", "out of memory");
    int *count = r->shared_out[counter] = grown;
    double each = floor(all / n), more = all - each * n;
    fc_call_check_count(r, site, each + 1, FC_MPI_BYTE);
    for (int i = 0; i < n; i++)
        count[i] = (int)each + (i < more);
    return count;
}

void fc_counted_blocks_free(fc_rank *r)
{
    for (int i = 0; r->shared_out && i < r->setting.program->n_counters; i++)
        free(r->shared_out[i]);
    free(r->shared_out);
    r->shared_out = NULL;
}
