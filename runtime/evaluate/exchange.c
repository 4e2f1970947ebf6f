/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "communicator.h"
#include "process.h"
#include "sketch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double most_moved = 1e9; /* blocks between all ranks, for sketches: some seconds */

void fc_rank_carry_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_exchanges; i++) {
        fc_carriage_free(r->exchange[i].carriage);
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
    fc_rank_end(r, FC_END_RUNAWAY, "Predict fewer ranks.", "memory is short for what %d ranks tell each other", ranks);
}

bool fc_exchange_serves(const fc_rank *r)
{
    return !r->process || r->process->world->fold;
}

/* Who keeps what all have said. */
static fc_rank *keeper_of(fc_rank *r)
{
    return r->process ? r->process->world->sketched : r;
}

/* The place in the keeper's index where number + 1 of that exchange is, or is to be: a hash table, which names of
 * communicators fill evenly. */
static int *place_of(const fc_rank *keeper, unsigned long context, unsigned number)
{
    unsigned long mask = (unsigned long)keeper->exchange_places - 1, at = fc_communicator_name(context, number, 0);
    for (;; at++) {
        int *place = &keeper->exchange_index[at & mask];
        const fc_exchange *there = *place > 0 ? &keeper->exchange[*place - 1] : NULL;
        if (!there || (there->context == context && there->number == number))
            return place;
    }
}

/* Leaves at least half of the places free. */
static void grow_index(fc_rank *r, fc_rank *keeper)
{
    int places = keeper->exchange_places ? 2 * keeper->exchange_places : 64;
    if (2 * (keeper->n_exchanges + 1) <= keeper->exchange_places)
        return;
    int *index = calloc((size_t)places, sizeof *index);
    if (!index)
        end_short_of_memory(r, r->seat.ranks);
    free(keeper->exchange_index);
    keeper->exchange_index = index;
    keeper->exchange_places = places;
    for (int i = 0; i < keeper->n_exchanges; i++)
        *place_of(keeper, keeper->exchange[i].context, keeper->exchange[i].number) = i + 1;
}

/* That of this rank's next call on the communicator. */
static fc_exchange *find(fc_rank *r, const fc_communicator *of)
{
    fc_rank *keeper = keeper_of(r);
    grow_index(r, keeper);
    int *place = place_of(keeper, of->context, of->exchanges);
    if (*place == 0) {
        keeper->exchange = fc_rank_grow(r, keeper->exchange, &keeper->exchange_capacity, keeper->n_exchanges,
                                        sizeof *keeper->exchange);
        keeper->exchange[keeper->n_exchanges++] =
            (fc_exchange){.context = of->context, .kind = of->kind, .number = of->exchanges, .size = of->size};
        *place = keeper->n_exchanges;
    }
    return &keeper->exchange[*place - 1];
}

/* One that all of its ranks have to say something of. */
static fc_exchange *find_common(fc_rank *r, const fc_communicator *of)
{
    fc_exchange *exchange = find(r, of);
    if (!exchange->said)
        exchange->said = calloc((size_t)of->size, sizeof *exchange->said);
    if (!exchange->said)
        end_short_of_memory(r, of->size);
    return exchange;
}

static void say(fc_exchange *exchange, int rank)
{
    exchange->said[rank] = true;
    exchange->n_said++;
}

static int first_silent(fc_exchange *exchange)
{
    while (exchange->said[exchange->silent])
        exchange->silent++;
    return exchange->silent;
}

static _Noreturn void end_unheard(fc_rank *r, const char *operation, int silent)
{
    fc_rank_end(r, FC_END_UNHEARD, "All ranks of the communicator have to call it, in the same order.",
                "%s: rank %d waits here for rank %d, which never comes", operation, r->seat.rank, silent);
}

static void hear_all(fc_rank *r, int site, const fc_communicator *of, fc_exchange *exchange)
{
    if (exchange->n_said < exchange->size)
        end_unheard(r, fc_rank_site(r, site)->operation, fc_communicator_member(of, first_silent(exchange)));
}

/* ---- splits ---- */

typedef struct speaker {
    fc_word *word;
    int rank;
} speaker;

static int compare_speakers(const void *a, const void *b)
{
    const speaker *x = a, *y = b;
    if (x->word->color != y->word->color)
        return x->word->color < y->word->color ? -1 : 1;
    if (x->word->key != y->word->key)
        return x->word->key < y->word->key ? -1 : 1;
    return x->rank - y->rank;
}

/* One part for n speakers of the same color. */
static void make_part(fc_exchange *exchange, const speaker *sorted, int n, int *member, const fc_communicator *of)
{
    for (int i = 0; i < n; i++) {
        member[i] = fc_communicator_member(of, sorted[i].rank);
        sorted[i].word->part = exchange->n_parts;
        sorted[i].word->rank = i;
    }
    exchange->part[exchange->n_parts++] = (fc_part){.member = member, .size = n};
}

/* The parts of equal color, once the last rank has spoken. */
static void part_words(fc_rank *r, fc_exchange *exchange, const fc_communicator *of)
{
    size_t size = (size_t)exchange->size;
    speaker *sorted = malloc(size * sizeof *sorted);
    exchange->member = calloc(size, sizeof *exchange->member);
    exchange->part = calloc(size, sizeof *exchange->part);
    if (!sorted || !exchange->member || !exchange->part) {
        free(sorted);
        end_short_of_memory(r, exchange->size);
    }
    for (int i = 0; i < exchange->size; i++)
        sorted[i] = (speaker){&exchange->word[i], i};
    qsort(sorted, size, sizeof *sorted, compare_speakers);
    for (int begin = 0, end; begin < exchange->size; begin = end) {
        int color = sorted[begin].word->color;
        for (end = begin + 1; end < exchange->size && sorted[end].word->color == color; end++)
            continue;
        if (color != FC_MPI_UNDEFINED)
            make_part(exchange, sorted + begin, end - begin, exchange->member + begin, of);
    }
    free(sorted);
}

