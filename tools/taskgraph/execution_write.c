/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/taskgraph/execution.h"

#include "support/quote.h"
#include "tools/output/table.h"
#include "tools/timeline/timeline.h"

#include <stdlib.h>
#include <string.h>

/* ---- timeline ---- */

static fc_timeline_place task_place(const void *graph, int task, fc_text *scratch)
{
    fc_taskgraph_name(scratch, graph, (uint32_t)task);
    return (fc_timeline_place){.what = scratch->bytes};
}

fc_status fc_execution_write_timeline(const char *path, const fc_execution *execution, const char *name,
                                      fc_report *report)
{
    const int tasks = (int)execution->graph->n;
    fc_trace_record *record = fc_allocate(execution->n + 1, sizeof *record);
    for (size_t i = 0; i < execution->n; i++) {
        const fc_execution_slice *slice = &execution->slice[i];
        record[i] = (fc_trace_record){.begin = slice->start_s,
                                      .end = slice->end_s,
                                      .rank = (int)slice->process,
                                      .item = (int)slice->task,
                                      .kind = FC_TRACE_COMPUTE};
    }
    fc_timeline_records of = {.record = record,
                              .n = execution->n,
                              .name = name,
                              .row = "process",
                              .ranks = (int)execution->processes,
                              .n_items = tasks,
                              .n_computing = tasks,
                              .place = task_place,
                              .data = execution->graph};
    fc_status status = fc_timeline_write_records(path, &of, report);
    free(record);
    return status;
}

/* ---- Gantt chart ---- */

enum {
    WIDTH = 1000, /* of the time axis, pixels */
    LEFT = 60,
    TOP = 40,
    ROW = 22,
    MOST_ROWS = 256
};

/* The palette of Okabe and Ito, which color-blind readers can distinguish. */
static const char *const colors[] = {"#0072B2", "#E69F00", "#009E73", "#D55E00",
                                     "#CC79A7", "#56B4E9", "#F0E442", "#999999"};

static const char *color_of(const fc_execution *execution, uint32_t task)
{
    const fc_words *names = &execution->graph->block_names;
    const char *name = fc_taskgraph_block(execution->graph, task)->name;
    size_t i = 0;
    while (names->item[i] != name)
        i++;
    return colors[i % (sizeof colors / sizeof *colors)];
}

/* Adjacent short tasks of one block are drawn as one bar, if the gaps are below a third of a pixel. */
typedef struct bar {
    double start_s, end_s;
    uint32_t task;
    size_t n;
} bar;

static void draw_bar(fc_text *out, const fc_execution *execution, const bar *of, uint32_t process)
{
    const double scale = execution->time_s > 0 ? WIDTH / execution->time_s : 0;
    fc_text name = {0}, from = {0}, to = {0};
    if (of->n == 0)
        return;
    fc_taskgraph_name(&name, execution->graph, of->task);
    fc_table_seconds(&from, of->start_s, 4);
    fc_table_seconds(&to, of->end_s, 4);
    fc_text_add(out, "<rect x='%.2f' y='%u' width='%.2f' height='%d' fill='%s'%s><title>", LEFT + of->start_s * scale,
                TOP + ROW * process, (of->end_s - of->start_s) * scale, ROW - 4, color_of(execution, of->task),
                of->n == 1 ? " stroke='#ffffff' stroke-width='0.3'" : "");
    fc_quote_xml(out, name.bytes);
    if (of->n > 1)
        fc_text_add(out, " and %zu more", of->n - 1);
    fc_text_add(out, ", %s .. %s</title></rect>\n", from.bytes, to.bytes);
    fc_text_free(&name);
    fc_text_free(&from);
    fc_text_free(&to);
}

static void draw_bars(fc_text *out, const fc_execution *execution, uint32_t rows)
{
    bar *open = fc_allocate(rows, sizeof *open);
    const double near_s = 0.3 * execution->time_s / WIDTH;
    for (size_t i = 0; i < execution->n; i++) {
        const fc_execution_slice *slice = &execution->slice[i];
        if (slice->process >= rows)
            continue;
        bar *last = &open[slice->process];
        bool joins = last->n > 0 && slice->start_s - last->end_s < near_s && slice->end_s - slice->start_s < near_s &&
                     color_of(execution, slice->task) == color_of(execution, last->task);
        if (joins) {
            last->end_s = slice->end_s;
            last->n++;
            continue;
        }
        draw_bar(out, execution, last, slice->process);
        *last = (bar){slice->start_s, slice->end_s, slice->task, 1};
    }
    for (uint32_t p = 0; p < rows; p++)
        draw_bar(out, execution, &open[p], p);
    free(open);
}

static void draw_key(fc_text *out, const fc_execution *execution, uint32_t rows)
{
    const fc_words *names = &execution->graph->block_names;
    size_t x = LEFT;
    for (size_t i = 0; i < names->n && i < sizeof colors / sizeof *colors; i++) {
        if (strcmp(names->item[i], "join") == 0)
            continue;
        fc_text_add(out, "<rect x='%zu' y='%u' width='12' height='12' fill='%s'/><text x='%zu' y='%u'>", x,
                    TOP + ROW * rows + 28, colors[i], x + 18, TOP + ROW * rows + 38);
        fc_quote_xml(out, names->item[i]);
        fc_text_add(out, "</text>\n");
        x += 40 + 8 * strlen(names->item[i]);
    }
}

fc_status fc_execution_write_gantt(const char *path, const fc_execution *execution, const char *name, fc_report *report)
{
    const uint32_t rows = execution->processes < MOST_ROWS ? execution->processes : MOST_ROWS;
    fc_text text = {0};
    fc_text_add(&text,
                "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%u' font-family='sans-serif' "
                "font-size='12'>\n<rect width='100%%' height='100%%' fill='#ffffff'/>\n<text x='%d' y='20' "
                "font-size='14'>",
                LEFT + WIDTH + 40, TOP + ROW * rows + 50, LEFT);
    fc_quote_xml(&text, name);
    fc_text_add(&text, ": %u processes%s</text>\n", execution->processes,
                rows < execution->processes ? ", the first 256 shown" : "");
    for (uint32_t p = 0; p < rows; p++)
        fc_text_add(&text, "<text x='%d' y='%u' text-anchor='end'>%u</text>\n", LEFT - 8, TOP + ROW * p + ROW - 8, p);
    for (int k = 0; k <= 4; k++) {
        fc_text label = {0};
        fc_table_seconds(&label, execution->time_s * k / 4, 3);
        fc_text_add(&text, "<text x='%d' y='%u' text-anchor='middle'>%s</text>\n", LEFT + WIDTH * k / 4,
                    TOP + ROW * rows + 16, label.bytes);
        fc_text_free(&label);
    }
    draw_bars(&text, execution, rows);
    draw_key(&text, execution, rows);
    fc_text_add(&text, "</svg>\n");
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    fc_text_free(&text);
    return status;
}
