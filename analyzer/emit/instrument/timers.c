/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument/timers.h"

#include "analyzer/effects/external.h"
#include "analyzer/memory/definitions.h"
#include "analyzer/model/node_search.h"
#include "analyzer/model/properties/indirect_calls.h"
#include "analyzer/regions/operations.h"

#include <stdlib.h>
#include <string.h>

/* ---- communicating procedures ---- */

typedef void call_visitor(void *data, const fc_node *call, const fc_procedure *callee);

/* Visits every call below the node, with each possible target in the program; callee NULL: external. */
static void visit_calls(const fc_analysis *analysis, const fc_node *node, call_visitor *visit, void *data)
{
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            visit_calls(analysis, node->child[i], visit, data);
    if (node->kind != FC_CALL)
        return;
    const fc_symbol *target = fc_call_target(node);
    if (target) {
        visit(data, node, target->definition);
        return;
    }
    fc_candidates candidates = fc_indirect_calls_candidates(analysis->pointer_calls, node);
    for (size_t i = 0; i < candidates.n; i++)
        visit(data, node, candidates.procedure[i]);
    fc_candidates_free(&candidates);
}

/* The call communicates, or begins or ends MPI. */
static bool is_communication(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_mpi_operation *operation = target ? fc_mpi_operation_find(target->name) : NULL;
    return operation && (fc_mpi_kind_costs(operation->kind) || strncmp(operation->name, "MPI_Init", 8) == 0 ||
                         strcmp(operation->name, "MPI_Finalize") == 0);
}

/* Calls that no timed region may contain. */
typedef struct call_search {
    const bool *is_apart; /* by procedure id: it contains such a call */
    bool has_jumps;       /* the program calls setjmp */
    bool found;
} call_search;

/* A longjmp would leave a region without stopping its timer. Functions that neither the program nor a table defines may
 * call one, as a PNG library does at an error. */
static bool may_jump(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    return target &&
           (strstr(target->name, "longjmp") || strstr(target->name, "setjmp") || fc_external_is_unknown(call));
}

static void look_at_call(void *data, const fc_node *call, const fc_procedure *callee)
{
    call_search *at = data;
    at->found |= callee ? at->is_apart[callee->id] : is_communication(call) || (at->has_jumps && may_jump(call));
}

static bool is_apart_below(const fc_analysis *analysis, const call_search *search, const fc_node *node)
{
    call_search at = *search;
    visit_calls(analysis, node, look_at_call, &at);
    return at.found;
}

/* By procedure id: it contains such a call, or calls a procedure that does. */
static FC_GIVE bool *find_apart(const fc_analysis *analysis, bool has_jumps)
{
    const fc_program *program = analysis->program;
    bool *is_apart = fc_allocate((size_t)program->n_procedures, sizeof *is_apart);
    call_search search = {.is_apart = is_apart, .has_jumps = has_jumps};
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < program->n_procedures; i++) {
            if (is_apart[i] || !is_apart_below(analysis, &search, program->procedure[i]->body))
                continue;
            is_apart[i] = changed = true;
        }
    }
    return is_apart;
}

/* ---- timed regions ---- */

static void find_setjmp(void *data, const fc_node *call, const fc_procedure *callee)
{
    bool *found = data;
    const fc_symbol *target = fc_call_target(call);
    *found |= !callee && target && strstr(target->name, "setjmp") != NULL;
}

/* A label, or a case of an enclosing switch: a jump may enter in the middle. */
static bool has_entrance(const fc_node *node, const void *unused)
{
    if (node->kind == FC_SWITCH || node->kind >= FC_INTEGER)
        return false;
    return node->kind == FC_LABEL || node->kind == FC_CASE || node->kind == FC_DEFAULT ||
           fc_node_any_child(node, has_entrance, unused);
}

static void add(fc_timers *timers, int node)
{
    timers->node = fc_grow(timers->node, &timers->capacity, (size_t)timers->n + 1, sizeof *timers->node);
    timers->node[timers->n++] = node;
}

/* Adds the outermost loops without communication and jumps. */
static void add_loops(fc_timers *timers, const fc_analysis *analysis, const call_search *search, const fc_node *node)
{
    if (fc_node_is_loop(node) && !has_entrance(node, NULL) && !is_apart_below(analysis, search, node)) {
        add(timers, node->id);
        return;
    }
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i] && node->child[i]->kind < FC_INTEGER)
            add_loops(timers, analysis, search, node->child[i]);
}

/* Finds calls of external functions, that is work in a library. */
static void find_library(void *data, const fc_node *call, const fc_procedure *callee)
{
    bool *found = data;
    *found |= !callee && fc_call_target(call);
}

static void add_procedure(fc_timers *timers, const fc_analysis *analysis, const call_search *search,
                          const fc_procedure *p)
{
    int before = timers->n;
    bool has_library = false;
    visit_calls(analysis, p->body, find_library, &has_library);
    if (search->is_apart[p->id] || strcmp(p->symbol->name, "main") == 0) {
        add_loops(timers, analysis, search, p->body);
        return;
    }
    add(timers, p->body->id);
    add_loops(timers, analysis, search, p->body);
    int n_loops = timers->n - before - 1;
    if (n_loops == 0 && !has_library)
        timers->n = before;
    else if (n_loops == 1)
        timers->n = before + 1;
}

