/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model file's writer: rows are printed in order, jansson escapes the text. */
#include "analyzer/model/json_text.h"
#include "analyzer/model/model_file.h"
#include "analyzer/model/program.h"
#include "analyzer/model/source_files.h"

#include <math.h>
#include <stdlib.h>

static int type_id(const fc_type *type)
{
    return type ? type->id : -1;
}

static int node_id(const fc_node *node)
{
    return node ? node->id : -1;
}

static void write_span(fc_text *out, fc_span span)
{
    const long number[] = {span.file, span.line, span.column, span.end_line, span.begin, span.end};
    fc_text_numbers(out, number, 6);
}

static void write_symbols(fc_text *out, fc_symbol *const *symbol, int n)
{
    fc_text_append(out, "[", 1);
    for (int i = 0; i < n; i++)
        fc_text_add(out, i ? ",%d" : "%d", symbol[i]->id);
    fc_text_append(out, "]", 1);
}

static void write_file(fc_text *out, const fc_program *program, int i)
{
    const fc_finite_source *file = &program->file[i];
    fc_text_append(out, "[", 1);
    fc_json_write_string(out, file->path);
    fc_text_add(out, ",\"%s\",%d,", file->key, file->is_main);
    fc_json_write_string(out, file->directory);
    fc_text_append(out, ",[", 2);
    for (int k = 0; k < file->n_arguments; k++) {
        fc_text_append(out, ",", k > 0);
        fc_json_write_string(out, file->argument[k]);
    }
    fc_text_append(out, "]]", 2);
}

static void write_type(fc_text *out, const fc_program *program, int i)
{
    const fc_type *type = program->type[i];
    int flags = (type->is_unsigned ? 1 : 0) | (type->is_union ? 2 : 0);
    fc_text_add(out, "[%d,%d,%d,%ld,", (int)type->kind, type->bits, flags, type->size);
    fc_json_write_string(out, type->name);
    fc_text_add(out, ",%d,%ld,%d,", type_id(type->of), type->length, node_id(type->extent));
    write_symbols(out, type->field, type->n_fields);
    fc_text_append(out, "]", 1);
}

static void write_symbol(fc_text *out, const fc_program *program, int i)
{
    const fc_symbol *symbol = program->symbol[i];
    fc_text_add(out, "[%d,", (int)symbol->kind);
    fc_json_write_string(out, symbol->name);
    fc_text_add(out, ",%d,%d,%d,%ld,%d,", type_id(symbol->type), symbol->is_static,
                symbol->owner ? symbol->owner->id : -1, symbol->field_offset, node_id(symbol->initializer));
    fc_json_write_string(out, symbol->cost_line);
    fc_text_append(out, ",", 1);
    write_span(out, symbol->span);
    fc_text_append(out, "]", 1);
}

static void write_node(fc_text *out, const fc_program *program, int i)
{
    const fc_node *node = program->node[i];
    const long head[] = {
        node->kind, node->op, type_id(node->type), type_id(node->compute_type), node->symbol ? node->symbol->id : -1,
        node->value};
    fc_text_append(out, "[", 1);
    fc_text_numbers(out, head, 6);
    fc_text_append(out, ",", 1);
    if (node->kind != FC_REAL)
        fc_text_append(out, "0", 1);
    else if (isfinite(node->real))
        fc_json_write(out, json_real(node->real));
    else
        fc_text_append(out, "\"inf\"", 5);
    fc_text_append(out, ",", 1);
    if (node->kind == FC_STRING)
        fc_json_write_bytes(out, node->text, node->text_length);
    else
        fc_json_write_string(out, node->text);
    fc_text_append(out, ",", 1);
    write_span(out, node->span);
    fc_text_append(out, ",[", 2);
    for (int k = 0; k < node->n_children; k++) {
        fc_text_append(out, ",", k > 0);
        fc_text_numbers(out, &(long){node_id(node->child[k])}, 1);
    }
    fc_text_append(out, "]]", 2);
}

static void write_procedure(fc_text *out, const fc_program *program, int i)
{
    const fc_procedure *procedure = program->procedure[i];
    fc_text_add(out, "[%d,", procedure->symbol->id);
    write_symbols(out, procedure->parameter, procedure->n_parameters);
    fc_text_add(out, ",%d,%d,%d]", node_id(procedure->body), node_id(procedure->init_end), procedure->is_variadic);
}

static void write_code(fc_text *out, const fc_program *program, int i)
{
    const fc_code_loop *loop = &program->code[i];
    fc_text_add(out, "[%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%.17g,%d]", loop->file, loop->line, loop->lines,
                loop->vector_bytes, loop->real_operations, loop->load_bytes, loop->store_bytes, loop->n_real,
                loop->n_loads, loop->n_stores, loop->n_moves, loop->n_jumps, loop->n_instructions, loop->cycles,
                loop->n_calls);
}

typedef void write_row(fc_text *out, const fc_program *program, int i);

static void write_list(fc_json_writer *json, const char *name, int n, write_row *write, const fc_program *program)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_array(json, name, FC_JSON_ONE_LINE);
    for (int i = 0; i < n; i++) {
        fc_json_writer_break(json, 0);
        fc_json_writer_item(json, NULL);
        write(json->out, program, i);
    }
    fc_json_writer_end(json);
}

fc_status fc_program_write(const fc_program *program, const char *path, fc_report *report)
{
    fc_text out = {0};
    fc_json_writer json = {.out = &out, .is_compact = true};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    fc_json_writer_string(&json, "kind", "program");
    fc_json_writer_whole(&json, "format", FC_MODEL_FORMAT);
    fc_json_writer_break(&json, 0);
    fc_json_member(&json, "name", program->name);
    fc_json_member(&json, "compiler", program->compiler);
    char *folder = program->folder ? fc_source_files_folder_from(program->folder, path) : NULL;
    fc_json_member(&json, "folder", folder);
    free(folder);
    if (program->is_linked)
        fc_json_words(&json, "link", &program->link);
    else
        fc_json_writer_string(&json, "link", NULL);
    fc_json_member(&json, "code_cpu", program->code_cpu);
    fc_json_writer_string(&json, "key", program->key);
    write_list(&json, "files", program->n_files, write_file, program);
    write_list(&json, "types", program->n_types, write_type, program);
    write_list(&json, "symbols", program->n_symbols, write_symbol, program);
    write_list(&json, "nodes", program->n_nodes, write_node, program);
    write_list(&json, "procedures", program->n_procedures, write_procedure, program);
    write_list(&json, "code", program->n_code, write_code, program);
    fc_json_writer_end(&json);
    fc_status status = fc_file_write(path, out.bytes, out.length, report);
    fc_text_free(&out);
    return status;
}
