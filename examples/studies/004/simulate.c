/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a task graph event by event on P processors. It shares no code with `forecost taskgraph`: every task's CPU
 * demand is random, every bus request is an event, and the lock of the task queue is held for a random time.
 *
 *    simulate FILE SCHEDULE CV RUNS LOCK_S P...          one line a P: P, mean time, standard deviation over RUNS
 *
 * FILE (graphs.py) has a line a task, after its parents: `T cpu_s request_rate slot of part parents...`, or a join
 * `J parents...`, which takes no time. SCHEDULE is cyclic (a slot's process by number), split (among the processes p
 * with p mod `of` = `part`), dynamic (one queue) or lpt (one queue, largest demand first). Demands are gamma
 * distributed with coefficient of variation CV. A request_rate above 0 (requests a CPU second) uses the bus of the
 * Sequent Symmetry [taskgraph, 3.3]: responses have priority and arrive in the order of their requests, at most three
 * reads are in flight, each process waits for its request. Intervals between requests are exponential. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PROCESSES = 64,
    MODULES = 2,
    OUTSTANDING = 3
};

/* Seconds on the bus and in memory; the shares of requests are those of examples/taskgraph/psim_bus.json. */
static const double cycle = 1e-7, request_cycles = 1, response_cycles = 2, invalidate_cycles = 1, write_back_cycles = 2,
                    memory_cycles = 5, cache_cycles = 5;
static const double share_invalidate = 0.1, share_write_back = 0.3, share_cache = 0.1;

typedef struct task {
    double cpu_s, rate;
    int slot, of, part, n_parents, first_child, n_children;
    bool is_join;
} task;

typedef struct graph {
    task *task;
    int n, *child;
} graph;

typedef enum event_kind {
    TASK_ENDS,
    CPU_ASKS,
    BUS_ENDS,
    MEMORY_ENDS,
    CACHE_ENDS
} event_kind;

typedef struct event {
    double at;
    uint64_t number;
    event_kind kind;
    int which;
} event;

/* First come, first served, of processes or requests; a process is at most once in each. */
typedef struct fifo {
    int item[4 * MOST_PROCESSES], first, n;
} fifo;

typedef enum request_kind {
    INVALIDATE,
    READ,
    WRITE_BACK /* occupies a memory module only */
} request_kind;

typedef struct process {
    int task; /* -1: idle */
    double left_s;
    request_kind kind;
    bool by_cache, answered;
    int module;
} process;

typedef struct machine {
    const graph *graph;
    int processes, schedule_is_static, is_split, is_lpt;
    double cv, lock_s, lock_free_at, now;
    uint64_t random, number;
    event *heap;
    int n_heap;
    process process[MOST_PROCESSES];
    int *waiting_parents, *ready, n_ready, first_ready; /* ready tasks in order of readiness (dynamic) */
    int *next_of, first_of[MOST_PROCESSES];             /* static: each process's tasks in order */
    double *demand;
    fifo blocked, requests, order, memory[MODULES];
    int in_flight, on_bus; /* the process on the bus, -1: free */
    bool bus_answers;
} machine;

static double uniform(machine *m)
{
    uint64_t z = (m->random += 0x9e3779b97f4a7c15u); /* splitmix64 (Steele, Lea, Flood 2014) */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

static double exponential(machine *m, double mean)
{
    return -mean * log(uniform(m));
}

static double normal(machine *m)
{
    double radius = sqrt(-2 * log(uniform(m)));
    return radius * cos(6.283185307179586 * uniform(m));
}

/* Gamma variate of mean 1 (Marsaglia and Tsang 2000); cv <= 1, so that the shape is at least 1. */
static double gamma_variate(machine *m, double cv)
{
    if (cv == 0)
        return 1;
    const double shape = 1 / (cv * cv), d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = normal(m), v = 1 + c * x;
        v = v * v * v;
        if (v > 0 && log(uniform(m)) < x * x / 2 + d - d * v + d * log(v))
            return d * v / shape;
    }
}

/* ---- events ---- */

static bool is_before(const event *a, const event *b)
{
    return a->at < b->at || (a->at == b->at && a->number < b->number);
}

