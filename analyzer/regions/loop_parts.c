/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/regions/loop_parts.h"

#include "analyzer/regions/machine_code.h"
#include "analyzer/regions/unrolled_loops.h"
#include "runtime/core/forecost.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_NODES = 64 /* of the cost tree of an inlined procedure */
};

/* ---- inlined procedures ---- */

/* Adds the nodes of a tree to *n, up to MOST_NODES; false: it has more, a loop, or what no inlined code has. */
static bool is_short(const fc_cost *cost, fc_cost *const *tree, int *n)
{
    bool is_plain = cost->kind == FC_COST_SEQUENCE || cost->kind == FC_COST_REGION || cost->kind == FC_COST_SLICE ||
                    cost->kind == FC_COST_BRANCH || cost->kind == FC_COST_SHARE || cost->kind == FC_COST_CALL ||
                    cost->kind == FC_COST_JUMP;
    if (!is_plain || ++*n > MOST_NODES)
        return false;
    if (cost->kind == FC_COST_CALL &&
        (!cost->callee || !tree[cost->callee->id] || !is_short(tree[cost->callee->id], tree, n)))
        return false;
    for (int i = 0; i < cost->n_children; i++)
        if (!is_short(cost->child[i], tree, n))
            return false;
    return true;
}

fc_cost **fc_loop_parts_inlinable(fc_cost *const *tree, int n_procedures)
{
    fc_cost **inlinable = fc_allocate((size_t)n_procedures + 1, sizeof *inlinable);
    for (int i = 0; i < n_procedures; i++) {
        int n = 0;
        inlinable[i] = tree[i] && is_short(tree[i], tree, &n) ? tree[i] : NULL;
    }
    return inlinable;
}

/* ---- parts ---- */

/* times: executions of the part in an iteration that takes all branches. */
typedef void part_visit(void *data, fc_region_model *part, bool is_branch, double times);

/* What visits the parts of a loop. */
typedef struct visiting {
    fc_cost *const *inlinable; /* NULL: calls are not followed */
    part_visit *visit;
    void *data;
} visiting;

/* The end of the program, after a check that holds in a run that ends well. */
static bool ends_program(const fc_cost *arm)
{
    const fc_cost *last = arm->n_children > 0 ? arm->child[arm->n_children - 1] : NULL;
    if (last && last->kind == FC_COST_SEQUENCE)
        return ends_program(last);
    return last && last->kind == FC_COST_JUMP && last->node->kind == FC_CALL;
}

/* Executions of what is below for each of the cost; 0: below a loop that is not unrolled. */
static double times_of(const fc_cost *cost)
{
    return fc_cost_is_loop(cost) ? fc_unrolled_loops_trips(cost) : 1;
}

static void visit_below(const visiting *of, const fc_cost *cost, bool is_branch, double times)
{
    const fc_procedure *callee = cost->kind == FC_COST_CALL && of->inlinable ? cost->callee : NULL;
    bool chooses = cost->kind == FC_COST_BRANCH || cost->kind == FC_COST_SHARE || cost->kind == FC_COST_SWITCH;
    if (cost->kind == FC_COST_REGION && !cost->region->is_annotated)
        of->visit(of->data, cost->region, is_branch, times);
    if (callee && of->inlinable[callee->id])
        visit_below(of, of->inlinable[callee->id], is_branch, times);
    for (int i = 0; i < cost->n_children && chooses; i++)
        chooses = !ends_program(cost->child[i]);
    for (int i = 0; i < cost->n_children && times_of(cost) > 0; i++)
        if (!ends_program(cost->child[i]))
            visit_below(of, cost->child[i], is_branch || chooses, times * times_of(cost));
}

static void visit_parts(const visiting *of, const fc_cost *cost)
{
    visit_below(of, cost, false, 1);
}

/* ---- the work of all parts ---- */

static void add_work(void *data, fc_region_model *part, bool is_branch, double times)
{
    (void)is_branch;
    fc_region_model *sum = data;
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++)
            sum->operation[o][t] += times * part->operation[o][t];
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        sum->reads[t] += times * part->reads[t];
        sum->writes[t] += times * part->writes[t];
    }
    sum->load_bytes += times * part->load_bytes;
    sum->store_bytes += times * part->store_bytes;
}

/* The work that an iteration may skip: of all arms but the least one of each branch. times: executions of the cost in
 * an iteration. */
