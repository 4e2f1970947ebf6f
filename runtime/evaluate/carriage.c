/* SPDX-License-Identifier: Apache-2.0 */
#include "carriage.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

fc_carriage *fc_carriage_create(const fc_carriage *of)
{
    fc_carriage *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = *of;
    made->in = calloc((size_t)of->size, sizeof *made->in);
    made->out = calloc((size_t)of->size, sizeof *made->out);
    if (made->in && made->out)
        return made;
    fc_carriage_free(made);
    return NULL;
}

void fc_carriage_free(fc_carriage *carriage)
{
    if (!carriage)
        return;
    free(carriage->in);
    free(carriage->out);
    free(carriage);
}

static size_t block(const fc_carriage *c)
{
    return (size_t)c->n * (size_t)fc_datatype_bytes(c->type);
}

size_t fc_carriage_bytes_in(const fc_carriage *c, int rank)
{
    if (c->fit == FC_FIT_ALLTOALL || (c->fit == FC_FIT_SCATTER && rank == c->root))
        return block(c) * (size_t)c->size;
    return c->fit == FC_FIT_SCATTER ? 0 : block(c);
}

/* ---- putting together ---- */

/* Two's complement: sums and products of unsigned numbers are those of signed ones, bit by bit. */
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

/* A whole number of 1, 2, 4 or 8 bytes, widened. */
static uint64_t load(const char *at, long bytes, bool is_signed)
{
    uint64_t value = 0;
    memcpy(&value, at, (size_t)bytes); /* little-endian, as all hosts the coroutines are written for */
    int unused = (int)(64 - 8 * bytes);
    return is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value;
}

static bool is_whole(fc_datatype type, bool *is_signed)
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

/* The vectors of ranks 0 ... last, element by element. */
static bool reduce(const fc_carriage *c, int last, char *out)
{
    bool is_signed;
    long bytes = fc_datatype_bytes(c->type);
    if (!is_whole(c->type, &is_signed))
        return false;
    for (size_t i = 0; i < (size_t)c->n && last >= 0; i++) {
        size_t at = i * (size_t)bytes;
        uint64_t all = load((const char *)c->in[0] + at, bytes, is_signed);
        for (int rank = 1; rank <= last; rank++)
            all = combine(c->op, is_signed, all, load((const char *)c->in[rank] + at, bytes, is_signed));
        memcpy(out + at, &all, (size_t)bytes);
    }
    return true;
}

bool fc_carriage_combine(char *into, const char *from, const fc_carriage *what)
{
    bool is_signed;
    long bytes = fc_datatype_bytes(what->type);
    if (what->op == FC_MPI_REPLACE)
        memcpy(into, from, block(what));
    if (what->op == FC_MPI_REPLACE || what->op == FC_MPI_NO_OP)
        return true;
    if (!is_whole(what->type, &is_signed))
        return false;
    for (size_t at = 0; at < block(what); at += (size_t)bytes) {
        uint64_t both =
            combine(what->op, is_signed, load(into + at, bytes, is_signed), load(from + at, bytes, is_signed));
        memcpy(into + at, &both, (size_t)bytes);
    }
    return true;
}

static void gather(const fc_carriage *c, size_t from, char *out)
{
    for (int rank = 0; rank < c->size; rank++)
        memcpy(out + (size_t)rank * block(c), (const char *)c->in[rank] + from, block(c));
}

bool fc_carriage_deliver(const fc_carriage *c, int rank)
{
    char *out = c->out[rank];
    bool at_root = rank == c->root, rooted = c->fit == FC_FIT_REDUCE || c->fit == FC_FIT_GATHER;
    if (!out || (rooted && !at_root) || c->n == 0)
        return true;
    switch (c->fit) {
    case FC_FIT_ALLREDUCE:
    case FC_FIT_REDUCE:
        return reduce(c, c->size - 1, out);
    case FC_FIT_SCAN:
        return reduce(c, c->excludes_own ? rank - 1 : rank, out);
    case FC_FIT_GATHER:
    case FC_FIT_ALLGATHER:
        gather(c, 0, out);
        return true;
    case FC_FIT_ALLTOALL:
        gather(c, (size_t)rank * block(c), out);
        return true;
    default: /* scatter */
        memcpy(out, (const char *)c->in[c->root] + (size_t)rank * block(c), block(c));
        return true;
    }
}
