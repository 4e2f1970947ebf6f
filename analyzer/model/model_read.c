/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model file's reader. The file is untrusted, so each value is checked where it is read. `reading` keeps the first
 * error; later reads return zero. A row is thus read without intermediate tests and checked once. */
#include "analyzer/model/json_text.h"
#include "analyzer/model/model_file.h"
#include "analyzer/model/program.h"
#include "analyzer/model/source_files.h"
#include "support/messages/analysis.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    fc_program *program;
    const char *path;
    fc_report *report;
    fc_status status;
    const char *list; /* the list and row being read, for error messages */
    size_t index;
    json_t *row;
} reading;

#define WRITE_AGAIN "Write it again: forecost analyze FILE.c -o MODEL.fc"

static void fault(reading *at, const char *what)
{
    if (at->status)
        return;
    fc_place place = {at->path, 0, 0};
    if (at->list)
        at->status =
            fc_fail(at->report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_NOT_VALID_MODEL, at->list, at->index, what);
    else
        at->status = fc_fail(at->report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_MODEL_INVALID, what);
}

/* ---- one value ---- */

static long take_number(reading *at, json_t *value, long low, long high)
{
    json_int_t number = json_integer_value(value);
    if (json_is_integer(value) && number >= low && number <= high)
        return (long)number;
    fault(at, "a number is missing or out of range");
    return 0;
}

static long take_long(reading *at, int column)
{
    return take_number(at, json_array_get(at->row, (size_t)column), LONG_MIN, LONG_MAX);
}

static int take_int(reading *at, int column, int low, int high)
{
    return (int)take_number(at, json_array_get(at->row, (size_t)column), low, high);
}

/* Index into a list of n elements; -1: none. */
static int take_index(reading *at, int column, int n)
{
    int index = take_int(at, column, -1, n - 1);
    return at->status ? -1 : index;
}

/* A text; NULL for null. */
static char *take_string(reading *at, const json_t *value)
{
    char *string = fc_json_string(value);
    if (!string && !json_is_null(value))
        fault(at, "a text is missing or malformed");
    return string;
}

static char *take_required_string(reading *at, const json_t *value)
{
    char *string = take_string(at, value);
    if (!string)
        fault(at, "a text is missing");
    return string;
}

static void take_key(reading *at, const json_t *value, char key[33])
{
    if (fc_json_is_key(value))
        memcpy(key, json_string_value(value), 33);
    else
        fault(at, "a key is not 32 hexadecimal digits");
}

static fc_span take_span(reading *at, int column)
{
    fc_span span = {.file = take_index(at, column, at->program->n_files),
                    .line = take_int(at, column + 1, 0, INT_MAX),
                    .column = take_int(at, column + 2, 0, INT_MAX),
                    .end_line = take_int(at, column + 3, 0, INT_MAX),
                    .begin = take_long(at, column + 4),
                    .end = take_long(at, column + 5)};
    if (span.begin < -1 || span.end < -1)
        fault(at, "a span is negative");
    return span;
}

static json_t *take_array(reading *at, int column)
{
    json_t *array = json_array_get(at->row, (size_t)column);
    if (!json_is_array(array))
        fault(at, "a list is missing");
    return array;
}

static fc_node *take_node(reading *at, int column)
{
    int index = take_index(at, column, at->program->n_nodes);
    return index < 0 ? NULL : at->program->node[index];
}

static const fc_type *take_type(reading *at, int column)
{
    int index = take_index(at, column, at->program->n_types);
    return index < 0 ? NULL : at->program->type[index];
}

static fc_symbol *take_symbol(reading *at, int column)
{
    int index = take_index(at, column, at->program->n_symbols);
    return index < 0 ? NULL : at->program->symbol[index];
}

/* A list of symbols of the given kind, as a heap array. */
static fc_symbol **take_symbols(reading *at, int column, fc_symbol_kind kind, int *n)
{
    json_t *array = take_array(at, column);
    size_t size = json_array_size(array);
    fc_symbol **symbol = size ? fc_allocate(size, sizeof *symbol) : NULL;
    for (size_t i = 0; i < size && !at->status; i++) {
        long index = take_number(at, json_array_get(array, i), 0, at->program->n_symbols - 1);
        if (at->status)
            break;
        symbol[i] = at->program->symbol[index];
        if (symbol[i]->kind != kind)
            fault(at, "a field or parameter is a symbol of another kind");
    }
    *n = (int)size;
    return symbol;
}

