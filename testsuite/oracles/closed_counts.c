/* SPDX-License-Identifier: GPL-3.0-or-later */
/* closed_counts FILE.c PROCEDURE name=value ...
 *
 * Prints "LINE ITERATIONS" for every loop of the procedure: its body's iterations in all, in closed form, with the
 * parameters' values put in; "LINE open" where the nest does not collapse. The closed_sums oracle compares this with a run's
 * counters. */
#include "analyzer/frontend/frontend.h"
#include "analyzer/passes/analysis.h"
#include "analyzer/passes/collapse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bindings {
    const fc_program *program;
    const fc_procedure *procedure;
    char **argument;
    int n;
} bindings;

static bool value_of(void *data, const char *key, double *value)
{
    const bindings *b = data;
    for (int i = 0; i < b->procedure->n_parameters; i++) {
        const fc_symbol *symbol = b->procedure->parameter[i];
        size_t length = strlen(symbol->name);
        if (key[0] != 's' || atoi(key + 1) != symbol->id)
            continue;
        for (int k = 0; k < b->n; k++)
            if (strncmp(b->argument[k], symbol->name, length) == 0 && b->argument[k][length] == '=') {
                *value = strtod(b->argument[k] + length + 1, NULL);
                return true;
            }
    }
    return false;
}

static void print_nest(const fc_analysis *analysis, const fc_cost *nest, const fc_values *values)
{
    fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = nest->node};
    fc_terms terms = {0};
    if (!fc_collapse(&terms, analysis, nest, &view))
        printf("%d open\n", nest->node->span.line);
    for (size_t i = 0; i < terms.n; i++) {
        double count;
        if (!terms.term[i].region)
            continue;
        if (fc_sym_evaluate(terms.term[i].iterations, values, &count))
            printf("%d %.0f\n", terms.term[i].region->span.line, count);
        else
            printf("%d unknown\n", terms.term[i].region->span.line);
    }
    fc_terms_free(&terms);
}

static int print_counts(const fc_program *program, char **argv, int argc)
{
    fc_report report = {0};
    fc_analysis *analysis = NULL;
    const fc_procedure *procedure = fc_program_find(program, argv[2]);
    if (!procedure || fc_analysis_create(&analysis, program, &report)) {
        fprintf(stderr, "%s\n", procedure ? report.text : "no such procedure");
        return 3;
    }
    bindings b = {program, procedure, argv + 3, argc - 3};
    fc_values values = {.variable = value_of, .data = &b};
    const fc_cost *tree = analysis->tree[procedure->id];
    for (int i = 0; i < tree->n_children; i++)
        if (tree->child[i]->kind == FC_COST_LOOP)
            print_nest(analysis, tree->child[i], &values);
    fc_analysis_free(analysis);
    return 0;
}

int main(int argc, char **argv)
{
    fc_report report = {0};
    fc_program *program = NULL;
    if (argc < 3) {
        fprintf(stderr, "usage: closed_counts FILE.c PROCEDURE name=value ...\n");
        return 2;
    }
    fc_input input = {.path = argv[1]};
    if (fc_frontend_read(&program, &input, 1, "mpicc", NULL, &report)) {
        fprintf(stderr, "%s\n", report.text);
        return 3;
    }
    int status = print_counts(program, argv, argc);
    fc_program_free(program);
    return status;
}
