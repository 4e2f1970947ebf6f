/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/compiled_formula.h"

#include "analyzer/emit/formula/formula_dims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The expressions of all terms and stops. */
typedef struct list {
    const fc_sym **expression;
    int **step; /* receives the expression's step */
    size_t n, expression_capacity, step_capacity;
} list;

static void add(list *all, const fc_sym *expression, int *step)
{
    *step = -1;
    if (!expression)
        return;
    all->expression = fc_grow(all->expression, &all->expression_capacity, all->n + 1, sizeof *all->expression);
    all->step = fc_grow(all->step, &all->step_capacity, all->n + 1, sizeof *all->step);
    all->expression[all->n] = expression;
    all->step[all->n++] = step;
}

/* Terms of one region, or of one call or allocation, are one item. */
static int item_of(const fc_compiled_formula *compiled, int index)
{
    const fc_formula_term *term = compiled->part[index].term;
    for (int i = 0; i < index; i++) {
        const fc_formula_term *other = compiled->part[i].term;
        if (term->region ? other->region == term->region : !other->region && other->node == term->node)
            return compiled->part[i].item;
    }
    return index;
}

static bool step_depends(const fc_compiled_formula *compiled, int step)
{
    return step >= 0 && compiled->tape->step[step].depends;
}

/* Steps that are marked, and those that depend on the rank among them. */
typedef struct marks {
    const fc_compiled_formula *compiled;
    bool *is_marked; /* [n_steps] */
    bool depends;
} marks;

static void mark(void *data, int step)
{
    marks *of = data;
    if (step < 0)
        return;
    of->is_marked[step] = true;
    of->depends |= step_depends(of->compiled, step);
}

/* What the evaluation of classes needs: terms that depend on the rank, and stops. */
static void find_dependence(fc_compiled_formula *compiled)
{
    marks wanted = {compiled, fc_allocate((size_t)compiled->tape->n_steps, sizeof(bool)), false};
    for (int i = 0; i < compiled->n_parts; i++) {
        fc_compiled_part *p = &compiled->part[i];
        bool *price_depends = &compiled->price_depends[p->price];
        if (p->price == i) {
            marks used = {compiled, fc_allocate((size_t)compiled->tape->n_steps, sizeof(bool)), false};
            fc_formula_price_visit(&compiled->price[i], mark, &used);
            free(used.is_marked);
            *price_depends = used.depends;
        }
        p->depends = *price_depends || step_depends(compiled, p->count) || step_depends(compiled, p->moved);
        *(p->depends ? &compiled->item_depends[p->item] : &compiled->item_is_shared[p->item]) = true;
        compiled->price_is_needed[p->price] |= p->depends;
        if (!p->depends)
            continue;
        mark(&wanted, p->count);
        mark(&wanted, p->moved);
        if (*price_depends)
            fc_formula_price_visit(&compiled->price[p->price], mark, &wanted);
    }
    for (int i = 0; i < compiled->n_stops; i++)
        mark(&wanted, compiled->stop[i]);
    fc_tape_plan_make(&compiled->plan, compiled->tape, wanted.is_marked);
    free(wanted.is_marked);
}

/* Whether each of a price's arguments is in a set of steps. */
typedef struct arguments_in {
    const bool *set;
    bool all;
} arguments_in;

static void look_up(void *data, int step)
{
    arguments_in *of = data;
    of->all &= of->set[step];
}

static void find_prices_by_row(fc_compiled_formula *compiled)
{
    bool *follows = fc_allocate((size_t)compiled->tape->n_steps, sizeof *follows);
    /* Sets steps, which do not depend on the rank, that follow from the plan's entering steps and constants. */
    const fc_tape *tape = compiled->tape;
    const fc_tape_list *entering = &compiled->plan.entering;
    for (int i = 0; i < entering->n; i++)
        follows[entering->step[i]] = true;
    for (int i = 0; i < tape->n_steps; i++) {
        const fc_tape_step *step = &tape->step[i];
        if (step->operation == FC_TAPE_CONSTANT)
            follows[i] = true;
        else if (step->operation != FC_TAPE_VARIABLE)
            follows[i] |= follows[step->a] && follows[step->b] && follows[step->c];
    }
    for (int i = 0; i < compiled->n_parts; i++) {
        arguments_in of = {follows, true};
        if (compiled->price_is_needed[i] && !compiled->price_depends[i])
            fc_formula_price_visit(&compiled->price[i], look_up, &of);
        compiled->price_is_by_row[i] = !of.all;
    }
    free(follows);
}

