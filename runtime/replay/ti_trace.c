/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/replay/ti_line.h"
#include "runtime/replay/ti_receives.h"
#include "support/map.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_BYTES = 1 << 30, /* of all files */
    MOST_FILES = FC_TI_MOST_RANKS
};

/* A file of the trace. */
typedef struct source {
    const char *path; /* one of the trace's names */
    char *text;
    size_t length;
} source;

/* The current place of a rank in the program; file NULL: the trace has no places. */
typedef struct location {
    const char *file;
    int line;
} location;

/* The state of reading. */
typedef struct reader {
    fc_ti_trace *trace;
    source *source;
    size_t n_sources, source_capacity, n_bytes;
    fc_ti_word *word; /* of the current line */
    size_t word_capacity;
    fc_map names, places; /* indices + 1 */
    size_t name_capacity, place_capacity, count_capacity, n_events;
    location *at; /* [n_ranks] */
    int *counts;  /* [2 n_ranks], of the current line */
    bool has_doubles;
    fc_report *report;
} reader;

static const char *intern(reader *r, const char *bytes, size_t length)
{
    fc_ti_trace *trace = r->trace;
    uintptr_t known = (uintptr_t)fc_map_get(&r->names, bytes, length);
    if (!known) {
        trace->name = fc_grow(trace->name, &r->name_capacity, trace->n_names + 1, sizeof *trace->name);
        trace->name[trace->n_names++] = fc_format("%.*s", (int)length, bytes);
        known = trace->n_names;
        fc_map_put(&r->names, bytes, length, (void *)known); // NOLINT: an index
    }
    return trace->name[known - 1];
}

static fc_status fail_size(const reader *r, fc_place place, const char *what)
{
    return fc_fail(r->report, FC_E_INPUT, place, "Trace a smaller run.", FC_MSG_TRACE_TOO_LARGE, what);
}

/* ---- lines ---- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Splits the next line that has words; false: there is none. *at moves past it. */
static bool next_line(reader *r, fc_ti_line *line, const char **at, const char *end)
{
    for (line->n = 0; *at < end && line->n == 0; *at += *at < end) {
        line->start = *at;
        line->number++;
        while (*at < end && **at != '\n') {
            const char *begin = *at;
            while (*at < end && **at != '\n' && !is_blank(**at))
                ++*at;
            if (*at > begin) {
                r->word = fc_grow(r->word, &r->word_capacity, line->n + 1, sizeof *r->word);
                r->word[line->n++] = (fc_ti_word){begin, (size_t)(*at - begin)};
            }
            while (*at < end && is_blank(**at))
                ++*at;
        }
        if (line->n > 0 && *r->word[0].bytes == '#')
            line->n = 0;
    }
    line->word = r->word;
    return line->n > 0;
}

static fc_status read_rank(long *rank, const reader *r, const fc_ti_line *line)
{
    return fc_ti_line_whole(rank, line, 0, (const long[]){0, FC_TI_MOST_RANKS - 1}, r->report);
}

/* ---- files ---- */

static fc_status add_source(reader *r, const char *path)
{
    source *to;
    if (r->n_sources == MOST_FILES)
        return fail_size(r, (fc_place){path, 0, 0}, "files");
    r->source = fc_grow(r->source, &r->source_capacity, r->n_sources + 1, sizeof *r->source);
    to = &r->source[r->n_sources];
    fc_status status = fc_file_read(&to->text, &to->length, path, MOST_BYTES - r->n_bytes, r->report);
    if (status)
        return status;
    r->n_sources++;
    r->n_bytes += to->length;
    to->path = intern(r, path, strlen(path));
    return r->n_bytes < MOST_BYTES ? FC_OK : fail_size(r, (fc_place){path, 0, 0}, "bytes");
}

/* A list's first line is a path: its first word is no number. */
static bool is_list(reader *r, const source *of)
{
    fc_ti_line line = {0};
    const char *at = of->text;
    if (!next_line(r, &line, &at, of->text + of->length))
        return false;
    const fc_ti_word *first = &line.word[0];
    size_t digits = 0;
    while (digits < first->length && first->bytes[digits] >= '0' && first->bytes[digits] <= '9')
        digits++;
    return digits < first->length;
}

