/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/core/generator.h"

#include "support/hash.h"

#include <math.h>
#include <stdlib.h>

double fc_generator_demand_next(fc_generator_demand *demand)
{
    switch (demand->kind) {
    case FC_DEMAND_LIST:
        return demand->value[demand->next++];
    case FC_DEMAND_UNIFORM:
        return demand->first + (demand->second - demand->first) * fc_hash_uniform(&demand->state);
    case FC_DEMAND_EXPONENTIAL:
        return -demand->first * log(fc_hash_uniform(&demand->state));
    case FC_DEMAND_CONSTANT:
        break;
    }
    return demand->first;
}

uint32_t fc_generator_part(uint32_t item, uint32_t n, uint32_t parts)
{
    const uint32_t least = n / parts, longer = n % parts, of_longer = longer * (least + 1);
    return item < of_longer ? item / (least + 1) : longer + (item - of_longer) / least;
}

static uint32_t add(fc_taskgraph *graph, fc_generator_shape *shape, int role, uint32_t slot)
{
    uint32_t task = fc_taskgraph_add_task(graph, fc_generator_demand_next(&shape->demand[role]), slot, shape->usage);
    if (shape->priority != 0)
        fc_taskgraph_set_priority(graph, task, shape->priority);
    if (shape->n_queues > 0) {
        uint32_t slots = graph->block[graph->n_blocks - 1].slots;
        uint32_t parts = (uint32_t)shape->n_queues < slots ? (uint32_t)shape->n_queues : slots;
        fc_taskgraph_set_queue(graph, task, shape->queues[fc_generator_part(slot, slots, parts)]);
    }
    return task;
}

static void after(fc_taskgraph *graph, uint32_t from, uint32_t to)
{
    fc_taskgraph_add_edge(graph, from, to, 0);
}

static double first_size(const double *size)
{
    return size[0];
}

static double second_size(const double *size)
{
    return size[1];
}

static double count_product(const double *size, int role)
{
    (void)role;
    return size[0] * size[1] * (size[2] > 0 ? size[2] : 1);
}

/* ---- loop: n independent tasks ---- */

static double count_loop(const double *size, int role)
{
    (void)role;
    return size[0];
}

static void make_loop(fc_taskgraph *graph, fc_generator_shape *shape)
{
    for (uint32_t i = 0; i < (uint32_t)shape->size[0]; i++)
        add(graph, shape, 0, i);
}

/* ---- wavefront: [plane,row,column] after its three predecessors; a pipeline is one plane ---- */

static void add_wavefront(fc_taskgraph *graph, fc_generator_shape *shape, const uint32_t n[3])
{
    for (uint32_t plane = 0; plane < n[0]; plane++)
        for (uint32_t row = 0; row < n[1]; row++)
            for (uint32_t column = 0; column < n[2]; column++) {
                uint32_t task = add(graph, shape, 0, row);
                if (plane > 0)
                    after(graph, task - n[1] * n[2], task);
                if (row > 0)
                    after(graph, task - n[2], task);
                if (column > 0)
                    after(graph, task - 1, task);
            }
}

static void make_pipeline(fc_taskgraph *graph, fc_generator_shape *shape)
{
    add_wavefront(graph, shape, (uint32_t[]){1, (uint32_t)shape->size[0], (uint32_t)shape->size[1]});
}

static void make_sweep(fc_taskgraph *graph, fc_generator_shape *shape)
{
    add_wavefront(graph, shape,
                  (uint32_t[]){(uint32_t)shape->size[2], (uint32_t)shape->size[0], (uint32_t)shape->size[1]});
}

/* ---- stencil: [step,row,column] after itself and its four neighbors in the previous step ---- */

static void link_stencil(fc_taskgraph *graph, uint32_t task, const uint32_t at[2], const uint32_t n[2])
{
    const uint32_t before = task - n[0] * n[1];
    after(graph, before, task);
    if (at[0] > 0)
        after(graph, before - n[1], task);
    if (at[0] + 1 < n[0])
        after(graph, before + n[1], task);
    if (at[1] > 0)
        after(graph, before - 1, task);
    if (at[1] + 1 < n[1])
        after(graph, before + 1, task);
}

static void make_stencil(fc_taskgraph *graph, fc_generator_shape *shape)
{
    const uint32_t n[2] = {(uint32_t)shape->size[0], (uint32_t)shape->size[1]};
    for (uint32_t step = 0; step < (uint32_t)shape->size[2]; step++)
        for (uint32_t row = 0; row < n[0]; row++)
            for (uint32_t column = 0; column < n[1]; column++) {
                uint32_t task = add(graph, shape, 0, row);
                if (step > 0)
                    link_stencil(graph, task, (uint32_t[]){row, column}, n);
            }
}

