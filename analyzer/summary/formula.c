/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/summary/formula.h"

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/regions/operations.h"
#include "analyzer/summary/formula_run.h"
#include "support/messages/analysis.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fc_run_fail(fc_run *run, const fc_node *node, const char *format, ...)
{
    fc_text text = {0};
    va_list args;
    va_start(args, format);
    fc_text_add_list(&text, format, args);
    va_end(args);
    free(run->why);
    run->why = fc_text_take(&text);
    run->where = node;
    return false;
}

void fc_run_cut_terms(fc_run *run, size_t n)
{
    fc_formula *formula = run->formula;
    while (formula->n_terms > n) {
        fc_formula_term *term = &formula->term[--formula->n_terms];
        free(term->sum);
        free(term->working_set);
    }
    run->n_checked = n < run->n_checked ? n : run->n_checked;
}

fc_formula_term *fc_run_term(fc_run *run, const fc_node *node)
{
    if (run->finalized)
        return NULL;
    fc_formula *formula = run->formula;
    formula->term = fc_grow(formula->term, &formula->term_capacity, formula->n_terms + 1, sizeof *formula->term);
    fc_formula_term *term = &formula->term[formula->n_terms++];
    *term = (fc_formula_term){.node = node,
                              .procedure = run->procedure,
                              .is_asked = run->is_asked,
                              .probe = -1,
                              .count = run->running ? fc_sym_multiply(run->analysis->algebra, run->weight, run->running)
                                                    : run->weight,
                              .n_sums = run->n_sums};
    term->sum = fc_allocate((size_t)run->n_sums, sizeof *term->sum);
    memcpy(term->sum, run->sum, (size_t)run->n_sums * sizeof *term->sum);
    return term;
}

typedef struct known {
    const fc_run *run;
    const fc_sym *unknown;
} known;

/* A variable that no evaluation of the formula has: a place of the program without a value in the run. */
static void check_variable(void *data, const fc_sym *variable)
{
    known *of = data;
    const fc_run *run = of->run;
    const fc_formula *formula = run->formula;
    const char *key = fc_sym_key(variable);
    bool is_known =
        strcmp(key, "p") == 0 || strcmp(key, "rank") == 0 || (key[0] == 'c' && isdigit((unsigned char)key[1]));
    for (int i = 0; i < run->n_sums && !is_known; i++)
        is_known = run->sum[i].variable == variable;
    for (size_t i = 0; i < formula->n_parameters && !is_known; i++)
        is_known = strcmp(fc_formula_key(formula->parameter[i]), key) == 0;
    of->unknown = is_known ? of->unknown : variable;
}

static const fc_sym *unknown_in(const fc_run *run, const fc_formula_term *term)
{
    const fc_sym *part[] = {term->count, term->entries, term->iterations, term->bytes, term->ranks, term->moved};
    known of = {run, NULL};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i])
            fc_sym_variables(part[i], check_variable, &of);
    for (size_t i = 0; term->region && i < term->region->n_streams; i++)
        if (term->working_set[i])
            fc_sym_variables(term->working_set[i], check_variable, &of);
    for (int i = 0; i < term->n_sums; i++) {
        fc_sym_variables(term->sum[i].low, check_variable, &of);
        fc_sym_variables(term->sum[i].high, check_variable, &of);
    }
    return of.unknown;
}

bool fc_run_has_known_terms(fc_run *run, const fc_cost *cost)
{
    const fc_sym *unknown = NULL;
    fc_text label = {0};
    for (; run->n_checked < run->formula->n_terms && !unknown; run->n_checked++)
        unknown = unknown_in(run, &run->formula->term[run->n_checked]);
    if (!unknown)
        return true;
    fc_sym_print(&label, unknown, FC_NOTATION_TEXT);
    fc_run_fail(run, cost->node, "%s is not a function of the parameters", label.bytes);
    fc_text_free(&label);
    return false;
}

static void note_rank(void *data, const fc_sym *variable)
{
    bool *uses = data;
    *uses |= strcmp(fc_sym_key(variable), "rank") == 0;
}

