/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/replay/replay.h"

#include "support/text.h"

#include <stdlib.h>

/* What the trace names a request by. */
typedef struct request {
    int source, target, tag;
} request;

/* A rank that replays its events, with its requests in the order of their calls. */
typedef struct player {
    fc_rank *r;
    const fc_replay *replay;
    request *request;   /* of the rank's memory */
    fc_request *handle; /* MPI_REQUEST_NULL: a test has completed it */
    int first, n, capacity;
} player;

double fc_replay_compute(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                         double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)active_cores, (void)entries, (void)working_set;
    if (relative_error)
        *relative_error = 0;
    return iterations * region->seconds;
}

/* ---- requests ---- */

static fc_request *add_request(player *p, int source, int target, int tag)
{
    if (p->n == p->capacity) {
        p->capacity = p->capacity ? 2 * p->capacity : 64;
        p->request = fc_memory_keep_on(p->r, p->request, (double)p->capacity * (double)sizeof *p->request);
        p->handle = fc_memory_keep_on(p->r, p->handle, (double)p->capacity * (double)sizeof *p->handle);
    }
    p->request[p->n] = (request){source, target, tag};
    p->handle[p->n] = FC_MPI_REQUEST_NULL;
    return &p->handle[p->n++];
}

/* The first request with the source, target and tag; without one, the first receive of any source or tag that fits. -1:
 * there is none, since a test has completed it. */
static int find_request(const player *p, const fc_ti_event *event)
{
    int fitting = -1;
    for (int i = p->first; i < p->n; i++) {
        const request *at = &p->request[i];
        if (at->source == event->peer && at->target == event->peer_2 && at->tag == event->tag)
            return i;
        if (fitting < 0 && at->target == event->peer_2 && (at->source == FC_TI_ANY || at->source == event->peer) &&
            (at->tag == FC_TI_ANY || at->tag == event->tag))
            fitting = i;
    }
    return fitting;
}

static void wait_for(player *p, int site, const fc_ti_event *event)
{
    int found = find_request(p, event);
    if (found < 0)
        return;
    fc_MPI_Wait(p->r, site, &p->handle[found]);
    for (; found > p->first; found--) {
        p->request[found] = p->request[found - 1];
        p->handle[found] = p->handle[found - 1];
    }
    if (++p->first == p->n)
        p->first = p->n = 0;
}

/* A request that a test completes stays until the trace waits for it. */
static void test(player *p, int site, const fc_ti_event *event)
{
    int flag, found = find_request(p, event);
    if (found >= 0 && p->handle[found] != FC_MPI_REQUEST_NULL)
        fc_MPI_Test(p->r, site, &p->handle[found], &flag);
}

static void wait_for_all(player *p, int site)
{
    fc_MPI_Waitall(p->r, site, p->n - p->first, p->handle ? p->handle + p->first : NULL);
    p->first = p->n = 0;
}

/* ---- events ---- */

static double bytes(double n, fc_datatype type)
{
    return n * (double)fc_datatype_bytes(type);
}

static int source_of(const fc_ti_event *event)
{
    return event->peer == FC_TI_PROC_NULL ? FC_MPI_PROC_NULL
           : event->peer == FC_TI_ANY     ? FC_MPI_ANY_SOURCE
                                          : event->peer;
}

