/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/modified_memory.h"

#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

static void add(fc_modified_memory *m, int cell, const fc_node *node, const fc_node *place)
{
    if (cell < 0)
        return;
    m->modification = fc_grow(m->modification, &m->capacity, m->n + 1, sizeof *m->modification);
    m->modification[m->n++] = (fc_modification){cell, node, place, NULL};
}

/* ---- what lies in memory of a location ---- */

/* Locations that a statement modifies as a whole. follows: also what pointers there lead to. */
typedef struct extent {
    const fc_modified_memory *m;
    uint64_t *bits;
    bool follows;
} extent;

static void take_cell(extent *e, int cell);

static void take_fields(extent *e, const fc_type *type)
{
    while (type && type->kind == FC_TYPE_ARRAY)
        type = type->of;
    for (int i = 0; type && type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        int cell = fc_cells_of_symbol(e->m->cells, type->field[i]);
        if (type->field[i]->type->kind == FC_TYPE_ARRAY)
            take_cell(e, fc_cells_pointee(e->m->cells, cell));
        take_cell(e, cell);
        take_fields(e, type->field[i]->type);
    }
}

static void take_cell(extent *e, int cell)
{
    if (cell < 0 || fc_bits_has(e->bits, cell))
        return;
    fc_bits_add(e->bits, cell);
    take_cell(e, fc_cells_of_reals(e->m->cells, cell));
    for (size_t i = e->m->reach->first[cell]; i < e->m->reach->first[cell + 1]; i++)
        take_fields(e, e->m->reach->record[i].type);
    if (e->follows)
        take_cell(e, fc_cells_pointee(e->m->cells, cell));
}

static FC_GIVE uint64_t *no_cells(const fc_modified_memory *m)
{
    return fc_allocate(fc_bits_words(fc_cells_count(m->cells)), sizeof(uint64_t));
}

static void add_extent(fc_modified_memory *m, const uint64_t *bits, const fc_node *node, const fc_node *memory)
{
    const int n = (int)fc_bits_words(fc_cells_count(m->cells));
    for (int i = 0; i < n; i++)
        for (int cell = 64 * i; bits[i] && cell < 64 * i + 64; cell++)
            if (fc_bits_has(bits, cell)) {
                add(m, cell, node, NULL);
                m->modification[m->n - 1].memory = memory;
            }
}

/* The memory that an argument points to: of reals alone, if it points to reals and holds no records. */
static void take_target(extent *e, const fc_node *argument)
{
    const fc_node *pointer = fc_node_without_casts(argument);
    take_cell(e, fc_cells_of_target(e->m->cells, pointer));
    if (pointer->type)
        take_fields(e, pointer->type->of);
    for (int k = 0; k < fc_cells_n_elements(e->m->cells, pointer); k++)
        take_cell(e, fc_cells_of_element(e->m->cells, pointer, k));
}

/* ---- statements ---- */

static void add_place(fc_modified_memory *m, const fc_node *node, const fc_node *place)
{
    add(m, fc_cells_of_place(m->cells, place), node, place);
    if (!place->type || place->type->kind != FC_TYPE_RECORD)
        return;
    extent e = {m, no_cells(m), false};
    take_fields(&e, place->type);
    add_extent(m, e.bits, node, NULL);
    free(e.bits);
}

static void add_declaration(fc_modified_memory *m, const fc_node *node)
{
    const fc_type *type = node->symbol->type;
    int cell = fc_cells_of_symbol(m->cells, node->symbol);
    add(m, cell, node, NULL);
    if (type->kind != FC_TYPE_ARRAY && type->kind != FC_TYPE_RECORD)
        return;
    extent e = {m, no_cells(m), false};
    if (type->kind == FC_TYPE_ARRAY)
        take_cell(&e, fc_cells_pointee(m->cells, cell));
    take_fields(&e, type);
    add_extent(m, e.bits, node, NULL);
    free(e.bits);
}

/* ---- calls ---- */

static bool is_read_only(char role)
{
    static const char read_only[] = {FC_ARG_BUFFER,    FC_ARG_COUNTS,    FC_ARG_IGNORED_COUNTS,
                                     FC_ARG_DATATYPES, FC_ARG_RANGES,    FC_ARG_STATUS_READ,
                                     FC_ARG_VALUES,    FC_ARG_ADDRESSES, FC_ARG_COMPARED};
    return memchr(read_only, role, sizeof read_only) != NULL;
}

