/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remainders are stored as a - b * floor(a/b) and printed as a mod b. */
#include "analyzer/model/symbolic_print.h"

#include <math.h>

/* The integer `times` with k = -times * b; 0: there is none. */
static long times_of(const fc_sym *k, const fc_sym *b)
{
    fmpq_t ratio;
    fmpq_init(ratio);
    fmpq_div(ratio, k->polynomial->content, b->polynomial->content);
    double times = -fmpq_get_d(ratio);
    bool same = fc_sym_scale(b, ratio) == k && times == trunc(times) && fabs(times) < 1e9;
    fmpq_clear(ratio);
    return same ? (long)times : 0;
}

static bool split_off(fc_print_modulo *out, const fc_sym *e, const fc_atom *quotient)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *a = quotient->argument[0], *b = quotient->argument[1];
    if (fc_sym_n_terms(b) == 0 || fc_sym_degree(e, quotient) != 1)
        return false;
    long times = times_of(fc_sym_coefficient(e, quotient, 1), b);
    if (times == 0)
        return false;
    const fc_sym *remainder = fc_sym_subtract(algebra, a, fc_sym_multiply(algebra, b, quotient->sym));
    const fc_sym *whole = fc_sym_multiply(algebra, fc_sym_integer(algebra, times), remainder);
    *out = (fc_print_modulo){quotient, times, whole, fc_sym_subtract(algebra, e, whole)};
    return fc_sym_n_terms(out->rest) + 1 < fc_sym_n_terms(e);
}

bool fc_print_find_modulo(fc_print_modulo *out, const fc_sym *expression)
{
    for (int i = 0; i < expression->n_atoms; i++) {
        const fc_atom *atom = expression->atom[i];
        if ((atom->kind == FC_ATOM_FLOOR || atom->kind == FC_ATOM_C_DIVIDE) && split_off(out, expression, atom))
            return true;
    }
    return false;
}

/* The remainder of C's quotient: its sign is the dividend's. */
static void print_python_rest(fc_text *out, const fc_atom *quotient)
{
    fc_text a = {0}, b = {0};
    fc_print_factor(&a, quotient->argument[0], FC_NOTATION_PYTHON);
    fc_print_factor(&b, quotient->argument[1], FC_NOTATION_PYTHON);
    fc_text_add(out, "(abs(%s)%%abs(%s)*(1 if %s >= 0 else -1))", a.bytes, b.bytes, a.bytes);
    fc_text_free(&a);
    fc_text_free(&b);
}

void fc_print_remainder(fc_text *out, const fc_atom *quotient, fc_notation notation)
{
    static const char *const of_floor[][3] = {
        {"(", " mod ", ")"}, {"(", " \\bmod ", ")"}, {"fc_mod(", ", ", ")"}, {"(", " % ", ")"}, {"fc_mod(", ", ", ")"}};
    static const char *const of_c[][3] = {{"(", " rem ", ")"},
                                          {"(", " \\operatorname{rem} ", ")"},
                                          {"fc_c_rem(", ", ", ")"},
                                          {"", "", ""},
                                          {"fc_c_rem(", ", ", ")"}};
    if (quotient->kind == FC_ATOM_C_DIVIDE && notation == FC_NOTATION_PYTHON) {
        print_python_rest(out, quotient);
        return;
    }
    const char *const *around = (quotient->kind == FC_ATOM_FLOOR ? of_floor : of_c)[notation];
    fc_text_add(out, "%s", around[0]);
    fc_print_factor(out, quotient->argument[0], notation);
    fc_text_add(out, "%s", around[1]);
    fc_print_factor(out, quotient->argument[1], notation);
    fc_text_add(out, "%s", around[2]);
}
