/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_edit.h  Hypothetical machines: numbers of a machine set, scaled or shifted by their paths.
 *
 *    edits = edit { "," edit }
 *    edit  = path ( "=" | "*=" | "+=" ) number
 *    path  = step { "." step }
 *    step  = name [ "[" word { "," word } "]" ]
 *
 * A path is one of machine_parameters.h, with any of its bracketed words omitted: `core.operations[madd].latency_s`
 * stands for all types. A shorter path stands for all times below it: `core` for all costs of a core,
 * `communication[bcast]` for the broadcast. Rates below it are scaled inversely. Classes can only be scaled:
 *
 *    computation       core, busy and openmp             [machine] section 5.2: add, madd, ld_c, st_c
 *    load_store        memory                             ld_m, st_m
 *    network           communication, and the network's links   lat, gap
 *    data_movement     load_store and network
 *    network.latency   the times a message, network.gap the times a byte
 *
 * and, for each known cache,
 *
 *    memory.L2.time    the times of working sets that fit the second cache; memory.dram.time: beyond the last cache
 *    memory.L2.size    the bytes of the second cache */
#ifndef FC_MACHINE_EDIT_H
#define FC_MACHINE_EDIT_H

#include "machine_properties/machine.h"

/** Applies the edits in their order; on an error none takes effect. `option` is the option's name for messages,
 * "--set". FC_E_USAGE with the column (from 1) for a syntax error, for a path that names nothing (the report lists the
 * alternatives), and for an invalid number.
 *
 * A new cache size shifts the memory curves. Working sets between the previous cache and this one keep their relative
 * place in log(bytes), likewise between this cache and the next; beyond the last cache they scale with it. */
fc_status fc_machine_edit(fc_machine *machine, const char *edits, const char *option, fc_report *report);

/** Multiplies the numbers that the path names by a factor >= 0, without checks; for numerical searches. */
void fc_machine_scale(fc_machine *machine, const char *path, double factor);

#endif
