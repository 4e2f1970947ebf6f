/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages that share links, drawn at random, against a simulation that computes the rates of all of them anew at each
 * event. */
#include "runtime/models/fair_share.h"
#include "runtime/models/network.h"
#include "runtime/mpi/p2p/traffic.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum {
    FLOWS = 60,
    NODES = 16,
    LINKS = 2 * 2 * NODES,
    LONGEST = 8
};

/* One message: its route, way back included, and the bytes left on the narrowest link. */
typedef struct sent {
    int from, to, n, link[LONGEST];
    double take[LONGEST], begin, busy, left, end;
} sent;

static const double acknowledgements = 0.1;
static const fc_coefficients machine = {.cores = 1,
                                        .network = {.model = FC_TOPOLOGY_TORUS,
                                                    .contention = FC_CONTENTION_ROUND_TRIP,
                                                    .acknowledgements = 0.1,
                                                    .n_levels = 2,
                                                    .shape = {4, 4},
                                                    .link = {{1, 10}, {2, 7}},
                                                    .measured = {0, 1}}};

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void add_route(sent *s, int from, int to, double take)
{
    fc_network_route(s->link + s->n, &machine.network, from, to);
    for (int end = s->n + fc_network_path(&machine.network, from, to).links; s->n < end; s->n++)
        s->take[s->n] = take;
}

static void draw(sent *s, unsigned *seed)
{
    *s = (sent){.from = (int)(next_random(seed) % NODES), .begin = next_random(seed) % 1000 / 10., .end = NAN};
    s->to = (s->from + 1 + (int)(next_random(seed) % (NODES - 1))) % NODES;
    s->busy = 1 + next_random(seed) % 300 / 10.;
    s->left = s->busy * fc_network_path(&machine.network, s->from, s->to).bandwidth;
    add_route(s, s->from, s->to, 1);
    add_route(s, s->to, s->from, acknowledgements);
}

/* Rates of the messages that are under way at `now`, 0 for the others. */
static void share(double *rate, const sent *s, double now)
{
    int first[FLOWS + 1] = {0}, link[FLOWS * LONGEST], which[FLOWS], users[LINKS], begin[LINKS + 1], n = 0;
    int heap[FLOWS + LINKS], member[FLOWS * LONGEST];
    double take[FLOWS * LONGEST], capacity[LINKS], most[FLOWS], weight[FLOWS], found[FLOWS], left[LINKS],
        weights[LINKS], key[FLOWS + LINKS];
    for (int l = 0; l < LINKS; l++)
        capacity[l] = fc_network_bandwidth(&machine.network, l);
    for (int f = 0; f < FLOWS; f++) {
        rate[f] = 0;
        if (!isnan(s[f].end) || s[f].begin > now)
            continue;
        fc_path path = fc_network_path(&machine.network, s[f].from, s[f].to);
        first[n + 1] = first[n] + s[f].n;
        for (int k = 0; k < s[f].n; k++) {
            link[first[n] + k] = s[f].link[k];
            take[first[n] + k] = s[f].take[k];
        }
        most[n] = path.bandwidth;
        weight[n] = 1 / path.latency_s;
        which[n++] = f;
    }
    fc_fair_share(&(fc_fair_share_problem){n, LINKS, first, link, take, capacity, most, weight, found, left, weights,
                                           key, users, heap, begin, member});
    for (int i = 0; i < n; i++)
        rate[which[i]] = found[i];
}

/* Sets the ends of all messages. */
static void simulate(sent *s)
{
    double now = 0, rate[FLOWS];
    for (int ended = 0; ended < FLOWS;) {
        double next = INFINITY;
        share(rate, s, now);
        for (int f = 0; f < FLOWS; f++) {
            double event = s[f].begin > now ? s[f].begin : now + s[f].left / rate[f];
            next = isnan(s[f].end) ? fmin(next, event) : next;
        }
        for (int f = 0; f < FLOWS; f++) {
            s[f].left -= rate[f] * (next - now);
            if (rate[f] > 0 && s[f].left < 1e-9) {
                s[f].end = next;
                ended++;
            }
        }
        now = next;
    }
}

static void take_end(void *data, struct fc_message *message, double at)
{
    double *end = data;
    end[(uintptr_t)message - 1] = at;
}

static void test_traffic__rates_are_those_of_all_messages(void **state)
{
    (void)state;
    fc_mapping layout;
    fc_mapping_init(&layout, &machine, NULL, NODES);
    for (unsigned seed = 1; seed <= 100; seed++) {
        sent s[FLOWS];
        double end[FLOWS];
        unsigned random = seed;
        fc_traffic *t = fc_traffic_create(&layout);
        for (int f = 0; f < FLOWS; f++) {
            draw(&s[f], &random);
            struct fc_message *message = (struct fc_message *)(uintptr_t)(f + 1);
            assert_true(fc_traffic_begin(t, &(fc_transmission){message, s[f].from, s[f].to, s[f].begin, s[f].busy}));
        }
        while (!isinf(fc_traffic_next(t)))
            fc_traffic_advance(t, take_end, end);
        fc_traffic_free(t);
        simulate(s);
        for (int f = 0; f < FLOWS; f++)
            if (!(fabs(end[f] - s[f].end) < 1e-8))
                fail_msg("seed %u, message %d: at %.12g, expected %.12g", seed, f, end[f], s[f].end);
    }
}

/* Acknowledgments that are a rounding error change no end, and every message ends. Each node of a switch sends to four
 * others at the same time. */
static void test_traffic__rounding_errors_are_no_acknowledgements(void **state)
{
    enum {
        SENDERS = 64,
        EACH = 4
    };
    static fc_coefficients of;
    static double end[2][SENDERS * EACH];
    (void)state;
    for (int k = 0; k < 2; k++) {
        of = (fc_coefficients){.cores = 1,
                               .network = {.contention = FC_CONTENTION_FAIR,
                                           .acknowledgements = k * 2.2e-16,
                                           .n_levels = 1,
                                           .link = {{4.6e-6, 3.03181e8}},
                                           .measured = {0, 1}}};
        fc_mapping layout;
        fc_mapping_init(&layout, &of, NULL, SENDERS);
        fc_traffic *t = fc_traffic_create(&layout);
        for (int i = 0; i < SENDERS * EACH; i++) {
            struct fc_message *message = (struct fc_message *)(uintptr_t)(i + 1);
            int from = i / EACH, to = (from + 1 + i % EACH) % SENDERS;
            end[k][i] = NAN;
            fc_traffic_begin(t,
                             &(fc_transmission){message, from, to, 1e-9 * (from * 7 % 13) + 1e-6 * (i % EACH), 9e-6});
        }
        while (!isinf(fc_traffic_next(t)))
            fc_traffic_advance(t, take_end, end[k]);
        fc_traffic_free(t);
    }
    for (int i = 0; i < SENDERS * EACH; i++)
        assert_true(end[0][i] == end[1][i] && end[0][i] > 9e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_traffic__rates_are_those_of_all_messages),
                                       cmocka_unit_test(test_traffic__rounding_errors_are_no_acknowledgements)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
