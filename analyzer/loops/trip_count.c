/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/loops/trip_count.h"

#include <stdlib.h>

/* One side of a comparison: a value that depends on the iteration t, or a geometric sequence. */
typedef enum sequence_kind {
    POLYNOMIAL, /* value */
    GROWING,    /* value * factor^t */
    SHRINKING   /* value / factor^t, rounded toward 0 */
} sequence_kind;

typedef struct sequence {
    sequence_kind kind;
    const fc_sym *value;
    long factor;
    const fc_symbol *array; /* of an address: the array or the variable that it begins at; value is the offset */
    int base;               /* likewise the SSA value of the pointer; FC_GRAPH_NONE: none */
} sequence;

typedef struct counting {
    const fc_evolution *e;
    fc_algebra *algebra;
    const fc_trip_request *request;
    fc_trip_count *out;
    const fc_sym *t;
    bool is_only; /* the loop has one exit */
} counting;

static const fc_sym *integer(const counting *c, long value)
{
    return fc_sym_integer(c->algebra, value);
}

static const fc_sym *difference(const counting *c, const fc_sym *a, const fc_sym *b)
{
    return fc_sym_subtract(c->algebra, a, b);
}

/* ---- assumptions ---- */

typedef struct assumer {
    fc_algebra *algebra;
    fc_assumption *assumed;
    bool is_domain;
} assumer;

static void assume_positive(void *data, const fc_sym *variable)
{
    const assumer *a = data;
    if (fc_sym_proves_positive(a->algebra, variable) || a->assumed->n == FC_MAX_ASSUMED)
        return;
    if (a->is_domain) {
        fc_sym_variable(a->algebra, fc_sym_key(variable), NULL, NULL, FC_FACT_POSITIVE);
        return;
    }
    int i = a->assumed->n++;
    a->assumed->variable[i] = variable;
    a->assumed->positive[i] = fc_sym_at_least_one(a->algebra, variable);
}

const fc_sym *fc_trip_count_assume(fc_algebra *algebra, const fc_assumption *assumed, const fc_sym *value)
{
    for (int i = 0; value && i < assumed->n; i++)
        value = fc_sym_substitute(algebra, value, assumed->variable[i], assumed->positive[i]);
    return value;
}

/* ---- sides of comparisons ---- */

static bool is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_BOOL);
}

/* The value in iteration t; NULL: it has none. */
static const fc_sym *in_iteration(const counting *c, const fc_sym *value)
{
    const fc_loop_index *index = &c->out->index;
    value = fc_trip_count_assume(c->algebra, &c->out->assumed, value);
    if (!value || !index->variable || !fc_sym_depends(value, index->variable))
        return value;
    if (!index->start || !index->step)
        return NULL;
    const fc_sym *way = fc_sym_multiply(c->algebra, index->step, c->t);
    const fc_sym *at = index->sign > 0 ? fc_sym_add(c->algebra, index->start, way) : difference(c, index->start, way);
    return fc_sym_substitute(c->algebra, value, index->variable, at);
}

/* What an assignment or step does to the variable, as a recurrence of one step. */
static bool step_of(fc_recurrence *out, const fc_node *node)
{
    static const struct {
        fc_operator op;
        fc_recurrence_kind kind;
    } table[] = {{FC_OP_MULTIPLY, FC_RECURRENCE_MULTIPLY},
                 {FC_OP_DIVIDE, FC_RECURRENCE_DIVIDE},
                 {FC_OP_SHIFT_LEFT, FC_RECURRENCE_SHIFT_LEFT},
                 {FC_OP_SHIFT_RIGHT, FC_RECURRENCE_SHIFT_RIGHT}};
    for (size_t i = 0; node->kind == FC_ASSIGN && i < sizeof table / sizeof *table; i++)
        if (table[i].op == node->op) {
            *out = (fc_recurrence){.kind = table[i].kind, .step = {{node->child[1], 1}}, .n_steps = 1};
            return true;
        }
    return false;
}

static bool geometric_of(sequence *out, const counting *c, int value);

