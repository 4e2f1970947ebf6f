/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References a second that fc_cache_reference() simulates on one core: a triad over arrays of each level's size, a walk
 * down a column, and random places, on three levels (32 KiB, 1 MiB, 32 MiB). Goal: 20 million. */
#include "runtime/cache_signature/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    AT_A_TIME = 2000, /* addresses are made before the time is taken */
    REFERENCES = 30000000
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Three arrays alternately, element by element. */
static uintptr_t triad(unsigned long i, unsigned long bytes)
{
    return (i % 3 + 1) * 0x10000040 + i / 3 * 8 % (bytes / 3);
}

static uintptr_t column(unsigned long i, unsigned long bytes)
{
    return 0x10000000 + (i * 8000 + i * 8000 / bytes * 8) % bytes;
}

static uintptr_t anywhere(unsigned long i, unsigned long bytes)
{
    return 0x10000000 + (i * 0x9E3779B97F4A7C15u >> 20) % (bytes / 8) * 8;
}

static void simulate(fc_cache *cache, const uintptr_t *address, unsigned long *served)
{
    for (int k = 0; k < AT_A_TIME; k++)
        served[fc_cache_reference(cache, address[k], 8)]++;
}

static void measure(const char *name, uintptr_t (*address)(unsigned long, unsigned long), unsigned long bytes)
{
    static const fc_cache_shape shape = {
        3, {{32768, 64, 8, FC_CACHE_LRU}, {1048576, 64, 8, FC_CACHE_LRU}, {33554432, 64, 16, FC_CACHE_LRU}}};
    fc_cache *cache = fc_cache_create(&shape);
    unsigned long served[4] = {0};
    uintptr_t at[AT_A_TIME];
    double seconds = 0;
    for (unsigned long i = 0; i < REFERENCES; i += AT_A_TIME) {
        for (unsigned long k = 0; k < AT_A_TIME; k++)
            at[k] = address(i + k, bytes);
        double start = now();
        simulate(cache, at, served);
        seconds += now() - start;
    }
    printf("| %s | %lu | %.1f |", name, bytes >> 10, REFERENCES / seconds / 1e6);
    for (int l = 0; l < 4; l++)
        printf(" %.1f |", 100.0 * (double)served[l] / REFERENCES);
    printf("\n");
    fc_cache_free(cache);
}

int main(void)
{
    printf("| references | KiB | million a second | L1 %% | L2 %% | L3 %% | memory %% "
           "|\n|---|---:|---:|---:|---:|---:|---:|\n");
    for (unsigned long bytes = 24576; bytes <= 100663296; bytes *= 16)
        measure("triad", triad, bytes);
    for (unsigned long bytes = 24576; bytes <= 100663296; bytes *= 16)
        measure("column", column, bytes);
    for (unsigned long bytes = 24576; bytes <= 100663296; bytes *= 16)
        measure("random", anywhere, bytes);
    return 0;
}
