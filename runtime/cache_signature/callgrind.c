/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/callgrind.h"

#include "support/map.h"
#include "support/messages/signature.h"
#include "support/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_EVENTS = FC_CALLGRIND_N_EVENTS,
    MOST_COLUMNS = 32,
    MOST_ROUNDS = 1000
};

static const char *const events[N_EVENTS] = {"Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw"};

typedef struct function {
    const char *object, *file, *name;
    bool is_program, is_mpi;
    double self[N_EVENTS], below[N_EVENTS]; /* below: the share of its cost in the program and MPI */
    size_t first_edge, n_edges;             /* once the edges are sorted */
} function;

typedef struct edge {
    int caller, callee, line;
    const char *file; /* of the call */
    double calls, cost[N_EVENTS];
} edge;

/* The state of reading; texts belong to the profile's bytes. */
typedef struct reader {
    const char *path;
    int number; /* of the line */
    int column[MOST_COLUMNS];
    int n_columns; /* 0: the line `events:` has not come yet */
    const char *object, *file, *called_object, *called_file;
    int current, called; /* functions; -1: none */
    double calls;        /* the next line is the cost of so many calls; 0: of the function itself */
    function *function;
    size_t n_functions, function_capacity;
    edge *edge;
    size_t n_edges, edge_capacity;
    fc_map functions; /* index + 1 */
    fc_report *report;
} reader;

static fc_status refuse(const reader *r, const char *what)
{
    return fc_fail(r->report, FC_E_INPUT, (fc_place){r->path, r->number, 0}, NULL, FC_MSG_CALLGRIND_INVALID, what);
}

/* ---- lines ---- */

/* Static functions of one name in an object count as one. */
static int function_at(reader *r, const char *object, const char *file, const char *name)
{
    char *key = fc_format("%s\n%s", object, name);
    uintptr_t known = (uintptr_t)fc_map_get(&r->functions, key, strlen(key));
    if (!known) {
        r->function = fc_grow(r->function, &r->function_capacity, r->n_functions + 1, sizeof *r->function);
        r->function[r->n_functions++] = (function){.object = object, .file = file, .name = name};
        known = r->n_functions;
        fc_map_put(&r->functions, key, strlen(key), (void *)known); // NOLINT: an index
    }
    free(key);
    return (int)known - 1;
}

static fc_status read_events(reader *r, char *names)
{
    bool has[N_EVENTS] = {false}, has_all = true;
    for (char *rest = NULL, *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (r->n_columns == MOST_COLUMNS)
            return refuse(r, "fewer events");
        r->column[r->n_columns] = -1;
        for (int i = 0; i < N_EVENTS; i++)
            if (strcmp(name, events[i]) == 0) {
                r->column[r->n_columns] = i;
                has[i] = true;
            }
        r->n_columns++;
    }
    for (int i = 0; i < N_EVENTS; i++)
        has_all &= has[i];
    return has_all ? FC_OK : refuse(r, "the events of a cache simulation");
}

/* LINE { COST }: trailing zeros are left out. */
static fc_status read_cost(reader *r, char *text)
{
    char *end;
    double cost[N_EVENTS] = {0};
    long line = strtol(text, &end, 10);
    if (r->current < 0 || r->n_columns == 0 || end == text || line < 0 || line > 1 << 30)
        return refuse(r, "a line number and costs");
    for (int i = 0; *end; i++) {
        char *begin = end;
        double value = (double)strtoull(begin, &end, 10);
        if (end == begin || i == r->n_columns || *begin != ' ' || begin[1] == '-')
            return refuse(r, "whole numbers");
        if (r->column[i] >= 0)
            cost[r->column[i]] = value;
    }
    if (r->calls == 0) {
        for (int i = 0; i < N_EVENTS; i++)
            r->function[r->current].self[i] += cost[i];
        return FC_OK;
    }
    r->edge = fc_grow(r->edge, &r->edge_capacity, r->n_edges + 1, sizeof *r->edge);
    edge *to = &r->edge[r->n_edges++];
    *to = (edge){.caller = r->current, .callee = r->called, .line = (int)line, .file = r->file, .calls = r->calls};
    memcpy(to->cost, cost, sizeof cost);
    r->calls = 0;
    return FC_OK;
}

/* KEY=VALUE; others are left out. */
static fc_status read_key(reader *r, const char *key, char *value)
{
    if (strcmp(key, "ob") == 0)
        r->object = value;
    else if (strcmp(key, "fl") == 0 || strcmp(key, "fi") == 0 || strcmp(key, "fe") == 0)
        r->file = value;
    else if (strcmp(key, "fn") == 0) {
        r->current = function_at(r, r->object, r->file, value);
        r->function[r->current].file = r->file;
    } else if (strcmp(key, "cob") == 0)
        r->called_object = value;
    else if (strcmp(key, "cfi") == 0 || strcmp(key, "cfl") == 0)
        r->called_file = value;
    else if (strcmp(key, "cfn") == 0)
        r->called = function_at(r, r->called_object ? r->called_object : r->object,
                                r->called_file ? r->called_file : r->file, value);
    else if (strcmp(key, "calls") == 0) {
        char *end;
        r->calls = (double)strtoull(value, &end, 10);
        if (end == value || *value == '-' || r->calls < 1 || r->called < 0)
            return refuse(r, "calls of a function");
        r->called_object = r->called_file = NULL;
        return FC_OK;
    }
    return FC_OK;
}

static fc_status read_line(reader *r, char *line)
{
    char *sign = line + strspn(line, "abcdefghijklmnopqrstuvwxyz");
    if (*line >= '0' && *line <= '9')
        return read_cost(r, line);
    if (strncmp(line, "events: ", 8) == 0)
        return r->n_columns ? refuse(r, "one list of events") : read_events(r, line + 8);
    if (*sign != '=')
        return FC_OK;
    *sign = '\0';
    return read_key(r, line, sign + 1);
}

