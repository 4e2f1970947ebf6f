/* SPDX-License-Identifier: GPL-3.0-or-later */
/* closed_counts SOURCE: reads lines "n m p b" from standard input, points 0, 1, ..., and prints "POINT LINE COUNT" for
 * each counter of each procedure nest_... by the closed form that the analyzer finds for its region. A procedure
 * without one is left out. */
#include "analyzer/frontend/frontend.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/cost_tree/collapse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct point {
    const fc_procedure *procedure;
    const fc_view *view;
    long value[4];
} point;

/* A parameter of the procedure by its key in the evaluation context. */
static bool value_of(void *data, const char *key, double *value)
{
    const point *at = data;
    for (int i = 0; i < at->procedure->n_parameters && i < 4; i++) {
        const fc_sym *parameter = fc_value_symbol(at->view, at->procedure->parameter[i]);
        if (parameter && strcmp(fc_sym_key(parameter), key) == 0) {
            *value = (double)at->value[i];
            return true;
        }
    }
    return false;
}

/* The region contains a counter of the nest: the only writes there. */
static bool counts(const fc_region_model *region)
{
    double writes = 0;
    for (int i = 0; region && i < FC_N_NUMERICS; i++)
        writes += region->writes[i];
    return writes > 0;
}

static void print_terms(const fc_terms *terms, const point *at, int number)
{
    fc_values values = {.variable = value_of, .data = (void *)at};
    for (size_t i = 0; i < terms->n; i++) {
        double count;
        const fc_term *term = &terms->term[i];
        if (!counts(term->region))
            continue;
        if (fc_sym_evaluate(term->iterations, &values, &count))
            printf("%d %d %.17g\n", number, term->region->span.line, count);
        else
            printf("%d %d unknown\n", number, term->region->span.line);
    }
}

/* p and b are >= 1, n is >= 0: known to a caller. */
static void state_facts(const fc_analysis *analysis, const fc_view *view, const fc_procedure *procedure)
{
    static const int facts[] = {FC_FACT_NONNEGATIVE, FC_FACT_NONE, FC_FACT_POSITIVE, FC_FACT_POSITIVE};
    for (int i = 0; i < procedure->n_parameters && i < 4; i++) {
        const fc_sym *parameter = fc_value_symbol(view, procedure->parameter[i]);
        if (parameter)
            fc_sym_variable(analysis->algebra, fc_sym_key(parameter), procedure->parameter[i]->name, NULL, facts[i]);
    }
}

static void print_procedure(const fc_analysis *analysis, const fc_procedure *procedure, point *at, int n_points)
{
    fc_terms terms = {0};
    fc_view view = {.control = analysis->control, .algebra = analysis->algebra, .root = procedure->body};
    state_facts(analysis, &view, procedure);
    bool closed = fc_collapse(&terms, analysis, analysis->tree[procedure->id], &view);
    for (int i = 0; i < n_points && closed; i++) {
        at[i].procedure = procedure;
        at[i].view = &view;
        print_terms(&terms, &at[i], i);
    }
    fc_terms_free(&terms);
}

static void print_points(const fc_analysis *analysis)
{
    enum {
        MOST_POINTS = 100
    };
    point at[MOST_POINTS] = {0};
    int n = 0;
    const fc_program *program = analysis->program;
    while (n < MOST_POINTS &&
           scanf("%ld %ld %ld %ld", &at[n].value[0], &at[n].value[1], &at[n].value[2], &at[n].value[3]) == 4)
        n++;
    for (int i = 0; i < program->n_procedures; i++)
        if (strncmp(program->procedure[i]->symbol->name, "nest_", 5) == 0)
            print_procedure(analysis, program->procedure[i], at, n);
}

int main(int argc, char **argv)
{
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    fc_report report = {0};
    fc_text warnings = {0};
    if (argc != 2)
        return 2;
    fc_input input = {.path = argv[1]};
    fc_status status = fc_frontend_read(&program, &input, 1, "cc", &warnings, &report);
    if (status == FC_OK)
        status = fc_analysis_create(&analysis, program, &report);
    if (status == FC_OK)
        print_points(analysis);
    else
        fprintf(stderr, "%s\n", report.text);
    fc_analysis_free(analysis);
    fc_program_free(program);
    fc_text_free(&warnings);
    return fc_status_exit_code(status);
}