static void find_rank(fc_formula *formula)
{
    for (size_t i = 0; i < formula->n_terms; i++) {
        const fc_formula_term *term = &formula->term[i];
        const fc_sym *part[] = {term->count, term->entries, term->iterations, term->bytes, term->ranks};
        for (size_t k = 0; k < sizeof part / sizeof *part; k++)
            if (part[k])
                fc_sym_variables(part[k], note_rank, &formula->uses_rank);
        for (int k = 0; k < term->n_sums; k++) {
            fc_sym_variables(term->sum[k].low, note_rank, &formula->uses_rank);
            fc_sym_variables(term->sum[k].high, note_rank, &formula->uses_rank);
        }
        for (size_t k = 0; term->region && k < term->region->n_streams; k++)
            if (term->working_set[k])
                fc_sym_variables(term->working_set[k], note_rank, &formula->uses_rank);
    }
}

/* One symbolic run. False: the parts and counted nodes it found belong to procedures that it ran before too. */
static bool run_once(fc_run *run, const fc_procedure *start)
{
    const fc_analysis *analysis = run->analysis;
    run->state = fc_state_create();
    run->n_checked = 0;
    run->clock = run->node_since = run->loop_since = 0;
    fc_run_watch_unknown(run);
    run->procedure = start;
    run->weight = fc_sym_integer(analysis->algebra, 1);
    run->is_repeated = run->finalized = run->is_asked = run->skips_printed = false;
    run->running = NULL;
    fc_run_forget_tallies(run, 0);
    memset(run->entered, 0, (size_t)analysis->program->n_procedures * sizeof *run->entered);
    fc_run_globals(run);
    fc_run_cost(run, analysis->tree[start->id]);
    fc_loop_frames_free(&run->around);
    run->around = (fc_loop_frames){0};
    fc_state_free(run->state);
    for (size_t i = 0; i < run->formula->n_parameters; i++)
        free(run->place[i]);
    return !run->is_repeated;
}

static void free_run(fc_run *run)
{
    for (size_t i = 0; i < run->n_parts; i++)
        free(run->part[i].why);
    free(run->part);
    free(run->place);
    free(run->ambiguous);
    free(run->reserved);
    free(run->stack);
    fc_run_forget_tallies(run, 0);
    free(run->tally);
    free(run->counted);
    free(run->collapses);
    free(run->entered);
    free(run->why);
}

/* Calls whose procedures are not known yet get probes. */
static void take_run_targets(fc_run *run)
{
    fc_formula *formula = run->formula;
    formula->target = run->target;
    formula->n_targets = run->n_targets;
    formula->target_capacity = run->target_capacity;
    for (size_t i = 0; i < formula->n_targets; i++)
        formula->target[i].number = formula->target[i].callee ? -1 : formula->n_numbers++;
}

/* of: a formula whose refused places are borrowed and whose targets are taken over; NULL: none. */
static FC_GIVE fc_formula *create(const fc_analysis *analysis, fc_formula_nodes nodes, fc_formula *of)
{
    fc_run run = {.analysis = analysis};
    if (of) {
        run.refused = of->refused;
        run.n_refused = of->n_refused;
        run.target = of->target;
        run.n_targets = of->n_targets;
        run.target_capacity = of->target_capacity;
        of->target = NULL;
    }
    run.collapses = fc_allocate((size_t)analysis->program->n_nodes, 1);
    run.entered = fc_allocate((size_t)analysis->program->n_procedures, sizeof *run.entered);
    do {
        fc_formula_free(run.formula);
        run.formula = fc_allocate(1, sizeof *run.formula);
        run.formula->analysis = analysis;
        run.formula->nodes = nodes;
    } while (!run_once(&run, fc_program_find(analysis->program, "main")));
    free_run(&run);
    take_run_targets(&run);
    fc_run_close_sums(run.formula);
    run.formula->element_names = run.element_names;
    fc_run_drop_unused(run.formula);
    find_rank(run.formula);
    fc_run_find_left_out(run.formula);
    return run.formula;
}

