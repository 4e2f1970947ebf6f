/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of large counts (MPI 4.0, section 2.5.8) as lists of ints. A list that equals the last one of its length is not
 * copied again. */
#include "call.h"

#include <limits.h>

static bool is_equal(const int *kept, const long long *list, int n)
{
    for (int i = 0; i < n; i++)
        if (kept[i] != list[i])
            return false;
    return true;
}

const int *fc_narrow(fc_rank *r, int n, const void *list)
{
    const long long *large = list;
    if (!list || n <= 0)
        return NULL;
    for (int i = 0; i < FC_N_NARROWED; i++)
        if (r->narrowed[i].n == n && is_equal(r->narrowed[i].list, large, n))
            return r->narrowed[i].list;
    int *made = fc_memory_keep(r, (double)n * sizeof *made);
    for (int i = 0; i < n; i++) {
        if (large[i] > INT_MAX || large[i] < INT_MIN)
            fc_rank_end(r, FC_END_LIMIT, "Predict a smaller size.", "a list has the large count %lld", large[i]);
        made[i] = (int)large[i];
    }
    r->narrowed[r->n_narrowed++ % FC_N_NARROWED] = (fc_narrowed){made, n};
    return made;
}

const int *fc_narrow_for_ranks(fc_rank *r, fc_comm comm, const void *list)
{
    comm = comm == FC_MPI_COMM_UNKNOWN ? FC_MPI_COMM_WORLD : comm;
    bool is_known = comm >= 0 && comm < r->n_comms && r->comm[comm].alive;
    return is_known ? fc_narrow(r, r->comm[comm].size, list) : NULL;
}