/* The arguments from which a price follows: steps of its own arguments, or the steps of a class's plan from which these
 * are derived. */
static fc_formula_price_group keys_of(const fc_compiled_formula *compiled, int price)
{
    const fc_tape *tape = compiled->tape;
    const bool has_region = compiled->price[price].term->region != NULL;
    marks used = {compiled, fc_allocate((size_t)tape->n_steps, sizeof(bool)), false};
    fc_formula_price_group group = {.key = fc_allocate((size_t)tape->n_steps + 1, sizeof(int)),
                                    .has_region = has_region};
    if (has_region)
        group.key[group.n_keys++] = FC_FORMULA_ACTIVE;
    fc_formula_price_visit(&compiled->price[price], mark, &used);
    for (int k = compiled->plan.derived.n; k-- > 0;) {
        bool *is_marked = used.is_marked;
        int step = compiled->plan.derived.step[k];
        const fc_tape_step *of = &tape->step[step];
        if (is_marked[step])
            is_marked[of->a] = is_marked[of->b] = is_marked[of->c] = true;
        is_marked[step] = false;
    }
    for (int i = 0; i < tape->n_steps; i++)
        if (used.is_marked[i] && tape->step[i].operation != FC_TAPE_CONSTANT)
            group.key[group.n_keys++] = i;
    free(used.is_marked);
    return group;
}

static bool has_same_keys(const fc_formula_price_group *a, const fc_formula_price_group *b)
{
    return a->has_region == b->has_region && a->n_keys == b->n_keys &&
           memcmp(a->key, b->key, (size_t)a->n_keys * sizeof *a->key) == 0;
}

bool fc_compiled_formula_is_allocation(const fc_formula_price *price)
{
    return !price->term->region && !price->term->operation;
}

static void add_groups(fc_compiled_formula *compiled, bool depends)
{
    const int first = compiled->n_groups;
    for (int i = 0; i < compiled->n_parts; i++)
        if (compiled->part[i].price == i && compiled->price_depends[i] == depends &&
            !fc_compiled_formula_is_allocation(&compiled->price[i])) {
            fc_formula_price_group own = keys_of(compiled, i);
            int k = first;
            while (k < compiled->n_groups && !has_same_keys(&compiled->group[k], &own))
                k++;
            fc_formula_price_group *group = &compiled->group[k];
            if (k == compiled->n_groups) {
                *group = own;
                group->price = fc_allocate((size_t)compiled->n_parts, sizeof *group->price);
                compiled->n_groups++;
            } else {
                free(own.key);
            }
            group->price[group->n_prices++] = i;
        }
}

static void add_key(fc_tape_list *list, int argument)
{
    for (int i = 0; i < list->n; i++)
        if (list->step[i] == argument)
            return;
    list->step[list->n++] = argument;
}

/* The arguments of the groups first ... end - 1. */
static fc_tape_list list_keys(const fc_compiled_formula *compiled, int first, int end)
{
    fc_tape_list list = {.step = fc_allocate((size_t)compiled->tape->n_steps + 1, sizeof *list.step)};
    for (int i = first; i < end; i++)
        for (int k = 0; k < compiled->group[i].n_keys; k++)
            add_key(&list, compiled->group[i].key[k]);
    return list;
}

static void group_prices(fc_compiled_formula *compiled)
{
    compiled->group = fc_allocate((size_t)compiled->n_parts, sizeof *compiled->group);
    add_groups(compiled, false);
    compiled->n_shared_groups = compiled->n_groups;
    add_groups(compiled, true);
    for (int i = 0; i < compiled->n_groups; i++)
        fc_formula_price_group_open(&compiled->group[i], compiled->n_groups);
    compiled->shared_keys = list_keys(compiled, 0, compiled->n_shared_groups);
    compiled->class_keys = list_keys(compiled, compiled->n_shared_groups, compiled->n_groups);
}

static bool has_finite_constants(const fc_tape *tape)
{
    for (int i = 0; i < tape->n_steps; i++)
        if (!isfinite(tape->step[i].constant))
            return false;
    return true;
}

/* "p", the parameters, and the pivot "rank". */
static bool write_tape(fc_compiled_formula *compiled, const list *all)
{
    const fc_formula *formula = compiled->formula;
    int n = (int)formula->n_parameters + 2;
    const char **key = fc_allocate((size_t)n, sizeof *key);
    key[0] = "p";
    for (size_t i = 0; i < formula->n_parameters; i++)
        key[i + 1] = fc_formula_key(formula->parameter[i]);
    key[n - 1] = "rank";
    fc_tape_names names = {key, n, "dims_create", dims_create};
    int *step = fc_allocate(all->n, sizeof *step);
    compiled->tape = fc_tape_create(step, all->expression, (int)all->n, &names);
    for (size_t i = 0; compiled->tape && i < all->n; i++)
        *all->step[i] = step[i];
    free(step);
    free(key);
    return compiled->tape && has_finite_constants(compiled->tape);
}