fc_status fc_formula_create(fc_formula **out, const fc_analysis *analysis, const fc_formula_nodes *nodes,
                            fc_report *report)
{
    if (!fc_program_find(analysis->program, "main"))
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Analyze the file with main too.",
                       FC_MSG_PROGRAM_NO_PROCEDURE_MAIN);
    *out = create(analysis, nodes ? *nodes : (fc_formula_nodes){0}, NULL);
    return FC_OK;
}

/* Quantities that vary are refused. */
static bool refuse(fc_formula *formula, const double *probe)
{
    const size_t before = formula->n_refused;
    for (size_t i = 0; i < formula->n_quantities; i++) {
        if (!isnan(probe[formula->quantity[i].number]))
            continue;
        formula->refused =
            fc_grow(formula->refused, &formula->refused_capacity, formula->n_refused + 1, sizeof *formula->refused);
        formula->refused[formula->n_refused++] = formula->quantity[i].place;
    }
    return formula->n_refused > before;
}

/* Takes the targets that the cost program gave. */
static bool take_targets(fc_formula *formula, const double *probe)
{
    bool any = false;
    for (size_t i = 0; i < formula->n_targets; i++) {
        fc_formula_target *target = &formula->target[i];
        double position = target->callee ? 0 : probe[target->number];
        if (!(position >= 1 && position <= target->cost->n_children))
            continue;
        target->callee = target->cost->child[(int)position - 1]->callee;
        any = true;
    }
    return any;
}

bool fc_formula_refine(fc_formula **formula, const double *probe)
{
    fc_formula *old = *formula;
    bool refused = refuse(old, probe);
    if (!take_targets(old, probe) && !refused)
        return false;
    *formula = create(old->analysis, old->nodes, old);
    (*formula)->refused = old->refused;
    (*formula)->n_refused = old->n_refused;
    (*formula)->refused_capacity = old->refused_capacity;
    old->refused = NULL;
    fc_formula_free(old);
    return true;
}

bool fc_formula_is_for_counts(const fc_formula *formula, const double *counter)
{
    for (size_t i = 0; i < formula->n_whole; i++)
        if (counter[formula->whole[i]] != trunc(counter[formula->whole[i]]))
            return false;
    return true;
}

size_t fc_formula_take_parameter(fc_formula *formula, const char *name, bool is_real)
{
    size_t n = formula->n_parameters;
    for (size_t i = 0; i < n; i++)
        if (strcmp(formula->parameter[i], name) == 0)
            return i;
    formula->parameter = fc_grow(formula->parameter, &formula->parameter_capacity, n + 1, sizeof *formula->parameter);
    formula->is_real = fc_grow(formula->is_real, &formula->real_capacity, n + 1, sizeof *formula->is_real);
    formula->is_signed = fc_grow(formula->is_signed, &formula->signed_capacity, n + 1, sizeof *formula->is_signed);
    formula->parameter[n] = name;
    formula->is_real[n] = is_real;
    formula->is_signed[n] = false;
    return formula->n_parameters++;
}

const char *fc_formula_key(const char *parameter)
{
    return strcmp(parameter, "p") == 0 ? "p'" : strcmp(parameter, "rank") == 0 ? "rank'" : parameter;
}

void fc_formula_free(fc_formula *formula)
{
    if (!formula)
        return;
    for (size_t i = 0; i < formula->n_terms; i++) {
        free(formula->term[i].sum);
        free(formula->term[i].working_set);
    }
    for (size_t i = 0; i < formula->n_probes; i++)
        free(formula->probe[i].why);
    for (size_t i = 0; i < formula->n_quantities; i++)
        free(formula->quantity[i].name);
    fc_words_free(&formula->element_names);
    free(formula->left_out);
    free(formula->target);
    free(formula->quantity);
    free(formula->refused);
    free(formula->probe);
    free(formula->term);
    free(formula->parameter);
    free(formula->is_real);
    free(formula->is_signed);
    free(formula->stop);
    free(formula->stop_place);
    free(formula->whole);
    free(formula);
}
