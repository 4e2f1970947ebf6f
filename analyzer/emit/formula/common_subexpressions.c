/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "where a = ...": names repeated subexpressions of a formula's text. A candidate is a call or a bracket with its
 * content. Greedy: up to MOST_NAMES times, the candidate that saves most characters. Near-linear in the text:
 * candidates are counted by a hash map. */
#include "analyzer/emit/formula/formula_view.h"

#include "support/map.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_LENGTH = 18,
    LEAST_TIMES = 3,
    MOST_NAMES = 8
};

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* True if the text contains the identifier. */
static bool mentions(const char *text, size_t length, const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i + size <= length; i++)
        if (strncmp(text + i, name, size) == 0 && (i == 0 || !is_letter(text[i - 1])) &&
            (i + size == length || !is_letter(text[i + size])))
            return true;
    return false;
}

/* Length of "name(...)", "\\name(...)", "(...)" or "[...]" that begins here; 0: none. Brackets directly after a closing
 * brace are excluded: they are the arguments of a runtime function. */
static size_t atom_length(const char *text, const char *at)
{
    const char *c = at;
    int depth = 0;
    if (at > text && (is_letter(at[-1]) || at[-1] == '\\' || at[-1] == '}'))
        return 0;
    c += *c == '\\';
    while (is_letter(*c))
        c++;
    if ((*c != '(' && *c != '[') || (*c == '[' && c > at))
        return 0;
    for (; *c; c++) {
        depth += strchr("([{", *c) != NULL;
        depth -= strchr(")]}", *c) != NULL;
        if (depth == 0)
            return (size_t)(c + 1 - at);
    }
    return 0;
}

/* The printed indices of the formula's sums, each once. */
static fc_formula_lines names_of_indices(const fc_formula_view *view)
{
    fc_formula_lines names = {0};
    fc_map seen = {0};
    for (size_t i = 0; i < view->n_terms; i++)
        for (int k = 0; k < view->term[i].n_sums; k++) {
            fc_text name = {0};
            fc_sym_print(&name, view->term[i].sum[k].variable, view->notation);
            bool is_new = !fc_map_get(&seen, name.bytes, name.length);
            fc_map_put(&seen, name.bytes, name.length, &seen);
            if (is_new)
                fc_formula_lines_add(&names, &name);
            fc_text_free(&name);
        }
    fc_map_free(&seen);
    return names;
}

/* False for costs, and for subexpressions with a sum's index. */
static bool may_be_named(const fc_formula_lines *indices, const char *at, size_t length)
{
    if (strncmp(at, "T_", 2) == 0)
        return false;
    for (size_t i = 0; i + 2 < length; i++)
        if (strncmp(at + i, "t_", 2) == 0 && !is_letter(at[i - (i > 0)]))
            return false;
    for (size_t i = 0; i < indices->n; i++)
        if (mentions(at, length, indices->text[i]))
            return false;
    return true;
}

typedef struct candidate {
    const char *at; /* its first occurrence */
    size_t length, times;
} candidate;

typedef struct candidates {
    fc_map number; /* of a text: its place in the list, plus 1 */
    candidate *list;
    size_t n, capacity;
} candidates;

/* The candidate whose naming saves most characters; NULL: none occurs often enough. */
static char *find_best(const fc_formula_lines *indices, const fc_formula_lines *lines)
{
    candidates all = {0};
    const candidate *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < lines->n; i++)
        for (const char *at = lines->text[i]; *at; at++) {
            size_t length = atom_length(lines->text[i], at);
            if (length >= LEAST_LENGTH) {
                uintptr_t number = (uintptr_t)fc_map_get(&all.number, at, length);
                if (number) {
                    all.list[number - 1].times++;
                    continue;
                }
                all.list = fc_grow(all.list, &all.capacity, all.n + 1, sizeof *all.list);
                all.list[all.n++] = (candidate){at, length, 1};
                fc_map_put(&all.number, at, length, (void *)(uintptr_t)all.n);
            }
        }
    for (size_t i = 0; i < all.n; i++) {
        const candidate *one = &all.list[i];
        size_t saving = (one->times - 1) * one->length;
        if (one->times < LEAST_TIMES || saving <= most || !may_be_named(indices, one->at, one->length))
            continue;
        best = one;
        most = saving;
    }
    char *part = best ? fc_format("%.*s", (int)best->length, best->at) : NULL;
    fc_map_free(&all.number);
    free(all.list);
    return part;
}