/* The path of a list's line, from the current folder or, if it is not there, from the list's; the caller frees. */
static FC_GIVE char *path_of(const char *list, const fc_ti_line *line)
{
    const fc_ti_word *last = &line->word[line->n - 1];
    int length = (int)(last->bytes + last->length - line->word[0].bytes);
    const char *slash = strrchr(list, '/');
    char *path = fc_format("%.*s", length, line->word[0].bytes);
    if (*path == '/' || !slash || access(path, F_OK) == 0)
        return path;
    char *beside = fc_format("%.*s/%s", (int)(slash - list), list, path);
    free(path);
    return beside;
}

static fc_status add_listed(reader *r)
{
    source list = r->source[0];
    fc_ti_line line = {.path = list.path};
    const char *at = list.text;
    fc_status status = FC_OK;
    r->n_sources = 0;
    while (!status && next_line(r, &line, &at, list.text + list.length)) {
        char *path = line.word[0].length > INT_MAX / 4 ? NULL : path_of(list.path, &line);
        status = path ? add_source(r, path) : fc_ti_line_refuse(&line, 0, "expected a path", r->report);
        free(path);
    }
    free(list.text);
    return status;
}

/* ---- events ---- */

static int place_index(reader *r, const location *at, fc_ti_action action, const fc_ti_line *line)
{
    fc_ti_trace *trace = r->trace;
    struct {
        const char *file;
        long action, line;
    } key = {at->file, action, at->line};
    uintptr_t known = (uintptr_t)fc_map_get(&r->places, &key, sizeof key);
    if (!known) {
        trace->place = fc_grow(trace->place, &r->place_capacity, trace->n_places + 1, sizeof *trace->place);
        trace->place[trace->n_places++] =
            at->file ? (fc_ti_place){action, at->file, at->line} : (fc_ti_place){action, line->path, line->number};
        known = trace->n_places;
        fc_map_put(&r->places, &key, sizeof key, (void *)known); // NOLINT: an index
    }
    return (int)known - 1;
}

static void add_event(reader *r, fc_ti_rank *to, const fc_ti_event *event, size_t n_counts)
{
    fc_ti_trace *trace = r->trace;
    trace->count = fc_grow(trace->count, &r->count_capacity, trace->n_counts + n_counts, sizeof *trace->count);
    if (n_counts > 0)
        memcpy(trace->count + trace->n_counts, r->counts, n_counts * sizeof *r->counts);
    to->event = fc_grow(to->event, &to->capacity, to->n + 1, sizeof *to->event);
    to->event[to->n] = *event;
    to->event[to->n++].counts = trace->n_counts;
    trace->n_counts += n_counts;
    trace->flops += event->flops + (event->action == FC_TI_COMPUTE ? event->n : 0);
    r->n_events++;
}

/* RANK location [FILE] LINE: the place of the rank's later calls, which smpirun records if the program was compiled for
 * it. */
static fc_status read_location(reader *r, location *to, const fc_ti_line *line)
{
    long number = 0;
    if (line->n < 3)
        return fc_ti_line_refuse(line, line->n, "expected a file and a line", r->report);
    fc_status status = fc_ti_line_whole(&number, line, line->n - 1, (const long[]){0, INT_MAX}, r->report);
    if (status || line->n == 3) {
        *to = (location){0};
        return status;
    }
    const fc_ti_word *first = &line->word[2], *last = &line->word[line->n - 2];
    *to = (location){intern(r, first->bytes, (size_t)(last->bytes + last->length - first->bytes)), (int)number};
    return FC_OK;
}

static bool is_word(const fc_ti_line *line, size_t index, const char *text)
{
    const fc_ti_word *word = &line->word[index];
    return line->n > index && word->length == strlen(text) && memcmp(word->bytes, text, word->length) == 0;
}

