/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dynamic control dependence of definitions: conditions around them, jumps over them, calls of their procedures. */
#include "analyzer/binding/control_state.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/goto_loops.h"
#include "analyzer/model/properties/irregular_flow.h"

#include <string.h>

enum {
    MOST_REACHED_BYTES = 1 << 24 /* to know what calls come to that data decides */
};

/* The dynamic decision whether another jump in the loop (a continue) skips this one, which leaves it; NULL: none. */
static const fc_node *skipped_in_loop(const fc_control *control, const fc_node *jump, const fc_node *loop)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *owner = all->owner[jump->id];
    const fc_node *by = NULL;
    for (size_t i = owner ? all->first_skip[owner->id] : 0; owner && !by && i < all->first_skip[owner->id + 1]; i++) {
        const fc_skip *skip = &all->skip[i];
        if (jump->id >= skip->first && jump->id <= skip->last && fc_node_is_within(skip->jump, loop))
            by = fc_control_dynamic_jump(control, skip->jump, loop);
    }
    return by;
}

/* The dynamic decision, `up` or a jump out of its loop, on which `node` below it depends; NULL: none.
 * ignores_early_exits: early exits (control_early_exits.c) that end the loop do not count. */
static const fc_node *decides_by_data(const fc_control *control, const fc_node *up, const fc_node *node,
                                      bool ignores_early_exits)
{
    const fc_node *condition = fc_control_condition(up);
    if (condition && node != condition && !fc_control_is_static(control, condition))
        return up;
    const fc_definitions *definitions = &control->definitions;
    const fc_node *by = NULL;
    for (size_t i = 0; !by && fc_node_is_loop(up) && i < definitions->n_jumps[up->id]; i++) {
        const fc_node *jump = definitions->jump[up->id][i];
        if (!(ignores_early_exits && fc_control_is_early_exit(control, jump)))
            by = fc_control_dynamic_jump(control, jump, up);
        if (!by)
            by = skipped_in_loop(control, jump, up);
    }
    return by;
}

bool fc_control_jumps_dynamically(const fc_control *control, const fc_node *jump, const fc_node *loop)
{
    return fc_control_dynamic_jump(control, jump, loop) || skipped_in_loop(control, jump, loop);
}

const fc_node *fc_control_dynamic_loop_decision(const fc_control *control, const fc_node *loop)
{
    return decides_by_data(control, loop, loop, false);
}

static bool is_comparison(const fc_node *node)
{
    return node->kind == FC_BINARY &&
           (node->op == FC_OP_LESS || node->op == FC_OP_LESS_EQUAL || node->op == FC_OP_GREATER ||
            node->op == FC_OP_GREATER_EQUAL || node->op == FC_OP_NOT_EQUAL);
}

/* The last static operand of a conjunction; *n: the number of operands that are static. */
static const fc_node *computed_among(const fc_control *control, const fc_node *condition, int *n)
{
    if (condition->kind == FC_BINARY && condition->op == FC_OP_AND) {
        const fc_node *left = computed_among(control, condition->child[0], n);
        const fc_node *right = computed_among(control, condition->child[1], n);
        return right ? right : left;
    }
    bool is_computed = fc_control_is_static(control, condition);
    *n += is_computed;
    return is_computed ? condition : NULL;
}

static bool holds_loop_or_call(const fc_node *node, const void *unused)
{
    (void)unused;
    return fc_node_is_loop(node) || node->kind == FC_CALL || fc_node_any_child(node, holds_loop_or_call, NULL);
}

/* An innermost while or do loop has no bound here: running it iteration by iteration would only count. With two static
 * comparisons, either may end the loop in another run. */
const fc_node *fc_control_bound(const fc_control *control, const fc_node *loop)
{
    const fc_node *condition = fc_node_is_loop(loop) ? fc_control_condition(loop) : NULL;
    const fc_node *body = loop->kind == FC_WHILE ? loop->child[1] : loop->kind == FC_DO ? loop->child[0] : NULL;
    if (!condition || (body && !holds_loop_or_call(body, NULL)) || !fc_control_dynamic_loop_decision(control, loop))
        return NULL;
    int n = 0;
    const fc_node *bound = computed_among(control, condition, &n);
    return n == 1 && is_comparison(bound) && fc_control_varies(control, bound, loop) ? bound : NULL;
}

