/* SPDX-License-Identifier: Apache-2.0 */
/* Heap of the program slice. Arrays are freed together when the evaluation ends; bounds are looked up by a linear scan.
 * After a large array lies a page without access, so that a store there ends the evaluation at its place. After any
 * other lies a pattern, which is checked when the evaluation ends. */
#include "fingerprint.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const double heap_limit = 1073741824.0;     /* bytes per rank */
static const double unknown_reserved = 67108864.0; /* bytes reserved for an array of unknown size */
static const double unknown_accounted = 16384.0; /* bytes of it that count towards the limit: most have few elements */

enum {
    GUARDED_BYTES = 16384, /* from this size on, an array has a guard page: the pages cost little against it */
    MOST_GUARDED = 1000,   /* arrays; the kernel limits the mappings of a process */
    ALIGNMENT = 16,
    PATTERN = 0xa5
};

static void free_array(const fc_slice_array *array)
{
    if (array->mapped > 0)
        munmap(array->mapping, array->mapped);
    else
        free(array->memory);
}

void fc_heap_free_all(fc_rank *r)
{
    while (r->n_slice_arrays > 0)
        free_array(&r->slice_array[--r->n_slice_arrays]);
    r->slice_bytes = 0;
}

void fc_heap_free_last(fc_rank *r, double bytes)
{
    free_array(&r->slice_array[--r->n_slice_arrays]);
    r->slice_bytes -= bytes;
}

/* Zeroed memory that ends at a page without access; false: there are too many mappings. */
static bool map_guarded(fc_slice_array *out, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    size_t pages = (rounded + page - 1) / page * page;
    char *mapping =
        mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
        return false;
    if (mprotect(mapping + pages, page, PROT_NONE) != 0) {
        munmap(mapping, pages + page);
        return false;
    }
    *out = (fc_slice_array){.memory = mapping + pages - rounded, .mapping = mapping, .mapped = pages + page};
    return true;
}

/* Zeroed memory with a pattern after it; false: there is none. */
static bool allocate_marked(fc_slice_array *out, size_t bytes)
{
    char *memory = calloc(1, bytes + ALIGNMENT);
    if (!memory)
        return false;
    memset(memory + bytes, PATTERN, ALIGNMENT);
    *out = (fc_slice_array){.memory = memory};
    return true;
}

static bool is_overwritten(const fc_slice_array *array)
{
    const unsigned char *after = (const unsigned char *)array->memory + (size_t)array->bytes;
    bool is_whole = true;
    for (int i = 0; i < ALIGNMENT && array->mapped == 0 && is_whole; i++)
        is_whole = after[i] == PATTERN;
    return !is_whole;
}

void fc_heap_check(fc_rank *r)
{
    for (int i = 0; i < r->n_slice_arrays; i++) {
        const fc_slice_array *array = &r->slice_array[i];
        if (!is_overwritten(array))
            continue;
        fc_rank_set_position(r, array->file, array->line);
        fc_rank_end(
            r, FC_END_ARGUMENT, "Check the arguments after --, and the program's bounds of this array.",
            "the program slice writes past the end of an array of %.0f bytes that it allocates after this place",
            array->bytes);
    }
}

/* Ends the run at the allocation of the largest array, of which `bytes` are asked for here. */
static _Noreturn void exceed_limit(fc_rank *r, double bytes)
{
    for (int i = 0; i < r->n_slice_arrays; i++)
        if (r->slice_array[i].bytes > bytes) {
            bytes = r->slice_array[i].bytes;
            fc_rank_set_position(r, r->slice_array[i].file, r->slice_array[i].line);
        }
    fc_rank_end(
        r, FC_END_MEMORY,
        "Predict a smaller size, or treat the elements as data: put `#pragma forecost data` before the statement "
        "that allocates them, or FILE:LINE data into the --notes file. Then profile.",
        "the arrays of the program slice need more than %.0f bytes per rank", heap_limit);
}

/* Zeroed memory; `accounted` bytes count towards the limit. */
static void *keep(fc_rank *r, double bytes, double accounted)
{
    r->slice_bytes += accounted;
    r->slice_array =
        fc_rank_grow(r, r->slice_array, &r->slice_array_capacity, r->n_slice_arrays, sizeof *r->slice_array);
    /* Virtual ranks that run side by side may be too many for mappings of their own. */
    bool is_guarded = bytes >= GUARDED_BYTES && !r->process && r->n_slice_arrays < MOST_GUARDED;
    fc_slice_array array = {0};
    bool is_made = r->slice_bytes <= heap_limit &&
                   ((is_guarded && map_guarded(&array, (size_t)bytes)) || allocate_marked(&array, (size_t)bytes));
    if (!is_made)
        exceed_limit(r, bytes);
    array.bytes = bytes;
    array.file = r->setting.mark->file;
    array.line = r->setting.mark->line;
    r->slice_array[r->n_slice_arrays++] = array;
    return array.memory;
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
    for (int i = 0; i < r->n_slice_arrays; i++)
        room = fc_max(room, room_in(at, r->slice_array[i].memory, r->slice_array[i].bytes));
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
    if (r->fingerprint)
        fc_fingerprint_add(r, NULL, 0);
    r->block_begin = fc_now(r);
}
