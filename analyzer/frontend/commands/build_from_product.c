/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the sources of a product. The record of a product is found by the product's content, and the record's inputs
 * are looked up recursively. Of a static library only the members that resolve symbols count (link_closure.h). */
#include "analyzer/frontend/commands/build.h"
#include "analyzer/frontend/commands/flag.h"
#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/commands/link_closure.h"
#include "analyzer/frontend/commands/object.h"
#include "analyzer/frontend/commands/record.h"
#include "support/diagnostics.h"
#include "support/messages/frontend.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_DEPTH = 32 /* of products linked into products */
};

#define BUILD_WITH_CC "Build it with make CC=\"forecost cc\" (`forecost help cc`), or pass its sources."

/* A member of an archive with its record. */
typedef struct member {
    fc_record record;
    bool is_needed; /* taken whether or not it resolves a symbol */
} member;

/* A record and its parsed command line. */
typedef struct command {
    const fc_record *record;
    fc_invocation made;
    int depth;
} command;

typedef struct tracing {
    fc_build *build;
    const char *product; /* as the user names it */
    const char *folder;  /* of the records */
    member *member;
    size_t n_members, capacity;
    fc_link_closure closure; /* its parts are the members */
    fc_report *report;
} tracing;

/* ---- sources ---- */

static fc_status check_source(tracing *at, const fc_build_source *source)
{
    char *text = NULL, key[33];
    size_t length = 0;
    fc_place place = {source->path, 0, 0};
    if (access(source->path, F_OK))
        return fc_fail(at->report, FC_E_INPUT, place,
                       "Build it again with CC=\"forecost cc\" from the existing sources.",
                       FC_MSG_SOURCE_NO_LONGER_EXISTS_BUILT, at->product);
    fc_status status = fc_file_read(&text, &length, source->path, 0, at->report);
    if (status)
        return status;
    fc_content_key(key, text, length);
    free(text);
    if (source->key[0] && strcmp(key, source->key) != 0)
        fc_diagnose_text(&at->build->warnings, FC_WARNING, (fc_place){source->path, 0, 0},
                         FC_MSG_EDITED_SINCE_BUILT_CURRENT_FILE, at->product, at->product);
    return FC_OK;
}

static fc_status take_source(tracing *at, const command *from, const fc_record_input *input, fc_operand_kind kind)
{
    const fc_record *record = from->record;
    fc_build_source source = {.path = fc_build_name(record->directory, input->path),
                              .directory = fc_copy_string(record->directory),
                              .is_preprocessed = kind == FC_OPERAND_PREPROCESSED,
                              .written = record->written};
    memcpy(source.key, input->key, sizeof source.key);
    fc_invocation_flags(&source.flag, &from->made);
    fc_status status = check_source(at, &source);
    fc_status added = fc_build_add(at->build, &source, at->product, status ? NULL : at->report);
    return status ? status : added;
}

/* ---- products ---- */

static fc_status take_record(tracing *at, const fc_record *record, int depth);

/* *is_ours: the content has a record, so its sources are part of the model. */
static fc_status take_product(tracing *at, const char *key, const char *near, int depth, bool *is_ours)
{
    fc_record record;
    *is_ours = false;
    if (!*key || depth > MAX_DEPTH || !fc_record_find(&record, at->folder, key, near))
        return FC_OK;
    *is_ours = true;
    fc_status status = take_record(at, &record, depth + 1);
    fc_record_free(&record);
    return status;
}

static bool takes_whole_archives(const fc_invocation *invocation)
{
    for (size_t i = 0; i < invocation->word.n; i++)
        if (strstr(invocation->word.item[i], "--whole-archive"))
            return true;
    return false;
}

/* Keeps an archive's members for the symbol resolution. *is_ours: all of them have records. */
static void keep_members(tracing *at, const command *from, size_t i, const char *near, bool *is_ours)
{
    const fc_words *key = &from->record->input[i].member;
    bool is_needed = takes_whole_archives(&from->made);
    *is_ours = true;
    for (size_t k = 0; k < key->n; k++) {
        member found = {0};
        if (!fc_record_find(&found.record, at->folder, key->item[k], near)) {
            *is_ours = false;
            continue;
        }
        found.is_needed = is_needed || !found.record.has_names;
        at->member = fc_grow(at->member, &at->capacity, at->n_members + 1, sizeof *at->member);
        at->member[at->n_members] = found;
        fc_link_closure_register(&at->closure, at->n_members++, &found.record.defined);
    }
}

