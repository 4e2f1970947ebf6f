/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches broadcasts of which the root executes another call than the other ranks: communication edges of an MPI-ICFG
 * (Strout, Kreaseck, Hovland, "Data-flow analysis for MPI programs", ICPP 2006) between calls that no rank executes
 * both. Cost: quadratic in the calls of one procedure that lead to broadcasts. */
#include "analyzer/memory/definitions_collector.h"
#include "analyzer/model/node_search.h"

#include <stdlib.h>
#include <string.h>

/* The matched broadcasts, and the calls that are or lead to one. */
typedef struct matching {
    fc_collector *c;
    const fc_node **step;
    size_t n_steps, capacity;
    bool *is_linked; /* [receiver * n + sender] */
} matching;

static bool holds(const fc_definitions *out, const fc_node *node, const fc_node *below)
{
    return node->id <= below->id && below->id <= out->last[node->id];
}

/* The argument of the nearest `if` around `node`, up to `end` (excluded), in whose arms it is; NULL: none. */
static const fc_node *arm_of(const fc_node *node, const fc_node *end)
{
    for (const fc_node *up = node; up != end && up->parent && up->parent != end; up = up->parent)
        if (up->parent->kind == FC_IF && up != up->parent->child[0])
            return up;
    return NULL;
}

static const fc_node *common_ancestor(const fc_definitions *out, const fc_node *a, const fc_node *b)
{
    while (a && !holds(out, a, b))
        a = a->parent;
    return a;
}

/* Two arms of one decision. */
static bool are_alternatives(const fc_node *top, const fc_node *a, const fc_node *b, const fc_definitions *out)
{
    return (top->kind == FC_IF || top->kind == FC_CONDITIONAL) && !holds(out, top->child[0], a) &&
           !holds(out, top->child[0], b);
}

/* An arm with `first`, but not `second`, ends with a jump over `second`; so does a case of a switch. */
static bool jumps_over(const fc_definitions *out, const fc_node *top, const fc_node *first, const fc_node *second)
{
    int procedure = out->owner[first->id]->id;
    for (size_t i = out->first_skip[procedure]; i < out->first_skip[procedure + 1]; i++) {
        const fc_skip *skip = &out->skip[i];
        if (skip->jump->id < first->id || second->id < skip->first || second->id > skip->last)
            continue;
        const fc_node *arm = arm_of(common_ancestor(out, first, skip->jump), top);
        if (arm || (skip->jump->kind == FC_BREAK && holds(out, skip->top, first)))
            return true;
    }
    return false;
}

static bool is_equal(const fc_node *a, const void *data)
{
    const fc_node *b = data;
    return a->kind == b->kind && a->symbol == b->symbol;
}

/* The expressions read one variable or field. */
static bool share_variable(const fc_node *a, const void *b)
{
    if (a->kind == FC_NAME || a->kind == FC_MEMBER)
        return fc_node_search_first(b, is_equal, a);
    return fc_node_any_child(a, share_variable, b);
}

/* Two decisions on one variable, as `if (rank == 0)` and, after it, `if (rank != 0)`. */
static bool are_decided_alike(const fc_node *top, const fc_node *a, const fc_node *b)
{
    for (const fc_node *x = arm_of(a, top); x; x = arm_of(x->parent, top))
        for (const fc_node *y = arm_of(b, top); y; y = arm_of(y->parent, top))
            if (share_variable(x->parent->child[0], y->parent->child[0]))
                return true;
    return false;
}

/* No rank need execute both calls; `a` is the former in the source. */
static bool may_stand_apart(const fc_definitions *out, const fc_node *a, const fc_node *b)
{
    const fc_node *top = common_ancestor(out, a, b);
    return top && top != a &&
           (are_alternatives(top, a, b, out) || jumps_over(out, top, a, b) || are_decided_alike(top, a, b));
}

static bool leads_to(const fc_definitions *out, const fc_node *step, const fc_node *broadcast)
{
    return step == broadcast || fc_definitions_calls(out, step, out->owner[broadcast->id]);
}

