/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paje as ViTE reads it (Schnorr: Paje trace file format, 2016): ranks (or processes) are containers with a state,
 * messages are links. Events are in the order of time. */
#include "tools/timeline/timeline_records.h"

#include <stdlib.h>

/* The begin or the end of a record; events at the same time are in the order of the records. */
typedef struct event {
    long long at;
    size_t record;
    bool ends;
} event;

static const char header[] =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 3\n% Alias string\n% Type string\n% Name string\n% Color color\n"
    "%EndEventDef\n"
    "%EventDef PajeCreateContainer 4\n% Time date\n% Alias string\n% Type string\n% Container string\n"
    "% Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 5\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeSetState 6\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n"
    "%EventDef PajeStartLink 7\n% Time date\n% Type string\n% Container string\n% StartContainer string\n"
    "% Value string\n% Key string\n%EndEventDef\n"
    "%EventDef PajeEndLink 8\n% Time date\n% Type string\n% Container string\n% EndContainer string\n"
    "% Value string\n% Key string\n%EndEventDef\n"
    "0 W 0 \"Program\"\n0 R W \"Row\"\n1 S R \"State\"\n2 L W R R \"Message\"\n"
    "3 idle S \"idle\" \"0.9 0.9 0.9\"\n3 message L \"message\" \"0.2 0.2 0.2\"\n";

static int compare(const void *a, const void *b)
{
    const event *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->record != y->record)
        return x->record < y->record ? -1 : 1;
    return x->ends - y->ends;
}

static void print_time(FILE *out, int code, long long at)
{
    fprintf(out, "%d %lld.%012lld", code, at / 1000000000000, at % 1000000000000);
}

/* A text inside quotes: characters that would end it are replaced. */
static void print_name(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == '"' || *text == '\n' ? '\'' : *text, out);
}

/* A value for each place, and one for waiting there. */
static void define_values(FILE *out, const fc_timeline_records *of)
{
    fc_text scratch = {0};
    for (int i = 0; i < of->n_items; i++) {
        const bool computes = i < of->n_computing;
        scratch.length = 0;
        fc_timeline_place place = of->place(of->data, i, &scratch);
        for (int waits = 0; waits < (computes ? 1 : 2); waits++) {
            fprintf(out, "3 %c%d S \"%s", waits ? 'w' : 'v', i, waits ? "wait in " : "");
            print_name(out, place.what);
            if (place.file) {
                fprintf(out, " ");
                print_name(out, place.file);
                fprintf(out, ":%d", place.line);
            }
            fprintf(out, "\" \"%s\"\n", waits ? "0.8 0.2 0.2" : computes ? "0.2 0.6 0.3" : "0.2 0.4 0.8");
        }
    }
    fc_text_free(&scratch);
}

static void print_event(FILE *out, const fc_timeline_records *of, const event *e)
{
    const fc_trace_record *record = &of->record[e->record];
    if (record->kind == FC_TRACE_MESSAGE) {
        print_time(out, e->ends ? 8 : 7, e->at);
        fprintf(out, " L p r%d message m%zu\n", e->ends ? record->peer : record->rank, e->record);
        return;
    }
    print_time(out, 6, e->at);
    if (e->ends)
        fprintf(out, " S r%d idle\n", record->rank);
    else
        fprintf(out, " S r%d %c%d\n", record->rank, record->kind == FC_TRACE_WAIT ? 'w' : 'v', record->item);
}

void fc_timeline_paje(FILE *out, const fc_timeline_records *of)
{
    size_t n;
    /* Begin and end of every record; states of zero length are left out. */
    event *list = fc_allocate(2 * of->n + 1, sizeof *list);
    n = 0;
    for (size_t i = 0; i < of->n; i++) {
        long long begin = fc_timeline_clock(of->record[i].begin), end = fc_timeline_clock(of->record[i].end);
        if (of->record[i].kind != FC_TRACE_MESSAGE && end <= begin)
            continue;
        list[(n)++] = (event){begin, i, false};
        list[(n)++] = (event){end, i, true};
    }
    qsort(list, n, sizeof *list, compare);
    fputs(header, out);
    define_values(out, of);
    fprintf(out, "4 0.0 p W 0 \"");
    print_name(out, of->name);
    fprintf(out, "\"\n");
    for (int i = 0; i < of->ranks; i++)
        fprintf(out, "4 0.0 r%d R p \"%s %d\"\n", i, of->row, i);
    for (size_t i = 0; i < n; i++)
        print_event(out, of, &list[i]);
    for (int i = 0; i < of->ranks; i++) {
        print_time(out, 5, n > 0 ? list[n - 1].at : 0);
        fprintf(out, " R r%d\n", i);
    }
    free(list);
}