static fc_status refuse_object(const tracing *at, const fc_record_input *input, const fc_record *record)
{
    char *name = fc_build_name(record->directory, input->path);
    fc_status status = fc_fail(at->report, FC_E_INPUT, (fc_place){name, 0, 0},
                               "Compile it again: make clean, then make CC=\"forecost cc\".",
                               FC_MSG_PART_NOT_COMPILED_FORECOST_CC, at->product);
    free(name);
    return status;
}

/* One operand of a link. *is_ours: its sources are part of the model, so it is left out of the link line. */
static fc_status take_operand(tracing *at, const command *from, size_t i, bool *is_ours)
{
    const fc_record_input *input = &from->record->input[i];
    fc_operand_kind kind = from->made.operand[i].kind;
    *is_ours = true;
    if (fc_operand_is_c(kind))
        return take_source(at, from, input, kind);
    char *near = fc_format("%s/%s", input->path[0] == '/' ? "" : from->record->directory, input->path);
    fc_status status = FC_OK;
    if (input->member.n)
        keep_members(at, from, i, near, is_ours);
    else
        status = take_product(at, input->key, near, from->depth, is_ours);
    free(near);
    if (!status && !*is_ours && !input->member.n && kind == FC_OPERAND_LINKED && input->is_of_c)
        status = refuse_object(at, input, from->record);
    return status;
}

static fc_status refuse_record(const tracing *at, const fc_record *record)
{
    return fc_fail(at->report, FC_E_INPUT, (fc_place){record->product, 0, 0}, BUILD_WITH_CC,
                   FC_MSG_BUILD_RECORD_INVALID, at->folder);
}

/* ---- the link line ---- */

static void add_absolute(fc_words *link, const char *before, const char *directory, const char *path)
{
    char *word = path[0] == '/' ? fc_format("%s%s", before, path) : fc_format("%s%s/%s", before, directory, path);
    fc_words_add(link, word);
    free(word);
}

/* True for a flag of a shared library's own link that the program needs as well. The others, such as -shared and
 * -Wl,-soname, describe the library, whose sources become part of the program. */
