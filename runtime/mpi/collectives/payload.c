/* SPDX-License-Identifier: Apache-2.0 */
#include "payload.h"

#include "mpi_virtual.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void fc_payload_set(fc_rank *r, const void *in, void *out, int op)
{
    r->hand =
        (fc_payload_arguments){.in = fc_is_memory(in) ? in : NULL, .out = fc_is_memory(out) ? out : NULL, .op = op};
}

void fc_payload_set_displacements(fc_rank *r, const int *in, const int *out)
{
    r->hand.place_in = in;
    r->hand.place_out = out;
}

double fc_payload_records(double n, fc_datatype type, double bytes)
{
    return fc_datatype_number(type) >= 0 ? n : floor(n * (double)fc_datatype_bytes(type) / bytes);
}

size_t fc_blocks_bytes(const fc_blocks *b, int i)
{
    double n = b->count ? b->count[i] : b->n;
    return (size_t)n * (size_t)fc_datatype_bytes(b->types ? b->types[i] : b->type);
}

size_t fc_blocks_displacement(const fc_blocks *b, int i)
{
    if (b->place && b->types)
        return (size_t)b->place[i];
    if (b->place)
        return (size_t)b->place[i] * (size_t)fc_datatype_bytes(b->type);
    return (size_t)i * fc_blocks_bytes(b, i);
}

fc_payload *fc_payload_create(const fc_payload *of)
{
    fc_payload *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = *of;
    made->carrier = calloc((size_t)of->size, sizeof *made->carrier);
    if (made->carrier)
        return made;
    free(made);
    return NULL;
}

void fc_payload_free(fc_payload *payload)
{
    if (!payload)
        return;
    for (int rank = 0; rank < payload->size && !fc_payload_is_reduction(payload); rank++)
        free(payload->carrier[rank].copy);
    free(payload->carrier);
    for (int group = 0; group < 3; group++)
        free(payload->total[group]);
    free(payload);
}

bool fc_payload_is_uniform(const fc_payload *c)
{
    return c->fit != FC_FIT_GATHERV && c->fit != FC_FIT_SCATTERV && c->fit != FC_FIT_ALLGATHERV &&
           c->fit != FC_FIT_ALLTOALLV;
}

bool fc_payload_is_reduction(const fc_payload *c)
{
    return c->fit == FC_FIT_REDUCE || c->fit == FC_FIT_ALLREDUCE;
}

bool fc_payload_agrees(const fc_payload *c, const fc_payload *own)
{
    double bytes = c->n * fc_datatype_bytes(c->type), others = own->n * fc_datatype_bytes(own->type);
    return !fc_payload_is_uniform(own) || bytes == others;
}

bool fc_payload_is_received(const fc_payload *c, int rank)
{
    bool to_root = c->fit == FC_FIT_REDUCE || c->fit == FC_FIT_GATHER || c->fit == FC_FIT_GATHERV;
    return !to_root || rank == c->root;
}

static bool is_gathered(fc_fit fit)
{
    return fit == FC_FIT_GATHER || fit == FC_FIT_GATHERV || fit == FC_FIT_ALLGATHER || fit == FC_FIT_ALLGATHERV;
}

static bool is_scattered(fc_fit fit)
{
    return fit == FC_FIT_SCATTER || fit == FC_FIT_SCATTERV;
}

static bool is_exchanged(fc_fit fit)
{
    return fit == FC_FIT_ALLTOALL || fit == FC_FIT_ALLTOALLV;
}

/* Bytes of the block or vector that is equal on all ranks. */
static size_t bytes_of(const fc_payload *c)
{
    return (size_t)c->n * (size_t)fc_datatype_bytes(c->type);
}

/* Extent of a rank's contribution: from the start of its buffer to the end of its last block. */
static size_t bytes_in(const fc_payload *c, int rank, const fc_blocks *sent)
{
    if (is_scattered(c->fit) && rank != c->root)
        return 0;
    if (!is_scattered(c->fit) && !is_exchanged(c->fit))
        return is_gathered(c->fit) ? fc_blocks_bytes(sent, 0) : bytes_of(c);
    size_t end = 0;
    for (int i = 0; i < c->size; i++) {
        size_t last = fc_blocks_displacement(sent, i) + fc_blocks_bytes(sent, i);
        end = last > end ? last : end;
    }
    return end;
}

static bool add_to_total(fc_payload *c, int group, const void *in)
{
    char **total = &c->total[group];
    c->lacks[group] |= !in;
    if (c->lacks[group])
        return true;
    if (*total) {
        fc_payload_combine(*total, in, c);
        return true;
    }
    *total = malloc(bytes_of(c) + 1);
    if (*total)
        memcpy(*total, in, bytes_of(c));
    return *total != NULL;
}

