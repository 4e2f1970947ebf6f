/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_view.h  A formula prepared for one notation: valid names, shares of the time, groups of terms. Used by
 * the formula*.c files only. */
#ifndef FC_FORMULA_VIEW_H
#define FC_FORMULA_VIEW_H

#include "analyzer/emit/formula/formula.h"

/** A counter that the formula reads. */
typedef struct fc_formula_counter {
    int counter;  /* in analysis->counter */
    char *name;   /* as printed */
    double value; /* NAN: not known */
} fc_formula_counter;

typedef struct fc_formula_view {
    const fc_formula *formula;
    const fc_formula_options *options;
    fc_notation notation;
    fc_formula_term *term; /* copies whose expressions use the names below */
    size_t n_terms;
    bool *counted; /* [n_terms] the cost at the term's place depends on counters */
    size_t
        *printed_with; /* [n_terms] the term on whose line it is printed: itself, or its merge in fc_formula_groups() */
    char **parameter;  /* [formula->n_parameters] as printed; the names are distinct */
    fc_formula_counter *counter;
    size_t n_counters, counter_capacity;
    double *seconds; /* [n_terms] at the point; NULL: not known */
    double total;    /* their sum */
} fc_formula_view;

/** FC_E_INPUT if an expression contains a variable that is not a parameter; errors of fc_formula_seconds(). */
fc_status fc_formula_view_create(FC_GIVE fc_formula_view **out, const fc_formula *formula, fc_notation notation,
                                 const fc_formula_options *options, fc_report *report);
void fc_formula_view_free(FC_TAKE fc_formula_view *view);

/** Calls `each` with the address of every expression of a term. */
void fc_formula_parts(fc_formula_term *term, void (*each)(void *data, const fc_sym **part), void *data);
/** True for notations whose names must be identifiers: C, PYTHON, JAVASCRIPT. */
bool fc_formula_is_program(fc_notation notation);
/** The item (region or site) to which the cost program attributes a term: regions are numbered first, then sites. A
 * nonblocking operation is attributed to the next call that may complete it. */
size_t fc_formula_item(const fc_formula *formula, const fc_formula_term *term);
/** "p, n, iterations": ranks, parameters, counters, each preceded by `before`. */
void fc_formula_parameters(fc_text *out, const fc_formula_view *view, const char *before);
/** The place with the base name of its file. */
fc_place fc_formula_place(const fc_formula *formula, const fc_formula_term *term);
/** "allgather". */
const char *fc_formula_fit_name(fc_fit fit);
/** True if the runtime function depends on p. */
bool fc_formula_is_collective(fc_fit fit);
/** The cost of one execution of a region's body: "t_madd_f64^chain + 2 t_read_f64"; "0" if empty. TEXT or LATEX. */
void fc_formula_operations(fc_text *out, const fc_region_model *region, fc_notation notation);

/** An expression as a factor of a product: in brackets if it is a sum. TEXT or LATEX. */
void fc_formula_factor(fc_text *out, const fc_sym *expression, fc_notation notation);
/** The sums and the count that multiply a term's cost: "sum_{k=0}^{n - 1} count"; "" if the weight is 1. */
void fc_formula_weight(fc_text *out, const fc_formula_term *term, fc_notation notation);
/** The term without its weight: "n * (t_add_f64 + t_read_f64)", "T_bcast(p, 8*n)". */
void fc_formula_cost(fc_text *out, const fc_formula_term *term, fc_notation notation);

/** Terms with the same count and the same sums. */
typedef struct fc_formula_group {
    size_t *term; /* in printing order */
    size_t n;
    double seconds;
} fc_formula_group;

/** The meaning of a counter's value: "mean iterations of the loop", "share of the branch". */
const char *fc_formula_counter_meaning(const fc_site_model *counter);
/** All terms in groups: the longest first if the seconds are known, else in source order. Terms of one place and cost
 * are merged into the first, by adding their iterations (calls: executions; allocations: executions and bytes). */
FC_GIVE fc_formula_group *fc_formula_groups(fc_formula_view *view, size_t *n_groups);
void fc_formula_groups_free(FC_TAKE fc_formula_group *groups, size_t n);

/** A list of owned texts. */
typedef struct fc_formula_lines {
    char **text;
    size_t n, capacity;
} fc_formula_lines;

/** The lines of one formula: for each group its weight, then the cost of each of its terms; then the definitions of
 * names for repeated subexpressions, "a = max(n - rank, 0)". TEXT or LATEX. */
typedef struct fc_formula_sheet {
    fc_formula_view *view;
    fc_formula_group *group;
    size_t n_groups;
    fc_formula_lines lines;
    size_t next; /* next line to print */
} fc_formula_sheet;

void fc_formula_sheet_open(fc_formula_sheet *out, fc_formula_view *view, fc_notation notation);
void fc_formula_sheet_close(fc_formula_sheet *sheet);

/** formula_runtime.mjs with the WebAssembly module of the models in it, formula_runtime.py and formula_dims.h, embedded
 * by embed.cmake. */
extern const char fc_formula_javascript[], fc_formula_python[], fc_formula_dims[];

/** "p, n, iterations=3": the parameters, with the known counters' values as defaults. PYTHON and JAVASCRIPT. */
void fc_formula_known_parameters(fc_text *out, const fc_formula_view *view);
/** Lines of a comment: program, machine, model, and the meaning of each counter, after `lead`. */
void fc_formula_description(fc_text *out, const fc_formula_view *view, const char *lead);
/** C and JAVASCRIPT; the view needs a machine. */
void fc_formula_print_source(fc_text *out, const fc_formula_view *view);
/** in_c: the same formula as a view of notation C. */
void fc_formula_print_python(fc_text *out, const fc_formula_view *view, const fc_formula_view *in_c);
/** The formula without machine and runtime; see fc_formula_print_script(). */
void fc_formula_print_function(fc_text *out, const fc_formula_view *view);
/** A region as JSON, for formula_runtime.mjs. */
void fc_formula_print_region(fc_text *out, const fc_program *program, const fc_region_model *region);
/** TEXT and LATEX. */
void fc_formula_print_text(fc_text *out, fc_formula_view *view);
void fc_formula_print_latex(fc_text *out, fc_formula_view *view);

#endif
