/* SPDX-License-Identifier: Apache-2.0 */
#include "buffer_race.h"
#include "call.h"
#include "compute.h"
#include "deferred.h"
#include "file.h"
#include "message_price.h"
#include "process.h"
#include "skipped_calls.h"
#include "team.h"
#include "window.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double greatest_count = 9007199254740992.0; /* 2^53 */
static const double greatest_rounding = 1e-3; /* rounding error of a sum in closed form whose true value is 0 */
static const char check_arguments[] =
    "Check the arguments after --, the values of -D, the pragmas and the cost annotations.";

static int n_items(const fc_cost_program *program)
{
    return program->n_regions + program->n_sites;
}

fc_rank *fc_rank_create(const fc_setting *setting)
{
    fc_rank *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->setting = *setting;
    if (!r->setting.mark)
        r->setting.mark = &r->own_mark;
    if (r->setting.step_limit <= 0)
        r->setting.step_limit = 1e11;
    if (r->setting.stack_limit == 0)
        r->setting.stack_limit = (size_t)4 << 20;
    if (!r->setting.prices)
        r->setting.prices = r->own_prices = fc_cost_cache_create(setting->program);
    r->eager_bytes = fc_message_eager_bytes(setting);
    r->makes_others = fc_call_makes_comms(setting->program);
    size_t items = (size_t)n_items(setting->program);
    r->item = calloc(items + 1, sizeof *r->item);
    r->touched = calloc(items + 1, sizeof *r->touched);
    r->parameter = calloc(2 * (size_t)setting->program->n_parameters + 1, sizeof *r->parameter);
    r->asked_parameter = r->parameter ? r->parameter + setting->program->n_parameters : NULL;
    r->probe = calloc((size_t)setting->program->n_probes + 1, sizeof *r->probe);
    r->globals = calloc(1, setting->program->globals_size + 1);
    if (r->setting.prices && r->item && r->touched && r->parameter && r->probe && r->globals)
        return r;
    fc_rank_free(r);
    return NULL;
}

void fc_rank_free(fc_rank *r)
{
    if (!r)
        return;
    fc_cost_cache_free(r->own_prices);
    fc_team_free(r->team);
    free(r->item);
    free(r->touched);
    free(r->parameter);
    free(r->probe);
    free(r->known);
    free(r->globals);
    free(r->comm);
    free(r->pending);
    free(r->bounds);
    free(r->members);
    free(r->operation_made_at);
    free(r->freed_at);
    free(r->persistent);
    fc_window_reset(r);
    fc_buffer_race_free(r);
    fc_skipped_calls_free(r);
    free(r->window);
    fc_file_free(r);
    fc_heap_free_all(r);
    fc_counted_blocks_free(r);
    free(r->slice_array);
    fc_deferred_reset(r);
    free(r->chosen);
    free(r->exchange);
    free(r->reliance);
    free(r->relied);
    free(r->hold);
    free(r);
}

void *fc_rank_grow(fc_rank *r, void *table, int *capacity, int used, size_t size)
{
    enum {
        LIMIT = 1 << 22
    };
    if (used < *capacity)
        return table;
    int grown = *capacity ? 2 * *capacity : 8;
    void *bigger = grown <= LIMIT ? realloc(table, (size_t)grown * size) : NULL;
    if (!bigger)
        fc_rank_end(r, FC_END_LIMIT, "Free communicators and datatypes, complete requests.",
                    "more communicators, requests or datatypes at a time than an evaluation can hold (%d)", used);
    *capacity = grown;
    return bigger;
}

void fc_rank_reset_costs(fc_rank *r)
{
    r->run++;
    r->n_touched = 0;
    fc_counter_reset(r);
    r->compute_s = r->communication_s = r->wait_s = r->messages = r->bytes = 0;
    r->extrapolated = 0;
    for (int i = 0; i < r->setting.program->n_probes; i++)
        r->probe[i].sum = r->probe[i].entered = 0;
    r->block_begin = fc_min(r->block_begin, 0);
    fc_rank_trace(r, FC_TRACE_BEGIN, 0, 0, 0);
}