/* ---- definitions ---- */

/* The nodes first .. last, in the order of the walk, that a dynamic decision at `node` controls. */
typedef struct decision {
    const fc_node *node;
    int first, last;
} decision;

static bool covers(const decision *d, const fc_node *node)
{
    return node->id >= d->first && node->id <= d->last;
}

/* The local variable that the definition sets; NULL: another place. */
static const fc_symbol *local_of(const fc_definition *definition)
{
    const fc_node *place = definition->place;
    while (place && (place->kind == FC_CAST || (place->kind == FC_UNARY && place->op == FC_OP_ADDRESS)))
        place = place->child[0];
    const fc_symbol *symbol = definition->node->kind == FC_DECLARE ? definition->node->symbol
                              : place && place->kind == FC_NAME    ? place->symbol
                                                                   : NULL;
    return symbol && (symbol->kind == FC_SYMBOL_LOCAL || symbol->kind == FC_SYMBOL_PARAMETER) ? symbol : NULL;
}

/* The innermost loop or branch around the node, where a for loop's start is outside the loop. NULL: none. */
static const fc_node *control_around(const fc_node *node)
{
    for (const fc_node *below = node, *up = node->parent; up; below = up, up = up->parent)
        if (fc_control_condition(up) && !(up->kind == FC_FOR && up->child[0] == below))
            return up;
    return NULL;
}

/* The other definition runs before each execution of the decision, so no value of an earlier iteration reaches it. */
static bool is_renewed(const fc_control *control, const fc_definition *other, const fc_node *node)
{
    bool comes_from_caller = other->kind == FC_DEFINED_AS_ARGUMENT;
    const fc_node *around = comes_from_caller ? NULL : control_around(other->node);
    for (const fc_node *up = node->parent; up != around; up = up->parent)
        if (!up || fc_node_is_loop(up) || fc_goto_loops_is_head(up))
            return false;
    return comes_from_caller || control->definitions.owner[other->node->id] == control->definitions.owner[node->id];
}

/* A read that can be dynamic while others of its variable are not: it is no assignment's target and has no address. The
 * size of an array belongs to the array's type, which does not distinguish reads. */
static bool is_apart(const fc_node *read)
{
    const fc_node *up = read->parent;
    bool is_number = read->type->kind == FC_TYPE_INTEGER || read->type->kind == FC_TYPE_REAL;
    bool is_place = !up || up->kind == FC_STEP || (up->kind == FC_ASSIGN && up->child[0] == read) ||
                    (up->kind == FC_UNARY && up->op == FC_OP_ADDRESS);
    return is_number && !is_place;
}

/* The definition uses the variable's previous value. */
static bool goes_on(const fc_control *control, const fc_definition *definition, const fc_symbol *symbol)
{
    bool reads = definition->kind == FC_DEFINED_BY_UPDATE;
    for (size_t i = 0; i < control->definitions.n_reads[symbol->id] && definition->right && !reads; i++)
        reads = fc_node_is_within(control->definitions.read[symbol->id][i], definition->right);
    return reads;
}

/* The child of `around` (NULL: of the procedure) that contains the node; NULL: none. */
static const fc_node *part_of(const fc_node *around, const fc_node *node)
{
    while (node && node->parent != around)
        node = node->parent;
    return node;
}

/* An update uses a value of the same execution of the controlled code: a definition without previous value always ran
 * before it, there or outside (is_renewed). */
static bool is_begun(const fc_control *control, const fc_definition *definition, const decision *d)
{
    const fc_definitions *all = &control->definitions;
    const fc_symbol *symbol = local_of(definition);
    bool begun = false;
    for (size_t i = all->first[definition->cell]; i < all->first[definition->cell + 1] && !begun; i++) {
        const fc_definition *other = &all->definition[i];
        const fc_node *around = control_around(other->node), *part = part_of(around, definition->node);
        bool is_before = other->node->id < definition->node->id && part && part == part_of(around, other->node);
        begun = !covers(d, other->node) || (is_before && !goes_on(control, other, symbol));
    }
    return begun || !goes_on(control, definition, symbol);
}