static bool are_other_constants(const fc_node *a, const fc_node *b)
{
    return a->kind == b->kind &&
           ((a->kind == FC_INTEGER && a->value != b->value) || (a->kind == FC_HANDLE && strcmp(a->text, b->text) != 0));
}

/* Constants and communicators allow the calls to match: same datatype, root, communicator. */
static bool may_match(const fc_collector *c, const fc_node *a, const fc_node *b)
{
    return !are_other_constants(a->child[3], b->child[3]) && !are_other_constants(a->child[4], b->child[4]) &&
           fc_definitions_may_meet(c->out, a, b);
}

/* The cell of element k, or of all elements. */
static int cell_of(const fc_cells *cells, const fc_node *buffer, int k)
{
    return k < fc_cells_n_elements(cells, buffer) ? fc_cells_of_element(cells, buffer, k)
                                                  : fc_cells_of_target(cells, buffer);
}

/* The receiver's buffer gets the sender's. The slice needs both calls. Fields of records have cells common to all
 * records of a type, so that their broadcasts need no edge. */
static void link(fc_collector *c, const fc_node *receiver, const fc_node *sender)
{
    const fc_node *in = receiver->child[1], *out = sender->child[1], *at[] = {receiver, sender};
    int n_in = fc_cells_n_elements(c->cells, in), n_out = fc_cells_n_elements(c->cells, out);
    int n = n_in > n_out ? n_in : n_out;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k == 0 || k < n; k++)
            fc_definitions_add_target(c, (fc_definition){.kind = FC_DEFINED_BY_MESSAGE,
                                                         .cell = cell_of(c->cells, in, k),
                                                         .right = out,
                                                         .from = cell_of(c->cells, out, k),
                                                         .place = at[side]->child[1],
                                                         .node = at[side]});
}

/* Links all broadcasts to which `a` leads to all to which `b` leads. */
static void link_all(matching *m, const fc_node *a, const fc_node *b)
{
    const fc_collector *c = m->c;
    for (size_t i = 0; i < c->n_broadcasts; i++)
        for (size_t j = 0; j < c->n_broadcasts; j++) {
            const fc_node *x = c->broadcast[i], *y = c->broadcast[j];
            bool *is_linked = &m->is_linked[i * c->n_broadcasts + j];
            if (i == j || *is_linked || !leads_to(c->out, a, x) || !leads_to(c->out, b, y) || !may_match(c, x, y))
                continue;
            *is_linked = m->is_linked[j * c->n_broadcasts + i] = true;
            link(m->c, x, y);
            link(m->c, y, x);
        }
}

static void find_steps(matching *m)
{
    const fc_collector *c = m->c;
    for (int i = 0; i < c->program->n_nodes; i++) {
        const fc_node *node = c->program->node[i];
        bool leads = false;
        for (size_t k = 0; k < c->n_broadcasts && node->kind == FC_CALL && c->out->owner[i] && !leads; k++)
            leads = leads_to(c->out, node, c->broadcast[k]);
        if (!leads)
            continue;
        m->step = fc_grow(m->step, &m->capacity, m->n_steps + 1, sizeof *m->step);
        m->step[m->n_steps++] = node;
    }
}

void fc_definitions_match_broadcasts(fc_collector *c)
{
    if (c->n_broadcasts < 2)
        return;
    matching m = {.c = c, .is_linked = fc_allocate(c->n_broadcasts * c->n_broadcasts, sizeof(bool))};
    find_steps(&m);
    for (size_t i = 0; i < m.n_steps; i++)
        for (size_t j = i + 1; j < m.n_steps && c->out->owner[m.step[j]->id] == c->out->owner[m.step[i]->id]; j++)
            if (may_stand_apart(c->out, m.step[i], m.step[j]))
                link_all(&m, m.step[i], m.step[j]);
    free(m.step);
    free(m.is_linked);
}