static bool is_procedure(const fc_node *argument)
{
    const fc_type *type = fc_node_without_casts(argument)->type;
    return type &&
           (type->kind == FC_TYPE_FUNCTION || (type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_FUNCTION));
}

static fc_called *add_called(fc_modified_memory *m, const fc_node *call)
{
    m->called = fc_grow(m->called, &m->called_capacity, m->n_called + 1, sizeof *m->called);
    m->called[m->n_called] = (fc_called){.call = call, .callees = {.is_complete = true}};
    return &m->called[m->n_called++];
}

static void add_callee(fc_called *called, const fc_procedure *procedure)
{
    fc_candidates *list = &called->callees;
    list->procedure = fc_grow(list->procedure, &list->capacity, list->n + 1, sizeof *list->procedure);
    list->procedure[list->n++] = procedure;
}

/* True if this changes `into`. */
static bool unite(const fc_modified_memory *m, uint64_t *into, const uint64_t *from)
{
    const size_t n = fc_bits_words(fc_cells_count(m->cells));
    uint64_t added = 0;
    for (size_t i = 0; i < n; i++)
        added |= from[i] & ~into[i];
    if (added)
        fc_bits_unite(into, from, n);
    return added != 0;
}

/* What the call writes through one argument. */
static void add_target(fc_modified_memory *m, const fc_node *call, const fc_node *argument, uint64_t *later)
{
    extent e = {m, no_cells(m), false};
    take_target(&e, argument);
    add_extent(m, e.bits, call, argument);
    if (later)
        unite(m, later, e.bits);
    free(e.bits);
}

/* Of a broadcast the role of the only buffer is that of read data. */
static void add_mpi(fc_modified_memory *m, const fc_node *call, const fc_mpi_operation *operation)
{
    const bool brings = operation->kind == FC_MPI_COLLECTIVE && !strchr(operation->arguments, FC_ARG_RECEIVED);
    const bool is_exposed = strncmp(operation->name, "MPI_Win", 7) == 0 || operation->kind == FC_MPI_ONE_SIDED;
    uint64_t *later = is_exposed ? m->exposed : strstr(operation->name, "_init") ? m->posted : NULL;
    for (int i = 1; i < call->n_children; i++) {
        char role = i <= (int)strlen(operation->arguments) ? operation->arguments[i - 1] : FC_ARG_OTHER;
        if (fc_type_is_address(fc_node_without_casts(call->child[i])->type) &&
            (!is_read_only(role) || (brings && role == FC_ARG_BUFFER)))
            add_target(m, call, call->child[i], later);
        if (is_procedure(call->child[i]))
            *(strcmp(operation->name, "MPI_Op_create") == 0 ? &m->has_operations : &m->has_callbacks) = true;
    }
    fc_called *called = add_called(m, call);
    called->is_mpi = true;
    called->starts = strncmp(operation->name, "MPI_Start", 9) == 0;
}

/* A function outside the program that is given a procedure may call each whose address is taken. */
static void add_callbacks(fc_modified_memory *m, const fc_node *call)
{
    bool calls_back = false;
    for (int i = 1; i < call->n_children; i++)
        calls_back |= is_procedure(call->child[i]);
    if (!calls_back)
        return;
    fc_called *called = add_called(m, call);
    called->callees.is_complete = false;
    for (int i = 0; i < m->program->n_procedures; i++)
        if (fc_indirect_calls_may_target(m->pointer_calls, m->program->procedure[i]))
            add_callee(called, m->program->procedure[i]);
}

static bool may_write(const fc_node *call, const fc_symbol *target, int i)
{
    if (!fc_type_is_address(fc_node_without_casts(call->child[i])->type))
        return false;
    if (target && (fc_external_is_repeatable(call) || fc_external_fills_first(call)))
        return fc_external_role_of(call, i) >= FC_EXTERNAL_WRITES;
    return fc_library_writes(call, i) && !fc_library_annotated_is_by_address(call, i) &&
           !(target && fc_external_only_reads(target, i));
}