bool fc_payload_contribute(fc_payload *c, int rank, const fc_payload_buffers *own, bool keeps)
{
    fc_payload_buffers *there = &c->carrier[rank];
    bool in_place = own->in == FC_MPI_IN_PLACE;
    there->group = own->group;
    there->place = own->place;
    if (fc_payload_is_reduction(c))
        return add_to_total(c, own->group, in_place ? own->out : own->in);
    *there = *own;
    there->is_there = true;
    if (there->out == FC_MPI_IN_PLACE) /* the root of a scatter keeps its own block */
        there->out = NULL;
    if (in_place) {
        /* MPI_IN_PLACE: the contribution lies in the receive buffer; a gathered block lies at its displacement there.
         */
        there->in = there->out;
        if (is_gathered(c->fit) && there->out) {
            there->in = (const char *)there->out + fc_blocks_displacement(&there->received, rank);
            there->sent = (fc_blocks){.n = (double)fc_blocks_bytes(&there->received, rank), .type = FC_MPI_BYTE};
        } else {
            there->sent = there->received;
        }
    }
    if (!there->in || !(in_place || keeps))
        return true;
    size_t size = bytes_in(c, rank, &there->sent);
    there->copy = malloc(size + 1);
    if (there->copy && size)
        memcpy(there->copy, there->in, size);
    there->in = there->copy;
    return there->copy != NULL;
}

/* ---- reductions ---- */

/* In two's complement, unsigned sums and products have the bits of the signed ones. */
static uint64_t combine(int op, bool is_signed, uint64_t a, uint64_t b)
{
    bool less = is_signed ? (int64_t)a < (int64_t)b : a < b;
    switch (op) {
    case FC_MPI_MAX:
        return less ? b : a;
    case FC_MPI_MIN:
        return less ? a : b;
    case FC_MPI_SUM:
        return a + b;
    case FC_MPI_PROD:
        return a * b;
    case FC_MPI_LAND:
        return a && b;
    case FC_MPI_BAND:
        return a & b;
    case FC_MPI_LOR:
        return a || b;
    default:
        return a | b;
    }
}

