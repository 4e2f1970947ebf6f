/* SPDX-License-Identifier: Apache-2.0 */
/* Heap of the program slice. Arrays are freed together when the evaluation ends; bounds are looked up by a linear scan.
 */
#include "fingerprint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double heap_limit = 1073741824.0;     /* bytes per rank */
static const double unknown_reserved = 67108864.0; /* bytes reserved for an array of unknown size */
static const double unknown_accounted = 262144.0;  /* bytes of it that count towards the limit */

void fc_heap_free_all(fc_rank *r)
{
    while (r->n_kept > 0)
        free(r->kept[--r->n_kept].memory);
    r->kept_bytes = 0;
}

void fc_heap_free_last(fc_rank *r, double bytes)
{
    free(r->kept[--r->n_kept].memory);
    r->kept_bytes -= bytes;
}

/* Zeroed memory; `accounted` bytes count towards the limit. */
static void *keep(fc_rank *r, double bytes, double accounted)
{
    r->kept_bytes += accounted;
    r->kept = fc_rank_grow(r, r->kept, &r->kept_capacity, r->n_kept, sizeof *r->kept);
    char *memory = r->kept_bytes <= heap_limit ? calloc(1, (size_t)bytes + 1) : NULL;
    if (!memory)
        fc_rank_end(
            r, FC_END_LIMIT,
            "Predict a smaller size, or treat the elements as data: put `#pragma forecost data` before the statement "
            "that allocates them, or FILE:LINE data into the --notes file. Then profile.",
            "the arrays of the program slice need more than %.0f bytes per rank", heap_limit);
    r->kept[r->n_kept++] = (fc_kept){memory, bytes};
    return memory;
}

void *fc_memory_keep(fc_rank *r, double bytes)
{
    bytes = fc_rank_check_count(r, "the size of this allocation", bytes);
    return keep(r, bytes, bytes);
}

/* Bytes from the address to the end of a memory block; 0: the address is outside. */
static double room_in(uintptr_t address, const void *begin, double bytes)
{
    double from = (double)(address - (uintptr_t)begin);
    return address >= (uintptr_t)begin && from < bytes ? bytes - from : 0;
}

double fc_memory_room(const fc_rank *r, const void *address)
{
    uintptr_t at = (uintptr_t)address, here = (uintptr_t)__builtin_frame_address(0), base = (uintptr_t)r->stack_base;
    double room = room_in(at, r->globals, (double)r->setting.program->globals_size);
    for (int i = 0; i < r->n_kept; i++)
        room = fc_max(room, room_in(at, r->kept[i].memory, r->kept[i].bytes));
    if (at > here && at < base)
        room = fc_max(room, (double)(base - at));
    return room;
}

void *fc_memory_keep_on(fc_rank *r, const void *old, double bytes)
{
    double room = old ? fc_memory_room(r, old) : 0;
    void *memory = fc_memory_keep(r, bytes);
    if (room > 0)
        memcpy(memory, old, (size_t)fmin(room, bytes));
    return memory;
}

void *fc_memory_keep_untold(fc_rank *r, const void *old, double bytes)
{
    bytes = fc_rank_check_count(r, "the size of this allocation", bytes);
    double room = old ? fc_memory_room(r, old) : 0;
    if (room >= fc_max(bytes, unknown_reserved)) /* realloc may return its argument */
        return (void *)old;
    if (bytes > unknown_reserved)
        return fc_memory_keep_on(r, old, bytes);
    void *memory = keep(r, unknown_reserved, unknown_accounted);
    if (room > 0)
        memcpy(memory, old, (size_t)fmin(room, unknown_reserved));
    return memory;
}

void fc_block_begin(fc_rank *r)
{
    if (r->sketch)
        fc_fingerprint_add(r, NULL, 0);
    r->block_begin = fc_now(r);
}
