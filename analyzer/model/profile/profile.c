/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/profile/profile.h"
#include "analyzer/model/json_text.h"
#include "analyzer/model/properties/goto_loops.h"
#include "support/messages/analysis.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_BYTES = 512 << 20,
    MAX_RANKS = 1 << 20,
    MAX_REPEATS = 1000
};

#define PROFILE_AGAIN "Profile again: forecost profile MODEL.fc -n RANKS -- ARGUMENTS"

static const char *const kind_text[] = {
#define KIND_TEXT(name, text) text,
    FC_COUNTER_KIND_LIST(KIND_TEXT)
#undef KIND_TEXT
};

const char *fc_counter_kind_text(fc_counter_kind kind)
{
    return kind < FC_N_COUNTER_KINDS ? kind_text[kind] : "counter";
}

/* ---- runs ---- */

FC_GIVE fc_profile *fc_profile_create(void)
{
    return fc_allocate(1, sizeof(fc_profile));
}

fc_profile_counter fc_profile_counter_create(int node, fc_counter_kind kind, int ranks)
{
    unsigned long *entries = fc_allocate((size_t)ranks, sizeof *entries);
    unsigned long *count = fc_allocate((size_t)ranks, sizeof *count);
    return (fc_profile_counter){.node = node, .kind = kind, .entries = entries, .count = count};
}

fc_profile_timer fc_profile_timer_create(int node, int ranks)
{
    unsigned long *executions = fc_allocate((size_t)ranks, sizeof *executions);
    unsigned long *nanoseconds = fc_allocate((size_t)ranks, sizeof *nanoseconds);
    unsigned long *touched = fc_allocate((size_t)ranks, sizeof *touched);
    return (fc_profile_timer){.node = node, .executions = executions, .touched = touched, .nanoseconds = nanoseconds};
}

/* Appends `more` elements of the given size to an array of n. */
static FC_GIVE void *joined(FC_TAKE void *there, size_t n, const void *added, size_t more, size_t size)
{
    char *longer = fc_allocate(n + more, size);
    memcpy(longer, there, n * size);
    memcpy(longer + n * size, added, more * size);
    free(there);
    return longer;
}

void fc_profile_run_repeat(fc_profile_run *run, const fc_profile_run *again)
{
    size_t ranks = (size_t)run->ranks, before = (size_t)run->n_repeats * ranks;
    for (int i = 0; i < run->n_timers; i++) {
        fc_profile_timer *timer = &run->timer[i];
        const fc_profile_timer *other = &again->timer[i];
        timer->nanoseconds = joined(timer->nanoseconds, before, other->nanoseconds, ranks, sizeof *timer->nanoseconds);
        if (timer->slices && other->slices)
            timer->slices = joined(timer->slices, before, other->slices, ranks, sizeof *timer->slices);
    }
    run->n_repeats++;
}

void fc_profile_run_free(fc_profile_run *run)
{
    for (int i = 0; i < run->n_arguments; i++)
        free(run->argument[i]);
    for (int i = 0; i < run->n_counters; i++) {
        free(run->counter[i].entries);
        free(run->counter[i].count);
    }
    for (int i = 0; i < run->n_timers; i++) {
        free(run->timer[i].executions);
        free(run->timer[i].touched);
        free(run->timer[i].nanoseconds);
        free(run->timer[i].quiet);
        free(run->timer[i].unsure);
        free(run->timer[i].slices);
    }
    fc_input_files_free(&run->inputs);
    free(run->code);
    free(run->argument);
    free(run->counter);
    free(run->timer);
    free(run->command);
    *run = (fc_profile_run){0};
}

void fc_profile_free(FC_TAKE fc_profile *profile)
{
    if (!profile)
        return;
    for (size_t i = 0; i < profile->n_runs; i++)
        fc_profile_run_free(&profile->run[i]);
    free(profile->run);
    free(profile);
}

