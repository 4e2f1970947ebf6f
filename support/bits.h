/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file bits.h  Sets of small numbers as rows of bits, 64 in a word. */
#ifndef FC_BITS_H
#define FC_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The words of a set of numbers below n. */
static inline size_t fc_bits_words(int n)
{
    return (size_t)n / 64 + 1;
}
static inline bool fc_bits_has(const uint64_t *set, int number)
{
    return set[number / 64] >> number % 64 & 1;
}
static inline void fc_bits_add(uint64_t *set, int number)
{
    set[number / 64] |= UINT64_C(1) << number % 64;
}
static inline void fc_bits_unite(uint64_t *into, const uint64_t *from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        into[i] |= from[i];
}
/** Both sets have a number other than this one (negative: any). */
static inline bool fc_bits_meet_beside(const uint64_t *a, const uint64_t *b, int beside, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        const bool is_here = beside >= 0 && (size_t)beside / 64 == i;
        if (a[i] & b[i] & ~(is_here ? UINT64_C(1) << beside % 64 : 0))
            return true;
    }
    return false;
}

#endif
