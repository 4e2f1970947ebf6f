/* SPDX-License-Identifier: Apache-2.0 */
/** @file cache_policy.h  The replacement policy of a cache: least recently used, first in first out, or pseudo-random
 * (the same sequence in each run). */
#ifndef FC_CACHE_POLICY_H
#define FC_CACHE_POLICY_H

#define FC_CACHE_POLICY_LIST(X) X(LRU, "lru") X(FIFO, "fifo") X(RANDOM, "random")
typedef enum fc_cache_policy {
#define FC_CACHE_POLICY_ENUM(name, text) FC_CACHE_##name,
    FC_CACHE_POLICY_LIST(FC_CACHE_POLICY_ENUM)
#undef FC_CACHE_POLICY_ENUM
    FC_CACHE_N_POLICIES
} fc_cache_policy;

#endif
