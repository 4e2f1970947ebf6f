/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file analysis.h  The result of the passes: the input of the emitters.
 *
 * The first pass, control, computes binding times and the program slice. The cost tree has the symbolic cost of each
 * procedure, statement by statement. On demand, collapse gives a subtree as a list of terms with closed counts. */
#ifndef FC_ANALYSIS_H
#define FC_ANALYSIS_H

#include "analyzer/binding/control.h"
#include "analyzer/model/program.h"
#include "analyzer/symbolic/symbolic.h"
#include "comm_interface/operations.h"
#include "machine_properties/coefficients.h"

/** One array access of a region, described by fc_streams_describe(). */
typedef struct fc_access_stream {
    const fc_node *node; /* the element: FC_INDEX, FC_MEMBER or a dereference; NULL: a library call's stream */
    fc_access access;
    fc_pattern pattern;
    int element_bytes;
    double stride_bytes;   /* between iterations of the innermost loop; 0: symbolic or random */
    double share;          /* fraction of the node's accesses that this stream stands for; 1: all */
    double starts;         /* new starts per entry of the innermost loop; 0: each entry continues at the last end */
    double waits;          /* fraction of iterations that depend on the loaded value (fc_stream); 0: none known */
    bool decided;          /* the dependence is a choice between two addresses */
    bool brings;           /* fetches new lines, while the rest finds lines of the enclosing loop (streams.h) */
    bool opens;            /* the new part of a sliding window, while the rest is reused */
    bool stands;           /* loop-invariant address: served from the first cache level */
    const fc_symbol *base; /* the array: a variable or a field; NULL: unknown */
    const fc_node *record; /* of a field: its FC_MEMBER node (address.h); NULL: a variable */
    const fc_sym *offset;  /* elements from base, over the loop variables; NULL: not closed */
    const fc_sym *behind;  /* elements behind the leading stream of the same array; NULL: it leads */
} fc_access_stream;

/** Operations and accesses of a communication-free region of the source, per execution (design, "region"). */
typedef struct fc_region_model {
    int id;
    const fc_procedure *procedure;
    const fc_node *node; /* the loop, the call, or the first of its expressions */
    fc_span span;
    int flags; /* FC_REGION_... of forecost.h */
    double operation[FC_N_OPERATIONS][FC_N_NUMERICS];
    double chain[FC_N_OPERATIONS][FC_N_NUMERICS];
    double reads[FC_N_NUMERICS], writes[FC_N_NUMERICS];
    double load_bytes, store_bytes; /* of reads and writes; a char has 1 */
    double unrolled; /* iterations of a fully unrolled innermost loop, which then has no LOOP flag; 0: not unrolled */
    double calls;
    bool is_told;   /* cost annotation: seconds, or the operations above */
    double seconds; /* per execution, on every machine */
    double around;  /* independent instructions beside it, per execution (independent_work.h) */
    int inlined;    /* current inlining depth while operations are counted */
    fc_access_stream *stream;
    size_t n_streams, stream_capacity;
} fc_region_model;

typedef enum fc_cost_node_kind {
    FC_COST_SEQUENCE,       /* child[] in order */
    FC_COST_REGION,         /* region, executed once per execution of the parent */
    FC_COST_SLICE,          /* node: a statement of the program slice, printed unchanged */
    FC_COST_CANONICAL_LOOP, /* node: a loop whose exits are static and compared once an iteration; child[0] body */
    FC_COST_COUNTED_LOOP,   /* node: a loop with a profiled trip count (counter); child[0] body */
    FC_COST_EXECUTED_LOOP,  /* node: another loop with a static condition; child[0] body */
    FC_COST_BRANCH,         /* node: if with a static condition; child[0] then, child[1] else */
    FC_COST_SHARE, /* node: if (or case) with a profiled condition (counter); child[0] then, child[1] else. Or the first
                      statement after dynamic jumps: child[0] the code that runs if none is taken (share) */
    FC_COST_SWITCH,    /* node: switch with a static value; child[] = FC_COST_CASE */
    FC_COST_CASE,      /* node: case or default; child[0] its statements */
    FC_COST_MPI,       /* node: the call; operation; site */
    FC_COST_CALL,      /* node: the call; callee */
    FC_COST_POINTER,   /* node: a call through a static pointer; child[] an FC_COST_CALL per possible target */
    FC_COST_ALLOCATE,  /* node: malloc, calloc, realloc; site */
    FC_COST_LIBRARY,   /* node: a library call with a cost model in its arguments; region: one iteration of its part */
    FC_COST_ANNOTATED, /* node: the pragma or call with a cost annotation; region: one second or operation */
    FC_COST_LABEL,     /* node: the target of a goto */
    FC_COST_JUMP,      /* node: return, break, continue, goto or an external call that does not return */
    FC_COST_INPUT,     /* node: a statement that depends on program inputs; its results are then parameters */
    FC_COST_MARK,      /* node: the end of the initialization block */
    FC_COST_OPENMP,    /* node: the directive; child[0] its body, for sections one child[] per section; site */
    FC_COST_THREADS    /* node: a call of omp_set_num_threads */
} fc_cost_node_kind;

