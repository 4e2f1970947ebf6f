/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Max-min fair rates: by hand, and random problems against the definition (Bertsekas, Gallager 1992, section 6.5): the
 * rates are feasible, and each flow is at its own limit or has a full link on which no flow is faster, over the
 * weights. */
#include "runtime/models/fair_share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum {
    FLOWS = 40,
    LINKS = 12
};

static const double equal[] = {1, 1, 1, 1, 1, 1};

typedef struct room {
    double rate[FLOWS], left[LINKS], weights[LINKS], key[LINKS + FLOWS];
    int users[LINKS], heap[LINKS + FLOWS], begin[LINKS + 1], member[FLOWS * LINKS];
} room;

static void solve(fc_fair_share_problem *p, room *r)
{
    p->rate = r->rate;
    p->left = r->left;
    p->weights = r->weights;
    p->users = r->users;
    p->key = r->key;
    p->heap = r->heap;
    p->begin = r->begin;
    p->member = r->member;
    fc_fair_share(p);
}

/* Flow 0 over both links, 1 and 2 over the first (10), 3 over the second (8) and no faster than 3: 10/3 each on the
 * first; the second has room for 3. */
static void test_fair_share__two_links(void **state)
{
    (void)state;
    const int first[] = {0, 2, 3, 4, 5}, link[] = {0, 1, 0, 0, 1};
    const double capacity[] = {10, 8}, most[] = {INFINITY, INFINITY, INFINITY, 3};
    room r;
    fc_fair_share_problem p = {
        .n_flows = 4, .n_links = 2, .first = first, .link = link, .capacity = capacity, .most = most};
    p.weight = p.take = equal;
    solve(&p, &r);
    for (int f = 0; f < 3; f++)
        assert_true(fabs(r.rate[f] - 10. / 3) < 1e-12);
    assert_true(r.rate[3] == 3);
}

/* The flow over three links is held back by the narrowest; the others take what it leaves: 2, 8, 4 and 2. */
static void test_fair_share__what_one_leaves_others_take(void **state)
{
    (void)state;
    const int first[] = {0, 3, 4, 5, 6}, link[] = {0, 1, 2, 0, 1, 2};
    const double capacity[] = {10, 6, 4}, most[] = {INFINITY, INFINITY, INFINITY, INFINITY};
    room r;
    fc_fair_share_problem p = {
        .n_flows = 4, .n_links = 3, .first = first, .link = link, .capacity = capacity, .most = most};
    p.weight = p.take = equal;
    solve(&p, &r);
    assert_true(r.rate[0] == 2 && r.rate[1] == 8 && r.rate[2] == 4 && r.rate[3] == 2);
}

/* Two flows on a link of 12 weigh 1 and 1/2: 8 and 4. A third, of weight 3 but no faster than 3, leaves 9: 6 and 3. */
static void test_fair_share__weights(void **state)
{
    (void)state;
    const int first[] = {0, 1, 2, 3}, link[] = {0, 0, 0};
    const double capacity[] = {12}, most[] = {INFINITY, INFINITY, 3}, weight[] = {1, 0.5, 3};
    room r;
    fc_fair_share_problem p = {.n_flows = 2,
                               .n_links = 1,
                               .first = first,
                               .link = link,
                               .capacity = capacity,
                               .most = most,
                               .weight = weight,
                               .take = equal};
    solve(&p, &r);
    assert_true(fabs(r.rate[0] - 8) < 1e-12 && fabs(r.rate[1] - 4) < 1e-12);
    p.n_flows = 3;
    solve(&p, &r);
    assert_true(fabs(r.rate[0] - 6) < 1e-12 && fabs(r.rate[1] - 3) < 1e-12 && r.rate[2] == 3);
}

/* The return traffic of flow 0 is a tenth of it on the link of 11 that flow 1 is on: x + x / 10 = 11 binds both, though
 * flow 0's own link is wide. */
static void test_fair_share__takes(void **state)
{
    (void)state;
    const int first[] = {0, 2, 3}, link[] = {0, 1, 1};
    const double capacity[] = {100, 11}, most[] = {INFINITY, INFINITY}, take[] = {1, 0.1, 1};
    room r;
    fc_fair_share_problem p = {
        .n_flows = 2, .n_links = 2, .first = first, .link = link, .take = take, .capacity = capacity};
    p.most = most;
    p.weight = equal;
    solve(&p, &r);
    assert_true(fabs(r.rate[0] - 10) < 1e-12 && fabs(r.rate[1] - 10) < 1e-12);
}

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static bool is_bottleneck(const fc_fair_share_problem *p, int flow, int link)
{
    double sum = 0, fastest = 0;
    for (int f = 0; f < p->n_flows; f++)
        for (int k = p->first[f]; k < p->first[f + 1]; k++)
            if (p->link[k] == link) {
                sum += p->take[k] * p->rate[f];
                fastest = fmax(fastest, p->rate[f] / p->weight[f]);
            }
    assert_true(sum <= p->capacity[link] * (1 + 1e-9));
    return sum >= p->capacity[link] * (1 - 1e-9) && p->rate[flow] / p->weight[flow] >= fastest * (1 - 1e-9);
}

static void test_fair_share__random_problems(void **state)
{
    (void)state;
    unsigned seed = 7;
    for (int round = 0; round < 500; round++) {
        int first[FLOWS + 1] = {0}, link[FLOWS * LINKS], n = 0;
        double capacity[LINKS], most[FLOWS], weight[FLOWS], take[FLOWS * LINKS];
        room r;
        for (int l = 0; l < LINKS; l++)
            capacity[l] = 1 + next_random(&seed) % 20;
        for (int f = 0; f < FLOWS; f++) {
            for (int l = 0; l < LINKS; l++)
                if (next_random(&seed) % 4 == 0) {
                    take[n] = round % 3 ? 1 : 0.05 + next_random(&seed) % 2;
                    link[n++] = l;
                }
            first[f + 1] = n;
            most[f] = n > first[f] && next_random(&seed) % 2 ? INFINITY : 0.1 + next_random(&seed) % 9;
            weight[f] = round % 2 ? 1 : 0.1 + next_random(&seed) % 7;
        }
        fc_fair_share_problem p = {
            .n_flows = FLOWS, .n_links = LINKS, .first = first, .link = link, .capacity = capacity, .most = most};
        p.weight = weight;
        p.take = take;
        solve(&p, &r);
        for (int f = 0; f < FLOWS; f++) {
            bool bound = r.rate[f] >= most[f] * (1 - 1e-12);
            assert_true(r.rate[f] > 0 && r.rate[f] <= most[f]);
            for (int k = first[f]; k < first[f + 1]; k++)
                bound = is_bottleneck(&p, f, link[k]) || bound;
            assert_true(bound);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fair_share__two_links),
        cmocka_unit_test(test_fair_share__what_one_leaves_others_take),
        cmocka_unit_test(test_fair_share__weights),
        cmocka_unit_test(test_fair_share__takes),
        cmocka_unit_test(test_fair_share__random_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