const fc_part *fc_exchange_words(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2], int *rank)
{
    fc_exchange *exchange = find_common(r, of);
    if (!exchange->word)
        exchange->word = calloc((size_t)of->size, sizeof *exchange->word);
    if (!exchange->word)
        end_short_of_memory(r, of->size);
    fc_word *word = &exchange->word[of->rank];
    if (!exchange->said[of->rank]) {
        *word = (fc_word){.color = color_and_key[0], .key = color_and_key[1], .part = -1};
        say(exchange, of->rank);
        if (exchange->n_said == exchange->size)
            part_words(r, exchange, of);
    }
    hear_all(r, site, of, exchange);
    *rank = word->rank;
    return word->part < 0 ? NULL : &exchange->part[word->part];
}

/* ---- numbers ---- */

static void hand_in(fc_rank *r, int site, fc_exchange *exchange, const fc_carriage *own, const fc_carrier *mine,
                    int rank)
{
    if (!exchange->carriage)
        exchange->carriage = fc_carriage_create(own);
    if (!exchange->carriage)
        end_short_of_memory(r, exchange->size);
    if (!fc_carriage_fits(exchange->carriage, own))
        fc_communication_refuse(r, site, "rank %d brings blocks of another size than ranks before it", r->seat.rank);
    if (exchange->said[rank])
        return;
    if (!fc_carriage_hand_in(exchange->carriage, rank, mine, true))
        end_short_of_memory(r, exchange->size);
    say(exchange, rank);
}

const fc_carriage *fc_exchange_carry(fc_rank *r, int site, fc_communicator *of, const fc_carriage *own, fc_carrier mine,
                                     bool waits)
{
    if (r->sketch && !fc_carriage_is_total(own) && (double)of->size * of->size > most_moved)
        fc_sketch_bar(r, site, "numbers of other ranks decide what a rank does");
    fc_exchange *exchange = find_common(r, of);
    hand_in(r, site, exchange, own, &mine, of->rank);
    of->exchanges++;
    void *out = mine.out == FC_MPI_IN_PLACE ? NULL : mine.out;
    bool gets = out && fc_carriage_brings(own, of->rank);
    if (waits || gets)
        hear_all(r, site, of, exchange);
    const char *fault = gets ? fc_carriage_deliver(exchange->carriage, of->rank, out) : NULL;
    if (fault)
        fc_communication_refuse(r, site, "%s", fault);
    return exchange->carriage;
}

void fc_exchange_broadcast(fc_rank *r, fc_communicator *of, int root, fc_carried memory)
{
    fc_exchange *exchange = find(r, of);
    fc_carried *broadcast = &exchange->broadcast;
    of->exchanges++;
    if (of->rank != root) {
        if (memory.bytes && exchange->n_said == 0)
            end_unheard(r, "MPI_Bcast", fc_communicator_member(of, root));
        if (memory.bytes && broadcast->bytes && broadcast->size == memory.size)
            memcpy(memory.bytes, broadcast->bytes, memory.size);
        return;
    }
    exchange->n_said = 1;
    if (!memory.bytes || broadcast->bytes)
        return;
    *broadcast = (fc_carried){malloc(memory.size + 1), memory.size};
    if (!broadcast->bytes)
        end_short_of_memory(r, of->size);
    memcpy(broadcast->bytes, memory.bytes, memory.size);
}

/* ---- rounds ---- */

long fc_exchange_said(const fc_rank *r)
{
    long n = 0;
    for (int i = 0; i < r->n_exchanges; i++)
        n += r->exchange[i].n_said;
    return n;
}

/* One round: how many still wait, or -1 when a run ended otherwise. */
static int run_waiting(fc_rank *r, fc_seat seat, bool *waits)
{
    int n = 0;
    for (int rank = 0; rank < seat.ranks; rank++) {
        if (!waits[rank])
            continue;
        seat.rank = rank;
        fc_end end = fc_rank_attempt(r, &seat);
        if (end != FC_END_DONE && end != FC_END_UNHEARD)
            return -1;
        waits[rank] = end == FC_END_UNHEARD;
        n += waits[rank];
    }
    return n;
}

static void give_up(fc_rank *r)
{
    r->ending.end = FC_END_APART;
    snprintf(r->ending.what, sizeof r->ending.what,
             "numbers of other ranks decide how it goes on here, more often than method sum can follow");
    snprintf(r->ending.next, sizeof r->ending.next, "Predict with --method ranks.");
}

fc_end fc_exchange_settle(fc_rank *r, const fc_seat *seat)
{
    enum {
        MOST = 64 /* rounds: each runs all ranks */
    };
    bool *waits = malloc((size_t)seat->ranks * sizeof *waits);
    if (!waits)
        return r->ending.end = FC_END_RUNAWAY;
    memset(waits, true, (size_t)seat->ranks * sizeof *waits);
    long said = -1;
    int waiting = seat->ranks, rounds = 0;
    while (waiting > 0 && fc_exchange_said(r) > said && rounds++ < MOST) {
        said = fc_exchange_said(r);
        waiting = run_waiting(r, *seat, waits);
    }
    free(waits);
    if (waiting > 0 && fc_exchange_said(r) > said)
        give_up(r);
    else if (waiting > 0)
        r->ending.end = FC_END_DEADLOCK;
    return r->ending.end;
}
