/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/memory/definitions.h"

#include "analyzer/effects/external.h"
#include "analyzer/effects/library.h"
#include "analyzer/effects/library_annotated.h"
#include "analyzer/memory/definitions_collector.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "comm_interface/operations.h"

#include <stdlib.h>
#include <string.h>

bool fc_definitions_leaves_memory(const fc_symbol *function)
{
    const char *name = function->name;
    static const char *const harmless[] = {"printf", "fprintf",   "puts",          "fputs",  "putchar", "fputc",
                                           "fflush", "fclose",    "perror",        "fwrite", "srand",   "srandom",
                                           "memcmp", "getenv",    "__assert_fail", "warn",   "warnx",   "vwarn",
                                           "vwarnx", "setlocale", "setvbuf",       "setbuf"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(name, harmless[i]) == 0)
            return true;
    return fc_external_is_pure(name) || fc_external_is_allocation(name) || fc_external_frees(function) ||
           fc_external_is_stop(function);
}

static bool is_array(const fc_type *type)
{
    return type && type->kind == FC_TYPE_ARRAY;
}

/* The cell of the i-th item of an initializer list in `cell`. */
static int cell_of_part(const fc_collector *c, int cell, const fc_node *list, int i)
{
    if (list->type && list->type->kind == FC_TYPE_RECORD)
        return fc_cells_of_symbol(c->cells, list->type->field[i]);
    bool is_row = is_array(list->type) && is_array(list->type->of);
    int part = is_row ? cell : fc_cells_pointee(c->cells, cell);
    bool real = list->child[i]->type && list->child[i]->type->kind == FC_TYPE_REAL;
    return real ? fc_cells_of_reals(c->cells, part) : part;
}

/* set: what all of them have, with the cell of the whole, which has the given type. A string in an array defines the
 * array's elements. */
static void collect_initializer(fc_collector *c, fc_definition set, const fc_type *type, const fc_node *value)
{
    const int cell = set.cell;
    set.right = value;
    fc_definitions_add(c, set);
    if (value->kind == FC_STRING && is_array(type)) {
        set.cell = fc_cells_pointee(c->cells, cell);
        fc_definitions_add(c, set);
    }
    if (value->kind != FC_LIST)
        return;
    bool record = value->type && value->type->kind == FC_TYPE_RECORD;
    for (int i = 0; i < value->n_children; i++) {
        if (!value->child[i] || (record && i >= value->type->n_fields))
            continue;
        set.cell = cell_of_part(c, cell, value, i);
        const fc_type *part = record ? value->type->field[i]->type : is_array(value->type) ? value->type->of : NULL;
        collect_initializer(c, set, part, value->child[i]);
    }
}

/* An argument that a call without a prototype omits has an arbitrary value. */
static void collect_own_call(fc_collector *c, const fc_node *call, const fc_procedure *caller,
                             const fc_procedure *procedure)
{
    if (caller)
        fc_bits_add(fc_definitions_called_by(c->out, caller), procedure->id);
    for (int i = 0; i < procedure->n_parameters && i + 1 < call->n_children; i++) {
        const fc_symbol *parameter = procedure->parameter[i];
        fc_definition given = {
            .kind = FC_DEFINED_AS_ARGUMENT, .cell = fc_cells_of_symbol(c->cells, parameter), .node = call};
        collect_initializer(c, given, parameter->type, call->child[i + 1]);
        if (!fc_cells_is_sent(c->cells, parameter))
            continue;
        given.right = call->child[i + 1];
        given.kind = FC_DEFINED_AS_TARGET;
        given.cell = fc_cells_pointee(c->cells, given.cell);
        given.from = fc_cells_of_target(c->cells, given.right);
        fc_definitions_add(c, given);
    }
    for (int i = call->n_children - 1; i < procedure->n_parameters; i++)
        fc_definitions_lose_cell(c, fc_cells_of_symbol(c->cells, procedure->parameter[i]), call);
}

/* False: it may also run a function that the program does not define. */
static bool collect_pointer_call(fc_collector *c, const fc_node *call, const fc_procedure *caller)
{
    fc_candidates candidates = fc_indirect_calls_candidates(c->calls, call);
    bool all_known = candidates.n > 0 && candidates.is_complete;
    for (size_t i = 0; i < candidates.n; i++)
        collect_own_call(c, call, caller, candidates.procedure[i]);
    fc_candidates_free(&candidates);
    return all_known;
}