/* ---- divide and conquer: splits down to arity^levels leaves, then merges up ---- */

enum {
    SPLIT,
    LEAF,
    MERGE
};

static double count_divide(const double *size, int role)
{
    double leaves = pow(size[1], size[0]);
    return role == LEAF ? leaves : size[1] > 1 ? (leaves - 1) / (size[1] - 1) : size[0];
}

static double slots_divide(const double *size)
{
    return count_divide(size, LEAF);
}

/* Adds the splits level by level; the children of a task are adjacent in the next level. Returns the first task of the
 * last level. */
static uint32_t add_splits(fc_taskgraph *graph, fc_generator_shape *shape, uint32_t arity, uint32_t levels)
{
    uint32_t above = graph->n, width = 1;
    const uint32_t slots = graph->block[graph->n_blocks - 1].slots;
    for (uint32_t level = 0; level <= levels; level++, width *= arity) {
        uint32_t first = graph->n;
        for (uint32_t i = 0; i < width; i++) {
            uint32_t task = add(graph, shape, level < levels ? SPLIT : LEAF, i * (slots / width));
            if (level > 0)
                after(graph, above + i / arity, task);
        }
        above = first;
    }
    return above;
}

static void make_divide(fc_taskgraph *graph, fc_generator_shape *shape)
{
    const uint32_t levels = (uint32_t)shape->size[0], arity = (uint32_t)shape->size[1];
    uint32_t below = add_splits(graph, shape, arity, levels), width = graph->block[graph->n_blocks - 1].slots;
    const uint32_t slots = width;
    for (uint32_t level = 0; level < levels; level++) {
        uint32_t first = graph->n;
        width /= arity;
        for (uint32_t i = 0; i < width; i++) {
            uint32_t task = add(graph, shape, MERGE, i * (slots / width));
            for (uint32_t k = 0; k < arity; k++)
                after(graph, below + i * arity + k, task);
        }
        below = first;
    }
}

/* ---- tree: leaves combined in pairs; an odd one moves to the next level ---- */

static double count_tree(const double *size, int role)
{
    return role == 0 ? size[0] : size[0] - 1;
}

static void make_tree(fc_taskgraph *graph, fc_generator_shape *shape)
{
    uint32_t n = (uint32_t)shape->size[0], *top = fc_allocate(n, sizeof *top);
    for (uint32_t i = 0; i < n; i++)
        top[i] = add(graph, shape, 0, i);
    for (; n > 1; n = (n + 1) / 2)
        for (uint32_t i = 0; i < n; i += 2) {
            top[i / 2] = top[i];
            if (i + 1 == n)
                continue;
            uint32_t task = add(graph, shape, 1, graph->slot[top[i]]);
            after(graph, top[i], task);
            after(graph, top[i + 1], task);
            top[i / 2] = task;
        }
    free(top);
}

/* ---- LU and Cholesky of n x n blocks, right-looking, without pivoting; the slot is the column ---- */

enum {
    FACTOR,
    SOLVE,
    UPDATE,
    CHOLESKY_DIAGONAL = UPDATE, /* Cholesky: update of a diagonal block */
    CHOLESKY_UPDATE
};

static double count_lu(const double *size, int role)
{
    const double n = size[0];
    return role == FACTOR ? n : role == SOLVE ? n * (n - 1) : (n - 1) * n * (2 * n - 1) / 6;
}

static double count_cholesky(const double *size, int role)
{
    const double n = size[0];
    return role == FACTOR ? n : role == CHOLESKY_UPDATE ? n * (n - 1) * (n - 2) / 6 : n * (n - 1) / 2;
}

/* The last task that wrote each block; FC_TASKGRAPH_JOIN: none. */
typedef struct blocks {
    uint32_t *last; /* [n][n] */
    uint32_t n;
} blocks;

static blocks begin_blocks(uint32_t n)
{
    blocks of = {fc_allocate((size_t)n * n, sizeof *of.last), n};
    for (size_t i = 0; i < (size_t)n * n; i++)
        of.last[i] = FC_TASKGRAPH_JOIN;
    return of;
}

static void read_block(fc_taskgraph *graph, const blocks *of, uint32_t i, uint32_t j)
{
    uint32_t last = of->last[(size_t)i * of->n + j];
    if (last != FC_TASKGRAPH_JOIN)
        after(graph, last, graph->n - 1);
}

