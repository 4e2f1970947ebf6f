/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/recorder.h"
#include "analyzer/frontend/commands/flag.h"
#include "analyzer/frontend/commands/object.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool fc_recorder_begin(fc_recorder *out, const char *compiler, char *const *word, size_t n)
{
    fc_recorder made = {.compiler = compiler, .folder = fc_record_folder()};
    made.directory = made.folder ? getcwd(NULL, 0) : NULL;
    if (made.directory)
        fc_invocation_parse(&made.invocation, word, n, made.directory);
    bool makes = made.directory && made.invocation.making != FC_PRODUCT_NONE;
    if (makes) {
        made.input = fc_allocate(made.invocation.n_operands, sizeof *made.input);
        *out = made;
    } else
        fc_recorder_free(&made);
    return makes;
}

void fc_recorder_free(fc_recorder *recorder)
{
    for (size_t i = 0; recorder->input && i < recorder->invocation.n_operands; i++) {
        free(recorder->input[i].path);
        fc_words_free(&recorder->input[i].member);
    }
    free(recorder->input);
    fc_invocation_free(&recorder->invocation);
    free(recorder->directory);
    free(recorder->folder);
    *recorder = (fc_recorder){0};
}

/* ---- inputs ---- */

/* A whole file; {NULL, 0} if it cannot be read or is no regular file. */
static fc_bytes read_regular(const char *path)
{
    struct stat information;
    char *text = NULL;
    size_t length = 0;
    if (stat(path, &information) || !S_ISREG(information.st_mode) || fc_file_read(&text, &length, path, 0, NULL))
        return (fc_bytes){0};
    return (fc_bytes){text, length};
}

static void describe_archive(fc_record_input *input, fc_bytes archive)
{
    fc_bytes *member = NULL;
    size_t n = 0;
    fc_object_members(&member, &n, archive);
    for (size_t i = 0; i < n; i++) {
        char key[33];
        fc_content_key(key, member[i].at, member[i].length);
        fc_words_add(&input->member, key);
    }
    free(member);
}

static void describe_thin_archive(fc_record_input *input, fc_bytes archive, const char *path)
{
    fc_words name = {0};
    const char *slash = strrchr(path, '/');
    fc_object_thin_members(&name, archive);
    for (size_t i = 0; i < name.n; i++) {
        bool is_beside = slash && name.item[i][0] != '/';
        char *member =
            is_beside ? fc_format("%.*s/%s", (int)(slash - path), path, name.item[i]) : fc_copy_string(name.item[i]);
        fc_bytes file = read_regular(member);
        char key[33];
        fc_content_key(key, file.at ? file.at : "", file.length);
        fc_words_add(&input->member, key);
        free((char *)(uintptr_t)file.at);
        free(member);
    }
    fc_words_free(&name);
}

static void describe(fc_record_input *input, const char *path)
{
    fc_bytes file = read_regular(path);
    input->path = fc_copy_string(path);
    if (!file.at)
        return;
    if (fc_object_is_archive(file))
        describe_archive(input, file);
    else if (fc_object_is_thin_archive(file))
        describe_thin_archive(input, file, path);
    else {
        fc_content_key(input->key, file.at, file.length);
        input->is_of_c = fc_object_is_of_c(file);
    }
    free((char *)(uintptr_t)file.at);
}

void fc_recorder_read_sources(fc_recorder *recorder)
{
    for (size_t i = 0; i < recorder->invocation.n_operands; i++) {
        const fc_operand *operand = &recorder->invocation.operand[i];
        recorder->input[i].at = operand->at;
        if (fc_operand_is_c(operand->kind))
            describe(&recorder->input[i], operand->path);
    }
}