static void schedule_event(machine *m, double at, event_kind kind, int which)
{
    event new = {at, m->number++, kind, which};
    int i = m->n_heap++;
    for (; i > 0 && is_before(&new, &m->heap[(i - 1) / 2]); i = (i - 1) / 2)
        m->heap[i] = m->heap[(i - 1) / 2];
    m->heap[i] = new;
}

static event take_event(machine *m)
{
    event top = m->heap[0], last = m->heap[--m->n_heap];
    int i = 0;
    for (int child; (child = 2 * i + 1) < m->n_heap; i = child) {
        if (child + 1 < m->n_heap && is_before(&m->heap[child + 1], &m->heap[child]))
            child++;
        if (!is_before(&m->heap[child], &last))
            break;
        m->heap[i] = m->heap[child];
    }
    m->heap[i] = last;
    return top;
}

static void put(fifo *queue, int item)
{
    queue->item[(queue->first + queue->n++) % (4 * MOST_PROCESSES)] = item;
}

static int take(fifo *queue)
{
    int item = queue->item[queue->first];
    queue->first = (queue->first + 1) % (4 * MOST_PROCESSES);
    queue->n--;
    return item;
}

/* ---- the processors and the bus ---- */

/* Process p computes up to its next bus request or to the end of its task. */
static void compute(machine *m, int p, double from)
{
    process *of = &m->process[p];
    const double rate = m->graph->task[of->task].rate, gap = rate > 0 ? exponential(m, 1 / rate) : INFINITY;
    if (gap >= of->left_s) {
        schedule_event(m, from + of->left_s, TASK_ENDS, p);
        return;
    }
    of->left_s -= gap;
    schedule_event(m, from + gap, CPU_ASKS, p);
}

static void serve_bus(machine *m)
{
    if (m->on_bus >= 0)
        return;
    double takes = response_cycles;
    m->bus_answers = m->order.n > 0 && m->process[m->order.item[m->order.first]].answered;
    if (m->bus_answers) {
        m->on_bus = take(&m->order);
    } else if (m->requests.n > 0) {
        m->on_bus = take(&m->requests);
        takes = m->process[m->on_bus].kind == INVALIDATE ? invalidate_cycles : request_cycles;
        if (m->process[m->on_bus].kind == READ && uniform(m) < share_write_back) {
            int module = (int)(uniform(m) * MODULES);
            takes += write_back_cycles;
            put(&m->memory[module], -1);
            if (m->memory[module].n == 1)
                schedule_event(m, m->now + (takes + memory_cycles) * cycle, MEMORY_ENDS, module);
        }
    } else {
        return;
    }
    schedule_event(m, m->now + takes * cycle, BUS_ENDS, 0);
}

static void ask(machine *m, int p)
{
    process *of = &m->process[p];
    of->kind = uniform(m) < share_invalidate ? INVALIDATE : READ;
    of->by_cache = uniform(m) < share_cache;
    of->answered = false;
    if (of->kind == READ && m->in_flight == OUTSTANDING) {
        put(&m->blocked, p);
        return;
    }
    m->in_flight += of->kind == READ;
    put(&m->requests, p);
}

/* The bus has carried a request to its server, or an answer to its process. */
static void end_bus(machine *m)
{
    const int p = m->on_bus;
    process *of = &m->process[p];
    m->on_bus = -1;
    if (m->bus_answers || of->kind == INVALIDATE) {
        if (of->kind == READ && --m->in_flight < OUTSTANDING && m->blocked.n > 0) {
            m->in_flight++;
            put(&m->requests, take(&m->blocked));
        }
        compute(m, p, m->now);
        return;
    }
    put(&m->order, p);
    if (of->by_cache) {
        schedule_event(m, m->now + cache_cycles * cycle, CACHE_ENDS, p);
        return;
    }
    of->module = (int)(uniform(m) * MODULES);
    put(&m->memory[of->module], p);
    if (m->memory[of->module].n == 1)
        schedule_event(m, m->now + memory_cycles * cycle, MEMORY_ENDS, of->module);
}