/* ---- shares of the program and MPI ---- */

static bool is_excluded(const function *of)
{
    return of->is_program || of->is_mpi;
}

static int by_caller(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    return (x->caller > y->caller) - (x->caller < y->caller);
}

static void sort_edges(reader *r)
{
    if (r->n_edges > 0)
        qsort(r->edge, r->n_edges, sizeof *r->edge, by_caller);
    for (size_t i = 0; i < r->n_edges; i++) {
        function *caller = &r->function[r->edge[i].caller];
        if (caller->n_edges++ == 0)
            caller->first_edge = i;
    }
}

/* One step of the iteration for a function; returns by how much a share changed. Its calls of itself change none. */
static double improve(reader *r, int index)
{
    function *at = &r->function[index];
    double most = 0;
    for (int e = 0; e < N_EVENTS; e++) {
        double all = at->self[e], below = 0;
        for (size_t i = at->first_edge; i < at->first_edge + at->n_edges; i++) {
            const edge *call = &r->edge[i];
            const function *callee = &r->function[call->callee];
            if (call->callee == index)
                continue;
            all += call->cost[e];
            below += call->cost[e] * (is_excluded(callee) ? 1 : callee->below[e]);
        }
        const double share = all > 0 ? below / all : 0;
        most = fmax(most, fabs(share - at->below[e]));
        at->below[e] = share;
    }
    return most;
}

static void solve(reader *r)
{
    double change = 1;
    for (int round = 0; round < MOST_ROUNDS && change > 1e-9; round++) {
        change = 0;
        for (size_t i = 0; i < r->n_functions; i++)
            if (!is_excluded(&r->function[i]))
                change = fmax(change, improve(r, (int)i));
    }
}

/* ---- results ---- */

static int by_place(const void *a, const void *b)
{
    const fc_callgrind_call *x = a, *y = b;
    int order = strcmp(x->file, y->file);
    if (order == 0)
        order = (x->line > y->line) - (x->line < y->line);
    if (order == 0)
        order = strcmp(x->caller, y->caller);
    return order ? order : strcmp(x->callee, y->callee);
}

/* Sorts the calls and adds up those of one place and callee. */
static void merge(fc_callgrind_calls *calls)
{
    size_t kept = 0;
    if (calls->n > 0)
        qsort(calls->call, calls->n, sizeof *calls->call, by_place);
    for (size_t i = 0; i < calls->n; i++) {
        fc_callgrind_call *at = &calls->call[i], *last = kept > 0 ? &calls->call[kept - 1] : NULL;
        if (!last || by_place(last, at) != 0) {
            calls->call[kept++] = *at;
            continue;
        }
        last->calls += at->calls;
        for (int e = 0; e < N_EVENTS; e++)
            last->event[e] += at->event[e];
        free(at->caller);
        free(at->callee);
    }
    calls->n = kept;
}

static void collect(fc_callgrind_calls *to, const reader *r, const fc_callgrind_scope *scope)
{
    for (size_t i = 0; i < r->n_edges; i++) {
        const edge *call = &r->edge[i];
        const function *caller = &r->function[call->caller], *callee = &r->function[call->callee];
        const char *file = caller->is_program ? scope->file(scope->data, call->file) : NULL;
        if (file && !is_excluded(callee)) {
            to->call = fc_grow(to->call, &to->capacity, to->n + 1, sizeof *to->call);
            fc_callgrind_call *made = &to->call[to->n++];
            *made = (fc_callgrind_call){.file = file,
                                        .caller = fc_copy_string(caller->name),
                                        .callee = fc_copy_string(callee->name),
                                        .line = call->line,
                                        .calls = call->calls};
            for (int e = 0; e < N_EVENTS; e++)
                made->event[e] = call->cost[e] * (1 - callee->below[e]);
        }
    }
    merge(to);
}

fc_status fc_callgrind_add(fc_callgrind_calls *to, const char *path, const fc_callgrind_scope *scope, fc_report *report)
{
    char *bytes = NULL;
    size_t length = 0;
    reader r = {.path = path, .object = "", .file = "", .current = -1, .called = -1, .report = report};
    fc_status status = fc_file_read(&bytes, &length, path, 0, report);
    for (char *line = bytes, *next; line && *line && !status; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        r.number++;
        status = read_line(&r, line);
    }
    if (!status && r.n_columns == 0)
        status = refuse(&r, "a profile of callgrind");
    if (!status) {
        for (size_t i = 0; i < r.n_functions; i++) {
            function *at = &r.function[i];
            at->is_program = strcmp(at->object, scope->object) == 0 && scope->file(scope->data, at->file);
            at->is_mpi = strncmp(at->name, "MPI_", 4) == 0 || strncmp(at->name, "PMPI_", 5) == 0;
        }
        sort_edges(&r);
        solve(&r);
        collect(to, &r, scope);
    }
    fc_map_free(&r.functions);
    free(r.function);
    free(r.edge);
    free(bytes);
    return status;
}

const fc_callgrind_call *fc_callgrind_find(const fc_callgrind_calls *in, const fc_callgrind_call *like)
{
    return in->n > 0 ? bsearch(like, in->call, in->n, sizeof *in->call, by_place) : NULL;
}

void fc_callgrind_free(fc_callgrind_calls *calls)
{
    for (size_t i = 0; i < calls->n; i++) {
        free(calls->call[i].caller);
        free(calls->call[i].callee);
    }
    free(calls->call);
    *calls = (fc_callgrind_calls){0};
}
