/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_growth.h  How a formula grows with each of its parameters, the others fixed at positive values. */
#ifndef FC_EMIT_FORMULA_GROWTH_H
#define FC_EMIT_FORMULA_GROWTH_H

#include "analyzer/emit/formula_view.h"

enum {
    FC_GROWTH_PLACES = 3
};

/** Of computation (with allocations) or communication. */
typedef struct fc_formula_growth {
    bool is_known; /* false: term[0] is the first whose growth is not known; a bound is the growth if a term has it */
    fc_growth growth;
    size_t term[FC_GROWTH_PLACES]; /* indices of the first terms that grow like this */
    size_t n_terms;
} fc_formula_growth;

/** Growth as the parameter goes to infinity (p for index 0, then the formula's parameters). On rank 0 where the formula
 *  depends on the rank. Communication grows as the machine's fits say: terms of [analyzer] table 1 with a coefficient
 *  above 0, of the segment that the bytes come to, or of all segments where they agree. */
void fc_formula_growth_find(fc_formula_growth *computation, fc_formula_growth *communication,
                            const fc_formula_view *view, size_t parameter);
/** The formula depends on the parameter. */
bool fc_formula_growth_depends(const fc_formula_view *view, size_t parameter);
/** "1", "n^2 log(n)", "at most n^2"; "0" where nothing is left. */
void fc_formula_growth_text(fc_text *out, fc_growth growth, const char *name);

#endif
