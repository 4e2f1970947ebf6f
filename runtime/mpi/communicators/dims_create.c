/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Dims_create: each prime factor, from the largest to the smallest, multiplies the smallest dimension so far, as
 * Open MPI does. MPI 3.1, section 7.5.2 requires balanced dimensions in non-increasing order. */
#include "call.h"

enum {
    MAX_FACTORS = 32,
    MAX_FREE = 32
};

/* The prime factors of n >= 1, ascending; returns their number. */
static int factorize(int n, int factor[MAX_FACTORS])
{
    int found = 0;
    for (; n % 2 == 0; n /= 2)
        factor[found++] = 2;
    for (int prime = 3; (long)prime * prime <= n; prime += 2)
        for (; n % prime == 0; n /= prime)
            factor[found++] = prime;
    if (n > 1)
        factor[found++] = n;
    return found;
}

static void spread(int ranks, int n_bins, int bin[MAX_FREE])
{
    int factor[MAX_FACTORS];
    for (int i = 0; i < n_bins; i++)
        bin[i] = 1;
    for (int f = factorize(ranks, factor) - 1; f >= 0; f--) {
        int least = 0;
        for (int i = 1; i < n_bins; i++)
            if (bin[i] < bin[least])
                least = i;
        bin[least] *= factor[f];
    }
    for (int i = 1; i < n_bins; i++)
        for (int j = i; j > 0 && bin[j] > bin[j - 1]; j--) {
            int larger = bin[j];
            bin[j] = bin[j - 1];
            bin[j - 1] = larger;
        }
}

int fc_MPI_Dims_create(fc_rank *r, int site, int ranks, int n, int *dims)
{
    int bin[MAX_FREE], n_free = 0, next = 0;
    long fixed = 1;
    fc_call_check_array(r, site, dims);
    if (ranks < 1 || n < 1 || n > MAX_FREE)
        fc_call_refuse(r, site, "%d ranks cannot be arranged in %d dimensions", ranks, n);
    for (int d = 0; d < n; d++) {
        if (dims[d] < 0)
            fc_call_refuse(r, site, "dimension %d is negative: %d", d, dims[d]);
        n_free += dims[d] == 0;
        fixed = dims[d] > 0 && fixed <= ranks ? fixed * dims[d] : fixed;
    }
    if (ranks % fixed != 0 || (n_free == 0 && fixed != ranks))
        fc_call_refuse(r, site, "%d ranks are not divisible by the given dimensions", ranks);
    spread((int)(ranks / fixed), n_free, bin);
    for (int d = 0; d < n; d++)
        if (dims[d] == 0)
            dims[d] = bin[next++];
    return FC_MPI_SUCCESS;
}