/* x *= f or x /= f after the start of the iteration. */
static bool geometric_after(sequence *out, const counting *c, const fc_node *node)
{
    const fc_ssa *ssa = &c->e->loops->ir.ssa;
    fc_recurrence step;
    long factor;
    if (!step_of(&step, node) || !fc_evolution_factor(&factor, c->e, &step) ||
        !geometric_of(out, c, fc_ssa_value_read(ssa, node->child[0])))
        return false;
    bool grows = step.kind == FC_RECURRENCE_MULTIPLY || step.kind == FC_RECURRENCE_SHIFT_LEFT;
    if (grows != (out->kind == GROWING))
        return false;
    out->value = grows ? fc_sym_multiply(c->algebra, out->value, integer(c, factor))
                       : fc_sym_c_divide(c->algebra, out->value, integer(c, factor));
    return true;
}

static bool geometric_of(sequence *out, const counting *c, int value)
{
    const fc_procedure_loops *loops = c->e->loops;
    int loop;
    if (value == FC_GRAPH_NONE)
        return false;
    const fc_ssa_value *at = &loops->ir.ssa.value[value];
    if (at->kind == FC_SSA_DEFINITION)
        return fc_loop_nest_holds(&loops->ir.nest, c->request->loop, at->block) && geometric_after(out, c, at->node);
    const fc_recurrence *recurrence =
        at->kind == FC_SSA_PHI ? fc_procedure_loops_recurrence(loops, value, &loop) : NULL;
    if (!recurrence || loop != c->request->loop || !fc_evolution_factor(&out->factor, c->e, recurrence))
        return false;
    bool grows = recurrence->kind == FC_RECURRENCE_MULTIPLY || recurrence->kind == FC_RECURRENCE_SHIFT_LEFT;
    out->kind = grows ? GROWING : SHRINKING;
    out->value = in_iteration(c, fc_evolution_start(c->e, recurrence));
    return out->value;
}

static int value_of_name(const counting *c, const fc_node *node)
{
    const fc_ssa *ssa = &c->e->loops->ir.ssa;
    bool before = node->op == FC_OP_POST_INCREMENT || node->op == FC_OP_POST_DECREMENT;
    if (node->kind == FC_NAME)
        return fc_ssa_value_read(ssa, node);
    if (node->kind == FC_STEP && before)
        return fc_ssa_value_read(ssa, node->child[0]);
    return node->kind == FC_STEP || node->kind == FC_ASSIGN ? fc_ssa_value_defined(ssa, node) : FC_GRAPH_NONE;
}

/* ---- addresses ---- */

static bool address_of(sequence *out, const counting *c, const fc_node *node);

static bool move(sequence *out, const counting *c, const fc_sym *by, int sign)
{
    if (!by)
        return false;
    out->value = sign > 0 ? fc_sym_add(c->algebra, out->value, by) : difference(c, out->value, by);
    return true;
}

static const fc_sym *offset_of(const counting *c, const fc_node *node)
{
    return in_iteration(c, node ? c->e->value(c->e->data, node) : integer(c, 1));
}

static bool address_of_value(sequence *out, const counting *c, int value);

static bool address_of_definition(sequence *out, const counting *c, const fc_node *node)
{
    bool is_declared = node->kind == FC_DECLARE, is_sum = node->op == FC_OP_ADD || node->op == FC_OP_SUBTRACT;
    if (is_declared || (node->kind == FC_ASSIGN && node->op == FC_OP_NONE)) {
        const fc_node *right = is_declared ? (node->n_children > 0 ? node->child[0] : NULL) : node->child[1];
        return right && address_of(out, c, right);
    }
    if (node->kind == FC_ASSIGN && !is_sum)
        return false;
    bool up = node->kind == FC_STEP ? node->op == FC_OP_PRE_INCREMENT || node->op == FC_OP_POST_INCREMENT
                                    : node->op == FC_OP_ADD;
    const fc_node *by = node->kind == FC_STEP ? NULL : node->child[1];
    return address_of_value(out, c, fc_ssa_value_read(&c->e->loops->ir.ssa, node->child[0])) &&
           move(out, c, offset_of(c, by), up ? 1 : -1);
}

