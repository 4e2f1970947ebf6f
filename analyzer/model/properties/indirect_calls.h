/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file indirect_calls.h  The possible targets of calls through function pointers.
 *
 * An inclusion-based, flow-insensitive points-to analysis (Andersen, PhD thesis, 1994) over assignments, arguments,
 * results and initializers. Fields of the same name are one location, whatever their record. C programs derive records
 * by casts and name the functions alike in base and derived records. */
#ifndef FC_INDIRECT_CALLS_H
#define FC_INDIRECT_CALLS_H

#include "analyzer/model/properties/reachable.h"

typedef struct fc_indirect_calls fc_indirect_calls;

FC_GIVE fc_indirect_calls *fc_indirect_calls_find(const fc_program *program);
void fc_indirect_calls_free(FC_TAKE fc_indirect_calls *calls);

/** What is reachable from main; the analysis follows only that. */
const fc_reachable *fc_indirect_calls_reachable(const fc_indirect_calls *calls);

/** The procedures that an indirect call may run, in the program's order. If is_complete is false, some stored value
 * could not be followed or is external. The list then has all address-taken procedures whose type fits the call. */
typedef struct fc_candidates {
    const fc_procedure **procedure;
    size_t n, capacity;
    bool is_complete;
} fc_candidates;
fc_candidates fc_indirect_calls_candidates(const fc_indirect_calls *calls, const fc_node *call);
/** Two procedures are in one group if some call may run either. Their execution counts determine how the calls divide
 * among them. A group is identified by its least procedure id. */
int fc_indirect_calls_group(const fc_indirect_calls *calls, const fc_procedure *procedure);
/** The address of the procedure is taken. */
bool fc_indirect_calls_may_target(const fc_indirect_calls *calls, const fc_procedure *procedure);
/** All procedures of the call's group that fit the call, whether or not the candidates are complete. Their shares add
 * up to one. */
fc_candidates fc_indirect_calls_group_candidates(const fc_indirect_calls *calls, const fc_node *call);
void fc_candidates_free(fc_candidates *candidates);

/** Makes each indirect call with a single possible target a direct call. Returns the number of calls changed. */
int fc_indirect_calls_resolve(fc_program *program);

#endif
