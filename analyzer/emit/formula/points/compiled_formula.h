/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file compiled_formula.h  A formula compiled for evaluation at many points: a tape of its expressions, prices in
 * groups, and what of them depends on the rank. */
#ifndef FC_COMPILED_FORMULA_H
#define FC_COMPILED_FORMULA_H

#include "analyzer/emit/formula/points/formula_prices.h"

/** A term; count and moved are steps of the tape, -1 for none. */
typedef struct fc_compiled_part {
    const fc_formula_term *term;
    int price; /* its first equal */
    int count, moved;
    bool depends; /* on the rank */
    int item;     /* region or call, by its first part; errors of different items are independent */
} fc_compiled_part;

typedef struct fc_compiled_formula {
    const fc_formula *formula;
    const fc_coefficients *machine;
    fc_tape *tape;
    fc_tape_plan plan;      /* of the classes of ranks */
    fc_compiled_part *part; /* [n_parts]; items and prices have the numbers of parts */
    fc_formula_price *price;
    int n_parts;
    fc_formula_price_group *group; /* [n_groups], first those that do not depend on the rank */
    int n_groups, n_shared_groups;
    fc_tape_list shared_keys, class_keys; /* the groups' arguments */
    bool *item_depends, *item_is_shared;  /* some term of the item depends on the rank; some term does not */
    bool *price_depends;                  /* on the rank */
    bool *price_is_needed;                /* by a term that depends on the rank */
    bool *price_is_by_row; /* it follows neither from the rank nor from the plan's entering steps alone */
    int *stop, n_stops;
} fc_compiled_formula;

/** NULL if the formula cannot be compiled (fc_formula_points_create). All arguments are borrowed. */
FC_GIVE fc_compiled_formula *fc_compiled_formula_create(const fc_formula *formula, const fc_coefficients *machine,
                                                        fc_compute_model *compute);
void fc_compiled_formula_free(FC_TAKE fc_compiled_formula *compiled);

bool fc_compiled_formula_is_allocation(const fc_formula_price *price);

#endif