static void replace(char **text, const char *part, const char *name)
{
    size_t length = strlen(part);
    fc_text out = {0};
    for (const char *at = *text; *at;) {
        if (strncmp(at, part, length) == 0 && atom_length(*text, at) == length) {
            fc_text_add(&out, "%s", name);
            at += length;
        } else {
            fc_text_append(&out, at++, 1);
        }
    }
    free(*text);
    *text = fc_text_take(&out);
}

/* An unused letter, not among the names that are taken; false if there is none. */
static bool find_name(char name[2], const fc_text *taken, const fc_formula_lines *lines)
{
    name[1] = '\0';
    for (name[0] = 'a'; name[0] <= 'z'; name[0]++) {
        bool used = mentions(taken->bytes, taken->length, name);
        for (size_t i = 0; i < lines->n && !used; i++)
            used = mentions(lines->text[i], strlen(lines->text[i]), name);
        if (!used)
            break;
    }
    return name[0] <= 'z';
}

/* "a = " and the part, without its outer parentheses: "(n + 1)" -> "a = n + 1". */
static char *definition_of(const char *name, const char *part)
{
    size_t length = strlen(part);
    if (part[0] == '(')
        return fc_format("%s = %.*s", name, (int)length - 2, part + 1);
    return fc_format("%s = %s", name, part);
}

void fc_formula_lines_abbreviate(fc_formula_lines *lines, const fc_formula_view *view)
{
    fc_formula_lines indices = names_of_indices(view);
    fc_text taken = {0};
    fc_formula_parameters(&taken, view, "");
    bool named = true;
    for (int i = 0; i < MOST_NAMES && named; i++) {
        char name[2], *part = find_best(&indices, lines);
        named = part && find_name(name, &taken, lines);
        for (size_t k = 0; named && k < lines->n; k++)
            replace(&lines->text[k], part, name);
        if (named) {
            lines->text = fc_grow(lines->text, &lines->capacity, lines->n + 1, sizeof *lines->text);
            lines->text[lines->n++] = definition_of(name, part);
        }
        free(part);
    }
    fc_text_free(&taken);
    fc_formula_lines_free(&indices);
}

void fc_formula_lines_add(fc_formula_lines *lines, fc_text *text)
{
    lines->text = fc_grow(lines->text, &lines->capacity, lines->n + 1, sizeof *lines->text);
    lines->text[lines->n++] = fc_text_take(text);
}

void fc_formula_sheet_open(fc_formula_sheet *out, fc_formula_view *view, fc_notation notation)
{
    *out = (fc_formula_sheet){.view = view};
    out->group = fc_formula_groups(view, &out->n_groups);
    for (size_t g = 0; g < out->n_groups; g++) {
        fc_text text = {0};
        fc_formula_weight(&text, &view->term[out->group[g].term[0]], notation);
        fc_formula_lines_add(&out->lines, &text);
        for (size_t i = 0; i < out->group[g].n; i++) {
            fc_formula_cost(&text, &view->term[out->group[g].term[i]], notation);
            fc_formula_lines_add(&out->lines, &text);
        }
    }
    fc_formula_lines_abbreviate(&out->lines, view);
}

void fc_formula_lines_free(fc_formula_lines *lines)
{
    while (lines->n > 0)
        free(lines->text[--lines->n]);
    free(lines->text);
}

void fc_formula_sheet_close(fc_formula_sheet *sheet)
{
    fc_formula_lines_free(&sheet->lines);
    fc_formula_groups_free(sheet->group, sheet->n_groups);
}
