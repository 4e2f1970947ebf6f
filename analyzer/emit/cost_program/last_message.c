/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/cost_program/last_message.h"

#include "analyzer/model/node_search.h"
#include "support/quote.h"

#include <ctype.h>
#include <string.h>

enum {
    MOST_LENGTH = 200
};

static bool is_output(const fc_node *node)
{
    static const char *const name[] = {"printf", "fprintf", "puts", "fputs", "perror", "err", "errx", "warn", "warnx"};
    const fc_symbol *target = node->kind == FC_CALL ? fc_call_target(node) : NULL;
    for (size_t i = 0; target && i < sizeof name / sizeof *name; i++)
        if (strcmp(target->name, name[i]) == 0)
            return true;
    return false;
}

/* A literal with words. */
static bool has_words(const fc_node *node, const void *unused)
{
    (void)unused;
    for (size_t i = 0; node->kind == FC_STRING && i < node->text_length; i++)
        if (isalpha((unsigned char)node->text[i]))
            return true;
    return false;
}

/* The literal of the last output in a statement. */
static const fc_node *find_output(const fc_node *statement)
{
    const fc_node *found = NULL;
    for (int i = statement->n_children - 1; i >= 0 && !found; i--)
        found = statement->child[i] ? find_output(statement->child[i]) : NULL;
    return found || !is_output(statement) ? found : fc_node_search_first(statement, has_words, NULL);
}

/* The length of a conversion specification ("%s", "%-8.3lf"), whose value is not known here; 0: another text. */
static size_t conversion_length(const char *text)
{
    size_t length = 1;
    if (*text != '%')
        return 0;
    length += strspn(text + length, "#-+ '0123456789.*hlqjzt");
    return text[length] && strchr("diouxXeEfFgGaAcsp", text[length]) ? length + 1 : 0;
}

/* The words of a literal on one line. */
static void add_words(fc_text *line, const fc_node *string)
{
    bool is_gap = false;
    for (size_t i = 0; i < string->text_length && line->length < MOST_LENGTH; i++) {
        unsigned char c = (unsigned char)string->text[i];
        size_t length = conversion_length(string->text + i);
        if (length > 0)
            fc_text_add(line, "%s...", is_gap && line->length > 0 ? " " : "");
        else if (isgraph(c) || c >= 0x80)
            fc_text_add(line, "%s%c", is_gap && line->length > 0 ? " " : "", c);
        i += length > 0 ? length - 1 : 0;
        is_gap = length == 0 && !isgraph(c) && c < 0x80;
    }
}

void fc_last_message_print(fc_text *out, const fc_node *stop)
{
    /* The output of the stop itself (errx), else the last one before it in its block. A stop that is a branch without a
     * block has none: what stands before the branch may belong to another reason. */
    const fc_node *statement = stop, *string = is_output(stop) ? fc_node_search_first(stop, has_words, NULL) : NULL;
    while (statement->parent && statement->parent->kind != FC_BLOCK && statement->parent->kind != FC_IF)
        statement = statement->parent;
    const fc_node *block = statement->parent && statement->parent->kind == FC_BLOCK ? statement->parent : NULL;
    int at = 0;
    while (block && block->child[at] != statement)
        at++;
    for (int i = at - 1; block && i >= 0 && !string; i--)
        string = block->child[i] ? find_output(block->child[i]) : NULL;
    fc_text line = {0};
    if (string)
        add_words(&line, string);
    if (line.length > 0)
        fc_quote_c(out, line.bytes, line.length);
    else
        fc_text_add(out, "NULL");
    fc_text_add(out, ", ");
    fc_text_free(&line);
}
