/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/pointer_evolution.h"

enum {
    MOST_OPEN = 4,   /* nested loops whose movement is being found */
    MOST_STEPS = 400 /* values followed for one pointer */
};

typedef struct following {
    const fc_evolution *e;
    const fc_node *reader;
    const fc_sym *unknown; /* distance */
    int open[MOST_OPEN];   /* values at the start of iterations, from which movements are counted */
    int n_open, n_steps;
} following;

/* An address: of an open value (`open`), or as in fc_pointer_evolution. */
typedef struct address {
    int open;
    fc_pointer_evolution at;
} address;

static bool follow_value(address *out, following *f, int value, int block);

static const fc_ssa *ssa_of(const following *f)
{
    return &f->e->loops->ir.ssa;
}

static void move(address *out, const following *f, const fc_sym *by, bool is_up)
{
    fc_algebra *algebra = f->e->algebra;
    out->at.offset = is_up ? fc_sym_add(algebra, out->at.offset, by) : fc_sym_subtract(algebra, out->at.offset, by);
}

static const fc_sym *distance_of(const following *f, const fc_node *by)
{
    const fc_sym *distance = by ? f->e->value(f->e->data, by) : fc_sym_integer(f->e->algebra, 1);
    return distance ? distance : f->unknown;
}

/* ---- definitions ---- */

static bool follow_name(address *out, following *f, const fc_node *name)
{
    return follow_value(out, f, fc_ssa_value_read(ssa_of(f), name), fc_cfg_block_of(&f->e->loops->ir.cfg, name));
}

static bool is_up(const fc_node *node)
{
    return node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_ADD;
}

/* p++, p += n: after it. */
static bool follow_moved(address *out, following *f, const fc_node *node)
{
    const fc_node *by = node->kind == FC_STEP ? NULL : node->child[1];
    bool moves = node->kind == FC_STEP || node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT;
    bool is_known = moves && node->child[0]->kind == FC_NAME && follow_name(out, f, node->child[0]);
    if (is_known)
        move(out, f, distance_of(f, by), is_up(node));
    return is_known;
}

static const fc_node *without_casts(const fc_node *node)
{
    while (node->kind == FC_CAST && node->type->kind == FC_TYPE_POINTER && node->child[0]->type &&
           node->child[0]->type->kind == FC_TYPE_POINTER && node->type->of->size == node->child[0]->type->of->size)
        node = node->child[0];
    return node;
}

/* The pointer of an expression; of another expression, or if that is not known, the expression itself. */
static void follow_expression(address *out, following *f, const fc_node *node)
{
    const fc_node *bare = without_casts(node);
    bool is_before = bare->op == FC_OP_POST_INCREMENT || bare->op == FC_OP_POST_DECREMENT;
    bool is_pointer = bare->type && bare->type->kind == FC_TYPE_POINTER, is_known = false;
    if (bare->kind == FC_NAME && is_pointer)
        is_known = follow_name(out, f, bare);
    else if (bare->kind == FC_STEP && is_pointer)
        is_known = is_before && bare->child[0]->kind == FC_NAME ? follow_name(out, f, bare->child[0])
                                                                : follow_moved(out, f, bare);
    else if (bare->kind == FC_BINARY && is_pointer && (bare->op == FC_OP_ADD || bare->op == FC_OP_SUBTRACT)) {
        int pointer = fc_type_is_address(bare->child[0]->type) ? 0 : 1;
        follow_expression(out, f, bare->child[pointer]);
        move(out, f, distance_of(f, bare->child[1 - pointer]), bare->op == FC_OP_ADD);
        is_known = true;
    }
    if (!is_known)
        *out = (address){FC_GRAPH_NONE, {node, NULL, fc_sym_integer(f->e->algebra, 0)}};
}

static bool follow_definition(address *out, following *f, const fc_node *node)
{
    if (node->kind == FC_STEP || (node->kind == FC_ASSIGN && node->op != FC_OP_NONE))
        return follow_moved(out, f, node);
    const fc_node *right = node->kind == FC_ASSIGN ? node->child[1] : node->n_children > 0 ? node->child[0] : NULL;
    if (right)
        follow_expression(out, f, right);
    return right;
}

/* ---- loops ---- */

static bool is_from_same(const address *a, const address *b)
{
    return a->open == b->open && a->at.from == b->at.from && a->at.variable == b->at.variable;
}

/* Of two ways to a join, with constants between them, the farther one. False: not comparable. */
static bool join(address *out, const following *f, const address *other)
{
    double apart = 0;
    bool is_known = is_from_same(out, other) &&
                    fc_sym_is_constant(fc_sym_subtract(f->e->algebra, other->at.offset, out->at.offset), &apart);
    if (is_known && apart > 0)
        *out = *other;
    return is_known;
}