/* getopt sets its globals, and what long options point to (their field flag). */
static void collect_getopt(fc_collector *c, const fc_node *call)
{
    fc_definition set = {.kind = FC_DEFINED_BY_CALL, .node = call};
    for (int i = 0; i < c->program->n_symbols; i++) {
        set.cell = fc_cells_of_symbol(c->cells, c->program->symbol[i]);
        if (fc_external_is_getopt_global(c->program->symbol[i]))
            fc_definitions_add(c, set);
    }
    const fc_type *option = fc_external_option_type(call);
    for (int i = 0; option && i < option->n_fields; i++) {
        set.cell = fc_cells_pointee(c->cells, fc_cells_of_symbol(c->cells, option->field[i]));
        if (strcmp(option->field[i]->name, "flag") == 0)
            fc_definitions_add(c, set);
    }
}

/* The fields of a record, including those of nested records and arrays. */
static void add_fields(fc_collector *c, const fc_type *type, fc_definition set)
{
    for (int i = 0; type->kind == FC_TYPE_RECORD && i < type->n_fields; i++) {
        const fc_type *of = type->field[i]->type;
        set.cell = fc_cells_of_symbol(c->cells, type->field[i]);
        fc_definitions_add_target(c, set);
        if (of->kind == FC_TYPE_ARRAY) {
            set.cell = fc_cells_pointee(c->cells, set.cell);
            fc_definitions_add_target(c, set);
        }
        while (of->kind == FC_TYPE_ARRAY)
            of = of->of;
        add_fields(c, of, set);
    }
}

/* qsort moves whole records, and passes pairs of them to the comparison procedure. */
static void collect_sort(fc_collector *c, const fc_node *call, const fc_procedure *comparator)
{
    const fc_node *base = fc_node_without_casts(call->child[1]);
    add_fields(c, base->type->of, (fc_definition){.kind = FC_DEFINED_BY_CALL, .place = call->child[1], .node = call});
    const fc_procedure *caller = c->out->owner[call->id];
    if (caller)
        fc_bits_add(fc_definitions_called_by(c->out, caller), comparator->id);
    for (int i = 0; i < comparator->n_parameters; i++)
        fc_definitions_add(c, (fc_definition){.kind = FC_DEFINED_AS_ARGUMENT,
                                              .cell = fc_cells_of_symbol(c->cells, comparator->parameter[i]),
                                              .right = call->child[1],
                                              .node = call});
}

/* A repeatable external function, which the cost program calls too. */
static void collect_repeatable(fc_collector *c, const fc_node *call, const fc_symbol *function)
{
    fc_definition set = {.kind = FC_DEFINED_BY_CALL, .node = call};
    for (int i = 1; i < call->n_children; i++) {
        set.cell = fc_cells_of_target(c->cells, call->child[i]);
        set.place = call->child[i];
        if (fc_external_role_of(call, i) >= FC_EXTERNAL_WRITES)
            fc_definitions_add_target(c, set);
    }
    if (fc_external_comparator(call))
        collect_sort(c, call, fc_external_comparator(call));
    if (fc_external_is_getopt(function))
        collect_getopt(c, call);
    set.place = call->n_children > 1 ? call->child[1] : NULL;
    if (fc_external_read_record(call))
        add_fields(c, fc_external_read_record(call), set);
    if (fc_external_cleared_record(call))
        add_fields(c, fc_external_cleared_record(call), set);
    if (fc_external_overruns_field(call))
        fc_definitions_lose_fields(c, fc_external_overruns_field(call), call);
    if (fc_external_stores_line(call)) {
        set.cell = fc_cells_pointee(c->cells, fc_cells_of_target(c->cells, call->child[1]));
        fc_definitions_add(c, set);
    }
    if (fc_external_is_tokenizer(function)) { /* it ends each word in the text of an earlier call */
        set.place = NULL;
        set.cell = fc_cells_of_target(c->cells, call);
        fc_definitions_add(c, set);
    }
}

/* Copies or reads the bytes of records through a pointer to another type: the cost program's records differ in bytes.
 */
static bool takes_records_apart(const fc_collector *c, const fc_node *call)
{
    bool takes = false;
    for (int i = 1; i < call->n_children && !takes; i++)
        takes = fc_external_role_of(call, i) != FC_EXTERNAL_VALUE &&
                fc_mod_ref_splits_records(&c->out->reach, call->child[i]);
    return takes;
}

