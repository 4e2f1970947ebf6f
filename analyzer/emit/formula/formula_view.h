/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_view.h  A formula prepared for one notation: valid names, shares of the time, groups of terms. Used by
 * the formula*.c files only. */
#ifndef FC_FORMULA_VIEW_H
#define FC_FORMULA_VIEW_H

#include "analyzer/emit/formula/formula.h"
#include "analyzer/powers/powers.h"

/** A counter that the formula reads. */
typedef struct fc_formula_counter {
    int counter;  /* in analysis->counter */
    char *name;   /* as printed */
    double value; /* NAN: not known */
} fc_formula_counter;

enum {
    FC_MOST_DIMENSIONS = 4 /* of a grid whose ranks are printed by their coordinates */
};

/** Of the time: terms that take less together are left out. */
#define FC_FORMULA_LEAST_SHARE 0.01

/** A variable of the printed expressions. */
typedef struct fc_formula_variable {
    const fc_sym *printed;
    double value; /* at the point; NAN: not known */
} fc_formula_variable;

typedef struct fc_formula_view {
    const fc_formula *formula;
    const fc_formula_options *options;
    fc_notation notation;
    fc_formula_term *term; /* copies whose expressions use the names below */
    size_t n_terms;
    bool *counted; /* [n_terms] the cost at the term's place depends on counters, or is that of an executed part */
    size_t
        *printed_with; /* [n_terms] the term on whose line it is printed: itself, or its merge in fc_formula_groups() */
    char **parameter;  /* [formula->n_parameters] as printed; the names are distinct */
    fc_formula_counter *counter;
    size_t n_counters, counter_capacity;
    fc_formula_variable *variable; /* p, rank, parameters and counters; not the indices of sums */
    size_t n_variables, variable_capacity;
    bool *is_positive;   /* [formula->n_parameters] printed for values >= 1 only: TEXT and LATEX */
    bool *is_at_least_p; /* [formula->n_parameters] printed for values >= p only */
    bool *is_fixed;      /* [formula->n_parameters] an option that has the point's value in all terms: not with `all` */
    const fc_sym *coordinate[FC_MOST_DIMENSIONS];      /* of a rank in its grid; or the rank alone */
    const fc_sym *coordinate_size[FC_MOST_DIMENSIONS]; /* one more than its largest value */
    const fc_sym *place;                               /* the rank by its coordinates */
    bool is_created_grid;                              /* of MPI_Dims_create */
    int n_coordinates;
    const fc_sym *rank; /* the rank that is slowest at all points; NULL: not proven, or the formula has no rank */
    bool uses_rank;     /* T is the maximum over the ranks */
    fc_formula_term *on_any_rank; /* [n_terms] the terms by the coordinates, if some are too small at the point to
                                     decide `rank`; NULL: `rank` is the slowest for all of them */
    fc_formula_variable *named;   /* executions whose expression is too long to be printed, and their values */
    bool *is_name_shown;          /* [n_named] used outside of the terms */
    size_t n_named, named_capacity;
    bool *is_hidden;   /* [n_terms] not printed: merged into another term, never executed, or small. NULL: none is */
    double *order;     /* [n_terms] total power of the term's largest product, without seconds; NULL: not known */
    size_t n_left_out; /* small terms that are hidden, and their seconds */
    double left_out_s;
    double *seconds; /* [n_terms] at the point; NULL: not known */
    double total;    /* their sum */
} fc_formula_view;

/** FC_E_INPUT if an expression contains a variable that is not a parameter; errors of fc_formula_seconds(). */
fc_status fc_formula_view_create(FC_GIVE fc_formula_view **out, const fc_formula *formula, fc_notation notation,
                                 const fc_formula_options *options, fc_report *report);
void fc_formula_view_free(FC_TAKE fc_formula_view *view);

/** Simplifies the terms of a view in TEXT or LATEX for p >= 1 ranks and the parameters' ranges: conditions, sums whose
 * index only counts, and the maximum over the ranks. */
void fc_formula_view_simplify(fc_formula_view *view);
/** The value of a printed expression at the point, for its slowest rank; NAN: not known. */
double fc_formula_view_value(const fc_formula_view *view, const fc_sym *expression);

/** The functions that expressions may call, for fc_values. */
bool fc_formula_call(void *data, const char *name, const double *args, int n_args, double *value);

/** Calls `each` with the address of every expression of a term. */
void fc_formula_parts(fc_formula_term *term, void (*each)(void *data, const fc_sym **part), void *data);
/** True for notations whose names must be identifiers: C, PYTHON, JAVASCRIPT. */
bool fc_formula_is_program(fc_notation notation);
/** The item (region or site) to which the cost program attributes a term: regions are numbered first, then sites. A
 * nonblocking operation is attributed to the next call that may complete it. */
