/* SPDX-License-Identifier: Apache-2.0 */
/* The contributions are kept in a hash table by communicator and call number. fc_rank_run() is a fixed-point
 * iteration: each round runs all waiting ranks, until none waits or none has contributed anything new. */
#include "deferred.h"

#include "communicator.h"
#include "fingerprint.h"
#include "process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_moved = 1e9; /* blocks between all ranks, for fingerprints: a few seconds */

void fc_deferred_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_exchanges; i++) {
        fc_payload_free(r->exchange[i].payload);
        free(r->exchange[i].said);
        free(r->exchange[i].word);
        free(r->exchange[i].member);
        free(r->exchange[i].part);
        free(r->exchange[i].broadcast.bytes);
    }
    free(r->exchange_index);
    r->exchange_index = NULL;
    r->n_exchanges = r->exchange_places = 0;
}

static _Noreturn void end_short_of_memory(fc_rank *r, int ranks)
{
    fc_rank_end(r, FC_END_LIMIT, "Predict fewer ranks.", "out of memory for a collective call of %d ranks", ranks);
}

bool fc_deferred_applies(const fc_rank *r)
{
    return !r->process || r->process->world->fold;
}

/* The hash table slot of that call: it holds the exchange's number + 1, or 0 if free. Linear probing. */
static int *place_of(const fc_rank *keeper, unsigned long context, unsigned number)
{
    unsigned long mask = (unsigned long)keeper->exchange_places - 1, at = fc_communicator_hash(context, number, 0);
    for (;; at++) {
        int *place = &keeper->exchange_index[at & mask];
        const fc_deferred *there = *place > 0 ? &keeper->exchange[*place - 1] : NULL;
        if (!there || (there->context == context && there->number == number))
            return place;
    }
}

/* The exchange of this rank's next call on the communicator. */
static fc_deferred *find(fc_rank *r, const fc_communicator *of)
{
    /* The context that holds the contributions of all ranks. */
    fc_rank *keeper = r->process ? r->process->world->fingerprinted : r;
    /* Keeps the load factor at 1/2 or less. */
    int places = keeper->exchange_places ? 2 * keeper->exchange_places : 64;
    if (2 * (keeper->n_exchanges + 1) > keeper->exchange_places) {
        int *index = calloc((size_t)places, sizeof *index);
        if (!index)
            end_short_of_memory(r, r->launch.ranks);
        free(keeper->exchange_index);
        keeper->exchange_index = index;
        keeper->exchange_places = places;
        for (int i = 0; i < keeper->n_exchanges; i++)
            *place_of(keeper, keeper->exchange[i].context, keeper->exchange[i].number) = i + 1;
    }
    int *place = place_of(keeper, of->context, of->exchanges);
    if (*place == 0) {
        keeper->exchange = fc_rank_grow(r, keeper->exchange, &keeper->exchange_capacity, keeper->n_exchanges,
                                        sizeof *keeper->exchange);
        keeper->exchange[keeper->n_exchanges++] =
            (fc_deferred){.context = of->context, .kind = of->kind, .number = of->exchanges, .size = of->size};
        *place = keeper->n_exchanges;
    }
    return &keeper->exchange[*place - 1];
}

/* The same, for a call to which all ranks contribute. */
static fc_deferred *find_common(fc_rank *r, const fc_communicator *of)
{
    fc_deferred *exchange = find(r, of);
    if (!exchange->said)
        exchange->said = calloc((size_t)of->size, sizeof *exchange->said);
    if (!exchange->said)
        end_short_of_memory(r, of->size);
    return exchange;
}

static void mark_contributed(fc_deferred *exchange, int rank)
{
    exchange->said[rank] = true;
    exchange->n_contributed++;
}

static int first_missing(fc_deferred *exchange)
{
    while (exchange->said[exchange->silent])
        exchange->silent++;
    return exchange->silent;
}

