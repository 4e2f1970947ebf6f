/* SPDX-License-Identifier: Apache-2.0 */
#include "sketch.h"

fc_end fc_sketch_take(fc_rank *r, const fc_seat *seat, double most, fc_sketch *out)
{
    *out = (fc_sketch){.most = most};
    r->sketch = out;
    fc_end end = fc_rank_attempt(r, seat);
    r->sketch = NULL;
    return end;
}

void fc_sketch_add(fc_rank *r, const double *number, int n)
{
    fc_sketch *sketch = r->sketch;
    uint64_t all = (uint64_t)n, odd = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < n; i++) { /* terms are independent of each other, for instruction-level parallelism */
        uint64_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        bits = (bits ^ bits >> 32) * (odd + 2 * (uint64_t)i);
        all += bits ^ bits >> 29;
    }
    sketch->digest = fc_sketch_mix(sketch->digest, all);
    if (++sketch->calls >= sketch->most)
        fc_leave(r);
}

void fc_sketch_partner(fc_rank *r, int site, int partner)
{
    fc_sketch *sketch = r->sketch;
    int distance = partner - r->seat.rank, i = 0;
    while (i < sketch->n_partners && sketch->partner[i] != distance)
        i++;
    if (i == FC_SKETCH_PARTNERS)
        fc_sketch_bar(r, site, "a rank has more than 64 communication partners");
    sketch->partner[i] = distance;
    sketch->n_partners += i == sketch->n_partners;
}

void fc_sketch_bar(fc_rank *r, int site, const char *why)
{
    r->sketch->bar = why;
    r->sketch->bar_site = fc_rank_site(r, site);
    fc_leave(r);
}