static bool address_in_iteration(sequence *out, const counting *c, const fc_recurrence *recurrence)
{
    if (recurrence->kind != FC_RECURRENCE_ADD || recurrence->start == FC_GRAPH_NONE ||
        !address_of_value(out, c, recurrence->start))
        return false;
    for (int i = 0; i < recurrence->n_steps; i++) {
        const fc_sym *step = offset_of(c, recurrence->step[i].value);
        if (!step || fc_sym_depends(step, c->t) ||
            !move(out, c, fc_sym_multiply(c->algebra, step, c->t), recurrence->step[i].sign))
            return false;
    }
    return true;
}

/* A pointer that is not made from another one here is a base of its own. */
static bool address_of_value(sequence *out, const counting *c, int value)
{
    const fc_procedure_loops *loops = c->e->loops;
    int loop;
    if (value == FC_GRAPH_NONE)
        return false;
    const fc_ssa_value *at = &loops->ir.ssa.value[value];
    bool is_varying = fc_loop_nest_holds(&loops->ir.nest, c->request->loop, at->block);
    const fc_recurrence *recurrence =
        at->kind == FC_SSA_PHI && is_varying ? fc_procedure_loops_recurrence(loops, value, &loop) : NULL;
    if (recurrence)
        return loop == c->request->loop && address_in_iteration(out, c, recurrence);
    if (at->kind == FC_SSA_DEFINITION && address_of_definition(out, c, at->node))
        return true;
    *out = (sequence){POLYNOMIAL, integer(c, 0), 0, NULL, value};
    return !is_varying;
}

/* An address in elements of the pointer's type; casts between pointers keep their size. */
static bool address_of(sequence *out, const counting *c, const fc_node *node)
{
    while (node->kind == FC_CAST && node->type && node->child[0]->type &&
           (node->child[0]->type->kind == FC_TYPE_ARRAY ||
            (node->type->of && node->child[0]->type->of && node->type->of->size == node->child[0]->type->of->size)))
        node = node->child[0];
    if (node->kind == FC_NAME && node->type->kind == FC_TYPE_ARRAY) {
        *out = (sequence){POLYNOMIAL, integer(c, 0), 0, node->symbol, FC_GRAPH_NONE};
        return true;
    }
    if (node->kind == FC_UNARY && node->op == FC_OP_ADDRESS && node->child[0]->kind == FC_INDEX)
        return address_of(out, c, node->child[0]->child[0]) && move(out, c, offset_of(c, node->child[0]->child[1]), 1);
    if (node->kind == FC_BINARY) {
        int pointer = node->child[0]->type->kind == FC_TYPE_INTEGER ? 1 : 0;
        bool is_sum = node->op == FC_OP_ADD || (node->op == FC_OP_SUBTRACT && pointer == 0);
        return is_sum && address_of(out, c, node->child[pointer]) &&
               move(out, c, offset_of(c, node->child[1 - pointer]), node->op == FC_OP_ADD ? 1 : -1);
    }
    return address_of_value(out, c, value_of_name(c, node));
}

/* ---- exits ---- */

static bool is_fixed(const counting *c, const fc_sym *value)
{
    return !fc_sym_depends(value, c->t);
}

static const fc_sym *next_of(const counting *c, const fc_sym *value)
{
    const fc_sym *after = fc_sym_substitute(c->algebra, value, c->t, fc_sym_add(c->algebra, c->t, integer(c, 1)));
    return difference(c, after, value);
}

