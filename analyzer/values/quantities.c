/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/values/quantities.h"

#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/values/leaves.h"
#include "support/path.h"

#include <stdlib.h>

/* A call of a procedure, found from the callee. */
typedef struct site {
    const fc_procedure *caller, *callee;
    const fc_node *call;
} site;

/* The quantities that stand for a value: member[first] .. member[first + n - 1]. */
typedef struct standing {
    enum {
        NOT_KNOWN,
        IN_PROGRESS,
        KNOWN
    } state;
    int first, n;
} standing;

typedef struct finder {
    fc_quantities *out;
    site *site; /* by callee */
    size_t n_sites, site_capacity, *first_site;
    standing *of_value; /* by value */
    size_t n_values, value_capacity;
    int *member;
    size_t n_members, member_capacity;
    const fc_node *loop; /* that is being looked at */
} finder;

/* ---- values as text of the source: "A->n", "I[i + 1] - I[i]" ---- */

static void print_value(fc_text *out, const fc_program *program, const fc_value_table *table, int value);

static void print_sum(fc_text *out, const fc_program *program, const fc_value_table *table, const fc_numbered_value *v)
{
    bool is_first = true;
    for (int positive = 1; positive >= 0; positive--)
        for (int i = 0; i < v->n_operands; i++) {
            long coefficient = table->coefficient[v->first_operand + i];
            if ((coefficient > 0) != positive)
                continue;
            long size = coefficient < 0 ? -coefficient : coefficient;
            fc_text_add(out, "%s", coefficient < 0 ? (is_first ? "-" : " - ") : is_first ? "" : " + ");
            if (size != 1)
                fc_text_add(out, "%ld*", size);
            print_value(out, program, table, table->operand[v->first_operand + i]);
            is_first = false;
        }
    if (v->number[0] != 0)
        fc_text_add(out, " %c %ld", v->number[0] < 0 ? '-' : '+', v->number[0] < 0 ? -v->number[0] : v->number[0]);
}

static void print_value(fc_text *out, const fc_program *program, const fc_value_table *table, int value)
{
    const fc_numbered_value *v = fc_value_of(table, value);
    if (v->kind == FC_VALUE_CONSTANT)
        fc_text_add(out, "%ld", v->number[0]);
    else if (v->kind == FC_VALUE_PARAMETER)
        fc_text_add(out, "%s", program->symbol[v->number[0]]->name);
    else if (v->kind == FC_VALUE_OPAQUE && v->number[0] == -1)
        fc_text_add(out, "%s", program->symbol[v->number[1]]->name);
    else if (v->kind == FC_VALUE_SUM)
        print_sum(out, program, table, v);
    else if (v->source)
        fc_node_print(out, v->source);
    else if (v->n_operands > 0)
        print_value(out, program, table, fc_value_operand(table, value, 0));
    else
        fc_text_add(out, "value");
}

/* ---- calls, by callee ---- */

static int by_callee(const void *a, const void *b)
{
    const site *x = a, *y = b;
    int order = x->callee->id - y->callee->id;
    return order ? order : x->call->id - y->call->id;
}

static void find_sites(finder *f)
{
    const fc_program *program = f->out->analysis->program;
    const fc_modified_memory *memory = fc_value_numbers_memory(f->out->values);
    for (int p = 0; p < program->n_procedures; p++)
        for (size_t i = memory->first_called[p]; i < memory->first_called[p + 1] && f->out->analysis->reached[p]; i++)
            for (size_t k = 0; k < memory->called[i].callees.n; k++) {
                f->site = fc_grow(f->site, &f->site_capacity, f->n_sites + 1, sizeof *f->site);
                f->site[f->n_sites++] =
                    (site){program->procedure[p], memory->called[i].callees.procedure[k], memory->called[i].call};
            }
    if (f->n_sites)
        qsort(f->site, f->n_sites, sizeof *f->site, by_callee);
    f->first_site = fc_allocate((size_t)program->n_procedures + 1, sizeof *f->first_site);
    size_t at = 0;
    for (int p = 0; p <= program->n_procedures; p++) {
        while (at < f->n_sites && f->site[at].callee->id < p)
            at++;
        f->first_site[p] = at;
    }
}

/* ---- what stands for a value ---- */

static standing *standing_of(finder *f, int value)
{
    size_t before = f->n_values;
    if ((size_t)value >= before) {
        f->of_value = fc_grow(f->of_value, &f->value_capacity, (size_t)value + 1, sizeof *f->of_value);
        for (f->n_values = (size_t)value + 1; before < f->n_values; before++)
            f->of_value[before] = (standing){NOT_KNOWN, 0, 0};
    }
    return &f->of_value[value];
}

