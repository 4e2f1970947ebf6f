/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in the cost program. */
#include "analyzer/binding/control_state.h"

#include "support/quote.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_global(const fc_symbol *symbol)
{
    return symbol->kind == FC_SYMBOL_GLOBAL || symbol->kind == FC_SYMBOL_STATIC;
}

/* The scope of a symbol: all globals; all procedures; the symbols of one procedure. Others have none. */
static int scope_of(const fc_symbol *symbol)
{
    if (is_global(symbol))
        return -2;
    return symbol->kind == FC_SYMBOL_PROCEDURE ? -1 : symbol->owner ? symbol->owner->id : -3;
}

static int compare_names(const void *a, const void *b)
{
    const fc_symbol *x = *(const fc_symbol *const *)a, *y = *(const fc_symbol *const *)b;
    int order = scope_of(x) - scope_of(y);
    order = order ? order : strcmp(x->name, y->name);
    return order ? order : x->id - y->id;
}

/* Names reserved in the cost program: its context, and those defined by gnu17 and its headers, which a program of
 * another standard or with fewer headers may use. */
static bool is_taken(const fc_symbol *symbol)
{
    static const char *const anywhere[] = {
        "asm",   "bool",   "errno",     "false",    "inline",   "linux", "math_errhandling", "restrict", "stderr",
        "stdin", "stdout", "L_ctermid", "L_tmpnam", "P_tmpdir", "true",  "typeof",           "unix"};
    bool is_field = symbol->kind == FC_SYMBOL_FIELD;
    for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++)
        if (strcmp(symbol->name, anywhere[i]) == 0)
            return true;
    /* Macros have names in capitals, apart from those below. */
    const char *name = symbol->name;
    size_t n = 0;
    while (isupper((unsigned char)name[n]) || isdigit((unsigned char)name[n]) || name[n] == '_')
        n++;
    if (n > 2 && name[n] == '\0' && !(is_field && fc_definitions_is_status_field(symbol->name)))
        return true;
    return !is_global(symbol) && !is_field &&
           (strcmp(symbol->name, "r") == 0 || strcmp(symbol->name, "G") == 0 || strncmp(symbol->name, "fc_", 3) == 0);
}

void fc_control_find_ambiguous(fc_control *control)
{
    size_t n = (size_t)control->program->n_symbols;
    const fc_symbol **sorted = fc_allocate(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++)
        sorted[i] = control->program->symbol[i];
    qsort(sorted, n, sizeof *sorted, compare_names);
    for (size_t i = 0; i < n; i++) {
        const fc_symbol *symbol = sorted[i], *next = i + 1 < n ? sorted[i + 1] : NULL;
        control->ambiguous[symbol->id] |= is_taken(symbol);
        if (next && scope_of(symbol) != -3 && scope_of(symbol) == scope_of(next) &&
            strcmp(symbol->name, next->name) == 0)
            control->ambiguous[symbol->id] = control->ambiguous[next->id] = true;
    }
    free(sorted);
}

/* A name that is not a plain identifier of C is replaced by the symbol's number. */
static void print_identifier(fc_text *out, const fc_control *control, const fc_symbol *symbol)
{
    if (!fc_quote_is_identifier(symbol->name))
        fc_text_add(out, "fc_s%d", symbol->id);
    else if (control->ambiguous[symbol->id])
        fc_text_add(out, "%s_%d", symbol->name, symbol->id);
    else
        fc_text_add(out, "%s", symbol->name);
}

void fc_control_print_name(fc_text *out, const fc_control *control, const fc_symbol *symbol)
{
    fc_text_add(out, "%s", is_global(symbol) ? "G->" : "");
    print_identifier(out, control, symbol);
}

void fc_control_print_procedure(fc_text *out, const fc_control *control, const fc_symbol *procedure)
{
    fc_text_add(out, "cost_");
    print_identifier(out, control, procedure);
}