static void reset_tables(fc_rank *r)
{
    r->n_comms = 0;
    r->n_pending = 0;
    r->free_pending = 0;
    r->n_bounds = 0;
    r->n_members = 0;
    r->n_operations = r->reduces_by = 0;
    free(r->freed_at);
    r->freed_at = NULL;
    r->n_keys = 0;
    r->n_persistent = 0;
    fc_file_reset(r);
    fc_window_reset(r);
    fc_buffer_race_reset(r);
    fc_skipped_calls_free(r);
    r->n_chosen = 0;
    r->begins = false;
    r->free_bounds = -1;
    r->comm = fc_rank_grow(r, r->comm, &r->comm_capacity, 2, sizeof *r->comm);
    r->pending = fc_rank_grow(r, r->pending, &r->pending_capacity, 1, sizeof *r->pending);
    r->comm[r->n_comms++] = (fc_communicator){.size = r->seat.ranks, .rank = r->seat.rank, .alive = true, .n_dims = -1};
    r->comm[r->n_comms++] = (fc_communicator){.size = 1,
                                              .alive = true,
                                              .n_dims = -1,
                                              .member = &r->seat.rank,
                                              .context = 1 + (unsigned long)r->seat.rank,
                                              .kind = 1};
    if (r->process)
        fc_process_set_groups(r);
    for (int i = 0; i < r->n_comms && !r->process; i++)
        r->comm[i].variant = fc_mapping_variant(&r->layout, r->comm[i].member, r->comm[i].size);
    r->pending[r->n_pending++] = (fc_pending){0};
}

/* Ranks on the node of this rank, itself included; each uses as many cores as it has threads. */
static int ranks_on_node(const fc_rank *r, int ranks)
{
    int threads = r->setting.team.threads > 1 ? r->setting.team.threads : 1, most = r->setting.machine->cores / threads;
    int count = ranks < most ? ranks : most;
    return count > 1 ? count : 1;
}

static void reset(fc_rank *r, const fc_launch *seat)
{
    const fc_cost_program *program = r->setting.program;
    r->seat = *seat;
    r->active_cores = ranks_on_node(r, seat->ranks);
    fc_team_reset(r);
    if (!r->process && r->layout.ranks != seat->ranks)
        fc_mapping_init(&r->layout, r->setting.machine, r->setting.placement, seat->ranks);
    *r->absent = '\0';
    if (!r->process)
        *r->setting.mark->absent = '\0';
    r->weight = 1;
    r->hand = (fc_payload_arguments){0};
    r->block_begin = -1;
    r->phase = FC_PHASE_BEFORE;
    r->option = NULL;
    r->option_index = 0;
    r->token = NULL;
    r->steps = 0;
    r->counted_origin = -1;
    memset(r->assumed, 0, sizeof r->assumed);
    r->negative = (fc_negative_count){0};
    r->input_end = (fc_input_end){0};
    r->moved = 0;
    r->n_changes++;
    free(r->reliance);
    r->reliance = NULL;
    r->n_relied = r->n_held = r->n_holds = 0;
    r->on_counter = 0;
    r->ending = (fc_ending){.end = FC_END_DONE};
    fc_rank_set_position(r, NULL, 0);
    fc_rank_reset_costs(r);
    for (int i = 0; i < program->n_parameters; i++)
        r->parameter[i] = NAN;
    memset(r->probe, 0, (size_t)program->n_probes * sizeof *r->probe);
    r->open_probe = -1;
    r->probe_depth = 0;
    memset(r->globals, 0, program->globals_size);
}

fc_end fc_rank_run_once(fc_rank *r, const fc_launch *seat)
{
    reset(r, seat);
    r->stack_base = __builtin_frame_address(0);
    if (_setjmp(r->jump) == 0) {
        reset_tables(r);
        if (r->setting.program->globals_init)
            r->setting.program->globals_init(r->globals);
        r->setting.program->main(r, r->seat.argc, r->seat.argv);
        fc_heap_check(r);
    }
    fc_heap_free_all(r);
    return r->ending.end;
}