static void add_member(finder *f, int first, int quantity)
{
    for (size_t i = (size_t)first; i < f->n_members; i++)
        if (f->member[i] == quantity)
            return;
    f->member = fc_grow(f->member, &f->member_capacity, f->n_members + 1, sizeof *f->member);
    f->member[f->n_members++] = quantity;
}

static int add_quantity(fc_quantities *out, fc_quantity quantity)
{
    out->quantity = fc_grow(out->quantity, &out->capacity, out->n + 1, sizeof *out->quantity);
    out->quantity[out->n] = quantity;
    return (int)out->n++;
}

static int new_quantity(finder *f, int value)
{
    fc_quantities *out = f->out;
    fc_text name = {0};
    const fc_numbered_value *v = fc_value_of(fc_value_numbers_table(out->values), value);
    print_value(&name, out->analysis->program, fc_value_numbers_table(out->values), value);
    return add_quantity(out, (fc_quantity){.value = value,
                                           .procedure = out->analysis->program->procedure[v->procedure],
                                           .loop = f->loop,
                                           .name = name.bytes});
}

/* Values of the callers that the calls pass for a value of the callee. */
typedef struct passed {
    fc_leaves leaf;
    bool is_complete; /* each call determines the value */
} passed;

/* The argument of a parameter is static at this call. */
static bool is_static_argument(const finder *f, const site *s, const fc_numbered_value *v)
{
    for (int i = 0; i < s->callee->n_parameters && v->kind == FC_VALUE_PARAMETER; i++)
        if (s->callee->parameter[i]->id == v->number[0] && i + 1 < s->call->n_children)
            return fc_control_is_static(f->out->analysis->control, s->call->child[i + 1]);
    return false;
}

static void add_site(finder *f, passed *p, const site *s, int value)
{
    fc_value_numbers *values = f->out->values;
    if (is_static_argument(f, s, fc_value_of(fc_value_numbers_table(values), value)))
        return;
    fc_numbering *caller = fc_value_numbers_in(values, s->caller);
    int there = fc_value_numbers_at_call(values, caller, s->call, value);
    p->is_complete &= there != FC_VALUE_NONE;
    if (there != FC_VALUE_NONE)
        fc_leaves_add(&p->leaf, values, caller, there);
}

static passed passed_for(finder *f, int value)
{
    const fc_numbered_value v = *fc_value_of(fc_value_numbers_table(f->out->values), value);
    const fc_procedure *procedure = f->out->analysis->program->procedure[v.procedure];
    const size_t first = f->first_site[v.procedure], last = f->first_site[v.procedure + 1];
    passed p = {.is_complete = v.is_entry && first < last};
    if (fc_indirect_calls_may_target(f->out->analysis->pointer_calls, procedure))
        p.is_complete = false;
    for (size_t i = first; i < last && p.is_complete; i++)
        add_site(f, &p, &f->site[i], value);
    return p;
}

static void stand(finder *f, int value);

/* The quantities of the callers, if there is one, or all are known already. False: they do not stand for the value. */
static bool stand_callers(finder *f, int first, const passed *p)
{
    bool all_known = p->is_complete;
    for (size_t i = 0; i < p->leaf.n && all_known; i++)
        all_known = standing_of(f, p->leaf.value[i])->state == KNOWN;
    for (size_t i = 0; i < p->leaf.n && all_known; i++) {
        const standing from = *standing_of(f, p->leaf.value[i]);
        for (int k = 0; k < from.n; k++)
            add_member(f, first, f->member[from.first + k]);
    }
    return all_known;
}

static void stand(finder *f, int value)
{
    if (standing_of(f, value)->state != NOT_KNOWN)
        return;
    standing_of(f, value)->state = IN_PROGRESS;
    passed p = passed_for(f, value);
    if (p.is_complete && p.leaf.n == 1)
        stand(f, p.leaf.value[0]);
    const int first = (int)f->n_members;
    if (!stand_callers(f, first, &p))
        add_member(f, first, new_quantity(f, value));
    *standing_of(f, value) = (standing){KNOWN, first, (int)f->n_members - first};
    free(p.leaf.value);
}

/* ---- loops ---- */

typedef struct loop_walk {
    finder *f;
    const fc_procedure *procedure;
} loop_walk;