static bool has_uncompiled(const fc_formula *formula)
{
    for (size_t i = 0; i < formula->n_terms; i++)
        if (formula->term[i].n_sums > 0 || formula->term[i].executed || formula->term[i].is_overhead)
            return true;
    return false;
}

/* All terms and stops, and their expressions. */
static void make_parts(fc_compiled_formula *compiled, list *all, fc_compute_model *compute)
{
    const fc_formula *formula = compiled->formula;
    compiled->n_parts = (int)formula->n_terms;
    compiled->part = fc_allocate(formula->n_terms, sizeof *compiled->part);
    compiled->price = fc_allocate(formula->n_terms, sizeof *compiled->price);
    compiled->n_stops = (int)formula->n_stops;
    compiled->stop = fc_allocate(formula->n_stops, sizeof *compiled->stop);
    for (int i = 0; i < compiled->n_parts; i++) {
        fc_compiled_part *p = &compiled->part[i];
        p->term = &formula->term[i];
        p->item = item_of(compiled, i);
        fc_formula_price_init(&compiled->price[i], p->term, formula->analysis->program, compiled->machine, compute);
        fc_formula_price *price = &compiled->price[i];
        const fc_formula_term *term = p->term;
        add(all, term->count, &p->count);
        add(all, term->moved, &p->moved);
        add(all, term->region ? term->entries : term->operation ? term->ranks : NULL, &price->number[0]);
        add(all, term->region ? term->iterations : term->bytes, &price->number[1]);
        for (int k = 0; k < price->n_sizes; k++)
            add(all, term->working_set[k], &price->working_set[k]);
    }
    for (int i = 0; i < compiled->n_stops; i++)
        add(all, formula->stop[i], &compiled->stop[i]);
}

fc_compiled_formula *fc_compiled_formula_create(const fc_formula *formula, const fc_coefficients *machine,
                                                fc_compute_model *compute)
{
    if (formula->may_stop || has_uncompiled(formula) || formula->n_terms == 0)
        return NULL;
    fc_compiled_formula *compiled = fc_allocate(1, sizeof *compiled);
    list all = {0};
    compiled->formula = formula;
    compiled->machine = machine;
    make_parts(compiled, &all, compute);
    bool written = write_tape(compiled, &all);
    if (written) {
        /* Parts with the same price share one. */
        for (int i = 0; i < compiled->n_parts; i++) {
            fc_compiled_part *p = &compiled->part[i];
            p->price = i;
            for (int k = 0; k < i && p->price == i; k++)
                if (compiled->part[k].price == k && fc_formula_price_is_equal(&compiled->price[k], &compiled->price[i]))
                    p->price = k;
        }
        const size_t n = (size_t)compiled->n_parts;
        compiled->price_depends = fc_allocate(n, sizeof *compiled->price_depends);
        compiled->price_is_needed = fc_allocate(n, sizeof *compiled->price_is_needed);
        compiled->price_is_by_row = fc_allocate(n, sizeof *compiled->price_is_by_row);
        compiled->item_depends = fc_allocate(n, sizeof *compiled->item_depends);
        compiled->item_is_shared = fc_allocate(n, sizeof *compiled->item_is_shared);
        find_dependence(compiled);
        find_prices_by_row(compiled);
        group_prices(compiled);
    }
    free(all.expression);
    free(all.step);
    if (written)
        return compiled;
    fc_compiled_formula_free(compiled);
    return NULL;
}

void fc_compiled_formula_free(fc_compiled_formula *compiled)
{
    if (!compiled)
        return;
    for (int i = 0; i < compiled->n_parts; i++)
        fc_formula_price_free(&compiled->price[i]);
    for (int i = 0; i < compiled->n_groups; i++)
        fc_formula_price_group_close(&compiled->group[i]);
    fc_tape_plan_free(&compiled->plan);
    fc_tape_free(compiled->tape);
    free(compiled->part);
    free(compiled->price);
    free(compiled->group);
    free(compiled->shared_keys.step);
    free(compiled->class_keys.step);
    free(compiled->item_depends);
    free(compiled->item_is_shared);
    free(compiled->price_depends);
    free(compiled->price_is_needed);
    free(compiled->price_is_by_row);
    free(compiled->stop);
    free(compiled);
}
