/* SPDX-License-Identifier: Apache-2.0 */
/* LogGP (Alexandrov et al. 1995) with measured runtime functions in place of its constants; the rules stand in
 * simulation.h.
 */
#include "message.h"

#include "buffer_race.h"
#include "communicator.h"
#include "delivery.h"
#include "dependence.h"
#include "message_race.h"
#include "quotient_match.h"
#include "sync.h"

static const fc_message_price *price_of(fc_rank *r, const fc_envelope *e)
{
    fc_simulation *w = r->process->world;
    fc_variant variant = fc_call_variant(r, &r->comm[e->comm], e->peer);
    return fc_message_price_of(&w->message_prices, &w->setting, e->n, e->type, variant);
}

double fc_message_cost(fc_rank *r, int site, const fc_message_price *price, fc_fit fit)
{
    fc_call_check_time(r, site, price->seconds[fit]);
    r->extrapolated |= price->beyond & 1u << fit;
    return r->weight * price->seconds[fit];
}

static fc_message *make_side(fc_rank *r, int site, const fc_envelope *e)
{
    fc_message *m = fc_match_create(r);
    const fc_communicator *comm = &r->comm[e->comm];
    m->site = e->made_by ? e->made_by : fc_rank_site(r, site);
    m->context = comm->group->context | (e->purpose == FC_PURPOSE_PROGRAM ? 0 : FC_MATCH_HIDDEN);
    m->tag = e->tag;
    m->element = e->n > 0 ? fc_call_signature(r, e->type) : fc_type_signature_none;
    m->sent = fc_type_signature_message(m->element, e->n);
    if (e->peer != FC_MPI_ANY_SOURCE)
        m->partner = fc_communicator_partner(comm, e->peer);
    m->event = fc_dependence_event(r);
    return m;
}

/* Adds the distance to the partner by [machine] eq. 1. Shared links are busy with the bytes alone, ports also while a
 * processor copies them. */
static void add_distance(fc_rank *r, fc_message *m, const fc_message_price *price)
{
    const fc_simulation *w = r->process->world;
    if (!w->layout.network)
        return;
    fc_path path = fc_mapping_path(&w->layout, r->launch.rank, m->partner);
    m->routed = w->traffic && path.links > 0;
    double gap = price->gap;
    double extra = r->weight * fc_mapping_extra_time(&w->layout, &path, m->bytes, &gap);
    if (m->routed && m->eager)
        gap = fmax(price->wire, fmin(gap, m->bytes / path.bandwidth));
    m->gap = r->weight * gap;
    m->time = fmax(m->time + extra, m->gap);
    m->share += m->eager ? 0 : fmax(extra, -m->share);
}

/* Seconds of the transfer. A measured exchange contains the acknowledgements of the other message; if the links carry
 * these, they would count twice. */
static double transfer_cost(fc_rank *r, int site, const fc_message_price *price, fc_fit fit)
{
    const fc_simulation *w = r->process->world;
    double seconds = fc_message_cost(r, site, price, fit);
    if (fit != FC_FIT_SENDRECV || !w->traffic || !price->is_exchange_measured)
        return seconds;
    double gap = r->weight * price->gap;
    return fmax(seconds - w->layout.network->acknowledgements * gap, gap);
}

/* The payload buffer; NULL for floating-point messages, because slice values are integers. */
static void *memory_of(const fc_message *m, const fc_envelope *e)
{
    return e->memory && fc_type_signature_is_real(fc_datatype_name(m->element.basic)) ? NULL : e->memory;
}

/* The time of the empty message by which the receiver confirms a synchronous send. */
static double time_of_answer(fc_rank *r, int site, const fc_message *m)
{
    fc_simulation *w = r->process->world;
    fc_variant variant = fc_mapping_variant(&w->layout, (const int[2]){r->launch.rank, m->partner}, 2);
    const fc_message_price *price = fc_message_price_of(&w->message_prices, &w->setting, 0, FC_MPI_BYTE, variant);
    double seconds = fc_message_cost(r, site, price, FC_FIT_SINGLE), gap = 0;
    if (w->layout.network) {
        fc_path path = fc_mapping_path(&w->layout, r->launch.rank, m->partner);
        seconds += r->weight * fc_mapping_extra_time(&w->layout, &path, 0, &gap);
    }
    return fmax(seconds, 0);
}

