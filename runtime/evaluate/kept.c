/* SPDX-License-Identifier: Apache-2.0 */
#include "sketch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double greatest_bytes = 1073741824.0, untold_bytes = 67108864.0, untold_counted = 262144.0;

void fc_rank_release(fc_rank *r)
{
    while (r->n_kept > 0)
        free(r->kept[--r->n_kept].memory);
    r->kept_bytes = 0;
}

void fc_rank_drop(fc_rank *r, double bytes)
{
    free(r->kept[--r->n_kept].memory);
    r->kept_bytes -= bytes;
}

/* Zeroed; `counted` of its bytes are taken for used. */
static void *keep(fc_rank *r, double bytes, double counted)
{
    r->kept_bytes += counted;
    r->kept = fc_rank_grow(r, r->kept, &r->kept_capacity, r->n_kept, sizeof *r->kept);
    char *memory = r->kept_bytes <= greatest_bytes ? calloc(1, (size_t)bytes + 1) : NULL;
    if (!memory)
        fc_rank_end(
            r, FC_END_RUNAWAY,
            "Predict a smaller size, or take its elements as data: `#pragma forecost data` before the statement that "
            "allocates it, or a note FILE:LINE data; a profile then tells what rests on them.",
            "the arrays that control the program need more than %.0f bytes a rank", greatest_bytes);
    r->kept[r->n_kept++] = (fc_kept){memory, bytes};
    return memory;
}

void *fc_memory_keep(fc_rank *r, double bytes)
{
    bytes = fc_rank_check_count(r, "the size of this allocation", bytes);
    return keep(r, bytes, bytes);
}

/* From the address to the end of a block of memory; 0: it is not in it. */
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
    if (room >= fc_max(bytes, untold_bytes)) /* realloc may give what it was given */
        return (void *)old;
    if (bytes > untold_bytes)
        return fc_memory_keep_on(r, old, bytes);
    void *memory = keep(r, untold_bytes, untold_counted);
    if (room > 0)
        memcpy(memory, old, (size_t)fmin(room, untold_bytes));
    return memory;
}

void fc_block_begin(fc_rank *r)
{
    if (r->sketch)
        fc_sketch_add(r, NULL, 0);
    r->block_begin = fc_now(r);
}
