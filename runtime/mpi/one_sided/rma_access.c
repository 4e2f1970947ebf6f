/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to the windows of other ranks (MPI 3.1, section 11.3). mpi_window.h and window.h state their costs. */
#include "delivery.h"
#include "dependence.h"
#include "message.h"
#include "request.h"
#include "window.h"
#include "window_race.h"

#include <stdlib.h>

/* Arguments of one access: elements of the origin's buffer and result buffer, and n_there elements at the target. */
typedef struct arguments {
    fc_window_access_kind kind;
    double n, n_result, n_there;
    fc_datatype type, type_result, type_there;
    int target;
    long displacement;
    fc_mpi_window window;
    int default_op; /* of calls without an operation argument; 0: they have one */
} arguments;

static double bytes_of(double n, fc_datatype type)
{
    return n > 0 ? n * (double)fc_datatype_bytes(type) : 0;
}

static double moved(const arguments *a)
{
    return bytes_of(a->n_there, a->type_there);
}

void fc_payload_set_compared(fc_rank *r, const void *compared)
{
    r->hand.compared = compared;
}

/* Checks that the access is inside the window; means from a profile or assumption are exempt. */
static void check_range(fc_rank *r, int site, const fc_shared_window *exposure, const arguments *a)
{
    double low, high;
    if (!exposure || a->displacement == FC_MPI_DISPLACEMENT_UNKNOWN || r->counted_origin >= 0 || a->n_there == 0)
        return;
    const fc_window_part *part = &exposure->part[a->target];
    double at = (double)a->displacement * part->unit;
    if (isinf(part->bytes) || !fc_call_span(r, site, a->n_there, a->type_there, &low, &high))
        return;
    if (at + low < 0 || at + high > part->bytes)
        fc_call_refuse(r, site, "the access reaches bytes %.17g to %.17g of the window of rank %d, which has %.17g",
                       at + low, at + high, a->target, part->bytes);
}

/* True: MPI_Win_fence ends the access. False: the end of a lock epoch or of MPI_Win_start's does. */
static bool ends_at_fence(fc_rank *r, int site, const fc_window *window, int target)
{
    bool entered = fc_window_is_started(window, target) || fc_window_held(window, target) || fc_window_held(window, -1);
    if (entered)
        return false;
    if (target == FC_MPI_RANK_UNKNOWN && (window->started.open || window->n_held > 0))
        return false;
    if (window->started.open || window->n_held > 0)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL}, "rank %d is %s", target,
                     window->started.open ? "not in the group of MPI_Win_start" : "not locked");
    if (!window->fenced)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL},
                     "no access epoch is open: call MPI_Win_fence, MPI_Win_lock or MPI_Win_start before");
    return true;
}

/* ---- method sum ---- */

/* ---- method ranks ---- */

/* Transfer time of n elements to or from a partner [s, weighted]; *gap: LogGP's gap of its bytes. */
static double way(fc_rank *r, int site, double n, fc_datatype type, int partner, double *gap)
{
    fc_simulation *w = r->process->world;
    fc_variant variant = fc_mapping_variant(&w->layout, (const int[2]){r->launch.rank, partner}, 2);
    const fc_message_price *price = fc_message_price_of(&w->message_prices, &w->setting, n, type, variant);
    double seconds = fc_message_cost(r, site, price, FC_FIT_SINGLE), each = price->gap;
    if (w->layout.network) {
        fc_path path = fc_mapping_path(&w->layout, r->launch.rank, partner);
        seconds += r->weight * fc_mapping_extra_time(&w->layout, &path, bytes_of(n, type), &each);
    }
    *gap = r->weight * each;
    return fmax(seconds, *gap);
}

static fc_window_values values_of(fc_rank *r, int site, const fc_shared_window *exposure, const arguments *a,
                                  const fc_payload_arguments *hand)
{
    fc_window_values v = {.n = a->n_there, .type = a->type_there, .out = hand->out};
    bool changes = a->kind != FC_ACCESS_GET;
    if (!hand->in && !hand->out)
        return v;
    v.op = hand->op ? hand->op : a->default_op;
    if (v.op == 0)
        fc_call_lack(r, site, "its operation depends on data");
    v.at = a->displacement == FC_MPI_DISPLACEMENT_UNKNOWN ? -1 : a->displacement * exposure->part[a->target].unit;
    v.in = changes && v.op != FC_MPI_NO_OP ? fc_delivery_copy(r, hand->in, moved(a)) : NULL;
    v.compared = fc_delivery_copy(r, hand->compared, moved(a));
    /* Operations combine elements of a predefined datatype: a contiguous one is a number of them. */
    fc_type_signature element = fc_call_signature(r, v.type);
    if (fc_datatype_number(v.type) >= 0 && element.basic && fc_call_is_contiguous(r, v.type)) {
        v.n *= element.n;
        v.type = element.basic;
    }
    return v;
}

