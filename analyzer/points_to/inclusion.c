/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/points_to/inclusion.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_ELEMENTS = 64000000,
    NONE = -1
};

typedef struct list {
    int *item;
    size_t n, capacity;
} list;

typedef struct variable {
    int into; /* the variable of its cycle that stands for it; itself if none does */
    fc_number_set set;
    list unpropagated, unloaded; /* elements that the successors, and the loads and stores, have not seen */
    list successor;              /* sets that include this one */
    list load, store;            /* variables */
} variable;

struct fc_inclusion {
    variable *variable;
    size_t n, capacity;
    int *content; /* by object: a variable */
    size_t n_objects, object_capacity;
    size_t n_elements; /* of all sets */
    bool changed;
    int *order; /* the variables that stand for themselves, in topological order */
    size_t n_ordered, order_capacity;
};

static void push(list *l, int item)
{
    l->item = fc_grow(l->item, &l->capacity, l->n + 1, sizeof *l->item);
    l->item[l->n++] = item;
}

fc_inclusion *fc_inclusion_create(void)
{
    return fc_allocate(1, sizeof(fc_inclusion));
}

static void free_variable(variable *v)
{
    free(v->set.item);
    free(v->unpropagated.item);
    free(v->unloaded.item);
    free(v->successor.item);
    free(v->load.item);
    free(v->store.item);
}

void fc_inclusion_free(fc_inclusion *system)
{
    if (!system)
        return;
    for (size_t i = 0; i < system->n; i++)
        free_variable(&system->variable[i]);
    free(system->variable);
    free(system->content);
    free(system->order);
    free(system);
}

int fc_inclusion_add_variable(fc_inclusion *system)
{
    system->variable = fc_grow(system->variable, &system->capacity, system->n + 1, sizeof *system->variable);
    system->variable[system->n] = (variable){.into = (int)system->n};
    return (int)system->n++;
}

int fc_inclusion_add_object(fc_inclusion *system, int content)
{
    system->content =
        fc_grow(system->content, &system->object_capacity, system->n_objects + 1, sizeof *system->content);
    system->content[system->n_objects] = content;
    return (int)system->n_objects++;
}

int fc_inclusion_n_objects(const fc_inclusion *system)
{
    return (int)system->n_objects;
}

static int find(const fc_inclusion *system, int variable)
{
    while (system->variable[variable].into != variable)
        variable = system->variable[variable].into = system->variable[system->variable[variable].into].into;
    return variable;
}

/* ---- sets ---- */

