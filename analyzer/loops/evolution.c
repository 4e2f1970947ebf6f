/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/evolution.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_STEPS = 20000, /* of one evaluation: chains that double at each definition have no value */
    MOST_DEPTH = 400
};

static const fc_sym *value_of(const fc_evolution *e, int value, const fc_node *reader, int block);

/* ---- inside and outside of root ---- */

static bool is_within(const fc_node *node, const fc_node *root)
{
    while (node && node != root)
        node = node->parent;
    return node != NULL;
}

/* A join lies within root if the branch does whose paths it joins; a header, if its loop does. If unknown, it counts as
 * within, where it has no value of its own. */
static bool is_phi_within(const fc_evolution *e, int block)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    const fc_node *statement = ir->cfg.block[block].statement;
    if (fc_loop_nest_headed_by(&ir->nest, block) != FC_GRAPH_NONE)
        return !statement || is_within(statement, e->root);
    const fc_node *decision = ir->cfg.block[ir->dominance.parent[block]].decision;
    return !decision || is_within(decision, e->root);
}

bool fc_evolution_is_within(const fc_evolution *e, int value)
{
    const fc_ssa_value *at = &e->loops->ir.ssa.value[value];
    return at->kind == FC_SSA_PHI ? is_phi_within(e, at->block) : at->node && is_within(at->node, e->root);
}

/* Something within root changes the variable. */
static bool changes_within(const fc_evolution *e, int variable)
{
    const fc_ssa *ssa = &e->loops->ir.ssa;
    for (int i = 0; i < ssa->n_values; i++)
        if (ssa->value[i].variable == variable && ssa->value[i].node && is_within(ssa->value[i].node, e->root))
            return true;
    return false;
}

/* Of a value from before root that is read in root: the variable has it at root's entry too. */
static const fc_sym *value_at_entry(const fc_evolution *e, const fc_ssa_value *value)
{
    const fc_node *node = value->kind == FC_SSA_DEFINITION ? value->node : NULL, *right = NULL;
    if (node && node->kind == FC_DECLARE && node->n_children > 0)
        right = node->child[0];
    else if (node && node->kind == FC_ASSIGN && node->op == FC_OP_NONE)
        right = node->child[1];
    right = right ? fc_node_without_casts(right) : NULL;
    const fc_node *constant = right && right->kind == FC_INTEGER ? right : NULL;
    if (constant && changes_within(e, value->variable))
        return fc_sym_integer(e->algebra, constant->value);
    return e->at_entry(e->data, e->loops->ir.ssa.variable[value->variable]);
}

/* ---- definitions ---- */

enum {
    MOST_BITS = 24 /* of the factors in sizes; larger ones are those of random numbers and hashes, which wrap */
};

/* a << b, or a >> b, which rounds down as compilers have it. Other amounts than those of an integer's bits are
 * undefined in C. */
static const fc_sym *shifted(fc_algebra *algebra, fc_operator op, const fc_sym *a, const fc_sym *b)
{
    double amount;
    bool is_constant = fc_sym_is_constant(b, &amount);
    if (is_constant ? amount < 0 || amount >= 62 : !fc_sym_is_small(b, MOST_BITS))
        return NULL;
    if (!fc_sym_is_small(a, MOST_BITS) && !(is_constant && op == FC_OP_SHIFT_LEFT))
        return NULL;
    const fc_sym *power = fc_sym_power(algebra, 2, b);
    return op == FC_OP_SHIFT_LEFT ? fc_sym_multiply(algebra, a, power) : fc_sym_floor_divide(algebra, a, power);
}

/* a & mask in two's complement, where the mask is 2^k - 1 (a modulo 2^k), -2^k (a rounded down to a multiple), 2^k
 * (one bit) or its complement. NULL: another mask. */