void fc_profile_add(fc_profile *profile, FC_TAKE fc_profile_run *run)
{
    size_t kept = 0;
    fc_profile_request same = {run->ranks, (const char *const *)run->argument, run->n_arguments, &run->inputs};
    for (size_t i = 0; i < profile->n_runs; i++) {
        if (profile->run[i].ranks == run->ranks && fc_profile_matches(&profile->run[i], &same))
            fc_profile_run_free(&profile->run[i]);
        else
            profile->run[kept++] = profile->run[i];
    }
    profile->n_runs = kept;
    profile->run = fc_grow(profile->run, &profile->capacity, kept + 1, sizeof *profile->run);
    profile->run[profile->n_runs++] = *run;
    *run = (fc_profile_run){0};
}

/* ---- writing ---- */

static void write_counts(fc_json_writer *json, const char *name, const unsigned long *count, int ranks)
{
    fc_json_writer_array(json, name, FC_JSON_ONE_LINE);
    for (int i = 0; i < ranks; i++)
        fc_json_writer_whole(json, NULL, (long long)count[i]);
    fc_json_writer_end(json);
}

/* Begins the object of a counter or timer in a line of its own. */
static void begin_place(fc_json_writer *json, const fc_program *program, int node)
{
    fc_place place = fc_program_place(program, program->node[node]->span);
    fc_json_writer_break(json, 0);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_member(json, "file", place.file);
    fc_json_writer_whole(json, "line", place.line);
    fc_json_writer_whole(json, "column", place.column);
}

static void write_counter(fc_json_writer *json, const fc_program *program, const fc_profile_run *run, int i)
{
    const fc_profile_counter *counter = &run->counter[i];
    begin_place(json, program, counter->node);
    fc_json_writer_string(json, "kind", kind_text[counter->kind]);
    fc_json_writer_whole(json, "node", counter->node);
    write_counts(json, "entries", counter->entries, run->ranks);
    write_counts(json, "count", counter->count, run->ranks);
    if (counter->simulated > 0) {
        fc_json_writer_whole(json, "simulated", (long long)counter->simulated);
        fc_json_writer_whole(json, "mispredicted", (long long)counter->mispredicted);
    }
    fc_json_writer_end(json);
}

static void write_timer(fc_json_writer *json, const fc_program *program, const fc_profile_run *run, int i)
{
    const fc_profile_timer *timer = &run->timer[i];
    begin_place(json, program, timer->node);
    fc_json_writer_whole(json, "node", timer->node);
    write_counts(json, "executions", timer->executions, run->ranks);
    write_counts(json, "touched", timer->touched, run->ranks);
    fc_json_writer_array(json, "nanoseconds", FC_JSON_ONE_LINE);
    for (int repeat = 0; repeat < run->n_repeats; repeat++)
        write_counts(json, NULL, timer->nanoseconds + (size_t)repeat * (size_t)run->ranks, run->ranks);
    fc_json_writer_end(json);
    if (timer->quiet) {
        write_counts(json, "quiet", timer->quiet, run->ranks);
        write_counts(json, "unsure", timer->unsure, run->ranks);
    }
    fc_json_writer_end(json);
}

enum {
    N_EARLIER_CODE_COLUMNS = 10, /* an earlier version wrote no more */
    N_CODE_COLUMNS = 14
};

/* The i-th field of a code row, in file order. A timed program's rows have no cycles. */
static int *code_column(fc_code_loop *loop, int i)
{
    int *const column[N_CODE_COLUMNS] = {
        &loop->file,       &loop->line,        &loop->lines,          &loop->vector_bytes, &loop->real_operations,
        &loop->load_bytes, &loop->store_bytes, &loop->n_real,         &loop->n_loads,      &loop->n_stores,
        &loop->n_moves,    &loop->n_jumps,     &loop->n_instructions, &loop->n_calls};
    return column[i];
}