/* memset over handles: the result is no valid handle, and a correct program does not pass it to MPI. */
static bool clears_handles(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_node *memory = fc_node_without_casts(target && call->n_children > 1 ? call->child[1] : NULL);
    const fc_type *of = memory && memory->type ? memory->type->of : NULL;
    while (of && of->kind == FC_TYPE_ARRAY)
        of = of->of;
    return of && of->kind == FC_TYPE_HANDLE && !target->definition && strcmp(target->name, "memset") == 0;
}

static void collect_call(fc_collector *c, const fc_node *call, const fc_procedure *caller)
{
    const fc_symbol *target = fc_call_target(call);
    if (!target && collect_pointer_call(c, call, caller))
        return;
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    if (operation) {
        fc_definitions_collect_mpi(c, call, operation);
    } else if (target && target->definition) {
        collect_own_call(c, call, caller, target->definition);
    } else if (target && fc_external_is_repeatable(call) && !takes_records_apart(c, call)) {
        collect_repeatable(c, call, target);
    } else if (!target || (!fc_definitions_leaves_memory(target) && !clears_handles(call))) {
        for (int i = 1; i < call->n_children; i++)
            if (fc_library_writes(call, i) && !fc_library_annotated_is_by_address(call, i) &&
                !(target && fc_external_only_reads(target, i)))
                fc_definitions_lose(c, call->child[i], call);
    }
}

static void collect_read(fc_collector *c, const fc_node *name)
{
    const fc_node *parent = name->parent;
    if (parent && parent->kind == FC_ASSIGN && parent->op == FC_OP_NONE && parent->child[0] == name)
        return;
    fc_definitions *out = c->out;
    int id = name->symbol->id;
    out->read[id] = fc_grow(out->read[id], &out->read_capacity[id], out->n_reads[id] + 1, sizeof **out->read);
    out->read[id][out->n_reads[id]++] = name;
}

static void collect_node(fc_collector *c, const fc_node *node, const fc_procedure *procedure)
{
    switch (node->kind) {
    case FC_ASSIGN:
        collect_initializer(c,
                            (fc_definition){.kind = node->op == FC_OP_NONE ? FC_DEFINED_BY_VALUE : FC_DEFINED_BY_UPDATE,
                                            .cell = fc_cells_of_place(c->cells, node->child[0]),
                                            .place = node->child[0],
                                            .node = node},
                            node->child[0]->type, node->child[1]);
        break;
    case FC_STEP:
        fc_definitions_add(c, (fc_definition){.kind = FC_DEFINED_BY_UPDATE,
                                              .cell = fc_cells_of_place(c->cells, node->child[0]),
                                              .place = node->child[0],
                                              .node = node});
        break;
    case FC_DECLARE:
        if (node->n_children > 0 && node->child[0])
            collect_initializer(c,
                                (fc_definition){.kind = FC_DEFINED_BY_VALUE,
                                                .cell = fc_cells_of_symbol(c->cells, node->symbol),
                                                .node = node},
                                node->symbol->type, node->child[0]);
        break;
    case FC_RETURN:
        if (node->n_children > 0 && node->child[0])
            collect_initializer(c,
                                (fc_definition){.kind = FC_DEFINED_AS_RESULT,
                                                .cell = fc_cells_of_symbol(c->cells, procedure->symbol),
                                                .node = node},
                                procedure->symbol->type->of, node->child[0]);
        fc_definitions_collect_jump(c, node);
        break;
    case FC_BREAK:
    case FC_GOTO:
    case FC_CONTINUE:
        fc_definitions_collect_jump(c, node);
        break;
    case FC_IRREGULAR_REGION:
        c->out->is_cut[procedure->id] = true;
        break;
    case FC_CALL:
        collect_call(c, node, procedure);
        break;
    case FC_NAME:
        collect_read(c, node);
        break;
    default:
        break;
    }
}

static void collect_tree(fc_collector *c, const fc_node *node, const fc_procedure *procedure)
{
    if (!node)
        return;
    c->out->owner[node->id] = procedure;
    collect_node(c, node, procedure);
    for (int i = 0; i < node->n_children; i++)
        collect_tree(c, node->child[i], procedure);
}

static int by_cell(const void *a, const void *b)
{
    const fc_definition *x = a, *y = b;
    return x->cell != y->cell ? (x->cell > y->cell) - (x->cell < y->cell) : x->order - y->order;
}