fc_end fc_rank_run(fc_rank *r, const fc_launch *seat)
{
    fc_end end = fc_rank_run_once(r, seat);
    if (end == FC_END_DEFERRED)
        end = fc_deferred_run_rounds(r, seat);
    return end == FC_END_DONE && r->seat.rank != seat->rank ? fc_rank_run_once(r, seat) : end;
}

fc_item *fc_rank_item(fc_rank *r, int item)
{
    fc_item *sum = &r->item[item];
    if (sum->run != r->run) {
        *sum = (fc_item){.run = r->run};
        r->touched[r->n_touched++] = item;
    }
    return sum;
}

void fc_rank_trace(const fc_rank *r, fc_trace_kind kind, int item, double begin, double end)
{
    const fc_trace *trace = r->setting.trace;
    if (trace && r->process && r->seat.rank < trace->ranks && (end > begin || kind == FC_TRACE_BEGIN))
        trace->take(trace->data, &(fc_trace_record){begin, end, 0, r->seat.rank, -1, item, kind, 0});
}

double fc_rank_charge(fc_rank *r, int item, double seconds, double relative_error)
{
    if (r->phase == FC_PHASE_AFTER)
        return 0;
    fc_item *sum = fc_rank_item(r, item);
    sum->seconds += seconds;
    sum->error_s += seconds * relative_error;
    if (r->on_counter > 0)
        sum->counted_s += seconds;
    if (r->open_probe >= 0)
        r->probe[r->open_probe].sum += seconds;
    fc_counter_charge(r, seconds);
    return seconds;
}

void fc_probe_begin(fc_rank *r, int probe)
{
    if (r->open_probe < 0)
        r->open_probe = probe;
    r->probe_depth += r->open_probe == probe;
}

void fc_probe_end(fc_rank *r, int probe)
{
    if (r->open_probe == probe && --r->probe_depth == 0)
        r->open_probe = -1;
}

void fc_probe_number(fc_rank *r, int probe, double value)
{
    fc_probe *into = &r->probe[probe];
    into->number = !into->is_set || into->number == value ? value : NAN;
    into->is_set = true;
}

static bool is_counting(const fc_rank *r)
{
    return r->open_probe < 0 && r->phase != FC_PHASE_AFTER;
}

void fc_probe_enter(fc_rank *r, int probe)
{
    if (is_counting(r))
        r->probe[probe].entered += r->weight;
}

void fc_probe_count(fc_rank *r, int probe)
{
    if (is_counting(r))
        r->probe[probe].sum += r->weight;
}

double fc_rank_probe_value(const fc_rank *r, int probe)
{
    const fc_probe *of = &r->probe[probe];
    return of->is_set ? of->number : of->entered > 0 ? of->sum / of->entered : of->sum;
}

double fc_rank_item_seconds(const fc_rank *r, int item)
{
    return r->item[item].run == r->run ? r->item[item].seconds : 0;
}

/* An MPI-IO call whose cost neither the machine file nor the user specifies. */
static bool is_assumed(const fc_rank *r, const fc_site *site)
{
    const fc_comm_model *user = r->setting.communication;
    if (strncmp(site->operation, "MPI_File_", strlen("MPI_File_")) != 0)
        return false;
    fc_fit fit = strstr(site->operation, "read")    ? FC_FIT_FILE_READ
                 : strstr(site->operation, "write") ? FC_FIT_FILE_WRITE
                                                    : FC_FIT_FILE_OPEN;
    return fc_runtime_function_assumed(r->setting.machine, fit) && !(user && user->collective[fit]);
}

static fc_origin origin_of(const fc_rank *r, int item)
{
    const fc_cost_program *program = r->setting.program;
    if (item < program->n_regions)
        return program->region_origin[item];
    const fc_site *site = &program->site[item - program->n_regions];
    return is_assumed(r, site) ? FC_ORIGIN_ASSUMED : site->origin;
}

