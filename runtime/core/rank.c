/* SPDX-License-Identifier: Apache-2.0 */
#include "rank.h"

#include "team.h"
#include "uncertainty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (trace && r->process && r->launch.rank < trace->ranks && (end > begin || kind == FC_TRACE_BEGIN))
        trace->take(trace->data, &(fc_trace_record){begin, end, 0, r->launch.rank, -1, item, kind, 0});
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
    double network = r->communication_s * fc_runtime_function_network_error(r->setting.machine, r->launch.ranks);
    variance += network * network;
    variance += fc_uncertainty_variance(squares, sum);
    fc_uncertainty_interval(&totals->low_s, &totals->high_s, totals->time_s, variance,
                            worked > 0 ? totals->time_s / worked : 1);
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

void fc_stop(fc_rank *r, const char *what, const char *message, const char *file, int line)
{
    fc_rank_set_position(r, file, line);
    char next[320] = "Check the arguments after --, the input files, and the ranks of -n.";
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