static void index_by_cell(fc_definitions *out, int n_cells)
{
    for (size_t i = 0; i < out->n; i++)
        out->definition[i].order = (int)i;
    if (out->n)
        qsort(out->definition, out->n, sizeof *out->definition, by_cell);
    out->first = fc_allocate((size_t)n_cells + 1, sizeof *out->first);
    size_t at = 0;
    for (int cell = 0; cell <= n_cells; cell++) {
        while (at < out->n && out->definition[at].cell < cell)
            at++;
        out->first[cell] = at;
    }
}

/* A result belongs to the call that gets it, an argument to the callee. */
static void find_definers(fc_definitions *out, const fc_program *program, int n_cells)
{
    fc_definers_open(&out->definers, n_cells, program->n_procedures);
    for (size_t i = 0; i < out->n; i++) {
        const fc_definition *definition = &out->definition[i];
        if (definition->kind != FC_DEFINED_AS_RESULT && definition->kind != FC_DEFINED_AS_ARGUMENT)
            fc_definers_add(&out->definers, definition->cell, definition->node, out->owner[definition->node->id]);
    }
    fc_definers_sort(&out->definers);
}

/* Warshall's closure; programs have few procedures beside their nodes. */
static void close_calls(fc_definitions *out)
{
    const size_t words = out->call_words, n = (size_t)out->n_procedures;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            if (fc_bits_has(&out->calls[i * words], (int)k))
                fc_bits_unite(&out->calls[i * words], &out->calls[k * words], words);
}

/* A statement before the annotation, in its block, calls the procedure. */
static bool annotated_call(const fc_definitions *out, const fc_node *call, const fc_procedure *procedure)
{
    const fc_node *statement = call->parent->parent, *block = statement->parent;
    for (int i = 0; i < block->n_children && block->child[i] != statement; i++)
        if (fc_parameter_annotation_covers(call, block->child[i]) &&
            fc_definitions_calls(out, block->child[i], procedure))
            return true;
    return false;
}

/* An annotated assignment (parameter_annotation.h) counts instead of what its statement does. */
static void take_annotated(fc_collector *c, const fc_node *call)
{
    fc_definitions *out = c->out;
    int cell = fc_cells_of_place(c->cells, call->parent->child[0]);
    size_t n = 0;
    for (size_t i = 0; i < out->n; i++) {
        const fc_definition *definition = &out->definition[i];
        const fc_procedure *owner = definition->cell == cell ? out->owner[definition->node->id] : NULL;
        bool is_replaced =
            owner && (fc_parameter_annotation_covers(call, definition->node) || annotated_call(out, call, owner));
        if (!is_replaced)
            out->definition[n++] = *definition;
    }
    out->n = n;
}

/* Declarations of variables added by live ranges follow all nodes of the walk. */
static void find_last(fc_definitions *out, const fc_program *program)
{
    for (int i = program->n_nodes - 1; i >= 0; i--) {
        const fc_node *node = program->node[i];
        out->last[i] = i;
        for (int k = 0; k < node->n_children; k++) {
            const fc_node *child = node->child[k];
            bool in_order = child && !(child->kind == FC_DECLARE && !child->child[0]);
            if (in_order && out->last[child->id] > out->last[i])
                out->last[i] = out->last[child->id];
        }
    }
}

static void allocate_tables(fc_definitions *out, const fc_program *program)
{
    size_t nodes = (size_t)program->n_nodes, symbols = (size_t)program->n_symbols;
    size_t procedures = (size_t)program->n_procedures;
    out->owner = fc_allocate(nodes, sizeof *out->owner);
    out->jump = fc_allocate(nodes, sizeof *out->jump);
    out->n_jumps = fc_allocate(nodes, sizeof *out->n_jumps);
    out->jump_capacity = fc_allocate(nodes, sizeof *out->jump_capacity);
    out->read = fc_allocate(symbols, sizeof *out->read);
    out->n_reads = fc_allocate(symbols, sizeof *out->n_reads);
    out->read_capacity = fc_allocate(symbols, sizeof *out->read_capacity);
    out->n_procedures = program->n_procedures;
    out->call_words = fc_bits_words(program->n_procedures);
    out->calls = fc_allocate(procedures * out->call_words, sizeof *out->calls);
    out->is_cut = fc_allocate(procedures, sizeof *out->is_cut);
    out->is_whole = fc_allocate((size_t)program->n_types, sizeof *out->is_whole);
    out->label = fc_allocate(symbols, sizeof *out->label);
    out->last = fc_allocate(nodes, sizeof *out->last);
    out->first_skip = fc_allocate(procedures + 1, sizeof *out->first_skip);
}