/* A send of this rank with runtime function `fit`. It leaves now, or when the injection port is free. */
static fc_message *make_send(fc_rank *r, int site, const fc_envelope *e, fc_fit fit, fc_send_mode mode)
{
    if (e->peer == FC_MPI_ANY_SOURCE)
        fc_rank_end(r, FC_END_UNKNOWN, "Predict with --method sum, which does not need it.",
                    "the destination of %s depends on data", fc_rank_site(r, site)->operation);
    fc_process *p = r->process;
    fc_message *m = make_side(r, site, e);
    const fc_message_price *price = price_of(r, e);
    m->sends = true;
    p->progress++;
    m->source = r->comm[e->comm].rank;
    m->bytes = e->n * fc_datatype_bytes(e->type);
    m->values = fc_delivery_copy(r, memory_of(m, e), m->bytes);
    m->eager = mode == FC_SEND_BUFFERED || m->bytes < p->world->eager_bytes;
    m->confirmed = m->eager && mode == FC_SEND_SYNCHRONOUS;
    m->time = transfer_cost(r, site, price, fit);
    m->error = price->error[fit];
    double share = fc_message_cost(r, site, price, FC_FIT_SEND);
    if (fit == FC_FIT_POSTED && !m->eager) /* a rendezvous begins after the post */
        share += fmax(m->time - r->weight * price->seconds[FC_FIT_SINGLE], 0);
    m->share = mode == FC_SEND_SYNCHRONOUS || fit == FC_FIT_SENDRECV ? m->time : share;
    m->overhead = r->weight * price->receive;
    m->taking = fmin(r->weight * price->seconds[FC_FIT_COMPLETE], m->time);
    m->gap = r->weight * price->gap;
    add_distance(r, m, price);
    m->answer = m->confirmed ? time_of_answer(r, site, m) : 0;
    m->start = m->routed ? fc_now(r) : fmax(fc_now(r), p->out_end);
    if (!m->routed)
        p->out_end = m->start + m->gap;
    m->forgotten = m->eager && !m->confirmed;
    fc_message_race_send(r, m);
    return m;
}

static fc_message *make_receive(fc_rank *r, int site, const fc_envelope *e)
{
    fc_message *m = make_side(r, site, e);
    m->source = e->peer;
    m->room = e->purpose == FC_PURPOSE_STEP ? INFINITY : e->n * fc_datatype_bytes(e->type);
    m->fills = e->purpose == FC_PURPOSE_BLOCK;
    m->memory = memory_of(m, e);
    m->ready = fc_now(r);
    fc_message_race_ask(r, m);
    m->overwritten = fc_buffer_race_take_overwritten(r);
    return m;
}

/* ---- the end of a side ---- */

/* When the last byte has arrived: concurrent messages share the ejection port, which is busy for each one's gap. A
 * message that ends when the others begin precedes them; one that begins when they end follows. Equal times are common,
 * as partners send at the same time, hence the tolerance for rounding. */
static double come_in(fc_process *p, const fc_message *m, double last)
{
    const double rounded = 1e-12 * last;
    if (m->routed || last <= p->in_begin + rounded)
        return last;
    if (last - m->gap > p->in_end + rounded) {
        p->in_begin = last - m->gap;
        p->in_end = last;
    } else {
        p->in_end = fmax(last, p->in_end + m->gap);
    }
    return p->in_end;
}

static double arrival(const fc_message *m)
{
    return (m->eager ? m->start : fmax(m->start, m->ready)) + m->time;
}

double fc_message_time(const fc_message *m)
{
    if (!m->matched)
        return INFINITY;
    if (m->confirmed)
        return fmax(arrival(m), m->ready) + m->answer;
    if (m->sends)
        return fmax(m->start, m->ready) + m->share;
    return fmax(arrival(m), m->eager ? m->ready + m->overhead : 0);
}

