/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table of streams by (representative, distance, tag, context, direction). Memory: one record per message side.
 */
#include "quotient_match.h"

#include "support/hash.h"

#include <stdlib.h>

static const double rounding = 1e-13; /* relative; the same terms may be summed in different orders */

enum {
    MOST_SIDES = 1 << 22
};

/* The record of one message side. at: when a send can leave, or when a receive was posted. */
typedef struct side {
    double at, time, gap, overhead, taking, error, bytes;
    fc_type_signature sent;
    const fc_site *site;
    bool eager;
    unsigned long event;
} side;

typedef struct stream_key {
    int place; /* of the representative in the world */
    int distance, tag;
    unsigned context;
    bool sends;
} stream_key;

typedef struct stream {
    stream_key key;
    const fc_site *site; /* of its first call */
    side *side;
    int n, capacity;
    fc_message *waiting; /* partners' sides that wait for a later side of this stream */
} stream;

/* Times of one rank's events that other ranks depend on, in program order. */
typedef struct record {
    double *time;
    int n, capacity;
} record;

struct fc_quotient_match {
    stream **stream; /* hash table by key */
    int n_streams, capacity;
    record *record; /* by place */
    int n_records;
    long n_sides;
};

fc_quotient_match *fc_quotient_match_create(int n)
{
    fc_quotient_match *fold = calloc(1, sizeof *fold);
    if (!fold)
        return NULL;
    fold->capacity = 64;
    fold->n_records = n;
    fold->stream = calloc((size_t)fold->capacity, sizeof(stream *));
    fold->record = calloc((size_t)n, sizeof *fold->record);
    if (fold->stream && fold->record)
        return fold;
    fc_quotient_match_free(fold);
    return NULL;
}

void fc_quotient_match_free(fc_quotient_match *fold)
{
    if (!fold)
        return;
    for (int i = 0; i < fold->capacity && fold->stream; i++)
        if (fold->stream[i]) {
            free(fold->stream[i]->side);
            free(fold->stream[i]);
        }
    for (int i = 0; i < fold->n_records && fold->record; i++)
        free(fold->record[i].time);
    free(fold->stream);
    free(fold->record);
    free(fold);
}

static _Noreturn void end_too_long(fc_rank *r)
{
    fc_rank_end(r, FC_END_NO_QUOTIENT, "Predict fewer ranks.", "the representatives have too many messages to record");
}

/* ---- streams ---- */

static bool is_same(const stream_key *a, const stream_key *b)
{
    return a->place == b->place && a->distance == b->distance && a->tag == b->tag && a->context == b->context &&
           a->sends == b->sends;
}

/* The key's slot, or a free slot for it. */
static stream **locate(stream **table, int capacity, const stream_key *key)
{
    uint64_t hash = fc_hash_mix((uint64_t)key->place << 32 | (unsigned)key->distance,
                                (uint64_t)(unsigned)key->tag << 32 | key->context << 1 | key->sends);
    int at = (int)(hash >> 32) & (capacity - 1);
    while (table[at] && !is_same(&table[at]->key, key))
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static stream *find(fc_rank *r, fc_quotient_match *fold, stream_key key)
{
    if (2 * fold->n_streams >= fold->capacity) {
        int grown = 2 * fold->capacity;
        stream **table = calloc((size_t)grown, sizeof *table);
        if (!table)
            end_too_long(r);
        for (int i = 0; i < fold->capacity; i++)
            if (fold->stream[i])
                *locate(table, grown, &fold->stream[i]->key) = fold->stream[i];
        free(fold->stream);
        fold->stream = table;
        fold->capacity = grown;
    }
    stream **at = locate(fold->stream, fold->capacity, &key);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            end_too_long(r);
        (*at)->key = key;
        fold->n_streams++;
    }
    return *at;
}

static stream_key key_of(const fc_simulation *w, const fc_message *m)
{
    int place = (int)(m->owner->process - w->process);
    return (stream_key){place, m->partner - m->owner->launch.rank, m->tag, m->context, m->sends};
}

