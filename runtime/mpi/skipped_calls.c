/* SPDX-License-Identifier: Apache-2.0 */
#include "skipped_calls.h"

#include <stdlib.h>

enum {
    KEPT = 64
};

struct fc_skipped_calls {
    fc_skipped_call call[KEPT];
    int n;
    unsigned long now;
};

/* Its own entry, a free one, or the oldest. */
static fc_skipped_call *entry_of(struct fc_skipped_calls *of, const fc_site *site, int operation, int line)
{
    fc_skipped_call *oldest = of->call;
    for (int i = 0; i < of->n; i++) {
        fc_skipped_call *known = &of->call[i];
        if (known->site == site && known->operation == &fc_mpi_operations[operation] && known->line == line)
            return known;
        oldest = known->when < oldest->when ? known : oldest;
    }
    return of->n < KEPT ? &of->call[of->n++] : oldest;
}

int fc_MPI_Check_skipped(fc_rank *r, int site, int operation, int line)
{
    const fc_site *condition = fc_rank_site(r, site);
    if (!r->setting.findings || operation < 0 || operation >= fc_mpi_n_operations)
        return FC_MPI_SUCCESS;
    if (!r->skipped)
        r->skipped = calloc(1, sizeof *r->skipped);
    if (r->skipped)
        *entry_of(r->skipped, condition, operation, line) =
            (fc_skipped_call){condition, &fc_mpi_operations[operation], line, ++r->skipped->now};
    return FC_MPI_SUCCESS;
}

const fc_skipped_call *fc_skipped_calls_find(const fc_rank *r, bool fits(const fc_mpi_operation *, const void *),
                                             const void *data)
{
    const fc_skipped_call *latest = NULL;
    for (int i = 0; r->skipped && i < r->skipped->n; i++) {
        const fc_skipped_call *call = &r->skipped->call[i];
        if (fits(call->operation, data) && (!latest || call->when > latest->when))
            latest = call;
    }
    return latest;
}

void fc_skipped_calls_free(fc_rank *r)
{
    free(r->skipped);
    r->skipped = NULL;
}
