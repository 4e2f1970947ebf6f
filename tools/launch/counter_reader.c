/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/counter_reader.h"

#include "support/messages/profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_RANKS = 1 << 20
};

/* A row of `width` numbers per rank: n counters, then derived counts; known[rank]: its row was read. */
typedef struct gathered {
    int ranks, n;
    size_t width;
    unsigned long *counter;
    bool *known;
} gathered;

static unsigned long *row_of(const gathered *from, int rank)
{
    return from->counter + (size_t)rank * from->width;
}

static bool read_number(const char **text, unsigned long most, unsigned long *out)
{
    char *end;
    errno = 0;
    const char *digits = *text + strspn(*text, " \n");
    unsigned long value = *digits >= '0' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
    if (*digits < '0' || *digits > '9' || errno || value > most)
        return false;
    *text = end;
    *out = value;
    return true;
}

/* Sets the number of ranks from the first file; later files must agree. */
static bool take_ranks(gathered *into, unsigned long ranks)
{
    if (!into->ranks && ranks > 0) {
        into->ranks = (int)ranks;
        into->counter = fc_allocate(ranks * (into->width + 1), sizeof *into->counter);
        into->known = fc_allocate(ranks, sizeof *into->known);
    }
    return into->ranks == (int)ranks;
}

static bool skip_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    bool good = strncmp(*text, word, length) == 0;
    *text += good ? length : 0;
    return good;
}

/* Format of "all": one line of counters per rank. */
static bool read_all(gathered *into, const char *text, size_t length)
{
    unsigned long ranks, n;
    (void)length;
    if (!skip_word(&text, "forecost-counters 2 ") || !read_number(&text, MAX_RANKS, &ranks) ||
        !read_number(&text, (unsigned long)into->n, &n) || n != (unsigned long)into->n || !take_ranks(into, ranks))
        return false;
    for (int rank = 0; rank < into->ranks; rank++) {
        for (int i = 0; i < into->n; i++)
            if (!read_number(&text, ~0ul, &row_of(into, rank)[i]))
                return false;
        into->known[rank] = true;
    }
    return true;
}

/* Format of "rank.<number>": a header with offset and number of each unit's counters in the file, then the counters. */
static bool read_kept(gathered *into, const char *text, size_t length)
{
    const char *at = text;
    unsigned long ranks, rank, place, n;
    if (!skip_word(&at, "forecost-kept 2 ") || !read_number(&at, MAX_RANKS, &ranks) ||
        !read_number(&at, MAX_RANKS, &rank) || rank >= ranks || !take_ranks(into, ranks))
        return false;
    for (int done = 0; done < into->n; done += (int)n) {
        if (!read_number(&at, length, &place) || !read_number(&at, (unsigned long)(into->n - done), &n) || n == 0 ||
            (length - place) / sizeof(unsigned long) < n)
            return false;
        memcpy(row_of(into, (int)rank) + done, text + place, n * sizeof(unsigned long));
    }
    into->known[rank] = true;
    return true;
}

/* A missing file is no error: the same ranks may be in other files. */
static fc_status read_file(gathered *into, const char *path, bool (*read)(gathered *, const char *, size_t),
                           fc_report *report)
{
    char *text = NULL;
    size_t length = 0;
    if (access(path, F_OK) != 0)
        return FC_OK;
    fc_status status = fc_file_read(&text, &length, path, 0, report);
    if (!status && !read(into, text, length))
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Run `forecost profile` again.",
                         FC_MSG_PROGRAM_S_COUNTER_FILE_INVALID);
    free(text);
    return status;
}

/* A rank's own file is newer than the counters that MPI_Finalize gathered. */
static fc_status read_files(gathered *into, const char *folder, fc_report *report)
{
    char *path = fc_format("%s/all", folder);
    fc_status status = read_file(into, path, read_all, report);
    free(path);
    for (int rank = 0; (rank == 0 || rank < into->ranks) && !status; rank++) {
        path = fc_format("%s/rank.%d", folder, rank);
        status = read_file(into, path, read_kept, report);
        free(path);
    }
    for (int rank = 0; (rank == 0 || rank < into->ranks) && !status; rank++)
        if (!into->ranks || !into->known[rank])
            status =
                fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                        "Check that it starts on every rank and that all ranks share the folder for temporary files.",
                        FC_MSG_RANK_PROGRAM_LEFT_NO_COUNTERS, rank);
    return status;
}

/* Counters of concurrent threads may lose counts, so differences are limited to >= 0. */
static void derive(gathered *into, const fc_instrumented *instrumented)
{
    for (int rank = 0; rank < into->ranks; rank++) {
        unsigned long *row = row_of(into, rank), *out = row + into->n;
        for (size_t i = 0; i < instrumented->n_derived; i++) {
            const fc_derived_count *derived = &instrumented->derived[i];
            unsigned long first = row[derived->first], second = row[derived->second];
            out[i] = derived->adds ? first + second : first > second ? first - second : 0;
        }
    }
}