static _Noreturn void end_waiting(fc_rank *r, const char *operation, int missing)
{
    fc_rank_end(r, FC_END_DEFERRED, "All ranks of the communicator have to call it, in the same order.",
                "%s: rank %d waits here for rank %d, which never calls it", operation, r->launch.rank, missing);
}

/* Ends the run unless all ranks have contributed. */
static void require_all(fc_rank *r, int site, const fc_communicator *of, fc_deferred *exchange)
{
    if (exchange->n_contributed < exchange->size)
        end_waiting(r, fc_rank_site(r, site)->operation, fc_communicator_member(of, first_missing(exchange)));
}

/* ---- splits ---- */

typedef struct candidate {
    fc_split_entry *word;
    int rank;
} candidate;

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->word->color != y->word->color)
        return x->word->color < y->word->color ? -1 : 1;
    if (x->word->key != y->word->key)
        return x->word->key < y->word->key ? -1 : 1;
    return x->rank - y->rank;
}

/* One subcommunicator of n candidates of the same color. */
static void make_part(fc_deferred *exchange, const candidate *sorted, int n, int *member, const fc_communicator *of)
{
    for (int i = 0; i < n; i++) {
        member[i] = fc_communicator_member(of, sorted[i].rank);
        sorted[i].word->part = exchange->n_parts;
        sorted[i].word->rank = i;
    }
    exchange->part[exchange->n_parts++] = (fc_subcomm){.member = member, .size = n};
}

/* Makes the subcommunicators, once the last rank has contributed its color and key. */
static void make_parts(fc_rank *r, fc_deferred *exchange, const fc_communicator *of)
{
    size_t size = (size_t)exchange->size;
    candidate *sorted = malloc(size * sizeof *sorted);
    exchange->member = calloc(size, sizeof *exchange->member);
    exchange->part = calloc(size, sizeof *exchange->part);
    if (!sorted || !exchange->member || !exchange->part) {
        free(sorted);
        end_short_of_memory(r, exchange->size);
    }
    for (int i = 0; i < exchange->size; i++)
        sorted[i] = (candidate){&exchange->word[i], i};
    qsort(sorted, size, sizeof *sorted, compare_candidates);
    for (int begin = 0, end; begin < exchange->size; begin = end) {
        int color = sorted[begin].word->color;
        for (end = begin + 1; end < exchange->size && sorted[end].word->color == color; end++)
            continue;
        if (color != FC_MPI_UNDEFINED)
            make_part(exchange, sorted + begin, end - begin, exchange->member + begin, of);
    }
    free(sorted);
}

const fc_subcomm *fc_deferred_split(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2],
                                    int *rank)
{
    fc_deferred *exchange = find_common(r, of);
    if (!exchange->word)
        exchange->word = calloc((size_t)of->size, sizeof *exchange->word);
    if (!exchange->word)
        end_short_of_memory(r, of->size);
    fc_split_entry *word = &exchange->word[of->rank];
    if (!exchange->said[of->rank]) {
        *word = (fc_split_entry){.color = color_and_key[0], .key = color_and_key[1], .part = -1};
        mark_contributed(exchange, of->rank);
        exchange->is_unknown |= color_and_key[0] == FC_MPI_NUMBER_UNKNOWN || color_and_key[1] == FC_MPI_NUMBER_UNKNOWN;
        if (exchange->n_contributed == exchange->size && !exchange->is_unknown)
            make_parts(r, exchange, of);
    }
    require_all(r, site, of, exchange);
    *rank = exchange->is_unknown ? FC_MPI_NUMBER_UNKNOWN : word->rank;
    return word->part < 0 ? NULL : &exchange->part[word->part];
}

/* ---- payload ---- */