size_t fc_formula_item(const fc_formula *formula, const fc_formula_term *term);
/** The quantity (analyzer/summary/formula.h) that this parameter is; NULL: it is the program's own. */
const fc_quantity *fc_formula_quantity_at(const fc_formula *formula, size_t parameter);
/** True for parameters that are printed: in text, quantities only if a printed term has them. */
bool fc_formula_is_listed(const fc_formula_view *view, size_t parameter);
/** True for arguments of T that are whole and at least 0: the program's own integer parameters. */
bool fc_formula_is_count(const fc_formula_view *view, size_t parameter);
/** True if a printed term has the variable of that name. */
bool fc_formula_is_shown(const fc_formula_view *view, const char *name);
/** True for counters that are printed, by index in view->counter: not those that the fits replace; in text, only those
 * that a printed term has, or whose value is not known. */
bool fc_formula_is_counter_listed(const fc_formula_view *view, size_t counter);
/** "p, n, iterations": ranks, parameters, counters, each preceded by `before`. */
void fc_formula_parameters(fc_text *out, const fc_formula_view *view, const char *before);
/** The place with the base name of its file. */
fc_place fc_formula_place(const fc_formula *formula, const fc_formula_term *term);
/** "region". */
const char *fc_formula_overhead_name(fc_overhead_kind kind);
/** "allgather". */
const char *fc_formula_fit_name(fc_fit fit);
/** "intra". */
const char *fc_formula_variant_name(fc_variant variant);
/** The runtime function of a variant: "allgather", "allgather@intra". */
FC_GIVE char *fc_formula_function_name(fc_fit fit, fc_variant variant);
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

/** True if the term's count is 0 everywhere. */
bool fc_formula_is_never(const fc_formula_term *term);
/** The iterations of a term for one entry of its loop; 1 without a loop. */
const fc_sym *fc_formula_iterations(fc_algebra *algebra, const fc_formula_term *term);

/** Merges equal messages by adding their counts, and all allocations. Hides what is never executed. */
void fc_formula_merge_equal(fc_formula_view *view);
/** Hides the smallest terms, 1 % of the time in all; without seconds, terms of lower order. After
 * fc_formula_merge_equal(). */
void fc_formula_hide_small(fc_formula_view *view);
/** True if the text of an expression is too long for a line or two. */
bool fc_formula_is_long(const fc_sym *expression);
/** Replaces the long counts of the terms shown by names: "N(lu.c:116)". */
void fc_formula_name_long(fc_formula_view *view);
/** The variable "N(lu.c:116)" for these executions of a term; a second call gives the same. */
const fc_sym *fc_formula_name_executions(fc_formula_view *view, size_t term, const fc_sym *executions);
/** Explains the name below the formula. */
void fc_formula_show_name(fc_formula_view *view, const fc_sym *name);
/** Hides the smallest term; without seconds, the last. False: there is none. */
bool fc_formula_hide_smallest(fc_formula_view *view);

/** Terms with the same count and the same sums. */
typedef struct fc_formula_group {
    size_t *term; /* in printing order */
    size_t n;
    double seconds;
} fc_formula_group;

/** All terms in groups: the longest first if the seconds are known, else in source order. Terms of one place and cost
 * are merged into the first, by adding their iterations (calls: executions; allocations: executions and bytes). */
FC_GIVE fc_formula_group *fc_formula_groups(fc_formula_view *view, size_t *n_groups);
void fc_formula_groups_free(FC_TAKE fc_formula_group *groups, size_t n);

/** The fits of what the formula reads; NULL: it has none. */
const fc_formula_fit *fc_formula_fit_of_counter(const fc_formula_view *view, int counter);
const fc_formula_fit *fc_formula_fit_of_parameter(const fc_formula_view *view, size_t parameter);
const fc_formula_fit *fc_formula_fit_of_term(const fc_formula_view *view, const fc_formula_term *term);
/** "1.9 + 0.7 log2(n)"; in a program an expression with the value of fc_formula_fits_value(). */
void fc_formula_fit_print(fc_text *out, const fc_formula_view *view, const fc_formula_fit *fit, fc_notation notation);
/** "; fits 1.9 + 0.7 log2(n) (3 runs)"; nothing for NULL. */
void fc_formula_fit_note(fc_text *out, const fc_formula_view *view, const fc_formula_fit *fit);
/** The fit as a sum of products of the domain's variables. False: there is none. */
bool fc_formula_fit_powers(FC_GIVE fc_powers_sum *out, const fc_formula_view *view, const fc_formula_fit *fit,
                           const fc_powers_domain *domain);
/** True if the fits replace the parameter, or the counter of that index in view->counter. */
bool fc_formula_is_replaced(const fc_formula_view *view, size_t parameter);
bool fc_formula_is_counter_replaced(const fc_formula_view *view, size_t counter);
/** The variable whose value is the seconds of an executed term that the fits replace; NULL: they do not. */
const fc_sym *fc_formula_part_variable(const fc_formula_view *view, const fc_formula_term *term);

/** A list of owned texts. */
typedef struct fc_formula_lines {
    char **text;
    size_t n, capacity;
} fc_formula_lines;

/** Adds the text, which is then empty. */
void fc_formula_lines_add(fc_formula_lines *lines, fc_text *text);
/** Names repeated subexpressions; adds a line for each definition, "a = max(n - rank, 0)". */
void fc_formula_lines_abbreviate(fc_formula_lines *lines, const fc_formula_view *view);
void fc_formula_lines_free(fc_formula_lines *lines);

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
