/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/database.h"
#include "analyzer/frontend/commands/invocation.h"
#include "analyzer/frontend/commands/link_closure.h"
#include "analyzer/frontend/commands/object.h"
#include "analyzer/model/json_text.h"
#include "support/diagnostics.h"
#include "support/messages/frontend.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_DATABASE_BYTES = 256 << 20
};

#define WRITE_AGAIN "Generate it again: cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or bear -- make."

void fc_database_free(fc_database *database)
{
    for (size_t i = 0; i < database->n; i++) {
        fc_build_source_free(&database->entry[i].source);
        free(database->entry[i].compiler);
        free(database->entry[i].object);
        free(database->entry[i].target);
    }
    free(database->entry);
    free(database->path);
    *database = (fc_database){0};
}

/* ---- reading ---- */

static fc_status refuse(const fc_database *database, size_t number, const char *what, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, (fc_place){database->path, 0, 0}, WRITE_AGAIN, FC_MSG_COMPILE_COMMAND_INVALID,
                   number, what);
}

/* The words of "arguments", or of "command" as a shell splits them. */
static bool read_words(fc_words *out, const json_t *row)
{
    const json_t *arguments = json_object_get(row, "arguments"), *command = json_object_get(row, "command");
    size_t i;
    json_t *value;
    if (!json_is_array(arguments) && json_is_string(command))
        fc_invocation_split(out, json_string_value(command), true);
    json_array_foreach(arguments, i, value)
    {
        if (!json_is_string(value))
            return false;
        fc_words_add(out, json_string_value(value));
    }
    return out->n > 0;
}

static bool is_file(const fc_operand *operand, const char *file)
{
    return operand->kind != FC_OPERAND_LIBRARY && strcmp(fc_path_name(operand->path), fc_path_name(file)) == 0;
}

static void add_entry(fc_database *to, const fc_words *word, const char *directory, const char *file)
{
    size_t n_compiler = 1; /* words that name the compiler: "cc", "ccache /usr/bin/cc" */
    while (n_compiler < word->n && word->item[n_compiler][0] != '-' && word->item[n_compiler][0] != '@' &&
           strcmp(word->item[n_compiler], file) != 0)
        n_compiler++;
    fc_words compiler = {0};
    fc_invocation made;
    fc_invocation_parse(&made, word->item + n_compiler, word->n - n_compiler, directory);
    const fc_operand *operand = NULL;
    for (size_t i = 0; i < made.n_operands && !operand; i++)
        if (is_file(&made.operand[i], file))
            operand = &made.operand[i];
    if (!operand || !fc_operand_is_c(operand->kind)) {
        to->n_foreign++;
        fc_invocation_free(&made);
        return;
    }
    for (size_t i = 0; i < n_compiler; i++)
        fc_words_add(&compiler, word->item[i]);
    char *product = fc_invocation_product(&made, operand);
    to->entry = fc_grow(to->entry, &to->capacity, to->n + 1, sizeof *to->entry);
    fc_database_entry *entry = &to->entry[to->n++];
    *entry = (fc_database_entry){.compiler = fc_words_join(&compiler)};
    entry->object = product[0] == '/' ? fc_copy_string(product) : fc_format("%s/%s", directory, product);
    /* The path prefix of a CMake target, whose objects are below "CMakeFiles/TARGET.dir/"; without ".dir/". */
    const char *object = entry->object;
    const char *begin = strstr(object, "CMakeFiles/"), *end = begin ? strstr(begin, ".dir/") : NULL;
    entry->target = end ? fc_format("%.*s", (int)(end - object), object) : NULL;
    entry->source = (fc_build_source){.path = fc_build_name(directory, file),
                                      .directory = fc_copy_string(directory),
                                      .is_preprocessed = operand->kind == FC_OPERAND_PREPROCESSED};
    fc_invocation_flags(&entry->source.flag, &made);
    free(product);
    fc_words_free(&compiler);
    fc_invocation_free(&made);
}

static fc_status read_entries(fc_database *to, const json_t *root, fc_report *report)
{
    size_t i;
    json_t *row;
    fc_status status = FC_OK;
    fc_place place = {to->path, 0, 0};
    if (!json_is_array(root))
        return fc_fail(report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_NOT_LIST_COMPILE_COMMANDS);
    json_array_foreach(root, i, row)
    {
        size_t number = i + 1;
        const char *file = json_string_value(json_object_get(row, "file"));
        const char *directory = json_string_value(json_object_get(row, "directory"));
        fc_words word = {0};
        if (!file || !*file)
            status = refuse(to, number, "\"file\" is missing", report);
        else if (!directory || directory[0] != '/')
            status = refuse(to, number, "\"directory\" is not an absolute path", report);
        else if (!read_words(&word, row))
            status = refuse(to, number, "neither \"arguments\" nor \"command\" contains a command", report);
        else
            add_entry(to, &word, directory, file);
        fc_words_free(&word);
        if (status)
            return status;
    }
    if (to->n)
        return FC_OK;
    return fc_fail(report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_NO_C_FILE_AMONG_ENTRIES, json_array_size(root));
}

