/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dynamic returns from procedures that a run calls at most once. The skipped code never runs again, so the return
 * cannot change values that only skipped code reads. Only values read after the procedure depend on it. */
#include "analyzer/binding/control_state.h"
#include "analyzer/effects/external.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/model/properties/goto_loops.h"

#include <stdlib.h>
#include <string.h>

/* ---- procedures that a run calls once ---- */

/* The outermost loop (without its start) or parallel region around the node; NULL: none. */
static const fc_node *outermost_loop(const fc_node *node)
{
    const fc_node *loop = NULL;
    for (const fc_node *below = node, *up = node->parent; up; below = up, up = up->parent)
        if ((fc_node_is_loop(up) && !(up->kind == FC_FOR && up->child[0] == below)) || fc_goto_loops_is_head(up) ||
            up->kind == FC_OPENMP)
            loop = up;
    return loop;
}

/* By procedure id: the only node that names it; NULL: none or several. */
static FC_GIVE const fc_node **find_only_names(const fc_control *control)
{
    const fc_program *program = control->program;
    const fc_node **only = fc_allocate((size_t)program->n_procedures, sizeof *only);
    bool *several = fc_allocate((size_t)program->n_procedures, sizeof *several);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        const fc_procedure *named = node->kind == FC_NAME ? node->symbol->definition : NULL;
        if (!named)
            continue;
        several[named->id] |= only[named->id] != NULL;
        only[named->id] = several[named->id] ? NULL : node;
    }
    free(several);
    return only;
}

/* The only call of a procedure, outside loops; NULL: other uses exist. */
static const fc_node *only_call(const fc_control *control, const fc_node *name)
{
    const fc_node *call = name ? name->parent : NULL;
    const fc_procedure *caller = name ? control->definitions.owner[name->id] : NULL;
    bool is_called = caller && call && call->kind == FC_CALL && call->child[0] == name;
    return is_called && !control->definitions.is_cut[caller->id] && !outermost_loop(call) ? call : NULL;
}

void fc_control_find_once(fc_control *control)
{
    const fc_program *program = control->program;
    const fc_procedure *main_procedure = fc_program_find(program, "main");
    const fc_node **name = find_only_names(control);
    control->runs_once = fc_allocate((size_t)program->n_procedures, sizeof *control->runs_once);
    control->read_after = fc_allocate((size_t)program->n_procedures, sizeof *control->read_after);
    control->only_call = fc_allocate((size_t)program->n_procedures, sizeof *control->only_call);
    if (main_procedure && !name[main_procedure->id])
        control->runs_once[main_procedure->id] = true;
    for (bool changed = main_procedure != NULL; changed;) {
        changed = false;
        for (int i = 0; i < program->n_procedures; i++) {
            const fc_node *call = control->runs_once[i] ? NULL : only_call(control, name[i]);
            if (!call || !control->runs_once[control->definitions.owner[call->id]->id])
                continue;
            control->only_call[i] = call;
            control->runs_once[i] = changed = true;
        }
    }
    free(name);
}

bool fc_control_runs_once(const fc_control *control, const fc_node *node)
{
    return control->runs_once[control->definitions.owner[node->id]->id] && !outermost_loop(node);
}

bool fc_control_is_early_exit(const fc_control *control, const fc_node *jump)
{
    const fc_procedure *owner = control->definitions.owner[jump->id];
    return jump->kind == FC_RETURN && control->runs_once[owner->id] && !control->definitions.is_cut[owner->id];
}

/* ---- reads after the procedure ---- */

/* A library function that prints its arguments or frees memory: their values affect no later result. */
static bool puts_away(const fc_symbol *function)
{
    static const char *const names[] = {"printf", "fprintf", "puts", "fputs", "fwrite", "fflush"};
    bool found = fc_external_frees(function);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= strcmp(names[i], function->name) == 0;
    return found && !function->definition;
}

