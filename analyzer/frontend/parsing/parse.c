/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/parse.h"
#include "analyzer/frontend/parsing/compiler_reading.h"
#include "analyzer/frontend/parsing/diagnostics.h"
#include "analyzer/frontend/parsing/included_devices.h"
#include "analyzer/frontend/parsing/watched_parse.h"

#include "support/messages/frontend.h"
#include "support/path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The virtual path of fc_omp_header, in a folder that libclang searches after the program's own. */
static const char omp_header_path[] = "/usr/include/omp.h";

static enum CXErrorCode parse_with(CXTranslationUnit *out, CXIndex index, fc_parse *parse, fc_flags_options options)
{
    fc_words flags = {0};
    char *macros = options.predefined ? fc_predefined_header(options.predefined, parse->input) : NULL;
    fc_flags_build(&flags, parse->input, options);
    bool has_record = parse->pragmas.n + parse->openmp.n > 0;
    unsigned how = has_record ? CXTranslationUnit_DetailedPreprocessingRecord : CXTranslationUnit_None;
    struct CXUnsavedFile files[] = {
        {.Filename = parse->path, .Contents = parse->text, .Length = parse->length},
        {.Filename = FC_FLAGS_PREDEFINED, .Contents = macros ? macros : "", .Length = macros ? strlen(macros) : 0},
        {.Filename = omp_header_path, .Contents = fc_omp_header, .Length = strlen(fc_omp_header)}};
    unsigned n_files = access(omp_header_path, F_OK) != 0 ? 3 : 2; /* gcc also finds its omp.h without -fopenmp */
    const fc_watched_parse request = {index, parse->path, flags, files, n_files, how, parse};
    enum CXErrorCode error = fc_watched_parse_run(out, &request, &parse->waits);
    free(macros); /* libclang has copied it */
    if (!parse->waits)
        fc_words_free(&flags); /* a thread that waits may still read them */
    return error;
}

/* True if a flag was rejected: such an error has no place. */
static bool has_flag_error(CXTranslationUnit parsed)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(parsed) && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        CXFile file;
        clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
        found = !file && clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

/* The first error in the program's own code; NULL: none. */
static CXDiagnostic first_own_error(CXTranslationUnit parsed)
{
    for (unsigned i = 0; i < clang_getNumDiagnostics(parsed); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        bool is_own = !clang_Location_isInSystemHeader(clang_getDiagnosticLocation(diagnostic));
        bool is_error = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
                        !fc_diagnostics_is_unread_directive(diagnostic);
        if (is_own && is_error)
            return diagnostic;
        clang_disposeDiagnostic(diagnostic);
    }
    return NULL;
}

static bool contains(const fc_parse *parse, const char *word)
{
    return memmem(parse->text, parse->length, word, strlen(word)) != NULL;
}

/* True for text preprocessed by gcc: that of clang contains a typedef of _Float32. */
static bool is_gcc_text(const fc_parse *parse)
{
    return parse->input->is_preprocessed && !contains(parse, "typedef float _Float32;");
}

static bool is_in_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Parses a second time without -m... and -f... if clang rejects a flag, for example -march of an unknown processor. */
static CXTranslationUnit parse_tolerant(fc_parse *parse, CXIndex index, fc_flags_options options,
                                        enum CXErrorCode *error)
{
    CXTranslationUnit parsed = NULL;
    *error = parse_with(&parsed, index, parse, options);
    if (parse->waits || (!*error && !has_flag_error(parsed)))
        return parsed;
    if (!*error)
        clang_disposeTranslationUnit(parsed);
    parsed = NULL;
    options.is_plain = true;
    *error = parse_with(&parsed, index, parse, options);
    return *error ? NULL : parsed;
}

static fc_status parse_text(fc_parse *parse, CXIndex index, const fc_parse_setting *setting)
{
    fc_flags_options options = {.mpi = setting->mpi, .wants_warnings = setting->wants_warnings};
    enum CXErrorCode error;
    options.predefined = fc_predefined_find(setting->predefined, parse->input);
    options.is_gcc_text = is_gcc_text(parse);
    parse->unit = parse_tolerant(parse, index, options, &error);
    fc_place place = {.file = parse->input->path};
    if (parse->waits)
        return fc_fail(&parse->report, FC_E_INPUT, place, "Include regular files only.", FC_MSG_SOURCE_INCLUDES_PIPE);
    if (!parse->unit)
        return fc_fail(&parse->report, error == CXError_Crashed ? FC_E_BUG : FC_E_INPUT, place,
                       "Run clang-19 -fsyntax-only with the same flags to see the cause.",
                       FC_MSG_CLANG_CANNOT_PARSE_FILE_FLAGS);
    return fc_included_devices_check(parse->unit, &parse->report);
}