/* The call that began this side. */
static int site_of(const fc_rank *r, const fc_message *m)
{
    return (int)(m->site - r->setting.program->site);
}

/* Checks the message's size, unless either rank uses profiled or assumed counts, which are means. */
static void check_room(fc_rank *r, const fc_message *m)
{
    const int site = site_of(r, m);
    const fc_simulation *w = r->process->world;
    if (r->counted_origin >= 0 || w->rank[fc_process_index(w, m->partner)]->counted_origin >= 0)
        return;
    if (m->fills && m->bytes != m->room)
        fc_call_contradict(r, site, (fc_defect){FC_FINDING_COLLECTIVE, m->sent_at},
                           "a block of %.17g bytes from rank %d, sent at %s:%d, comes where %.17g bytes are expected",
                           m->bytes, m->partner, m->sent_at->file, m->sent_at->line, m->room);
    else if (m->bytes > m->room)
        fc_call_contradict(
            r, site, (fc_defect){FC_FINDING_TRUNCATION, m->sent_at},
            "a message of %.17g bytes from rank %d, sent at %s:%d, is longer than the %.17g bytes it has room for",
            m->bytes, m->partner, m->sent_at->file, m->sent_at->line, m->room);
}

/* Traces the events that determine the side's end; in: arrival of its last byte. A delay by a busy port counts for the
 * partner's event. */
static void trace_dependences(const fc_rank *r, const fc_message *m, double in)
{
    double late = m->sends ? m->share : m->time, last = m->start + late + m->answer;
    if (!m->sends && in > arrival(m))
        last = in;
    if (m->sends) {
        fc_dependence_after(r, r->launch.rank, m->event, last);
        fc_dependence_after(r, m->partner, m->other_event, m->ready + (m->confirmed ? m->answer : late));
        return;
    }
    fc_dependence_after(r, m->partner, m->other_event, last);
    fc_dependence_after(r, r->launch.rank, m->event, m->ready + (m->eager ? m->overhead : late));
}

/* The rank waits for a message, and takes it in for the last `taking` seconds. */
static void note_wait(fc_process *p, double begin, double end, double taking)
{
    if (end - taking <= begin)
        return;
    p->idle_begin = begin;
    p->idle_end = end - taking;
    p->idle_left = p->idle_end - begin;
}

/* When the rank, which completes an eager message now, has taken it in: it does so itself, one message after the other,
 * unless it has done so while it waited for another one. in: when the message can have been taken in at the earliest.
 */
static double take_in(fc_rank *r, const fc_message *m, double in)
{
    fc_process *p = r->process;
    double now = fc_now(r), done = 0;
    if (!m->eager || in >= now + m->taking)
        return in;
    if (in <= p->idle_end) {
        done = fmin(fmin(m->taking, p->idle_left), p->idle_end - fmax(p->idle_begin, in - m->taking));
        p->idle_left -= done;
    }
    unsigned long begun = fc_dependence_event(r);
    fc_dependence_after(r, r->launch.rank, begun, now + (m->taking - done));
    return fmax(in, now + (m->taking - done));
}

/* The side's end if it is completed now. */
static double end_side(fc_rank *r, const fc_message *m)
{
    double now = fc_now(r), end;
    if (m->sends) {
        trace_dependences(r, m, 0);
        end = fmax(now, fc_message_time(m));
        note_wait(r->process, now, end, 0);
        return end;
    }
    check_room(r, m);
    const int site = site_of(r, m);
    fc_call_note_longs(r, site, m->element, m->sent);
    if (!fc_type_signature_fits(m->sent, m->element))
        fc_call_contradict(r, site, (fc_defect){FC_FINDING_TYPE, m->sent_at},
                           "a message of %s from rank %d, sent at %s:%d, is received as %s",
                           fc_type_signature_name(m->sent), m->partner, m->sent_at->file, m->sent_at->line,
                           fc_type_signature_name(m->element));
    fc_message_race_receive(r, m);
    double in = come_in(r->process, m, arrival(m));
    trace_dependences(r, m, in);
    end = fmax(now, take_in(r, m, fmax(fc_message_time(m), in)));
    note_wait(r->process, now, end, m->eager ? m->taking : 0);
    return end;
}

