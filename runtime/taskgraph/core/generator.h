/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file generator.h  Generators of regular task graphs from a few sizes: loops, pipelines, trees, stencils,
 * factorizations. */
#ifndef FC_GENERATOR_H
#define FC_GENERATOR_H

#include "runtime/taskgraph/core/taskgraph.h"

enum {
    FC_GENERATOR_SIZES = 3,
    FC_GENERATOR_ROLES = 4
};

/** The source of the CPU demands of a block's tasks, in the order of the tasks. */
typedef enum fc_generator_demand_kind {
    FC_DEMAND_CONSTANT,   /* first */
    FC_DEMAND_LIST,       /* value[], one for each task in this role */
    FC_DEMAND_UNIFORM,    /* first .. second */
    FC_DEMAND_EXPONENTIAL /* with mean first */
} fc_generator_demand_kind;

typedef struct fc_generator_demand {
    fc_generator_demand_kind kind;
    double first, second;
    double *value;
    size_t n, next;
    uint64_t state; /* state of the random number generator (splitmix64): equal on every host */
} fc_generator_demand;

double fc_generator_demand_next(fc_generator_demand *demand);

/** Properties of all tasks of a block, and the sizes and demands in the generator's order. */
typedef struct fc_generator_shape {
    double size[FC_GENERATOR_SIZES];
    fc_generator_demand demand[FC_GENERATOR_ROLES];
    int usage;
    double priority;   /* 0: none */
    const int *queues; /* [n_queues]: slots go to them in contiguous ranges; n_queues 0: none */
    int n_queues;
} fc_generator_shape;

typedef struct fc_generator {
    const char *kind;
    const char *size[FC_GENERATOR_SIZES];          /* names of the sizes; NULL: the end */
    const char *demand[FC_GENERATOR_ROLES];        /* names of the tasks' roles */
    double (*count)(const double *size, int role); /* number of tasks in that role */
    double (*slots)(const double *size);
    double (*columns)(const double *size); /* columns for names [row,column]; NULL: names [i] */
    /* Adds the block's tasks and edges. The block has been added; the sizes are integers >= 1 within the limits. */
    void (*generate)(fc_taskgraph *graph, fc_generator_shape *shape);
    const char *about;
} fc_generator;

/** The generators; an entry with kind NULL ends the table. */
extern const fc_generator fc_generators[];

/** The number of tasks in all roles. */
double fc_generator_count(const fc_generator *generator, const double *size);

/** The part that holds the item, if n items are split into contiguous parts that differ by at most one, the longer
 * parts first: the distribution of OpenMP's static schedule. */
uint32_t fc_generator_part(uint32_t item, uint32_t n, uint32_t parts);

#endif