static char *library_in(const char *folder, const char *name, bool is_static)
{
    static const char *const ending[] = {"so", "a"};
    for (size_t i = is_static ? 1 : 0; i < sizeof ending / sizeof *ending; i++) {
        char *path =
            name[0] == ':' ? fc_format("%s/%s", folder, name + 1) : fc_format("%s/lib%s.%s", folder, name, ending[i]);
        if (access(path, R_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

static void describe_linked(fc_recorder *recorder, size_t i)
{
    const fc_operand *operand = &recorder->invocation.operand[i];
    if (operand->kind == FC_OPERAND_LINKED)
        describe(&recorder->input[i], operand->path);
    if (operand->kind != FC_OPERAND_LIBRARY)
        return;
    /* The library of -lNAME or -l:FILE in the command's -L folders, as ld searches it: a shared library first, unless
     * -static. Libraries of the system contain no sources of the program. */
    const fc_words *word = &recorder->invocation.word;
    const char *name = operand->path;
    bool is_static = false;
    char *library = NULL;
    for (size_t k = 0; k < word->n; k++)
        is_static |= strcmp(word->item[k], "-static") == 0;
    for (size_t k = 0; k < word->n && !library; k++) {
        const char *item = word->item[k];
        bool is_apart = strcmp(item, "-L") == 0 && k + 1 < word->n;
        if (is_apart || (strncmp(item, "-L", 2) == 0 && item[2]))
            library = library_in(is_apart ? word->item[++k] : item + 2, name, is_static);
        else
            k += fc_flag_takes_next(item);
    }
    if (library)
        describe(&recorder->input[i], library);
    else
        recorder->input[i].path = fc_copy_string(operand->path);
    free(library);
}

/* ---- products ---- */

/* A program that is compiled and linked at once leaves no objects with the names that it needs of archives: the linker
 * took the members that define its names. */
static bool compiles_sources(const fc_recorder *recorder)
{
    bool found = false;
    for (size_t i = 0; i < recorder->invocation.n_operands && !found; i++)
        found = fc_operand_is_c(recorder->invocation.operand[i].kind);
    return found && recorder->invocation.making == FC_PRODUCT_PROGRAM;
}

/* The names of the program but main, which its own sources define. */
static void describe_program(fc_record *record, fc_bytes file)
{
    fc_words defined = {0}, unused = {0};
    fc_object_names(&defined, &unused, file);
    for (size_t i = 0; i < defined.n; i++)
        if (strcmp(defined.item[i], "main") != 0)
            fc_words_add(&record->needed, defined.item[i]);
    fc_words_free(&defined);
    fc_words_free(&unused);
}

static fc_status write_product(const fc_recorder *recorder, const char *product, fc_record_input *input,
                               size_t n_inputs, fc_report *report)
{
    char *path = realpath(product, NULL);
    fc_bytes file = path ? read_regular(path) : (fc_bytes){0};
    fc_record record = {.product = path,
                        .compiler = (char *)(uintptr_t)recorder->compiler,
                        .directory = recorder->directory,
                        .word = recorder->invocation.word,
                        .input = input,
                        .n_inputs = n_inputs};
    fc_status status = FC_OK;
    if (file.at) {
        fc_content_key(record.key, file.at, file.length);
        if (recorder->invocation.making == FC_PRODUCT_OBJECTS)
            record.has_names = fc_object_names(&record.defined, &record.needed, file);
        else if (compiles_sources(recorder))
            describe_program(&record, file);
        status = fc_record_write(&record, recorder->folder, report);
    }
    fc_words_free(&record.defined);
    fc_words_free(&record.needed);
    free((char *)(uintptr_t)file.at);
    free(path);
    return status;
}

fc_status fc_recorder_finish(fc_recorder *recorder, fc_report *report)
{
    const fc_invocation *invocation = &recorder->invocation;
    fc_status status = FC_OK;
    bool is_program = invocation->making == FC_PRODUCT_PROGRAM;
    for (size_t i = 0; i < invocation->n_operands; i++) {
        const fc_operand *operand = &invocation->operand[i];
        if (is_program)
            describe_linked(recorder, i);
        if (is_program ? i + 1 < invocation->n_operands : !fc_operand_is_c(operand->kind))
            continue;
        char *product = fc_invocation_product(invocation, operand);
        fc_record_input *first = is_program ? recorder->input : &recorder->input[i];
        status = write_product(recorder, product, first, is_program ? invocation->n_operands : 1, report);
        free(product);
        if (status)
            return status;
    }
    return status;
}