static fc_window_access begin(fc_rank *r, int site, const fc_window *window, const arguments *a,
                              const fc_payload_arguments *hand)
{
    const fc_communicator *comm = &r->comm[window->comm];
    fc_process *p = r->process;
    double asking_gap;
    int partner = fc_group_member(comm->group, a->target);
    fc_window_access access = {.kind = a->kind, .origin = comm->rank, .target = a->target};
    double whole = way(r, site, a->n_there, a->type_there, partner, &access.gap);
    access.there = a->kind == FC_ACCESS_GET ? way(r, site, 0, FC_MPI_BYTE, partner, &asking_gap) : whole;
    access.back = a->kind == FC_ACCESS_PUT ? 0 : whole;
    access.leaves = fmax(fc_now(r), p->out_end);
    if (a->kind != FC_ACCESS_GET)
        p->out_end = access.leaves + access.gap;
    access.values = values_of(r, site, fc_window_shared(r, window), a, hand);
    return access;
}

/* Charges the posting overhead to the origin. */
static void pay_post(fc_rank *r, int site, fc_window *window, const arguments *a)
{
    fc_simulation *w = r->process->world;
    fc_variant variant = fc_call_variant(r, &r->comm[window->comm], a->target);
    const fc_message_price *price =
        fc_message_price_of(&w->message_prices, &w->setting, a->n_there, a->type_there, variant);
    double seconds = fc_message_cost(r, site, price, FC_FIT_POST);
    window->error = price->error[FC_FIT_SINGLE];
    fc_call_advance(r, site, fc_now(r) + seconds, seconds, price->error[FC_FIT_POST]);
}

static fc_pending_access settle(fc_rank *r, int site, fc_window *window, fc_window_access *access)
{
    if (!fc_window_access_complete(fc_window_shared(r, window), access))
        fc_window_access_refuse(r, site, access);
    window->under_way =
        fc_rank_grow(r, window->under_way, &window->under_way_capacity, window->n_under_way, sizeof *window->under_way);
    fc_pending_access made = {access->target, access->local, access->over};
    window->under_way[window->n_under_way++] = made;
    return made;
}

/* Compares the access with others for races. */
static void check_race(fc_rank *r, int site, const fc_window *window, const arguments *a)
{
    const fc_shared_window *exposure = fc_window_shared(r, window);
    double span[2];
    bool is_known = r->setting.findings && exposure && a->displacement != FC_MPI_DISPLACEMENT_UNKNOWN;
    if (!is_known || !fc_call_span(r, site, a->n_there, a->type_there, &span[0], &span[1]))
        return;
    double at = (double)a->displacement * exposure->part[a->target].unit;
    bool puts = a->kind == FC_ACCESS_PUT && a->default_op == FC_MPI_REPLACE;
    fc_window_use use = puts ? FC_WINDOW_PUT : a->kind == FC_ACCESS_GET ? FC_WINDOW_GET : FC_WINDOW_UPDATE;
    fc_window_race_remote(r, site, window, a->target, (const double[]){at + span[0], at + span[1]}, use);
}

/* Carries out one access. *made: the completion times; unset for an access that a fence ends. */
static void perform(fc_rank *r, int site, fc_window *window, const arguments *a, fc_pending_access *made)
{
    fc_payload_arguments hand = fc_delivery_take_p2p_buffers(r, site);
    bool at_fence = ends_at_fence(r, site, window, a->target);
    fc_delivery_require(r, site, hand.in || hand.out);
    fc_call_count(r, site, moved(a));
    if (!r->process) {
        fc_variant variant = fc_call_variant(r, &r->comm[window->comm], a->target);
        fc_transfer whole = {FC_FIT_SINGLE, 2, a->n_there, a->type_there, variant},
                    asking = {FC_FIT_SINGLE, 2, 0, FC_MPI_BYTE, variant};
        fc_call_charge(r, site, whole);
        if (a->kind == FC_ACCESS_GET)
            fc_call_charge(r, site, asking);
        else if (a->kind == FC_ACCESS_FETCH)
            fc_call_charge(r, site, whole);
        window->n_fenced += at_fence;
        return;
    }
    fc_dependence_event(r);
    r->process->progress++;
    if (!at_fence)
        fc_message_yield(r, site);
    check_race(r, site, window, a);
    fc_window_access access = begin(r, site, window, a, &hand);
    pay_post(r, site, window, a);
    if (at_fence) {
        fc_shared_window *e = fc_window_shared(r, window);
        e->access = fc_rank_grow(r, e->access, &e->access_capacity, e->n_accesses, sizeof *e->access);
        e->access[e->n_accesses++] = access;
        window->n_fenced++;
    } else
        *made = settle(r, site, window, &access);
    fc_dependence_end(r);
}

