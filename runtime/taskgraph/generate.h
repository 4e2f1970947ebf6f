/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file generate.h  Regular task graphs from a few numbers: loops, pipelines, trees, stencils, factorisations. */
#ifndef FC_GENERATE_H
#define FC_GENERATE_H

#include "runtime/taskgraph/taskgraph.h"

enum {
    FC_GENERATOR_SIZES = 3,
    FC_GENERATOR_ROLES = 4
};

/** Where the CPU demands of a block's tasks come from, one after the other in the tasks' order. */
typedef enum fc_demand_kind {
    FC_DEMAND_CONSTANT,   /* first */
    FC_DEMAND_LIST,       /* value[], as many as there are tasks in this role */
    FC_DEMAND_UNIFORM,    /* first .. second */
    FC_DEMAND_EXPONENTIAL /* mean first */
} fc_demand_kind;

typedef struct fc_demand {
    fc_demand_kind kind;
    double first, second;
    double *value;
    size_t n, next;
    uint64_t state; /* of the random numbers (splitmix64): the same on every host */
} fc_demand;

double fc_demand_next(fc_demand *demand);

/** What every task of a block has, and the block's sizes and demands in the order of its generator's. */
typedef struct fc_shape {
    double size[FC_GENERATOR_SIZES];
    fc_demand demand[FC_GENERATOR_ROLES];
    int usage;
    double priority;   /* 0: none */
    const int *queues; /* [n_queues]: slots go to them in contiguous parts, as a static schedule's; n_queues 0: none */
    int n_queues;
} fc_shape;

typedef struct fc_generator {
    const char *kind;
    const char *size[FC_GENERATOR_SIZES];          /* the names of its sizes; NULL: no more */
    const char *demand[FC_GENERATOR_ROLES];        /* the names of its tasks' roles */
    double (*count)(const double *size, int role); /* tasks in that role */
    double (*slots)(const double *size);
    double (*columns)(const double *size); /* of the tasks' names; NULL: [i] */
    /* Adds the block's tasks and edges; the block is begun, the sizes are whole, >= 1, and few enough. */
    void (*generate)(fc_taskgraph *graph, fc_shape *shape);
    const char *about;
} fc_generator;

/** The generators; the one named NULL ends the table. */
extern const fc_generator fc_generators[];

/** All its tasks. */
double fc_generator_count(const fc_generator *generator, const double *size);

/** The part that the item belongs to where n items go to `parts` in contiguous runs, the first ones an item longer: as
 * OpenMP's static schedule. */
uint32_t fc_block_part(uint32_t item, uint32_t n, uint32_t parts);

#endif