/* The read is in an argument of such a function, such as a solver's printed number of iterations. */
static bool is_put_away(const fc_node *read)
{
    const fc_node *up = read->parent;
    while (up && (up->kind == FC_CAST || up->kind == FC_INDEX || up->kind == FC_MEMBER ||
                  (up->kind == FC_UNARY && up->op != FC_OP_ADDRESS) ||
                  (up->kind == FC_BINARY && up->op != FC_OP_AND && up->op != FC_OP_OR)))
        up = up->parent;
    const fc_symbol *target = up && up->kind == FC_CALL ? fc_call_target(up) : NULL;
    return target && puts_away(target) && !fc_library_annotated_of(up);
}

static void note_called(const fc_control *control, uint64_t *called, const fc_procedure *callee)
{
    const fc_definitions *all = &control->definitions;
    fc_bits_add(called, callee->id);
    fc_bits_unite(called, fc_definitions_called_by(all, callee), all->call_words);
}

/* Marks the procedures that nodes first .. last call, directly or not. */
static void note_called_from(const fc_control *control, uint64_t *called, int first, int last)
{
    for (int i = first; i <= last; i++) {
        const fc_node *node = control->program->node[i];
        const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
        if (node->kind != FC_CALL || !control->definitions.owner[i])
            continue;
        if (target && target->definition)
            note_called(control, called, target->definition);
        fc_candidates candidates = {0};
        if (!target)
            candidates = fc_indirect_calls_candidates(control->definitions.pointer_calls, node);
        for (size_t k = 0; k < candidates.n; k++)
            note_called(control, called, candidates.procedure[k]);
        fc_candidates_free(&candidates);
    }
}

/* Marks the fields of a record that is read as a whole, including nested ones. */
static void note_record(const fc_control *control, bool *read, const fc_type *type)
{
    while (type && type->kind == FC_TYPE_ARRAY)
        type = type->of;
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        int cell = fc_definitions_field_cell(control->cells, type->field[i]);
        if (cell >= 0)
            read[cell] = read[fc_cells_of_reals(control->cells, cell)] = true;
        note_record(control, read, type->field[i]->type);
    }
}

/* The target of an argument of an external function. */
static void note_argument(const fc_control *control, bool *read, const fc_node *argument)
{
    int cell = fc_cells_of_target(control->cells, argument);
    argument = fc_node_without_casts(argument);
    if (cell >= 0)
        read[cell] = read[fc_cells_of_reals(control->cells, cell)] = true;
    if (cell >= 0 && argument->type)
        note_record(control, read, argument->type->of);
}

/* The use reads the record as a whole, not a field or its address. */
static bool is_used_whole(const fc_node *record)
{
    const fc_node *parent = record->parent;
    return !parent || (parent->kind != FC_MEMBER && !(parent->kind == FC_UNARY && parent->op == FC_OP_ADDRESS));
}

static void note_read(const fc_control *control, bool *read, const fc_node *node)
{
    const fc_node *parent = node->parent;
    bool is_set = parent && parent->kind == FC_ASSIGN && parent->op == FC_OP_NONE && parent->child[0] == node;
    int cell = is_set ? -1 : fc_cells_of_place(control->cells, node);
    if (cell >= 0 && !is_put_away(node))
        read[cell] = true;
    if (cell >= 0 && is_used_whole(node))
        note_record(control, read, node->type);
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    bool reads = target && !target->definition && !puts_away(target);
    for (int i = 1; reads && i < node->n_children; i++)
        note_argument(control, read, node->child[i]);
}

static void note_reads(const fc_control *control, bool *read, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (control->definitions.owner[i])
            note_read(control, read, control->program->node[i]);
}

