/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_parameters.h  Every number of a machine by the path it has in the machine file.
 *
 *    core.loop_s    core.operations[madd,f64].latency_s    memory.curves[1,unit,read].seconds[4,L2]
 *    communication[bcast].segments[0].coefficients[3,gap]    network.links[1].bandwidth
 *
 * In brackets stand words that tell one entry from others: its operation, type, busy cores, pattern, access, its place
 * in a list; of a point of a curve also the level its working set fits (L1, L2, ..., dram), of a coefficient also
 * whether it is a time a message (latency) or a time a byte (gap). What was not measured has no path. */
#ifndef FC_MACHINE_PARAMETERS_H
#define FC_MACHINE_PARAMETERS_H

#include "machine_properties/machine.h"

#include <stdbool.h>

typedef struct fc_parameter {
    char *path;
    double *number; /* in the machine; NULL: it is `whole` */
    int *whole;
    bool is_time; /* seconds; what else there is are bytes, ranks, cores, exponents */
    bool is_signed;
    bool is_rate; /* bytes a second; 0: no limit */
} fc_parameter;

typedef struct fc_parameters {
    fc_parameter *item;
    size_t n, capacity;
} fc_parameters;

/** All of them, in the order of the file; they point into the machine. */
void fc_machine_parameters(FC_GIVE fc_parameters *out, fc_machine *machine);
void fc_machine_parameters_free(fc_parameters *parameters);

#endif