/* a << k or a >> k, k one more in each iteration: a power of two. */
static bool geometric_by_shift(sequence *out, const counting *c, const fc_node *node)
{
    bool grows = node->op == FC_OP_SHIFT_LEFT;
    if (node->kind != FC_BINARY || (!grows && node->op != FC_OP_SHIFT_RIGHT))
        return false;
    const fc_sym *shifted = in_iteration(c, c->e->value(c->e->data, node->child[0]));
    const fc_sym *by = in_iteration(c, c->e->value(c->e->data, node->child[1]));
    double start;
    if (!shifted || !is_fixed(c, shifted) || !by || next_of(c, by) != integer(c, 1) ||
        !fc_sym_is_constant(difference(c, by, c->t), &start) || start < 0 || start > 30)
        return false;
    const fc_sym *power = integer(c, 1L << (long)start);
    *out = (sequence){grows ? GROWING : SHRINKING,
                      grows ? fc_sym_multiply(c->algebra, shifted, power) : fc_sym_c_divide(c->algebra, shifted, power),
                      2, NULL, FC_GRAPH_NONE};
    return true;
}

static bool side_of(sequence *out, const counting *c, const fc_node *node)
{
    *out = (sequence){.kind = POLYNOMIAL, .base = FC_GRAPH_NONE};
    if (!is_number(node->type))
        return node->type && node->type->kind == FC_TYPE_POINTER && address_of(out, c, node);
    const fc_node *bare = fc_node_without_casts(node);
    if (geometric_of(out, c, value_of_name(c, bare)) || geometric_by_shift(out, c, bare))
        return true;
    out->value = in_iteration(c, c->e->value(c->e->data, node));
    const fc_loop_form *form = &c->e->loops->form[c->request->loop];
    const fc_recurrence *own = form->own == FC_GRAPH_NONE ? NULL : &form->recurrence[form->own];
    if (out->value && own && form->index == FC_GRAPH_NONE &&
        fc_sym_depends(out->value, c->e->atom(c->e->data, fc_procedure_loops_variable(c->e->loops, own))))
        out->value = NULL; /* changes, but not by the same amount each time */
    return out->value;
}

static bool is_positive(const counting *c, const fc_sym *value)
{
    double constant;
    return fc_sym_is_constant(value, &constant) ? constant > 0 : fc_sym_proves_positive(c->algebra, value);
}

/* The last t before g(t) becomes negative. NULL: unknown. */
static const fc_sym *last_of_difference(const counting *c, const fc_sym *g)
{
    const fc_sym *zero = integer(c, 0), *first = fc_sym_substitute(c->algebra, g, c->t, zero);
    const fc_sym *slope = difference(c, zero, next_of(c, g));
    double curve;
    if (is_fixed(c, slope))
        return is_positive(c, slope) ? fc_sym_floor_divide(c->algebra, first, slope) : NULL;
    if (!fc_sym_is_constant(next_of(c, slope), &curve) || curve <= 0 || curve > 1 << 20 || curve != (long)curve)
        return NULL;
    /* g = first - (curve/2 * t^2 + rest * t); doubled where curve is odd */
    long scale = (long)curve % 2 ? 2 : 1, a = (long)curve * scale / 2;
    const fc_sym *linear =
        difference(c, fc_sym_substitute(c->algebra, slope, c->t, zero), fc_sym_rational(c->algebra, (long)curve, 2));
    const fc_sym *b = fc_sym_multiply(c->algebra, linear, integer(c, scale));
    if (!fc_sym_proves_nonnegative(c->algebra, b))
        return NULL;
    /* The last t with a*t^2 + b*t <= limit, a > 0, b >= 0, all integers. */
    const fc_sym *limit = fc_sym_multiply(c->algebra, first, integer(c, scale));
    fc_algebra *algebra = c->algebra;
    const fc_sym *half = fc_sym_floor_divide(algebra, b, integer(c, 2));
    if (a == 1 && fc_sym_multiply(algebra, half, integer(c, 2)) == b) {
        const fc_sym *square = fc_sym_add(algebra, limit, fc_sym_multiply(algebra, half, half));
        return difference(c, fc_sym_isqrt(algebra, square), half);
    }
    const fc_sym *inside =
        fc_sym_add(algebra, fc_sym_multiply(algebra, b, b), fc_sym_multiply(algebra, integer(c, 4 * a), limit));
    return fc_sym_floor_divide(algebra, difference(c, fc_sym_isqrt(algebra, inside), b), integer(c, 2 * a));
}