fc_status fc_database_read(fc_database *out, const char *path, fc_report *report)
{
    struct stat information;
    bool is_folder = stat(path, &information) == 0 && S_ISDIR(information.st_mode);
    fc_database made = {.path = is_folder ? fc_format("%s/compile_commands.json", path) : fc_copy_string(path)};
    fc_json_source source = {made.path, MAX_DATABASE_BYTES, "list of compile commands", WRITE_AGAIN};
    json_t *root = NULL;
    fc_status status = fc_json_read(&root, &source, report);
    if (!status)
        status = read_entries(&made, root, report);
    if (root)
        json_decref(root);
    if (status)
        fc_database_free(&made);
    else
        *out = made;
    return status;
}

/* ---- selection ---- */

static bool is_same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* True if an earlier entry has the same file, which is then used; warns if the flags differ. */
static bool is_repeated(fc_build *build, const fc_database *database, const fc_build_source *source)
{
    for (size_t i = 0; i < build->n_sources; i++) {
        const fc_build_source *other = &build->source[i];
        if (strcmp(other->path, source->path) != 0)
            continue;
        if (!fc_words_are_same(&other->flag, &source->flag))
            fc_diagnose_text(&build->warnings, FC_WARNING, (fc_place){source->path, 0, 0},
                             FC_MSG_SEVERAL_COMPILE_COMMANDS_FIRST_USED, database->path);
        return true;
    }
    return false;
}

static fc_status add(fc_build *build, const fc_database *database, const fc_database_entry *entry, fc_report *report)
{
    const fc_build_source *from = &entry->source;
    if (is_repeated(build, database, from))
        return FC_OK;
    if (access(from->path, F_OK))
        return fc_fail(report, FC_E_INPUT, (fc_place){from->path, 0, 0},
                       "Build the program first: the build may generate this file.", FC_MSG_SOURCE_DOES_NOT_EXIST,
                       database->path);
    fc_build_source source = {.path = fc_copy_string(from->path),
                              .directory = fc_copy_string(from->directory),
                              .is_preprocessed = from->is_preprocessed};
    fc_words_add_all(&source.flag, &from->flag);
    if (!build->compiler)
        build->compiler = fc_copy_string(entry->compiler);
    return fc_build_add(build, &source, database->path, report);
}

/* True for a file of a library, by this criterion: no file of the same target has a main function. */
static bool is_shared(const fc_database *database, const fc_database_entry *entry)
{
    bool shared = !entry->has_main;
    for (size_t i = 0; i < database->n && shared; i++)
        shared = !(database->entry[i].has_main && is_same(database->entry[i].target, entry->target));
    return shared;
}

static fc_status refuse_choice(const fc_database *database, fc_report *report)
{
    enum {
        SHOWN = 12
    };
    fc_text next = {0};
    int n = 0;
    for (size_t i = 0; i < database->n; i++)
        if (database->entry[i].has_main && ++n <= SHOWN)
            fc_text_add(&next, n == 1 ? "Select one: --main %s" : ", --main %s", database->entry[i].source.path);
    if (n > SHOWN)
        fc_text_add(&next, ", and %d more", n - SHOWN);
    fc_status status =
        fc_fail(report, FC_E_INPUT, (fc_place){database->path, 0, 0}, next.bytes, FC_MSG_MORE_THAN_ONE_FILE_MAIN);
    fc_text_free(&next);
    return status;
}

/* The index of the entry with the requested main function. */
static fc_status find_main(size_t *out, const fc_database *database, const char *main, fc_report *report)
{
    char *name = main ? fc_build_name(".", main) : NULL;
    size_t found = database->n;
    bool is_several = false;
    for (size_t i = 0; i < database->n; i++) {
        const fc_database_entry *entry = &database->entry[i];
        if (!entry->has_main || (name && strcmp(name, entry->source.path) != 0))
            continue;
        is_several |= found < database->n && strcmp(database->entry[found].source.path, entry->source.path) != 0;
        found = found < database->n ? found : i;
    }
    fc_status status = FC_OK;
    fc_place place = {database->path, 0, 0};
    if (is_several)
        status = refuse_choice(database, report);
    else if (found == database->n && main)
        status = fc_fail(report, FC_E_INPUT, place, "Pass the path of a file with a main function.",
                         FC_MSG_NO_COMPILE_COMMAND_FILE_MAIN, main);
    else if (found == database->n)
        status = fc_fail(report, FC_E_INPUT, place, WRITE_AGAIN, FC_MSG_NONE_C_FILES_MAIN_FUNCTION);
    free(name);
    *out = found;
    return status;
}