static void *grow(fc_rank *r, void *array, int *capacity, int used, size_t size)
{
    if (used < *capacity)
        return array;
    int grown = *capacity ? 2 * *capacity : 16;
    void *bigger = realloc(array, (size_t)grown * size);
    if (!bigger)
        end_too_long(r);
    *capacity = grown;
    return bigger;
}

/* ---- sides ---- */

static void match(fc_simulation *w, fc_message *m, const side *other)
{
    if (m->sends) {
        m->ready = other->at;
    } else {
        m->eager = other->eager;
        m->start = other->at;
        m->time = m->share = other->time;
        m->gap = other->gap;
        m->overhead = other->overhead;
        m->taking = other->taking;
        m->error = other->error;
        m->bytes = other->bytes;
        m->sent = other->sent;
        m->sent_at = other->site;
    }
    m->other_event = other->event;
    fc_match_complete(w, m);
}

/* Appends the side to its stream and matches the partners' sides that wait for it. */
static void append(fc_simulation *w, stream *own, const fc_message *m)
{
    if (++w->fold->n_sides > MOST_SIDES)
        end_too_long(m->owner);
    own->side = grow(m->owner, own->side, &own->capacity, own->n, sizeof *own->side);
    side *made = &own->side[own->n++];
    *made = (side){m->sends ? m->start : m->ready,
                   m->time,
                   m->gap,
                   m->overhead,
                   m->taking,
                   m->error,
                   m->bytes,
                   m->sent,
                   m->site,
                   m->eager,
                   m->event};
    if (own->n == 1)
        own->site = m->site;
    fc_message **at = &own->waiting;
    while (*at) {
        fc_message *waits = *at;
        if (waits->number + 1 != (unsigned long)own->n) {
            at = &waits->next;
            continue;
        }
        *at = waits->next;
        match(w, waits, made);
    }
}

void fc_quotient_match_post(fc_simulation *w, fc_message *m)
{
    stream *own = find(m->owner, w->fold, key_of(w, m));
    m->number = (unsigned long)own->n;
    append(w, own, m);
    fc_quotient_match_note(m->owner, m->sends ? m->start : m->ready);
    if (m->sends && m->forgotten) {
        fc_match_release(w, m);
        return;
    }
    /* The matching stream of the partner's representative. */
    stream *other = find(m->owner, w->fold,
                         (stream_key){fc_process_index(w, m->partner), m->owner->launch.rank - m->partner, m->tag,
                                      m->context, !m->sends});
    if ((unsigned long)other->n > m->number) {
        match(w, m, &other->side[m->number]);
    } else {
        m->next = other->waiting;
        other->waiting = m;
    }
}

fc_unmatched fc_quotient_match_unmatched(const fc_simulation *w)
{
    fc_unmatched left = {0};
    for (int i = 0; i < w->fold->capacity; i++) {
        const stream *sent = w->fold->stream[i];
        if (!sent || !sent->key.sends)
            continue;
        int sender = w->process[sent->key.place].number, target = sender + sent->key.distance;
        stream_key key = {fc_process_index(w, target), -sent->key.distance, sent->key.tag, sent->key.context, false};
        const stream *received = *locate(w->fold->stream, w->fold->capacity, &key);
        int more = sent->n - (received ? received->n : 0);
        if (more <= 0)
            continue;
        double all = left.n + (double)more * w->alike->size[sent->key.place];
        if (left.n == 0 || sender < left.sender)
            left = (fc_unmatched){all, sent->site->file, sent->site->line, sent->site->operation, sender, target};
        left.n = all;
    }
    return left;
}

/* ---- times ---- */

void fc_quotient_match_note(fc_rank *r, double time)
{
    fc_simulation *w = r->process->world;
    record *record = &w->fold->record[r->process - w->process];
    record->time = grow(r, record->time, &record->capacity, record->n, sizeof *record->time);
    record->time[record->n++] = time;
}

bool fc_quotient_match_equal(const fc_simulation *w, int place, int other)
{
    const record *a = &w->fold->record[place], *b = &w->fold->record[other];
    bool equal = a->n == b->n;
    for (int i = 0; i < a->n && equal; i++)
        equal = fabs(a->time[i] - b->time[i]) <= rounding * fmax(fabs(a->time[i]), fabs(b->time[i]));
    return equal;
}