/* The variable, set under a dynamic decision, is dynamic: it is read elsewhere, or may have a value of an earlier
 * execution. */
static bool escapes(const fc_control *control, const fc_definition *definition, const decision *d)
{
    const fc_symbol *symbol = local_of(definition);
    if (!symbol)
        return true;
    const fc_definitions *all = &control->definitions;
    for (size_t i = 0; i < all->n_reads[symbol->id]; i++)
        if (!covers(d, all->read[symbol->id][i]) && !is_apart(all->read[symbol->id][i]))
            return true;
    for (size_t i = all->first[definition->cell]; i < all->first[definition->cell + 1]; i++) {
        const fc_definition *other = &all->definition[i];
        if (!covers(d, other->node) && !is_renewed(control, other, d->node))
            return true;
    }
    const fc_node *up = d->node->parent;
    while (up && !fc_node_is_loop(up) && !fc_goto_loops_is_head(up))
        up = up->parent;
    return up != NULL && !is_begun(control, definition, d);
}

/* A counter of a loop that ends dynamically, such as a solver's, is dynamic after the loop only. */
static void set_reads_apart(fc_control *control, const fc_definition *definition, const decision *d, const fc_node *by)
{
    const fc_definitions *all = &control->definitions;
    const fc_symbol *symbol = local_of(definition);
    const fc_node *through = fc_control_dynamic_part(control, fc_control_decides_by(by));
    for (size_t i = 0; i < all->n_reads[symbol->id]; i++) {
        const fc_node *read = all->read[symbol->id][i];
        if (covers(d, read) || control->dynamic_read[read->id])
            continue;
        control->dynamic_read[read->id] = fc_allocate(1, sizeof(fc_control_cause));
        *control->dynamic_read[read->id] = (fc_control_cause){definition, by, through, NULL};
        control->changed = true;
    }
}

/* True if the dynamic decision `by`, which controls the nodes of d with the definition, makes the variable dynamic. */
static bool makes_data(fc_control *control, const fc_definition *definition, const decision *d, const fc_node *by)
{
    if (!by)
        return false;
    bool makes = escapes(control, definition, d);
    if (!makes)
        set_reads_apart(control, definition, d, by);
    return makes;
}

static const fc_node *skipped_by_data(fc_control *control, const fc_definition *definition, const fc_skip *skip)
{
    decision d = {skip->jump, skip->first, skip->last};
    bool is_skipped = covers(&d, definition->node) && !fc_control_is_early_exit(control, skip->jump);
    const fc_node *by = is_skipped ? fc_control_dynamic_jump(control, skip->jump, skip->top) : NULL;
    return makes_data(control, definition, &d, by) ? by : NULL;
}

/* A valid program does not use a handle after the call that frees it, even if that call is dynamic. */
static bool frees_handle(const fc_definition *definition)
{
    const fc_symbol *target = definition->kind == FC_DEFINED_BY_MPI ? fc_call_target(definition->node) : NULL;
    size_t length = target ? strlen(target->name) : 0;
    return length > 5 && strcmp(target->name + length - 5, "_free") == 0;
}

/* ---- irregular regions ---- */

/* The first region of the irregular block around the node; NULL: none. */
static const fc_node *first_piece_around(const fc_node *node)
{
    for (const fc_node *up = node->parent; up; up = up->parent)
        for (int i = 0; i < up->n_children && up->kind == FC_BLOCK; i++)
            if (up->child[i]->kind == FC_IRREGULAR_REGION && up->child[i]->text)
                return up->child[i];
    return NULL;
}

/* The largest statement around the node within a region of an irregular block. */
static const fc_node *whole_part(const fc_node *node)
{
    while (node->parent && !fc_irregular_flow_is_within(node->parent))
        node = node->parent;
    return node;
}