static bool is_needed_by_program(const char *word)
{
    static const char *const prefix[] = {"-l", "-L", "-pthread", "-fopenmp", "-Wl,-rpath", "-Wl,/"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (strncmp(word, prefix[i], strlen(prefix[i])) == 0)
            return true;
    return false;
}

/* Appends a linker flag with its argument; folders of libraries by absolute path. */
static void add_flag(fc_words *link, const command *from, size_t at, bool is_pair)
{
    const fc_record *record = from->record;
    const char *word = record->word.item[at];
    fc_flag_use use = fc_flag_use_of(word);
    bool is_apart = from->depth > 0 && !is_needed_by_program(word);
    if ((use != FC_FLAG_LINK && use != FC_FLAG_BOTH) || is_apart)
        return;
    bool is_folder = strncmp(word, "-L", 2) == 0 && (word[2] || is_pair);
    if (is_folder) {
        add_absolute(link, "-L", record->directory, word[2] ? word + 2 : record->word.item[at + 1]);
        return;
    }
    fc_words_add(link, word);
    if (is_pair)
        fc_words_add(link, record->word.item[at + 1]);
}

static void add_operand(fc_words *link, const fc_record *record, const fc_operand *operand)
{
    if (operand->kind == FC_OPERAND_LIBRARY) {
        char *word = fc_format("-l%s", operand->path);
        fc_words_add(link, word);
        free(word);
    } else
        add_absolute(link, "", record->directory, operand->path);
}

static void warn_foreign(tracing *at, const fc_record *record, const fc_operand *operand)
{
    const char *dot = strrchr(operand->path, '.');
    bool is_object = operand->kind == FC_OPERAND_FOREIGN || (dot && strcmp(dot, ".o") == 0);
    if (operand->kind == FC_OPERAND_LIBRARY || !is_object)
        return;
    char *name = fc_build_name(record->directory, operand->path);
    fc_diagnose_text(&at->build->warnings, FC_WARNING, (fc_place){name, 0, 0}, FC_MSG_NOT_COMPILED_C_LINKED_UNCHANGED);
    free(name);
}

static fc_status take_link(tracing *at, const command *from)
{
    size_t n = from->made.n_operands;
    bool *is_ours = fc_allocate(n, sizeof *is_ours);
    fc_status status = FC_OK;
    for (size_t i = 0; i < n && !status; i++) {
        status = take_operand(at, from, i, &is_ours[i]);
        if (!status && !is_ours[i])
            warn_foreign(at, from->record, &from->made.operand[i]);
    }
    /* Appends the link line without the operands whose sources are part of the model. */
    const fc_invocation *made = &from->made;
    size_t next = 0;
    for (size_t i = 0; i < made->word.n; i++) {
        const char *word = made->word.item[i];
        bool is_operand = next < made->n_operands && made->operand[next].at == i;
        bool is_pair = word[0] == '-' && fc_flag_takes_next(word) && i + 1 < made->word.n;
        if (is_operand && !is_ours[next])
            add_operand(&at->build->link, from->record, &made->operand[next]);
        else if (!is_operand && word[0] == '-')
            add_flag(&at->build->link, from, i, is_pair);
        next += is_operand;
        i += is_pair;
    }
    at->build->is_linked = true;
    free(is_ours);
    return status;
}

/* Takes the source that an object was compiled from. */
static fc_status take_compiled(tracing *at, const command *from)
{
    const fc_record_input *input = &from->record->input[0];
    for (size_t i = 0; i < from->made.n_operands; i++)
        if (from->made.operand[i].at == input->at)
            return take_source(at, from, input, from->made.operand[i].kind);
    return refuse_record(at, from->record);
}

static fc_status take_record(tracing *at, const fc_record *record, int depth)
{
    command from = {.record = record, .depth = depth};
    fc_status status;
    fc_invocation_parse(&from.made, record->word.item, record->word.n, record->directory);
    bool is_link = from.made.making == FC_PRODUCT_PROGRAM;
    if (record->n_inputs != (is_link ? from.made.n_operands : 1))
        status = refuse_record(at, record);
    else
        status = is_link ? take_link(at, &from) : take_compiled(at, &from);
    fc_link_closure_take(&at->closure, &record->defined, &record->needed);
    fc_invocation_free(&from.made);
    return status;
}

/* ---- members ---- */

static fc_status take_members(tracing *at)
{
    fc_status status = FC_OK;
    size_t next;
    for (size_t i = 0; i < at->n_members && !status; i++)
        if (at->member[i].is_needed)
            status = take_record(at, &at->member[i].record, 0);
    while (!status && fc_link_closure_next(&next, &at->closure))
        status = take_record(at, &at->member[next].record, 0);
    return status;
}

/* ---- the product ---- */

static fc_status find_first(const tracing *at, fc_record *out)
{
    char *text = NULL, *real = NULL, key[33];
    size_t length = 0;
    fc_place place = {at->product, 0, 0};
    fc_status status = fc_file_read(&text, &length, at->product, 0, at->report);
    if (status)
        return status;
    fc_content_key(key, text, length);
    bool is_elf = fc_object_is_elf((fc_bytes){text, length});
    free(text);
    if (!is_elf)
        return fc_fail(at->report, FC_E_INPUT, place, "Pass C files, or one executable.",
                       FC_MSG_NEITHER_C_FILE_NOR_ELF);
    real = realpath(at->product, NULL);
    bool is_found = at->folder && real && fc_record_find(out, at->folder, key, real);
    free(real);
    if (is_found)
        return FC_OK;
    return fc_fail(at->report, FC_E_INPUT, place, BUILD_WITH_CC, FC_MSG_NO_RECORD_BUILD_NOT_LINKED,
                   at->folder ? at->folder : "off");
}

fc_status fc_build_from_product(fc_build *out, const char *path, fc_report *report)
{
    fc_build build = {0};
    fc_record first = {0};
    char *folder = fc_record_folder();
    tracing at = {.build = &build, .product = path, .folder = folder, .report = report};
    fc_link_closure_need(&at.closure, "main");
    fc_status status = find_first(&at, &first);
    if (!status)
        status = take_record(&at, &first, 0);
    if (!status)
        status = take_members(&at);
    if (!status && build.n_sources == 0)
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, BUILD_WITH_CC, FC_MSG_CONTAINS_NO_C_SOURCE);
    if (!status) {
        build.name = fc_copy_string(fc_path_name(path));
        build.compiler = fc_copy_string(first.compiler);
    }
    fc_record_free(&first);
    for (size_t i = 0; i < at.n_members; i++)
        fc_record_free(&at.member[i].record);
    free(at.member);
    fc_link_closure_free(&at.closure);
    free(folder);
    if (status)
        fc_build_free(&build);
    else
        *out = build;
    return status;
}
