/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointers that external functions return, store and pass on. */
#include "analyzer/points_to/points_to_generate.h"

#include "comm_interface/operations.h"

#include <string.h>

typedef fc_points_to_outside outside;

/* ---- procedures of the program that external functions call ---- */

/* MPI passes its buffers to operations. */
static void call_back(const outside *o, const fc_procedure *procedure)
{
    bool is_mpi = fc_call_target(o->call) && fc_mpi_operation_find(fc_call_target(o->call)->name);
    for (int i = 0; i < procedure->n_parameters; i++) {
        if (!fc_type_is_address(procedure->parameter[i]->type))
            continue;
        fc_points_to_copy(o->c->g, procedure->parameter[i]->id, is_mpi ? o->c->g->unknown : o->c->g->kept);
        for (int k = 1; k < o->call->n_children; k++)
            fc_points_to_copy(o->c->g, procedure->parameter[i]->id, o->argument[k]);
    }
    fc_points_to_copy(o->c->g, o->c->g->kept, procedure->symbol->id);
}

/* A procedure in a variable. */
static void call_back_any(const outside *o)
{
    const fc_symbol *target = fc_call_target(o->call);
    bool is_reduction = target && strstr(target->name, "MPI_Op_create");
    for (int i = 0; i < o->c->g->program->n_procedures; i++) {
        const fc_procedure *procedure = o->c->g->program->procedure[i];
        if (fc_indirect_calls_may_target(o->c->g->calls, procedure) &&
            (!is_reduction || fc_external_is_reduction(procedure)))
            call_back(o, procedure);
    }
}

static void add_callbacks(const outside *o)
{
    for (int i = 1; i < o->call->n_children; i++) {
        const fc_node *given = fc_node_without_casts(o->call->child[i]);
        const fc_type *type = given->type && given->type->kind == FC_TYPE_POINTER ? given->type->of : given->type;
        if (!type || type->kind != FC_TYPE_FUNCTION)
            continue;
        if (given->kind == FC_UNARY && given->op == FC_OP_ADDRESS)
            given = given->child[0];
        const fc_symbol *symbol = given->kind == FC_NAME ? given->symbol : NULL;
        if (!symbol || symbol->kind != FC_SYMBOL_PROCEDURE)
            call_back_any(o);
        else if (symbol->definition)
            call_back(o, symbol->definition);
    }
}

/* ---- functions about which nothing is known ---- */

static const fc_type *target_type(const fc_node *argument)
{
    const fc_type *type = fc_node_without_casts(argument)->type;
    return fc_type_is_address(type) ? type->of : NULL;
}

static void store_kept(const outside *o, int i)
{
    const fc_type *type = target_type(o->call->child[i]);
    if (!type || type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL)
        return;
    fc_points_to_add_store(o->c->g, o->argument[i], o->c->g->kept);
    for (int i = 0; type->kind == FC_TYPE_RECORD && i < type->n_fields; i++)
        fc_points_to_copy(o->c->g, type->field[i]->id, o->c->g->kept);
}

int fc_points_to_call_unknown(const fc_points_to_outside *o)
{
    for (int i = 1; i < o->call->n_children; i++) {
        fc_points_to_copy(o->c->g, o->c->g->kept, o->argument[i]);
        store_kept(o, i);
    }
    int result = fc_points_to_new_variable(o->c->g);
    fc_points_to_copy(o->c->g, result, o->c->g->kept);
    return result;
}

/* ---- known functions ---- */

static int allocate(const outside *o)
{
    int fresh = fc_points_to_fresh(o->c->g);
    if (!fc_external_keeps_content(o->call))
        return fresh;
    int old = o->argument[1], both = fc_points_to_new_variable(o->c->g);
    fc_points_to_add_store(o->c->g, fresh, fc_points_to_load(o->c->g, old));
    fc_points_to_copy(o->c->g, both, fresh);
    fc_points_to_copy(o->c->g, both, old);
    return both;
}