static fc_status read_event(reader *r, const fc_ti_line *line)
{
    long rank = 0;
    fc_ti_event event = {0};
    size_t n_counts = 0;
    bool is_derived = false;
    fc_status status = read_rank(&rank, r, line);
    if (!status && is_word(line, 1, "location"))
        return read_location(r, &r->at[rank], line);
    if (!status)
        status = fc_ti_line_action(&event.action, line, r->report);
    if (!status)
        status = fc_ti_line_arguments(&event, r->counts, &n_counts, &is_derived, line, r->report);
    if (status)
        return status;
    if (is_derived && r->trace->n_derived++ == 0) {
        r->trace->derived_file = line->path;
        r->trace->derived_line = line->number;
    }
    event.place = place_index(r, &r->at[rank], event.action, line);
    add_event(r, &r->trace->rank[rank], &event, n_counts);
    const fc_ti_trace *trace = r->trace;
    const char *what = r->n_events > FC_TI_MOST_EVENTS       ? "events"
                       : trace->n_counts > FC_TI_MOST_COUNTS ? "counts"
                       : trace->n_places > FC_TI_MOST_PLACES ? "places of calls"
                                                             : NULL;
    return what ? fail_size(r, (fc_place){line->path, line->number, 1}, what) : FC_OK;
}

/* Applies a function to every line of all files. */
static fc_status for_lines(reader *r, fc_status (*apply)(reader *r, const fc_ti_line *line))
{
    fc_status status = FC_OK;
    for (size_t i = 0; i < r->n_sources && !status; i++) {
        const source *of = &r->source[i];
        fc_ti_line line = {.path = of->path, .n_ranks = r->trace->n_ranks, .has_doubles = r->has_doubles};
        const char *at = of->text;
        while (!status && next_line(r, &line, &at, of->text + of->length))
            status = apply(r, &line);
    }
    return status;
}

/* The number of ranks, and the datatype of elements without one. */
static fc_status count_rank(reader *r, const fc_ti_line *line)
{
    long rank = 0;
    fc_status status = read_rank(&rank, r, line);
    if (!status && rank >= r->trace->n_ranks)
        r->trace->n_ranks = (int)rank + 1;
    r->has_doubles |= is_word(line, 1, "init") && line->n > 2;
    return status;
}

static fc_status check_ranks(const reader *r, const char *path)
{
    if (r->trace->n_ranks == 0)
        return fc_fail(r->report, FC_E_INPUT, (fc_place){path, 0, 0}, NULL, FC_MSG_TRACE_EMPTY);
    for (int i = 0; i < r->trace->n_ranks; i++)
        if (r->trace->rank[i].n == 0)
            return fc_fail(r->report, FC_E_INPUT, (fc_place){path, 0, 0},
                           "Give the list of all its files, one a line, as smpirun -trace-ti writes it.",
                           FC_MSG_TRACE_LACKS_RANK, i, r->trace->n_ranks);
    return FC_OK;
}

static fc_status read_events(reader *r)
{
    fc_status status = for_lines(r, count_rank);
    if (status)
        return status;
    const size_t n = (size_t)r->trace->n_ranks;
    r->trace->rank = fc_allocate(n, sizeof *r->trace->rank);
    r->at = fc_allocate(n, sizeof *r->at);
    r->counts = fc_allocate(2 * n, sizeof *r->counts);
    return for_lines(r, read_event);
}

fc_status fc_ti_trace_read(fc_ti_trace **out, const char *path, fc_report *report)
{
    reader r = {.trace = fc_allocate(1, sizeof *r.trace), .report = report};
    fc_status status = add_source(&r, path);
    if (!status && is_list(&r, &r.source[0]))
        status = add_listed(&r);
    if (!status)
        status = read_events(&r);
    if (!status)
        status = check_ranks(&r, path);
    if (!status)
        fc_ti_receives_resolve(r.trace);
    for (size_t i = 0; i < r.n_sources; i++)
        free(r.source[i].text);
    free(r.source);
    free(r.word);
    free(r.at);
    free(r.counts);
    fc_map_free(&r.names);
    fc_map_free(&r.places);
    if (status)
        fc_ti_trace_free(r.trace);
    else
        *out = r.trace;
    return status;
}

void fc_ti_trace_free(fc_ti_trace *trace)
{
    for (int i = 0; trace->rank && i < trace->n_ranks; i++)
        free(trace->rank[i].event);
    for (size_t i = 0; i < trace->n_names; i++)
        free(trace->name[i]);
    free(trace->rank);
    free(trace->place);
    free(trace->count);
    free(trace->name);
    free(trace);
}