static void add_external(fc_modified_memory *m, const fc_node *call, const fc_symbol *target)
{
    add_callbacks(m, call);
    if (target && fc_definitions_leaves_memory(target))
        return;
    if (!target || !(fc_external_is_repeatable(call) || fc_external_fills_first(call))) {
        /* An unknown function may also follow the pointers that it finds in its arguments' memory. */
        extent e = {m, no_cells(m), true};
        for (int i = 1; i < call->n_children; i++)
            if (may_write(call, target, i))
                take_target(&e, call->child[i]);
        add_extent(m, e.bits, call, NULL);
        free(e.bits);
        return;
    }
    for (int i = 1; i < call->n_children; i++)
        if (may_write(call, target, i))
            add_target(m, call, call->child[i], NULL);
    /* getopt sets globals of the C library, strtok the text of an earlier call. */
    extent e = {m, no_cells(m), false};
    for (int i = 0; fc_external_is_getopt(target) && i < m->program->n_symbols; i++)
        if (fc_external_is_getopt_global(m->program->symbol[i]))
            take_cell(&e, fc_cells_of_symbol(m->cells, m->program->symbol[i]));
    if (fc_external_is_tokenizer(target))
        take_cell(&e, fc_cells_of_target(m->cells, call));
    add_extent(m, e.bits, call, NULL);
    free(e.bits);
}

static void add_call(fc_modified_memory *m, const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (!target) {
        fc_candidates candidates = fc_indirect_calls_candidates(m->pointer_calls, call);
        if (!candidates.is_complete || candidates.n == 0)
            add_external(m, call, NULL);
        add_called(m, call)->callees = candidates;
    } else if (target->definition)
        add_callee(add_called(m, call), target->definition);
    else if (operation)
        add_mpi(m, call, operation);
    else
        add_external(m, call, target);
}

static void add_tree(fc_modified_memory *m, const fc_node *node)
{
    if (!node)
        return;
    if (node->kind == FC_ASSIGN || node->kind == FC_STEP)
        add_place(m, node, node->child[0]);
    else if (node->kind == FC_DECLARE && node->n_children > 0 && node->child[0])
        add_declaration(m, node);
    else if (node->kind == FC_CALL)
        add_call(m, node);
    const fc_type *declared = node->kind == FC_DECLARE ? node->symbol->type : NULL;
    for (; declared && declared->kind == FC_TYPE_ARRAY; declared = declared->of)
        add_tree(m, declared->extent);
    for (int i = 0; i < node->n_children; i++)
        add_tree(m, node->child[i]);
}

/* ---- calls, transitively ---- */

/* Operations of MPI_Op_create run in later calls of MPI; other procedures that MPI is given may too. */
static bool add_operations(fc_modified_memory *m)
{
    bool changed = false;
    for (int p = 0; (m->has_operations || m->has_callbacks) && p < m->program->n_procedures; p++) {
        const fc_procedure *procedure = m->program->procedure[p];
        bool may_run = m->has_callbacks || fc_external_is_reduction(procedure);
        if (may_run && fc_indirect_calls_may_target(m->pointer_calls, procedure))
            changed |= unite(m, m->exposed, m->of_call[p]);
    }
    return changed;
}

/* Each callee once. last_caller: by procedure, the last one whose callees were united, plus 1. */
static bool unite_called(fc_modified_memory *m, int procedure, int *last_caller)
{
    bool changed = false, is_mpi = false, starts = false;
    for (size_t i = m->first_called[procedure]; i < m->first_called[procedure + 1]; i++) {
        const fc_called *called = &m->called[i];
        is_mpi |= called->is_mpi;
        starts |= called->starts;
        for (size_t k = 0; k < called->callees.n; k++) {
            const int callee = called->callees.procedure[k]->id;
            if (last_caller[callee] != procedure + 1)
                changed |= unite(m, m->of_call[procedure], m->of_call[callee]);
            last_caller[callee] = procedure + 1;
        }
    }
    changed |= is_mpi && unite(m, m->of_call[procedure], m->exposed);
    changed |= starts && unite(m, m->of_call[procedure], m->posted);
    return changed;
}

static void callees_first(const fc_modified_memory *m, int procedure, bool *seen, int **order)
{
    seen[procedure] = true;
    for (size_t i = m->first_called[procedure]; i < m->first_called[procedure + 1]; i++)
        for (size_t k = 0; k < m->called[i].callees.n; k++)
            if (!seen[m->called[i].callees.procedure[k]->id])
                callees_first(m, m->called[i].callees.procedure[k]->id, seen, order);
    *(*order)++ = procedure;
}

