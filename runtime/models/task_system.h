/* SPDX-License-Identifier: Apache-2.0 */
/** @file task_system.h  System models of deterministic task graph analysis [taskgraph, sections 3.2 and 3.3]: the
 * slowdown of tasks that execute at the same time.
 *
 * A user's own model is a C file with a function of this signature:
 *    #include "task_system.h"
 *    void fc_task_overhead(double *overhead, const fc_task_load *load, const double *parameter) { ... } */
#ifndef FC_TASK_SYSTEM_H
#define FC_TASK_SYSTEM_H

/** The tasks in execution by class; tasks of a class use resources equally. */
typedef struct fc_task_load {
    int n_classes;
    const int *executing; /* [n_classes] tasks in execution, >= 0, at least one in all */
    const double *usage;  /* [n_classes][n_usage], in the order of the model's names (a user's model: of the file's) */
    int n_usage;
} fc_task_load;

/** overhead[n_classes] [s of overhead for each s of CPU demand] >= 0: D_i / r_i of the paper, for every class with
 * executing tasks; other elements are not read. */
typedef void fc_task_overhead_model(double *overhead, const fc_task_load *load, const double *parameter);

enum {
    FC_TASK_SYSTEM_NAMES = 9
};

/** The name and the range of a number. name NULL ends a list. */
typedef struct fc_task_number {
    const char *name;
    double least, most;
} fc_task_number;

typedef struct fc_task_system {
    const char *name;
    fc_task_number usage[FC_TASK_SYSTEM_NAMES + 1];     /* attributes of a task */
    fc_task_number parameter[FC_TASK_SYSTEM_NAMES + 1]; /* parameters of the system */
    fc_task_overhead_model *overhead;                   /* NULL: no overhead */
    const char *about;
} fc_task_system;

/** The systems none, bus, node; an entry with name NULL ends the table. */
extern const fc_task_system fc_task_systems[];

/** Seconds to get and hold a task queue's lock for `hold_s` [s], waiting included. `processes` >= 1 (a mean, may be
 * fractional) request it again after think_s [s]: M/M/1//K [taskgraph, section 3.2], linear between integers K. */
double fc_task_lock_seconds(double hold_s, double processes, double think_s);

#endif