/* By cell: code that runs after the procedure (which runs once) reads it. */
static FC_GIVE bool *find_read_after(const fc_control *control, const fc_procedure *procedure)
{
    const fc_definitions *all = &control->definitions;
    bool *read = fc_allocate((size_t)fc_cells_count(control->cells), sizeof *read);
    uint64_t *called = fc_allocate(all->call_words, sizeof *called);
    for (const fc_node *call = control->only_call[procedure->id]; call;) {
        const fc_procedure *caller = all->owner[call->id];
        int first = call->id + 1, last = all->last[caller->body->id];
        note_reads(control, read, first, last);
        note_called_from(control, called, first, last);
        call = control->only_call[caller->id];
    }
    for (int i = 0; i < all->n_procedures; i++) {
        const fc_node *body = fc_bits_has(called, i) ? control->program->procedure[i]->body : NULL;
        if (body)
            note_reads(control, read, body->id, all->last[body->id]);
    }
    free(called);
    return read;
}

/* ---- early exits ---- */

static void add_early_exit(fc_control *control, const fc_node *jump, const fc_node *by)
{
    const fc_definitions *all = &control->definitions;
    const fc_procedure *owner = all->owner[jump->id];
    const fc_node *loop = outermost_loop(jump);
    fc_early_exit exit = {jump, by, owner, loop ? loop->id : jump->id + 1, all->last[owner->body->id], NULL};
    exit.called = fc_allocate(all->call_words, sizeof *exit.called);
    if (!control->read_after[owner->id])
        control->read_after[owner->id] = find_read_after(control, owner);
    note_called_from(control, exit.called, exit.first, exit.last);
    control->early_exit = fc_grow(control->early_exit, &control->early_exit_capacity, control->n_early_exits + 1,
                                  sizeof *control->early_exit);
    control->early_exit[control->n_early_exits++] = exit;
}

static bool is_known(const fc_control *control, const fc_node *jump)
{
    bool found = false;
    for (size_t i = 0; i < control->n_early_exits && !found; i++)
        found = control->early_exit[i].jump == jump;
    return found;
}

bool fc_control_find_early_exits(fc_control *control)
{
    size_t before = control->n_early_exits;
    for (int i = 0; i < control->program->n_nodes; i++) {
        const fc_node *node = control->program->node[i];
        bool is_exit =
            node->kind == FC_RETURN && control->definitions.owner[i] && fc_control_is_early_exit(control, node);
        const fc_node *by = is_exit && !is_known(control, node) ? fc_control_dynamic_jump(control, node, NULL) : NULL;
        if (by)
            add_early_exit(control, node, by);
    }
    return control->n_early_exits > before;
}

/* The memory's lifetime ends within calls that the exit skips entirely. */
static bool dies_below(const fc_control *control, const fc_early_exit *exit, int cell)
{
    const fc_definitions *all = &control->definitions;
    const fc_lifetimes *lifetimes = &control->lifetimes;
    bool dies = lifetimes->first[cell] < lifetimes->first[cell + 1];
    for (size_t i = lifetimes->first[cell]; i < lifetimes->first[cell + 1] && dies; i++) {
        const fc_procedure *owner = lifetimes->lifetime[i].procedure;
        dies = owner != exit->owner && !fc_definitions_leads(all, owner, exit->owner);
    }
    return dies;
}

const fc_node *fc_control_skipped_by_exit(const fc_control *control, const fc_definition *definition)
{
    const fc_procedure *owner = control->definitions.owner[definition->node->id];
    for (size_t i = 0; i < control->n_early_exits; i++) {
        const fc_early_exit *exit = &control->early_exit[i];
        int at = definition->node->id;
        bool is_left_out =
            owner == exit->owner ? at >= exit->first && at <= exit->last : fc_bits_has(exit->called, owner->id);
        if (is_left_out && control->read_after[exit->owner->id][definition->cell] &&
            !dies_below(control, exit, definition->cell))
            return exit->by;
    }
    return NULL;
}

void fc_control_free_early_exits(fc_control *control)
{
    for (size_t i = 0; i < control->n_early_exits; i++) {
        free(control->early_exit[i].called);
        free(control->read_after[control->early_exit[i].owner->id]);
        control->read_after[control->early_exit[i].owner->id] = NULL;
    }
    free(control->read_after);
    free(control->early_exit);
    free(control->runs_once);
    free(control->only_call);
}