static void read_unit(fc_parse *parse, CXIndex index, const fc_parse_setting *setting)
{
    /* Finds the pragmas; with OpenMP enabled, also replaces the directives by statements. */
    bool openmp = fc_flags_has_openmp(parse->input) && contains(parse, "omp");
    if (openmp || contains(parse, "forecost"))
        fc_pragmas_find(&parse->pragmas, openmp ? &parse->openmp : NULL, parse->text, parse->length);
    if (is_gcc_text(parse)) {
        /* Overwrites the qualifier _Atomic with blanks, since gcc's <stdatomic.h> uses non-atomic types in places where
         * clang requires atomic ones. A macro replaces the form _Atomic(T) (flags.c). */
        static const char word[] = "_Atomic";
        const size_t length = sizeof word - 1;
        char *at = parse->text, *end = parse->text + parse->length;
        for (; (at = memmem(at, (size_t)(end - at), word, length)); at += length) {
            const char *after = at + length;
            while (after < end && *after == ' ')
                after++;
            bool is_word = (at == parse->text || !is_in_name(at[-1])) && !(at + length < end && is_in_name(at[length]));
            if (is_word && after < end && *after != '(')
                memset(at, ' ', length);
        }
    }
    parse->status = parse_text(parse, index, setting);
}

/* ---- the compiler's text ---- */

/* Parses the text that the compiler preprocesses; NULL: it prints none. */
static fc_parse *parse_compiled(const fc_parse *source, CXIndex index, const fc_parse_setting *setting,
                                bool is_accepted)
{
    size_t length = 0;
    char *text = fc_compiler_reading_text(&length, setting->compiler, source->input, source->path);
    if (!text)
        return NULL;
    fc_parse *parse = fc_allocate(1, sizeof *parse);
    parse->own = *source->input;
    parse->own.is_preprocessed = true;
    parse->own.is_accepted = is_accepted;
    parse->input = &parse->own;
    parse->path = fc_copy_string(source->path);
    parse->text = text;
    parse->length = length;
    memcpy(parse->key, source->key, sizeof parse->key);
    read_unit(parse, index, setting);
    return parse;
}

static void keep_because(fc_parse *parse, CXDiagnostic diagnostic)
{
    CXString spelling = clang_getDiagnosticSpelling(diagnostic), file;
    unsigned line;
    clang_getPresumedLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, NULL);
    parse->because = fc_copy_string(clang_getCString(spelling));
    parse->because_file = fc_copy_string(clang_getCString(file));
    parse->because_line = (int)line;
    clang_disposeString(spelling);
    clang_disposeString(file);
}

static bool has_nested_function(CXTranslationUnit parsed)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(parsed) && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        found = fc_diagnostics_is_nested_function(diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

/* The compiler's text, if libclang rejects the source or reads other control flow in it; else NULL. */
static fc_parse *compiled_of(const fc_parse *source, CXIndex index, const fc_parse_setting *setting)
{
    CXDiagnostic error = first_own_error(source->unit);
    bool is_rejected = error && !has_nested_function(source->unit) &&
                       fc_compiler_reading_accepts(setting->compiler, source->input, source->path);
    bool is_uncertain = !error && fc_compiler_reading_is_uncertain(source->unit, source->text, source->length);
    fc_parse *compiled = is_rejected || is_uncertain ? parse_compiled(source, index, setting, is_rejected) : NULL;
    if (compiled && compiled->status == FC_OK && is_rejected) {
        compiled->reading = FC_READING_REJECTED;
        keep_because(compiled, error);
    } else if (compiled && compiled->status == FC_OK) {
        fc_shape a = {0}, b = {0};
        fc_compiler_reading_shape(&a, source->unit);
        fc_compiler_reading_shape(&b, compiled->unit);
        int line = fc_compiler_reading_difference(&a, &b);
        fc_compiler_reading_free(&a);
        fc_compiler_reading_free(&b);
        compiled->because_line = line;
        compiled->reading = compiled->because_line ? FC_READING_DIFFERENT : FC_READING_SOURCE;
    }
    if (error)
        clang_disposeDiagnostic(error);
    if (!compiled || compiled->reading != FC_READING_SOURCE)
        return compiled;
    fc_parse_free(compiled);
    return NULL;
}

static void read_text(fc_parse *parse)
{
    const fc_input *input = parse->input;
    if (!input->text) {
        parse->status = fc_file_read(&parse->text, &parse->length, input->path, 0, &parse->report);
        return;
    }
    parse->text = fc_copy_string(input->text);
    parse->length = strlen(input->text);
}

fc_parse *fc_parse_file(CXIndex index, const fc_input *input, const fc_parse_setting *setting)
{
    fc_parse *parse = fc_allocate(1, sizeof *parse);
    parse->input = input;
    /* The input's directory applies to the flags, not to the path: so the path becomes absolute. */
    char *absolute = input->directory ? fc_path_in_real_folder(input->path) : NULL;
    parse->path = absolute ? absolute : fc_copy_string(input->path);
    read_text(parse);
    if (parse->status)
        return parse;
    fc_content_key(parse->key, parse->text, parse->length);
    read_unit(parse, index, setting);
    bool has_compiler = setting->compiler && fc_predefined_find(setting->predefined, input);
    fc_parse *compiled = !parse->status && has_compiler ? compiled_of(parse, index, setting) : NULL;
    if (!compiled)
        return parse;
    fc_parse_free(parse);
    return compiled;
}

void fc_parse_free(FC_TAKE fc_parse *parse)
{
    if (!parse)
        return;
    if (parse->unit)
        clang_disposeTranslationUnit(parse->unit);
    fc_pragmas_free(&parse->pragmas);
    fc_omp_lines_free(&parse->openmp);
    free(parse->because);
    free(parse->because_file);
    if (parse->waits)
        return; /* a thread of libclang still reads them */
    free(parse->path);
    free(parse->text);
    free(parse);
}
