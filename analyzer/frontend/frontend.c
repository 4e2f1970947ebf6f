/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads all inputs in order into one program, then runs the passes that need the whole program. Each source is parsed
 * once, on up to eight threads (parse_queue.h); the walks over the parsed units run one after the other. */
#include "analyzer/frontend/frontend.h"
#include "analyzer/frontend/parsing/flags.h"
#include "analyzer/frontend/parsing/libclang.h"
#include "analyzer/frontend/parsing/library_source.h"
#include "analyzer/frontend/parsing/parse_queue.h"
#include "analyzer/frontend/parsing/translation_unit.h"
#include "analyzer/ir/live_ranges.h"
#include "analyzer/model/properties/goto_loops.h"
#include "analyzer/model/properties/indirect_calls.h"
#include "analyzer/model/properties/irregular_flow.h"
#include "support/messages/frontend.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>

/* The base name of a path without ".c" or ".i". */
static char *program_name(const char *path)
{
    const char *name = fc_path_name(path);
    const char *dot = strrchr(name, '.');
    bool is_source = dot && dot > name && (strcmp(dot, ".c") == 0 || strcmp(dot, ".i") == 0);
    return is_source ? fc_format("%.*s", (int)(dot - name), name) : fc_copy_string(name);
}

/* The program's name: the base name of its file with main, or that file's folder if the file is called main.c. */
static char *name_of_program(const fc_program *program, const char *first)
{
    const fc_procedure *start = fc_program_find(program, "main");
    const char *path = start ? fc_program_place(program, start->symbol->span).file : first;
    char *name = program_name(path ? path : first);
    const char *end = path && strcmp(name, "main") == 0 ? strrchr(path, '/') : NULL;
    const char *begin = end;
    while (begin && begin > path && begin[-1] != '/')
        begin--;
    if (!end || end == begin || strncmp(begin, ".", (size_t)(end - begin)) == 0 ||
        strncmp(begin, "..", (size_t)(end - begin)) == 0)
        return name;
    free(name);
    return fc_format("%.*s", (int)(end - begin), begin);
}

/* A content key over the keys and flags of the main files, in input order. */
static void set_key(fc_program *program)
{
    fc_text text = {0};
    for (int i = 0; i < program->n_files; i++) {
        const fc_finite_source *file = &program->file[i];
        if (!file->is_main)
            continue;
        fc_text_add(&text, "%s\n", file->key);
        for (int k = 0; k < file->n_arguments; k++)
            fc_text_add(&text, "%s\n", file->argument[k]);
    }
    fc_content_key(program->key, text.bytes ? text.bytes : "", text.length);
    fc_text_free(&text);
}

static bool all_find_mpi(const fc_input *input, int n_inputs)
{
    for (int i = 0; i < n_inputs; i++)
        if (!input[i].is_preprocessed && !fc_flags_find_mpi(&input[i]))
            return false;
    return true;
}

static void free_reader(fc_reader *reader)
{
    fc_map_free(&reader->external);
    fc_map_free(&reader->records);
    fc_handles_free(&reader->handles);
    fc_cursor_tree_free(&reader->tree);
    free(reader->waiting);
    free(reader->hoisted);
    free(reader->before);
    if (reader->c_locale)
        freelocale(reader->c_locale);
    fc_program_free(reader->program);
}

/* The resolution by names and flow may be wrong if the pointer receives another procedure: hence the warning. */
static void warn_of_pointer_calls(fc_text *warnings, int n)
{
    if (warnings && n > 0)
        fc_text_add(warnings, "%d %s through a pointer: resolved to the only procedure assigned to the pointer\n", n,
                    n == 1 ? "call" : "calls");
}

fc_status fc_frontend_read(FC_GIVE fc_program **out, const fc_input *input, int n_inputs, const char *compiler,
                           fc_text *warnings, fc_report *report)
{
    if (n_inputs < 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Name at least one C file.", FC_MSG_NO_SOURCE_FILE_GIVEN);
    fc_status status = fc_libclang_load(report);
    if (status)
        return status;
    fc_reader reader = {.program = fc_program_create(), .report = report, .warnings = warnings};
    fc_words mpi = {0};
    fc_predefined_list predefined = {0};
    reader.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (compiler && !all_find_mpi(input, n_inputs))
        fc_wrapper_flags(&mpi, compiler);
    if (compiler)
        fc_predefined_query(&predefined, compiler, input, n_inputs);
    fc_parse_setting setting = {
        .mpi = &mpi, .predefined = &predefined, .compiler = compiler, .wants_warnings = warnings != NULL};
    fc_parse_queue *queue = fc_parse_queue_create(input, n_inputs, &setting);
    for (int i = 0; i < n_inputs && !status; i++) {
        fc_parse *parse = fc_parse_queue_take(queue);
        status = fc_translation_unit_read(&reader, parse);
        fc_parse_free(parse);
    }
    fc_parse_queue_free(queue);
    if (!status && !input[0].is_preprocessed)
        status = fc_library_source_read(&reader, &setting);
    if (!status) {
        reader.program->name = name_of_program(reader.program, input[0].path);
        reader.program->compiler = fc_copy_string(compiler ? compiler : "cc");
        set_key(reader.program);
        fc_declaration_move_annotations(reader.program);
        fc_goto_loops_form(reader.program);
        fc_live_ranges_split(reader.program);
        fc_irregular_flow_cut(reader.program);
        warn_of_pointer_calls(warnings, fc_indirect_calls_resolve(reader.program));
        *out = reader.program;
        reader.program = NULL;
    }
    fc_words_free(&mpi);
    fc_predefined_free(&predefined);
    free_reader(&reader);
    return status;
}
