/* SPDX-License-Identifier: Apache-2.0 */
/* qsort of the program slice: merge sort, as in the GNU C library, so that equal elements keep its order. */
#include "rank.h"

#include <stdlib.h>
#include <string.h>

typedef struct sorting {
    fc_rank *rank;
    size_t size;
    int (*compare)(fc_rank *r, const void *a, const void *b);
    char *spare; /* as long as the array */
} sorting;

/* low[0 .. half) and low[half .. n) are sorted. */
static void merge(const sorting *at, char *low, size_t half, size_t n)
{
    size_t size = at->size, i = 0, k = half, out = 0;
    memcpy(at->spare, low, n * size);
    while (i < half && k < n) {
        char *first = at->spare + i * size, *second = at->spare + k * size;
        bool in_order = at->compare(at->rank, first, second) <= 0;
        memcpy(low + out++ * size, in_order ? first : second, size);
        i += in_order;
        k += !in_order;
    }
    memcpy(low + out * size, at->spare + i * size, (half - i) * size);
    memcpy(low + (out + half - i) * size, at->spare + k * size, (n - k) * size);
}

static void sort(const sorting *at, char *low, size_t n)
{
    if (n < 2)
        return;
    sort(at, low, n / 2);
    sort(at, low + n / 2 * at->size, n - n / 2);
    merge(at, low, n / 2, n);
}

void fc_sort(fc_rank *r, void *base, size_t n, size_t size, int (*compare)(fc_rank *r, const void *a, const void *b))
{
    sorting at = {r, size, compare, NULL};
    fc_rank_check_count(r, "a number of elements to sort", (double)n);
    if (n < 2)
        return;
    at.spare = fc_memory_keep(r, (double)n * (double)size);
    double weight = r->weight;
    r->weight = 0; /* the library call's cost formula covers the comparisons */
    sort(&at, base, n);
    r->weight = weight;
    fc_heap_free_last(r, (double)n * (double)size);
}
