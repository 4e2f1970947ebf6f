/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    LINE = 64
};

static fc_cache *one_level(unsigned long lines, unsigned ways, fc_cache_policy policy)
{
    fc_cache_shape shape = {1, {{lines * LINE, LINE, ways, policy}}};
    int level;
    assert_null(fc_cache_fault(&level, &shape));
    fc_cache *cache = fc_cache_create(&shape);
    assert_non_null(cache);
    return cache;
}

static int misses_of(fc_cache *cache, const char *lines)
{
    int misses = 0;
    for (; *lines; lines++)
        misses += fc_cache_reference(cache, (uintptr_t)(*lines - '0') * LINE + 8, 8);
    fc_cache_free(cache);
    return misses;
}

/* Belady, Nelson, Shedler 1969: the reference string of their anomaly, page faults as in textbooks. */
static void test_cache_signature_cache__belady(void **state)
{
    (void)state;
    static const char string[] = "123412512345";
    assert_int_equal(misses_of(one_level(3, 3, FC_CACHE_FIFO), string), 9);
    assert_int_equal(misses_of(one_level(4, 4, FC_CACHE_FIFO), string), 10);
    assert_int_equal(misses_of(one_level(3, 3, FC_CACHE_LRU), string), 10);
    assert_int_equal(misses_of(one_level(4, 4, FC_CACHE_LRU), string), 8);
}

/* A loop over one line more than fits: LRU and FIFO always miss; a random victim keeps some lines. */
static void test_cache_signature_cache__policies(void **state)
{
    (void)state;
    int misses[FC_CACHE_N_POLICIES] = {0};
    for (int policy = 0; policy < FC_CACHE_N_POLICIES; policy++) {
        fc_cache *cache = one_level(8, 8, (fc_cache_policy)policy);
        for (int i = 0; i < 9 * 1000; i++)
            misses[policy] += fc_cache_reference(cache, (uintptr_t)(i % 9) * LINE, 8);
        fc_cache_free(cache);
    }
    assert_int_equal(misses[FC_CACHE_LRU], 9000);
    assert_int_equal(misses[FC_CACHE_FIFO], 9000);
    assert_in_range(misses[FC_CACHE_RANDOM], 1000, 4000);
}

/* LRU by the definition: a reference misses if `ways` other lines of its set were touched since its last use. */
typedef struct naive {
    unsigned long sets;
    unsigned ways;
    uint64_t *line, *used;
    uint64_t clock;
} naive;

static bool naive_finds(naive *cache, uint64_t line)
{
    uint64_t *at = cache->line + line % cache->sets * cache->ways, *used = cache->used + (at - cache->line);
    unsigned oldest = 0;
    for (unsigned i = 0; i < cache->ways; i++) {
        if (at[i] == line + 1) {
            used[i] = ++cache->clock;
            return true;
        }
        oldest = used[i] < used[oldest] ? i : oldest;
    }
    at[oldest] = line + 1;
    used[oldest] = ++cache->clock;
    return false;
}

static naive naive_open(const fc_cache_level *level)
{
    unsigned long lines = level->bytes / level->line;
    return (naive){lines / level->ways, level->ways, calloc(lines, sizeof(uint64_t)), calloc(lines, sizeof(uint64_t)),
                   0};
}

/* Three levels, sets that are no power of two in the last, references across line ends: level by level by the
 * definition. */
static void test_cache_signature_cache__brute_force(void **state)
{
    (void)state;
    fc_cache_shape shape = {3,
                            {{1024, 32, 2, FC_CACHE_LRU}, {4096, 64, 4, FC_CACHE_LRU}, {12288, 64, 16, FC_CACHE_LRU}}};
    fc_cache *cache = fc_cache_create(&shape);
    naive level[3];
    for (int l = 0; l < 3; l++)
        level[l] = naive_open(&shape.level[l]);
    uint64_t random = 12345;
    int served[4] = {0};
    for (int i = 0; i < 200000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uintptr_t address = i % 3 ? (uintptr_t)i * 8 % 20000 : (uintptr_t)(random >> 40) % 30000;
        unsigned bytes = i % 5 ? 8 : 24;
        int expected = 0;
        for (bool found = false; expected < 3 && !found; expected += !found) {
            unsigned line = shape.level[expected].line;
            found = naive_finds(&level[expected], address / line);
            if ((address + bytes - 1) / line != address / line)
                found &= naive_finds(&level[expected], (address + bytes - 1) / line);
        }
        int got = fc_cache_reference(cache, address, bytes);
        assert_int_equal(got, expected);
        served[got]++;
    }
    for (int l = 0; l < 4; l++)
        assert_true(served[l] > 1000);
    for (int l = 0; l < 3; l++) {
        free(level[l].line);
        free(level[l].used);
    }
    fc_cache_free(cache);
}

/* A cache that starts empty does not know the first line of each place; emptied, it forgets. */
static void test_cache_signature_cache__unknown(void **state)
{
    (void)state;
    fc_cache *cache = one_level(4, 2, FC_CACHE_LRU);
    for (uintptr_t line = 0; line < 6; line++) {
        assert_int_equal(fc_cache_reference(cache, line * LINE, 4), 1);
        assert_int_equal(fc_cache_uncertain_misses(cache), line < 4);
    }
    assert_int_equal(fc_cache_reference(cache, 5 * LINE, 4), 0);
    assert_int_equal(fc_cache_uncertain_misses(cache), 0);
    fc_cache_empty(cache);
    assert_int_equal(fc_cache_reference(cache, 5 * LINE, 4), 1);
    assert_int_equal(fc_cache_uncertain_misses(cache), 1);
    fc_cache_free(cache);
}

static void assert_fault(fc_cache_shape shape, int at, const char *part)
{
    int level = -1;
    const char *fault = fc_cache_fault(&level, &shape);
    assert_non_null(fault);
    assert_non_null(strstr(fault, part));
    assert_int_equal(level, at);
}

static void test_cache_signature_cache__impossible(void **state)
{
    (void)state;
    assert_fault((fc_cache_shape){0, {{0}}}, 0, "1 to 5 levels");
    assert_fault((fc_cache_shape){1, {{4096, 48, 2, FC_CACHE_LRU}}}, 0, "power of two");
    assert_fault((fc_cache_shape){1, {{4096, 64, 0, FC_CACHE_LRU}}}, 0, "1 to 64 ways");
    assert_fault((fc_cache_shape){1, {{4096, 64, 3, FC_CACHE_LRU}}}, 0, "ways times line");
    assert_fault((fc_cache_shape){1, {{0, 64, 3, FC_CACHE_LRU}}}, 0, "ways times line");
    assert_fault((fc_cache_shape){2, {{4096, 64, 2, FC_CACHE_LRU}, {2048, 64, 2, FC_CACHE_LRU}}}, 1, "smaller");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache_signature_cache__belady),
        cmocka_unit_test(test_cache_signature_cache__policies),
        cmocka_unit_test(test_cache_signature_cache__brute_force),
        cmocka_unit_test(test_cache_signature_cache__unknown),
        cmocka_unit_test(test_cache_signature_cache__impossible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
