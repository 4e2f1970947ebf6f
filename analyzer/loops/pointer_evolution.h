/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file pointer_evolution.h  Scalar evolution of pointers: what a pointer was set to, and how far it has moved since.
 *
 * Followed along the SSA form as in evolution.h. A pointer that each iteration of a loop moves by the same distance is
 * at that distance times the iteration's number from where it was at entry, whatever statement moves it: `*p++`, `p +=
 * n`, a loop of steps (van Engelen 2001). */
#ifndef FC_POINTER_EVOLUTION_H
#define FC_POINTER_EVOLUTION_H

#include "analyzer/loops/evolution.h"

typedef struct fc_pointer_evolution {
    const fc_node *from;       /* an expression with the address where it began; NULL: variable */
    const fc_symbol *variable; /* its value at root's entry; NULL: from */
    const fc_sym *offset;      /* from there, in elements of the pointer's type */
} fc_pointer_evolution;

/** node: an FC_NAME of a pointer that is read, or an FC_STEP of one. unknown: the atom for distances without
 * closed form, as after a loop over the elements of a sparse row. If a branch moves the pointer or not, it counts as
 * moved. False: it has no value in SSA form, or iterations set it anew. */
bool fc_pointer_evolution_of(fc_pointer_evolution *out, const fc_evolution *e, const fc_node *node,
                             const fc_sym *unknown);

#endif