void fc_message_complete(fc_rank *r, int site, fc_message *m, fc_mpi_status *status)
{
    double end = end_side(r, m);
    fc_call_advance(r, site, end, m->share + m->answer, m->error);
    if (!m->sends)
        fc_delivery_complete(r, site, m, status);
    fc_dependence_end(r);
    fc_match_release(r->process->world, m);
}

void fc_message_forget(fc_rank *r, fc_message *m)
{
    if (m->matched)
        fc_match_release(r->process->world, m);
    m->forgotten = true;
}

/* ---- waiting ---- */

void fc_message_await(fc_rank *r, int site, fc_message *const *message, int n)
{
    fc_process *p = r->process;
    for (int i = 0; i < n; i++)
        if (message[i] && !message[i]->matched) {
            message[i]->awaited = true;
            p->awaited++;
        }
    p->waits = message;
    p->n_waits = n;
    if (p->awaited > 0)
        fc_process_wait(r, fc_rank_site(r, site));
    p->n_waits = 0;
}

void fc_message_choose(fc_rank *r, int site, const fc_choice *choice)
{
    r->process->choice = choice;
    fc_process_defer(r);
    fc_process_wait(r, fc_rank_site(r, site));
    r->process->choice = NULL;
}

/* ---- calls ---- */

static void send_off(fc_rank *r, fc_message *m)
{
    int partner = m->partner;
    if (r->process->world->fold)
        fc_quotient_match_post(r->process->world, m);
    else
        fc_match_send(m);
    fc_process_throttle(r, partner);
}

static void post_receive(fc_rank *r, fc_message *m)
{
    if (r->process->world->fold)
        fc_quotient_match_post(r->process->world, m);
    else
        fc_match_receive(m);
}

void fc_message_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode)
{
    fc_message *m = make_send(r, site, &e, FC_FIT_SINGLE, mode);
    double end = fc_now(r) + m->share, share = m->share, error = m->error;
    bool is_done = m->forgotten;
    send_off(r, m);
    if (is_done) {
        fc_call_advance(r, site, end, share, error);
        return;
    }
    fc_message_await(r, site, &m, 1);
    fc_message_complete(r, site, m, NULL);
}

void fc_message_receive(fc_rank *r, int site, fc_envelope e, fc_mpi_status *status)
{
    fc_message *m = make_receive(r, site, &e);
    r->process->progress++;
    post_receive(r, m);
    fc_message_await(r, site, &m, 1);
    fc_message_complete(r, site, m, status);
}

void fc_message_sendrecv(fc_rank *r, int site, const fc_envelope *sent, const fc_envelope *received,
                         fc_mpi_status *status)
{
    fc_message *in = make_receive(r, site, received),
               *out = make_send(r, site, sent, FC_FIT_SENDRECV, FC_SEND_STANDARD);
    double own = out->share, error = out->error;
    double end = fc_now(r) + (out->eager ? fc_message_cost(r, site, price_of(r, sent), FC_FIT_SEND) : 0);
    fc_message *both[2] = {in, out->eager ? NULL : out};
    post_receive(r, in);
    send_off(r, out);
    fc_message_await(r, site, both, 2);
    own = fmax(own, in->share);
    fc_dependence_after(r, r->launch.rank, in->event, end);
    end = fmax(end, end_side(r, in));
    if (both[1]) {
        end = fmax(end, end_side(r, out));
        fc_match_release(r->process->world, out);
    }
    fc_delivery_complete(r, site, in, status);
    fc_match_release(r->process->world, in);
    fc_call_advance(r, site, end, own, error);
    fc_dependence_end(r);
}