static const fc_sym *masked(fc_algebra *algebra, const fc_sym *a, const fc_sym *mask)
{
    const fc_sym *one = fc_sym_integer(algebra, 1), *zero = fc_sym_integer(algebra, 0);
    const fc_sym *above = fc_sym_add(algebra, mask, one), *opposite = fc_sym_subtract(algebra, zero, mask);
    if (fc_sym_is_power_of_two(above))
        return fc_sym_modulo(algebra, a, above);
    if (fc_sym_is_power_of_two(opposite))
        return fc_sym_multiply(algebra, opposite, fc_sym_floor_divide(algebra, a, opposite));
    if (fc_sym_is_power_of_two(mask)) {
        const fc_sym *bits = fc_sym_floor_divide(algebra, a, mask);
        return fc_sym_multiply(algebra, mask, fc_sym_modulo(algebra, bits, fc_sym_integer(algebra, 2)));
    }
    const fc_sym *bit = fc_sym_subtract(algebra, zero, above);
    return fc_sym_is_power_of_two(bit) ? fc_sym_subtract(algebra, a, masked(algebra, a, bit)) : NULL;
}

/* a & b, a | b or a ^ b, from a ^ b (symbolic.h). */
static const fc_sym *bits(fc_algebra *algebra, fc_operator op, const fc_sym *a, const fc_sym *b)
{
    if (!fc_sym_is_small(a, MOST_BITS) || !fc_sym_is_small(b, MOST_BITS))
        return NULL;
    const fc_sym *differ = fc_sym_xor(algebra, a, b), *sum = fc_sym_add(algebra, a, b);
    if (op == FC_OP_BIT_XOR)
        return differ;
    const fc_sym *twice = op == FC_OP_BIT_OR ? fc_sym_add(algebra, sum, differ) : fc_sym_subtract(algebra, sum, differ);
    return fc_sym_multiply(algebra, twice, fc_sym_rational(algebra, 1, 2));
}

const fc_sym *fc_evolution_operation(fc_algebra *algebra, fc_operator op, const fc_sym *a, const fc_sym *b)
{
    if (!a || !b)
        return NULL;
    switch (op) {
    case FC_OP_ADD:
        return fc_sym_add(algebra, a, b);
    case FC_OP_SUBTRACT:
        return fc_sym_subtract(algebra, a, b);
    case FC_OP_MULTIPLY:
        return fc_sym_multiply(algebra, a, b);
    case FC_OP_DIVIDE:
        return fc_sym_is_zero(algebra, b) == fc_sym_integer(algebra, 1) ? NULL : fc_sym_c_divide(algebra, a, b);
    case FC_OP_REMAINDER:
        return fc_sym_is_zero(algebra, b) == fc_sym_integer(algebra, 1) ? NULL : fc_sym_c_remainder(algebra, a, b);
    case FC_OP_SHIFT_LEFT:
    case FC_OP_SHIFT_RIGHT:
        return shifted(algebra, op, a, b);
    case FC_OP_BIT_AND: {
        const fc_sym *known = masked(algebra, a, b);
        known = known ? known : masked(algebra, b, a);
        return known ? known : bits(algebra, op, a, b);
    }
    case FC_OP_BIT_OR:
    case FC_OP_BIT_XOR:
        return bits(algebra, op, a, b);
    default:
        return NULL;
    }
}

/* A quotient by a varying divisor is no recurrence. */
static const fc_sym *combined(fc_algebra *algebra, fc_operator op, const fc_sym *a, const fc_sym *b)
{
    double divisor;
    bool divides = op == FC_OP_DIVIDE || op == FC_OP_REMAINDER;
    return divides && b && !fc_sym_is_constant(b, &divisor) ? NULL : fc_evolution_operation(algebra, op, a, b);
}

static const fc_sym *value_of_target(const fc_evolution *e, const fc_node *assignment)
{
    const fc_node *name = assignment->child[0];
    int block = fc_cfg_block_of(&e->loops->ir.cfg, name);
    return value_of(e, fc_ssa_value_read(&e->loops->ir.ssa, name), name, block);
}

