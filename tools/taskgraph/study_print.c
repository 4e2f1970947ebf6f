/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/study_print.h"

#include "runtime/taskgraph/analysis/structure.h"
#include "support/json_writer.h"
#include "tools/output/plot.h"
#include "tools/output/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the points ---- */

enum {
    PROCESSES,
    SCHEDULE,
    TIME,
    SPEEDUP,
    EFFICIENCY,
    CPU,
    OVERHEAD,
    LOCK,
    WAIT,
    IDLE
};

/* The table shows contention only with a system model, and the lock only if it takes time. */
static void add_share_columns(fc_table *table, const fc_study *study)
{
    static const char *const keys[] = {"cpu_s", "overhead_s", "lock_s", "wait_s", "idle_s"};
    static const char *const titles[] = {"computing", "contention", "lock", "waiting", "idle"};
    const bool is_shown[] = {true, study->system.overhead, study->lock_s > 0, true, true};
    for (int i = 0; i < 5; i++)
        fc_table_column(table, keys[i], NULL, FC_UNIT_SECONDS, FC_SHOW_DATA);
    for (int i = 0; i < 5; i++)
        fc_table_column(table, NULL, titles[i], FC_UNIT_SHARE, is_shown[i] ? FC_SHOW_TABLE : 0);
}

