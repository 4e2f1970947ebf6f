/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_parameters.h  Every number of a machine by the path it has in the machine file.
 *
 *    core.loop_s    core.operations[madd,f64].latency_s    memory.curves[1,unit,read].seconds[4,L2]
 *    communication[bcast].segments[0].coefficients[3,gap]    network.links[1].bandwidth
 *
 * Brackets hold the words that identify an entry: operation, type, busy cores, pattern, access, index in a list. A
 * point of a curve also has the level that its working set fits (L1, L2, ..., dram). A coefficient also has its unit:
 * time per message (latency) or per byte (gap). A cost that was not measured has no path. */
#ifndef FC_MACHINE_PARAMETERS_H
#define FC_MACHINE_PARAMETERS_H

#include "machine_properties/machine.h"

#include <stdbool.h>

typedef struct fc_parameter {
    char *path;
    double *number; /* in the machine; NULL: the number is `whole` */
    int *whole;
    bool is_time; /* seconds; other numbers are bytes, ranks, cores, exponents */
    bool is_signed;
    bool is_rate; /* bytes per second; 0: no limit */
} fc_parameter;

typedef struct fc_parameters {
    fc_parameter *item;
    size_t n, capacity;
} fc_parameters;

/** All parameters in the file's order; they point into the machine. */
void fc_machine_parameters(FC_GIVE fc_parameters *out, fc_machine *machine);
void fc_machine_parameters_free(fc_parameters *parameters);

#endif
