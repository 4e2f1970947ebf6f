/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file symbolic_world.h  Variables and short forms for tests of symbolic expressions. */
#ifndef FC_SYMBOLIC_WORLD_H
#define FC_SYMBOLIC_WORLD_H

#include "analyzer/symbolic/symbolic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct world {
    fc_algebra *algebra;
    const fc_sym *n, *m, *p, *b, *i, *j, *k, *real; /* n >= 0; m of any sign; p, b >= 1 */
} world;

static inline int setup(void **state)
{
    world *w = calloc(1, sizeof *w);
    fc_algebra *a = w->algebra = fc_algebra_create();
    w->n = fc_sym_variable(a, "n", "n", NULL, FC_FACT_NONNEGATIVE);
    w->m = fc_sym_variable(a, "m", "m", NULL, FC_FACT_NONE);
    w->p = fc_sym_variable(a, "p", "p", "g->p", FC_FACT_POSITIVE);
    w->b = fc_sym_variable(a, "b", "b", NULL, FC_FACT_POSITIVE);
    w->i = fc_sym_variable(a, "i", "i", NULL, FC_FACT_NONE);
    w->j = fc_sym_variable(a, "j", "j", NULL, FC_FACT_NONE);
    w->k = fc_sym_variable(a, "k", "k", NULL, FC_FACT_NONE);
    w->real = fc_sym_variable(a, "share", "share", NULL, FC_FACT_REAL | FC_FACT_NONNEGATIVE);
    *state = w;
    return 0;
}

static inline int teardown(void **state)
{
    world *w = *state;
    fc_algebra_free(w->algebra);
    free(w);
    return 0;
}

static inline const fc_sym *number(world *w, long value)
{
    return fc_sym_integer(w->algebra, value);
}

static inline const fc_sym *plus(world *w, const fc_sym *a, long value)
{
    return fc_sym_add(w->algebra, a, number(w, value));
}

static inline const fc_sym *product(world *w, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_multiply(w->algebra, a, b);
}

static inline const fc_sym *minus(world *w, const fc_sym *a)
{
    return fc_sym_subtract(w->algebra, number(w, 0), a);
}

static inline const fc_sym *ceiling(world *w, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_floor_divide(w->algebra, plus(w, fc_sym_add(w->algebra, a, b), -1), b);
}

static inline bool value_of(void *data, const char *key, double *value)
{
    static const char *const names[] = {"n", "m", "p", "b", "share"};
    const double *values = data;
    for (int i = 0; i < 5; i++)
        if (strcmp(key, names[i]) == 0) {
            *value = values[i];
            return true;
        }
    return false;
}

static inline bool value_of_call(void *data, const char *name, const double *args, int n_args, double *value)
{
    (void)data;
    *value = n_args == 2 ? 10 * args[0] + args[1] : 0;
    return strcmp(name, "layer") == 0;
}

static inline double evaluate(const fc_sym *e, double n, double m, double p)
{
    double values[5] = {n, m, p, 4, 0.25}, result = -1e300;
    fc_values source = {value_of, value_of_call, values};
    assert_true(fc_sym_evaluate(e, &source, &result));
    return result;
}

static inline void assert_text(const fc_sym *e, fc_notation notation, const char *expected)
{
    fc_text text = {0};
    fc_sym_print(&text, e, notation);
    assert_string_equal(text.bytes, expected);
    fc_text_free(&text);
}

#endif
