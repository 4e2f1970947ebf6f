/* SPDX-License-Identifier: Apache-2.0 */
/* Worksharing loops and taskloops: which ranges of iterations each thread executes (OpenMP 5.0, section 2.9.2). The
 * schedules are those of libgomp. Equal chunks share one sequence, so that a loop of uniform cost needs O(1) sequences.
 */
#include "team.h"

enum {
    MOST_CHUNKS = 65536 /* beyond, one sequence stands for several consecutive chunks */
};

typedef enum how {
    WHOLE,     /* one range */
    OWN,       /* the thread's own chunks */
    OWN_EQUAL, /* its own chunks, of equal cost: one weighted range, and the last, partial chunk */
    EACH,      /* all chunks, each a sequence */
    EQUAL,     /* all chunks as copies of one sequence, and the last, partial chunk */
    GUIDED,    /* chunks of decreasing size, each a sequence */
    TASKS      /* each chunk a task */
} how;

/* One thread executes all chunks in turn: equal ones, charged one by one, or all iterations at once. */
static bool is_alone(const fc_rank *r)
{
    return r->team->n_threads == 1 && !fc_team_is_traced(r);
}

static void begin_alone(fc_iteration_range *share, double chunk)
{
    share->how = chunk > 0 && share->of.even ? OWN_EQUAL : WHOLE;
    share->of.chunk = share->step = chunk;
    share->end = share->of.trips;
}

static void begin_static(fc_rank *r, fc_iteration_range *share)
{
    const fc_team *team = r->team;
    double n = share->of.trips, threads = team->n_threads, chunk = share->of.chunk;
    if (is_alone(r)) {
        begin_alone(share, chunk);
        return;
    }
    if (chunk > 0) {
        share->how = share->of.even ? OWN_EQUAL : OWN;
        share->at = team->thread * chunk;
        share->step = threads * chunk;
        share->end = n;
        return;
    }
    double each = floor(n / threads), more = n - each * threads;
    share->how = WHOLE;
    share->at = team->thread * each + fc_min(team->thread, more);
    share->end = share->at + each + (team->thread < more);
}

/* The thread takes each chunk, and finds in the end that none is left: one event. */
static double begin_chunks_alone(fc_iteration_range *share)
{
    bool guided = share->of.schedule == FC_OMP_SCHEDULE_GUIDED;
    double chunk = fc_max(share->of.chunk, 1);
    begin_alone(share, guided ? 0 : chunk);
    return 1 + (guided ? share->end > 0 : ceil(share->end / chunk));
}

/* Returns how many chunks' overhead a chunk of the simulation stands for. */
static double begin_chunks_of_team(fc_iteration_range *share)
{
    bool guided = share->of.schedule == FC_OMP_SCHEDULE_GUIDED;
    double chunk = fc_max(share->of.chunk, 1), group = ceil(ceil(share->of.trips / chunk) / MOST_CHUNKS);
    group = guided ? 1 : fc_max(group, 1);
    share->how = guided ? GUIDED : share->of.even ? EQUAL : EACH;
    share->step = chunk * group;
    share->end = share->of.trips;
    return group;
}

static void begin_chunks(fc_rank *r, fc_iteration_range *share)
{
    bool is_new;
    fc_team *team = r->team;
    double chunk_s = fc_team_overhead(fc_team_costs(r->setting.machine), FC_OVERHEAD_CHUNK, team->n_threads);
    int number = fc_team_encounter(r, &is_new);
    fc_team_add_event(r, FC_EVENT_CHUNKS, number);
    if (!is_new)
        return;
    double times = is_alone(r) ? begin_chunks_alone(share) : begin_chunks_of_team(share);
    *fc_team_instance(team, number) = (fc_construct){share->of.site, team->sequences.n, 0, times * chunk_s};
}

