/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file cost.h  A node of the cost tree (../cost_tree), as evaluation contexts and regions read it. */
#ifndef FC_COST_H
#define FC_COST_H

#include "analyzer/model/program.h"
#include "analyzer/symbolic/symbolic.h"
#include "comm_interface/operations.h"

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
    FC_COST_TOUCH,     /* node: an access to an array, or an allocation that reuses its memory; toucher; site */
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
    struct fc_region_model *region; /* ../regions/region_model.h */
    const fc_mpi_operation *operation;
    const fc_procedure *callee;
    int site;         /* in analysis->site, or -1 */
    int counter;      /* in analysis->counter, or -1 */
    int reached;      /* COUNTED: the counter of exits by the loop's bound (fc_control_bound), or -1 */
    int part;         /* LIBRARY: part of its form (library.h) */
    bool is_parallel; /* TOUCH: by the threads of a team, at the same time */
    bool value_kept;  /* CALL: printed inside a kept statement, not on its own */
    bool skips;   /* JUMP: out of nested branches, past costs that the tree does not put into their other branches */
    bool is_left; /* JUMP: counters determine its probability, and so how often the code after it runs */
    const fc_sym *share; /* SHARE: probability from other counters; NULL: from its own */
    /* LOOP: the variable that it is written for; NULL: none. `low`, its first value, and `bound`, what `relation`
     * compares it with, are NULL if they are no single expression */
    const fc_symbol *variable;     /* TOUCH: the array; NULL: the memory of the allocation */
    const struct fc_cost *toucher; /* TOUCH: the loop or call in main, the next cost, that touches most of it */
    const fc_node *low, *bound;
    fc_operator relation;
    const fc_node *limit; /* COUNTED: the static comparison that ends the loop too (fc_control_bound); NULL: none */
    const fc_node *step;  /* NULL: the step is step_sign */
    int step_sign;        /* +1 up, -1 down; 0: no fixed step */
    bool innermost;       /* LOOP: in the machine code, where unrolled loops are part of the loop around them */
    struct fc_cost **child;
    int n_children;
} fc_cost;

static inline bool fc_cost_is_loop(const fc_cost *cost)
{
    return cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP ||
           cost->kind == FC_COST_EXECUTED_LOOP;
}

#endif