static void add_loop(void *data, const fc_cost *cost)
{
    loop_walk *walk = data;
    fc_quantities *out = walk->f->out;
    if (cost->kind != FC_COST_COUNTED_LOOP || !fc_node_is_loop(cost->node))
        return;
    fc_quantity_loop loop = {.node = cost->node, .procedure = walk->procedure};
    loop.failure = fc_trips_of(&loop.trip, out->values, fc_value_numbers_in(out->values, walk->procedure), cost->node);
    out->loop = fc_grow(out->loop, &out->loop_capacity, out->n_loops + 1, sizeof *out->loop);
    out->loop[out->n_loops++] = loop;
}

static void add_quantity_of_loop(fc_quantities *out, fc_quantity_loop *loop, int quantity)
{
    for (int i = loop->first; i < loop->first + loop->n; i++)
        if (out->quantity_of_loop[i] == quantity)
            return;
    out->quantity_of_loop =
        fc_grow(out->quantity_of_loop, &out->of_loop_capacity, out->n_of_loops + 1, sizeof *out->quantity_of_loop);
    out->quantity_of_loop[out->n_of_loops++] = quantity;
    out->quantity[quantity].n_loops++;
    loop->n++;
}

static void find_loop_quantities(finder *f, fc_quantity_loop *loop)
{
    fc_quantities *out = f->out;
    bool is_counted = loop->failure == FC_TRIP_FOUND;
    out->n_measured += is_counted;
    out->n_dynamic += !is_counted;
    loop->first = (int)out->n_of_loops;
    f->loop = loop->node;
    fc_leaves leaves = {0};
    if (is_counted) {
        fc_numbering *in = fc_value_numbers_in(out->values, loop->procedure);
        fc_leaves_add(&leaves, out->values, in, loop->trip.distance);
        loop->whole = fc_leaves_whole(out->values, in, loop->trip.distance);
    }
    for (size_t i = 0; i < leaves.n; i++) {
        stand(f, leaves.value[i]);
        const standing by = *standing_of(f, leaves.value[i]);
        for (int k = 0; k < by.n; k++)
            add_quantity_of_loop(out, loop, f->member[by.first + k]);
    }
    free(leaves.value);
}

/* ---- counts measured as a whole ---- */

/* Loops with one value of their count: by_count[first] .. by_count[end - 1]. */
typedef struct equal_counts {
    fc_quantities *out;
    fc_quantity_loop **by_count; /* all loops with several quantities, by the value of their count */
    size_t n;
} equal_counts;

static int order_by_count(const void *a, const void *b)
{
    const fc_quantity_loop *x = *(fc_quantity_loop *const *)a, *y = *(fc_quantity_loop *const *)b;
    return x->whole != y->whole ? (x->whole > y->whole) - (x->whole < y->whole) : x->node->id - y->node->id;
}

static void collect_several(equal_counts *counts, fc_quantities *out)
{
    *counts = (equal_counts){.out = out, .by_count = fc_allocate(out->n_loops + 1, sizeof(fc_quantity_loop *))};
    for (size_t i = 0; i < out->n_loops; i++)
        if (out->loop[i].n > 1)
            counts->by_count[counts->n++] = &out->loop[i];
    if (counts->n)
        qsort(counts->by_count, counts->n, sizeof *counts->by_count, order_by_count);
}

/* How many quantities bound only these loops. All of them have the same ones. */
static int count_private(const equal_counts *counts, size_t first, size_t end)
{
    const fc_quantity_loop *loop = counts->by_count[first];
    int n = 0;
    for (int i = loop->first; i < loop->first + loop->n; i++)
        n += counts->out->quantity[counts->out->quantity_of_loop[i]].n_loops == (int)(end - first);
    return n;
}

/* The count itself becomes the only quantity of these loops. */
static void measure_whole(const equal_counts *counts, size_t first, size_t end)
{
    fc_quantities *out = counts->out;
    const fc_quantity_loop *leader = counts->by_count[first];
    fc_place place = fc_program_place(out->analysis->program, leader->node->span);
    const int whole =
        add_quantity(out, (fc_quantity){.value = leader->whole,
                                        .procedure = leader->procedure,
                                        .loop = leader->node,
                                        .name = fc_format("iterations(%s:%d)", fc_path_name(place.file), place.line),
                                        .n_loops = (int)(end - first)});
    for (size_t i = first; i < end; i++) {
        fc_quantity_loop *loop = counts->by_count[i];
        for (int k = loop->first; k < loop->first + loop->n; k++)
            out->quantity[out->quantity_of_loop[k]].n_loops--;
        out->quantity_of_loop[loop->first] = whole;
        loop->n = 1;
    }
}

