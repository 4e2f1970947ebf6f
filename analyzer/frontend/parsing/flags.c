/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/flags.h"
#include "analyzer/frontend/commands/flag.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_one_of(const char *flag, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(flag, *list) == 0)
            return true;
    return false;
}

/* True for the -f... flags that select the language; the others concern optimization and do not affect a parse. */
static bool is_language_flag(const char *flag)
{
    static const char *const known[] = {"-fsigned-char",   "-funsigned-char", "-fshort-enums", "-fgnu89-inline",
                                        "-fms-extensions", "-ffast-math",     "-fno-builtin",  "-ffreestanding",
                                        "-fshort-wchar",   "-fcommon",        "-fno-common",   NULL};
    return is_one_of(flag, known);
}

/* True if a flag changes the meaning of the text. */
static bool is_kept(const char *flag, fc_flags_options options)
{
    static const char *const text[] = {"-I",         "-D",       "-U",       "-isystem",  "-iquote",
                                       "-idirafter", "-include", "-imacros", "-isysroot", "-ansi",
                                       "-nostdinc",  "-undef",   "-pthread", NULL};
    if (is_one_of(flag, text))
        return true;
    if (starts(flag, "-Wa,") || starts(flag, "-Wl,") || starts(flag, "-Wp,") || starts(flag, "-Werror"))
        return false;
    if (starts(flag, "-W") || strcmp(flag, "-pedantic") == 0)
        return options.wants_warnings;
    if (starts(flag, "-m") || is_language_flag(flag))
        return !options.is_plain;
    return starts(flag, "-I") || starts(flag, "-D") || starts(flag, "-U") || starts(flag, "-isystem") ||
           starts(flag, "-iquote") || starts(flag, "-idirafter") || starts(flag, "-std=") || starts(flag, "-O") ||
           starts(flag, "--sysroot=");
}

/* Old C that gcc 12 accepts with a warning must not become an error. */
static void add_tolerance(fc_words *out)
{
    static const char *const tolerance[] = {
        "-Qunused-arguments",          "-fno-spell-checking",
        "-Wno-unknown-warning-option", "-Wno-error=implicit-function-declaration",
        "-Wno-error=implicit-int",     "-Wno-error=int-conversion",
        "-Wno-error=return-mismatch",  "-Wno-error=incompatible-function-pointer-types",
        "-Wno-unknown-pragmas",        "-ferror-limit=20"};
    for (size_t i = 0; i < sizeof tolerance / sizeof *tolerance; i++)
        fc_words_add(out, tolerance[i]);
}

static void add_words(fc_words *out, const char *const *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fc_words_add(out, word[i]);
}

/* Defines gcc's words in the C library's headers that clang does not know. Errors in gcc's own headers (immintrin.h)
 * are ignored (diagnostics.c). */
static void add_gcc_words(fc_words *out)
{
    static const char *const word[] = {
        "-D_Float128=__float128", "-D_Float64x=long double",      "-D_Float64=double",       "-D_Float32x=double",
        "-D_Float32=float",       "-D__malloc__(...)=__malloc__", "-Wno-unknown-attributes", "-ferror-limit=0"};
    add_words(out, word, sizeof word / sizeof *word);
}

/* The compiler's macros replace clang's, and its folders those that clang assumes. libclang's own <stddef.h> and the
 * like remain: the compiler's are for the compiler only. */
static void add_predefined(fc_words *out, const fc_predefined *predefined, const fc_input *input)
{
    static const char *const word[] = {"-undef", "-nostdlibinc", "-imacros", FC_FLAGS_PREDEFINED};
    const char *standard = fc_predefined_standard(predefined, input);
    if (standard)
        fc_words_add(out, standard);
    add_words(out, word, sizeof word / sizeof *word);
    fc_words_add_all(out, &predefined->folder);
    if (predefined->is_gcc)
        add_gcc_words(out);
}

static bool is_macro_or_folder(const char *flag)
{
    return starts(flag, "-D") || starts(flag, "-U") || starts(flag, "-i") || starts(flag, "-I");
}

