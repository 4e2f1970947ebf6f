/* SPDX-License-Identifier: Apache-2.0 */
#include "fingerprint.h"

#include "support/hash.h"

void fc_fingerprint_add(fc_rank *r, const double *number, int n)
{
    fc_fingerprint *fingerprint = r->fingerprint;
    uint64_t all = (uint64_t)n, odd = FC_HASH_GOLDEN;
    for (int i = 0; i < n; i++) { /* terms are independent of each other, for instruction-level parallelism */
        uint64_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        bits = (bits ^ bits >> 32) * (odd + 2 * (uint64_t)i);
        all += bits ^ bits >> 29;
    }
    fingerprint->digest = fc_hash_mix(fingerprint->digest, all);
    if (++fingerprint->calls >= fingerprint->most)
        fc_leave(r);
}

void fc_fingerprint_add_partner(fc_rank *r, int site, int partner)
{
    fc_fingerprint *fingerprint = r->fingerprint;
    int distance = partner - r->launch.rank, i = 0;
    while (i < fingerprint->n_partners && fingerprint->partner[i] != distance)
        i++;
    if (i == FC_FINGERPRINT_PARTNERS)
        fc_fingerprint_exclude(r, site, "a rank has more than 64 communication partners");
    fingerprint->partner[i] = distance;
    fingerprint->n_partners += i == fingerprint->n_partners;
}

void fc_fingerprint_exclude(fc_rank *r, int site, const char *why)
{
    r->fingerprint->bar = why;
    r->fingerprint->bar_site = fc_rank_site(r, site);
    fc_leave(r);
}