static int by_number(const void *left, const void *right)
{
    const int *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

fc_timers fc_timers_find(const fc_analysis *analysis)
{
    const fc_program *program = analysis->program;
    fc_timers timers = {0};
    bool found = false;
    for (int i = 0; i < analysis->program->n_procedures && !found; i++)
        visit_calls(analysis, analysis->program->procedure[i]->body, find_setjmp, &found);
    bool has_jumps = found, *is_apart = find_apart(analysis, has_jumps);
    call_search search = {.is_apart = is_apart, .has_jumps = has_jumps};
    for (int i = 0; i < program->n_procedures; i++)
        if (analysis->reached[i] && !fc_operations_in_callers(program->procedure[i]))
            add_procedure(&timers, analysis, &search, program->procedure[i]);
    if (timers.n)
        qsort(timers.node, (size_t)timers.n, sizeof *timers.node, by_number);
    free(is_apart);
    return timers;
}

void fc_timers_free(fc_timers *timers)
{
    free(timers->node);
    *timers = (fc_timers){0};
}

/* ---- groups ---- */

/* Union-find over the timers, followed by the procedures' untimed remainders. */
typedef struct grouping {
    const fc_analysis *analysis;
    bool *communicates;
    int *timer; /* by node id; -1: not timed */
    int n_timers;
    int *up;
    int *number;       /* by root: number of its group */
    const bool *joins; /* as in fc_timed */
    const fc_procedure *caller;
} grouping;

static int root_of(const grouping *at, int element)
{
    while (at->up[element] != element)
        element = at->up[element] = at->up[at->up[element]];
    return element;
}

/* The innermost timer around the node, else its procedure's remainder; -1: untimed. */
static int element_of(const grouping *at, const fc_node *node, const fc_procedure *procedure)
{
    for (; node; node = node->parent)
        if (at->timer[node->id] >= 0)
            return at->timer[node->id];
    return at->communicates[procedure->id] ? -1 : at->n_timers + procedure->id;
}

static void join_callee(void *data, const fc_node *call, const fc_procedure *callee)
{
    grouping *at = data;
    int from = element_of(at, call, at->caller);
    if (!callee || from < 0 || at->communicates[callee->id] || at->timer[callee->body->id] >= 0)
        return;
    if (at->joins && !at->joins[callee->id])
        return;
    at->up[root_of(at, at->n_timers + callee->id)] = root_of(at, from);
}

static void open_grouping(grouping *at, const fc_analysis *analysis, const fc_timed *timed)
{
    const fc_program *program = analysis->program;
    size_t n_elements = (size_t)timed->n + (size_t)program->n_procedures;
    *at = (grouping){.analysis = analysis, .n_timers = timed->n, .joins = timed->joins};
    at->communicates = find_apart(analysis, false);
    at->timer = fc_allocate((size_t)program->n_nodes, sizeof *at->timer);
    at->up = fc_allocate(n_elements, sizeof *at->up);
    for (int i = 0; i < program->n_nodes; i++)
        at->timer[i] = -1;
    for (int i = 0; i < timed->n; i++)
        at->timer[timed->node[i]] = i;
    for (size_t i = 0; i < n_elements; i++)
        at->up[i] = (int)i;
}

static void close_grouping(grouping *at)
{
    free(at->communicates);
    free(at->timer);
    free(at->up);
}

/* A group has the number of its first timer; without timers it does not exist. */
static void number_below(const grouping *at, int *group, const fc_node *node, int number)
{
    int timer = at->timer[node->id];
    if (timer >= 0)
        number = at->number[root_of(at, timer)];
    group[node->id] = number;
    for (int i = 0; i < node->n_children; i++)
        if (node->child[i])
            number_below(at, group, node->child[i], number);
}

static FC_GIVE int *number_nodes(grouping *at)
{
    const fc_program *program = at->analysis->program;
    int n_elements = at->n_timers + program->n_procedures;
    int *group = fc_allocate((size_t)program->n_nodes, sizeof *group);
    at->number = fc_allocate((size_t)n_elements, sizeof *at->number);
    for (int i = 0; i < n_elements; i++)
        at->number[i] = -1;
    for (int i = at->n_timers - 1; i >= 0; i--)
        at->number[root_of(at, i)] = i;
    for (int i = 0; i < program->n_nodes; i++)
        group[i] = -1;
    for (int i = 0; i < program->n_procedures; i++) {
        int around = at->communicates[i] ? -1 : at->number[root_of(at, at->n_timers + i)];
        number_below(at, group, program->procedure[i]->body, around);
    }
    free(at->number);
    return group;
}

FC_GIVE int *fc_timers_group(const fc_analysis *analysis, const fc_timed *timed)
{
    grouping at;
    open_grouping(&at, analysis, timed);
    const fc_program *program = at.analysis->program;
    for (int i = 0; i < program->n_procedures; i++) {
        at.caller = program->procedure[i];
        if (at.analysis->reached[i])
            visit_calls(at.analysis, at.caller->body, join_callee, &at);
    }
    int *group = number_nodes(&at);
    close_grouping(&at);
    return group;
}

FC_GIVE double *fc_timers_untimed(const fc_analysis *analysis, const fc_timed *timed, const double *second)
{
    grouping at;
    int n = analysis->program->n_procedures;
    double *own = fc_allocate((size_t)n, sizeof *own), *all = fc_allocate((size_t)n, sizeof *all);
    open_grouping(&at, analysis, timed);
    for (size_t i = 0; i < analysis->n_regions; i++) {
        const fc_region_model *region = analysis->region[i];
        if (element_of(&at, region->node, region->procedure) == at.n_timers + region->procedure->id)
            own[region->procedure->id] += second[i];
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (own[k] > 0 && (i == k || fc_control_calls(analysis->control, analysis->program->procedure[i],
                                                          analysis->program->procedure[k])))
                all[i] += own[k];
    close_grouping(&at);
    free(own);
    return all;
}
