/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file state.h  What a symbolic run knows: the values of places, and what pointer variables point to.
 *
 * Places are identified by their key (values.h): "s12" a variable, "s12.n" a member, "(*s12).n" a member of what s12
 * points to, "s12[1]" an element, "h34" the object that the allocation 34 makes. A pointer bound to a target is
 * replaced by it in every key, so that a callee's names and its caller's meet in one key. Objects without a name in the
 * program have one: "(*u5_0)" what a pointer of unknown target pointed to at time 5, "(*m5_0)" one of two objects,
 * joined then.
 */
#ifndef FC_STATE_H
#define FC_STATE_H

#include "analyzer/model/program.h"
#include "analyzer/symbolic/symbolic.h"

typedef struct fc_state fc_state;

FC_GIVE fc_state *fc_state_create(void);
FC_GIVE fc_state *fc_state_copy(const fc_state *state);
void fc_state_free(FC_TAKE fc_state *state);
/** The variable has the value and the target that it has in `before`. Its parts, and places behind a pointer without a
 * known target, become unknown. */
void fc_state_restore(fc_state *state, const fc_state *before, int symbol_id);
/** The state becomes `by`. */
void fc_state_replace(fc_state *state, FC_TAKE fc_state *by);

/** The key with every bound pointer replaced by its target. */
FC_GIVE char *fc_state_resolve(const fc_state *state, const char *key);
/** The place is behind a pointer without a known target: it may be any place. */
bool fc_state_is_open(const char *resolved);
/** value NULL: known to be unknown, as is a value of hundreds of summands. key: resolved or not. */
void fc_state_bind(fc_state *state, const char *key, const fc_sym *value);
/** The rank that a broadcast comes from, and whether a value may differ between ranks although it has no rank in it. */
typedef struct fc_state_root {
    const fc_sym *rank;
    bool (*may_differ)(const void *data, const fc_sym *value);
    const void *data;
} fc_state_root;
/** The place and its parts get the values they have on the root, the same on all ranks. */
void fc_state_carry(fc_state *state, fc_algebra *algebra, const char *key, const fc_state_root *root);
/** False: nothing is bound. */
bool fc_state_lookup(const fc_state *state, const char *key, const fc_sym **value);
/** The pointer in that place points to the place of key `target`; is_array: to its first element. target NULL: forget
 * it. A target behind a pointer without one gets a name, so that it stays what it is when that pointer moves on. */
void fc_state_point(fc_state *state, const char *place, const char *target, bool is_array);
/** The pointer in that place points to an unknown part of the object. */
void fc_state_point_into(fc_state *state, const char *place, const char *object);
/** Where the pointer in that place points to; false: not known. */
bool fc_state_pointee(FC_GIVE char **target, bool *is_array, const fc_state *state, const char *place);
/** An allocation makes the object: a pointer to one of that name of before has no known target from here on. */
void fc_state_allocate(fc_state *state, const char *object);
/** The pointer in `place`, resolved, gets the target, or that of the pointer in `source` at that time, which is the
 * place of a flow; both NULL: any target. */
typedef struct fc_state_flow {
    char *place, *source, *target;
    bool is_array;
    bool is_first; /* a declaration: the pointer has no target before */
} fc_state_flow;
/** The pointers in the places have any of the targets that the flows give them, in any order and number. */
void fc_state_follow_flows(fc_state *state, fc_algebra *algebra, const fc_state_flow *flow, size_t n);
/** Everything that differs from `before` becomes unknown, after what may run or not, but the element that the
 * iteration sets. */
void fc_state_meet(fc_state *state, fc_algebra *algebra, const fc_state *before);
/** Names the value of a place that is not known, bound last at that time; NULL: it stays unknown. key: resolved. */
typedef const fc_sym *fc_state_namer(void *data, const char *key, const fc_node *place, long time);
/** Unknown values are named from here on, in copies too. */
void fc_state_watch(fc_state *state, fc_state_namer *namer, void *data);
/** The value of the place with that key, named if it is not known; NULL: it has none. */
const fc_sym *fc_state_value(const fc_state *state, const char *key, const fc_node *place);
/** The array that a place is, or that it points to: the key for the next functions, resolved. */
FC_GIVE char *fc_state_array(const fc_state *state, const char *key, bool is_pointer);
/** Elements low .. high of the array have the value `each` as a function of fc_state_index(); each NULL: unknown
 * values. Nothing else may ever set an element of it. */
void fc_state_fill(fc_state *state, const char *key, const fc_sym_range *elements, const fc_sym *each);
const fc_sym *fc_state_index(fc_algebra *algebra);
/** The element at this index, which an iteration of a loop sets, has the value from here on; NULL: unknown. All other
 * elements become unknown. */
void fc_state_set_element(fc_state *state, const char *key, const fc_sym *index, const fc_sym *value);
/** The array's elements are unknown if they are known as a function of this variable. */
void fc_state_forget_varying(fc_state *state, const char *key, const fc_sym *variable);
/** That element's index and value; NULL: none is set, or it is unknown. */
const fc_sym *fc_state_own_index(const fc_state *state, const char *key);
const fc_sym *fc_state_own_element(const fc_state *state, const char *key);
/** The value is proven to be >= 0 for ranks 0 .. p - 1. */
bool fc_state_proves_nonnegative(fc_algebra *algebra, const fc_sym *value);
/** The value of the array's element at this index; NULL: unknown, or not proven to be one of them for ranks 0 .. p - 1.
 */
const fc_sym *fc_state_element(const fc_state *state, fc_algebra *algebra, const char *key, const fc_sym *index);
/** The sum of the array's elements 0 .. n - 1, n >= 1; NULL: unknown, or not proven to be all of them. */
const fc_sym *fc_state_total(const fc_state *state, fc_algebra *algebra, const char *key, const fc_sym *n);
/** Later bindings are of this time. */
void fc_state_set_time(fc_state *state, long time);
/** Every element and member of the place becomes unknown; so does the place itself. */
void fc_state_forget(fc_state *state, const char *key);
/** So does every place. */
void fc_state_forget_all(fc_state *state);
/** Whether the write may change the variable. */
typedef bool fc_state_may_alias(const void *data, int symbol_id);
/** A write through a pointer whose target is not known, to `key`: "(*s12)", or "(*s12).n" a member. Places that it may
 * change become unknown: every member of that name, or every place but the variables that it may not change. */
void fc_state_forget_aliases(fc_state *state, const char *key, fc_state_may_alias *may, const void *data);
/** Everything bound under `from` is bound under `to` too, with the pointers' targets: an assignment of a structure. */
void fc_state_copy_parts(fc_state *state, const char *to, const char *from);
/** state = chosen * yes + (1 - chosen) * no, place by place. */
void fc_state_choose(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const fc_state *yes,
                     const fc_state *no);

#endif
