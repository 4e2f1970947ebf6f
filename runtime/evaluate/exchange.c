/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "communicator.h"
#include "sketch.h"

#include <stdlib.h>
#include <string.h>

void fc_exchange_reset(fc_rank *r)
{
    for (int i = 0; i < r->n_exchanges; i++) {
        fc_carriage_free(r->exchange[i].carriage);
        free(r->exchange[i].word);
        free(r->exchange[i].member);
    }
    r->n_exchanges = 0;
}

static fc_exchange *find(fc_rank *r, const fc_communicator *of)
{
    for (int i = 0; i < r->n_exchanges; i++)
        if (r->exchange[i].context == of->context && r->exchange[i].number == of->meetings)
            return &r->exchange[i];
    r->exchange = fc_rank_grow(r, r->exchange, &r->exchange_capacity, r->n_exchanges, sizeof *r->exchange);
    fc_exchange *made = &r->exchange[r->n_exchanges];
    *made = (fc_exchange){.context = of->context, .number = of->meetings, .size = of->size};
    made->word = calloc((size_t)of->size, sizeof *made->word);
    made->member = calloc((size_t)of->size, sizeof *made->member);
    r->n_exchanges++;
    if (!made->word || !made->member)
        fc_rank_end(r, FC_END_RUNAWAY, "Predict fewer ranks.", "memory is short for %d ranks", of->size);
    return made;
}

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

/* The groups of equal color, once the last rank has spoken. */
static void group_words(fc_rank *r, fc_exchange *exchange, const fc_communicator *of)
{
    speaker *sorted = malloc((size_t)exchange->size * sizeof *sorted);
    if (!sorted)
        fc_rank_end(r, FC_END_RUNAWAY, "Predict fewer ranks.", "memory is short for %d ranks", exchange->size);
    for (int i = 0; i < exchange->size; i++)
        sorted[i] = (speaker){&exchange->word[i], i};
    qsort(sorted, (size_t)exchange->size, sizeof *sorted, compare_speakers);
    for (int begin = 0, end; begin < exchange->size; begin = end) {
        for (end = begin; end < exchange->size && sorted[end].word->color == sorted[begin].word->color; end++)
            exchange->member[end] = fc_communicator_member(of, sorted[end].rank);
        for (int i = begin; i < end; i++) {
            sorted[i].word->begin = begin;
            sorted[i].word->size = end - begin;
            sorted[i].word->rank = i - begin;
        }
    }
    free(sorted);
}

static int first_silent(const fc_exchange *exchange)
{
    int rank = 0;
    while (exchange->word[rank].said)
        rank++;
    return rank;
}

const fc_exchange *fc_exchange_words(fc_rank *r, int site, const fc_communicator *of, const int color_and_key[2])
{
    const fc_site *call = fc_rank_site(r, site);
    if (r->sketch)
        fc_sketch_bar(r, site, fc_sketch_parts);
    fc_exchange *exchange = find(r, of);
    fc_word *word = &exchange->word[of->rank];
    if (!word->said) {
        *word = (fc_word){.color = color_and_key[0], .key = color_and_key[1], .said = true};
        if (++exchange->n_said == exchange->size)
            group_words(r, exchange, of);
    }
    if (exchange->n_said < exchange->size)
        fc_rank_end(r, FC_END_UNHEARD, "All ranks of the communicator have to call it, in the same order.",
                    "%s: rank %d waits here for rank %d, which never comes", call->operation, r->seat.rank,
                    fc_communicator_member(of, first_silent(exchange)));
    return exchange;
}

void fc_exchange_carry(fc_rank *r, int site, fc_communicator *of, const fc_carriage *own, fc_carrier mine)
{
    enum {
        MOST = 64 /* rounds: each runs all ranks */
    };
    const fc_site *call = fc_rank_site(r, site);
    if (r->sketch)
        fc_sketch_bar(r, site, "numbers of other ranks decide what a rank does");
    fc_exchange *exchange = find(r, of);
    int rank = of->rank;
    if (r->n_exchanges > MOST)
        fc_rank_end(r, FC_END_ARGUMENT, "Predict with --method ranks.",
                    "%s: numbers of other ranks decide how it goes on here, more often than method sum can follow",
                    call->operation);
    if (!exchange->carriage)
        exchange->carriage = fc_carriage_create(own);
    if (!exchange->carriage)
        fc_rank_end(r, FC_END_RUNAWAY, "Predict fewer ranks.", "memory is short for %d ranks", of->size);
    fc_carriage *all = exchange->carriage;
    if (!all->carrier[rank].is_there) {
        if (!fc_carriage_hand_in(all, rank, &mine, true))
            fc_rank_end(r, FC_END_RUNAWAY, "Predict a smaller size.", "memory is short for what ranks tell each other");
        exchange->n_said++;
    }
    if (exchange->n_said < exchange->size)
        fc_rank_end(r, FC_END_UNHEARD, "All ranks of the communicator have to call it, in the same order.",
                    "%s: rank %d waits here for numbers of other ranks, which never come", call->operation,
                    r->seat.rank);
    of->meetings++;
    all->carrier[rank].out = mine.out == FC_MPI_IN_PLACE ? NULL : mine.out; /* this run's memory */
    const char *fault = fc_carriage_deliver(all, rank);
    if (fault)
        fc_communication_refuse(r, site, "%s", fault);
}

static int count_said(const fc_rank *r)
{
    int n = 0;
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

fc_end fc_exchange_settle(fc_rank *r, const fc_seat *seat)
{
    bool *waits = malloc((size_t)seat->ranks * sizeof *waits);
    if (!waits)
        return r->ending.end = FC_END_RUNAWAY;
    memset(waits, true, (size_t)seat->ranks * sizeof *waits);
    int said = -1, waiting = seat->ranks;
    while (waiting > 0 && count_said(r) > said) {
        said = count_said(r);
        waiting = run_waiting(r, *seat, waits);
    }
    free(waits);
    if (waiting > 0)
        r->ending.end = FC_END_DEADLOCK;
    return r->ending.end;
}