static fc_table points_table(const fc_study *study)
{
    fc_table table = {0};
    fc_table_column(&table, "processes", "processes", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(&table, "schedule", "schedule", FC_UNIT_TEXT, study->n_schedules > 1 ? FC_SHOW_ALL : FC_SHOW_DATA);
    fc_table_column(&table, "time_s", "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&table, "speedup", "speedup", FC_UNIT_RATIO, FC_SHOW_ALL);
    fc_table_column(&table, "efficiency", "efficiency", FC_UNIT_SHARE, FC_SHOW_ALL);
    add_share_columns(&table, study);
    for (int i = 0; i < study->processes.n; i++)
        for (int s = 0; s < study->n_schedules; s++) {
            const fc_analysis *result = fc_study_result(study, i, s);
            double speedup = study->alone_s / result->time_s;
            fc_table_row(&table);
            fc_table_number(&table, PROCESSES, study->processes.value[i]);
            fc_table_text(&table, SCHEDULE, study->schedule_name[s]);
            fc_table_number(&table, TIME, result->time_s);
            fc_table_number(&table, SPEEDUP, speedup);
            fc_table_number(&table, EFFICIENCY, speedup / study->processes.value[i]);
            const double seconds[] = {result->cpu_s, result->overhead_s, result->lock_s, result->wait_s,
                                      result->idle_s};
            for (size_t k = 0; k < 5; k++) {
                fc_table_number(&table, CPU + k, seconds[k]);
                fc_table_number(&table, CPU + 5 + k, seconds[k] / (study->processes.value[i] * result->time_s));
            }
        }
    return table;
}

/* A row for each number of processes, a column for each schedule. */
static fc_table comparison_table(const fc_study *study)
{
    fc_table table = {0};
    fc_table_column(&table, NULL, "processes", FC_UNIT_COUNT, FC_SHOW_TABLE);
    for (int s = 0; s < study->n_schedules; s++)
        fc_table_column(&table, NULL, study->schedule_name[s], FC_UNIT_SECONDS, FC_SHOW_TABLE);
    fc_table_column(&table, NULL, "fastest", FC_UNIT_TEXT, FC_SHOW_TABLE);
    for (int i = 0; i < study->processes.n; i++) {
        int best = 0;
        fc_table_row(&table);
        fc_table_number(&table, 0, study->processes.value[i]);
        for (int s = 0; s < study->n_schedules; s++) {
            fc_table_number(&table, 1 + (size_t)s, fc_study_result(study, i, s)->time_s);
            if (fc_study_result(study, i, s)->time_s < (1 - 1e-9) * fc_study_result(study, i, best)->time_s)
                best = s; /* a smaller difference is rounding */
        }
        fc_table_text(&table, 1 + (size_t)study->n_schedules, study->schedule_name[best]);
    }
    return table;
}

static void add_seconds(fc_text *out, const char *before, double seconds)
{
    fc_text_add(out, "%s", before);
    fc_table_seconds(out, seconds, 4);
}

static void print_head(fc_text *out, const fc_study *study)
{
    const fc_taskgraph *graph = &study->file.graph;
    fc_text_add(out, "%s   %u tasks, %zu edges   system %s", study->file.name, graph->n, graph->n_edges,
                study->system_name);
    if (study->n_schedules == 1)
        fc_text_add(out, "   schedule %s", study->schedule_name[0]);
    if (study->lock_s > 0)
        add_seconds(out, "   lock ", study->lock_s);
    add_seconds(out, "\nWork ", study->path.work_s);
    add_seconds(out, "; longest path ", study->path.time_s);
    fc_text_add(out, " (%u tasks): ", study->path.n_tasks);
    if (study->path.time_s > 0)
        fc_text_add(out, "the speedup of any schedule is at most %.4g.\n", study->path.work_s / study->path.time_s);
    else
        fc_text_add(out, "no task takes time.\n");
}

void fc_study_print(fc_text *out, const fc_study *study, const char *format)
{
    if (strcmp(format, "json") == 0) {
        fc_table points = points_table(study);
        fc_json_writer json = fc_json_writer_document(out);
        fc_json_writer_string(&json, "graph", study->file.name);
        fc_json_writer_string(&json, "system", study->system_name);
        fc_json_writer_whole(&json, "tasks", study->file.graph.n);
        fc_json_writer_whole(&json, "edges", (long long)study->file.graph.n_edges);
        fc_json_writer_number(&json, "lock_s", study->lock_s);
        fc_json_writer_number(&json, "work_s", study->path.work_s);
        fc_json_writer_number(&json, "longest_path_s", study->path.time_s);
        fc_table_json(&json, "points", &points, 2);
        fc_json_writer_end(&json);
        fc_table_free(&points);
        return;
    }
    const bool for_people = strcmp(format, "table") == 0;
    fc_table table = for_people && study->n_schedules > 1 ? comparison_table(study) : points_table(study);
    if (for_people) {
        print_head(out, study);
        fc_table_print(out, &table);
    } else {
        fc_table_csv(out, &table);
    }
    fc_table_free(&table);
}

static void print_table_as(fc_text *out, const fc_table *table, const char *format)
{
    if (strcmp(format, "json") == 0) {
        fc_table_json(&(fc_json_writer){.out = out}, NULL, table, 0);
    } else if (strcmp(format, "csv") == 0) {
        fc_table_csv(out, table);
    } else {
        fc_table_print(out, table);
    }
}

/* ---- critical path and slack ---- */

typedef struct chosen_tasks {
    const uint32_t *task;
    uint32_t n;
    bool with_slack;
} chosen_tasks;

static void add_task(fc_table *table, const fc_study *study, uint32_t task, bool with_slack)
{
    fc_text name = {0};
    fc_taskgraph_name(&name, &study->file.graph, task);
    fc_table_row(table);
    fc_table_text(table, 0, name.bytes);
    fc_table_number(table, 1, study->path.start_s[task]);
    fc_table_number(table, 2, study->file.graph.demand_s[task]);
    if (with_slack)
        fc_table_number(table, 3, study->path.slack_s[task]);
    fc_text_free(&name);
}

static void print_tasks(fc_text *out, const fc_study *study, chosen_tasks chosen, const char *format)
{
    enum {
        MOST_SHOWN = 40
    };
    const bool for_people = strcmp(format, "table") == 0;
    const uint32_t n = for_people && chosen.n > MOST_SHOWN ? MOST_SHOWN : chosen.n;
    fc_table table = {0};
    fc_table_column(&table, "task", "task", FC_UNIT_TEXT, FC_SHOW_ALL);
    fc_table_column(&table, "start_s", "earliest start", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&table, "cpu_s", "computing", FC_UNIT_SECONDS, FC_SHOW_ALL);
    if (chosen.with_slack)
        fc_table_column(&table, "slack_s", "slack", FC_UNIT_SECONDS, FC_SHOW_ALL);
    for (uint32_t i = 0; i < n; i++)
        add_task(&table, study, chosen.task[i], chosen.with_slack);
    if (for_people)
        print_head(out, study);
    print_table_as(out, &table, format);
    if (n < chosen.n)
        fc_text_add(out, "and %u more; --format csv lists all\n", chosen.n - n);
    fc_table_free(&table);
}

void fc_study_print_critical(fc_text *out, const fc_study *study, const char *format)
{
    print_tasks(out, study, (chosen_tasks){study->path.task, study->path.n_tasks, false}, format);
}

/* By ascending slack, then by number. */
static int compare_slack(const void *a, const void *b, void *data)
{
    const double *slack_s = data;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (slack_s[x] != slack_s[y])
        return slack_s[x] < slack_s[y] ? -1 : 1;
    return x < y ? -1 : x > y;
}

void fc_study_print_slack(fc_text *out, const fc_study *study, const char *format)
{
    const fc_taskgraph *graph = &study->file.graph;
    uint32_t *task = fc_allocate(graph->n, sizeof *task), n = 0;
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->slot[i] != FC_TASKGRAPH_JOIN)
            task[n++] = i;
    if (n)
        qsort_r(task, n, sizeof *task, compare_slack, study->path.slack_s);
    print_tasks(out, study, (chosen_tasks){task, n, true}, format);
    free(task);
}

/* ---- structure ---- */

static double condensed_tasks(const fc_study *study, int at)
{
    fc_taskgraph condensed;
    if (!fc_schedule_is_static(&study->schedule[0]))
        return NAN;
    fc_structure_condense(&condensed, &study->file.graph, &study->schedule[0], (uint32_t)study->processes.value[at]);
    const double n = condensed.n;
    fc_taskgraph_free(&condensed);
    return n;
}

static fc_table structure_table(const fc_study *study, const fc_structure_phase *phase, size_t n)
{
    static const char *const keys[] = {"kruskal_weiss_s", "kruskal_weiss_exponential_s"};
    static const char *const titles[] = {"Kruskal-Weiss", "exponential"};
    const int show = phase ? FC_SHOW_ALL : FC_SHOW_DATA;
    fc_table table = {0};
    fc_table_column(&table, "processes", "processes", FC_UNIT_COUNT, FC_SHOW_ALL);
    fc_table_column(&table, "time_s", "time", FC_UNIT_SECONDS, FC_SHOW_ALL);
    for (int i = 0; i < 2; i++) {
        fc_table_column(&table, keys[i], titles[i], FC_UNIT_SECONDS, show);
        fc_table_column(&table, NULL, "off", FC_UNIT_CHANGE, phase ? FC_SHOW_TABLE : 0);
    }
    fc_table_column(&table, "condensed_tasks", "condensed to", FC_UNIT_COUNT,
                    fc_schedule_is_static(&study->schedule[0]) ? FC_SHOW_ALL : FC_SHOW_DATA);
    for (int at = 0; at < study->processes.n; at++) {
        const double time = fc_study_result(study, at, 0)->time_s, processes = study->processes.value[at];
        fc_table_row(&table);
        fc_table_number(&table, 0, processes);
        fc_table_number(&table, 1, time);
        for (size_t i = 0; i < 2 && phase; i++) {
            double model = fc_structure_kruskal_weiss(phase, n, processes, study->lock_s, i == 1);
            fc_table_number(&table, 2 + 2 * i, model);
            fc_table_number(&table, 3 + 2 * i, model / time - 1);
        }
        fc_table_number(&table, 6, condensed_tasks(study, at));
    }
    return table;
}

void fc_study_print_structure(fc_text *out, const fc_study *study, const char *format)
{
    fc_structure_phase *phase = NULL;
    size_t n = 0;
    const bool is_fork_join = fc_structure_phases(&phase, &n, &study->file.graph);
    fc_table table = structure_table(study, phase, n);
    if (strcmp(format, "table") == 0) {
        print_head(out, study);
        const fc_structure_reduction reduced = fc_structure_reduce(&study->file.graph);
        if (is_fork_join)
            fc_text_add(out, "Fork-join: %zu phases. Kruskal and Weiss's model neglects the order of tasks.\n", n);
        else if (reduced.left == 1)
            fc_text_add(out, "Series-parallel, not fork-join: the model of Kruskal and Weiss does not apply.\n");
        else
            fc_text_add(
                out, "Neither fork-join nor series-parallel: series and parallel reduction leave %u of %u vertices.\n",
                reduced.left, study->file.graph.n);
    }
    print_table_as(out, &table, format);
    fc_table_free(&table);
    free(phase);
}

/* ---- processes per queue ---- */

void fc_study_print_queues(fc_text *out, const fc_study *study, const fc_execution *execution, const char *format)
{
    enum {
        PARTS = 50
    };
    double mean[PARTS];
    fc_table table = {0};
    fc_execution_queue_means(mean, PARTS, execution);
    fc_table_column(&table, "from_s", "from", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&table, "to_s", "to", FC_UNIT_SECONDS, FC_SHOW_ALL);
    fc_table_column(&table, "processes_per_queue", "processes per active queue", FC_UNIT_RATIO, FC_SHOW_ALL);
    for (int k = 0; k < PARTS; k++) {
        fc_table_row(&table);
        fc_table_number(&table, 0, execution->time_s * k / PARTS);
        fc_table_number(&table, 1, execution->time_s * (k + 1) / PARTS);
        fc_table_number(&table, 2, mean[k]);
    }
    if (strcmp(format, "table") == 0)
        print_head(out, study);
    print_table_as(out, &table, format);
    fc_table_free(&table);
}

/* ---- picture ---- */

fc_status fc_study_plot(const char *path, const fc_study *study, fc_report *report)
{
    const size_t n = (size_t)study->processes.n, curves = (size_t)study->n_schedules;
    double *y = fc_allocate(n * curves, sizeof *y);
    fc_plot_series *series = fc_allocate(curves, sizeof *series);
    for (size_t s = 0; s < curves; s++) {
        for (size_t i = 0; i < n; i++)
            y[s * n + i] = study->alone_s / fc_study_result(study, (int)i, (int)s)->time_s;
        series[s] =
            (fc_plot_series){study->schedule_name[s], FC_PLOT_MARKED, study->processes.value, y + s * n, (int)n, NULL};
    }
    fc_plot plot = {study->file.name,
                    {"processes", FC_PLOT_NUMBER, false},
                    {"speedup", FC_PLOT_NUMBER, false},
                    series,
                    (int)curves};
    fc_status status = fc_plot_write(path, &plot, report);
    free(series);
    free(y);
    return status;
}