/* posix_memalign(&memory, ...), getline(&line, ...). */
static void allocate_by_argument(const outside *o)
{
    const fc_node *place = fc_node_without_casts(o->call->child[1]);
    const int fresh = fc_points_to_fresh(o->c->g);
    if (place->kind == FC_UNARY && place->op == FC_OP_ADDRESS && place->child[0]->kind == FC_NAME)
        fc_points_to_copy(o->c->g, fc_points_to_variable_of(o->c, place->child[0]->symbol), fresh);
    fc_points_to_add_store(o->c->g, o->argument[1], fresh);
}

static int go_through_tokens(const outside *o)
{
    fc_points_to_copy(o->c->g, o->c->g->tokens, o->argument[1]);
    fc_points_to_copy(o->c->g, o->c->g->tokens, fc_points_to_load(o->c->g, o->argument[3]));
    fc_points_to_add_store(o->c->g, o->argument[3], o->c->g->tokens);
    return o->c->g->tokens;
}

/* MPI transfers no pointers, but keeps attributes, buffers, windows and what requests of the program's own refer to. */
static bool keeps_pointers(const fc_mpi_operation *operation)
{
    static const char *const part[] = {"ttr", "ttach", "etach", "Win_", "_mem", "request_start", "eyval", "rrhandler"};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (strstr(operation->name, part[i]))
            return true;
    return false;
}

/* The result may point to what one of the arguments points to. */
static int any_argument(const outside *o)
{
    int result = fc_points_to_new_variable(o->c->g);
    fc_points_to_copy(o->c->g, result, o->c->g->external);
    for (int i = 1; i < o->call->n_children; i++)
        fc_points_to_copy(o->c->g, result, o->argument[i]);
    return result;
}

/* Pointers among the bytes; bcopy() has its arguments in the other order. */
static int copy_bytes(const outside *o, const fc_symbol *target)
{
    const bool is_reversed = target->name[0] == 'b';
    const int to = o->argument[is_reversed ? 2 : 1], from = o->argument[is_reversed ? 1 : 2];
    fc_points_to_add_store(o->c->g, to, fc_points_to_load(o->c->g, from));
    return to;
}

/* __sync_val_compare_and_swap(&place, old, value), __atomic_exchange_n(&place, value, order) and the like. */
static int access_atomically(const outside *o)
{
    const int place = o->argument[1];
    for (int i = 2; i < o->call->n_children; i++)
        fc_points_to_add_store(o->c->g, place, o->argument[i]);
    return fc_points_to_load(o->c->g, place);
}

int fc_points_to_call_external(const fc_points_to_outside *o, const fc_symbol *target)
{
    const fc_mpi_operation *operation = fc_mpi_operation_find(target->name);
    add_callbacks(o);
    if (operation)
        return keeps_pointers(operation) ? fc_points_to_call_unknown(o) : FC_POINTS_TO_NONE;
    if (fc_external_is_allocation(target->name))
        return allocate(o);
    if (fc_external_frees(target))
        return FC_POINTS_TO_NONE;
    if (fc_external_is_tokenizer(target))
        return go_through_tokens(o);
    if (o->call->n_children > 1 && (fc_external_allocates_by_argument(o->call) || fc_external_stores_line(o->call))) {
        allocate_by_argument(o);
        return FC_POINTS_TO_NONE;
    }
    if (strstr(target->name, "memcpy") || strstr(target->name, "memmove") || strcmp(target->name, "bcopy") == 0)
        return copy_bytes(o, target);
    if (strncmp(target->name, "__sync_", 7) == 0 || strncmp(target->name, "__atomic_", 9) == 0)
        return access_atomically(o);
    if (strncmp(target->name, "__builtin_va_", 13) == 0)
        return o->c->g->unknown;
    if (fc_external_is_getopt(target)) {
        const fc_program *program = o->c->g->program;
        for (int i = 0; i < program->n_symbols; i++)
            if (fc_external_is_getopt_global(program->symbol[i]))
                fc_points_to_copy(o->c->g, i, fc_points_to_load(o->c->g, o->argument[2]));
    }
    /* strtol(text, &end, base): end points into the text. */
    if (strncmp(target->name, "strto", 5) == 0)
        fc_points_to_add_store(o->c->g, o->argument[2], o->argument[1]);
    if (fc_external_is_unknown(o->call) && !fc_external_keeps_nothing(target))
        return fc_points_to_call_unknown(o);
    return fc_external_returns_first(target) ? o->argument[1] : any_argument(o);
}