bool fc_flags_has_openmp(const fc_input *input)
{
    bool found = false;
    for (int i = 0; i < input->n_arguments; i++) {
        static const char *const off[] = {"-fno-openmp", NULL};
        const char *flag = input->argument[i];
        found |= strcmp(flag, "-fopenmp") == 0 || starts(flag, "-fopenmp=") || strcmp(flag, "-qopenmp") == 0;
        found &= !is_one_of(flag, off);
    }
    return found;
}

static void add_openmp(fc_words *out, bool has_macro)
{
    if (!has_macro)
        fc_words_add(out, "-D_OPENMP=201511");       /* gcc 12's value */
    fc_words_add(out, "-Wno-unused-value");          /* clauses are replaced by comma expressions (openmp.h) */
    fc_words_add(out, "-Werror=source-uses-openmp"); /* directives that openmp.h does not replace */
}

void fc_flags_build(fc_words *out, const fc_input *input, fc_flags_options options)
{
    bool has_openmp = fc_flags_has_openmp(input), is_quiet = !options.wants_warnings;
    fc_words_add(out, "-x");
    fc_words_add(out, "c");
    for (int i = 0; i < input->n_arguments; i++) {
        const char *flag = input->argument[i];
        is_quiet |= strcmp(flag, "-w") == 0;
        bool is_pair = fc_flag_takes_next(flag), is_cut = is_pair && i + 1 == input->n_arguments;
        if (is_kept(flag, options) && !is_cut && !(input->is_preprocessed && is_macro_or_folder(flag))) {
            fc_words_add(out, flag);
            if (is_pair)
                fc_words_add(out, input->argument[i + 1]);
        }
        i += is_pair;
    }
    if (is_quiet)
        fc_words_add(out, has_openmp ? "-Wno-everything" : "-w"); /* -w would hide the error of add_openmp() */
    add_tolerance(out);
    if (has_openmp)
        add_openmp(out, options.predefined != NULL);
    if (input->is_accepted) { /* statements with errors are left out, instead of incomplete */
        fc_words_add(out, "-Xclang");
        fc_words_add(out, "-fno-recovery-ast");
    }
    if (options.is_gcc_text) {
        add_gcc_words(out);
        fc_words_add(out, "-D_Atomic(...)=__typeof__(__VA_ARGS__)");
    }
    if (!input->is_preprocessed) {
        fc_words_add(out, "-D__NO_CTYPE");      /* glibc: isspace(c) is a call, not a table look-up */
        fc_words_add(out, "-U_FORTIFY_SOURCE"); /* memcpy() is a call, not an inline wrapper of a checking builtin */
    }
    for (size_t i = 0; i < options.mpi->n && !input->is_preprocessed; i++)
        fc_words_add(out, options.mpi->item[i]);
    if (options.predefined)
        add_predefined(out, options.predefined, input);
    if (input->directory) {
        char *directory = fc_format("-working-directory=%s", input->directory);
        fc_words_add(out, directory);
        free(directory);
    }
}

static bool has_mpi(const fc_input *input, const char *folder)
{
    bool is_relative = folder[0] != '/' && input->directory;
    char *path = is_relative ? fc_format("%s/%s/mpi.h", input->directory, folder) : fc_format("%s/mpi.h", folder);
    bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

bool fc_flags_find_mpi(const fc_input *input)
{
    static const char *const option[] = {"-I", "-isystem", "-idirafter", "-iquote"};
    for (int i = 0; i < input->n_arguments; i++)
        for (size_t k = 0; k < sizeof option / sizeof *option; k++) {
            const char *flag = input->argument[i];
            if (!starts(flag, option[k]))
                continue;
            const char *folder = flag + strlen(option[k]);
            if (!*folder && i + 1 < input->n_arguments)
                folder = input->argument[i + 1];
            if (*folder && has_mpi(input, folder))
                return true;
        }
    return false;
}