static const fc_sym *value_of_definition(const fc_evolution *e, const fc_node *node)
{
    fc_algebra *algebra = e->algebra;
    if (node->kind == FC_DECLARE)
        return node->n_children > 0 && node->child[0] ? e->value(e->data, node->child[0]) : NULL;
    if (node->kind == FC_ASSIGN && node->op == FC_OP_NONE)
        return e->value(e->data, node->child[1]);
    if (!node->child[0]->type || node->child[0]->type->kind != FC_TYPE_INTEGER)
        return NULL;
    bool up = node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT;
    const fc_sym *before = value_of_target(e, node);
    if (node->kind == FC_STEP)
        return combined(algebra, up ? FC_OP_ADD : FC_OP_SUBTRACT, before, fc_sym_integer(algebra, 1));
    bool is_whole = !node->compute_type || node->compute_type->kind == FC_TYPE_INTEGER;
    return is_whole ? combined(algebra, node->op, before, e->value(e->data, node->child[1])) : NULL;
}

/* ---- joins ---- */

/* The edge of the branch by which control came to the block, if all ways from the branch pass that edge: 0 or 1 among
 * the edges that leave it; FC_GRAPH_NONE: several may. */
static int side_of(const fc_procedure_ir *ir, int branch, int join, int from)
{
    const fc_graph *graph = &ir->cfg.graph;
    int found = FC_GRAPH_NONE;
    for (int k = 0; k < 2; k++) {
        int to = graph->edge[graph->out[graph->out_first[branch] + k]].to;
        bool direct = from == branch && to == join;
        bool within = to != join && graph->in_first[to + 1] - graph->in_first[to] == 1 &&
                      fc_dominance_holds(&ir->dominance, to, from);
        if (direct || within)
            found = found == FC_GRAPH_NONE ? k : FC_GRAPH_NONE;
    }
    return found;
}

/* if (c) x = a; else x = b; with c, a and b valued. */
static const fc_sym *value_of_choice(const fc_evolution *e, const fc_ssa_value *join, const fc_sym *const *arm)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    const fc_graph *graph = &ir->cfg.graph;
    int branch = ir->dominance.parent[join->block], first = graph->in_first[join->block];
    if (branch == FC_GRAPH_NONE || graph->out_first[branch + 1] - graph->out_first[branch] != 2)
        return NULL;
    int first_edge = graph->out[graph->out_first[branch]];
    bool decides = ir->cfg.block[branch].decision &&
                   (ir->cfg.edge[first_edge].kind == FC_CFG_TRUE || ir->cfg.edge[first_edge].kind == FC_CFG_FALSE);
    int side[2];
    for (int i = 0; i < 2; i++)
        side[i] = side_of(ir, branch, join->block, graph->edge[graph->in[first + i]].from);
    if (!decides || side[0] == FC_GRAPH_NONE || side[1] == FC_GRAPH_NONE || side[0] == side[1])
        return NULL;
    const fc_sym *chosen = e->condition(e->data, ir->cfg.block[branch].decision);
    bool first_if_true = (side[0] == 0) == (ir->cfg.edge[first_edge].kind == FC_CFG_TRUE);
    return chosen ? fc_sym_choose(e->algebra, chosen, arm[first_if_true ? 0 : 1], arm[first_if_true ? 1 : 0]) : NULL;
}

static const fc_sym *value_of_join(const fc_evolution *e, const fc_ssa_value *join, const fc_node *reader)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    const fc_graph *graph = &ir->cfg.graph;
    int first = graph->in_first[join->block], n = graph->in_first[join->block + 1] - first;
    const fc_sym *arm[2] = {NULL, NULL}, *value = NULL;
    bool same = true;
    for (int i = 0; i < n; i++) {
        value = value_of(e, ir->ssa.operand[join->first_operand + i], reader, graph->edge[graph->in[first + i]].from);
        if (!value)
            return NULL;
        same = same && (i == 0 || value == arm[0]);
        arm[i > 0] = value;
    }
    return same ? value : n == 2 ? value_of_choice(e, join, arm) : NULL;
}

