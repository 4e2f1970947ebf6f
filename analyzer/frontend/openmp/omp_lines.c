/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overwrites a directive's text by a while statement of the same length. Linear in the text. */
#include "analyzer/frontend/openmp/omp_lines.h"

#include "support/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Overwrites the text with blanks, except for line ends. */
static void blank(char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        text[i] = text[i] == '\n' ? '\n' : ' ';
}

/* a[b:c] -> a[b], a[:c] -> a[0]: an array section is represented by its first element. */
static void cut_sections(char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (text[i] != ':')
            continue;
        size_t before = i;
        while (before > begin && isspace((unsigned char)text[before - 1]))
            before--;
        text[i] = before > begin && text[before - 1] == '[' ? '0' : ' ';
        int depth = 1;
        for (i++; i < end && depth > 0; i++) {
            depth += text[i] == '[';
            depth -= text[i] == ']';
            if (depth > 0)
                text[i] = text[i] == '\n' ? '\n' : ' ';
        }
    }
}

static void write_statement(char *text, const fc_omp_line *line)
{
    size_t at = (size_t)line->begin, end = (size_t)line->end;
    const fc_openmp *directive = &line->directive;
    for (int i = 0; i < directive->n_expressions; i++) {
        const fc_openmp_expression *expression = &directive->expression[i];
        blank(text, at, expression->begin);
        if (i > 0)
            text[at] = ',';
        cut_sections(text, expression->begin, expression->end);
        for (size_t k = expression->begin; k + 1 < expression->end; k++)
            if (text[k] == '\\' && text[k + 1] == '\n') /* a directive needs it, but a statement does not */
                text[k] = ' ';
        at = expression->end;
    }
    blank(text, at, end);
    bool bare = directive->n_expressions == 0;
    memcpy(text + line->begin, bare ? "while(1)" : "while(", bare ? 8 : 6);
    if (!bare)
        text[at] = ')';
    if (!fc_openmp_has_body(directive))
        text[line->begin + 8] = ';';
}

static char *trimmed(const char *text, size_t begin, size_t end)
{
    while (begin < end && isspace((unsigned char)text[begin]))
        begin++;
    while (end > begin && isspace((unsigned char)text[end - 1]))
        end--;
    char *copy = fc_format("%.*s", (int)(end - begin), text + begin);
    for (char *at = copy; *at; at++)
        *at = *at == '\n' || (*at == '\\' && at[1] == '\n') ? ' ' : *at;
    return copy;
}

void fc_omp_lines_take(fc_omp_lines *lines, char *text, size_t begin, size_t after, size_t end)
{
    fc_omp_line line = {.begin = (long)begin, .end = (long)end};
    while (after < end && isspace((unsigned char)text[after]))
        after++;
    line.text = trimmed(text, after, end);
    line.is_threadprivate = strncmp(line.text, "threadprivate", 13) == 0;
    bool is_declaration = line.is_threadprivate || strncmp(line.text, "declare", 7) == 0;
    line.is_wrong = !is_declaration && !fc_openmp_read(&line.directive, line.text, &line.fault);
    line.fault.at += after;
    for (int i = 0; i < line.directive.n_expressions; i++) {
        line.directive.expression[i].begin += after;
        line.directive.expression[i].end += after;
    }
    if (is_declaration || line.is_wrong)
        blank(text, begin, end);
    else
        write_statement(text, &line);
    lines->item = fc_grow(lines->item, &lines->capacity, (size_t)lines->n + 1, sizeof *lines->item);
    lines->item[lines->n++] = line;
}

const fc_omp_line *fc_omp_lines_at(const fc_omp_lines *lines, long offset)
{
    for (int low = 0, high = lines->n; low < high;) {
        int middle = (low + high) / 2;
        if (lines->item[middle].begin == offset)
            return &lines->item[middle];
        if (lines->item[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void fc_omp_lines_free(fc_omp_lines *lines)
{
    for (int i = 0; i < lines->n; i++)
        free(lines->item[i].text);
    free(lines->item);
    *lines = (fc_omp_lines){0};
}
