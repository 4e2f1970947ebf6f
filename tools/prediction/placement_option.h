/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file placement_option.h  --placement: where ranks live, by a word or a rank file. */
#ifndef FC_PLACEMENT_OPTION_H
#define FC_PLACEMENT_OPTION_H

#include "machine_properties/machine.h"
#include "runtime/evaluate/layout.h"
#include "tools/command_line/command.h"

#define FC_PLACEMENT_OPTION                                                                                            \
    {                                                                                                                  \
        0, "placement", "block|cyclic|FILE", NULL, NULL, false,                                                        \
            "where ranks live; FILE: a line a rank, NODE or NODE:CORE; standard: as the machine says"                  \
    }

#define FC_COLLECTIVES_OPTION                                                                                          \
    {                                                                                                                  \
        0, "collectives", "NAME", "fitted|openmpi|mpich|smpi", NULL, false,                                            \
            "by fits, or as a library's algorithms over messages; standard: as the machine says"                       \
    }

/** What the option says. is_given false: nothing, the machine decides. */
typedef struct fc_placement_option {
    bool is_given;
    fc_placement placement;
    int *place;       /* its own: what placement.place points to */
    const char *file; /* NULL: no file */
} fc_placement_option;

/** A rank file has a line a rank, in order: NODE or NODE:CORE, both from 0 on; without CORE the next one of the node.
 * Blank lines and those that begin with # do not count. FC_E_INPUT with the line for what is none, a place that the
 * machine does not have, or one taken twice. */
fc_status fc_placement_option_read(FC_GIVE fc_placement_option *out, const fc_arguments *arguments,
                                   const fc_machine *machine, fc_report *report);
void fc_placement_option_free(fc_placement_option *option);
/** FC_E_INPUT if the machine's network or the rank file holds fewer ranks. */
fc_status fc_placement_option_check(const fc_placement_option *option, const fc_machine *machine, int ranks,
                                    fc_report *report);

#endif
