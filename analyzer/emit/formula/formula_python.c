/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the formula as a Python module: the formula in C, the sources of the models that it calls, and T, which
 * compiles and loads them (formula_runtime.py). */
#include "analyzer/emit/formula/formula_view.h"

#include "runtime/host/embedded.h"
#include "support/quote.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A text as its lines, quoted: JSON's escapes are Python's. */
static void put_text(fc_text *out, const char *text)
{
    fc_text_add(out, "\"\\n\".join((\n");
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *line = fc_format("%.*s", (int)length, text);
        fc_text_add(out, "    ");
        fc_quote_json(out, line);
        fc_text_add(out, ",\n");
        free(line);
        text += length + (text[length] == '\n');
    }
    fc_text_add(out, "    \"\"))");
}

/* ---- sources ---- */

static const fc_embedded_file *find_header(const char *name, size_t length)
{
    for (int i = 0; i < fc_embedded_n_files; i++) {
        size_t whole = strlen(fc_embedded_files[i].path);
        const char *end = fc_embedded_files[i].path + whole - length;
        if (whole > length && strncmp(end, name, length) == 0 && end[-1] == '/')
            return &fc_embedded_files[i];
        if (whole == length && strncmp(end, name, length) == 0)
            return &fc_embedded_files[i];
    }
    return NULL;
}

/* Marks a file and the files that it includes. */
static void mark(bool *is_needed, const fc_embedded_file *file)
{
    static const char include[] = "\n#include \"";
    if (is_needed[file - fc_embedded_files])
        return;
    is_needed[file - fc_embedded_files] = true;
    for (const char *at = file->bytes; (at = strstr(at, include)); at++) {
        const char *name = at + sizeof include - 1;
        const fc_embedded_file *header = find_header(name, strcspn(name, "\""));
        if (header)
            mark(is_needed, header);
    }
}

static void put_sources(fc_text *out)
{
    static const char *const model[] = {"runtime/core/forecost.h", "runtime/models/compute_",
                                        "runtime/models/queueing.c", "comm_interface/runtime_function.c"};
    bool *is_needed = fc_allocate((size_t)fc_embedded_n_files, sizeof *is_needed);
    for (int i = 0; i < fc_embedded_n_files; i++)
        for (size_t k = 0; k < sizeof model / sizeof *model; k++)
            if (strncmp(fc_embedded_files[i].path, model[k], strlen(model[k])) == 0)
                mark(is_needed, &fc_embedded_files[i]);
    fc_text_add(out, "SOURCES = {\n");
    for (int i = 0; i < fc_embedded_n_files; i++)
        if (is_needed[i]) {
            fc_text_add(out, "    \"%s\": ", fc_embedded_files[i].path);
            put_text(out, fc_embedded_files[i].bytes);
            fc_text_add(out, ",\n");
        }
    fc_text_add(out, "}\n");
    free(is_needed);
}

/* ---- T ---- */

/* p, the parameters and counters. */
static size_t count_arguments(const fc_formula_view *view)
{
    size_t n = 1;
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        n += fc_formula_is_listed(view, i);
    for (size_t i = 0; i < view->n_counters; i++)
        n += !fc_formula_is_counter_replaced(view, i);
    return n;
}

static void put_time(fc_text *out, const fc_formula_view *view)
{
    size_t n = count_arguments(view);
    fc_text_add(out, "\nfc_T = fc_compile(SOURCES, FORMULA, %zu)\n\n\ndef T(", n);
    fc_formula_known_parameters(out, view);
    fc_text_add(out, "):\n    \"\"\"Seconds from MPI_Init to MPI_Finalize.\"\"\"\n");
    fc_text_add(out, "    if not (p >= 1");
    for (size_t i = 0; i < view->formula->n_parameters; i++)
        if (fc_formula_is_count(view, i))
            fc_text_add(out, " and %s >= 0", view->parameter[i]);
    fc_text_add(out, "):\n        raise ValueError(\"p is at least 1, integer parameters at least 0\")\n");
    fc_text_add(out, "    return fc_value(fc_T(");
    fc_formula_parameters(out, view, "");
    fc_text_add(out, "))\n");
}

static void put_main(fc_text *out, const fc_formula_view *view)
{
    size_t most = count_arguments(view), least = most;
    for (size_t i = 0; i < view->n_counters; i++)
        least -= !isnan(view->counter[i].value) && !fc_formula_is_counter_replaced(view, i);
    fc_text_add(out,
                "\n\nif __name__ == \"__main__\":\n    if not %zu <= len(sys.argv) - 1 <= %zu:\n"
                "        sys.exit(f\"usage: {sys.argv[0]} ",
                least, most);
    fc_text names = {0};
    fc_formula_parameters(&names, view, "");
    for (const char *c = names.bytes; *c; c++)
        fc_text_add(out, *c == ',' ? "" : "%c", *c == ' ' ? ' ' : toupper((unsigned char)*c));
    fc_text_free(&names);
    fc_text_add(out, "\")\n    print(repr(T(*map(fc_number, sys.argv[1:]))))\n");
}

void fc_formula_print_python(fc_text *out, const fc_formula_view *view, const fc_formula_view *in_c)
{
    fc_text formula = {0};
    fc_formula_print_source(&formula, in_c);
    fc_text_add(out, "#!/usr/bin/env python3\n\"\"\"");
    fc_formula_description(out, view, "");
    fc_text_add(out, "\"\"\"\n%s\n\n", fc_formula_python);
    put_sources(out);
    fc_text_add(out, "\nFORMULA = ");
    put_text(out, formula.bytes);
    fc_text_add(out, "\n");
    put_time(out, view);
    put_main(out, view);
    fc_text_free(&formula);
}