/* Adds an item's seconds to their origins. */
static void add_origins(const fc_rank *r, int index, fc_totals *totals)
{
    const fc_item *item = &r->item[index];
    if (item->assumed) {
        totals->origin[FC_ORIGIN_ASSUMED] += item->seconds;
        return;
    }
    fc_origin own = origin_of(r, index);
    bool by_place = own != FC_ORIGIN_CLOSED && own != FC_ORIGIN_EXECUTED;
    double counted_s = by_place ? item->seconds : item->counted_s;
    fc_origin origin = r->counted_origin >= 0 ? (fc_origin)r->counted_origin : by_place ? own : FC_ORIGIN_PROFILED;
    totals->origin[origin] += counted_s;
    totals->origin[own] += item->seconds - counted_s;
}

double fc_rank_block_seconds(const fc_rank *r)
{
    return r->block_begin < 0 ? -1 : fc_now(r) - r->block_begin;
}

void fc_rank_totals(const fc_rank *r, fc_totals *totals)
{
    double variance = fc_counter_variance(r), squares = 0, sum = 0;
    *totals = (fc_totals){.time_s = fc_now(r),
                          .compute_s = r->compute_s,
                          .communication_s = r->communication_s,
                          .wait_s = r->wait_s,
                          .messages = r->messages,
                          .bytes = r->bytes,
                          .block_s = fc_rank_block_seconds(r),
                          .extrapolated = r->extrapolated,
                          .steps = r->steps};
    memcpy(totals->assumed, r->assumed, sizeof totals->assumed);
    totals->negative = r->negative;
    totals->input_end = r->input_end;
    for (int i = 0; i < r->n_touched; i++) {
        const fc_item *item = &r->item[r->touched[i]];
        if (r->touched[i] < r->setting.program->n_regions)
            squares += item->error_s * item->error_s, sum += item->error_s;
        else
            variance += item->error_s * item->error_s;
        add_origins(r, r->touched[i], totals);
    }
    for (int i = 0; i < FC_N_ORIGINS; i++)
        totals->origin[i] /= totals->time_s > 0 ? totals->time_s : 1;
    double worked = totals->time_s - totals->wait_s;
    variance += fc_compute_variance(squares, sum);
    double half = 1.645 * sqrt(variance) * (worked > 0 ? totals->time_s / worked : 1);
    totals->low_s = fc_compute_low(totals->time_s, half);
    totals->high_s = totals->time_s + half;
}

void fc_rank_end(fc_rank *r, fc_end end, const char *next, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->ending.what, sizeof r->ending.what, format, args);
    va_end(args);
    snprintf(r->ending.next, sizeof r->ending.next, "%s", next);
    r->ending.end = end;
    r->ending.rank = r->seat.rank;
    r->ending.file = r->setting.mark->file;
    r->ending.line = r->setting.mark->line;
    longjmp(r->jump, 1);
}

double fc_rank_check_count(fc_rank *r, const char *what, double value)
{
    if (!(value > -greatest_rounding && value <= greatest_count))
        fc_bad_count(r, what, value, r->setting.mark->file, r->setting.mark->line);
    return value > 0 ? value : 0;
}

double fc_rank_check_repetitions(fc_rank *r, const char *what, double value)
{
    if (!r->reliance || isinf(value) || !(value <= -greatest_rounding))
        return fc_rank_check_count(r, what, value);
    if (!r->negative.file)
        r->negative = (fc_negative_count){r->setting.mark->file, r->setting.mark->line, value};
    return 0;
}

/* A call of MPI that must stand between MPI_Init and MPI_Finalize (MPI 3.1, section 8.7). */
static bool needs_running(const char *operation)
{
    static const char *const anywhere[] = {"MPI_Init",      "MPI_Init_thread", "MPI_Initialized",
                                           "MPI_Finalized", "MPI_Get_version", "MPI_Get_library_version"};
    for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++)
        if (strcmp(operation, anywhere[i]) == 0)
            return false;
    return strncmp(operation, "MPI_", 4) == 0;
}

