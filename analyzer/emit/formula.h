/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula.h  A program's formula (analyzer/passes/formula.h), printed.
 *
 * TEXT and LATEX are for people, in the notation of [analyzer]: T_bcast(p, m) a runtime function, t_add_f64 an
 * operation cost (section 2.2), ^chain for what stands on the loop-carried chain ([machine] section 2.3). C and PYTHON
 * hold the machine too and compute what `forecost predict` computes: the method `sum`, the maximum over the ranks where
 * they differ. */
#ifndef FC_EMIT_FORMULA_H
#define FC_EMIT_FORMULA_H

#include "analyzer/passes/formula.h"

/** Where the terms' shares of the time are told. */
typedef struct fc_formula_point {
    int ranks;               /* p >= 1 */
    int rank;                /* the rank that takes longest; -1: to be found */
    const double *parameter; /* by formula->parameter */
} fc_formula_point;

/** All borrowed. */
typedef struct fc_formula_options {
    const fc_coefficients *machine; /* NULL: none, for TEXT, LATEX and JSON without shares */
    const char *compute_model;      /* "memory" or "ops" */
    const double *counter;          /* by analysis->counter, NAN: not known; NULL: none is known */
    const fc_formula_point *point;  /* NULL: no shares, terms in the order of the source */
    const double *item_s; /* what the cost program takes at the point, by its regions and then its sites; NULL: not
                             known, and executed terms take nothing */
} fc_formula_options;

/** Appends the formula to *out (untouched on error), a whole text that ends with a newline.
 *  C: a file with `double T(double p, double <parameter>, ...)`, that includes forecost.h, compute.h and
 *  runtime_function.h and links the runtime (pkg-config forecost). PYTHON: a module without imports beyond the standard
 *  library, T(p, <parameter>, ...) and a command line. Counters of a profile are parameters behind the program's own.
 *  JAVASCRIPT: a module that exports T(p, <parameter>, ...).
 *  FC_E_INPUT where a value behind the formula is not one of its parameters; FC_E_USAGE where a program has no
 * machine. */
fc_status fc_formula_print(fc_text *out, const fc_formula *formula, fc_notation notation,
                           const fc_formula_options *options, fc_report *report);
/** The formula alone as a JavaScript function that makes of fc_helpers what fc_model() and fc_evaluate() of
 * formula_runtime.mjs take; parameters and counters in the order of the JSON, terms by their number there. No "<"
 * stands in it but as an operator. */
fc_status fc_formula_print_script(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                  fc_report *report);
/** The coefficients that the runtimes of Python and JavaScript read: JSON, and a literal in both. */
void fc_formula_print_machine(fc_text *out, const fc_coefficients *machine);
/** JSON: "parameters", "counters", "uses_rank", "growth" (by parameter, computation and communication apart: "theta",
 * null if not known; "at_most"; "terms", indices of the first that grow like this), "terms" with "file", "line",
 * "item" (the place in the cost program: regions, then sites), "kind" ("compute", "communication", "allocation",
 * "executed"), "op", "count", "sums" and what it costs, expressions as TEXT prints them; and "latex": "groups" of a
 * "weight" and "lines" ("terms": those it tells, "cost") in the order of LATEX, and what "where" names. */
fc_status fc_formula_print_json(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                fc_report *report);

/** One term as text; names are the program's. */
typedef struct fc_formula_entry {
    fc_place place;
    const char *function, *operation; /* "MPI_Bcast", "malloc"; NULL: computation */
    char *text;                       /* "iterations * T_bcast(p, 8*n)"; of computation: how often its body runs */
} fc_formula_entry;

/** Every term; those of one place with the same cost are one. Errors of fc_formula_print(). */
fc_status fc_formula_list(FC_GIVE fc_formula_entry **out, size_t *n, const fc_formula *formula, fc_report *report);
void fc_formula_list_free(FC_TAKE fc_formula_entry *list, size_t n);

/** Seconds of an executed term, where nothing is known of it 0. */
double fc_formula_executed_seconds(const fc_formula *formula, const fc_formula_term *term,
                                   const fc_formula_options *options);

/** What the cost program predicts at the point of the terms' seconds is what they come to, but for arguments that are
 * not given. *total: their sum. */
bool fc_formula_agrees(double *total, const fc_formula *formula, const double *seconds, double predicted);

/** Seconds of every term at the point, weights included, for the rank that takes longest; *rank: which. seconds:
 *  [n_terms]. False: some sum is too long to be added up term by term; nothing is known then.
 *  FC_E_INPUT where the formula has no value there (a division by 0, a negative count). */
fc_status fc_formula_seconds(double *seconds, bool *known, const fc_formula *formula, const fc_formula_options *options,
                             fc_report *report);

#endif