/* value * factor^t < limit, or value / factor^t >= limit > 0. */
static const fc_sym *last_of_geometric(const counting *c, const sequence *s, fc_operator op, const fc_sym *limit)
{
    fc_algebra *algebra = c->algebra;
    const fc_sym *one = integer(c, 1), *quotient = NULL;
    if (!is_fixed(c, limit) || !is_fixed(c, s->value))
        return NULL;
    if (s->kind == GROWING && (op == FC_OP_LESS || (op == FC_OP_NOT_EQUAL && c->is_only)))
        limit = difference(c, limit, one);
    else if (s->kind == SHRINKING && (op == FC_OP_GREATER || op == FC_OP_NOT_EQUAL))
        limit = fc_sym_add(algebra, limit, one);
    else if (op != (s->kind == GROWING ? FC_OP_LESS_EQUAL : FC_OP_GREATER_EQUAL))
        return NULL;
    if (s->kind == GROWING && is_positive(c, s->value))
        quotient = fc_sym_floor_divide(algebra, limit, s->value);
    if (s->kind == SHRINKING && op == FC_OP_NOT_EQUAL && limit == one) /* of either sign it comes to 0 */
        quotient = fc_sym_maximum(algebra, s->value, difference(c, integer(c, 0), s->value));
    else if (s->kind == SHRINKING && op != FC_OP_NOT_EQUAL && is_positive(c, limit))
        quotient = fc_sym_floor_divide(algebra, s->value, limit);
    return quotient ? fc_sym_ilog(algebra, s->factor, quotient) : NULL;
}

/* Where one exit ends the loop. */
typedef struct ending {
    const fc_sym *last;    /* last iteration that goes on */
    const fc_sym *reached; /* indicator; NULL: always */
} ending;

/* g(t) != 0: left when g becomes 0. Of several exits it may be another that is taken. */
static bool ends_at_zero(ending *out, const counting *c, const fc_sym *g)
{
    const fc_sym *slope = next_of(c, g), *first = fc_sym_substitute(c->algebra, g, c->t, integer(c, 0));
    double step;
    if (!fc_sym_is_constant(slope, &step) || step == 0 || (step != 1 && step != -1 && !c->is_only))
        return false;
    const fc_sym *way = step > 0 ? difference(c, integer(c, 0), first) : first;
    const fc_sym *number = fc_sym_floor_divide(c->algebra, way, integer(c, (long)(step > 0 ? step : -step)));
    out->last = difference(c, number, integer(c, 1));
    out->reached = c->is_only ? NULL : fc_sym_is_nonnegative(c->algebra, number);
    return true;
}

/* a op b as g >= 0, or g == 0, g != 0. */
static const fc_sym *difference_of(const counting *c, const sequence *a, fc_operator op, const sequence *b)
{
    bool up = op == FC_OP_GREATER || op == FC_OP_GREATER_EQUAL;
    const fc_sym *g = up ? difference(c, a->value, b->value) : difference(c, b->value, a->value);
    return op == FC_OP_LESS || op == FC_OP_GREATER ? difference(c, g, integer(c, 1)) : g;
}

static bool find_ending(ending *out, const counting *c, const sequence *a, fc_operator op, const sequence *b)
{
    *out = (ending){0};
    if (a->array != b->array || a->base != b->base || (a->kind != POLYNOMIAL && b->kind != POLYNOMIAL))
        return false;
    if (a->kind != POLYNOMIAL || b->kind != POLYNOMIAL) {
        bool left = a->kind != POLYNOMIAL;
        out->last =
            last_of_geometric(c, left ? a : b, left ? op : fc_operator_mirrored(op), left ? b->value : a->value);
        return out->last;
    }
    const fc_sym *g = difference_of(c, a, op, b);
    if (is_fixed(c, g)) {
        /* A condition that is the same in each iteration: the loop ends in the first, or never by this exit. */
        if (c->is_only)
            return false;
        const fc_sym *goes_on = op == FC_OP_NOT_EQUAL || op == FC_OP_EQUAL ? fc_sym_is_zero(c->algebra, g)
                                                                           : fc_sym_is_nonnegative(c->algebra, g);
        out->last = integer(c, -1);
        out->reached = op == FC_OP_NOT_EQUAL ? goes_on : difference(c, integer(c, 1), goes_on);
        return true;
    }
    if (op == FC_OP_NOT_EQUAL)
        return ends_at_zero(out, c, g);
    out->last = op == FC_OP_EQUAL ? NULL : last_of_difference(c, g);
    return out->last;
}