static void end_memory(machine *m, int module)
{
    int p = take(&m->memory[module]);
    if (p >= 0)
        m->process[p].answered = true;
    if (m->memory[module].n > 0)
        schedule_event(m, m->now + memory_cycles * cycle, MEMORY_ENDS, module);
}

/* ---- tasks ---- */

static int process_of(const machine *m, const task *t)
{
    if (!m->is_split || t->of <= 1 || m->processes == 1)
        return t->slot % m->processes;
    int selected = (m->processes - t->part + t->of - 1) / t->of;
    return t->slot % selected * t->of + t->part;
}

static void become_ready(machine *m, int t)
{
    const task *of = &m->graph->task[t];
    if (!of->is_join) {
        m->ready[m->n_ready++] = t;
        return;
    }
    for (int i = 0; i < of->n_children; i++) {
        int child = m->graph->child[of->first_child + i];
        if (--m->waiting_parents[child] == 0)
            become_ready(m, child);
    }
}

/* The task that the idle process p executes next; -1: none. */
static int choose(machine *m, int p)
{
    if (m->schedule_is_static) {
        int t = m->first_of[p];
        if (t < 0 || m->waiting_parents[t] > 0)
            return -1;
        m->first_of[p] = m->next_of[t];
        return t;
    }
    if (m->first_ready == m->n_ready)
        return -1;
    int best = m->first_ready;
    for (int i = m->first_ready + 1; m->is_lpt && i < m->n_ready; i++)
        if (m->graph->task[m->ready[i]].cpu_s > m->graph->task[m->ready[best]].cpu_s)
            best = i;
    int t = m->ready[best];
    memmove(m->ready + m->first_ready + 1, m->ready + m->first_ready,
            (size_t)(best - m->first_ready) * sizeof *m->ready);
    m->first_ready++;
    return t;
}

static void start_tasks(machine *m)
{
    for (int p = 0; p < m->processes; p++) {
        if (m->process[p].task >= 0 || (m->process[p].task = choose(m, p)) < 0)
            continue;
        double from = m->now;
        if (m->lock_s > 0)
            from = m->lock_free_at = fmax(m->now, m->lock_free_at) + exponential(m, m->lock_s);
        m->process[p].left_s = m->demand[m->process[p].task];
        compute(m, p, from);
    }
}

static void end_task(machine *m, int p)
{
    const task *of = &m->graph->task[m->process[p].task];
    m->process[p].task = -1;
    for (int i = 0; i < of->n_children; i++) {
        int child = m->graph->child[of->first_child + i];
        if (--m->waiting_parents[child] == 0)
            become_ready(m, child);
    }
}

/* Static: each process's list of tasks in order of their numbers. */
static void assign(machine *m)
{
    for (int p = 0; p < m->processes; p++)
        m->first_of[p] = -1;
    for (int t = m->graph->n - 1; t >= 0; t--) {
        if (m->graph->task[t].is_join)
            continue;
        int p = process_of(m, &m->graph->task[t]);
        m->next_of[t] = m->first_of[p];
        m->first_of[p] = t;
    }
}

static void reset(machine *m, uint64_t seed)
{
    const fifo none = {0};
    m->random = seed * 0x2545f4914f6cdd1du;
    m->now = m->lock_free_at = 0;
    m->n_heap = m->n_ready = m->first_ready = m->in_flight = 0;
    m->number = 0;
    m->on_bus = -1;
    m->blocked = m->requests = m->order = none;
    for (int i = 0; i < MODULES; i++)
        m->memory[i] = none;
    for (int p = 0; p < m->processes; p++)
        m->process[p] = (process){.task = -1};
    for (int t = 0; t < m->graph->n; t++) {
        m->waiting_parents[t] = m->graph->task[t].n_parents;
        m->demand[t] = m->graph->task[t].cpu_s * gamma_variate(m, m->cv);
    }
    if (m->schedule_is_static)
        assign(m);
    for (int t = 0; t < m->graph->n; t++)
        if (m->graph->task[t].n_parents == 0)
            become_ready(m, t);
}

