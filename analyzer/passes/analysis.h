/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file analysis.h  What the passes find out about a program, and what the emitters print from.
 *
 * The passes run in this order: control (which values the cost program can compute, which statements it keeps), cost
 * tree (what each procedure costs, statement by statement, counts symbolic), and on demand collapse (a subtree as a
 * list of terms with closed counts). */
#ifndef FC_ANALYSIS_H
#define FC_ANALYSIS_H

#include "analyzer/model/program.h"
#include "analyzer/model/symbolic.h"
#include "analyzer/passes/control.h"
#include "comm_interface/operations.h"
#include "machine_properties/coefficients.h"

/** One array access of a region, described by fc_streams_describe(). */
typedef struct fc_access_stream {
    const fc_node *node; /* the element: FC_INDEX, FC_MEMBER or a dereference; NULL: a library call's */
    fc_access access;
    fc_pattern pattern;
    int element_bytes;
    double stride_bytes;   /* between iterations of the innermost loop; 0: symbolic or random */
    double share;          /* of the accesses made there that this stream stands for; 1: all */
    double starts;         /* an entry of the innermost loop, elsewhere than where it ended; 0: it goes on */
    double waits;          /* share of turns that go on with what is read (fc_stream); 0: none, as far as is known */
    bool decided;          /* of those: it chooses between two places */
    bool brings;           /* those that bring lines anew; the rest find what the loop around brought (streams.h) */
    bool opens;            /* those that a window goes over first as a loop around moves it on; the rest come back */
    bool stands;           /* the same place each iteration: served from the first level */
    const fc_symbol *base; /* the array: a variable or a field; NULL: not known */
    const fc_sym *offset;  /* elements from base, over the loop variables; NULL: not closed */
    const fc_sym *behind;  /* elements behind another stream of the same array that brings the data; NULL: leads */
} fc_access_stream;

/** Operations and accesses of one piece of source without communication, per execution (design, "region"). */
typedef struct fc_region_model {
    int id;
    const fc_procedure *procedure;
    const fc_node *node; /* the loop, the call, or the first of its expressions */
    fc_span span;
    int flags; /* FC_REGION_... of forecost.h */
    double operation[FC_N_OPERATIONS][FC_N_NUMERICS];
    double chain[FC_N_OPERATIONS][FC_N_NUMERICS];
    double reads[FC_N_NUMERICS], writes[FC_N_NUMERICS];
    double load_bytes, store_bytes; /* of reads and writes; a char has one */
    double
        unrolled; /* turns of an innermost loop that the code has one behind the other, no LOOP then; 0: it has not */
    double calls;
    bool is_told;   /* a person tells its cost: seconds, or the operations above */
    double seconds; /* of an execution, whatever the machine */
    double around;  /* instructions besides of a turn of the loop around, as far as this region's picks share them
                     * (around.h)
                     */
    int inlined;    /* depth of inlined procedures while it is counted */
    fc_access_stream *stream;
    size_t n_streams, stream_capacity;
} fc_region_model;

typedef enum fc_cost_node_kind {
    FC_COST_SEQUENCE, /* child[] in order */
    FC_COST_REGION,   /* region, executed once an execution of the parent */
    FC_COST_KEPT,     /* node: a statement of the control slice, printed as it is */
    FC_COST_LOOP,     /* node: a canonical loop, variable from low to high by step; child[0] body */
    FC_COST_COUNTED,  /* node: a loop whose trips are counted (counter); child[0] body */
    FC_COST_EXECUTED, /* node: a loop whose condition is executable, but not canonical; child[0] body */
    FC_COST_BRANCH,   /* node: if, condition executable; child[0] then, child[1] else */
    FC_COST_SHARE,    /* node: if (or case), condition counted (counter); child[0] then, child[1] else. Or the first
                       * statement behind one that data leaves by jumps: child[0] what runs where none is taken (share)
                       */
    FC_COST_SWITCH,   /* node: switch with executable value; child[] = FC_COST_CASE */
    FC_COST_CASE,     /* node: case or default; child[0] its statements */
    FC_COST_MPI,      /* node: the call; operation; site */
    FC_COST_CALL,     /* node: the call; callee */
    FC_COST_POINTER,  /* node: a call through a pointer that the slice holds; child[] what it may run, an FC_COST_CALL
                       * each
                       */
    FC_COST_ALLOCATE, /* node: malloc, calloc, realloc; site */
    FC_COST_LIBRARY,  /* node: a library call whose arguments tell its cost; region: one turn of its part */
    FC_COST_TOLD,     /* node: the pragma that tells a cost (cost_told.h); region: a second, or an operation */
    FC_COST_LABEL,    /* node: where a goto goes */
    FC_COST_JUMP,     /* node: return, break, continue, goto or an external call that does not return */
    FC_COST_GIVEN,    /* node: a statement that goes by what a run is given (control.h); here, behind it, the numbers
                         that it leaves are parameters */
    FC_COST_MARK,     /* node: the end of the initialization block */
    FC_COST_OPENMP,   /* node: the directive; child[0] what it is about, of sections child[] one each; site */
    FC_COST_THREADS   /* node: a call of omp_set_num_threads */
} fc_cost_node_kind;