static bool has(const fc_number_set *set, int item)
{
    int low = 0, high = set->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (set->item[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->n && set->item[low] == item;
}

/* Merges the items, sorted, into the set; what is new is also recorded as unseen. */
static void add_all(fc_inclusion *system, int to, const int *item, size_t n)
{
    variable *v = &system->variable[to];
    size_t n_new = 0;
    for (size_t i = 0; i < n; i++)
        n_new += !has(&v->set, item[i]);
    if (n_new == 0)
        return;
    v->set.item = fc_grow(v->set.item, &v->set.capacity, (size_t)v->set.n + n_new, sizeof *v->set.item);
    int old = v->set.n - 1, at = v->set.n + (int)n_new - 1;
    for (size_t i = n; i > 0;) {
        while (old >= 0 && v->set.item[old] > item[i - 1])
            v->set.item[at--] = v->set.item[old--];
        i--;
        if (old >= 0 && v->set.item[old] == item[i])
            continue;
        v->set.item[at--] = item[i];
        push(&v->unpropagated, item[i]);
        push(&v->unloaded, item[i]);
    }
    v->set.n += (int)n_new;
    system->n_elements += n_new;
    system->changed = true;
}

void fc_inclusion_add_element(fc_inclusion *system, int variable, int object)
{
    add_all(system, find(system, variable), &object, 1);
}

void fc_inclusion_add_copy(fc_inclusion *system, int into, int from)
{
    into = find(system, into);
    from = find(system, from);
    if (into == from)
        return;
    push(&system->variable[from].successor, into); /* tidy_successors() drops repeated ones */
    add_all(system, into, system->variable[from].set.item, (size_t)system->variable[from].set.n);
}

void fc_inclusion_add_load(fc_inclusion *system, int into, int pointer)
{
    push(&system->variable[pointer].load, into);
}

void fc_inclusion_add_store(fc_inclusion *system, int pointer, int from)
{
    push(&system->variable[pointer].store, from);
}

void fc_inclusion_add_everywhere(fc_inclusion *system, int from)
{
    for (size_t i = 0; i < system->n_objects; i++)
        fc_inclusion_add_copy(system, system->content[i], from);
}

/* ---- cycles ---- */

static int by_value(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void append(list *to, list *from)
{
    for (size_t i = 0; i < from->n; i++)
        push(to, from->item[i]);
    free(from->item);
    *from = (list){0};
}

/* b's constraints become a's, whose elements are all unseen again. */
static void merge(fc_inclusion *system, int a, int b)
{
    variable *x = &system->variable[a], *y = &system->variable[b];
    y->into = a;
    system->n_elements -= (size_t)y->set.n;
    add_all(system, a, y->set.item, (size_t)y->set.n);
    append(&x->successor, &y->successor);
    append(&x->load, &y->load);
    append(&x->store, &y->store);
    x->unpropagated.n = x->unloaded.n = 0;
    for (int i = 0; i < x->set.n; i++) {
        push(&x->unpropagated, x->set.item[i]);
        push(&x->unloaded, x->set.item[i]);
    }
    free_variable(y);
    *y = (variable){.into = a};
}

/* Successors by the variables that stand for them, each once. */
static void tidy_successors(fc_inclusion *system, int of)
{
    list *l = &system->variable[of].successor;
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        l->item[i] = find(system, l->item[i]);
    if (l->n)
        qsort(l->item, l->n, sizeof *l->item, by_value);
    for (size_t i = 0; i < l->n; i++)
        if (l->item[i] != of && (n == 0 || l->item[n - 1] != l->item[i]))
            l->item[n++] = l->item[i];
    l->n = n;
}

/* Tarjan's algorithm (1972) with a stack of its own. */
typedef struct search {
    int *index, *low; /* by variable; 0: not visited */
    size_t *next;     /* by variable: the successor to visit next */
    bool *is_open;
    list path, open;
    int n;
} search;

static void enter(search *s, int variable)
{
    s->index[variable] = s->low[variable] = ++s->n;
    s->is_open[variable] = true;
    push(&s->path, variable);
    push(&s->open, variable);
}

static void close_component(fc_inclusion *system, search *s, int root)
{
    int member;
    system->order = fc_grow(system->order, &system->order_capacity, system->n_ordered + 1, sizeof *system->order);
    system->order[system->n_ordered++] = root;
    do {
        member = s->open.item[--s->open.n];
        s->is_open[member] = false;
        if (member != root)
            merge(system, root, member);
    } while (member != root);
}

static void visit(fc_inclusion *system, search *s, int start)
{
    enter(s, start);
    while (s->path.n > 0) {
        int at = s->path.item[s->path.n - 1];
        const list *successor = &system->variable[at].successor;
        if (s->next[at] < successor->n) {
            int to = find(system, successor->item[s->next[at]++]);
            if (!s->index[to])
                enter(s, to);
            else if (s->is_open[to] && s->index[to] < s->low[at])
                s->low[at] = s->index[to];
            continue;
        }
        s->path.n--;
        if (s->path.n > 0 && s->low[at] < s->low[s->path.item[s->path.n - 1]])
            s->low[s->path.item[s->path.n - 1]] = s->low[at];
        if (s->low[at] == s->index[at])
            close_component(system, s, at);
    }
}

/* Merges cycles and sets the order, from the sources of the graph on. */
static void collapse_cycles(fc_inclusion *system)
{
    search s = {fc_allocate(system->n, sizeof *s.index),
                fc_allocate(system->n, sizeof *s.low),
                fc_allocate(system->n, sizeof *s.next),
                fc_allocate(system->n, sizeof *s.is_open),
                {0},
                {0},
                0};
    system->n_ordered = 0;
    for (size_t i = 0; i < system->n; i++)
        if (system->variable[i].into == (int)i && !s.index[i])
            visit(system, &s, (int)i);
    for (size_t i = 0; i < system->n_ordered / 2; i++) {
        int other = system->order[system->n_ordered - 1 - i];
        system->order[system->n_ordered - 1 - i] = system->order[i];
        system->order[i] = other;
    }
    free(s.index);
    free(s.low);
    free(s.next);
    free(s.is_open);
    free(s.path.item);
    free(s.open.item);
}

/* ---- waves ---- */

static list take(list *from)
{
    list taken = *from;
    *from = (list){0};
    if (taken.n)
        qsort(taken.item, taken.n, sizeof *taken.item, by_value);
    return taken;
}

static void add_edges(fc_inclusion *system, int of)
{
    list fresh = take(&system->variable[of].unloaded);
    for (size_t i = 0; i < fresh.n; i++) {
        const int content = system->content[fresh.item[i]];
        for (size_t k = 0; k < system->variable[of].load.n; k++)
            fc_inclusion_add_copy(system, system->variable[of].load.item[k], content);
        for (size_t k = 0; k < system->variable[of].store.n; k++)
            fc_inclusion_add_copy(system, content, system->variable[of].store.item[k]);
    }
    free(fresh.item);
}

bool fc_inclusion_solve(fc_inclusion *system)
{
    for (system->changed = true; system->changed && system->n_elements <= MOST_ELEMENTS;) {
        collapse_cycles(system);
        system->changed = false;
        for (size_t i = 0; i < system->n_ordered && system->n_elements <= MOST_ELEMENTS; i++) {
            int from = system->order[i];
            list fresh = take(&system->variable[from].unpropagated);
            tidy_successors(system, from);
            for (size_t k = 0; k < system->variable[from].successor.n && fresh.n > 0; k++)
                add_all(system, system->variable[from].successor.item[k], fresh.item, fresh.n);
            free(fresh.item);
        }
        for (size_t i = 0; i < system->n_ordered && system->n_elements <= MOST_ELEMENTS; i++)
            add_edges(system, system->order[i]);
    }
    return system->n_elements <= MOST_ELEMENTS;
}

int fc_inclusion_representative(const fc_inclusion *system, int variable)
{
    return find(system, variable);
}

const fc_number_set *fc_inclusion_of(const fc_inclusion *system, int representative)
{
    return &system->variable[representative].set;
}
