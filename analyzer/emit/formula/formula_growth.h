/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_growth.h  Asymptotic growth (Theta) of a formula in each parameter, the others fixed at positive
 * values.
 */
#ifndef FC_FORMULA_GROWTH_H
#define FC_FORMULA_GROWTH_H

#include "analyzer/emit/formula/formula_view.h"

enum {
    FC_GROWTH_PLACES = 3
};

/** The growth of computation (with allocations) or communication. */
typedef struct fc_formula_growth {
    bool is_known; /* false: term[0] is the first with unknown growth */
    fc_growth growth;
    size_t term[FC_GROWTH_PLACES]; /* indices of the first terms with this growth */
    size_t n_terms;
} fc_formula_growth;

/** The growth of a term of machine_properties/terms.h for a message, as a sum of at most two products: without and with
 * its bytes. part[1] is NULL where one product suffices. */
typedef struct fc_formula_shape {
    const fc_sym *part[2];
} fc_formula_shape;
fc_formula_shape fc_formula_shape_of(fc_algebra *algebra, const fc_formula_term *term, int k);

/** Growth as the parameter goes to infinity (p for index 0, then the formula's parameters). For rank 0 if the formula
 * depends on the rank. Communication grows by the machine's fits: the terms of [analyzer] table 1 with a positive
 * coefficient, in the segments that the bytes may be in. If these disagree, the growth is an upper bound. */
void fc_formula_growth_find(fc_formula_growth *computation, fc_formula_growth *communication,
                            const fc_formula_view *view, size_t parameter);
/** True if the formula depends on the parameter. */
bool fc_formula_growth_depends(const fc_formula_view *view, size_t parameter);
/** "1", "n^2 log(n)", "at most n^2"; "0" for no cost. */
void fc_formula_growth_text(fc_text *out, fc_growth growth, const char *name);
/** "n^2 (row.c:58)": the growth in `name`, and the places of the terms that have it; "unknown". */
void fc_formula_growth_print(fc_text *out, const fc_formula_view *view, const fc_formula_growth *of, const char *name);

#endif
