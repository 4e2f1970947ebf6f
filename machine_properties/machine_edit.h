/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_edit.h  A machine that is not: numbers of a machine set, scaled or moved by their paths.
 *
 *    edits = edit { "," edit }
 *    edit  = path ( "=" | "*=" | "+=" ) number
 *    path  = step { "." step }
 *    step  = name [ "[" word { "," word } "]" ]
 *
 * A path is one of machine_parameters.h with any of its bracketed words left out: `core.operations[madd].latency_s` is
 * that of every type. A path that ends before theirs stands for all times below it (and rates, which go the other way):
 * `core` for all costs of a core, `communication[bcast]` for the broadcast. Besides there are classes, which can be
 * scaled only,
 *
 *    computation       core and busy                      [machine] section 5.2: add, madd, ld_c, st_c
 *    load_store        memory                             ld_m, st_m
 *    network           communication, and the network's links   lat, gap
 *    data_movement     load_store and network
 *    network.latency   the times a message, network.gap the times a byte
 *
 * and, of the caches the machine tells of,
 *
 *    memory.L2.time    the times of working sets that the second cache holds, memory.dram.time of those beyond the last
 *    memory.L2.size    the bytes of the second cache */
#ifndef FC_MACHINE_EDIT_H
#define FC_MACHINE_EDIT_H

#include "machine_properties/machine.h"

/** Makes the edits in their order; all or none. `option` is who asks, "--edit". FC_E_USAGE with the column (from 1) of
 * what is no edit, names nothing (those that exist are listed), or gives a number no machine can have.
 *
 * A cache's new size stretches the memory curves: working sets between the cache before and this one keep their place
 * in the logarithm between the two, likewise between this one and the next; beyond the last they grow with it. */
fc_status fc_machine_edit(fc_machine *machine, const char *edits, const char *option, fc_report *report);

/** The numbers of the path, which names some, times the factor >= 0. For searches: nothing is checked. */
void fc_machine_scale(fc_machine *machine, const char *path, double factor);

#endif
