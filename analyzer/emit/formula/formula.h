/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula.h  Prints a program's formula (analyzer/summary/formula.h).
 *
 * TEXT and LATEX use the notation of [analyzer]: T_bcast(p, m) is a runtime function, T_bcast@intra(p, m) its variant
 * within a node (table 1), t_add_f64 an operation cost (section 2.2), ^chain marks operations of the loop-carried
 * dependence ([machine] section 2.3). C, PYTHON and JAVASCRIPT contain the machine too and compute the prediction of
 * method `sum`, the maximum over the ranks. All three run the C of runtime/models: PYTHON compiles it, JAVASCRIPT has
 * it as WebAssembly. */
#ifndef FC_FORMULA_FORMULA_H
#define FC_FORMULA_FORMULA_H

#include "analyzer/summary/formula.h"
#include "runtime/scaling/count_model.h"

/** A value of the formula as a function of ranks and parameters, fitted to several profiled runs. */
typedef struct fc_formula_fit {
    fc_count_model model;
    fc_count_model divisor; /* of a quotient: the value is model / divisor */
    bool is_quotient, is_share;
    int n_runs; /* 0: there is no fit */
} fc_formula_fit;

/** A variable of the fits: the ranks, a parameter, or an argument that is no parameter and stays as it is. */
typedef struct fc_formula_fit_variable {
    char *name;
    long parameter; /* in formula->parameter; FC_FIT_BY_RANKS, FC_FIT_BY_ARGUMENT */
    double value;   /* of an argument */
} fc_formula_fit_variable;
enum {
    FC_FIT_BY_RANKS = -1,
    FC_FIT_BY_ARGUMENT = -2
};

/** Fits of what the formula reads: counters of a profile, and numbers of the cost program. */
typedef struct fc_formula_fits {
    fc_formula_fit_variable variable[FC_COUNT_VARIABLES];
    int n_variables;
    fc_formula_fit *counter; /* by analysis->counter */
    fc_formula_fit *number;  /* by number of formula->probe and formula->quantity; NULL: not fitted */
} fc_formula_fits;

void fc_formula_fits_free(FC_TAKE fc_formula_fits *fits);
/** The fitted value at p ranks and these values of formula->parameter; NAN: the fit needs one that is not above 0. */
double fc_formula_fits_value(const fc_formula_fits *fits, const fc_formula_fit *fit, double p, const double *parameter);

/** The point at which the terms' shares of the time are evaluated. */
typedef struct fc_formula_point {
    int ranks;               /* p >= 1 */
    int rank;                /* the slowest rank; -1: to be found */
    const double *parameter; /* by formula->parameter */
} fc_formula_point;

/** All borrowed. */
typedef struct fc_formula_options {
    const fc_coefficients *machine; /* NULL: none, for TEXT, LATEX and JSON without shares */
    const char *compute_model;      /* "memory" or "ops" */
    const double *counter;          /* by analysis->counter, NAN: not known; NULL: none is known */
    const fc_formula_point *point;  /* NULL: no shares, terms in source order */
    bool all;            /* TEXT and LATEX: every term, and the growth in each parameter; else what fits a screen */
    bool plain;          /* TEXT and LATEX: expressions keep the form in which the analysis made them */
    bool numbers;        /* TEXT and LATEX: the machine's numbers instead of its functions */
    const double *probe; /* by number of formula->probe: their values at the point; NULL: not known, then executed terms
                            count as 0 */
    const fc_formula_fits *fits; /* NULL: none */
    bool is_fitted;   /* the fits replace what they fit: it is no parameter of T, but a function of p and parameters.
                         counter, probe and the point then have the fitted values */
    bool by_ranks;    /* method ranks gave `probe`, as method sum does not follow the program */
    double predicted; /* of is_fitted: the cost program's seconds at the point; NAN: not known */
    const char *no_point; /* why the formula has no value at the point, where the cost program has one; NULL: none */
} fc_formula_options;