/* The part runs once per entry of the block, before all others. */
static bool is_in_first_piece(const fc_control *control, const fc_node *first, const fc_node *part)
{
    for (const fc_node *below = part, *up = part->parent; up != first->parent; below = up, up = up->parent)
        if (fc_node_is_loop(up) && !(up->kind == FC_FOR && up->child[0] == below))
            return false;
    const fc_node *const *node = (const fc_node *const *)control->program->node;
    int next = first->id + 1;
    while (node[next]->kind != FC_IRREGULAR_REGION && next < part->id)
        next++;
    return next == part->id;
}

/* The first region of the irregular block, if the node is in another one, *part. NULL: it is not. */
static const fc_node *cut_around(const fc_control *control, const fc_node *node, const fc_node **part)
{
    const fc_procedure *owner = control->definitions.owner[node->id];
    const fc_node *first = owner && control->definitions.is_cut[owner->id] ? first_piece_around(node) : NULL;
    if (!first)
        return NULL;
    *part = whole_part(node);
    return is_in_first_piece(control, first, *part) ? NULL : first;
}

/* A local variable that only this part of an irregular block sets and reads is not affected by the order of regions. */
static bool leaves_part(const fc_control *control, const fc_definition *definition, const fc_node *part)
{
    const fc_definitions *all = &control->definitions;
    const fc_symbol *symbol = local_of(definition);
    decision d = {part, part->id, all->last[part->id]};
    bool leaves = !symbol;
    for (size_t i = 0; !leaves && i < all->n_reads[symbol->id]; i++)
        leaves = !covers(&d, all->read[symbol->id][i]);
    for (size_t i = all->first[definition->cell]; !leaves && i < all->first[definition->cell + 1]; i++)
        leaves = !covers(&d, all->definition[i].node);
    return leaves;
}

/* ---- dynamic decisions ---- */

static bool leads_to(const fc_control *control, const fc_procedure *from, const fc_procedure *to)
{
    return from == to || fc_definitions_leads(&control->definitions, from, to);
}

/* The cell's memory may exist while the procedure runs: a variable of it or of a caller, or memory that outlives
 * calls. */
static bool holds_memory(const fc_control *control, int cell, const fc_procedure *procedure)
{
    const fc_lifetimes *lifetimes = &control->lifetimes;
    bool holds = lifetimes->first[cell] == lifetimes->first[cell + 1];
    for (size_t i = lifetimes->first[cell]; i < lifetimes->first[cell + 1] && !holds; i++)
        holds = leads_to(control, lifetimes->lifetime[i].procedure, procedure);
    return holds;
}

/* The call can change the cell's memory. Above a limit on the number of such calls, each is assumed to. */
static bool comes_to(fc_control *control, fc_decided_call *call, int cell)
{
    const fc_mod_ref *reach = &control->definitions.reach;
    if (!call->reached && control->reached_bytes + fc_mod_ref_bytes(reach) <= MOST_REACHED_BYTES) {
        call->reached = fc_mod_ref_from(reach, call->call);
        control->reached_bytes += fc_mod_ref_bytes(reach);
    }
    return !call->reached || (call->reached[cell / 8] >> cell % 8 & 1);
}

/* A dynamic decision whether a call runs that reaches the definition and can change its cell; NULL: none. Calls once
 * found harmless stay so. */
static const fc_node *decided_by_calls(fc_control *control, const fc_definition *definition,
                                       const fc_procedure *procedure)
{
    const fc_node *by = NULL;
    size_t *i = &control->n_harmless[definition - control->definitions.definition];
    for (; control->dynamic_caller[procedure->id] && *i < control->n_decided_calls && !by; ++*i) {
        fc_decided_call *call = &control->decided_call[*i];
        if (leads_to(control, call->callee, procedure) && holds_memory(control, definition->cell, call->caller) &&
            comes_to(control, call, definition->cell))
            by = call->by;
    }
    return by;
}

