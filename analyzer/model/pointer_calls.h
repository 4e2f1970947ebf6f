/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pointer_calls.h  Which procedures are stored in the pointer that a call goes through.
 *
 * What is assigned, passed, returned or listed flows from pointer to pointer, whatever the path (flow-insensitive,
 * after Andersen). Fields of the same name are one, whatever the record: C programs derive records by casts, and give
 * the functions the same names in base and derived. */
#ifndef FC_POINTER_CALLS_H
#define FC_POINTER_CALLS_H

#include "analyzer/model/reached.h"

typedef struct fc_pointer_calls fc_pointer_calls;

FC_GIVE fc_pointer_calls *fc_pointer_calls_find(const fc_program *program);
void fc_pointer_calls_free(FC_TAKE fc_pointer_calls *calls);

/** What a run can come to; nothing else flows. */
const fc_reached *fc_pointer_calls_reached(const fc_pointer_calls *calls);

/** The procedures that a call through a pointer may run, in the program's order. is_complete false: the flow lost sight
 * of what is stored there, or a function the program does not define is; then all are listed that fit the call and
 * whose address is taken. */
typedef struct fc_candidates {
    const fc_procedure **procedure;
    size_t n, capacity;
    bool is_complete;
} fc_candidates;
fc_candidates fc_pointer_calls_candidates(const fc_pointer_calls *calls, const fc_node *call);
/** Procedures are of one group where some call may run either: their executions tell how calls divide among them. The
 * least procedure id of the group. */
int fc_pointer_calls_group(const fc_pointer_calls *calls, const fc_procedure *procedure);
/** Some pointer may hold the procedure. */
bool fc_pointer_calls_may_run(const fc_pointer_calls *calls, const fc_procedure *procedure);
/** Those of the call's candidates' groups that fit it, complete or not as they are: whose shares add up to one. */
fc_candidates fc_pointer_calls_sharing(const fc_pointer_calls *calls, const fc_node *call);
void fc_candidates_free(fc_candidates *candidates);

/** Each call that can run one procedure only names it: from then on it is a direct call. Returns how many did. */
int fc_pointer_calls_resolve(fc_program *program);

#endif