const fc_payload *fc_deferred_carry(fc_rank *r, int site, fc_communicator *of, const fc_payload *own,
                                    fc_payload_buffers mine, bool waits)
{
    if (r->fingerprint && !fc_payload_is_reduction(own) && (double)of->size * of->size > most_moved)
        fc_fingerprint_exclude(r, site, "control flow depends on values from other ranks");
    fc_deferred *exchange = find_common(r, of);
    int rank = of->rank;
    if (!exchange->payload)
        exchange->payload = fc_payload_create(own);
    if (!exchange->payload)
        end_short_of_memory(r, exchange->size);
    if (!fc_payload_agrees(exchange->payload, own))
        fc_call_refuse(r, site, "rank %d contributes blocks of another size than an earlier rank", r->launch.rank);
    if (!exchange->said[rank]) {
        if (!fc_payload_contribute(exchange->payload, rank, &mine, true))
            end_short_of_memory(r, exchange->size);
        mark_contributed(exchange, rank);
    }
    of->exchanges++;
    void *out = mine.out == FC_MPI_IN_PLACE ? NULL : mine.out;
    bool gets = out && fc_payload_is_received(own, of->rank);
    if (waits || gets)
        require_all(r, site, of, exchange);
    const char *fault = gets ? fc_payload_deliver(exchange->payload, of->rank, out) : NULL;
    if (fault)
        fc_call_refuse(r, site, "%s", fault);
    return exchange->payload;
}

/* Copies a broadcast's slice values from the root's memory to this rank's; bytes NULL: the rank has none. */
static void broadcast_values(fc_rank *r, fc_communicator *of, int root, fc_carried memory)
{
    fc_deferred *exchange = find(r, of);
    fc_carried *broadcast = &exchange->broadcast;
    of->exchanges++;
    if (of->rank != root) {
        if (memory.bytes && exchange->n_contributed == 0)
            end_waiting(r, "MPI_Bcast", fc_communicator_member(of, root));
        if (memory.bytes && broadcast->bytes && broadcast->size == memory.size)
            memcpy(memory.bytes, broadcast->bytes, memory.size);
        return;
    }
    exchange->n_contributed = 1;
    if (!memory.bytes || broadcast->bytes)
        return;
    *broadcast = (fc_carried){malloc(memory.size + 1), memory.size};
    if (!broadcast->bytes)
        end_short_of_memory(r, of->size);
    memcpy(broadcast->bytes, memory.bytes, memory.size);
}

void fc_payload_broadcast(fc_rank *r, void *memory, double n, fc_datatype type, int root, fc_comm comm)
{
    comm = fc_call_only_comm(r, comm);
    if (comm == FC_MPI_COMM_UNKNOWN)
        r->hand.in = memory; /* makes the broadcast refuse an unknown communicator */
    bool fits = comm >= 0 && comm < r->n_comms && r->comm[comm].alive && n >= 0 && n <= INT_MAX;
    if (!fits)
        return; /* the broadcast itself reports the error */
    if (!fc_call_is_contiguous(r, type))
        fc_rank_end(
            r, FC_END_ARGUMENT,
            "Broadcast contiguous elements, or profile what depends on them: put `#pragma forecost data` before the "
            "statement that sets them.",
            "control flow depends on a broadcast of a noncontiguous datatype");
    fc_communicator *of = &r->comm[comm];
    memory = fc_is_memory(memory) ? memory : NULL; /* another call of the wrapper has the values */
    double room = memory ? fc_memory_room(r, memory) : 0;
    fc_carried values = {memory, (size_t)n * (size_t)fc_datatype_bytes(type)};
    if (room > 0 && room < (double)values.size)
        values.size = (size_t)room;
    if (r->process) {
        r->process->carried = values.bytes;
        r->process->carried_bytes = values.size;
        of->exchanges++; /* keeps the numbering of the fingerprint run */
        return;
    }
    broadcast_values(r, of, root, values);
}

/* ---- rounds ---- */

long fc_deferred_contributions(const fc_rank *r)
{
    long n = 0;
    for (int i = 0; i < r->n_exchanges; i++)
        n += r->exchange[i].n_contributed;
    return n;
}