static bool calls_init(const fc_cost_program *program)
{
    for (int i = 0; i < program->n_sites; i++)
        if (strncmp(program->site[i].operation, "MPI_Init", 8) == 0 && !needs_running(program->site[i].operation))
            return strcmp(program->site[i].operation, "MPI_Initialized") != 0;
    return false;
}

static void check_order(fc_rank *r, const fc_site *site)
{
    if (!needs_running(site->operation) || (r->phase == FC_PHASE_BEFORE && !calls_init(r->setting.program)))
        return;
    r->ending.kind = FC_FINDING_ORDER;
    fc_rank_end(r, FC_END_ARGUMENT, "Call MPI between MPI_Init and MPI_Finalize.", "%s is called %s", site->operation,
                r->phase == FC_PHASE_BEFORE ? "before MPI_Init" : "after MPI_Finalize");
}

const fc_site *fc_rank_site(fc_rank *r, int site)
{
    const fc_cost_program *program = r->setting.program;
    if (site < 0 || site >= program->n_sites)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names site %d of %d", site,
                    program->n_sites);
    fc_rank_set_position(r, program->site[site].file, program->site[site].line);
    if (r->setting.findings && r->phase != FC_PHASE_RUNNING)
        check_order(r, &program->site[site]);
    if (fc_team_is_parallel(r) && strncmp(program->site[site].operation, "MPI_", 4) == 0)
        fc_rank_end(r, FC_END_ARGUMENT, "Call MPI outside of parallel regions.",
                    "%s inside a parallel region is not supported", program->site[site].operation);
    return &program->site[site];
}

void *fc_globals(fc_rank *r)
{
    return r->globals;
}

double fc_now(const fc_rank *r)
{
    return r->compute_s + r->communication_s + r->wait_s;
}

static void note_move(fc_rank *r, double from, double to)
{
    double ratio = to / from;
    if (from == to)
        return;
    double change = log(ratio > 0 && isfinite(ratio) ? ratio : 2);
    r->moved += change * change;
}

double fc_parameter_annotated(fc_rank *r, int parameter, long argument, double value)
{
    const char *name = r->setting.program->parameter[parameter], *text = NULL;
    char *end = NULL;
    if (argument > 0 && argument < r->seat.argc)
        value = strtod(text = r->seat.argv[argument], &end);
    bool is_known = !text || (end != text && *end == '\0' && fabs(value) <= greatest_count);
    if (is_known && !isnan(value))
        return value;
    if (r->seat.override && !isnan(r->seat.override[parameter]))
        return r->seat.override[parameter];
    if (text)
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments,
                    "argument %ld, \"%s\", is not a number; parameter %s is read from it", argument, text, name);
    if (argument > 0)
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments, "argument %ld is missing; parameter %s is read from it",
                    argument, name);
    fc_rank_end(r, FC_END_ARGUMENT, "Specify it with -D NAME=VALUE.", "parameter %s has no value: the source hides it",
                name);
}

double fc_parameter_real(fc_rank *r, int parameter, double value)
{
    if (parameter < 0 || parameter >= r->setting.program->n_parameters)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names parameter %d", parameter);
    const double *override = r->seat.override;
    if (override && !isnan(override[parameter])) {
        if (isnan(r->parameter[parameter]))
            note_move(r, value, override[parameter]);
        value = override[parameter];
    }
    if (!(r->parameter[parameter] == value)) {
        r->parameter[parameter] = value;
        r->n_changes++;
    }
    double *shared = r->setting.point_parameter;
    if (shared && isnan(shared[parameter]))
        shared[parameter] = value;
    return value;
}

long fc_parameter(fc_rank *r, int parameter, long value)
{
    double taken = fc_parameter_real(r, parameter, (double)value);
    if ((double)value == taken)
        return value;
    if (!(fabs(taken) <= greatest_count))
        fc_rank_end(r, FC_END_ARGUMENT, check_arguments, "parameter %s: %.17g is beyond 2^53",
                    r->setting.program->parameter[parameter], taken);
    return (long)taken;
}