/* ---- rows ---- */

static void read_file(reading *at)
{
    char *path = take_required_string(at, json_array_get(at->row, FC_FILE_PATH));
    fc_finite_source *file = fc_program_add_file(at->program, path ? path : "");
    free(path);
    const json_t *key = json_array_get(at->row, FC_FILE_KEY);
    if (!json_is_string(key) || json_string_length(key) > 0)
        take_key(at, key, file->key);
    file->is_main = take_int(at, FC_FILE_IS_MAIN, 0, 1);
    file->directory = take_string(at, json_array_get(at->row, FC_FILE_DIRECTORY));
    json_t *arguments = take_array(at, FC_FILE_ARGUMENTS);
    size_t n = json_array_size(arguments);
    file->argument = n ? fc_allocate(n, sizeof *file->argument) : NULL;
    for (size_t i = 0; i < n && !at->status; i++) {
        file->argument[i] = take_required_string(at, json_array_get(arguments, i));
        file->n_arguments = (int)i + 1;
    }
}

/* Reads the node alone. link_node resolves its references once all nodes exist. */
static void read_node(reading *at)
{
    fc_node_kind kind = (fc_node_kind)take_int(at, FC_NODE_KIND, 0, FC_LIST);
    fc_node *node = fc_program_add_node(at->program, kind, take_span(at, FC_NODE_SPAN));
    node->op = (fc_operator)take_int(at, FC_NODE_OP, 0, FC_OP_LITERAL);
    node->value = take_long(at, FC_NODE_VALUE);
    json_t *real = json_array_get(at->row, FC_NODE_REAL);
    if (json_is_string(real) && strcmp(json_string_value(real), "inf") == 0)
        node->real = HUGE_VAL;
    else if (json_is_number(real))
        node->real = json_number_value(real);
    else
        fault(at, "a real number is missing");
    json_t *text = json_array_get(at->row, FC_NODE_TEXT);
    if (kind == FC_STRING)
        node->text = fc_json_bytes(text, &node->text_length);
    else
        node->text = take_string(at, text);
}

static void read_symbol(reading *at)
{
    fc_symbol_kind kind = (fc_symbol_kind)take_int(at, FC_SYMBOL_KIND, 0, FC_SYMBOL_LABEL);
    char *name = take_required_string(at, json_array_get(at->row, FC_SYMBOL_NAME));
    fc_symbol *symbol = fc_program_add_symbol(at->program, kind, name ? name : "");
    free(name);
    symbol->is_static = take_int(at, FC_SYMBOL_IS_STATIC_COLUMN, 0, 1);
    symbol->field_offset = take_long(at, FC_SYMBOL_FIELD_OFFSET);
    symbol->cost_line = take_string(at, json_array_get(at->row, FC_SYMBOL_ANNOTATION));
    symbol->span = take_span(at, FC_SYMBOL_SPAN);
}

/* A type refers to earlier types only. */
static void read_type(reading *at)
{
    int flags = take_int(at, FC_TYPE_FLAGS, 0, 3);
    fc_type type = {.kind = (fc_type_kind)take_int(at, FC_TYPE_KIND, 0, FC_TYPE_HANDLE),
                    .bits = take_int(at, FC_TYPE_BITS, 0, 1024),
                    .is_unsigned = flags & 1,
                    .is_union = flags & 2,
                    .size = take_long(at, FC_TYPE_SIZE),
                    .name = take_string(at, json_array_get(at->row, FC_TYPE_NAME)),
                    .of = take_type(at, FC_TYPE_OF),
                    .length = take_long(at, FC_TYPE_LENGTH),
                    .extent = take_node(at, FC_TYPE_EXTENT)};
    type.field = take_symbols(at, FC_TYPE_FIELDS, FC_SYMBOL_FIELD, &type.n_fields);
    if (type.kind != FC_TYPE_RECORD && type.n_fields)
        fault(at, "only a record has fields");
    bool moved = !at->status && type.kind == FC_TYPE_RECORD;
    if (!at->status && fc_program_add_type(at->program, &type)->id != (int)at->index)
        fault(at, "repeats an earlier type");
    if (!moved) {
        free(type.name);
        free(type.field);
    }
}