static int by_node(const void *left, const void *right)
{
    const fc_counter_site *a = left, *b = right;
    return a->node->id < b->node->id ? -1 : a->node->id > b->node->id;
}

/* Adds up the sites of each node. */
static void add_sites(fc_profile_run *run, const gathered *from, const fc_instrumented *instrumented)
{
    size_t n = instrumented->n_sites;
    fc_counter_site *site = fc_allocate(n, sizeof *site);
    if (n) {
        memcpy(site, instrumented->site, n * sizeof *site);
        qsort(site, n, sizeof *site, by_node);
    }
    run->ranks = from->ranks;
    run->counter = fc_allocate(n, sizeof *run->counter);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || site[i - 1].node != site[i].node)
            run->counter[run->n_counters++] = fc_profile_counter_create(site[i].node->id, site[i].kind, from->ranks);
        fc_profile_counter *counter = &run->counter[run->n_counters - 1];
        for (int rank = 0; rank < from->ranks; rank++) {
            const unsigned long *row = row_of(from, rank);
            counter->entries[rank] += row[site[i].entries];
            counter->count[rank] += row[site[i].count];
            if (site[i].simulated >= 0) {
                counter->simulated += row[site[i].simulated];
                counter->mispredicted += row[site[i].simulated + 1];
            }
        }
    }
    free(site);
}

static int by_timer_node(const void *left, const void *right)
{
    const fc_timer_site *a = left, *b = right;
    return (a->node->id > b->node->id) - (a->node->id < b->node->id);
}

/* Likewise for timers. A node with several sites gets no slices, since their order of execution is unknown. */
static void add_timers(fc_profile_run *run, const gathered *from, const fc_instrumented *instrumented)
{
    size_t n = instrumented->n_timers;
    fc_timer_site *site = fc_allocate(n, sizeof *site);
    if (n) {
        memcpy(site, instrumented->timer, n * sizeof *site);
        qsort(site, n, sizeof *site, by_timer_node);
    }
    run->timer = n ? fc_allocate(n, sizeof *run->timer) : NULL;
    run->n_repeats = n > 0;
    for (size_t i = 0; i < n; i++) {
        bool is_first = i == 0 || site[i - 1].node != site[i].node;
        bool is_only = is_first && (i + 1 == n || site[i + 1].node != site[i].node);
        if (is_first)
            run->timer[run->n_timers++] = fc_profile_timer_create(site[i].node->id, from->ranks);
        fc_profile_timer *timer = &run->timer[run->n_timers - 1];
        timer->slices = is_only ? fc_allocate((size_t)from->ranks, sizeof *timer->slices) : NULL;
        for (int rank = 0; rank < from->ranks; rank++) {
            const unsigned long *slot = row_of(from, rank) + site[i].first;
            if (is_only) {
                fc_timer_slices *out = &timer->slices[rank];
                out->executions = slot[FC_TIMER_EXECUTIONS];
                out->doublings = slot[FC_TIMER_DOUBLINGS];
                memcpy(out->nanoseconds, slot + FC_TIMER_SLICE_OWN, sizeof out->nanoseconds);
                memcpy(out->touched, slot + FC_TIMER_SLICE_TOUCHED, sizeof out->touched);
            }
            timer->executions[rank] += slot[FC_TIMER_EXECUTIONS];
            timer->nanoseconds[rank] += slot[FC_TIMER_OWN];
            timer->touched[rank] += slot[FC_TIMER_TOUCHED];
            timer->is_short |= slot[FC_TIMER_SKIPPED] > 0;
        }
    }
    free(site);
}

/* Bodies: `entries` becomes the number of executions of all bodies of the group. */
static void add_up_groups(fc_profile_run *run, const gathered *from, const fc_instrumented *instrumented)
{
    for (int i = 0; i < run->n_counters; i++) {
        fc_profile_counter *counter = &run->counter[i];
        int group = -1;
        for (size_t k = 0; k < instrumented->n_sites; k++)
            if (instrumented->site[k].node->id == counter->node)
                group = instrumented->site[k].group;
        for (int rank = 0; group >= 0 && rank < from->ranks; rank++) {
            const unsigned long *row = row_of(from, rank);
            counter->entries[rank] = 0;
            for (size_t k = 0; k < instrumented->n_sites; k++)
                if (instrumented->site[k].group == group)
                    counter->entries[rank] += row[instrumented->site[k].count];
        }
    }
}

fc_status fc_counter_reader_read(FC_GIVE fc_profile_run *out, const char *folder, const fc_instrumented *instrumented,
                                 fc_report *report)
{
    gathered into = {.n = instrumented->n_counters,
                     .width = (size_t)instrumented->n_counters + instrumented->n_derived};
    fc_status status = read_files(&into, folder, report);
    if (!status) {
        derive(&into, instrumented);
        *out = (fc_profile_run){0};
        add_sites(out, &into, instrumented);
        add_up_groups(out, &into, instrumented);
        add_timers(out, &into, instrumented);
    }
    free(into.counter);
    free(into.known);
    return status;
}
