/* SPDX-License-Identifier: Apache-2.0 */
/** @file hash.h  Hashes in memory, for tables, digests and random numbers. They may change between versions: a key in a
 * file is an fc_content_key(). Header only, because the runtime of a cost program links nothing but libm. */
#ifndef FC_HASH_H
#define FC_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FC_HASH_GOLDEN UINT64_C(0x9e3779b97f4a7c15)  /* 2^64 / the golden ratio, odd */
#define FC_HASH_EMPTY UINT64_C(14695981039346656037) /* of fc_hash_bytes(): FNV-1a's offset basis */

/** A bijection whose result depends on all bits: the output function of splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t fc_hash_scramble(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/** The next random number of splitmix64, uniform in (0, 1). The state may be any number. */
static inline double fc_hash_uniform(uint64_t *state)
{
    return ((double)(fc_hash_scramble(*state += FC_HASH_GOLDEN) >> 11) + 0.5) * 0x1p-53;
}

/** Adds a word to a digest; the order counts. One round of splitmix64. */
static inline uint64_t fc_hash_mix(uint64_t digest, uint64_t word)
{
    uint64_t z = digest + FC_HASH_GOLDEN + word * UINT64_C(0xd1b54a32d192ed03);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return z ^ z >> 27;
}

/** Adds numbers to a digest by their bits. Its upper bits are the good ones. */
static inline uint64_t fc_hash_reals(uint64_t digest, const double *number, int n)
{
    for (int i = 0; i < n; i++) {
        uint64_t word;
        memcpy(&word, &number[i], sizeof word);
        digest = (digest ^ word) * FC_HASH_GOLDEN;
        digest ^= digest >> 32;
    }
    return digest;
}

/** Adds bytes to a digest that began as FC_HASH_EMPTY: FNV-1a. */
static inline uint64_t fc_hash_bytes(uint64_t digest, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        digest = (digest ^ byte[i]) * UINT64_C(1099511628211);
    return digest;
}

#endif