typedef struct fc_cost {
    fc_cost_node_kind kind;
    const fc_node *node;
    fc_region_model *region;
    const fc_mpi_operation *operation;
    const fc_procedure *callee;
    int site;            /* in analysis->site, or -1 */
    int counter;         /* in analysis->counter, or -1 */
    int reached;         /* COUNTED: the counter of how often its bound ends it (fc_control_bound), or -1 */
    int part;            /* LIBRARY: of its form (library.h) */
    bool value_kept;     /* CALL: printed inside a kept statement, not on its own */
    bool skips;          /* JUMP: out of nested branches, over costs that the tree does not put into their other arms */
    bool is_left;        /* JUMP: counters tell how often data takes it, and so what runs behind it */
    const fc_sym *share; /* SHARE: of the counters; NULL: it is the counter's */
    /* LOOP: for (variable = low; variable < or <= or > or >= or != bound; variable += step) */
    fc_symbol *variable;
    const fc_node *low, *bound;
    fc_operator relation;
    const fc_node *step; /* NULL: step_sign is the step */
    int step_sign;       /* +1 up, -1 down; 0: not a fixed step */
    bool innermost;
    struct fc_cost **child;
    int n_children;
} fc_cost;

typedef struct fc_site_model {
    const fc_node *node; /* the call, the loop or the branch */
    const fc_procedure *procedure;
    const char *operation; /* "MPI_Bcast", "malloc", "loop", "branch", "case" */
    char *why;             /* of a counter: why the source alone does not tell; NULL otherwise */
} fc_site_model;

typedef struct fc_analysis {
    const fc_program *program;
    fc_algebra *algebra;
    fc_control *control;
    fc_pointer_calls *pointer_calls;
    fc_cost **tree; /* by procedure id */
    bool *reached;  /* by procedure id: named, directly or not, from main (all if there is no main), but for calls whose
                       costs a person tells */
    fc_region_model **region;
    size_t n_regions, region_capacity;
    fc_site_model *site;
    size_t n_sites, site_capacity;
    fc_site_model *counter; /* what a profile or an assumption must tell */
    size_t n_counters, counter_capacity;
    int *object; /* by node id: the number of the memory that the call makes (extents.h); -1: nobody asks for it */
    int n_objects;
    int *extent_counter; /* by node id: of the name of a pointer that data picks through, where nobody knows how much
                            lies there; -1: none */
    int *number_counter; /* by node id: of an MPI call's argument that is data and tells how many elements, for each
                            rank or in all, or of which datatype; -1: none */
    int n_loops, n_closed_loops, n_executed_loops, n_mpi_calls;
    char **warning; /* "file:line:column: text": assumed library costs and the like */
    size_t n_warnings, warning_capacity;
} fc_analysis;

/** Runs the passes. FC_E_INPUT with the place for what the model does not cover (goto, an MPI operation not supported).
 */
fc_status fc_analysis_create(FC_GIVE fc_analysis **out, const fc_program *program, fc_report *report);
void fc_analysis_free(FC_TAKE fc_analysis *analysis);

#endif
