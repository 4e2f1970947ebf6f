/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file state_tables.h  The tables of a symbolic run's state: state.c has the values, state_pointers.c the pointers.
 */
#ifndef FC_STATE_TABLES_H
#define FC_STATE_TABLES_H

#include "analyzer/context/state.h"

typedef struct fc_state_value_of {
    char *key; /* resolved */
    const fc_sym *value;
    long time;
    const fc_sym *on_root; /* where a branch on the rank left `value` unknown: the value on rank 0 */
} fc_state_value_of;

typedef struct fc_state_pointer {
    char *place; /* resolved: of the pointer */
    char *target;
    bool is_array; /* it points to the first element of the target */
} fc_state_pointer;

/** An object that is one of two; both the same: an unknown part of it. Each may be such an object. */
typedef struct fc_state_joined {
    char *object, *of[2];
} fc_state_joined;

struct fc_state {
    fc_state_value_of *binding; /* by key; the parts of a place follow it */
    size_t n, capacity;
    fc_state_pointer *pointer; /* by place */
    size_t n_pointers, pointer_capacity;
    fc_state_joined *joined;
    size_t n_joined, joined_capacity;
    long time;
    fc_state_namer *namer; /* NULL: none */
    void *namer_data;
};

/* ---- state_tables.c ---- */
/** The number of keys below this one. */
size_t fc_state_position(const fc_state *state, const char *resolved);
fc_state_value_of *fc_state_find(const fc_state *state, const char *resolved);
/** Sets the value of that place alone. */
void fc_state_set(fc_state *state, const char *resolved, const fc_sym *value);
/** The key is that of `whole` or of a part of it. */
bool fc_state_is_part(const char *key, const char *whole);
/** The variable whose place the key is; -1: it is another place. */
int fc_state_variable(const char *key);
/** The keys from `first` on that begin with that of `whole`; the end of them. */
size_t fc_state_end_of_prefix(const fc_state *state, size_t first, const char *whole);
/** The place and its parts have unknown values; what leads elsewhere stays. */
void fc_state_forget_parts(fc_state *state, const char *resolved);
/** The parts of `to` get the values of those of `from`, both resolved. */
void fc_state_copy_values(fc_state *state, const char *to, const char *from);
const fc_state_pointer *fc_state_find_pointer(const fc_state *state, const char *place);
void fc_state_set_pointer(fc_state *state, const char *place, const char *target, bool is_array);
void fc_state_drop_pointer(fc_state *state, size_t at);
void fc_state_clear_pointers(fc_state *state);
void fc_state_free_pointers(fc_state *state);
bool fc_state_is_joined(const fc_state *state, const char *object);
void fc_state_add_joined(fc_state *state, const char *object, const char *a, const char *b);
void fc_state_copy_joined(fc_state *to, const fc_state *from);

/* ---- state_pointers.c ---- */
/** A write to the place: what is behind pointers that may lead there becomes unknown. */
void fc_state_lose_joined(fc_state *state, const char *resolved);
/** The pointers in the place and in its parts have no known target. */
void fc_state_lose_pointers(fc_state *state, const char *resolved);
/** So have those whose place ends with `member` (fc_state_forget_aliases()). */
void fc_state_lose_pointers_in(fc_state *state, const char *member, fc_state_may_alias *may, const void *data);
/** So have those that lead to the object or a part of it. */
void fc_state_lose_targets(fc_state *state, const char *object);
/** The pointers in the parts of `from`, resolved, are those of the parts of `to` too. */
void fc_state_copy_pointers_of(fc_state *state, const char *to, const char *from);
/** Pointers with one target in both states keep it. Others lead to an object that is the one or the other; its parts
 * have the value of the one where `chosen` is 1; chosen NULL: a value that both have. */
void fc_state_join_pointers(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const fc_state *yes,
                            const fc_state *no);

#endif