static bool ending_of(ending *out, const counting *c, const fc_loop_exit *exit)
{
    const fc_loop_comparison test = fc_loop_exits_comparison(exit->decision, exit->on_true);
    sequence a, b = {POLYNOMIAL, integer(c, 0), 0, NULL, FC_GRAPH_NONE};
    return side_of(&a, c, test.left) && (!test.right || side_of(&b, c, test.right)) &&
           find_ending(out, c, &a, test.relation, &b);
}

/* ---- the loop ---- */

/* The last iteration that begins, if only this exit ends the loop. */
static const fc_sym *last_begun(const counting *c, const fc_loop_exit *exit, const ending *end)
{
    if (exit->is_head)
        return end->last;
    const fc_sym *ended = fc_sym_add(c->algebra, end->last, integer(c, 1)), *zero = integer(c, 0);
    return fc_sym_proves_nonnegative(c->algebra, ended) ? ended : fc_sym_maximum(c->algebra, ended, zero);
}

static bool counts(const fc_trip_request *request, const fc_loop_exit *exit)
{
    return !request->bound || request->bound == exit->decision;
}

/* The minimum over the exits that are certainly reached, and then over the others: they restrict `last`. NULL: some
 * exit has no closed count, or there is none. */
static const fc_sym *last_of_exits(const counting *c, const fc_loop_exits *exits, bool certain, const fc_sym *last)
{
    for (size_t i = 0; i < exits->n; i++) {
        const fc_loop_exit *exit = &exits->exit[i];
        ending end;
        if (!counts(c->request, exit))
            continue;
        if (!exit->is_regular || !ending_of(&end, c, exit))
            return NULL;
        if (certain != !end.reached)
            continue;
        const fc_sym *own = last_begun(c, exit, &end);
        const fc_sym *least = last ? fc_sym_minimum(c->algebra, last, own) : own;
        last = certain ? least : fc_sym_choose(c->algebra, end.reached, least, last);
    }
    return last;
}

bool fc_trip_count_may_exist(const fc_procedure_loops *loops, int loop)
{
    const fc_loop_exits *exits = &loops->form[loop].exits;
    bool may = exits->n > 0 && exits->meet;
    for (size_t i = 0; may && i < exits->n; i++)
        may = exits->exit[i].is_regular;
    return may;
}

bool fc_trip_count_find(fc_trip_count *out, const fc_evolution *e, const fc_trip_request *request)
{
    const fc_loop_exits *exits = &e->loops->form[request->loop].exits;
    *out = (fc_trip_count){0};
    if (!request->bound && !fc_trip_count_may_exist(e->loops, request->loop))
        return false;
    counting c = {e, e->algebra, request, out, fc_sym_variable(e->algebra, "\003t", "t", "t", 0), exits->n == 1};
    c.is_only |= request->bound != NULL;
    if (fc_evolution_index(&out->index, e, request->loop)) {
        fc_loop_index *index = &c.out->index;
        fc_assumption *assumed = &c.out->assumed;
        if (!fc_sym_is_constant(index->step, NULL) && !fc_sym_proves_positive(c.algebra, index->step))
            fc_sym_variables(index->step, assume_positive, &(assumer){c.algebra, assumed, c.request->is_domain});
        index->start = fc_trip_count_assume(c.algebra, assumed, index->start);
        index->step = fc_trip_count_assume(c.algebra, assumed, index->step);
    } else
        out->index.start = out->index.step = NULL;
    const fc_sym *certain = last_of_exits(&c, exits, true, NULL);
    out->last = certain ? last_of_exits(&c, exits, false, certain) : NULL;
    return out->last && is_fixed(&c, out->last);
}
