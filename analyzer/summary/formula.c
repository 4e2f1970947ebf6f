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
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        for (size_t k = 0; term->region && k < fc_region_model_n_sizes(term->region); k++)
            if (term->working_set[k])
                fc_sym_variables(term->working_set[k], note_rank, &formula->uses_rank);
    }
}

static void forget_parts(fc_run *run)
{
    for (size_t i = 0; i < run->n_parts; i++)
        free(run->part[i].why);
    run->n_parts = run->n_counted = 0;
}

/* After a run that took too long: copies of nested loops multiply. The formula then has more sums. */
static void make_fewer_copies(fc_run *run)
{
    enum {
        FEW = 16
    };
    run->most_copies = run->most_copies > FEW ? FEW : 1;
    forget_parts(run);
}

/* One symbolic run. False: it took too long, or the parts and counted nodes it found belong to procedures that it ran
 * before too. */
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
    run->n_copies = 1;
    fc_run_forget_tallies(run, 0);
    memset(run->entered, 0, (size_t)analysis->program->n_procedures * sizeof *run->entered);
    fc_run_globals(run);
    fc_run_thread_queries(run);
    fc_run_cost(run, analysis->tree[start->id]);
    fc_loop_frames_free(&run->around);
    run->around = (fc_loop_frames){0};
    fc_state_free(run->state);
    for (size_t i = 0; i < run->formula->n_parameters; i++)
        free(run->place[i]);
    bool is_too_long = fc_run_is_too_long(run);
    if (is_too_long)
        make_fewer_copies(run);
    return !is_too_long && !run->is_repeated;
}

static void free_run(fc_run *run)
{
    forget_parts(run);
    free(run->part);
    free(run->place);
    free(run->ambiguous);
    free(run->reserved);
    free(run->stack);
    fc_run_forget_tallies(run, 0);
    free(run->tally);
    free(run->counted);
    for (size_t i = 0; i < run->n_filled; i++)
        free(run->filled[i].array);
    free(run->filled);
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
    fc_run run = {.analysis = analysis, .most_copies = LONG_MAX};
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