/* Charges the posting overhead of a send or a receive. */
static void pay_post(fc_rank *r, int site, const fc_envelope *e, fc_fit fit)
{
    const fc_message_price *price = price_of(r, e);
    double seconds = fc_message_cost(r, site, price, fit);
    fc_call_advance(r, site, fc_now(r) + seconds, seconds, price->error[fit]);
}

fc_message *fc_message_post_send(fc_rank *r, int site, fc_envelope e, fc_send_mode mode)
{
    fc_message *m = make_send(r, site, &e, FC_FIT_POSTED, mode);
    bool is_done = m->forgotten;
    send_off(r, m);
    pay_post(r, site, &e, FC_FIT_POST);
    return is_done ? NULL : m;
}

fc_message *fc_message_post_receive(fc_rank *r, int site, fc_envelope e)
{
    fc_message *m = make_receive(r, site, &e);
    r->process->progress++;
    post_receive(r, m);
    pay_post(r, site, &e, FC_FIT_POST_RECEIVE);
    return m;
}

/* ---- probes ---- */

static fc_message *make_probe(fc_rank *r, int site, const fc_envelope *e, bool takes)
{
    fc_message *probe = make_receive(r, site, e);
    probe->probes = true;
    probe->takes = takes;
    return probe;
}

/* Advances the clock to the probe's end; returns the message that it took. */
static fc_message *end_probe(fc_rank *r, int site, fc_message *probe, fc_mpi_status *status)
{
    fc_message *taken = probe->other;
    r->process->progress++;
    fc_call_advance(r, site, probe->start, probe->share, probe->error);
    fc_delivery_complete(r, site, probe, status);
    fc_match_release(r->process->world, probe);
    return taken;
}

fc_message *fc_message_probe(fc_rank *r, int site, const fc_envelope *e, bool takes, fc_mpi_status *status)
{
    fc_message *probe = make_probe(r, site, e, takes);
    fc_match_probe(probe);
    fc_message_await(r, site, &probe, 1);
    return end_probe(r, site, probe, status);
}

static double now(fc_rank *r, const void *data)
{
    (void)data;
    return fc_now(r);
}

void fc_message_yield(fc_rank *r, int site)
{
    fc_message_choose(r, site, &(fc_choice){now, NULL, false});
}

bool fc_message_iprobe(fc_rank *r, int site, const fc_envelope *e, fc_message **taken, fc_mpi_status *status)
{
    fc_message_yield(r, site);
    fc_message *probe = make_probe(r, site, e, taken != NULL);
    if (!fc_match_iprobe(probe)) {
        fc_match_release(r->process->world, probe);
        return false;
    }
    fc_message *chosen = end_probe(r, site, probe, status);
    if (taken)
        *taken = chosen;
    return true;
}

fc_message *fc_message_watch(fc_rank *r, int site)
{
    fc_envelope any = {0, FC_MPI_BYTE, FC_MPI_ANY_SOURCE, FC_MPI_ANY_TAG, FC_MPI_COMM_WORLD, .memory = NULL};
    fc_message *watch = make_probe(r, site, &any, false);
    watch->probes_all = true;
    fc_match_probe(watch);
    return watch;
}

void fc_message_unwatch(fc_rank *r, fc_message *watch)
{
    if (!watch->matched)
        fc_match_cancel_probe(watch);
    fc_match_release(r->process->world, watch);
}

static fc_message *receive_taken(fc_rank *r, int site, fc_message *taken, fc_envelope e)
{
    e.peer = FC_MPI_ANY_SOURCE;
    fc_message *m = make_receive(r, site, &e);
    fc_match_mrecv(m, taken);
    return m;
}

void fc_message_mrecv(fc_rank *r, int site, fc_message *taken, fc_envelope e, fc_mpi_status *status)
{
    fc_message *m = receive_taken(r, site, taken, e);
    fc_message_await(r, site, &m, 1);
    fc_message_complete(r, site, m, status);
}

fc_message *fc_message_imrecv(fc_rank *r, int site, fc_message *taken, fc_envelope e)
{
    fc_message *m = receive_taken(r, site, taken, e);
    pay_post(r, site, &e, FC_FIT_POST_RECEIVE);
    return m;
}
