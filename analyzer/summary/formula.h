/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula.h  The whole program as a sum of terms over its parameters: a symbolic run of the cost trees from
 * main.
 *
 * T(p, parameters, rank) = sum over terms of [sum over the term's explicit sums of] count * t, with t the runtime
 * function of an MPI operation, the time of a region, or of an allocation. The run takes the same decisions as the cost
 * program (what collapses, what is weighted, what is run), so both give the same number. Variables by key: "p", "rank",
 * fc_formula_key() of a parameter's name (integers taken as >= 0), "c<counter>" (a mean count of the profile), sum
 * variables. */
#ifndef FC_PASSES_FORMULA_H
#define FC_PASSES_FORMULA_H

#include "analyzer/cost_tree/analysis.h"
#include "support/words.h"

/** sum_{variable=low}^{high}; low and high may depend on the variables of the sums before. */
typedef struct fc_formula_sum {
    const fc_sym *variable, *low, *high;
} fc_formula_sum;

/** The nodes of a machine whose runtime functions have variants by the placement of ranks (coefficients.h). Rank r of p
 * is on node floor(r / cores), or, dealt cyclically, r mod ceil(p / cores). */
typedef struct fc_formula_nodes {
    int cores; /* of a node; 0: each runtime function has one variant, ANY */
    fc_distribution dealing;
} fc_formula_nodes;

typedef struct fc_formula_term {
    const fc_node *node;           /* what costs: the call, or the region's source */
    const fc_procedure *procedure; /* in which it stands */
    bool is_asked; /* in an arm that is run where an argument is given; the formula is for runs given all of them */
    const fc_sym *count; /* how often the term counts: weights of repeated bodies, indicators of branches */
    fc_formula_sum *sum; /* explicit sums, outermost first */
    int n_sums;
    /* a region: t = compute(region, entries, iterations, working sets) */
    const fc_region_model *region;
    const fc_sym *entries, *iterations;
    const fc_sym **working_set; /* [fc_region_model_n_sizes(region)]; NULL entries: not known, taken as infinite */
    /* an MPI operation: t = runtime function `fit` of `ranks` and `bytes`. Each variant is a term of its own; `count`
     * is 0 where the nodes of the ranks make it another one */
    const fc_mpi_operation *operation;
    fc_fit fit;
    fc_variant variant;
    const fc_sym *ranks, *bytes; /* bytes as operations.h counts them; ranks: the communicator's size */
    const fc_sym *moved;         /* bytes by which the rank's message counts; NULL: it is none of its messages */
    /* an allocation (none of the others): t = allocate_s + bytes * first_touch_s */
    bool is_overhead; /* of an OpenMP construct in a team of one thread: t = the overhead's alone_s; bytes 0 */
    fc_overhead_kind overhead;
    const fc_cost *executed; /* a part of the program that the formula does not follow: t is what the cost program
                                takes there in the whole run; count 1, no sums, bytes 0, region and operation NULL.
                                NULL: another term */
    bool is_setup;           /* of `executed`: all code that depends on program inputs */
    int probe;               /* of `executed`, its first in formula->probe; -1: none */
} fc_formula_term;

/** What the cost program of a formula measures: the seconds of a part of the program. */
typedef struct fc_formula_probe {
    const fc_cost *cost;
    int number;           /* of its seconds; parts that depend on program inputs share one: T_setup */
    char *why;            /* the reason why the formula does not follow it; NULL: it depends on program inputs */
    const fc_node *where; /* the place of that reason */
} fc_formula_probe;

/** What a quantity is: the value of an expression; of the communicator that a call has made the size, or the variant
 * (fc_variant) of its collectives; or a count. */
typedef enum fc_quantity_kind {
    FC_QUANTITY_VALUE,
    FC_QUANTITY_SIZE,
    FC_QUANTITY_VARIANT,
    FC_QUANTITY_COUNT /* mean number of executions of `arm` per execution of `cost` */
} fc_quantity_kind;

/** A value that the formula keeps symbolic, one of its parameters: the cost program has it in front of `cost`, that of
 * a communicator after it, a count at its end. */
typedef struct fc_quantity {
    size_t parameter;     /* in formula->parameter, which borrows the name */
    char *name;           /* "q", "A->n", "size(row)", "variant(row)", "iterations(list.c:42)", "taken(sort.c:17)" */
    const fc_node *place; /* the expression in the source; of a count, the loop, branch, case or call */
    const fc_cost *cost, *arm; /* arm: of a count; NULL: another quantity */
    int number;                /* of its probe */
    fc_quantity_kind kind;
} fc_quantity;

static inline bool fc_quantity_is_count(const fc_quantity *quantity)
{
    return quantity->arm != NULL;
}

/** A count that is a share, from 0 to 1: of the executions that take a branch, or a case. */
bool fc_quantity_is_share(const fc_quantity *quantity);

/** A call through a pointer that the formula does not follow: the cost program gives the procedure that it calls. */
typedef struct fc_formula_target {
    const fc_cost *cost;
    const fc_procedure *callee; /* NULL: not known yet */
    int number;                 /* of its probe: the position of the callee among the cost's children, from 1; 0: it is
                                   not called there */
} fc_formula_target;

/** A call whose received message decides how the program goes on: method sum does not follow it. */
typedef struct fc_formula_left_out {
    const fc_node *call;
    const char *operation, *why; /* "MPI_Recv", "wildcard receive" */
} fc_formula_left_out;

typedef struct fc_formula {
    const fc_analysis *analysis;
    fc_formula_nodes nodes;
    fc_formula_left_out *left_out; /* wildcard receives first, each in order of their nodes */
    size_t n_left_out, left_out_capacity;
    fc_quantity *quantity;
    size_t n_quantities, quantity_capacity;
    fc_formula_target *target; /* the formula is for runs in which these calls call these procedures */
    size_t n_targets, target_capacity;
    const fc_node **refused; /* places that are no quantities: their values vary at some point */
    size_t n_refused, refused_capacity;
    fc_formula_probe *probe; /* parts that the cost program measures */
    size_t n_probes, probe_capacity;
    int n_numbers; /* of probes */
    fc_formula_term *term;
    size_t n_terms, term_capacity;
    const char **parameter; /* names, in order of first use */
    fc_words element_names; /* those of parameters that are elements of arrays */
    bool *is_real;          /* a floating-point parameter */
    bool *is_signed;        /* not known to be nonnegative: quantities, and parameters that are negative by default */
    size_t n_parameters, parameter_capacity, real_capacity, signed_capacity;
    bool uses_rank;      /* T is the maximum over rank = 0 .. p - 1 */
    const fc_sym **stop; /* where one of them is above 0 the program gives up, and the formula is not for it */
    size_t n_stops, stop_capacity;
    const fc_node **stop_place; /* the conditions at which it may give up */
    size_t n_stop_places, stop_place_capacity;
    bool may_stop; /* it may give up elsewhere too, by what is not closed */
    int *whole;    /* counters of loops whose iterations differ: the formula is for whole numbers of iterations */
    size_t n_whole, whole_capacity;
} fc_formula;

/** The formula is for these values of the counters: loops whose iterations differ have whole numbers of them. A mean
 * over ranks or entries may lie between. counter: by number; NAN: not known. */
bool fc_formula_is_for_counts(const fc_formula *formula, const double *counter);

/** By what the cost program adds to: its regions, then its sites; whether they are part of an executed term. NULL where
 * the term is none. */
FC_GIVE bool *fc_formula_executed_items(const fc_formula *formula, const fc_formula_term *term);

/** Every program has a formula: a part whose counts are not closed in the parameters is a term of its own (executed).
 * nodes NULL: the formula is for machines without variants. FC_E_INPUT if there is no main. */
fc_status fc_formula_create(FC_GIVE fc_formula **out, const fc_analysis *analysis, const fc_formula_nodes *nodes,
                            fc_report *report);
/** *formula is created again, without the quantities whose values vary (NAN among the probes), and with the procedures
 * that calls through pointers call there. False: nothing changes. */
bool fc_formula_refine(fc_formula **formula, const double *probe);
/** The number of the parameter of that name, a new one if the formula has none. name: borrowed. */
size_t fc_formula_take_parameter(fc_formula *formula, const char *name, bool is_real);
void fc_formula_free(FC_TAKE fc_formula *formula);
/** The key of a parameter's variable: its name; "p'" and "rank'" for parameters that are called as the formula's own.
 */
const char *fc_formula_key(const char *parameter);

#endif
