/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/annotations/cost_annotation.h"

#include <stdlib.h>
#include <string.h>

const char *fc_cost_annotation_plain(const char *text)
{
    static const char of_procedure[] = "procedure ";
    return text + (strncmp(text, of_procedure, sizeof of_procedure - 1) == 0 ? sizeof of_procedure - 1 : 0);
}

bool fc_cost_annotation_is(const char *text)
{
    return strncmp(text, "cost(", 5) == 0 || strcmp(text, "ignore") == 0;
}

/* The first comma outside inner parentheses; NULL: none. */
static char *find_comma(char *text)
{
    int depth = 0;
    for (char *at = text; *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ',' && depth == 0)
            return at;
    }
    return NULL;
}

static bool take_word(int *out, char **at, const char *const *words, int n)
{
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t");
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) == length && memcmp(words[i], *at, length) == 0) {
            *out = i;
            *at += length;
            return true;
        }
    return false;
}

/* OPERATION TYPE, in the words of a machine file. */
static void take_operation(fc_cost_annotation *t, char *at)
{
#define TEXT_OF(name, text) text,
    static const char *const operations[] = {FC_OPERATION_LIST(TEXT_OF)}, *const numerics[] = {
                                                                              FC_NUMERIC_LIST(TEXT_OF)};
#undef TEXT_OF
    int operation = 0, numeric = 0;
    bool is_good = take_word(&operation, &at, operations, FC_N_OPERATIONS) &&
                   take_word(&numeric, &at, numerics, FC_N_NUMERICS) && at[strspn(at, " \t")] == '\0';
    t->operation = (fc_operation)operation;
    t->numeric = (fc_numeric)numeric;
    t->is_seconds = false;
    if (!is_good)
        t->fault = "expected an operation and a type of the machine file after the comma, such as madd f64";
}

fc_cost_annotation fc_cost_annotation_read(const char *text)
{
    fc_cost_annotation t = {.is_seconds = true};
    size_t length = strlen(text);
    if (strcmp(text, "ignore") == 0)
        return t;
    t.expression = fc_copy_string(text + strlen("cost("));
    if (text[length - 1] != ')') {
        t.fault = "expected a closing parenthesis at the end";
        return t;
    }
    t.expression[strlen(t.expression) - 1] = '\0';
    char *comma = find_comma(t.expression);
    if (comma) {
        *comma = '\0';
        take_operation(&t, comma + 1);
    }
    return t;
}

static const char *parameters_of(const fc_symbol *function)
{
    return function->parameters ? function->parameters : "";
}

char *fc_cost_annotation_line(const fc_symbol *function, const char *text)
{
    return fc_format("%s%s %s", function->name, parameters_of(function), text);
}

const char *fc_cost_annotation_of_line(const fc_symbol *function)
{
    return function->cost_line + strlen(function->name) + strlen(parameters_of(function)) + 1;
}

void fc_cost_annotation_free(fc_cost_annotation *annotation)
{
    free(annotation->expression);
    *annotation = (fc_cost_annotation){0};
}
