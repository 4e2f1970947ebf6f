/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file placement_option.h  --placement: the mapping of ranks to nodes and cores, by a word or a rank file. */
#ifndef FC_PLACEMENT_OPTION_H
#define FC_PLACEMENT_OPTION_H

#include "machine_properties/machine.h"
#include "runtime/placement/mapping.h"
#include "tools/command_line/command.h"

#define FC_PLACEMENT_OPTION                                                                                            \
    {                                                                                                                  \
        0, "placement", "block|cyclic|FILE", NULL, NULL, false,                                                        \
            "the rank placement; FILE has one line a rank, NODE or NODE:CORE; default: the machine's placement"        \
    }

#define FC_COLLECTIVES_OPTION                                                                                          \
    {                                                                                                                  \
        0, "collectives", "NAME", "fitted|openmpi|mpich|mpich4|smpi|smpi_ompi", NULL, false,                           \
            "collectives by their fits, or by the algorithms of an MPI library; default: the machine's setting"        \
    }

/** The option's value. is_given false: absent, the machine's placement is used. */
typedef struct fc_placement_option {
    bool is_given;
    fc_placement placement;
    int *place;       /* owned; placement.place points to it */
    const char *file; /* NULL: no file */
} fc_placement_option;

/** A rank file has one line for each rank, in order: NODE or NODE:CORE, both from 0 on; without CORE the node's next
 * core. Blank lines and lines that begin with # are ignored. FC_E_INPUT with the line: a syntax error, a node or core
 * that the machine lacks, or a core given twice. */
fc_status fc_placement_option_read(FC_GIVE fc_placement_option *out, const fc_arguments *arguments,
                                   const fc_machine *machine, fc_report *report);
void fc_placement_option_free(fc_placement_option *option);
/** FC_E_INPUT if the machine's network or the rank file has fewer ranks. */
fc_status fc_placement_option_check(const fc_placement_option *option, const fc_machine *machine, int ranks,
                                    fc_report *report);
/** The value of --collectives replaces the machine's setting. */
void fc_placement_option_take_collectives(fc_coefficients *machine, const fc_arguments *arguments);

#endif
