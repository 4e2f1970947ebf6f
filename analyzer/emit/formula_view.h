/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_view.h  A formula made ready for one notation: names that can stand there, shares, groups of terms.
 * For the formula*.c files only. */
#ifndef FC_EMIT_FORMULA_VIEW_H
#define FC_EMIT_FORMULA_VIEW_H

#include "analyzer/emit/formula.h"

/** A counter that the formula reads. */
typedef struct fc_formula_counter {
    int counter;  /* in analysis->counter */
    char *name;   /* as it is printed */
    double value; /* NAN: not known */
} fc_formula_counter;

typedef struct fc_formula_view {
    const fc_formula *formula;
    const fc_formula_options *options;
    fc_notation notation;
    fc_formula_term *term; /* copies whose expressions print with the names below */
    size_t n_terms;
    bool *counted;    /* [n_terms] its place rests on counters */
    size_t *told_by;  /* [n_terms] the term on whose line it is told: itself, or what fc_formula_groups() added it to */
    char **parameter; /* [formula->n_parameters] as they are printed; no two names are equal */
    fc_formula_counter *counter;
    size_t n_counters, counter_capacity;
    double *seconds; /* [n_terms] at the point; NULL: not known */
    double total;    /* their sum */
} fc_formula_view;

/** FC_E_INPUT where an expression holds a variable that is no parameter. Errors of fc_formula_seconds(). */
fc_status fc_formula_view_create(FC_GIVE fc_formula_view **out, const fc_formula *formula, fc_notation notation,
                                 const fc_formula_options *options, fc_report *report);
void fc_formula_view_free(FC_TAKE fc_formula_view *view);

/** Calls each for the address of every expression of a term. */
void fc_formula_parts(fc_formula_term *term, void (*each)(void *data, const fc_sym **part), void *data);
/** Whether names have to be identifiers: C, PYTHON, JAVASCRIPT. */
bool fc_formula_is_program(fc_notation notation);
/** The place a term adds to, as the cost program numbers them: regions, then sites. What is paid where it ends adds to
 * the next call that may end it. */
size_t fc_formula_item(const fc_formula *formula, const fc_formula_term *term);
/** "p, n, iterations": ranks, parameters, counters; each with `before` in front. */
void fc_formula_parameters(fc_text *out, const fc_formula_view *view, const char *before);
/** Name behind the last '/', line and column. */
fc_place fc_formula_place(const fc_formula *formula, const fc_formula_term *term);
/** "allgather". */
const char *fc_formula_fit_name(fc_fit fit);
/** Whether the runtime function depends on p. */
bool fc_formula_is_collective(fc_fit fit);
/** What one execution of a region's body costs: "t_madd_f64^chain + 2 t_read_f64"; TEXT or LATEX. "0" if nothing. */
void fc_formula_operations(fc_text *out, const fc_region_model *region, fc_notation notation);

/** An expression as one factor of a product: in brackets where it is a sum. TEXT or LATEX. */
void fc_formula_factor(fc_text *out, const fc_sym *expression, fc_notation notation);
/** "sum_{k=0}^{n - 1} iterations", what a term's cost is multiplied with, without its iterations; "" where that is 1.
 */
void fc_formula_weight(fc_text *out, const fc_formula_term *term, fc_notation notation);
/** The term without its weight: "n * (t_add_f64 + t_read_f64)", "T_bcast(p, 8*n)". */
void fc_formula_cost(fc_text *out, const fc_formula_term *term, fc_notation notation);

/** Terms with the same count and the same sums. */
typedef struct fc_formula_group {
    size_t *term; /* in the order they are printed */
    size_t n;
    double seconds;
} fc_formula_group;

/** "mean iterations of the loop", "share of the branch": what the value of a counter is. */
const char *fc_formula_counter_meaning(const fc_site_model *counter);
/** All terms in groups: the longest first if the seconds are known, else in the order of the source. Terms of one place
 * are one term: the later ones' iterations (of a call: times; of an allocation: times and bytes) are added to the
 * first's. */
FC_GIVE fc_formula_group *fc_formula_groups(fc_formula_view *view, size_t *n_groups);
void fc_formula_groups_free(FC_TAKE fc_formula_group *groups, size_t n);

/** Texts that stand together; owns them. */
typedef struct fc_formula_lines {
    char **text;
    size_t n, capacity;
} fc_formula_lines;

/** The lines of one formula: of each group the weight, then of each of its terms the cost; then what short names mean,
 * "a = max(n - rank, 0)", for what the others repeat. TEXT or LATEX. */
typedef struct fc_formula_sheet {
    fc_formula_view *view;
    fc_formula_group *group;
    size_t n_groups;
    fc_formula_lines lines;
    size_t next; /* line to be printed */
} fc_formula_sheet;

void fc_formula_sheet_open(fc_formula_sheet *out, fc_formula_view *view, fc_notation notation);
void fc_formula_sheet_close(fc_formula_sheet *sheet);

/** formula_runtime.py, the modules of JavaScript as one, and formula_dims.h, as embed.cmake carries them. */
extern const char fc_formula_runtime[], fc_formula_javascript[], fc_formula_dims[];

/** C, PYTHON and JAVASCRIPT, from a view that has a machine. */
void fc_formula_print_source(fc_text *out, const fc_formula_view *view);
/** The formula alone, without machine and runtime: formula.h, fc_formula_print_script(). */
void fc_formula_print_function(fc_text *out, const fc_formula_view *view);
/** A region as the runtimes of Python and JavaScript read it, a literal in both. */
void fc_formula_print_region(fc_text *out, const fc_program *program, const fc_region_model *region);
/** TEXT and LATEX. */
void fc_formula_print_text(fc_text *out, fc_formula_view *view);
void fc_formula_print_latex(fc_text *out, fc_formula_view *view);

#endif
