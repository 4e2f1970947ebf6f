/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace event format of Chrome and Perfetto: ranks (or processes) are threads, slices are complete events, messages are
 * flows. Times are in microseconds with six decimals. Viewers attach both ends of a flow to the slice around them, and
 * round to whole nanoseconds. So flows follow all slices, and a flow ends within the last nanosecond of the slice that
 * the message's arrival ends. */
#include "support/quote.h"
#include "tools/output/table.h"
#include "tools/timeline/timeline_records.h"

static void print_time(FILE *out, const char *key, long long picoseconds)
{
    fprintf(out, ",\"%s\":%lld.%06lld", key, picoseconds / 1000000, picoseconds % 1000000);
}

static void print_text(FILE *out, const char *before, const char *text)
{
    fc_text escaped = {0};
    fc_quote_json(&escaped, text);
    fprintf(out, "%s%s", before, escaped.bytes);
    fc_text_free(&escaped);
}

static void print_slice(FILE *out, const fc_timeline_records *of, const fc_trace_record *record)
{
    static const char *const category[] = {
        [FC_TRACE_COMPUTE] = "compute", [FC_TRACE_COMMUNICATION] = "communication", [FC_TRACE_WAIT] = "wait"};
    long long begin = fc_timeline_clock(record->begin), end = fc_timeline_clock(record->end);
    if (end <= begin)
        return;
    fc_text scratch = {0};
    fc_timeline_place place = of->place(of->data, record->item, &scratch);
    fprintf(out, ",\n{\"ph\":\"X\",\"pid\":0,\"tid\":%d", record->rank);
    print_time(out, "ts", begin);
    print_time(out, "dur", end - begin);
    print_text(out, ",\"name\":", place.what);
    if (place.file) {
        print_text(out, ",\"args\":{\"file\":", place.file);
        fprintf(out, ",\"line\":%d", place.line);
        print_text(out, ",\"function\":", place.function ? place.function : "");
        fprintf(out, "}");
    }
    fprintf(out, ",\"cat\":\"%s\"}", category[record->kind]);
    fc_text_free(&scratch);
}

/* The arrival of the message, moved into the slice that ends then. */
static long long flow_end(const fc_trace_record *record)
{
    const long long nanosecond = 1000;
    long long begin = fc_timeline_clock(record->begin), end = fc_timeline_clock(record->end);
    return end - begin > nanosecond ? end - nanosecond : begin;
}

void fc_timeline_json(FILE *out, const fc_timeline_records *of)
{
    size_t messages = 0;
    print_text(out,
               "{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{\"name\":", of->name);
    fprintf(out, "}}");
    for (int i = 0; i < of->ranks; i++)
        fprintf(out, ",\n{\"ph\":\"M\",\"pid\":0,\"tid\":%d,\"name\":\"thread_name\",\"args\":{\"name\":\"%s %d\"}}", i,
                of->row, i);
    for (size_t i = 0; i < of->n; i++)
        if (of->record[i].kind != FC_TRACE_MESSAGE)
            print_slice(out, of, &of->record[i]);
    for (size_t i = 0; i < of->n; i++)
        if (of->record[i].kind == FC_TRACE_MESSAGE) {
            const fc_trace_record *record = &of->record[i];
            size_t id = ++messages;
            fprintf(out, ",\n{\"ph\":\"s\",\"cat\":\"message\",\"name\":\"message\",\"id\":%zu,\"pid\":0,\"tid\":%d",
                    id, record->rank);
            print_time(out, "ts", fc_timeline_clock(record->begin));
            fprintf(out, ",\"args\":{\"bytes\":%.17g}},\n", record->bytes);
            fprintf(
                out,
                "{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"message\",\"name\":\"message\",\"id\":%zu,\"pid\":0,\"tid\":%d",
                id, record->peer);
            print_time(out, "ts", flow_end(record));
            fprintf(out, "}");
        }
    fprintf(out, "\n],\"displayTimeUnit\":\"ns\"}\n");
}
