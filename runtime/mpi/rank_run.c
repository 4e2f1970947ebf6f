/* SPDX-License-Identifier: Apache-2.0 */
/* A run of a virtual rank: the context with the tables of its MPI calls, made, reset, run and freed. */
#include "buffer_race.h"
#include "call.h"
#include "deferred.h"
#include "file.h"
#include "message_price.h"
#include "persistent.h"
#include "process.h"
#include "skipped_calls.h"
#include "team.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    size_t items = (size_t)(setting->program->n_regions + setting->program->n_sites);
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
    fc_persistent_reset(r);
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
    r->freed_unknown = 0;
    for (int i = 0; i < FC_N_NARROWED; i++)
        r->narrowed[i].n = 0;
    r->n_keys = 0;
    fc_persistent_reset(r);
    fc_file_reset(r);
    fc_window_reset(r);
    fc_buffer_race_reset(r);
    fc_skipped_calls_free(r);
    r->n_chosen = 0;
    r->begins = false;
    r->free_bounds = -1;
    r->comm = fc_rank_grow(r, r->comm, &r->comm_capacity, 2, sizeof *r->comm);
    r->pending = fc_rank_grow(r, r->pending, &r->pending_capacity, 1, sizeof *r->pending);
    r->comm[r->n_comms++] =
        (fc_communicator){.size = r->launch.ranks, .rank = r->launch.rank, .alive = true, .n_dims = -1};
    r->comm[r->n_comms++] = (fc_communicator){.size = 1,
                                              .alive = true,
                                              .n_dims = -1,
                                              .member = &r->launch.rank,
                                              .context = 1 + (unsigned long)r->launch.rank,
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

static void reset(fc_rank *r, const fc_launch *launch)
{
    const fc_cost_program *program = r->setting.program;
    r->launch = *launch;
    r->active_cores = ranks_on_node(r, launch->ranks);
    fc_team_reset(r);
    if (!r->process && r->layout.ranks != launch->ranks)
        fc_mapping_init(&r->layout, r->setting.machine, r->setting.placement, launch->ranks);
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
    r->standard_input = NULL;
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

fc_end fc_rank_run_once(fc_rank *r, const fc_launch *launch)
{
    reset(r, launch);
    r->stack_base = __builtin_frame_address(0);
    if (_setjmp(r->jump) == 0) {
        reset_tables(r);
        if (r->setting.program->globals_init)
            r->setting.program->globals_init(r->globals);
        r->setting.program->main(r, r->launch.argc, r->launch.argv);
        fc_heap_check(r);
    }
    fc_heap_free_all(r);
    return r->ending.end;
}

/* One round: the number of ranks that still wait, or -1 if a run ended with an error. */
static int run_waiting(fc_rank *r, fc_launch launch, bool *waits)
{
    int n = 0;
    for (int rank = 0; rank < launch.ranks; rank++) {
        if (!waits[rank])
            continue;
        launch.rank = rank;
        fc_end end = fc_rank_run_once(r, &launch);
        if (end != FC_END_DONE && end != FC_END_DEFERRED)
            return -1;
        waits[rank] = end == FC_END_DEFERRED;
        n += waits[rank];
    }
    return n;
}

/* Runs all ranks in rounds until each has the data of the others that it needs (deferred.h). */
static fc_end run_rounds(fc_rank *r, const fc_launch *launch)
{
    enum {
        MOST = 64,       /* rounds: each runs all ranks; then method ranks is faster */
        MOST_RUNS = 8192 /* of single ranks, where method ranks cannot evaluate the point */
    };
    bool *waits = malloc((size_t)launch->ranks * sizeof *waits);
    if (!waits)
        return r->ending.end = FC_END_LIMIT;
    memset(waits, true, (size_t)launch->ranks * sizeof *waits);
    long said = -1;
    int most = r->takes_all_rounds && launch->ranks < MOST_RUNS / MOST ? MOST_RUNS / launch->ranks : MOST;
    int waiting = launch->ranks, rounds = 0;
    while (waiting > 0 && fc_deferred_contributions(r) > said && rounds++ < most) {
        said = fc_deferred_contributions(r);
        waiting = run_waiting(r, *launch, waits);
    }
    free(waits);
    if (waiting > 0 && fc_deferred_contributions(r) > said) {
        r->ending.end = FC_END_NEEDS_MESSAGE;
        snprintf(r->ending.what, sizeof r->ending.what,
                 "control flow depends on values from other ranks, in more rounds than method sum runs");
        snprintf(r->ending.next, sizeof r->ending.next, "Predict with --method ranks.");
    } else if (waiting > 0)
        r->ending.end = FC_END_DEADLOCK;
    return r->ending.end;
}

fc_end fc_rank_run(fc_rank *r, const fc_launch *launch)
{
    fc_end end = fc_rank_run_once(r, launch);
    if (end == FC_END_DEFERRED)
        end = run_rounds(r, launch);
    return end == FC_END_DONE && r->launch.rank != launch->rank ? fc_rank_run_once(r, launch) : end;
}
