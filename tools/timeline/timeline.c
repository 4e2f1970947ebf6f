/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/timeline/timeline.h"

#include "support/messages/report.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUFFER = 1 << 20
};

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

fc_status fc_timeline_check_ending(const char *path, fc_report *report)
{
    if (ends_with(path, ".json") || ends_with(path, ".paje") || ends_with(path, ".trace"))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Use the ending .json (Perfetto, Chrome), .paje or .trace (ViTE).",
                   FC_MSG_TIMELINE_UNKNOWN_FILE_FORMAT, path);
}

static fc_status check(const fc_arguments *arguments, const fc_sweep *sweep, const char *path, fc_report *report)
{
    const char *next = "For example -n 64 --method ranks --timeline run.json.";
    fc_status status = fc_timeline_check_ending(path, report);
    if (status)
        return status;
    if (!fc_arguments_has(arguments, "trace") && strcmp(fc_arguments_value(arguments, "method"), "ranks") != 0)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_TIMELINE_NEEDS_METHOD_RANKS);
    if (sweep->n_points != 1)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_TIMELINE_TAKES_ONE_POINT_GIVEN, sweep->n_points);
    return FC_OK;
}

fc_status fc_timeline_open(fc_timeline *out, const fc_arguments *arguments, const fc_sweep *sweep, fc_report *report)
{
    const char *path = fc_arguments_value(arguments, "timeline");
    const char *most = fc_arguments_value(arguments, "timeline-ranks");
    char *end = NULL;
    long ranks = most ? strtol(most, &end, 10) : FC_SIMULATION_MAX_RANKS;
    *out = (fc_timeline){0};
    if (most && (!path || end == most || *end || ranks < 1))
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "For example --timeline run.json --timeline-ranks 16.",
                       FC_MSG_TIMELINE_RANKS_EXPECTED_NUMBER_RANKS, most);
    fc_status status = path ? check(arguments, sweep, path, report) : FC_OK;
    if (!path || status)
        return status;
    out->path = path;
    fc_trace wanted = {.ranks = (int)fmin((double)ranks, fc_sweep_ranks(sweep, 0))};
    return fc_recording_open(&out->recording, &wanted, report);
}

void fc_timeline_close(fc_timeline *timeline)
{
    fc_recording_close(&timeline->recording);
    *timeline = (fc_timeline){0};
}

static void print_json(FILE *out, const void *records)
{
    setvbuf(out, NULL, _IOFBF, BUFFER);
    fc_timeline_json(out, records);
}

static void print_paje(FILE *out, const void *records)
{
    setvbuf(out, NULL, _IOFBF, BUFFER);
    fc_timeline_paje(out, records);
}

fc_status fc_timeline_write_records(const char *path, const fc_timeline_records *of, fc_report *report)
{
    for (size_t i = 0; i < of->n; i++)
        if (of->record[i].end > FC_TIMELINE_MOST_S)
            return fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Give a smaller problem size.",
                           FC_MSG_TIMELINE_HOLDS_MOST_SECONDS, FC_TIMELINE_MOST_S);
    return fc_file_print(path, ends_with(path, ".json") ? print_json : print_paje, of, report);
}

static fc_timeline_place place_of(const void *program, int item, fc_text *scratch)
{
    (void)scratch;
    return fc_timeline_place_of(program, item);
}

fc_status fc_timeline_write(fc_timeline *timeline, const fc_cost_program *program, fc_report *report)
{
    if (!timeline->path)
        return FC_OK;
    fc_timeline_records of = {.name = program->name,
                              .row = "rank",
                              .ranks = timeline->recording.trace.ranks,
                              .n_items = program->n_regions + program->n_sites,
                              .n_computing = program->n_regions,
                              .place = place_of,
                              .data = program};
    fc_status status = fc_recording_read(&of.record, &of.n, &timeline->recording, report);
    return status ? status : fc_timeline_write_records(timeline->path, &of, report);
}

fc_timeline_place fc_timeline_place_of(const fc_cost_program *program, int item)
{
    if (item < program->n_regions) {
        const fc_region *region = &program->region[item];
        return (fc_timeline_place){region->file, region->function, "compute", region->line};
    }
    const fc_site *site = &program->site[item - program->n_regions];
    return (fc_timeline_place){site->file, site->function, site->operation, site->line};
}
