/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/predefined.h"
#include "analyzer/frontend/commands/flag.h"
#include "analyzer/frontend/parsing/wrapper.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char define[] = "#define ";

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- the query ---- */

/* True if a flag may change predefined macros or the compiler's own folders. */
static bool is_relevant(const char *flag)
{
    static const char *const prefix[] = {"-O", "-m", "-f", "-std=", "-ansi", "-pthread", "--sysroot=", "-undef"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (starts(flag, prefix[i]))
            return true;
    return strcmp(flag, "-isysroot") == 0;
}

static void relevant_flags(fc_words *out, const fc_input *input)
{
    for (int i = 0; i < input->n_arguments; i++) {
        bool is_pair = fc_flag_takes_next(input->argument[i]) && i + 1 < input->n_arguments;
        if (is_relevant(input->argument[i])) {
            fc_words_add(out, input->argument[i]);
            if (is_pair)
                fc_words_add(out, input->argument[i + 1]);
        }
        i += is_pair;
    }
}

static bool is_folder(const char *path)
{
    struct stat information;
    return path[0] == '/' && stat(path, &information) == 0 && S_ISDIR(information.st_mode);
}

/* An answer as it is read. */
typedef struct answer {
    fc_text macros;
    fc_words folder, own; /* own: folders of the compiler's own headers */
} answer;

/* A folder of the search list is printed after one blank. */
static void take_line(answer *into, const char *line, size_t length)
{
    if (starts(line, define)) {
        fc_text_append(&into->macros, line, length);
        fc_text_append(&into->macros, "\n", 1);
        return;
    }
    char *folder = line[0] == ' ' ? fc_format("%.*s", (int)(length - 1), line + 1) : NULL;
    if (folder && is_folder(folder)) {
        /* True for the folder of the compiler's own <stddef.h> and the like. */
        struct stat information;
        char *path = fc_format("%s/stddef.h", folder);
        bool found = stat(path, &information) == 0;
        free(path);
        fc_words *to = found ? &into->own : &into->folder;
        fc_words_add(to, "-idirafter");
        fc_words_add(to, folder);
    }
    free(folder);
}

/* libclang searches its own headers before these folders. The compiler's own come last: libclang's replace them. */
static void take_answer(fc_predefined *into, const char *text)
{
    answer found = {0};
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        take_line(&found, line, length);
        line += length + (line[length] == '\n');
    }
    into->macros = found.macros.bytes; /* NULL: the compiler failed */
    into->is_gcc = into->macros && !strstr(into->macros, "#define __clang__ ");
    into->folder = found.folder;
    fc_words_add_all(&into->folder, &found.own);
    fc_words_free(&found.own);
}

static fc_predefined *find_set(const fc_predefined_list *list, const fc_input *input)
{
    fc_words flag = {0};
    fc_predefined *found = NULL;
    relevant_flags(&flag, input);
    for (size_t i = 0; i < list->n && !found; i++)
        if (fc_words_are_same(&list->item[i].flag, &flag))
            found = &list->item[i];
    fc_words_free(&flag);
    return found;
}

void fc_predefined_query(fc_predefined_list *out, const char *compiler, const fc_input *input, int n_inputs)
{
    for (int i = 0; i < n_inputs; i++) {
        if (input[i].is_preprocessed || find_set(out, &input[i]))
            continue;
        out->item = fc_grow(out->item, &out->capacity, out->n + 1, sizeof *out->item);
        fc_predefined *made = &out->item[out->n++];
        relevant_flags(&made->flag, &input[i]);
        /* Fortified headers use builtins that only gcc has, and they change no count. */
        static const char *const question[] = {"-w", "-U_FORTIFY_SOURCE", "-dM", "-E", "-v", "-x", "c", "/dev/null"};
        fc_words command = {0};
        fc_text answer = {0};
        fc_words_split(&command, compiler);
        fc_words_add_all(&command, &made->flag);
        for (size_t k = 0; k < sizeof question / sizeof *question; k++)
            fc_words_add(&command, question[k]);
        if (fc_wrapper_run(&answer, &command, NULL, FC_WRAPPER_BOTH) && answer.bytes)
            take_answer(made, answer.bytes);
        fc_text_free(&answer);
        fc_words_free(&command);
    }
}

const fc_predefined *fc_predefined_find(const fc_predefined_list *list, const fc_input *input)
{
    const fc_predefined *found = input->is_preprocessed ? NULL : find_set(list, input);
    return found && found->macros ? found : NULL;
}

/* ---- the answer ---- */

static size_t name_length(const char *text)
{
    return strcspn(text, "( =\n");
}

/* True if clang defines the macro even with -undef, from the flags that it gets. */
static bool is_of_standard(const char *name, size_t length)
{
    static const char *const own[] = {"__STDC__", "__STDC_HOSTED__", "__STDC_VERSION__", "__STDC_UTF_16__",
                                      "__STDC_UTF_32__"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == length && strncmp(own[i], name, length) == 0)
            return true;
    return false;
}

static bool is_of_flags(const char *name, size_t length, const fc_input *input)
{
    for (int i = 0; i < input->n_arguments; i++) {
        const char *flag = input->argument[i];
        if (!starts(flag, "-D") && !starts(flag, "-U"))
            continue;
        const char *given = flag[2] ? flag + 2 : i + 1 < input->n_arguments ? input->argument[i + 1] : "";
        if (name_length(given) == length && strncmp(given, name, length) == 0)
            return true;
    }
    return false;
}

char *fc_predefined_header(const fc_predefined *predefined, const fc_input *input)
{
    fc_text text = {0};
    fc_text_add(&text, "#pragma GCC system_header\n");
    for (const char *line = predefined->macros; *line;) {
        size_t length = strcspn(line, "\n");
        const char *name = line + strlen(define);
        if (!is_of_standard(name, name_length(name)) && !is_of_flags(name, name_length(name), input))
            fc_text_append(&text, line, length + 1);
        line += length + 1;
    }
    return fc_text_take(&text);
}

const char *fc_predefined_standard(const fc_predefined *predefined, const fc_input *input)
{
    static const struct {
        const char *version, *flag;
    } known[] = {{"199409L", "-std=gnu89"}, {"199901L", "-std=gnu99"}, {"201112L", "-std=gnu11"},
                 {"201710L", "-std=gnu17"}, {"202000L", "-std=gnu2x"}, {"202311L", "-std=gnu2x"}};
    static const char name[] = "#define __STDC_VERSION__ ";
    for (int i = 0; i < input->n_arguments; i++)
        if (starts(input->argument[i], "-std=") || strcmp(input->argument[i], "-ansi") == 0)
            return NULL;
    const char *at = strstr(predefined->macros, name);
    if (!at)
        return "-std=gnu89";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts(at + strlen(name), known[i].version))
            return known[i].flag;
    return NULL;
}

void fc_predefined_free(fc_predefined_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        fc_words_free(&list->item[i].flag);
        fc_words_free(&list->item[i].folder);
        free(list->item[i].macros);
    }
    free(list->item);
    *list = (fc_predefined_list){0};
}