/* An integer of 1, 2, 4 or 8 bytes, sign- or zero-extended. */
static uint64_t load(const char *at, long bytes, bool is_signed)
{
    uint64_t value = 0;
    memcpy(&value, at, (size_t)bytes); /* little-endian hosts only: x86-64 and aarch64 */
    int unused = (int)(64 - 8 * bytes);
    return is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

static bool is_integer(fc_datatype type, bool *is_signed)
{
    switch (type) {
    case FC_MPI_CHAR:
    case FC_MPI_SIGNED_CHAR:
    case FC_MPI_SHORT:
    case FC_MPI_INT:
    case FC_MPI_LONG:
    case FC_MPI_LONG_LONG:
    case FC_MPI_LONG_LONG_INT:
    case FC_MPI_INT8_T:
    case FC_MPI_INT16_T:
    case FC_MPI_INT32_T:
    case FC_MPI_INT64_T:
    case FC_MPI_AINT:
    case FC_MPI_OFFSET:
    case FC_MPI_COUNT:
        *is_signed = true;
        return true;
    case FC_MPI_UNSIGNED_CHAR:
    case FC_MPI_BYTE:
    case FC_MPI_UNSIGNED_SHORT:
    case FC_MPI_UNSIGNED:
    case FC_MPI_UNSIGNED_LONG:
    case FC_MPI_UNSIGNED_LONG_LONG:
    case FC_MPI_UINT8_T:
    case FC_MPI_UINT16_T:
    case FC_MPI_UINT32_T:
    case FC_MPI_UINT64_T:
    case FC_MPI_C_BOOL:
        *is_signed = false;
        return true;
    default:
        return false;
    }
}

static const char unknown_values[] = "values that a rank contributes depend on data";
static const char unsupported_type[] = "values of this datatype are not carried from rank to rank";

/* The group from which a rank receives. */
static int source_of(const fc_payload *c, int rank)
{
    int group = c->carrier[rank].group;
    return group ? 3 - group : 0;
}

/* n elements of a vector, from element `first` on. */
typedef struct part {
    size_t first, n;
} part;

/* Reduces a part of the vectors of those of ranks 0 ... last that are in a group. */
static const char *reduce(const fc_payload *c, int group, int last, part of, char *out)
{
    bool is_signed;
    size_t bytes = (size_t)fc_datatype_bytes(c->type);
    int begin = 0;
    if (!is_integer(c->type, &is_signed))
        return unsupported_type;
    while (begin <= last && c->carrier[begin].group != group)
        begin++;
    for (int rank = begin; rank <= last && of.n > 0; rank++)
        if (c->carrier[rank].group == group && !c->carrier[rank].in)
            return unknown_values;
    for (size_t i = of.first; i < of.first + of.n && begin <= last; i++) {
        uint64_t all = load((const char *)c->carrier[begin].in + i * bytes, (long)bytes, is_signed);
        for (int rank = begin + 1; rank <= last; rank++)
            if (c->carrier[rank].group == group)
                all = combine(c->op, is_signed, all,
                              load((const char *)c->carrier[rank].in + i * bytes, (long)bytes, is_signed));
        memcpy(out + (i - of.first) * bytes, &all, bytes);
    }
    return NULL;
}

bool fc_payload_combine(char *into, const char *from, const fc_payload *what)
{
    bool is_signed;
    long bytes = fc_datatype_bytes(what->type);
    if (what->op == FC_MPI_REPLACE)
        memcpy(into, from, bytes_of(what));
    if (what->op == FC_MPI_REPLACE || what->op == FC_MPI_NO_OP)
        return true;
    if (!is_integer(what->type, &is_signed))
        return false;
    for (size_t at = 0; at < bytes_of(what); at += (size_t)bytes) {
        uint64_t both =
            combine(what->op, is_signed, load(into + at, bytes, is_signed), load(from + at, bytes, is_signed));
        memcpy(into + at, &both, (size_t)bytes);
    }
    return true;
}

/* The number by which other ranks' blocks address a rank. */
static int place_of(const fc_payload *c, int rank)
{
    return c->carrier[rank].group ? c->carrier[rank].place : rank;
}

/* A rank's block of MPI_Reduce_scatter; the blocks of lower ranks precede it. */
static const char *reduce_part(const fc_payload *c, int rank, char *out)
{
    const fc_blocks *parts = &c->carrier[rank].received;
    size_t first = 0, bytes = (size_t)fc_datatype_bytes(c->type);
    int own = place_of(c, rank);
    for (int i = 0; i < own; i++)
        first += fc_blocks_bytes(parts, i) / bytes;
    return reduce(c, source_of(c, rank), c->size - 1, (part){first, fc_blocks_bytes(parts, own) / bytes}, out);
}

static bool is_dense(const fc_blocks *blocks, int i)
{
    fc_datatype type = blocks->types ? blocks->types[i] : blocks->type;
    return fc_datatype_number(type) < 0 || (blocks->is_dense && !blocks->types);
}

/* One block transfer: block `to` of rank `from` becomes block `at` of `rank`. */
typedef struct transfer {
    int from, to, rank, at;
} transfer;

static const char *move(const fc_payload *c, transfer w, char *out)
{
    const fc_payload_buffers *source = &c->carrier[w.from], *target = &c->carrier[w.rank];
    size_t bytes = fc_blocks_bytes(&source->sent, w.to);
    if (bytes > fc_blocks_bytes(&target->received, w.at)) /* `verify` finds shorter ones, which work everywhere */
        return "a block is longer than its receive buffer";
    if (bytes == 0)
        return NULL;
    if (!source->in)
        return unknown_values;
    if (!is_dense(&source->sent, w.to) || !is_dense(&target->received, w.at))
        return unsupported_type;
    memcpy(out + fc_blocks_displacement(&target->received, w.at),
           (const char *)source->in + fc_blocks_displacement(&source->sent, w.to), bytes);
    return NULL;
}

const char *fc_payload_deliver(const fc_payload *c, int rank, void *out)
{
    if (!out || !fc_payload_is_received(c, rank))
        return NULL;
    if (fc_payload_is_reduction(c)) {
        int group = source_of(c, rank);
        bool is_signed;
        if (bytes_of(c) > 0 && c->lacks[group])
            return unknown_values;
        if (!is_integer(c->type, &is_signed))
            return unsupported_type;
        if (bytes_of(c) > 0)
            memcpy(out, c->total[group], bytes_of(c));
        return NULL;
    }
    if (is_gathered(c->fit) || is_exchanged(c->fit)) {
        const char *fault = NULL;
        int own = is_exchanged(c->fit) ? place_of(c, rank) : 0;
        for (int from = 0; from < c->size && !fault; from++)
            if (c->carrier[from].group == source_of(c, rank))
                fault = move(c, (transfer){from, own, rank, place_of(c, from)}, out);
        return fault;
    }
    if (is_scattered(c->fit))
        return move(c, (transfer){c->root, rank, rank, 0}, out);
    if (c->fit == FC_FIT_REDUCE_SCATTER)
        return reduce_part(c, rank, out);
    return reduce(c, 0, c->excludes_own ? rank - 1 : rank, (part){0, (size_t)c->n}, out);
}