/* Sizes in bytes, so that a derived datatype on one side matches the other side's. */
static void send(player *p, int site, const fc_ti_event *event)
{
    typedef int blocking(fc_rank * r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
    typedef int starting(fc_rank * r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                         fc_request *request);
    static blocking *const sends[] = {
        [FC_TI_SEND] = fc_MPI_Send, [FC_TI_SSEND] = fc_MPI_Ssend, [FC_TI_BSEND] = fc_MPI_Bsend};
    static starting *const starts[] = {
        [FC_TI_ISEND] = fc_MPI_Isend, [FC_TI_ISSEND] = fc_MPI_Issend, [FC_TI_IBSEND] = fc_MPI_Ibsend};
    const int peer = event->peer < 0 ? FC_MPI_PROC_NULL : event->peer;
    const double n = bytes(event->n, event->type);
    if (event->action == FC_TI_SEND || event->action == FC_TI_SSEND || event->action == FC_TI_BSEND) {
        sends[event->action](p->r, site, n, FC_MPI_BYTE, peer, event->tag, FC_MPI_COMM_WORLD);
        return;
    }
    fc_request *request = add_request(p, p->r->launch.rank, event->peer < 0 ? FC_TI_ANY : event->peer, event->tag);
    starts[event->action](p->r, site, n, FC_MPI_BYTE, peer, event->tag, FC_MPI_COMM_WORLD, request);
}

static void receive(player *p, int site, const fc_ti_event *event)
{
    const double n = bytes(event->n, event->type);
    const int tag = event->tag == FC_TI_ANY ? FC_MPI_ANY_TAG : event->tag;
    if (event->action == FC_TI_RECV) {
        fc_MPI_Recv(p->r, site, n, FC_MPI_BYTE, source_of(event), tag, FC_MPI_COMM_WORLD);
        return;
    }
    fc_request *request = add_request(p, event->peer < 0 ? FC_TI_ANY : event->peer, p->r->launch.rank, event->tag);
    fc_MPI_Irecv(p->r, site, n, FC_MPI_BYTE, source_of(event), tag, FC_MPI_COMM_WORLD, request);
}

/* The tags are not in the trace. */
static void send_and_receive(player *p, int site, const fc_ti_event *event)
{
    fc_MPI_Sendrecv(p->r, site, bytes(event->n, event->type), FC_MPI_BYTE,
                    event->peer < 0 ? FC_MPI_PROC_NULL : event->peer, 0, bytes(event->n_2, event->type_2), FC_MPI_BYTE,
                    event->peer_2 < 0 ? FC_MPI_ANY_SOURCE : event->peer_2, 0, FC_MPI_COMM_WORLD);
}

static void collect_with_counts(player *p, int site, const fc_ti_event *e)
{
    fc_rank *r = p->r;
    const int *count = p->replay->trace->count + e->counts, *second = count + p->replay->trace->n_ranks;
    switch (e->action) {
    case FC_TI_GATHERV:
        fc_MPI_Gatherv(r, site, e->n, e->type, count, e->type_2, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_SCATTERV:
        fc_MPI_Scatterv(r, site, count, e->type, e->n_2, e->type_2, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_ALLGATHERV:
        fc_MPI_Allgatherv(r, site, e->n, e->type, count, e->type_2, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_ALLTOALLV:
        fc_MPI_Alltoallv(r, site, count, e->type, second, e->type_2, FC_MPI_COMM_WORLD);
        break;
    default:
        fc_MPI_Reduce_scatter(r, site, count, e->type, FC_MPI_COMM_WORLD);
    }
}

static void collect(player *p, int site, const fc_ti_event *e)
{
    fc_rank *r = p->r;
    switch (e->action) {
    case FC_TI_BARRIER:
        fc_MPI_Barrier(r, site, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_BCAST:
        fc_MPI_Bcast(r, site, e->n, e->type, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_REDUCE:
        fc_MPI_Reduce(r, site, e->n, e->type, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_ALLREDUCE:
        fc_MPI_Allreduce(r, site, e->n, e->type, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_SCAN:
        fc_MPI_Scan(r, site, e->n, e->type, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_EXSCAN:
        fc_MPI_Exscan(r, site, e->n, e->type, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_GATHER:
        fc_MPI_Gather(r, site, e->n, e->type, e->n_2, e->type_2, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_SCATTER:
        fc_MPI_Scatter(r, site, e->n, e->type, e->n_2, e->type_2, e->peer, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_ALLGATHER:
        fc_MPI_Allgather(r, site, e->n, e->type, e->n_2, e->type_2, FC_MPI_COMM_WORLD);
        break;
    case FC_TI_ALLTOALL:
        fc_MPI_Alltoall(r, site, e->n, e->type, e->n_2, e->type_2, FC_MPI_COMM_WORLD);
        break;
    default:
        collect_with_counts(p, site, e);
    }
}

static void play(player *p, const fc_ti_event *e)
{
    const fc_replay *replay = p->replay;
    const int site = replay->site_of[e->place], region = replay->region_of[e->place];
    switch (e->action) {
    case FC_TI_INIT:
    case FC_TI_FINALIZE:
        break;
    case FC_TI_COMPUTE:
    case FC_TI_SLEEP:
        fc_compute(p->r, region, e->n, e->n, NULL);
        break;
    case FC_TI_RECV:
    case FC_TI_IRECV:
        receive(p, site, e);
        break;
    case FC_TI_SENDRECV:
        send_and_receive(p, site, e);
        break;
    case FC_TI_WAIT:
        wait_for(p, site, e);
        break;
    case FC_TI_TEST:
        test(p, site, e);
        break;
    case FC_TI_WAITALL:
        wait_for_all(p, site);
        break;
    default:
        if (e->action <= FC_TI_IBSEND)
            send(p, site, e);
        else
            collect(p, site, e);
    }
    if (e->flops > 0)
        fc_compute(p->r, region, e->flops, e->flops, NULL);
}

static double run_rank(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    const fc_replay *replay = r->setting.replayed;
    const fc_ti_rank *events = &replay->trace->rank[r->launch.rank];
    player p = {.r = r, .replay = replay};
    fc_MPI_Init(r, replay->begin);
    for (size_t i = 0; i < events->n; i++) {
        const fc_ti_place *at = &replay->trace->place[events->event[i].place];
        fc_step(r, at->file, at->line);
        play(&p, &events->event[i]);
    }
    if (p.n > 0)
        wait_for_all(&p, replay->end);
    fc_MPI_Finalize(r, replay->end);
    return 0;
}

/* ---- tables ---- */

static void add_region(fc_replay *replay, const fc_ti_place *at, int index, double flop_rate)
{
    const double seconds = at->action == FC_TI_SLEEP ? 1 : 1 / flop_rate;
    const int n = replay->program.n_regions++;
    replay->region[n] = (fc_region){.file = at->file, .line = at->line, .function = "", .seconds = seconds};
    replay->origin[n] = FC_ORIGIN_PROFILED;
    replay->region_of[index] = n;
}

static int add_site(fc_replay *replay, const fc_ti_place *at)
{
    const char *operation = fc_ti_trace_operation(at->action);
    replay->site[replay->program.n_sites] = (fc_site){at->file, at->line, "", operation, FC_ORIGIN_PROFILED};
    return replay->program.n_sites++;
}

fc_replay *fc_replay_create(const fc_ti_trace *trace, double flop_rate, const char *name)
{
    const size_t n = trace->n_places;
    const fc_ti_place *place = trace->place;
    fc_replay *replay = fc_allocate(1, sizeof *replay);
    *replay = (fc_replay){.trace = trace,
                          .region = fc_allocate(n, sizeof *replay->region),
                          .origin = fc_allocate(n, sizeof *replay->origin),
                          .site = fc_allocate(n + 2, sizeof *replay->site),
                          .region_of = fc_allocate(n, sizeof *replay->region_of),
                          .site_of = fc_allocate(n, sizeof *replay->site_of)};
    for (size_t i = 0; i < n; i++) {
        if (!fc_ti_trace_operation(place[i].action) || fc_ti_trace_reduces(place[i].action))
            add_region(replay, &place[i], (int)i, flop_rate);
        if (fc_ti_trace_operation(place[i].action))
            replay->site_of[i] = add_site(replay, &place[i]);
    }
    replay->begin = add_site(replay, &(fc_ti_place){FC_TI_INIT, name, 1});
    replay->end = add_site(replay, &(fc_ti_place){FC_TI_FINALIZE, name, 1});
    replay->program.version = FC_COST_PROGRAM_VERSION;
    replay->program.name = name;
    replay->program.key = "";
    replay->program.region = replay->region;
    replay->program.region_origin = replay->origin;
    replay->program.site = replay->site;
    replay->program.main = run_rank;
    replay->program.rank_dependent = true;
    return replay;
}

void fc_replay_free(fc_replay *replay)
{
    free(replay->region);
    free(replay->origin);
    free(replay->site);
    free(replay->region_of);
    free(replay->site_of);
    free(replay);
}