/* Callees before callers, so that only recursion and MPI's operations need more than one round. */
static void close_over_calls(fc_modified_memory *m)
{
    const int n = m->program->n_procedures;
    bool *seen = fc_allocate((size_t)n + 1, sizeof *seen);
    int *order = fc_allocate((size_t)n + 1, sizeof *order), *end = order;
    int *last_caller = fc_allocate((size_t)n + 1, sizeof *last_caller);
    for (int p = 0; p < n; p++)
        for (size_t i = m->first[p]; i < m->first[p + 1]; i++) {
            const fc_modification *done = &m->modification[i];
            if (!done->place || !fc_cells_is_own(m->cells, done->place))
                fc_bits_add(m->of_call[p], done->cell);
        }
    for (int p = 0; p < n; p++)
        if (!seen[p])
            callees_first(m, p, seen, &end);
    for (bool changed = true; changed;) {
        changed = add_operations(m);
        for (int i = 0; i < n; i++)
            last_caller[i] = 0;
        for (int i = 0; i < n; i++)
            changed |= unite_called(m, order[i], last_caller);
    }
    free(seen);
    free(order);
    free(last_caller);
}

static int by_cell(const void *a, const void *b)
{
    const fc_modification *x = a, *y = b;
    int order = (x->cell > y->cell) - (x->cell < y->cell);
    return order ? order : x->node->id - y->node->id;
}

static void find_in_procedures(fc_modified_memory *m)
{
    const fc_program *program = m->program;
    for (int p = 0; p < program->n_procedures; p++) {
        m->first[p] = m->n;
        m->first_called[p] = m->n_called;
        if (fc_indirect_calls_reachable(m->pointer_calls)->procedure[p])
            add_tree(m, program->procedure[p]->body);
        if (m->n > m->first[p])
            qsort(&m->modification[m->first[p]], m->n - m->first[p], sizeof *m->modification, by_cell);
        m->of_call[p] = no_cells(m);
    }
    m->first[program->n_procedures] = m->n;
    m->first_called[program->n_procedures] = m->n_called;
}

void fc_modified_memory_find(fc_modified_memory *out, const fc_program *program, const fc_control *control,
                             const fc_indirect_calls *calls)
{
    const size_t n = (size_t)program->n_procedures;
    *out = (fc_modified_memory){.program = program,
                                .cells = fc_control_cells(control),
                                .reach = &fc_control_definitions(control)->reach,
                                .pointer_calls = calls};
    out->first = fc_allocate(n + 1, sizeof *out->first);
    out->first_called = fc_allocate(n + 1, sizeof *out->first_called);
    out->of_call = fc_allocate(n, sizeof *out->of_call);
    out->exposed = no_cells(out);
    out->posted = no_cells(out);
    find_in_procedures(out);
    close_over_calls(out);
}

void fc_modified_memory_free(fc_modified_memory *memory)
{
    for (int p = 0; p < memory->program->n_procedures; p++)
        free(memory->of_call[p]);
    for (size_t i = 0; i < memory->n_called; i++)
        fc_candidates_free(&memory->called[i].callees);
    free(memory->modification);
    free(memory->first);
    free(memory->called);
    free(memory->first_called);
    free(memory->of_call);
    free(memory->exposed);
    free(memory->posted);
}

bool fc_modified_memory_by_mpi(const fc_modified_memory *memory, const fc_called *called, int cell)
{
    return (called->is_mpi && fc_bits_has(memory->exposed, cell)) ||
           (called->starts && fc_bits_has(memory->posted, cell));
}

bool fc_modified_memory_has(const fc_modified_memory *memory, const fc_procedure *procedure, int cell)
{
    return fc_bits_has(memory->of_call[procedure->id], cell);
}

bool fc_modified_memory_by_call(const fc_modified_memory *memory, const fc_called *called, int cell)
{
    bool modifies = fc_modified_memory_by_mpi(memory, called, cell);
    for (size_t k = 0; k < called->callees.n && !modifies; k++)
        modifies = fc_bits_has(memory->of_call[called->callees.procedure[k]->id], cell);
    return modifies;
}