static void take_setting(const fc_rank *r, fc_worksharing *of)
{
    if (of->schedule != FC_OMP_SCHEDULE_RUNTIME)
        return;
    const fc_team_setting *setting = &r->setting.team;
    of->schedule = setting->has_schedule ? setting->schedule : FC_OMP_SCHEDULE_DYNAMIC;
    of->chunk = setting->has_schedule ? setting->chunk : 1;
}

fc_iteration_range fc_worksharing_begin(fc_rank *r, fc_worksharing of)
{
    fc_iteration_range share = {.of = of, .how = WHOLE, .weight = r->weight};
    fc_rank_site(r, of.site);
    share.of.trips = of.trips = fc_rank_check_count(r, "the number of iterations", of.trips);
    fc_rank_check_count(r, "the size of a chunk", of.chunk);
    take_setting(r, &share.of);
    share.of.even = of.even && !fc_team_is_traced(r); /* a trace records each chunk */
    if (!fc_team_is_outermost(r)) {
        share.end = of.trips;
    } else if (share.of.schedule == FC_OMP_SCHEDULE_TASKS) {
        share.how = TASKS;
        share.step = of.chunk > 0 ? of.chunk : fc_max(ceil(of.trips / r->team->n_threads), 1);
        share.end = of.trips;
    } else if (share.of.schedule == FC_OMP_SCHEDULE_STATIC) {
        begin_static(r, &share);
    } else {
        begin_chunks(r, &share);
    }
    return share;
}

/* Ends the previous range. */
static void end_range(fc_rank *r, fc_iteration_range *share)
{
    r->weight = share->weight;
    if (share->count == 0)
        return;
    if (share->how <= OWN_EQUAL && fc_team_is_outermost(r) && fc_team_is_traced(r))
        fc_team_add_event(r, FC_EVENT_RANGE_END, 0);
    if (share->how == TASKS)
        fc_task_end(r);
    else if (share->how >= EACH)
        r->team->sequence = r->team->thread;
}

static void begin_sequence(fc_rank *r, double copies)
{
    fc_team *team = r->team;
    fc_construct *instance = fc_team_instance(team, team->next_instance - 1);
    instance->n_sequences++;
    team->sequence = fc_team_add_sequence(r, copies);
    r->weight *= copies;
}

/* The number of consecutive full chunks from `at` on. */
static double whole_chunks(const fc_iteration_range *share, double chunk)
{
    double left = share->end - share->at;
    return left < chunk ? 0 : floor((left - chunk) / share->step) + 1;
}

static void begin_range(fc_rank *r, fc_iteration_range *share)
{
    double left = share->end - share->at, chunk = share->of.chunk, whole;
    double step = share->step;
    if (share->how <= OWN_EQUAL && fc_team_is_outermost(r) && fc_team_is_traced(r))
        fc_team_add_event(r, FC_EVENT_RANGE, share->of.site);
    switch ((how)share->how) {
    case WHOLE:
        share->count = step = left;
        break;
    case OWN:
        share->count = fc_min(chunk, left);
        break;
    case OWN_EQUAL:
        whole = whole_chunks(share, chunk);
        share->count = whole > 0 ? chunk : left;
        r->weight *= fc_max(whole, 1);
        step *= fc_max(whole, 1);
        break;
    case EACH:
        share->count = fc_min(step, left);
        begin_sequence(r, 1);
        break;
    case EQUAL:
        whole = whole_chunks(share, step);
        share->count = whole > 0 ? step : left;
        begin_sequence(r, fc_max(whole, 1));
        step *= fc_max(whole, 1);
        break;
    case GUIDED:
        share->count = step = fc_min(left, fc_max(ceil(left / r->team->n_threads), fc_max(chunk, 1)));
        begin_sequence(r, 1);
        break;
    case TASKS:
        share->count = fc_min(step, left);
        fc_task_begin(r, share->of.site, 1);
        break;
    }
    share->first = share->at;
    share->at += step;
}

int fc_worksharing_next(fc_rank *r, fc_iteration_range *share)
{
    end_range(r, share);
    share->count = 0;
    if (share->at >= share->end)
        return 0;
    begin_range(r, share);
    return 1;
}