static double execute(machine *m, uint64_t seed)
{
    double end = 0;
    reset(m, seed);
    start_tasks(m);
    while (m->n_heap > 0) {
        event of = take_event(m);
        m->now = of.at;
        if (of.kind == TASK_ENDS) {
            end_task(m, of.which);
            start_tasks(m);
            end = m->now;
            continue;
        }
        if (of.kind == CPU_ASKS)
            ask(m, of.which);
        else if (of.kind == BUS_ENDS)
            end_bus(m);
        else if (of.kind == MEMORY_ENDS)
            end_memory(m, of.which);
        else
            m->process[of.which].answered = true;
        serve_bus(m);
    }
    return end;
}

/* ---- input ---- */

static int read_line(graph *g, char *line, int (**edge)[2], int n_edges)
{
    task *t = &g->task[g->n];
    int used = 1;
    *t = (task){.of = 1, .is_join = line[0] == 'J'};
    if (!t->is_join &&
        sscanf(line, "T %lf %lf %d %d %d%n", &t->cpu_s, &t->rate, &t->slot, &t->of, &t->part, &used) != 5)
        exit(3);
    for (char *at = line + used, *end;; at = end) {
        long parent = strtol(at, &end, 10);
        if (end == at)
            break;
        if ((n_edges & (n_edges - 1)) == 0)
            *edge = realloc(*edge, (size_t)(n_edges ? 2 * n_edges : 1) * sizeof **edge);
        (*edge)[n_edges][0] = (int)parent;
        (*edge)[n_edges++][1] = g->n;
        g->task[parent].n_children++;
        t->n_parents++;
    }
    g->n++;
    return n_edges;
}

static graph read_graph(const char *path)
{
    static char line[1 << 20];
    graph g = {0};
    int(*edge)[2] = NULL, n_edges = 0;
    FILE *in = fopen(path, "r");
    if (!in)
        exit(3);
    while (fgets(line, sizeof line, in)) {
        if ((g.n & (g.n - 1)) == 0)
            g.task = realloc(g.task, (size_t)(g.n ? 2 * g.n : 1) * sizeof *g.task);
        n_edges = read_line(&g, line, &edge, n_edges);
    }
    fclose(in);
    g.child = calloc((size_t)n_edges + 1, sizeof *g.child);
    for (int t = 0, first = 0; t < g.n; t++) {
        g.task[t].first_child = first;
        first += g.task[t].n_children;
        g.task[t].n_children = 0;
    }
    for (int i = 0; i < n_edges; i++) {
        task *parent = &g.task[edge[i][0]];
        g.child[parent->first_child + parent->n_children++] = edge[i][1];
    }
    free(edge);
    return g;
}

int main(int argc, char **argv)
{
    if (argc < 7)
        return 2;
    graph g = read_graph(argv[1]);
    machine m = {.graph = &g, .cv = atof(argv[3]), .lock_s = atof(argv[5])};
    const int runs = atoi(argv[4]);
    m.is_split = strcmp(argv[2], "split") == 0;
    m.is_lpt = strcmp(argv[2], "lpt") == 0;
    m.schedule_is_static = m.is_split || strcmp(argv[2], "cyclic") == 0;
    m.heap = calloc(16 * MOST_PROCESSES, sizeof *m.heap);
    m.waiting_parents = calloc((size_t)g.n, sizeof *m.waiting_parents);
    m.ready = calloc((size_t)g.n, sizeof *m.ready);
    m.next_of = calloc((size_t)g.n, sizeof *m.next_of);
    m.demand = calloc((size_t)g.n, sizeof *m.demand);
    for (int i = 6; i < argc; i++) {
        double sum = 0, squares = 0;
        m.processes = atoi(argv[i]);
        for (int run = 0; run < runs; run++) {
            double time = execute(&m, (uint64_t)run + 1);
            sum += time;
            squares += time * time;
        }
        printf("%d %.9g %.3g\n", m.processes, sum / runs,
               runs > 1 ? sqrt(fmax(squares - sum * sum / runs, 0) / (runs - 1)) : 0);
    }
    free(m.heap), free(m.waiting_parents), free(m.ready), free(m.next_of), free(m.demand), free(g.task), free(g.child);
    return 0;
}