static int access_window(fc_rank *r, int site, arguments a, fc_pending_access *made)
{
    fc_window *window = fc_window_of(r, site, a.window);
    fc_call_check_count(r, site, a.n, a.type);
    fc_call_check_count(r, site, a.n_there, a.type_there);
    double here = bytes_of(a.n, a.type), there = moved(&a);
    if (a.kind == FC_ACCESS_FETCH) {
        fc_call_check_count(r, site, a.n_result, a.type_result);
        here = bytes_of(a.n_result, a.type_result);
    }
    if (here != there && r->counted_origin < 0)
        fc_call_refuse(r, site, "the origin specifies %.17g bytes, the target %.17g bytes", here, there);
    if (a.target == FC_MPI_PROC_NULL) {
        fc_delivery_take_p2p_buffers(r, site);
        return FC_MPI_SUCCESS;
    }
    fc_window_check_target(r, site, window, a.target);
    check_range(r, site, fc_window_shared(r, window), &a);
    perform(r, site, window, &a, made);
    return FC_MPI_SUCCESS;
}

static int access_now(fc_rank *r, int site, arguments a)
{
    fc_pending_access made;
    access_window(r, site, a, &made);
    if (a.target == FC_MPI_PROC_NULL)
        fc_buffer_race_forget(r);
    else
        fc_buffer_race_access(r, site, a.window, a.target);
    return FC_MPI_SUCCESS;
}

/* The request completes when the origin's buffer is reusable, or holds the result. */
static int access_later(fc_rank *r, int site, arguments a, fc_request *request)
{
    fc_pending_access made = {0};
    fc_request handle;
    fc_window *window = fc_window_of(r, site, a.window);
    if (window->n_held == 0 && a.target != FC_MPI_PROC_NULL)
        fc_call_fail(r, site, (fc_defect){FC_FINDING_EPOCH, NULL},
                     "it needs an epoch opened by MPI_Win_lock or MPI_Win_lock_all");
    access_window(r, site, a, &made);
    fc_pending *pending = fc_request_open(r, site, &handle);
    pending->fit = FC_FIT_SINGLE;
    pending->weight = r->weight;
    pending->is_null = a.target == FC_MPI_PROC_NULL;
    pending->over = made.local;
    pending->error = window->error;
    fc_call_store(request, handle);
    return FC_MPI_SUCCESS;
}

/* ---- calls ---- */

int fc_MPI_Put(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
               fc_datatype type_there, fc_mpi_window window)
{
    return access_now(
        r, site,
        (arguments){FC_ACCESS_PUT, n, 0, n_there, type, 0, type_there, target, displacement, window, FC_MPI_REPLACE});
}

int fc_MPI_Get(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
               fc_datatype type_there, fc_mpi_window window)
{
    return access_now(
        r, site,
        (arguments){FC_ACCESS_GET, n, 0, n_there, type, 0, type_there, target, displacement, window, FC_MPI_NO_OP});
}

int fc_MPI_Accumulate(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                      fc_datatype type_there, fc_mpi_window window)
{
    return access_now(r, site,
                      (arguments){FC_ACCESS_PUT, n, 0, n_there, type, 0, type_there, target, displacement, window, 0});
}

int fc_MPI_Get_accumulate(fc_rank *r, int site, double n, fc_datatype type, double n_result, fc_datatype type_result,
                          int target, long displacement, double n_there, fc_datatype type_there, fc_mpi_window window)
{
    return access_now(r, site,
                      (arguments){FC_ACCESS_FETCH, n, n_result, n_there, type, type_result, type_there, target,
                                  displacement, window, 0});
}

int fc_MPI_Fetch_and_op(fc_rank *r, int site, fc_datatype type, int target, long displacement, fc_mpi_window window)
{
    return fc_MPI_Get_accumulate(r, site, 1, type, 1, type, target, displacement, 1, type, window);
}

int fc_MPI_Compare_and_swap(fc_rank *r, int site, fc_datatype type, int target, long displacement, fc_mpi_window window)
{
    return access_now(
        r, site, (arguments){FC_ACCESS_FETCH, 1, 1, 1, type, type, type, target, displacement, window, FC_MPI_REPLACE});
}

int fc_MPI_Rput(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                fc_datatype type_there, fc_mpi_window window, fc_request *request)
{
    arguments a = {FC_ACCESS_PUT, n, 0, n_there, type, 0, type_there, target, displacement, window, FC_MPI_REPLACE};
    return access_later(r, site, a, request);
}

int fc_MPI_Rget(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                fc_datatype type_there, fc_mpi_window window, fc_request *request)
{
    arguments a = {FC_ACCESS_GET, n, 0, n_there, type, 0, type_there, target, displacement, window, FC_MPI_NO_OP};
    return access_later(r, site, a, request);
}

int fc_MPI_Raccumulate(fc_rank *r, int site, double n, fc_datatype type, int target, long displacement, double n_there,
                       fc_datatype type_there, fc_mpi_window window, fc_request *request)
{
    arguments a = {FC_ACCESS_PUT, n, 0, n_there, type, 0, type_there, target, displacement, window, 0};
    return access_later(r, site, a, request);
}

int fc_MPI_Rget_accumulate(fc_rank *r, int site, double n, fc_datatype type, double n_result, fc_datatype type_result,
                           int target, long displacement, double n_there, fc_datatype type_there, fc_mpi_window window,
                           fc_request *request)
{
    return access_later(r, site,
                        (arguments){FC_ACCESS_FETCH, n, n_result, n_there, type, type_result, type_there, target,
                                    displacement, window, 0},
                        request);
}