/** Appends the formula to *out (untouched on error), terminated by a newline.
 * - C: a file with `double T(double p, double <parameter>, ...)` that includes forecost.h, compute.h and
 *   runtime_function.h and links the runtime (pkg-config forecost).
 * - PYTHON: a module with T(p, <parameter>, ...) and a command line. It compiles the formula in C and the models, whose
 *   sources it contains, when it is imported; it needs a C compiler and the standard library.
 * - JAVASCRIPT: a module that exports T(p, <parameter>, ...).
 * Counters of a profile are parameters after the program's own.
 * FC_E_INPUT if the formula depends on a value that is not a parameter; FC_E_USAGE if a program has no machine; of
 * JAVASCRIPT, errors of fc_formula_check_module(). */
fc_status fc_formula_print(fc_text *out, const fc_formula *formula, fc_notation notation,
                           const fc_formula_options *options, fc_report *report);
/** The formula alone as a JavaScript function from fc_helpers to the argument of fc_model() and fc_evaluate() in
 * formula_runtime.mjs. Parameters, counters and terms are in the order of the JSON; the last argument of its terms()
 * has the seconds of executed terms, by "number". "<" occurs only as an operator, so that the text can be embedded in
 * HTML. */
fc_status fc_formula_print_script(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                  fc_report *report);
/** FC_E_ENVIRONMENT if Forecost was built without the WebAssembly module that JAVASCRIPT and the report page need. */
fc_status fc_formula_check_module(fc_report *report);
/** The machine's coefficients as JSON, for formula_runtime.mjs. */
void fc_formula_print_machine(fc_text *out, const fc_coefficients *machine);
/** Prints JSON, with expressions as in TEXT:
 * - "parameters" (a quantity with its "number" among the cost program's), "counters", "uses_rank";
 * - "quantities": what the formula keeps symbolic, parameters and counters included: "name", "file", "line", "how"
 *   ("parameter", "computed" by the cost program, "measured" by a profile), "value" at the point; of the time of a part
 *   "unit" and "why" it has no closed form; "fit" to several profiled runs, with "text" and "runs";
 * - "targets": calls through pointers, "file", "line", and the procedure that each "calls" at the point: the formula is
 *   for such runs;
 * - "left_out": places that method sum does not follow, "file", "line", "op", "why";
 * - "growth" by parameter, for computation and communication: "theta" (null if not known), "at_most", "terms" (indices
 *   of the first with this growth);
 * - "terms": "file", "line", "item" (fc_formula_item()), "kind" ("compute", "communication", "allocation",
 *   "executed", with the "number" of its seconds), "op", "count", "sums", and the cost ("runtime_function" and its
 *   "variant" of communication);
 * - "latex": "groups" of a "weight" and "lines" ("terms": their indices, "cost"), and the definitions of "where". */
fc_status fc_formula_print_json(fc_text *out, const fc_formula *formula, const fc_formula_options *options,
                                fc_report *report);

/** One term as text, with the program's names. */
typedef struct fc_formula_entry {
    fc_place place;
    const char *function, *operation; /* "MPI_Bcast", "malloc"; NULL: computation */
    char *text;                       /* "iterations * T_bcast(p, 8*n)"; for computation: executions of the body */
} fc_formula_entry;

/** All terms; terms of one place with the same cost are merged. Errors of fc_formula_print(). */
fc_status fc_formula_list(FC_GIVE fc_formula_entry **out, size_t *n, const fc_formula *formula, fc_report *report);
void fc_formula_list_free(FC_TAKE fc_formula_entry *list, size_t n);

/** Seconds of an executed term; 0 if they are not known. */
double fc_formula_executed_seconds(const fc_formula *formula, const fc_formula_term *term,
                                   const fc_formula_options *options);

/** The program gives up at the point, so that the formula is not for it. */
bool fc_formula_stops(const fc_formula *formula, const fc_formula_options *options);
/** True if the terms' seconds add up to the cost program's prediction at the same point. Terms marked is_asked may be
 * missing from the prediction. *total: their sum. */
bool fc_formula_agrees(double *total, const fc_formula *formula, const double *seconds, double predicted);

/** Seconds of every term at the point, weights included, for the slowest rank. seconds: [n_terms]. *known: false if
 * adding up the sums takes too many steps; `seconds` is then not valid.
 * FC_E_INPUT if the formula has no value there (a division by 0, a negative count). */
fc_status fc_formula_seconds(double *seconds, bool *known, const fc_formula *formula, const fc_formula_options *options,
                             fc_report *report);

#endif