/* What the phi function's edges bring: those from outside the loop, or those from within. False: not comparable. */
static bool follow_edges(address *out, following *f, int phi, int loop, bool is_within)
{
    const fc_procedure_ir *ir = &f->e->loops->ir;
    const fc_ssa_value *at = &ir->ssa.value[phi];
    int first = ir->cfg.graph.in_first[at->block], n = 0;
    for (int i = first; i < ir->cfg.graph.in_first[at->block + 1]; i++) {
        int from = ir->cfg.graph.edge[ir->cfg.graph.in[i]].from;
        address one;
        if (loop != FC_GRAPH_NONE && fc_loop_nest_holds(&ir->nest, loop, from) != is_within)
            continue;
        if (!follow_value(&one, f, ir->ssa.operand[at->first_operand + i - first], from) ||
            (n > 0 && !join(out, f, &one)))
            return false;
        *out = n++ > 0 ? *out : one;
    }
    return n > 0;
}

/* The atom of the variable that counts the loop's iterations, or of their number; NULL: it has no value. */
static const fc_sym *counter_of(const following *f, int loop)
{
    const fc_loop_form *form = &f->e->loops->form[loop];
    if (form->index == FC_GRAPH_NONE)
        return fc_evolution_iteration(f->e->algebra, form->statement);
    return f->e->atom(f->e->data, fc_procedure_loops_variable(f->e->loops, &form->recurrence[form->index]));
}

/* The distance that each iteration adds; NULL: what it leaves is no distance from what it had. */
static const fc_sym *distance_added(following *f, int phi, int loop)
{
    address end;
    if (f->n_open == MOST_OPEN)
        return NULL;
    f->open[f->n_open++] = phi;
    bool is_known = follow_edges(&end, f, phi, loop, true) && end.open == phi;
    f->n_open--;
    const fc_sym *counter = counter_of(f, loop);
    bool is_equal = is_known && counter && !fc_sym_depends(end.at.offset, counter);
    return is_equal ? end.at.offset : is_known ? f->unknown : NULL;
}

/* The number of the running iteration; from an unknown one, if the counting variable begins at an unknown value. NULL:
 * unknown. */
static const fc_sym *number_of(const following *f, int loop)
{
    const fc_sym *number = fc_evolution_number(f->e, loop), *counter = counter_of(f, loop);
    const fc_loop_form *form = &f->e->loops->form[loop];
    const fc_recurrence *index = form->index == FC_GRAPH_NONE ? NULL : &form->recurrence[form->index];
    if (number || !counter || !index || index->n_steps != 1 || index->step[0].value)
        return number;
    return fc_sym_multiply(f->e->algebra, counter, fc_sym_integer(f->e->algebra, index->step[0].sign));
}

/* The value at the start of an iteration of the loop, or what the loop leaves behind. */
static bool follow_header(address *out, following *f, int phi, int loop, int block)
{
    const fc_procedure_loops *loops = f->e->loops;
    if (!loops->form[loop].statement)
        return false;
    const fc_sym *each = distance_added(f, phi, loop);
    if (!each || !follow_edges(out, f, phi, loop, false))
        return false;
    const fc_loop_exits *exits = &loops->form[loop].exits;
    bool is_in_loop = fc_loop_nest_holds(&loops->ir.nest, loop, block),
         is_by_head = exits->n == 1 && exits->exit[0].is_head && exits->exit[0].is_regular;
    const fc_sym *number = is_in_loop ? number_of(f, loop) : is_by_head ? f->e->trips(f->e->data, loop) : NULL;
    if (!number && is_in_loop)
        return false;
    move(out, f, number ? fc_sym_multiply(f->e->algebra, each, number) : f->unknown, true);
    return true;
}

/* ---- values ---- */

static bool follow_value(address *out, following *f, int value, int block)
{
    const fc_evolution *e = f->e;
    if (value == FC_GRAPH_NONE || block == FC_GRAPH_NONE || f->n_steps++ == MOST_STEPS ||
        !fc_ssa_is_visible(ssa_of(f), value, f->reader))
        return false;
    const fc_ssa_value *at = &ssa_of(f)->value[value];
    *out = (address){FC_GRAPH_NONE, {NULL, NULL, fc_sym_integer(e->algebra, 0)}};
    for (int i = 0; i < f->n_open; i++)
        if (f->open[i] == value)
            out->open = value;
    if (out->open != FC_GRAPH_NONE)
        return true;
    if (!fc_evolution_is_within(e, value)) {
        out->at.variable = ssa_of(f)->variable[at->variable];
        return true;
    }
    int loop = at->kind == FC_SSA_PHI ? fc_loop_nest_headed_by(&e->loops->ir.nest, at->block) : FC_GRAPH_NONE;
    if (at->kind == FC_SSA_DEFINITION)
        return follow_definition(out, f, at->node);
    if (at->kind != FC_SSA_PHI)
        return false;
    return loop == FC_GRAPH_NONE ? follow_edges(out, f, value, FC_GRAPH_NONE, false)
                                 : follow_header(out, f, value, loop, block);
}

bool fc_pointer_evolution_of(fc_pointer_evolution *out, const fc_evolution *e, const fc_node *node,
                             const fc_sym *unknown)
{
    following f = {.e = e, .reader = node, .unknown = unknown};
    address found;
    follow_expression(&found, &f, node);
    *out = found.at;
    return found.at.from != node;
}