/* The symbols of an entry's object; false if the object does not exist or has no symbol table. */
static bool read_names(fc_words *defined, fc_words *needed, const fc_database_entry *entry)
{
    char *bytes = NULL;
    size_t length = 0;
    bool is_read = fc_file_read(&bytes, &length, entry->object, 0, NULL) == FC_OK &&
                   fc_object_names(defined, needed, (fc_bytes){bytes, length});
    free(bytes);
    return is_read;
}

/* The selection of one program's entries. */
typedef struct choosing {
    const fc_database *database;
    fc_build *build;
    fc_words *defined, *needed; /* by entry */
    fc_link_closure closure;
    bool is_built; /* the symbols of every object are known */
} choosing;

static fc_status choose(choosing *at, size_t i, fc_report *report)
{
    fc_link_closure_take(&at->closure, &at->defined[i], &at->needed[i]);
    return add(at->build, at->database, &at->database->entry[i], report);
}

/* Takes the files of the start's target, all of which are part of the program. */
static fc_status choose_own(choosing *at, size_t start, fc_report *report)
{
    const fc_database_entry *entry = at->database->entry;
    fc_status status = choose(at, start, report);
    for (size_t i = 0; i < at->database->n && !status; i++)
        if (i != start && is_same(entry[i].target, entry[start].target))
            status = choose(at, i, report);
    return status;
}

/* Takes the files of libraries: those that resolve symbols, or all if symbols are not known. */
static fc_status choose_shared(choosing *at, fc_report *report)
{
    fc_status status = FC_OK;
    size_t next;
    for (size_t i = 0; i < at->database->n && !status; i++) {
        if (!is_shared(at->database, &at->database->entry[i]))
            continue;
        if (at->is_built)
            fc_link_closure_register(&at->closure, i, &at->defined[i]);
        else
            status = choose(at, i, report);
    }
    while (!status && fc_link_closure_next(&next, &at->closure))
        status = choose(at, next, report);
    return status;
}

fc_status fc_database_choose(fc_build *out, const fc_database *database, const char *main, fc_report *report)
{
    fc_build build = {0};
    choosing at = {.database = database, .build = &build, .is_built = true};
    size_t start;
    fc_status status = find_main(&start, database, main, report);
    at.defined = fc_allocate(database->n, sizeof *at.defined);
    at.needed = fc_allocate(database->n, sizeof *at.needed);
    for (size_t i = 0; i < database->n && !status; i++)
        at.is_built &= read_names(&at.defined[i], &at.needed[i], &database->entry[i]);
    if (!status)
        status = choose_own(&at, start, report);
    if (!status)
        status = choose_shared(&at, report);
    if (!status) {
        /* "app" of "/home/me/build/CMakeFiles/app". */
        const char *target = database->entry[start].target;
        const char *slash = target ? strrchr(target, '/') : NULL;
        build.name = slash ? fc_copy_string(slash + 1) : NULL;
    }
    for (size_t i = 0; i < database->n; i++) {
        fc_words_free(&at.defined[i]);
        fc_words_free(&at.needed[i]);
    }
    free(at.defined);
    free(at.needed);
    fc_link_closure_free(&at.closure);
    if (status)
        fc_build_free(&build);
    else
        *out = build;
    return status;
}

fc_status fc_database_take(fc_build *out, const fc_database *database, const char *const *file, int n,
                           fc_report *report)
{
    fc_build build = {0};
    fc_status status = FC_OK;
    for (int i = 0; i < n && !status; i++) {
        char *name = fc_build_name(".", file[i]);
        size_t k = 0;
        while (k < database->n && strcmp(database->entry[k].source.path, name) != 0)
            k++;
        if (k < database->n)
            status = add(&build, database, &database->entry[k], report);
        else
            status = fc_fail(report, FC_E_INPUT, (fc_place){file[i], 0, 0}, WRITE_AGAIN, FC_MSG_NO_COMPILE_COMMAND,
                             database->path);
        free(name);
    }
    if (status)
        fc_build_free(&build);
    else
        *out = build;
    return status;
}