static bool measure_wholes(const equal_counts *counts)
{
    bool changed = false;
    for (size_t first = 0, end; first < counts->n; first = end) {
        const fc_quantity_loop *loop = counts->by_count[first];
        for (end = first + 1; end < counts->n && counts->by_count[end]->whole == loop->whole;)
            end++;
        bool pays = loop->whole != FC_VALUE_NONE && loop->n > 1 && count_private(counts, first, end) > 1;
        if (pays)
            measure_whole(counts, first, end);
        changed |= pays;
    }
    return changed;
}

static void drop_unused(fc_quantities *out)
{
    int *kept = fc_allocate(out->n + 1, sizeof *kept), n = 0;
    for (size_t i = 0; i < out->n; i++) {
        kept[i] = n;
        if (out->quantity[i].n_loops > 0)
            out->quantity[n++] = out->quantity[i];
        else
            free(out->quantity[i].name);
    }
    for (size_t i = 0; i < out->n_of_loops; i++)
        out->quantity_of_loop[i] = kept[out->quantity_of_loop[i]];
    out->n = (size_t)n;
    free(kept);
}

/* ---- all loops ---- */

/* Callers before callees, but for recursion. */
static void order_from(const finder *f, int procedure, bool *seen, int *order, int *n)
{
    const fc_modified_memory *memory = fc_value_numbers_memory(f->out->values);
    seen[procedure] = true;
    for (size_t i = memory->first_called[procedure]; i < memory->first_called[procedure + 1]; i++)
        for (size_t k = 0; k < memory->called[i].callees.n; k++)
            if (!seen[memory->called[i].callees.procedure[k]->id])
                order_from(f, memory->called[i].callees.procedure[k]->id, seen, order, n);
    order[--*n] = procedure;
}

static FC_GIVE int *callers_first(const finder *f)
{
    const int n = f->out->analysis->program->n_procedures;
    int *order = fc_allocate((size_t)n + 1, sizeof *order), left = n;
    bool *seen = fc_allocate((size_t)n + 1, sizeof *seen);
    for (int p = n - 1; p >= 0; p--)
        if (!seen[p] && f->first_site[p] == f->first_site[p + 1])
            order_from(f, p, seen, order, &left);
    for (int p = n - 1; p >= 0; p--)
        if (!seen[p])
            order_from(f, p, seen, order, &left);
    free(seen);
    return order;
}

static int by_node(const void *a, const void *b)
{
    const fc_quantity_loop *x = a, *y = b;
    return x->node->id - y->node->id;
}

void fc_quantities_find(fc_quantities *out, const fc_analysis *analysis)
{
    *out = (fc_quantities){.analysis = analysis};
    out->values = fc_value_numbers_create(analysis->program, analysis->control, analysis->pointer_calls);
    finder f = {.out = out};
    find_sites(&f);
    int *order = callers_first(&f);
    for (int i = 0; i < analysis->program->n_procedures; i++) {
        loop_walk walk = {&f, analysis->program->procedure[order[i]]};
        const size_t before = out->n_loops;
        if (analysis->tree[order[i]])
            fc_cost_walk(analysis->tree[order[i]], add_loop, &walk);
        for (size_t k = before; k < out->n_loops; k++)
            find_loop_quantities(&f, &out->loop[k]);
    }
    /* One quantity instead of several that bound no other loop. */
    equal_counts counts;
    collect_several(&counts, out);
    while (measure_wholes(&counts))
        continue;
    drop_unused(out);
    free(counts.by_count);
    if (out->n_loops)
        qsort(out->loop, out->n_loops, sizeof *out->loop, by_node);
    free(order);
    free(f.site);
    free(f.first_site);
    free(f.of_value);
    free(f.member);
}

void fc_quantities_free(fc_quantities *quantities)
{
    for (size_t i = 0; i < quantities->n; i++)
        free(quantities->quantity[i].name);
    free(quantities->quantity);
    free(quantities->loop);
    free(quantities->quantity_of_loop);
    fc_value_numbers_free(quantities->values);
}

const fc_quantity_loop *fc_quantities_of_loop(const fc_quantities *quantities, const fc_node *loop)
{
    size_t low = 0, high = quantities->n_loops;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (quantities->loop[middle].node->id < loop->id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < quantities->n_loops && quantities->loop[low].node == loop ? &quantities->loop[low] : NULL;
}
