/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates libclang's diagnostics of one unit into warnings and one error report, in the order of the diagnostics. */
#include "analyzer/frontend/parsing/diagnostics.h"

#include "support/diagnostics.h"
#include "support/messages/frontend.h"

#include <stdlib.h>
#include <string.h>

/* The diagnostic's place, with the user's file name. The name lives as long as the program. */
static fc_place place_of(fc_spans *spans, CXDiagnostic diagnostic)
{
    CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
    fc_span span = fc_spans_of_range(spans, clang_getRange(at, at));
    fc_place place = fc_program_place(spans->program, span);
    if (!place.file)
        place.file = spans->input->path;
    return place;
}

static const char nested_function[] = "function definition is not allowed here";

static bool has_spelling(CXDiagnostic diagnostic, const char *text)
{
    CXString spelling = clang_getDiagnosticSpelling(diagnostic);
    bool is_same = strcmp(clang_getCString(spelling), text) == 0;
    clang_disposeString(spelling);
    return is_same;
}

/* openmp.h replaces only directives of the main file. clang reports the first one of a file. It is an error, so that -w
 * does not hide it (flags.c). */
bool fc_diagnostics_is_unread_directive(CXDiagnostic diagnostic)
{
    return has_spelling(diagnostic, "unexpected '#pragma omp ...' in program");
}

bool fc_diagnostics_is_nested_function(CXDiagnostic diagnostic)
{
    return has_spelling(diagnostic, nested_function);
}

static fc_status fail(fc_spans *spans, CXDiagnostic diagnostic, fc_report *report)
{
    CXString spelling = clang_getDiagnosticSpelling(diagnostic);
    const char *text = clang_getCString(spelling), *path = spans->input->path;
    fc_place place = place_of(spans, diagnostic);
    /* The name in "'heat.h' file not found", as a heap string. */
    const char *end = strstr(text, "' file not found");
    char *header = text[0] == '\'' && end ? fc_format("%.*s", (int)(end - text - 1), text + 1) : NULL;
    fc_status status;
    if (header && strcmp(header, "mpi.h") == 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, place, NULL, FC_MSG_MPI_H_NOT_FOUND_INSTALL, path);
    else if (header)
        status = fc_fail(report, FC_E_INPUT, place, NULL, FC_MSG_NOT_FOUND_PASS_FOLDER_FORECOST, header, path);
    else if (strcmp(text, nested_function) == 0)
        status = fc_fail(report, FC_E_INPUT, place,
                         "Make it a static function at file scope and pass the variables it uses as parameters.",
                         FC_MSG_NESTED_FUNCTION_NOT_SUPPORTED);
    else
        status = fc_fail(report, FC_E_INPUT, place, "Correct the source so that it compiles.",
                         FC_MSG_SOURCE_DOES_NOT_COMPILE, text);
    free(header);
    clang_disposeString(spelling);
    return status;
}

/* Adds one warning. A diagnostic without a place concerns the flags, which are written for another compiler: dropped.
 */
static void add_warning(fc_spans *spans, CXDiagnostic diagnostic, fc_text *warnings)
{
    fc_place place = place_of(spans, diagnostic);
    if (place.line == 0)
        return;
    CXString spelling = clang_getDiagnosticSpelling(diagnostic);
    const char *text =
        fc_diagnostics_is_unread_directive(diagnostic)
            ? "OpenMP directives in headers and in _Pragma are ignored, this one and all later ones of the file: "
              "the code is analyzed as serial"
            : clang_getCString(spelling);
    fc_text warning = {0};
    fc_diagnose_text(&warning, FC_WARNING, place, FC_MSG_COMPILER_WARNING, text);
    if (!warnings->bytes || !strstr(warnings->bytes, warning.bytes)) /* each file that includes a header repeats it */
        fc_text_append(warnings, warning.bytes, warning.length);
    fc_text_free(&warning);
    clang_disposeString(spelling);
}

/* True for an error that the program's own compiler does not see: in a system header, or anywhere in text that it
 * accepts. A missing header is fatal instead. */
static bool is_of_clang_only(const fc_spans *spans, CXDiagnostic diagnostic)
{
    return clang_getDiagnosticSeverity(diagnostic) == CXDiagnostic_Error &&
           !fc_diagnostics_is_nested_function(diagnostic) &&
           (spans->input->is_accepted || clang_Location_isInSystemHeader(clang_getDiagnosticLocation(diagnostic)));
}

fc_status fc_diagnostics_report(fc_spans *spans, fc_text *warnings, fc_report *report)
{
    fc_status status = FC_OK;
    unsigned n = clang_getNumDiagnostics(spans->unit);
    for (unsigned i = 0; i < n && !status; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(spans->unit, i);
        enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);
        bool is_unread = fc_diagnostics_is_unread_directive(diagnostic);
        if (severity >= CXDiagnostic_Error && !is_unread && !is_of_clang_only(spans, diagnostic))
            status = fail(spans, diagnostic, report);
        else if ((severity == CXDiagnostic_Warning || is_unread) && warnings)
            add_warning(spans, diagnostic, warnings);
        clang_disposeDiagnostic(diagnostic);
    }
    return status;
}
