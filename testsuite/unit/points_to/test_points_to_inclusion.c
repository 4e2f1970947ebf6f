/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solution of random constraints is the least one, as found by applying every constraint until nothing changes. */
#include "testsuite/unit/random_graph.h"

#include "analyzer/points_to/inclusion.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_VARIABLES = 14,
    N_OBJECTS = 6,
    MOST_CONSTRAINTS = 30
};

typedef enum kind {
    ELEMENT,
    COPY,
    LOAD,
    STORE,
    N_KINDS
} kind;

typedef struct constraint {
    kind kind;
    int a, b; /* variables; of an ELEMENT a variable and an object */
} constraint;

typedef struct sets {
    bool has[N_VARIABLES][N_OBJECTS];
    bool changed;
} sets;

static void include(sets *s, int into, int from)
{
    for (int o = 0; o < N_OBJECTS; o++) {
        s->changed |= s->has[from][o] && !s->has[into][o];
        s->has[into][o] |= s->has[from][o];
    }
}

/* The content of object o is variable o. */
static void apply(sets *s, const constraint *c)
{
    if (c->kind == ELEMENT) {
        s->changed |= !s->has[c->a][c->b];
        s->has[c->a][c->b] = true;
    }
    if (c->kind == COPY)
        include(s, c->a, c->b);
    for (int o = 0; o < N_OBJECTS; o++) {
        if (c->kind == LOAD && s->has[c->b][o])
            include(s, c->a, o);
        if (c->kind == STORE && s->has[c->a][o])
            include(s, o, c->b);
    }
}

static void add(fc_inclusion *system, const constraint *c)
{
    if (c->kind == ELEMENT)
        fc_inclusion_add_element(system, c->a, c->b);
    else if (c->kind == COPY)
        fc_inclusion_add_copy(system, c->a, c->b);
    else if (c->kind == LOAD)
        fc_inclusion_add_load(system, c->a, c->b);
    else
        fc_inclusion_add_store(system, c->a, c->b);
}

static void expect_equal(const fc_inclusion *system, const sets *expected)
{
    for (int v = 0; v < N_VARIABLES; v++) {
        const fc_number_set *found = fc_inclusion_of(system, fc_inclusion_representative(system, v));
        int n = 0;
        for (int o = 0; o < N_OBJECTS; o++)
            if (expected->has[v][o])
                assert_true(n < found->n && found->item[n++] == o);
        assert_int_equal(found->n, n);
    }
}

static void test_points_to_inclusion__equals_the_closure(void **state)
{
    (void)state;
    uint32_t seed = 20261128;
    for (int run = 0; run < 4000; run++) {
        constraint c[MOST_CONSTRAINTS];
        sets expected = {.changed = true};
        fc_inclusion *system = fc_inclusion_create();
        const int n = 1 + random_below(&seed, MOST_CONSTRAINTS);
        for (int v = 0; v < N_VARIABLES; v++)
            fc_inclusion_add_variable(system);
        for (int o = 0; o < N_OBJECTS; o++)
            fc_inclusion_add_object(system, o);
        for (int i = 0; i < n; i++) {
            kind k = random_below(&seed, N_KINDS);
            c[i] = (constraint){k, random_below(&seed, N_VARIABLES),
                                random_below(&seed, k == ELEMENT ? N_OBJECTS : N_VARIABLES)};
            add(system, &c[i]);
        }
        while (expected.changed) {
            expected.changed = false;
            for (int i = 0; i < n; i++)
                apply(&expected, &c[i]);
        }
        assert_true(fc_inclusion_solve(system));
        expect_equal(system, &expected);
        fc_inclusion_free(system);
    }
}

/* Constraints that are added to a solution: what is stored everywhere. */
static void test_points_to_inclusion__is_solved_again(void **state)
{
    (void)state;
    fc_inclusion *system = fc_inclusion_create();
    for (int v = 0; v < 4; v++)
        fc_inclusion_add_variable(system);
    fc_inclusion_add_object(system, 2);
    fc_inclusion_add_object(system, 3);
    fc_inclusion_add_element(system, 0, 0);
    fc_inclusion_add_load(system, 1, 0);
    assert_true(fc_inclusion_solve(system));
    assert_int_equal(fc_inclusion_of(system, fc_inclusion_representative(system, 1))->n, 0);
    fc_inclusion_add_everywhere(system, 0);
    assert_true(fc_inclusion_solve(system));
    const fc_number_set *found = fc_inclusion_of(system, fc_inclusion_representative(system, 1));
    assert_int_equal(found->n, 1);
    assert_int_equal(found->item[0], 0);
    fc_inclusion_free(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_to_inclusion__equals_the_closure),
        cmocka_unit_test(test_points_to_inclusion__is_solved_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