/* The last task added reads and writes the block. */
static void write_block(fc_taskgraph *graph, blocks *of, uint32_t i, uint32_t j)
{
    read_block(graph, of, i, j);
    of->last[(size_t)i * of->n + j] = graph->n - 1;
}

static void add_solve(fc_taskgraph *graph, fc_generator_shape *shape, blocks *of, const uint32_t at[3])
{
    add(graph, shape, SOLVE, at[1]);
    read_block(graph, of, at[2], at[2]);
    write_block(graph, of, at[0], at[1]);
}

static void make_lu(fc_taskgraph *graph, fc_generator_shape *shape)
{
    blocks of = begin_blocks((uint32_t)shape->size[0]);
    for (uint32_t k = 0; k < of.n; k++) {
        add(graph, shape, FACTOR, k);
        write_block(graph, &of, k, k);
        for (uint32_t i = k + 1; i < of.n; i++)
            add_solve(graph, shape, &of, (uint32_t[]){k, i, k});
        for (uint32_t i = k + 1; i < of.n; i++)
            add_solve(graph, shape, &of, (uint32_t[]){i, k, k});
        for (uint32_t i = k + 1; i < of.n; i++)
            for (uint32_t j = k + 1; j < of.n; j++) {
                add(graph, shape, UPDATE, j);
                read_block(graph, &of, i, k);
                read_block(graph, &of, k, j);
                write_block(graph, &of, i, j);
            }
    }
    free(of.last);
}

static void make_cholesky(fc_taskgraph *graph, fc_generator_shape *shape)
{
    blocks of = begin_blocks((uint32_t)shape->size[0]);
    for (uint32_t k = 0; k < of.n; k++) {
        add(graph, shape, FACTOR, k);
        write_block(graph, &of, k, k);
        for (uint32_t i = k + 1; i < of.n; i++)
            add_solve(graph, shape, &of, (uint32_t[]){i, k, k});
        for (uint32_t i = k + 1; i < of.n; i++)
            for (uint32_t j = k + 1; j <= i; j++) {
                add(graph, shape, i == j ? CHOLESKY_DIAGONAL : CHOLESKY_UPDATE, j);
                read_block(graph, &of, i, k);
                if (i != j)
                    read_block(graph, &of, j, k);
                write_block(graph, &of, i, j);
            }
    }
    free(of.last);
}

const fc_generator fc_generators[] = {
    {"loop", {"n"}, {"cpu_s"}, count_loop, first_size, NULL, make_loop, "n independent tasks"},
    {"pipeline",
     {"rows", "columns"},
     {"cpu_s"},
     count_product,
     first_size,
     second_size,
     make_pipeline,
     "[row,column] after the tasks above and to the left; slots are rows"},
    {"sweep",
     {"rows", "columns", "planes"},
     {"cpu_s"},
     count_product,
     first_size,
     second_size,
     make_sweep,
     "a three-dimensional wavefront (pipeline); slots are rows"},
    {"stencil",
     {"rows", "columns", "steps"},
     {"cpu_s"},
     count_product,
     first_size,
     second_size,
     make_stencil,
     "each cell after its five-point neighborhood in the previous step; slots are rows"},
    {"divide",
     {"levels", "arity"},
     {"split_s", "cpu_s", "merge_s"},
     count_divide,
     slots_divide,
     NULL,
     make_divide,
     "splits down to arity^levels leaves (cpu_s), merges up; slots are leaves"},
    {"tree",
     {"leaves"},
     {"cpu_s", "combine_s"},
     count_tree,
     first_size,
     NULL,
     make_tree,
     "leaves combined in pairs; slots are leaves"},
    {"lu",
     {"blocks"},
     {"factor_s", "solve_s", "update_s"},
     count_lu,
     first_size,
     NULL,
     make_lu,
     "LU factorization of blocks x blocks; slots are block columns"},
    {"cholesky",
     {"blocks"},
     {"factor_s", "solve_s", "diagonal_s", "update_s"},
     count_cholesky,
     first_size,
     NULL,
     make_cholesky,
     "Cholesky factorization of blocks x blocks; slots are block columns"},
    {0},
};

double fc_generator_count(const fc_generator *generator, const double *size)
{
    double n = 0;
    for (int role = 0; role < FC_GENERATOR_ROLES && generator->demand[role]; role++)
        n += generator->count(size, role);
    return n;
}
