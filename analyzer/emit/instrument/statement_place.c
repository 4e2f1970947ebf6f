/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/statement_place.h"

#include "analyzer/memory/definitions.h"
#include "analyzer/model/properties/goto_loops.h"

#include <ctype.h>
#include <string.h>

/* The start of the line with text[place]. */
static long line_start(const char *text, long place)
{
    while (place > 0 && text[place - 1] != '\n')
        place--;
    return place;
}

/* True for a pragma that applies to the following loop: compilers accept nothing in between. */
static bool is_loop_pragma(const char *line)
{
    static const char *const word[] = {"ivdep", "unroll", "simd", "novector", "clang loop", " for"};
    line += strspn(line, " \t#");
    if (strncmp(line, "pragma", 6) != 0)
        return false;
    size_t length = strcspn(line, "\n");
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (memmem(line, length, word[i], strlen(word[i])) && strncmp(line, "pragma forecost", 15) != 0)
            return true;
    return false;
}

/* True for a blank line or a line marker of the preprocessor. */
static bool is_silent_line(const char *line)
{
    line += strspn(line, " \t");
    return *line == '\n' || (line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2]));
}

/* The start of a loop's pragmas before `place`, or `place`. */
static long before_pragmas(const char *text, long place)
{
    long best = place, line = line_start(text, place);
    bool goes_on = strspn(text + line, " \t") >= (size_t)(place - line);
    while (goes_on && line > 0) {
        line = line_start(text, line - 1);
        bool is_pragma = is_loop_pragma(text + line);
        if (is_pragma)
            best = line;
        goes_on = is_pragma || is_silent_line(text + line);
    }
    return best;
}

/* The last character before `place` that is neither blank nor in a line marker; 0: none. */
static char before_blanks(const char *text, long place)
{
    while (place > 0) {
        const long line = line_start(text, place);
        if (line < place && is_silent_line(text + line)) {
            place = line;
            continue;
        }
        if (!isspace((unsigned char)text[place - 1]))
            return text[place - 1];
        place--;
    }
    return 0;
}

/* Likewise the first one from `place` on. */
static char after_blanks(const char *text, long length, long place)
{
    while (place < length) {
        bool is_at_line = place == 0 || text[place - 1] == '\n';
        if (is_at_line && is_silent_line(text + place))
            place += (long)strcspn(text + place, "\n") + 1;
        else if (!isspace((unsigned char)text[place]))
            return text[place];
        else
            place++;
    }
    return 0;
}

bool fc_statement_has_operand(const char *text, size_t length, const fc_node *condition)
{
    const long begin = condition->span.begin, end = condition->span.end;
    if (begin <= 0 || end <= begin || (size_t)end > length || text[begin] == '{')
        return false;
    const char before = before_blanks(text, begin), after = after_blanks(text, (long)length, end);
    return before && strchr("(&|!?:=,;{}", before) && after && strchr(")&|?", after);
}

long fc_statement_start(const char *text, const fc_node *statement)
{
    long start = statement->span.begin;
    for (long k = start - 1; k >= 0 && (isspace((unsigned char)text[k]) || text[k] == '('); k--)
        if (text[k] == '(')
            start = k;
    bool is_loop = fc_node_is_loop(statement) || fc_goto_loops_is_head(statement);
    return is_loop ? before_pragmas(text, start) : start;
}

/* True if the statement ends with a brace instead of a semicolon. A block added by the front end has no brace itself.
 */
static bool ends_with_brace(const char *text, const fc_node *statement)
{
    switch (statement->kind) {
    case FC_BLOCK:
        return statement->span.begin < 0 || text[statement->span.begin] == '{' ||
               (statement->n_children > 0 && ends_with_brace(text, statement->child[statement->n_children - 1]));
    case FC_FOR:
    case FC_WHILE:
    case FC_SWITCH:
        return ends_with_brace(text, statement->child[statement->n_children - 1]);
    case FC_IF:
        return ends_with_brace(text, statement->child[statement->child[2] ? 2 : 1]);
    case FC_LABEL:
        return ends_with_brace(text, statement->child[0]);
    default:
        return false;
    }
}

/* True for text allowed between a statement's expression and its semicolon. */
static bool is_passed(const char *text, long at)
{
    bool is_marker = text[at] == '#' && (at == 0 || text[at - 1] == '\n') && is_silent_line(text + at);
    return is_marker || isspace((unsigned char)text[at]) || text[at] == ')';
}

long fc_statement_end(const char *text, size_t length, const fc_node *statement)
{
    long end = statement->span.end;
    if (ends_with_brace(text, statement))
        return end;
    while ((size_t)end < length && is_passed(text, end))
        end += text[end] == '#' ? (long)strcspn(text + end, "\n") : 1;
    return (size_t)end < length && text[end] == ';' ? end + 1 : -1;
}