/* ---- recurrences ---- */

const fc_sym *fc_evolution_start(const fc_evolution *e, const fc_recurrence *recurrence)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    int header = ir->ssa.value[recurrence->phi].block, loop = fc_loop_nest_headed_by(&ir->nest, header);
    const fc_node *statement = ir->cfg.block[header].statement;
    if (recurrence->start == FC_GRAPH_NONE)
        return NULL;
    for (int i = ir->cfg.graph.in_first[header]; i < ir->cfg.graph.in_first[header + 1]; i++) {
        int from = ir->cfg.graph.edge[ir->cfg.graph.in[i]].from;
        if (!fc_loop_nest_holds(&ir->nest, loop, from))
            return value_of(e, recurrence->start, statement, from);
    }
    return NULL;
}

/* What the recurrence adds in each iteration; NULL: it is not the same each time. */
static const fc_sym *added(const fc_evolution *e, const fc_recurrence *recurrence, const fc_sym *index)
{
    const fc_sym *sum = fc_sym_integer(e->algebra, 0);
    for (int i = 0; i < recurrence->n_steps; i++) {
        const fc_node *node = recurrence->step[i].value;
        const fc_sym *step = node ? e->value(e->data, node) : fc_sym_integer(e->algebra, 1);
        if (!step || (index && fc_sym_depends(step, index)))
            return NULL;
        sum = recurrence->step[i].sign > 0 ? fc_sym_add(e->algebra, sum, step) : fc_sym_subtract(e->algebra, sum, step);
    }
    return sum;
}

static const fc_sym *atom_of(const fc_evolution *e, const fc_recurrence *recurrence)
{
    return e->atom(e->data, fc_procedure_loops_variable(e->loops, recurrence));
}

bool fc_evolution_index(fc_loop_index *out, const fc_evolution *e, int loop)
{
    const fc_loop_form *form = &e->loops->form[loop];
    *out = (fc_loop_index){0};
    if (form->index == FC_GRAPH_NONE)
        return false;
    const fc_recurrence *recurrence = &form->recurrence[form->index];
    out->variable = atom_of(e, recurrence);
    if (!out->variable) /* a parameter whose argument has no value */
        return false;
    const fc_sym *each = added(e, recurrence, out->variable);
    double constant;
    bool down =
        each &&
        (fc_sym_is_constant(each, &constant) ? constant < 0 : recurrence->n_steps == 1 && recurrence->step[0].sign < 0);
    out->start = fc_evolution_start(e, recurrence);
    out->sign = down ? -1 : 1;
    out->step = each && down ? fc_sym_subtract(e->algebra, fc_sym_integer(e->algebra, 0), each) : each;
    return out->start && each && each != fc_sym_integer(e->algebra, 0) && !fc_sym_depends(out->start, out->variable);
}

bool fc_evolution_factor(long *factor, const fc_evolution *e, const fc_recurrence *recurrence)
{
    const fc_node *node = recurrence->step[0].value;
    const fc_sym *value = node && recurrence->kind >= FC_RECURRENCE_MULTIPLY ? e->value(e->data, node) : NULL;
    double number;
    bool shifts = recurrence->kind == FC_RECURRENCE_SHIFT_LEFT || recurrence->kind == FC_RECURRENCE_SHIFT_RIGHT;
    if (!value || !fc_sym_is_constant(value, &number) || number < 1 || number > (shifts ? 30 : 1 << 30))
        return false;
    *factor = shifts ? 1L << (long)number : (long)number;
    return *factor >= 2;
}