static void add_skipped(fc_region_model *sum, const visiting *of, const fc_cost *cost, double times)
{
    bool is_branch = cost->kind == FC_COST_BRANCH || cost->kind == FC_COST_SHARE;
    double real = 0, loads = 0, stores = 0;
    fc_region_model arm[2] = {{0}, {0}};
    for (int i = 0; i < cost->n_children && i < 2 && is_branch; i++) {
        visiting one = {of->inlinable, add_work, &arm[i]};
        visit_parts(&one, cost->child[i]);
        real += fc_region_model_real_operations(&arm[i]);
        loads += arm[i].load_bytes;
        stores += arm[i].store_bytes;
    }
    sum->skipped_real +=
        times * (real - fmin(fc_region_model_real_operations(&arm[0]), fc_region_model_real_operations(&arm[1])));
    sum->skipped_loads += times * (loads - fmin(arm[0].load_bytes, arm[1].load_bytes));
    sum->skipped_stores += times * (stores - fmin(arm[0].store_bytes, arm[1].store_bytes));
    for (int i = 0; i < cost->n_children && !is_branch; i++)
        add_skipped(sum, of, cost->child[i], times * times_of(cost));
}

/* What a loop's region says of the loop, without its work. */
static fc_region_model like(const fc_region_model *own)
{
    return (fc_region_model){.procedure = own->procedure,
                             .node = own->node,
                             .span = own->span,
                             .flags = own->flags,
                             .unrolled = own->unrolled};
}

void fc_loop_parts_add_up(fc_region_model *out, const fc_cost *loop, fc_cost *const *inlinable)
{
    *out = like(loop->region);
    visiting of = {inlinable, add_work, out};
    visit_parts(&of, loop->child[0]);
    add_skipped(out, &of, loop->child[0], 1);
}

/* ---- shares ---- */

/* Relative cost of an operation on any machine, in additions. Calls have a price of their own. */
static double weight_of(fc_operation operation, fc_numeric numeric)
{
    bool is_real = numeric == FC_F32 || numeric == FC_F64;
    switch (operation) {
    case FC_OP_CLASS_DIVIDE:
    case FC_OP_CLASS_SQRT:
        return 8;
    case FC_OP_CLASS_REMAINDER:
        return is_real ? 0 : 8;
    case FC_OP_CLASS_MADD:
        return 2;
    default:
        return fc_is_function(operation) ? 0 : 1;
    }
}

static double work_of(const fc_region_model *region)
{
    double work = region->flags & FC_REGION_LOOP ? FC_LOOP_INSTRUCTIONS : 0;
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        work += region->reads[t] + region->writes[t];
        for (int o = 0; o < FC_N_OPERATIONS; o++)
            work += region->operation[o][t] * weight_of((fc_operation)o, (fc_numeric)t);
    }
    return work;
}

typedef struct parts {
    fc_region_model *whole;
    int n;
    double always, branches; /* work */
} parts;

static void add_part(void *data, fc_region_model *part, bool is_branch, double times)
{
    parts *of = data;
    of->n += work_of(part) > 0;
    *(is_branch ? &of->branches : &of->always) += times * work_of(part);
    if (!is_branch)
        add_work(of->whole->always, part, false, times);
}

static void set_share(void *data, fc_region_model *part, bool is_branch, double times)
{
    (void)times;
    const parts *of = data;
    const double work = is_branch ? of->branches : of->always;
    if (part->whole && part->whole->depth >= of->whole->depth)
        return;
    part->whole = of->whole;
    part->share = work > 0 ? work_of(part) / work : 0;
    part->flags = is_branch ? part->flags | FC_REGION_BRANCH : part->flags & ~FC_REGION_BRANCH;
}

static int depth_of(const fc_node *loop)
{
    int depth = 0;
    for (const fc_node *up = loop->parent; up; up = up->parent)
        depth += fc_node_is_loop(up);
    return depth;
}

fc_region_model *fc_loop_parts_join(const fc_cost *loop, const fc_program *program, fc_cost *const *inlinable)
{
    fc_cost *const *followed = fc_machine_code_inlines(program, loop->region) ? inlinable : NULL;
    parts of = {.whole = fc_allocate(1, sizeof *of.whole)};
    visiting adding = {followed, add_part, &of}, sharing = {followed, set_share, &of};
    fc_loop_parts_add_up(of.whole, loop, followed);
    of.whole->depth = 1 + depth_of(loop->node);
    of.whole->always = fc_allocate(1, sizeof *of.whole->always);
    *of.whole->always = like(loop->region);
    of.whole->always->whole = of.whole;
    visit_parts(&adding, loop->child[0]);
    if (of.n < 2 || of.always <= 0) {
        fc_loop_parts_free(of.whole);
        return NULL;
    }
    of.whole->always->share = of.always / (of.always + of.branches);
    visit_parts(&sharing, loop->child[0]);
    return of.whole;
}

void fc_loop_parts_free(fc_region_model *whole)
{
    free(whole->always);
    free(whole);
}