void fc_rank_check_argument(fc_rank *r)
{
    const fc_source_mark *mark = r->setting.mark;
    if (mark->argument > 0)
        fc_rank_end(r, FC_END_ARGUMENT, "Give the program all its arguments after --.",
                    "argv[%d] is read here, and the arguments end at argv[%d]", mark->argument, mark->last_argument);
}

void *fc_word(fc_rank *r, void *word, const char *file, int line)
{
    uintptr_t end = (uintptr_t)(r->seat.argv + r->seat.argc), at = (uintptr_t)word;
    if (at >= end && at <= end + FC_ARGUMENT_PADDING * sizeof *r->seat.argv) {
        fc_rank_set_position(r, file, line);
        r->setting.mark->argument = r->seat.argc + (int)((at - end) / sizeof *r->seat.argv);
        r->setting.mark->last_argument = r->seat.argc - 1;
    }
    return word;
}

void fc_stop(fc_rank *r, const char *what, const char *message, const char *file, int line)
{
    fc_rank_set_position(r, file, line);
    char next[320] = "Check the arguments after -- and the ranks of -n.";
    if (*r->absent)
        snprintf(next, sizeof next,
                 "The input file %s cannot be opened: run from the folder where the program finds it, or check the "
                 "arguments after -- and the ranks of -n.",
                 r->absent);
    fc_rank_end(r, FC_END_STOPPED, next,
                message ? "the program ends here by %s; it prints \"%s\"" : "the program ends here by %s", what,
                message);
}

void fc_stop_before_init(fc_rank *r, const char *what, const char *message, const char *file, int line)
{
    if (r->phase == FC_PHASE_BEFORE && calls_init(r->setting.program))
        fc_stop(r, what, message, file, line);
}

void fc_leave(fc_rank *r)
{
    r->ending.end = FC_END_DONE;
    longjmp(r->jump, 1);
}

void fc_bad_count(fc_rank *r, const char *what, double value, const char *file, int line)
{
    fc_rank_set_position(r, file, line);
    fc_rank_end(r, FC_END_ARGUMENT, check_arguments, value == 0 ? "%s is 0" : "%s is %.17g: not between 0 and 2^53",
                what, value);
}

void fc_step(fc_rank *r, const char *file, int line)
{
    fc_rank_set_position(r, file, line);
    fc_counter_scope_keep(r);
    if (r->setting.steps)
        fc_step_sample_count(r->setting.steps, file, line);
    if (++r->steps > r->setting.step_limit)
        fc_rank_end(r, FC_END_LIMIT, "The loop or recursion does not end with these arguments; check them.",
                    "the evaluation takes more than %.17g steps", r->setting.step_limit);
    const char *here = __builtin_frame_address(0);
    size_t used = here < r->stack_base ? (size_t)(r->stack_base - here) : (size_t)(here - r->stack_base);
    if (used > r->setting.stack_limit)
        fc_rank_end(r, FC_END_LIMIT,
                    r->on_counter > 0 ? "The depth of this mutual recursion depends on data, and no counter measures "
                                        "it: specify the cost of a call (#pragma forecost cost, ignore)."
                                      : "The recursion does not end with these arguments; check them.",
                    "recursion in the evaluation uses more than %zu bytes of stack", r->setting.stack_limit);
}

double fc_repeat_begin(fc_rank *r, double times)
{
    double before = r->weight;
    times = fc_rank_check_repetitions(r, "a number of repetitions", times);
    if (times == 0) {
        fc_counter_charge(r, 0);
        return -1;
    }
    fc_counter_scope_begin(r);
    if (r->process && !fc_team_is_parallel(r))
        return fc_process_repeat_begin(r, times);
    r->weight *= times;
    return before;
}

double fc_repeat_end(fc_rank *r, double weight_before)
{
    bool by_passes = r->process && !fc_team_is_parallel(r);
    double again = by_passes ? fc_process_repeat_end(r) : -1;
    if (again < 0)
        fc_counter_scope_end(r);
    if (!by_passes)
        r->weight = weight_before;
    return again;
}