/* start * factor^t, or start divided by it. Quotients of quotients round as one does. */
static const fc_sym *geometric_at(const fc_evolution *e, const fc_recurrence *recurrence, const fc_sym *t)
{
    long factor;
    const fc_sym *start = fc_evolution_factor(&factor, e, recurrence) ? fc_evolution_start(e, recurrence) : NULL;
    const fc_sym *power = start ? fc_sym_power(e->algebra, factor, t) : NULL;
    if (!power)
        return NULL;
    if (recurrence->kind == FC_RECURRENCE_DIVIDE)
        return fc_sym_c_divide(e->algebra, start, power);
    return recurrence->kind == FC_RECURRENCE_SHIFT_RIGHT ? fc_sym_floor_divide(e->algebra, start, power)
                                                         : fc_sym_multiply(e->algebra, start, power);
}

/* (start + each * t) mod m, as by induction each iteration wraps once: for 0 <= start < m and each >= 0, no remainder
 * is negative. */
static const fc_sym *wrapped_at(const fc_evolution *e, const fc_recurrence *recurrence, const fc_sym *index,
                                const fc_sym *t)
{
    fc_algebra *algebra = e->algebra;
    const fc_sym *start = fc_evolution_start(e, recurrence), *each = start ? added(e, recurrence, index) : NULL;
    const fc_sym *modulus = each ? e->value(e->data, recurrence->modulus) : NULL, *one = fc_sym_integer(algebra, 1);
    if (!modulus || (index && fc_sym_depends(modulus, index)))
        return NULL;
    const fc_sym *rest = fc_sym_subtract(algebra, fc_sym_subtract(algebra, modulus, one), start);
    bool is_known =
        e->is_nonnegative(e->data, start) && e->is_nonnegative(e->data, rest) && e->is_nonnegative(e->data, each);
    const fc_sym *moved = fc_sym_add(algebra, start, fc_sym_multiply(algebra, each, t));
    return is_known ? fc_sym_modulo(algebra, moved, modulus) : NULL;
}

const fc_sym *fc_evolution_at(const fc_evolution *e, int loop, const fc_recurrence *recurrence, const fc_sym *t)
{
    const fc_loop_form *form = &e->loops->form[loop];
    const fc_recurrence *own = form->index == FC_GRAPH_NONE ? NULL : &form->recurrence[form->index];
    const fc_sym *index = own ? atom_of(e, own) : NULL;
    bool is_whole = fc_procedure_loops_variable(e->loops, recurrence)->type->kind == FC_TYPE_INTEGER;
    if (recurrence->kind == FC_RECURRENCE_NONE || !is_whole)
        return NULL;
    if (recurrence->kind == FC_RECURRENCE_WRAP)
        return wrapped_at(e, recurrence, index, t);
    if (recurrence->kind != FC_RECURRENCE_ADD)
        return geometric_at(e, recurrence, t);
    const fc_sym *start = fc_evolution_start(e, recurrence), *each = start ? added(e, recurrence, index) : NULL;
    return each ? fc_sym_add(e->algebra, start, fc_sym_multiply(e->algebra, each, t)) : NULL;
}

const fc_sym *fc_evolution_iteration(fc_algebra *algebra, const fc_node *loop)
{
    char *key = fc_format("t%d", loop->id);
    const fc_sym *atom = fc_sym_variable(algebra, key, "t", "t", FC_FACT_NONNEGATIVE);
    free(key);
    return atom;
}

const fc_sym *fc_evolution_number(const fc_evolution *e, int loop)
{
    fc_loop_index index;
    const fc_loop_form *form = &e->loops->form[loop];
    bool is_pointer =
        form->own != FC_GRAPH_NONE &&
        fc_procedure_loops_variable(e->loops, &form->recurrence[form->own])->type->kind == FC_TYPE_POINTER;
    if (form->own == FC_GRAPH_NONE || is_pointer)
        return fc_evolution_iteration(e->algebra, form->statement);
    if (!fc_evolution_index(&index, e, loop))
        return NULL;
    const fc_sym *way = index.sign > 0 ? fc_sym_subtract(e->algebra, index.variable, index.start)
                                       : fc_sym_subtract(e->algebra, index.start, index.variable);
    return fc_sym_floor_divide(e->algebra, way, index.step);
}