static void write_run(fc_json_writer *json, const fc_program *program, const fc_profile_run *run)
{
    fc_json_writer_break(json, 0);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_whole(json, "ranks", run->ranks);
    fc_json_writer_array(json, "arguments", FC_JSON_ONE_LINE);
    for (int i = 0; i < run->n_arguments; i++)
        fc_json_member(json, NULL, run->argument[i]);
    fc_json_writer_end(json);
    fc_json_member(json, "command", run->command);
    fc_input_files_write(json, "inputs", &run->inputs);
    if (run->is_partial)
        fc_json_writer_bool(json, "partial", true);
    fc_json_writer_array(json, "counters", FC_JSON_ONE_LINE);
    for (int i = 0; i < run->n_counters; i++)
        write_counter(json, program, run, i);
    fc_json_writer_end(json);
    fc_json_writer_array(json, "timers", FC_JSON_ONE_LINE);
    for (int i = 0; i < run->n_timers; i++)
        write_timer(json, program, run, i);
    fc_json_writer_end(json);
    if (run->n_code > 0) {
        fc_json_writer_array(json, "code", FC_JSON_ONE_LINE);
        for (int i = 0; i < run->n_code; i++) {
            fc_json_writer_array(json, NULL, FC_JSON_ONE_LINE);
            for (int k = 0; k < N_CODE_COLUMNS; k++)
                fc_json_writer_whole(json, NULL, *code_column(&run->code[i], k));
            fc_json_writer_end(json);
        }
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

fc_status fc_profile_write(const fc_profile *profile, const char *path, const fc_program *program, fc_report *report)
{
    fc_text out = {0};
    fc_json_writer json = {.out = &out, .is_compact = true};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    fc_json_writer_string(&json, "kind", "profile");
    fc_json_writer_break(&json, 0);
    fc_json_member(&json, "program", program->name);
    fc_json_writer_string(&json, "key", program->key);
    fc_json_writer_break(&json, 0);
    fc_json_writer_array(&json, "runs", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < profile->n_runs; i++)
        write_run(&json, program, &profile->run[i]);
    fc_json_writer_end(&json);
    fc_json_writer_end(&json);
    fc_status status = fc_file_write(path, out.bytes, out.length, report);
    fc_text_free(&out);
    return status;
}

/* ---- reading ---- */

static bool read_counts(unsigned long *out, const json_t *list, int ranks)
{
    if (json_array_size(list) != (size_t)ranks)
        return false;
    for (int i = 0; i < ranks; i++) {
        const json_t *number = json_array_get(list, (size_t)i);
        if (!json_is_integer(number) || json_integer_value(number) < 0)
            return false;
        out[i] = (unsigned long)json_integer_value(number);
    }
    return true;
}

static int read_kind(const json_t *value)
{
    const char *text = json_string_value(value);
    for (int i = 0; text && i < FC_N_COUNTER_KINDS; i++)
        if (strcmp(text, kind_text[i]) == 0)
            return i;
    return -1;
}

static bool kind_fits(const fc_node *node, fc_counter_kind kind)
{
    bool is_loop = node->kind == FC_FOR || node->kind == FC_WHILE || node->kind == FC_DO || fc_goto_loops_is_head(node);
    bool is_case = node->kind == FC_CASE || node->kind == FC_DEFAULT;
    return is_loop == (kind == FC_COUNTER_LOOP) && is_case == (kind == FC_COUNTER_CASE) &&
           (node->kind == FC_IRREGULAR_REGION) == (kind == FC_COUNTER_PIECE) &&
           (kind != FC_COUNTER_EXTENT || node->kind == FC_NAME) &&
           (kind != FC_COUNTER_BOUND || node->kind == FC_BINARY);
}

/* Profiles of earlier versions lack them. */
static bool read_prediction(fc_profile_counter *counter, const json_t *value)
{
    const json_t *simulated = json_object_get(value, "simulated"), *wrong = json_object_get(value, "mispredicted");
    if (!simulated && !wrong)
        return true;
    const json_int_t n = json_integer_value(simulated), m = json_integer_value(wrong);
    counter->simulated = (unsigned long)n;
    counter->mispredicted = (unsigned long)m;
    return json_is_integer(simulated) && json_is_integer(wrong) && m >= 0 && m <= n;
}

/* Adds the counter to the run; counters are sorted by node. */
static bool read_counter(fc_profile_run *run, const json_t *value, const fc_program *program)
{
    const json_t *node = json_object_get(value, "node");
    int id = json_is_integer(node) ? fc_program_id_of_number(program, json_integer_value(node)) : -1;
    int least = run->n_counters ? run->counter[run->n_counters - 1].node + 1 : 0;
    int kind = read_kind(json_object_get(value, "kind"));
    if (id < least || kind < 0 || !kind_fits(program->node[id], (fc_counter_kind)kind))
        return false;
    fc_profile_counter *counter = &run->counter[run->n_counters++];
    *counter = fc_profile_counter_create(id, (fc_counter_kind)kind, run->ranks);
    return read_counts(counter->entries, json_object_get(value, "entries"), run->ranks) &&
           read_counts(counter->count, json_object_get(value, "count"), run->ranks) && read_prediction(counter, value);
}

/* Profiles of earlier versions lack `quiet`. */
static bool read_quiet(fc_profile_timer *timer, const json_t *value, size_t ranks)
{
    const json_t *quiet = json_object_get(value, "quiet"), *unsure = json_object_get(value, "unsure");
    if (!quiet && !unsure)
        return true;
    timer->quiet = fc_allocate(ranks, sizeof *timer->quiet);
    timer->unsure = fc_allocate(ranks, sizeof *timer->unsure);
    return read_counts(timer->quiet, quiet, (int)ranks) && read_counts(timer->unsure, unsure, (int)ranks);
}

/* Adds the timer to the run; timers are sorted by node and have equally many repeats. */
static bool read_timer(fc_profile_run *run, const json_t *value, const fc_program *program)
{
    const json_t *node = json_object_get(value, "node"), *repeats = json_object_get(value, "nanoseconds");
    int id = json_is_integer(node) ? fc_program_id_of_number(program, json_integer_value(node)) : -1;
    int least = run->n_timers ? run->timer[run->n_timers - 1].node + 1 : 0;
    size_t n = json_array_size(repeats), ranks = (size_t)run->ranks;
    if (id < least || n < 1 || n > MAX_REPEATS || (run->n_timers && n != (size_t)run->n_repeats))
        return false;
    run->n_repeats = (int)n;
    fc_profile_timer *timer = &run->timer[run->n_timers++];
    *timer = (fc_profile_timer){.node = id,
                                .executions = fc_allocate(ranks, sizeof *timer->executions),
                                .touched = fc_allocate(ranks, sizeof *timer->touched),
                                .nanoseconds = fc_allocate(n * ranks, sizeof *timer->nanoseconds)};
    bool good = read_counts(timer->executions, json_object_get(value, "executions"), run->ranks) &&
                read_counts(timer->touched, json_object_get(value, "touched"), run->ranks);
    for (size_t i = 0; i < n && good; i++)
        good = read_counts(timer->nanoseconds + i * ranks, json_array_get(repeats, i), run->ranks);
    return good && read_quiet(timer, value, ranks);
}

static bool read_timers(fc_profile_run *run, const json_t *list, const fc_program *program)
{
    size_t n = json_array_size(list);
    if (n >= INT_MAX)
        return false;
    run->timer = n ? fc_allocate(n, sizeof *run->timer) : NULL;
    for (size_t i = 0; i < n; i++)
        if (!read_timer(run, json_array_get(list, i), program))
            return false;
    return true;
}

static bool read_code(fc_profile_run *run, const json_t *list, const fc_program *program)
{
    enum {
        MOST = 1 << 20
    };
    size_t n = json_array_size(list);
    if (n >= INT_MAX)
        return false;
    run->code = n ? fc_allocate(n, sizeof *run->code) : NULL;
    for (size_t i = 0; i < n; i++) {
        fc_code_loop *loop = &run->code[run->n_code++];
        const json_t *row = json_array_get(list, i);
        bool is_earlier = json_array_size(row) == N_EARLIER_CODE_COLUMNS;
        loop->n_calls = -1;
        for (int k = 0; k < (is_earlier ? N_EARLIER_CODE_COLUMNS : N_CODE_COLUMNS); k++) {
            const json_t *number = json_array_get(row, (size_t)k);
            if (!json_is_integer(number) || json_integer_value(number) < 0 || json_integer_value(number) > MOST)
                return false;
            *code_column(loop, k) = (int)json_integer_value(number);
        }
        if (loop->file >= program->n_files || loop->lines < 1)
            return false;
    }
    return true;
}

static bool read_arguments(fc_profile_run *run, const json_t *list)
{
    size_t n = json_array_size(list);
    run->argument = n ? fc_allocate(n, sizeof *run->argument) : NULL;
    for (size_t i = 0; i < n; i++) {
        run->argument[i] = fc_json_string(json_array_get(list, i));
        if (!run->argument[i])
            return false;
        run->n_arguments = (int)i + 1;
    }
    return json_is_array(list);
}

static bool read_run(fc_profile_run *run, const json_t *value, const fc_program *program)
{
    json_int_t ranks = json_integer_value(json_object_get(value, "ranks"));
    const json_t *counters = json_object_get(value, "counters");
    size_t n = json_array_size(counters);
    if (ranks < 1 || ranks > MAX_RANKS || !json_is_array(counters) || n >= INT_MAX)
        return false;
    run->ranks = (int)ranks;
    run->command = fc_json_string(json_object_get(value, "command"));
    run->is_partial = json_is_true(json_object_get(value, "partial"));
    if (!run->command || !read_arguments(run, json_object_get(value, "arguments")) ||
        !fc_input_files_read(&run->inputs, json_object_get(value, "inputs")))
        return false;
    run->counter = n ? fc_allocate(n, sizeof *run->counter) : NULL;
    for (size_t i = 0; i < n; i++)
        if (!read_counter(run, json_array_get(counters, i), program))
            return false;
    return read_timers(run, json_object_get(value, "timers"), program) &&
           read_code(run, json_object_get(value, "code"), program);
}

static fc_status check_header(const json_t *root, const char *path, const fc_program *program, fc_report *report)
{
    fc_place place = {path, 0, 0};
    const char *kind = json_string_value(json_object_get(root, "kind"));
    const char *key = json_string_value(json_object_get(root, "key"));
    const char *name = json_string_value(json_object_get(root, "program"));
    if (!kind || strcmp(kind, "profile") != 0)
        return fc_fail(report, FC_E_INPUT, place, PROFILE_AGAIN, FC_MSG_FILE_KIND_NOT_PROFILE, kind ? kind : "unknown");
    if (!name || !fc_json_is_key(json_object_get(root, "key")))
        return fc_fail(report, FC_E_INPUT, place, PROFILE_AGAIN, FC_MSG_NOT_VALID_PROFILE_PROGRAM_KEY);
    if (strcmp(key, program->key) == 0)
        return FC_OK;
    if (strcmp(name, program->name) != 0)
        return fc_fail(report, FC_E_INPUT, place, PROFILE_AGAIN, FC_MSG_PROFILE_ANOTHER_PROGRAM_MODEL, name,
                       program->name);
    return fc_fail(report, FC_E_INPUT, place, PROFILE_AGAIN, FC_MSG_PROFILE_ANOTHER_VERSION_SOURCES_FLAGS,
                   program->name, name);
}

fc_status fc_profile_read(FC_GIVE fc_profile **out, const char *path, const fc_program *program, fc_report *report)
{
    json_t *root = NULL;
    fc_json_source source = {path, MAX_BYTES, "profile", PROFILE_AGAIN};
    fc_status status = fc_json_read(&root, &source, report);
    if (status)
        return status;
    fc_profile *profile = fc_profile_create();
    const json_t *runs = json_object_get(root, "runs");
    status = check_header(root, path, program, report);
    if (!status && !json_is_array(runs))
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, PROFILE_AGAIN, FC_MSG_NOT_VALID_PROFILE_NO_RUNS);
    for (size_t i = 0; i < json_array_size(runs) && !status; i++) {
        fc_profile_run run = {0};
        if (read_run(&run, json_array_get(runs, i), program))
            fc_profile_add(profile, &run);
        else
            status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, PROFILE_AGAIN,
                             FC_MSG_NOT_VALID_PROFILE_RUNS_BROKEN, i);
        fc_profile_run_free(&run);
    }
    json_decref(root);
    if (status)
        fc_profile_free(profile);
    else
        *out = profile;
    return status;
}