static void read_procedure(reading *at)
{
    fc_symbol *symbol = take_symbol(at, FC_PROCEDURE_SYMBOL);
    if (!symbol || symbol->kind != FC_SYMBOL_PROCEDURE || symbol->definition) {
        fault(at, "its symbol is no procedure, or defined twice");
        return;
    }
    fc_procedure *procedure = fc_program_add_procedure(at->program, symbol);
    procedure->parameter = take_symbols(at, FC_PROCEDURE_PARAMETERS, FC_SYMBOL_PARAMETER, &procedure->n_parameters);
    procedure->body = take_node(at, FC_PROCEDURE_BODY);
    procedure->init_end = take_node(at, FC_PROCEDURE_INIT_END);
    procedure->is_variadic = take_int(at, FC_PROCEDURE_IS_VARIADIC, 0, 1);
}

static void link_symbol(reading *at)
{
    fc_symbol *symbol = at->program->symbol[at->index];
    symbol->type = take_type(at, FC_SYMBOL_TYPE);
    int owner = take_index(at, FC_SYMBOL_OWNER, at->program->n_procedures);
    symbol->owner = owner < 0 ? NULL : at->program->procedure[owner];
    symbol->initializer = take_node(at, FC_SYMBOL_INITIALIZER);
}

/* A child follows its parent and has only one, so the nodes form trees. */
static void link_node(reading *at)
{
    fc_program *program = at->program;
    fc_node *node = program->node[at->index];
    node->type = take_type(at, FC_NODE_TYPE);
    node->compute_type = take_type(at, FC_NODE_COMPUTE_TYPE);
    node->symbol = take_symbol(at, FC_NODE_SYMBOL);
    json_t *children = take_array(at, FC_NODE_CHILDREN);
    for (size_t i = 0; i < json_array_size(children) && !at->status; i++) {
        long index = take_number(at, json_array_get(children, i), -1, program->n_nodes - 1);
        fc_node *child = index < 0 ? NULL : program->node[index];
        if (child && (child->id <= node->id || child->parent))
            fault(at, "a child comes before its parent or has two");
        else
            fc_node_add_child(node, child);
    }
}

static void read_code(reading *at)
{
    enum {
        MOST = 1 << 20
    };
    fc_code_loop loop = {.file = take_int(at, FC_CODE_FILE, 0, at->program->n_files - 1),
                         .line = take_int(at, FC_CODE_LINE, 0, INT_MAX),
                         .lines = take_int(at, FC_CODE_LINES, 1, MOST),
                         .vector_bytes = take_int(at, FC_CODE_VECTOR_BYTES, 0, MOST),
                         .real_operations = take_int(at, FC_CODE_REAL_OPERATIONS, 0, MOST),
                         .load_bytes = take_int(at, FC_CODE_LOAD_BYTES, 0, MOST),
                         .store_bytes = take_int(at, FC_CODE_STORE_BYTES, 0, MOST),
                         .n_real = take_int(at, FC_CODE_N_REAL, 0, MOST),
                         .n_loads = take_int(at, FC_CODE_N_LOADS, 0, MOST),
                         .n_stores = take_int(at, FC_CODE_N_STORES, 0, MOST),
                         .n_moves = take_int(at, FC_CODE_N_MOVES, 0, MOST),
                         .n_jumps = take_int(at, FC_CODE_N_JUMPS, 0, MOST),
                         .n_instructions = take_int(at, FC_CODE_N_INSTRUCTIONS, 0, MOST),
                         .n_calls = -1,
                         .cycles = json_number_value(json_array_get(at->row, FC_CODE_CYCLES))};
    if (json_array_size(at->row) > FC_CODE_N_CALLS)
        loop.n_calls = take_int(at, FC_CODE_N_CALLS, -1, MOST);
    if (!(loop.cycles >= 0 && loop.cycles <= MOST))
        fault(at, "a loop's cycles are out of range");
    fc_program_add_code(at->program, &loop);
}

/* ---- the file ---- */

typedef struct list {
    const char *name;
    int columns; /* an earlier version wrote `earlier` of them */
    void (*read)(reading *at);
    int earlier;
} list;