static void find_calls(fc_definitions *out, const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_CALL) {
            out->call = fc_grow(out->call, &out->call_capacity, out->n_calls + 1, sizeof *out->call);
            out->call[out->n_calls++] = program->node[i];
        }
}

static void collect_all(fc_collector *c)
{
    const fc_program *program = c->program;
    for (int i = 0; i < program->n_symbols; i++) {
        const fc_node *initializer = program->symbol[i]->initializer;
        if (initializer)
            collect_initializer(c,
                                (fc_definition){.kind = FC_DEFINED_BY_VALUE,
                                                .cell = fc_cells_of_symbol(c->cells, program->symbol[i]),
                                                .node = initializer},
                                program->symbol[i]->type, initializer);
    }
    for (int i = 0; i < program->n_procedures; i++) {
        if (fc_indirect_calls_reachable(c->calls)->procedure[i])
            collect_tree(c, program->procedure[i]->body, program->procedure[i]);
        c->out->first_skip[i + 1] = c->out->n_skips;
    }
    for (int i = 0; i < program->n_types; i++)
        if (program->type[i]->extent)
            collect_tree(c, program->type[i]->extent, NULL);
}

static FC_GIVE bool *find_annotated(const fc_program *program, const fc_cells *cells)
{
    bool *annotated = fc_allocate((size_t)fc_cells_count(cells), sizeof *annotated);
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *node = program->node[i];
        int cell = fc_parameter_annotation_is_call(node) ? fc_cells_of_place(cells, node->parent->child[0]) : -1;
        if (cell >= 0)
            annotated[cell] = true;
    }
    return annotated;
}

void fc_definitions_collect(fc_definitions *out, const fc_program *program, const fc_cells *cells,
                            const fc_indirect_calls *calls)
{
    *out = (fc_definitions){.pointer_calls = calls};
    allocate_tables(out, program);
    for (int i = 0; i < program->n_nodes; i++)
        if (program->node[i]->kind == FC_LABEL)
            out->label[program->node[i]->symbol->id] = program->node[i];
    find_last(out, program);
    find_calls(out, program);
    fc_collector c = {.out = out, .program = program, .cells = cells, .calls = calls};
    c.data = fc_allocate((size_t)fc_cells_count(cells), sizeof *c.data);
    c.annotated = find_annotated(program, cells);
    c.names_whole = fc_definitions_names_whole(program, cells);
    fc_mod_ref_find(&out->reach, program, cells);
    fc_definitions_find_status(&c);
    collect_all(&c);
    fc_mpi_handles_find(&out->objects, out, program, cells);
    close_calls(out);
    fc_definitions_match(&c);
    fc_definitions_match_broadcasts(&c);
    fc_definitions_match_windows(&c);
    for (int i = 0; i < c.program->n_nodes; i++)
        if (fc_parameter_annotation_is_call(c.program->node[i]) && c.out->owner[i])
            take_annotated(&c, c.program->node[i]);
    index_by_cell(out, fc_cells_count(cells));
    find_definers(out, program, fc_cells_count(cells));
    free(c.sends.side);
    free(c.receives.side);
    free(c.one_sided);
    free(c.collective);
    free(c.broadcast);
    free(c.data);
    free(c.annotated);
    free(c.names_whole);
}

void fc_definitions_free(fc_definitions *definitions, const fc_program *program)
{
    for (int i = 0; i < program->n_nodes; i++)
        free(definitions->jump[i]);
    for (int i = 0; i < program->n_symbols; i++)
        free(definitions->read[i]);
    free(definitions->definition);
    free(definitions->first);
    free(definitions->owner);
    free(definitions->jump);
    free(definitions->n_jumps);
    free(definitions->jump_capacity);
    free(definitions->read);
    free(definitions->n_reads);
    free(definitions->read_capacity);
    free(definitions->skip);
    free(definitions->first_skip);
    free(definitions->last);
    free(definitions->call);
    free(definitions->status_cell);
    free(definitions->calls);
    fc_definers_free(&definitions->definers);
    free(definitions->is_cut);
    free(definitions->is_whole);
    free(definitions->label);
    fc_mpi_handles_free(&definitions->objects);
    fc_mod_ref_free(&definitions->reach);
}