typedef struct fc_cost {
    fc_cost_node_kind kind;
    const fc_node *node;
    fc_region_model *region;
    const fc_mpi_operation *operation;
    const fc_procedure *callee;
    int site;        /* in analysis->site, or -1 */
    int counter;     /* in analysis->counter, or -1 */
    int reached;     /* COUNTED: the counter of exits by the loop's bound (fc_control_bound), or -1 */
    int part;        /* LIBRARY: part of its form (library.h) */
    bool value_kept; /* CALL: printed inside a kept statement, not on its own */
    bool skips;      /* JUMP: out of nested branches, past costs that the tree does not put into their other branches */
    bool is_left;    /* JUMP: counters determine its probability, and so how often the code after it runs */
    const fc_sym *share; /* SHARE: probability from other counters; NULL: from its own */
    /* LOOP: the variable that it is written for; NULL: none. `low`, its first value, and `bound`, what `relation`
     * compares it with, are NULL if they are no single expression */
    const fc_symbol *variable;
    const fc_node *low, *bound;
    fc_operator relation;
    const fc_node *limit; /* COUNTED: the static comparison that ends the loop too (fc_control_bound); NULL: none */
    const fc_node *step;  /* NULL: the step is step_sign */
    int step_sign;        /* +1 up, -1 down; 0: no fixed step */
    bool innermost;
    struct fc_cost **child;
    int n_children;
} fc_cost;

typedef struct fc_site_model {
    const fc_node *node; /* the call, the loop or the branch */
    const fc_procedure *procedure;
    const char *operation; /* "MPI_Bcast", "malloc", "loop", "branch", "case" */
    char *why;             /* of a counter: why the value is dynamic; NULL otherwise */
} fc_site_model;

typedef struct fc_analysis {
    const fc_program *program;
    fc_algebra *algebra;
    fc_control *control;
    fc_indirect_calls *pointer_calls;
    fc_cost **tree; /* by procedure id */
    bool *reached;  /* by procedure id: reachable from main (all if there is no main), without calls replaced by cost
                       annotations */
    fc_region_model **region;
    size_t n_regions, region_capacity;
    fc_site_model *site;
    size_t n_sites, site_capacity;
    fc_site_model *counter; /* counts that a profile or an assumption must supply */
    size_t n_counters, counter_capacity;
    int *object; /* by node id: number of the object that the call allocates (object_sizes.h); -1: not needed */
    int n_objects;
    int *extent_counter; /* by node id: of the pointer of a gather whose object size is unknown; -1: none */
    int *number_counter; /* by node id: of an MPI call's argument that is dynamic and is an element count, element
                            counts per rank, or a datatype; -1: none */
    int n_loops, n_closed_loops, n_executed_loops, n_mpi_calls;
    int n_unsupported; /* MPI calls that the virtual ranks do not model */
    char **warning;    /* "file:line:column: text": assumed library costs and the like */
    size_t n_warnings, warning_capacity;
} fc_analysis;

/** Runs the passes. FC_E_INPUT with the position for a construct that the model does not cover (goto, an unsupported
 * MPI operation). */
fc_status fc_analysis_create(FC_GIVE fc_analysis **out, const fc_program *program, fc_report *report);
void fc_analysis_free(FC_TAKE fc_analysis *analysis);

#endif