/* A phi function of a header, read in its loop. */
static const fc_sym *value_of_header(const fc_evolution *e, int value)
{
    int loop;
    const fc_recurrence *recurrence = fc_procedure_loops_recurrence(e->loops, value, &loop);
    const fc_loop_form *form = recurrence ? &e->loops->form[loop] : NULL;
    if (!form)
        return NULL;
    if (form->own != FC_GRAPH_NONE && recurrence == &form->recurrence[form->own])
        return atom_of(e, recurrence);
    if (recurrence->kind == FC_RECURRENCE_NONE || form->index == FC_GRAPH_NONE)
        return NULL;
    const fc_sym *number = fc_evolution_number(e, loop);
    return number ? fc_evolution_at(e, loop, recurrence, number) : NULL;
}

/* What a loop leaves behind in a variable, if only its condition ends it and precedes the body: the value of the
 * iteration that the condition prevents. */
static const fc_sym *value_after(const fc_evolution *e, int value)
{
    int loop;
    const fc_recurrence *recurrence = fc_procedure_loops_recurrence(e->loops, value, &loop);
    const fc_loop_exits *exits = recurrence ? &e->loops->form[loop].exits : NULL;
    bool is_by_head = exits && exits->n == 1 && exits->exit[0].is_head && exits->exit[0].is_regular;
    const fc_sym *trips = is_by_head ? e->trips(e->data, loop) : NULL;
    return trips ? fc_evolution_at(e, loop, recurrence, trips) : NULL;
}

/* ---- values ---- */

/* In the loop's statement, but after its exit: if (x) { ...; return; } sees the values of the iteration that leaves.
 */
static bool is_on_way_out(const fc_evolution *e, int loop, const fc_node *reader)
{
    const fc_node *statement = e->loops->form[loop].statement;
    return statement && is_within(reader, statement);
}

static const fc_sym *value_within(const fc_evolution *e, int value, const fc_node *reader, int block)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    const fc_ssa_value *at = &ir->ssa.value[value];
    bool is_phi = at->kind == FC_SSA_PHI;
    int loop = ir->nest.innermost[at->block];
    if (!fc_ssa_is_visible(&ir->ssa, value, reader))
        return NULL;
    if (!fc_evolution_is_within(e, value))
        return value_at_entry(e, at);
    if (loop != FC_GRAPH_NONE && !fc_loop_nest_holds(&ir->nest, loop, block) && !is_on_way_out(e, loop, reader))
        return is_phi ? value_after(e, value) : NULL;
    if (at->kind == FC_SSA_UNSEEN)
        return NULL;
    if (!is_phi)
        return value_of_definition(e, at->node);
    return fc_loop_nest_headed_by(&ir->nest, at->block) != FC_GRAPH_NONE ? value_of_header(e, value)
                                                                         : value_of_join(e, at, reader);
}

static const fc_sym *value_of(const fc_evolution *e, int value, const fc_node *reader, int block)
{
    fc_procedure_loops *work = e->loops;
    if (value == FC_GRAPH_NONE || block == FC_GRAPH_NONE)
        return NULL;
    work->steps = work->depth == 0 ? MOST_STEPS : work->steps - 1;
    if (work->steps < 0 || work->depth == MOST_DEPTH)
        return NULL;
    work->depth++;
    const fc_sym *result = value_within(e, value, reader, block);
    work->depth--;
    return result;
}

bool fc_evolution_of(const fc_sym **out, const fc_evolution *e, const fc_node *node)
{
    const fc_procedure_ir *ir = &e->loops->ir;
    bool is_name = node->kind == FC_NAME;
    int value = is_name ? fc_ssa_value_read(&ir->ssa, node) : fc_ssa_value_defined(&ir->ssa, node);
    if (value == FC_GRAPH_NONE)
        return false;
    bool is_before = node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT;
    *out = !is_name && is_before ? value_of_target(e, node) : value_of(e, value, node, fc_cfg_block_of(&ir->cfg, node));
    return true;
}