static void read_list(reading *at, json_t *root, const list *list)
{
    json_t *rows = json_object_get(root, list->name);
    if (!json_is_array(rows) || json_array_size(rows) >= INT_MAX)
        fault(at, "a list is missing");
    at->list = list->name;
    for (size_t i = 0; i < json_array_size(rows) && !at->status; i++) {
        at->index = i;
        at->row = json_array_get(rows, i);
        const size_t columns = json_array_size(at->row);
        if (columns != (size_t)list->columns && (columns != (size_t)list->earlier || list->earlier == 0))
            fault(at, "not a row of this list");
        else
            list->read(at);
    }
    at->list = NULL;
}

static void read_link(reading *at, const json_t *link)
{
    size_t i;
    json_t *value;
    at->program->is_linked = json_is_array(link);
    if (!at->program->is_linked && !json_is_null(link))
        fault(at, "the words of the link are missing");
    json_array_foreach(link, i, value)
    {
        char *word = take_required_string(at, value);
        if (word)
            fc_words_add(&at->program->link, word);
        free(word);
    }
}

static void read_header(reading *at, json_t *root)
{
    const char *kind = json_string_value(json_object_get(root, "kind"));
    const char *version = json_string_value(json_object_get(root, "forecost"));
    json_int_t format = json_integer_value(json_object_get(root, "format"));
    fc_place place = {at->path, 0, 0};
    if (!kind || !version) {
        at->status = fc_fail(at->report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_NOT_FORECOST_FILE);
    } else if (strcmp(kind, "program") != 0) {
        at->status = fc_fail(at->report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_FILE_KIND_NOT_PROGRAM_MODEL, kind);
    } else if (format != FC_MODEL_FORMAT) {
        at->status = fc_fail(at->report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_WRITTEN_FORECOST_FORMAT_FORECOST_READS,
                             version, (long long)format, FORECOST_VERSION, FC_MODEL_FORMAT);
    }
    at->program->name = take_required_string(at, json_object_get(root, "name"));
    at->program->compiler = take_required_string(at, json_object_get(root, "compiler"));
    at->program->folder = take_string(at, json_object_get(root, "folder"));
    read_link(at, json_object_get(root, "link"));
    const json_t *cpu = json_object_get(root, "code_cpu");
    if (!json_is_null(cpu))
        at->program->code_cpu = take_required_string(at, cpu);
    take_key(at, json_object_get(root, "key"), at->program->key);
}

static void read_model(reading *at, json_t *root)
{
    static const list lists[] = {{"files", FC_FILE_COLUMNS, read_file, 0},
                                 {"nodes", FC_NODE_COLUMNS, read_node, 0},
                                 {"symbols", FC_SYMBOL_COLUMNS, read_symbol, 0},
                                 {"types", FC_TYPE_COLUMNS, read_type, 0},
                                 {"procedures", FC_PROCEDURE_COLUMNS, read_procedure, 0},
                                 {"symbols", FC_SYMBOL_COLUMNS, link_symbol, 0},
                                 {"nodes", FC_NODE_COLUMNS, link_node, 0},
                                 {"code", FC_CODE_COLUMNS, read_code, FC_CODE_N_CALLS}};
    read_header(at, root);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !at->status; i++)
        read_list(at, root, &lists[i]);
    fc_report inner;
    if (at->status || fc_program_is_valid(at->program, &inner))
        return;
    at->status =
        fc_fail(at->report, FC_E_INPUT, (fc_place){at->path, 0, 0}, WRITE_AGAIN, FC_MSG_MODEL_INVALID, inner.text);
}

fc_status fc_program_read(FC_GIVE fc_program **out, const char *path, fc_report *report)
{
    json_t *root = NULL;
    fc_json_source source = {path, FC_MODEL_MAX_BYTES, "model file", WRITE_AGAIN};
    fc_status status = fc_json_read(&root, &source, report);
    if (status)
        return status;
    reading at = {.program = fc_program_create(), .path = path, .report = report};
    read_model(&at, root);
    json_decref(root);
    if (at.status)
        fc_program_free(at.program);
    else {
        fc_source_files_find(at.program, path);
        *out = at.program;
    }
    return at.status;
}
