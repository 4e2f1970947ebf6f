/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file volumes.h  Bytes that a loop, or one iteration of it, accesses, kept for each loop and view: nested loops that
 * are collapsed one after another, and each printing of a cost program, ask for the same volumes again. */
#ifndef FC_VOLUMES_H
#define FC_VOLUMES_H

#include "analyzer/context/cost.h"

typedef struct fc_volumes fc_volumes;

typedef struct fc_volume {
    const fc_cost *nest;
    const fc_node *root, *shared; /* of the view */
    bool keeps_unknown;           /* of the view */
    bool is_whole;                /* all iterations of the nest, not one */
    bool is_executed;             /* the cost program executes a loop around */
    const fc_sym *bytes;
    bool is_cut; /* as in fc_loop_frame */
} fc_volume;

FC_GIVE fc_volumes *fc_volumes_create(const fc_program *program);
void fc_volumes_free(FC_TAKE fc_volumes *volumes);
/** The volume with the key's nest, view, is_whole and is_executed; NULL: not kept. */
const fc_volume *fc_volumes_find(const fc_volumes *volumes, const fc_volume *key);
/** Copied. Its nest has a node. */
void fc_volumes_add(fc_volumes *volumes, const fc_volume *volume);

#endif
