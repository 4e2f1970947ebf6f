/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File input in the residual code. Dynamic data is skipped; of records, only the static fields are copied. */
#include "analyzer/emit/cost_program/residual_input.h"

#include "analyzer/effects/external.h"
#include "support/quote.h"

#include <string.h>

/* "fc_input_file(r, in, "a.c", 12)": the file is `text`, or the argument if it is not NULL. */
static void print_file(fc_residual *residual, const fc_node *call, const char *text, const fc_node *argument)
{
    fc_place place = fc_program_place(residual->analysis->program, call->span);
    fc_text_add(residual->out, "fc_input_file(r, %s", text);
    if (argument)
        fc_residual_expression(residual, argument);
    fc_text_add(residual->out, ", ");
    fc_quote_c(residual->out, place.file, strlen(place.file));
    fc_text_add(residual->out, ", %d)", place.line);
}

void fc_residual_input_file(fc_residual *residual, const fc_node *call, int argument)
{
    print_file(residual, call, "", call->child[argument]);
}

/* Prints one piece for each static number of a record, nested records included: its offset in the file's record and in
 * the residual record. Returns their number. */
static int print_pieces(fc_residual *residual, const fc_type *whole, const fc_type *record, const char *path,
                        long offset)
{
    int n = 0;
    for (int i = 0; i < record->n_fields; i++) {
        const fc_symbol *field = record->field[i];
        if (!fc_control_symbol_in_slice(residual->analysis->control, field) || field->type->kind == FC_TYPE_POINTER)
            continue;
        const fc_type *of = field->type;
        while (of->kind == FC_TYPE_ARRAY)
            of = of->of;
        fc_text name = {0};
        fc_text_add(&name, "%s%s", path, *path && *field->name ? "." : "");
        if (*field->name) /* the fields of an anonymous record belong to the enclosing one */
            fc_control_print_name(&name, residual->analysis->control, field);
        if (of->kind == FC_TYPE_RECORD) {
            n += print_pieces(residual, whole, of, name.bytes, offset + field->field_offset);
        } else if (of->kind != FC_TYPE_POINTER) {
            fc_text_add(residual->out, "{%ld, offsetof(", offset + field->field_offset);
            fc_residual_type(residual->out, residual, whole, "");
            fc_text_add(residual->out, ", %s), %ld}, ", name.bytes, field->type->size);
            n++;
        }
        fc_text_free(&name);
    }
    return n;
}

/* fread: numbers are read in place, of records only the static numbers; dynamic data is skipped. */
static void print_read(fc_residual *residual, const fc_node *call)
{
    const fc_node *memory = fc_node_without_casts(call->child[1]);
    const fc_type *record = fc_external_read_record(call);
    bool is_kept = fc_control_target_in_slice(residual->analysis->control, call->child[1]);
    fc_text_add(residual->out, !is_kept ? "fc_input_pass(" : record ? "fc_input_records(r, " : "fc_input_read(r, ");
    if (is_kept && record) {
        /* "&(fc_input_record){memory, 96, sizeof *(memory), n, (const fc_input_piece[]){...}}" */
        fc_text pieces = {0}, *out = residual->out;
        residual->out = &pieces;
        int n = print_pieces(residual, record, record, "", 0);
        residual->out = out;
        fc_text_add(out, "&(fc_input_record){");
        fc_residual_expression(residual, memory);
        fc_text_add(out, ", %ld, sizeof(", record->size);
        fc_residual_type(out, residual, record, "");
        fc_text_add(out, "), %d, (const fc_input_piece[]){%s}}", n, n ? pieces.bytes : "{0, 0, 0}");
        fc_text_free(&pieces);
    } else if (is_kept)
        fc_residual_expression(residual, memory);
    fc_text_add(residual->out, is_kept ? ", " : "");
    for (int i = 2; i < 4; i++) {
        fc_residual_expression(residual, call->child[i]);
        fc_text_add(residual->out, ", ");
    }
    fc_residual_input_file(residual, call, 4);
    fc_text_add(residual->out, ")");
}

static bool is_query_or_position(const char *name)
{
    static const char *const known[] = {"fclose", "feof",  "ferror", "clearerr", "rewind",
                                        "fseek",  "ftell", "fseeko", "ftello"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

/* The call has no effect on what is no file to be read, and returns 0. */
static void print_query(fc_residual *residual, const fc_node *call)
{
    fc_text_add(residual->out, "({ void *fc_file = ");
    fc_residual_expression(residual, call->child[1]);
    fc_text_add(residual->out, "; fc_is_no_input(r, fc_file) ? %s : %s(",
                call->type->kind == FC_TYPE_VOID ? "(void)0" : "0", fc_call_target(call)->name);
    print_file(residual, call, "fc_file", NULL);
    for (int i = 2; i < call->n_children; i++) {
        fc_text_add(residual->out, ", ");
        fc_residual_expression(residual, call->child[i]);
    }
    fc_text_add(residual->out, "); })");
}

bool fc_residual_input_call(fc_residual *residual, const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    if (strcmp(name, "fread") == 0)
        print_read(residual, call);
    else if (fc_external_stores_line(call)) {
        fc_text_add(residual->out, "fc_input_line(r, ");
        fc_residual_arguments(residual, call);
        fc_text_add(residual->out, ")");
    } else if (is_query_or_position(name))
        print_query(residual, call);
    else
        return false;
    return true;
}
