/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the types of the residual code: declarations of variables, definitions of records. */
#include "analyzer/emit/cost_program/residual.h"

#include "support/quote.h"

#include <stdlib.h>
#include <string.h>

static void print_base(fc_text *out, const fc_type *type)
{
    static const struct {
        const char *mpi, *ours;
    } handle[] = {{"MPI_Comm", "fc_comm"},       {"MPI_Datatype", "fc_datatype"}, {"MPI_Request", "fc_request"},
                  {"MPI_Group", "fc_mpi_group"}, {"MPI_Status", "fc_mpi_status"}, {"MPI_Message", "fc_mpi_message"},
                  {"MPI_Win", "fc_mpi_window"},  {"MPI_File", "fc_mpi_file"}};
    switch (type->kind) {
    case FC_TYPE_RECORD:
        fc_text_add(out, "%s fc_t%d", type->is_union ? "union" : "struct", type->id);
        return;
    case FC_TYPE_HANDLE:
        for (size_t i = 0; i < sizeof handle / sizeof *handle; i++)
            if (strcmp(type->name, handle[i].mpi) == 0) {
                fc_text_add(out, "%s", handle[i].ours);
                return;
            }
        fc_text_add(out, "int");
        return;
    case FC_TYPE_BOOL:
        fc_text_add(out, "_Bool");
        return;
    case FC_TYPE_INTEGER:
    case FC_TYPE_REAL:
        if (fc_type_is_vector(type))
            fc_text_add(out, "__attribute__((vector_size(%ld))) ", type->size);
        fc_text_add(out, "%s", fc_type_scalar_name(type));
        return;
    case FC_TYPE_COMPLEX:
        fc_text_add(out, "%s _Complex", type->bits == 32 ? "float" : type->bits == 64 ? "double" : "long double");
        return;
    default:
        fc_text_add(out, "void");
    }
}

bool fc_residual_is_aggregate(const fc_type *type)
{
    return type->kind == FC_TYPE_RECORD || type->kind == FC_TYPE_ARRAY || fc_type_is_vector(type) ||
           (type->kind == FC_TYPE_HANDLE && strcmp(type->name, "MPI_Status") == 0);
}

static void print_extent(fc_text *out, const fc_residual *residual, const fc_type *type)
{
    if (type->length >= 0)
        fc_text_add(out, "%ld", type->length);
    else if (type->extent && fc_control_is_static(residual->analysis->control, type->extent) &&
             fc_control_needs_value(residual->analysis->control, type->extent)) {
        fc_residual inner = *residual;
        inner.out = out;
        fc_residual_expression(&inner, type->extent);
    } else {
        fc_text_add(out, "1");
    }
}

void fc_residual_type(fc_text *out, const fc_residual *residual, const fc_type *type, const char *declarator)
{
    fc_text inner = {0};
    bool function =
        type->kind == FC_TYPE_FUNCTION || (type->kind == FC_TYPE_POINTER && type->of->kind == FC_TYPE_FUNCTION);
    if (function) {
        fc_text_add(out, "void *%s", declarator);
    } else if (type->kind == FC_TYPE_POINTER) {
        fc_text_add(&inner, type->of->kind == FC_TYPE_ARRAY ? "(*%s)" : "*%s", declarator);
        fc_residual_type(out, residual, type->of, inner.bytes);
    } else if (type->kind == FC_TYPE_ARRAY) {
        fc_text_add(&inner, "%s[", declarator);
        print_extent(&inner, residual, type);
        fc_text_add(&inner, "]");
        fc_residual_type(out, residual, type->of, inner.bytes);
    } else {
        print_base(out, type);
        fc_text_add(out, "%s%s", *declarator ? " " : "", declarator);
    }
    fc_text_free(&inner);
}

/* True for the type of a flexible array member, `int v[];` (C17 6.7.2.1 p18). */
static bool is_flexible_array(const fc_type *type)
{
    return type->kind == FC_TYPE_ARRAY && type->length < 0 && !type->extent;
}

/* "[]", or the length of the longest list that initializes the field. */
static void print_flexible(fc_text *out, const fc_program *program, const fc_symbol *field)
{
    int most = 0;
    for (int i = 0; i < program->n_nodes; i++) {
        const fc_node *list = program->node[i];
        const int last = list->type && list->type->kind == FC_TYPE_RECORD ? list->type->n_fields - 1 : -1;
        const bool sets = list->kind == FC_LIST && last >= 0 && last < list->n_children && list->child[last] &&
                          list->type->field[last] == field;
        most = sets && list->child[last]->n_children > most ? list->child[last]->n_children : most;
    }
    if (most > 0)
        fc_text_add(out, "[%d]", most);
    else
        fc_text_add(out, "[]");
}

static void print_fields(fc_residual *residual, const fc_type *type, int indent);

/* An anonymous record is printed in place, so that its fields belong to the enclosing record. */
static void print_field(fc_residual *residual, const fc_symbol *field, int indent)
{
    fc_text name = {0};
    fc_text_add(residual->out, "%*s", indent, "");
    if (!*field->name) {
        fc_text_add(residual->out, "%s {\n", field->type->is_union ? "union" : "struct");
        print_fields(residual, field->type, indent + 4);
        fc_text_add(residual->out, "%*s};\n", indent, "");
        return;
    }
    fc_control_print_name(&name, residual->analysis->control, field);
    bool is_flexible = is_flexible_array(field->type);
    if (is_flexible)
        print_flexible(&name, residual->analysis->program, field);
    fc_residual_type(residual->out, residual, is_flexible ? field->type->of : field->type, name.bytes);
    if (fc_field_bits(field) > 0)
        fc_text_add(residual->out, " : %d", fc_field_bits(field));
    fc_text_add(residual->out, ";\n");
    fc_text_free(&name);
}

static void print_fields(fc_residual *residual, const fc_type *type, int indent)
{
    bool is_empty = true;
    for (int i = 0; i < type->n_fields; i++)
        is_empty &= !fc_control_symbol_in_slice(residual->analysis->control, type->field[i]) ||
                    is_flexible_array(type->field[i]->type);
    if (is_empty)
        fc_text_add(residual->out, "%*schar fc_nothing;\n", indent, "");
    for (int i = 0; i < type->n_fields; i++)
        if (fc_control_symbol_in_slice(residual->analysis->control, type->field[i]))
            print_field(residual, type->field[i], indent);
}

static void print_record(fc_residual *residual, const fc_type *type, bool *done)
{
    while (type->kind == FC_TYPE_ARRAY)
        type = type->of;
    if (type->kind != FC_TYPE_RECORD || done[type->id])
        return;
    done[type->id] = true;
    for (int i = 0; i < type->n_fields; i++)
        if (fc_control_symbol_in_slice(residual->analysis->control, type->field[i]))
            print_record(residual, type->field[i]->type, done);
    print_base(residual->out, type);
    fc_text_add(residual->out, " { /* ");
    fc_quote_comment(residual->out, *type->name ? type->name : "without a tag");
    fc_text_add(residual->out, " */\n");
    print_fields(residual, type, 4);
    fc_text_add(residual->out, "};\n");
}

void fc_residual_records(fc_residual *residual)
{
    const fc_program *program = residual->analysis->program;
    bool *done = fc_allocate((size_t)program->n_types, sizeof *done);
    for (int i = 0; i < program->n_types; i++)
        print_record(residual, program->type[i], done);
    free(done);
}
