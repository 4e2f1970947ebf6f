/* SPDX-License-Identifier: Apache-2.0 */
/** @file task_system.h  System models of deterministic task graph analysis [taskgraph, sections 3.2 and 3.3]: what
 * tasks that execute at the same time cost each other.
 *
 * A user's own model is a C file with a function of this signature:
 *    #include "task_system.h"
 *    void fc_task_overhead(double *overhead, const fc_task_load *load, const double *parameter) { ... } */
#ifndef FC_TASK_SYSTEM_H
#define FC_TASK_SYSTEM_H

/** The tasks in execution, by class: all tasks of a class use resources alike. */
typedef struct fc_task_load {
    int n_classes;
    const int *executing; /* [n_classes] tasks in execution, >= 0, at least one in all */
    const double
        *usage; /* [n_classes][n_usage], in the order of the model's names (of the file's for a user's model) */
    int n_usage;
} fc_task_load;

/** overhead[n_classes] [s of overhead for each s of CPU demand] >= 0: D_i / r_i of the paper, for every class that
 * executes; the others' elements are not read. */
typedef void fc_task_overhead_model(double *overhead, const fc_task_load *load, const double *parameter);

enum {
    FC_TASK_SYSTEM_NAMES = 9
};

/** A number with a name and its range. name NULL ends a list. */
typedef struct fc_task_number {
    const char *name;
    double least, most;
} fc_task_number;

typedef struct fc_task_system {
    const char *name;
    fc_task_number usage[FC_TASK_SYSTEM_NAMES + 1];     /* what each task says of itself */
    fc_task_number parameter[FC_TASK_SYSTEM_NAMES + 1]; /* what the system has */
    fc_task_overhead_model *overhead;                   /* NULL: there is none */
    const char *about;
} fc_task_system;

/** none, bus, node; the one named NULL ends the table. */
extern const fc_task_system fc_task_systems[];

/** Seconds a process takes to get `hold_s` [s] of the lock of a task queue, waiting and holding, where `processes` >= 1
 * (a mean, may be fractional) of them ask again after think_s [s] of other things: M/M/1//K [taskgraph, section 3.2],
 * linear between whole K. */
double fc_task_lock_s(double hold_s, double processes, double think_s);

#endif
