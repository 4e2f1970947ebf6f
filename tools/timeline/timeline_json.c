/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace event format of Chrome and Perfetto: ranks (or processes) are threads, slices are complete events, messages are
 * flows. Times are in microseconds with six decimals. Viewers attach both ends of a flow to the slice around them, and
 * round to whole nanoseconds. So flows follow all slices, and a flow ends within the last nanosecond of the slice that
 * the message's arrival ends. */
#include "support/json_writer.h"
#include "tools/timeline/timeline_records.h"

#include <stdlib.h>

static void add_time(fc_json_writer *json, const char *key, long long picoseconds)
{
    fc_json_writer_item(json, key);
    fc_text_add(json->out, "%lld.%06lld", picoseconds / 1000000, picoseconds % 1000000);
}

/* Begins an event in a line of its own, after the earlier ones are printed. */
static void begin_event(fc_json_writer *json, FILE *out, const char *phase)
{
    fwrite(json->out->bytes, 1, json->out->length, out);
    json->out->length = 0;
    fc_json_writer_break(json, 0);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "ph", phase);
}

static void add_slice(fc_json_writer *json, FILE *out, const fc_timeline_records *of, const fc_trace_record *record)
{
    static const char *const category[] = {
        [FC_TRACE_COMPUTE] = "compute", [FC_TRACE_COMMUNICATION] = "communication", [FC_TRACE_WAIT] = "wait"};
    long long begin = fc_timeline_clock(record->begin), end = fc_timeline_clock(record->end);
    if (end <= begin)
        return;
    fc_text scratch = {0};
    fc_timeline_place place = of->place(of->data, record->item, &scratch);
    begin_event(json, out, "X");
    fc_json_writer_whole(json, "pid", 0);
    fc_json_writer_whole(json, "tid", record->rank);
    add_time(json, "ts", begin);
    add_time(json, "dur", end - begin);
    fc_json_writer_string(json, "name", place.what);
    if (place.file) {
        fc_json_writer_object(json, "args", FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "file", place.file);
        fc_json_writer_whole(json, "line", place.line);
        fc_json_writer_string(json, "function", place.function ? place.function : "");
        fc_json_writer_end(json);
    }
    fc_json_writer_string(json, "cat", category[record->kind]);
    fc_json_writer_end(json);
    fc_text_free(&scratch);
}

/* The arrival of the message, moved into the slice that ends then. */
static long long flow_end(const fc_trace_record *record)
{
    const long long nanosecond = 1000;
    long long begin = fc_timeline_clock(record->begin), end = fc_timeline_clock(record->end);
    return end - begin > nanosecond ? end - nanosecond : begin;
}

/* Begins one end of a message's flow. */
static void begin_flow(fc_json_writer *json, FILE *out, const char *phase, size_t id, int rank)
{
    begin_event(json, out, phase);
    if (*phase == 'f')
        fc_json_writer_string(json, "bp", "e");
    fc_json_writer_string(json, "cat", "message");
    fc_json_writer_string(json, "name", "message");
    fc_json_writer_whole(json, "id", (long long)id);
    fc_json_writer_whole(json, "pid", 0);
    fc_json_writer_whole(json, "tid", rank);
}

void fc_timeline_json(FILE *out, const fc_timeline_records *of)
{
    size_t messages = 0;
    fc_text text = {0};
    fc_json_writer json = {.out = &text, .is_compact = true};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_array(&json, "traceEvents", FC_JSON_ONE_LINE);
    for (int i = -1; i < of->ranks; i++) {
        begin_event(&json, out, "M");
        fc_json_writer_whole(&json, "pid", 0);
        if (i >= 0)
            fc_json_writer_whole(&json, "tid", i);
        fc_json_writer_string(&json, "name", i < 0 ? "process_name" : "thread_name");
        fc_json_writer_object(&json, "args", FC_JSON_ONE_LINE);
        char *name = i < 0 ? fc_copy_string(of->name) : fc_format("%s %d", of->row, i);
        fc_json_writer_string(&json, "name", name);
        free(name);
        fc_json_writer_end(&json);
        fc_json_writer_end(&json);
    }
    for (size_t i = 0; i < of->n; i++)
        if (of->record[i].kind != FC_TRACE_MESSAGE)
            add_slice(&json, out, of, &of->record[i]);
    for (size_t i = 0; i < of->n; i++)
        if (of->record[i].kind == FC_TRACE_MESSAGE) {
            const fc_trace_record *record = &of->record[i];
            begin_flow(&json, out, "s", ++messages, record->rank);
            add_time(&json, "ts", fc_timeline_clock(record->begin));
            fc_json_writer_object(&json, "args", FC_JSON_ONE_LINE);
            fc_json_writer_exact(&json, "bytes", record->bytes);
            fc_json_writer_end(&json);
            fc_json_writer_end(&json);
            begin_flow(&json, out, "f", messages, record->peer);
            add_time(&json, "ts", flow_end(record));
            fc_json_writer_end(&json);
        }
    fc_json_writer_break(&json, 0);
    fc_json_writer_end(&json);
    fc_json_writer_string(&json, "displayTimeUnit", "ns");
    fc_json_writer_end(&json);
    fwrite(text.bytes, 1, text.length, out);
    fc_text_free(&text);
}