const fc_node *fc_control_dynamic_decision(fc_control *control, const fc_definition *definition)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *owner = all->owner[definition->node->id];
    if (definition->kind == FC_DEFINED_AS_ARGUMENT || definition->kind == FC_DEFINED_AS_TARGET || !owner ||
        frees_handle(definition))
        return NULL;
    const fc_node *part = NULL, *first = cut_around(control, definition->node, &part);
    const fc_node *piece = first && leaves_part(control, definition, part) ? first : NULL;
    if (piece)
        return piece;
    for (const fc_node *below = definition->node, *up = below->parent; up; below = up, up = up->parent) {
        decision d = {up, up->id, all->last[up->id]};
        const fc_node *by = decides_by_data(control, up, below, true);
        if (by && !fc_control_steps_in_both_arms(control, definition->node, up) &&
            makes_data(control, definition, &d, by))
            return by;
    }
    for (size_t i = all->first_skip[owner->id]; i < all->first_skip[owner->id + 1]; i++) {
        const fc_node *by = skipped_by_data(control, definition, &all->skip[i]);
        if (by)
            return by;
    }
    bool is_assigned = definition->kind == FC_DEFINED_BY_VALUE || definition->kind == FC_DEFINED_BY_UPDATE;
    bool is_private = definition->kind == FC_DEFINED_AS_RESULT || local_of(definition) ||
                      (is_assigned && definition->place && fc_cells_is_own(control->cells, definition->place));
    const fc_node *by = is_private ? NULL : decided_by_calls(control, definition, owner);
    return by ? by : fc_control_skipped_by_exit(control, definition);
}

/* ---- procedures ---- */

/* The dynamic decision in the caller whether the call runs; NULL: none. */
static const fc_node *decided_in_caller(const fc_control *control, const fc_node *call)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *owner = all->owner[call->id];
    const fc_node *part = NULL, *by = cut_around(control, call, &part);
    for (const fc_node *below = call, *up = call->parent; up && !by; below = up, up = up->parent)
        by = decides_by_data(control, up, below, true);
    for (size_t i = all->first_skip[owner->id]; !by && i < all->first_skip[owner->id + 1]; i++) {
        const fc_skip *skip = &all->skip[i];
        if (call->id >= skip->first && call->id <= skip->last && !fc_control_is_early_exit(control, skip->jump))
            by = fc_control_dynamic_jump(control, skip->jump, skip->top);
    }
    return by;
}

/* by: the dynamic decision whether the call runs, or its dynamic target, when first found; NULL: none. True: a new
 * result. */
static bool mark_called(fc_control *control, const fc_procedure *callee, const fc_node *call, const fc_node *by)
{
    if (!callee)
        return false;
    const fc_procedure *caller = control->definitions.owner[call->id];
    if (by) {
        control->decided_call = fc_grow(control->decided_call, &control->decided_call_capacity,
                                        control->n_decided_calls + 1, sizeof *control->decided_call);
        control->decided_call[control->n_decided_calls++] = (fc_decided_call){caller, callee, call, by, NULL};
    }
    const fc_node *called_by = by ? by : control->dynamic_caller[caller->id];
    if (!called_by || control->dynamic_caller[callee->id])
        return by != NULL;
    control->dynamic_caller[callee->id] = called_by;
    return true;
}

static bool mark_candidates(fc_control *control, const fc_node *call, const fc_node *by)
{
    bool changed = false;
    fc_candidates candidates = fc_indirect_calls_candidates(control->definitions.pointer_calls, call);
    for (size_t i = 0; i < candidates.n; i++)
        changed |= mark_called(control, candidates.procedure[i], call, by);
    fc_candidates_free(&candidates);
    return changed;
}

/* The dynamic decision whether the call runs, or its dynamic target; NULL: none, or found before. */
static const fc_node *newly_decided(fc_control *control, const fc_node *call)
{
    bool is_chosen_by_data = !fc_call_target(call) && !fc_control_callee_is_static(control, call);
    bool *is_decided = &control->is_decided[call->id];
    const fc_node *by = *is_decided ? NULL : is_chosen_by_data ? call : decided_in_caller(control, call);
    *is_decided |= by != NULL;
    return by;
}

bool fc_control_find_dynamic_calls(fc_control *control)
{
    bool changed = false;
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        if (node->kind != FC_CALL || !control->definitions.owner[i])
            continue;
        const fc_symbol *target = fc_call_target(node);
        if (target && !target->definition)
            continue;
        const fc_node *by = newly_decided(control, node);
        changed |= target ? mark_called(control, target->definition, node, by) : mark_candidates(control, node, by);
    }
    return changed;
}
