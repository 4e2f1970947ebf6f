/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What collapses, in a symbolic run: its regions as terms, with working sets that know of the loops around. */
#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/object_sizes.h"
#include "analyzer/regions/operations.h"
#include "analyzer/summary/formula_run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void fc_run_bind_object(fc_run *run, int object, const fc_sym *bytes)
{
    fc_state_bind(run->state, fc_sym_key(fc_object_sizes_atom(run->analysis, object)), bytes);
}

/* A working set with what is known by now of the objects it rests on. */
static const fc_sym *with_objects(const fc_run *run, const fc_sym *bytes)
{
    for (int i = 0; bytes && i < run->analysis->n_objects; i++) {
        const fc_sym *made = NULL;
        fc_state_lookup(run->state, fc_sym_key(fc_object_sizes_atom(run->analysis, i)), &made);
        bytes = fc_object_sizes_substitute(run->analysis, bytes, i, made);
    }
    return bytes ? fc_object_sizes_without_profile(run->analysis, bytes) : NULL;
}

void fc_run_forget_objects(fc_run *run, const fc_sym *variable)
{
    for (int i = 0; i < run->analysis->n_objects; i++) {
        const fc_sym *made = NULL, *atom = fc_object_sizes_atom(run->analysis, i);
        if (fc_state_lookup(run->state, fc_sym_key(atom), &made) && made && fc_sym_depends(made, variable))
            fc_run_bind_object(run, i, NULL);
    }
}

static void add_closed_term(fc_run *run, const fc_term *closed)
{
    if (closed->object >= 0) {
        fc_run_bind_object(run, closed->object, closed->bytes);
        return;
    }
    if (closed->region && fc_operations_is_empty(closed->region))
        return;
    fc_formula_term *term = fc_run_term(run, closed->cost->node);
    if (!term)
        return;
    if (!closed->region) {
        term->bytes = closed->bytes;
        term->count = fc_sym_multiply(run->analysis->algebra, term->count, closed->iterations);
        return;
    }
    term->procedure = closed->region->procedure;
    term->region = closed->region;
    term->entries = run->charged && run->charged->region == closed->region ? fc_sym_integer(run->analysis->algebra, 0)
                                                                           : closed->entries;
    term->iterations = closed->iterations;
    term->working_set = fc_allocate(fc_region_model_n_sizes(closed->region), sizeof *term->working_set);
    for (size_t i = 0; i < fc_region_model_n_sizes(closed->region); i++)
        term->working_set[i] = with_objects(run, closed->working_set[i]);
}

typedef struct translation {
    const fc_run *run;
    const fc_sym *value;
} translation;

/* Of a counter, or of what is known of an object (object_sizes.h). */
static bool stays(const char *key)
{
    return (key[0] == 'c' && isdigit((unsigned char)key[1])) || strncmp(key, "extent", 6) == 0 ||
           strncmp(key, "made", 4) == 0;
}

/* The source's variables, also those that a loop's step makes positive ("s12+", loops.h), have the values they have by
 * now; counters and objects stay. */
static void put_value(void *data, const fc_sym *variable)
{
    translation *t = data;
    const fc_sym *value = NULL;
    const fc_node *place = fc_sym_origin(variable);
    char *key = fc_copy_string(fc_sym_key(variable));
    if (*key && key[strlen(key) - 1] == '+')
        key[strlen(key) - 1] = '\0';
    if (!stays(key) && t->value) {
        fc_state_lookup(t->run->state, key, &value);
        if (!value && place)
            value = fc_run_value(t->run, place);
        t->value = value ? fc_sym_substitute(t->run->analysis->algebra, t->value, variable, value) : NULL;
    }
    free(key);
}

static const fc_sym *value_by_now(const fc_run *run, const fc_sym *bytes)
{
    translation t = {run, bytes};
    if (bytes)
        fc_sym_variables(bytes, put_value, &t);
    return t.value;
}

/* Working sets within the enclosing loops, over the source's names as in the cost program. False: one rests on a value
 * that the run does not follow. */
static bool look_around(fc_run *run, const fc_cost *cost, fc_terms *terms)
{
    const fc_view view = {.control = run->analysis->control, .algebra = run->analysis->algebra, .root = cost->node};
    fc_terms named = {0};
    bool is_same = fc_collapse_within(&named, &run->around, cost, &view) && named.n == terms->n, is_known = true;
    for (size_t i = 0; is_same && i < named.n; i++)
        for (size_t s = 0; named.term[i].region && s < fc_region_model_n_sizes(named.term[i].region); s++) {
            const fc_sym *set = named.term[i].working_set[s], *bytes = value_by_now(run, set);
            is_known &= !set || bytes;
            terms->term[i].working_set[s] = bytes ? bytes : terms->term[i].working_set[s];
        }
    fc_terms_free(&named);
    return is_known || fc_run_fail(run, cost->node,
                                   "the bytes between two uses of the same data are not closed in the "
                                   "parameters");
}

static bool knows_objects(fc_run *run, const fc_cost *cost, const fc_terms *terms)
{
    bool knows = true;
    for (int i = 0; i < run->analysis->n_objects; i++) {
        const fc_sym *atom = fc_object_sizes_atom(run->analysis, i);
        /* The object exists, and its size is not known. */
        const fc_sym *made = NULL;
        bool is_unknown = fc_state_lookup(run->state, fc_sym_key(atom), &made) && !made;
        for (size_t k = 0; k < terms->n && is_unknown; k++)
            for (size_t s = 0; terms->term[k].region && s < fc_region_model_n_sizes(terms->term[k].region); s++)
                knows &= !terms->term[k].working_set[s] || !fc_sym_depends(terms->term[k].working_set[s], atom);
    }
    return knows || fc_run_fail(run, cost->node, "the size of an array in it is not closed in the parameters");
}

void fc_run_add_closed(fc_run *run, const fc_terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        add_closed_term(run, &terms->term[i]);
}

const fc_cost *fc_run_enter(fc_run *run, const fc_cost *loop)
{
    fc_terms entry = {0};
    const bool has_entry = fc_collapse_entry(&entry, run->analysis, loop);
    fc_run_add_closed(run, &entry);
    fc_terms_free(&entry);
    return has_entry ? loop : run->charged;
}

bool fc_run_closed(fc_run *run, const fc_cost *cost)
{
    fc_view view = fc_run_view(run, cost->node);
    fc_terms terms = {0};
    bool is_loop = cost->kind == FC_COST_CANONICAL_LOOP || cost->kind == FC_COST_COUNTED_LOOP;
    if (is_loop && !fc_run_collapses(run, cost)) /* each iteration has its own working sets then */
        return false;
    bool closed = fc_collapse(&terms, run->analysis, cost, &view);
    if (closed && run->around.n_run > 0)
        closed = look_around(run, cost, &terms);
    closed = closed && knows_objects(run, cost, &terms);
    if (closed)
        fc_run_add_closed(run, &terms);
    fc_terms_free(&terms);
    return closed;
}
