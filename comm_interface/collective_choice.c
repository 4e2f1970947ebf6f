/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_choice.h"

#include <math.h>
#include <stddef.h>

enum {
    ANY = 0,
    MOST_LIMITS = 10
};

/* One rule: below `ranks` ranks (ANY: for every number), the algorithm whose byte limit is the first above the message
 * size. The rows of an operation ascend in ranks, and the first matching row applies. */
typedef struct rule {
    fc_fit fit;
    int ranks;
    struct {
        double bytes;
        fc_algorithm algorithm;
    } below[MOST_LIMITS];
} rule;

/* clang-format off */
static const rule open_mpi[] = {
    {FC_FIT_BARRIER, 4, {{ANY, FC_ALGORITHM_DOUBLING}}},
    {FC_FIT_BARRIER, 8, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_BARRIER, 64, {{ANY, FC_ALGORITHM_DOUBLING}}},
    {FC_FIT_BARRIER, 256, {{ANY, FC_ALGORITHM_BRUCK}}},
    {FC_FIT_BARRIER, 512, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_BARRIER, 1024, {{ANY, FC_ALGORITHM_BRUCK}}},
    {FC_FIT_BARRIER, 4096, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_BARRIER, ANY, {{ANY, FC_ALGORITHM_BRUCK}}},
    {FC_FIT_BCAST, 4, {{32, FC_ALGORITHM_CHAIN}, {256, FC_ALGORITHM_BINARY}, {512, FC_ALGORITHM_CHAIN},
        {1024, FC_ALGORITHM_KNOMIAL}, {32768, FC_ALGORITHM_LINEAR}, {131072, FC_ALGORITHM_BINARY},
        {262144, FC_ALGORITHM_CHAIN}, {524288, FC_ALGORITHM_LINEAR}, {1048576, FC_ALGORITHM_BINOMIAL},
        {ANY, FC_ALGORITHM_BINARY}}},
    {FC_FIT_BCAST, 8, {{64, FC_ALGORITHM_BINARY}, {128, FC_ALGORITHM_BINOMIAL}, {2048, FC_ALGORITHM_BINARY},
        {8192, FC_ALGORITHM_BINOMIAL}, {1048576, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_CHAIN}}},
    {FC_FIT_BCAST, 16, {{8, FC_ALGORITHM_KNOMIAL}, {64, FC_ALGORITHM_BINARY}, {4096, FC_ALGORITHM_KNOMIAL},
        {16384, FC_ALGORITHM_BINARY}, {32768, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_BCAST, 32, {{4096, FC_ALGORITHM_KNOMIAL}, {1048576, FC_ALGORITHM_BINOMIAL},
        {ANY, FC_ALGORITHM_SCATTER_DOUBLING}}},
    {FC_FIT_BCAST, 64, {{2048, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_KNOMIAL}}},
    {FC_FIT_BCAST, 128, {{ANY, FC_ALGORITHM_KNOMIAL}}},
    {FC_FIT_BCAST, 256, {{2, FC_ALGORITHM_BINOMIAL}, {16384, FC_ALGORITHM_BINARY}, {32768, FC_ALGORITHM_LINEAR},
        {65536, FC_ALGORITHM_BINARY}, {ANY, FC_ALGORITHM_KNOMIAL}}},
    {FC_FIT_BCAST, 1024, {{16384, FC_ALGORITHM_KNOMIAL}, {32768, FC_ALGORITHM_SPLIT_BINARY},
        {ANY, FC_ALGORITHM_KNOMIAL}}},
    {FC_FIT_BCAST, 2048, {{524288, FC_ALGORITHM_KNOMIAL}, {ANY, FC_ALGORITHM_SCATTER_DOUBLING}}},
    {FC_FIT_BCAST, 4096, {{262144, FC_ALGORITHM_KNOMIAL}, {ANY, FC_ALGORITHM_SCATTER_DOUBLING}}},
    {FC_FIT_BCAST, ANY, {{8192, FC_ALGORITHM_KNOMIAL}, {16384, FC_ALGORITHM_BINARY},
        {262144, FC_ALGORITHM_KNOMIAL}, {ANY, FC_ALGORITHM_SCATTER_DOUBLING}}},
    {FC_FIT_REDUCE, 4, {{8, FC_ALGORITHM_RABENSEIFNER}, {16, FC_ALGORITHM_BINARY}, {32, FC_ALGORITHM_CHAIN},
        {262144, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_CHAIN}}},
    {FC_FIT_REDUCE, 8, {{4096, FC_ALGORITHM_BINARY}, {65536, FC_ALGORITHM_CHAIN}, {262144, FC_ALGORITHM_BINOMIAL},
        {524288, FC_ALGORITHM_LINEAR}, {1048576, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_REDUCE, 16, {{8192, FC_ALGORITHM_BINARY}, {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, 32, {{4096, FC_ALGORITHM_BINARY}, {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, 256, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, 512, {{8192, FC_ALGORITHM_BINOMIAL}, {16384, FC_ALGORITHM_BINARY}, {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, 2048, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, 4096, {{512, FC_ALGORITHM_BINOMIAL}, {1024, FC_ALGORITHM_BINARY},
        {8192, FC_ALGORITHM_BINOMIAL}, {16384, FC_ALGORITHM_BINARY}, {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_REDUCE, ANY, {{16, FC_ALGORITHM_BINOMIAL}, {32, FC_ALGORITHM_BINARY}, {1024, FC_ALGORITHM_BINOMIAL},
        {2048, FC_ALGORITHM_BINARY}, {8192, FC_ALGORITHM_BINOMIAL}, {16384, FC_ALGORITHM_BINARY},
        {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_ALLREDUCE, 4, {{8, FC_ALGORITHM_RING}, {4096, FC_ALGORITHM_DOUBLING}, {8192, FC_ALGORITHM_RING},
        {16384, FC_ALGORITHM_DOUBLING}, {262144, FC_ALGORITHM_RING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 8, {{16, FC_ALGORITHM_RING}, {8192, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 16, {{8192, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 32, {{64, FC_ALGORITHM_RING}, {4096, FC_ALGORITHM_DOUBLING},
        {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 64, {{128, FC_ALGORITHM_RING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 128, {{262144, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 256, {{131072, FC_ALGORITHM_TWO_COLLECTIVES}, {262144, FC_ALGORITHM_DOUBLING},
        {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 512, {{4096, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 2048, {{2048, FC_ALGORITHM_TWO_COLLECTIVES}, {16384, FC_ALGORITHM_DOUBLING},
        {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, 4096, {{2048, FC_ALGORITHM_TWO_COLLECTIVES}, {4096, FC_ALGORITHM_RING},
        {16384, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_ALLREDUCE, ANY, {{2048, FC_ALGORITHM_TWO_COLLECTIVES}, {16384, FC_ALGORITHM_RING},
        {32768, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_RABENSEIFNER}}},
    {FC_FIT_GATHER, 4, {{4, FC_ALGORITHM_LINEAR}, {32768, FC_ALGORITHM_BINOMIAL}, {65536, FC_ALGORITHM_LINEAR},
        {131072, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_GATHER, 8, {{1024, FC_ALGORITHM_BINOMIAL}, {8192, FC_ALGORITHM_LINEAR}, {32768, FC_ALGORITHM_BINOMIAL},
        {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_GATHER, 256, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_GATHER, 512, {{2048, FC_ALGORITHM_BINOMIAL}, {8192, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_GATHER, ANY, {{ANY, FC_ALGORITHM_BINOMIAL}}},
    {FC_FIT_SCATTER, 4, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_SCATTER, 8, {{2048, FC_ALGORITHM_BINOMIAL}, {4096, FC_ALGORITHM_LINEAR}, {8192, FC_ALGORITHM_BINOMIAL},
        {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_SCATTER, 16, {{16384, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_SCATTER, 32, {{16384, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_SCATTER, 64, {{512, FC_ALGORITHM_BINOMIAL}, {8192, FC_ALGORITHM_LINEAR},
        {16384, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_SCATTER, ANY, {{512, FC_ALGORITHM_BINOMIAL}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLGATHER, 3, {{ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHER, 32, {{ANY, FC_ALGORITHM_DOUBLING}}},
    {FC_FIT_ALLGATHER, 64, {{1024, FC_ALGORITHM_DOUBLING}, {65536, FC_ALGORITHM_NEIGHBOR}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHER, 128, {{512, FC_ALGORITHM_DOUBLING}, {65536, FC_ALGORITHM_NEIGHBOR}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHER, 256, {{512, FC_ALGORITHM_DOUBLING}, {131072, FC_ALGORITHM_NEIGHBOR},
        {524288, FC_ALGORITHM_RING}, {1048576, FC_ALGORITHM_NEIGHBOR}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHER, 512, {{32, FC_ALGORITHM_DOUBLING}, {128, FC_ALGORITHM_BRUCK}, {1024, FC_ALGORITHM_DOUBLING},
        {131072, FC_ALGORITHM_NEIGHBOR}, {524288, FC_ALGORITHM_RING}, {1048576, FC_ALGORITHM_NEIGHBOR},
        {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHER, 1024, {{64, FC_ALGORITHM_DOUBLING}, {256, FC_ALGORITHM_BRUCK},
        {2048, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLGATHER, 2048, {{4, FC_ALGORITHM_DOUBLING}, {8, FC_ALGORITHM_BRUCK}, {16, FC_ALGORITHM_DOUBLING},
        {32, FC_ALGORITHM_BRUCK}, {256, FC_ALGORITHM_DOUBLING}, {512, FC_ALGORITHM_BRUCK},
        {4096, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLGATHER, 4096, {{32, FC_ALGORITHM_BRUCK}, {128, FC_ALGORITHM_DOUBLING}, {512, FC_ALGORITHM_BRUCK},
        {4096, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLGATHER, ANY, {{2, FC_ALGORITHM_DOUBLING}, {8, FC_ALGORITHM_BRUCK}, {16, FC_ALGORITHM_DOUBLING},
        {512, FC_ALGORITHM_BRUCK}, {4096, FC_ALGORITHM_DOUBLING}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLGATHERV, 3, {{ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 8, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {4096, FC_ALGORITHM_NEIGHBOR}, {8192, FC_ALGORITHM_RING},
        {16384, FC_ALGORITHM_NEIGHBOR}, {262144, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLGATHERV, 16, {{1024, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_BRUCK}}},
    {FC_FIT_ALLGATHERV, 32, {{128, FC_ALGORITHM_TWO_COLLECTIVES}, {262144, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 64, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {8192, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 128, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {4096, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 256, {{1024, FC_ALGORITHM_BRUCK}, {65536, FC_ALGORITHM_NEIGHBOR}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 512, {{1024, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, 1024, {{512, FC_ALGORITHM_BRUCK}, {1024, FC_ALGORITHM_TWO_COLLECTIVES}, {4096, FC_ALGORITHM_BRUCK},
        {1048576, FC_ALGORITHM_NEIGHBOR}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_ALLGATHERV, ANY, {{4096, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_NEIGHBOR}}},
    {FC_FIT_ALLTOALL, 3, {{32768, FC_ALGORITHM_PAIRWISE}, {262144, FC_ALGORITHM_LINEAR},
        {ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALL, 8, {{524288, FC_ALGORITHM_LINEAR}, {1048576, FC_ALGORITHM_PAIRWISE},
        {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, 16, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, 32, {{4, FC_ALGORITHM_LINEAR}, {512, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, 64, {{512, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, 128, {{1024, FC_ALGORITHM_BRUCK}, {262144, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALL, 256, {{1024, FC_ALGORITHM_BRUCK}, {262144, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALL, 512, {{1024, FC_ALGORITHM_BRUCK}, {32768, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALL, 1024, {{512, FC_ALGORITHM_BRUCK}, {262144, FC_ALGORITHM_LINEAR}, {ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALL, 2048, {{512, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, 4096, {{1024, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALL, ANY, {{2048, FC_ALGORITHM_BRUCK}, {ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALLV, 4, {{ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALLV, 64, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALLV, 128, {{ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALLV, 256, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_ALLTOALLV, 1024, {{ANY, FC_ALGORITHM_PAIRWISE}}},
    {FC_FIT_ALLTOALLV, ANY, {{ANY, FC_ALGORITHM_LINEAR}}},
    {FC_FIT_REDUCE_SCATTER, 4, {{65536, FC_ALGORITHM_RING}, {131072, FC_ALGORITHM_HALVING},
        {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_REDUCE_SCATTER, 8, {{8, FC_ALGORITHM_TWO_COLLECTIVES}, {262144, FC_ALGORITHM_HALVING}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_REDUCE_SCATTER, 32, {{262144, FC_ALGORITHM_HALVING}, {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_REDUCE_SCATTER, 64, {{64, FC_ALGORITHM_TWO_COLLECTIVES}, {524288, FC_ALGORITHM_HALVING},
        {ANY, FC_ALGORITHM_RING}}},
    {FC_FIT_REDUCE_SCATTER, 128, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, 256, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, 512, {{256, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, 1024, {{512, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, 2048, {{512, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, 4096, {{512, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
    {FC_FIT_REDUCE_SCATTER, ANY, {{1024, FC_ALGORITHM_TWO_COLLECTIVES}, {ANY, FC_ALGORITHM_HALVING}}},
};
/* clang-format on */

/* NULL: the library has no rule for the operation. */
static const rule *find_rule(const fc_collective *what)
{
    const rule *r = open_mpi, *end = open_mpi + sizeof open_mpi / sizeof *open_mpi;
    while (r < end && (r->fit != what->fit || (r->ranks != ANY && what->p >= r->ranks)))
        r++;
    return r < end ? r : NULL;
}

static fc_algorithm algorithm_of(const rule *r, double bytes)
{
    int i = 0;
    while (r->below[i].bytes != ANY && bytes >= r->below[i].bytes)
        i++;
    return r->below[i].algorithm;
}

static fc_algorithm choose_open_mpi(const fc_collective *what)
{
    const rule *found = find_rule(what);
    if (!found)
        return what->fit == FC_FIT_SCAN ? FC_ALGORITHM_CHAIN : FC_ALGORITHM_LINEAR;
    fc_algorithm algorithm = algorithm_of(found, what->bytes);
    if (algorithm == FC_ALGORITHM_RING && what->fit == FC_FIT_ALLREDUCE && what->n < what->p)
        return FC_ALGORITHM_DOUBLING; /* the ring splits the vector into one part a rank */
    return algorithm;
}

/* The selector has the limits of Open MPI's rules, but its own functions for some of their algorithms. */
static fc_algorithm choose_smpi_ompi(const fc_collective *what)
{
    static const rule pair[] = {{FC_FIT_ALLTOALL,
                                 ANY,
                                 {{2, FC_ALGORITHM_PAIRWISE},
                                  {4, FC_ALGORITHM_LINEAR},
                                  {16, FC_ALGORITHM_PAIRWISE},
                                  {64, FC_ALGORITHM_LINEAR},
                                  {256, FC_ALGORITHM_PAIRWISE},
                                  {4096, FC_ALGORITHM_LINEAR},
                                  {32768, FC_ALGORITHM_PAIRWISE},
                                  {1048576, FC_ALGORITHM_LINEAR},
                                  {ANY, FC_ALGORITHM_PAIRWISE}}}};
    if (what->fit == FC_FIT_ALLTOALL && what->p == 2)
        return algorithm_of(pair, what->bytes);
    const rule *found = find_rule(what);
    fc_algorithm algorithm = found ? algorithm_of(found, what->bytes) : FC_ALGORITHM_LINEAR;
    if (algorithm == FC_ALGORITHM_RABENSEIFNER && what->fit == FC_FIT_REDUCE)
        return FC_ALGORITHM_LINEAR;
    if (algorithm == FC_ALGORITHM_RING && what->fit == FC_FIT_ALLREDUCE && what->n < what->p)
        return FC_ALGORITHM_TWO_COLLECTIVES;
    return algorithm;
}

static fc_algorithm choose_mpich(const fc_collective *what, bool is_4)
{
    double m = what->bytes, whole = m * what->p;
    int powers = 1 << fc_log2_floor(what->p);
    bool is_power = powers == what->p, is_short = m <= 2048 || what->n < powers;
    switch (what->fit) {
    case FC_FIT_BARRIER:
        return FC_ALGORITHM_BRUCK;
    case FC_FIT_BCAST:
        if (m < 12288 || (is_4 && m == 12288) || what->p < 8)
            return FC_ALGORITHM_BINOMIAL;
        return (m < 524288 || (is_4 && m == 524288)) && is_power ? FC_ALGORITHM_SCATTER_DOUBLING
                                                                 : FC_ALGORITHM_SCATTER_RING;
    case FC_FIT_REDUCE:
        return is_short ? FC_ALGORITHM_BINOMIAL : FC_ALGORITHM_RABENSEIFNER;
    case FC_FIT_ALLREDUCE:
        if (is_4)
            is_short = m <= 8 || what->n < powers;
        return is_short ? FC_ALGORITHM_DOUBLING : FC_ALGORITHM_RABENSEIFNER;
    case FC_FIT_ALLGATHER:
    case FC_FIT_ALLGATHERV:
        if (whole < 524288 && is_power)
            return FC_ALGORITHM_DOUBLING;
        return whole < 81920 ? FC_ALGORITHM_BRUCK : FC_ALGORITHM_RING;
    case FC_FIT_ALLTOALL:
        if (m <= 256 && what->p >= 8)
            return FC_ALGORITHM_BRUCK;
        return m <= 32768 ? FC_ALGORITHM_LINEAR : FC_ALGORITHM_PAIRWISE;
    case FC_FIT_REDUCE_SCATTER:
        return m < 524288 ? FC_ALGORITHM_HALVING : FC_ALGORITHM_PAIRWISE;
    case FC_FIT_GATHER:
    case FC_FIT_SCATTER:
        return FC_ALGORITHM_BINOMIAL;
    case FC_FIT_SCAN:
        return FC_ALGORITHM_DOUBLING;
    default:
        return FC_ALGORITHM_LINEAR;
    }
}

/* Assumes one rank a node: the two-level algorithms of SimGrid then reduce to those among node leaders. For Allgatherv
 * and Reduce_scatter the selector compares the number of elements, not bytes, with its limits. */
static fc_algorithm choose_smpi(const fc_collective *what)
{
    double m = what->bytes, whole = what->fit == FC_FIT_ALLGATHERV ? what->n * what->p : m * what->p;
    int powers = 1 << fc_log2_floor(what->p);
    switch (what->fit) {
    case FC_FIT_BARRIER:
        return FC_ALGORITHM_BRUCK;
    case FC_FIT_BCAST:
    case FC_FIT_GATHER:
        return FC_ALGORITHM_BINOMIAL;
    case FC_FIT_REDUCE:
        return what->n < powers || m < 2048 ? FC_ALGORITHM_BINOMIAL : FC_ALGORITHM_RABENSEIFNER;
    case FC_FIT_ALLREDUCE:
        return FC_ALGORITHM_DOUBLING;
    case FC_FIT_ALLGATHER:
    case FC_FIT_ALLGATHERV:
        if (whole < 524288 && powers == what->p)
            return FC_ALGORITHM_DOUBLING;
        return whole <= 81920 ? FC_ALGORITHM_BRUCK : FC_ALGORITHM_RING;
    case FC_FIT_ALLTOALL:
        if (m < 256 && what->p >= 8)
            return FC_ALGORITHM_BRUCK;
        return m < 32768 ? FC_ALGORITHM_LINEAR_BY_FOUR : FC_ALGORITHM_PAIRWISE;
    case FC_FIT_REDUCE_SCATTER:
        return what->n > 524288 ? FC_ALGORITHM_PAIRWISE : FC_ALGORITHM_DOUBLING;
    case FC_FIT_SCATTER:
        return FC_ALGORITHM_BINOMIAL_NEAREST;
    default:
        return FC_ALGORITHM_LINEAR;
    }
}

static bool is_mpich(const fc_coefficients *machine)
{
    return machine->collectives == FC_COLLECTIVES_MPICH || machine->collectives == FC_COLLECTIVES_MPICH4;
}

fc_algorithm fc_collective_choose(const fc_coefficients *machine, const fc_collective *what)
{
    if (machine->algorithm[what->fit] != FC_ALGORITHM_CHOSEN)
        return machine->algorithm[what->fit];
    if (machine->collectives == FC_COLLECTIVES_SMPI)
        return choose_smpi(what);
    if (machine->collectives == FC_COLLECTIVES_SMPI_OMPI)
        return choose_smpi_ompi(what);
    return is_mpich(machine) ? choose_mpich(what, machine->collectives == FC_COLLECTIVES_MPICH4)
                             : choose_open_mpi(what);
}

/* ---- SMPI's selector ompi: segments, and rests that it handles by a collective of their own ---- */

static void add_chosen(fc_plan *out, const fc_coefficients *machine, fc_collective what);

/* A message of a tree, in segments. */
static void add_segments(fc_plan *out, fc_stage_kind kind, fc_plan_tree tree, double bytes, double segment)
{
    fc_plan_stage(out, (fc_stage){.kind = kind, .tree = tree, .bytes = bytes, .segment = segment});
}

/* Whole segments of 8 KiB; a broadcast of its own for the rest (bcast-NTSL.cpp, bcast-NTSB.cpp). */
static void add_whole_segments(fc_plan *out, const fc_coefficients *machine, const fc_collective *what,
                               fc_plan_tree tree)
{
    const double segment = 8192, whole = floor(what->bytes / segment) * segment, rest = what->bytes - whole;
    fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_DOWN_TREE,
                                  .tree = tree,
                                  .segment = segment,
                                  .together = true,
                                  .bytes = whole > 0 ? whole : rest});
    if (whole > 0 && rest > 0)
        add_chosen(out, machine, (fc_collective){what->fit, what->p, what->n * rest / what->bytes, rest});
}

/* bcast-ompi-pipeline.cpp. A rank waits for each segment, unless it is so short that SMPI lets its sender go on at once
 * (smpi/send-is-detached-thresh). */
static void add_pipeline(fc_plan *out, const fc_collective *what)
{
    const double detached = 65536, m = what->bytes;
    double segment = what->p < 1.6134e-6 * m + 2.1102   ? 131072
                     : what->p < 2.3679e-6 * m + 1.1787 ? 65536
                     : what->p < 3.2118e-6 * m + 8.7936 ? 16384
                                                        : 131072;
    fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_DOWN_TREE,
                                  .tree = FC_PLAN_CHAIN,
                                  .segment = segment,
                                  .together = segment < detached,
                                  .bytes = m});
}

/* bcast-ompi-split-bintree.cpp. A message too short for two segments goes to each rank in turn. */
static void plan_split_binary(fc_plan *out, const fc_collective *what)
{
    const double segment = what->bytes < 370728 ? 1024 : 8192, half = what->bytes / 2;
    if (half < segment) {
        fc_plan_add(out, what, FC_ALGORITHM_LINEAR);
        return;
    }
    add_segments(out, FC_STAGE_DOWN_TREE, FC_PLAN_BINARY, half, segment);
    fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_RING, .steps = 1, .bytes = half});
}

static void plan_ompi_bcast(fc_plan *out, const fc_coefficients *machine, const fc_collective *what,
                            fc_algorithm algorithm)
{
    if (algorithm == FC_ALGORITHM_LINEAR)
        add_whole_segments(out, machine, what, FC_PLAN_CHAIN);
    else if (algorithm == FC_ALGORITHM_BINARY)
        add_whole_segments(out, machine, what, FC_PLAN_HEAP);
    else if (algorithm == FC_ALGORITHM_CHAIN)
        add_pipeline(out, what);
    else if (algorithm == FC_ALGORITHM_SPLIT_BINARY)
        plan_split_binary(out, what);
    else
        fc_plan_add(out, what, algorithm);
    if (algorithm == FC_ALGORITHM_SCATTER_DOUBLING) /* for any number of ranks */
        out->stage[out->n - 1] = (fc_stage){.kind = FC_STAGE_EXCHANGE_ALL, .bytes = what->bytes / what->p};
}

/* reduce-ompi.cpp. The chain has p / 2 branches, which for 4 ... 7 ranks is a tree of two levels. */
static void plan_ompi_reduce(fc_plan *out, const fc_collective *what, fc_algorithm algorithm)
{
    double m = what->bytes;
    bool is_short = m < 2048 || (what->p < 8 && m < 20480) || what->n <= 1;
    double kibi = !is_short && what->p > 0.6016 / 1024 * m + 1.3496 ? 1024 : 0;
    if (algorithm == FC_ALGORITHM_CHAIN && what->p < 4)
        add_segments(out, FC_STAGE_UP_TREE, FC_PLAN_CHAIN, m, what->p > 0.0033 / 1024 * m + 1.6761 ? 32768 : 65536);
    else if (algorithm == FC_ALGORITHM_CHAIN)
        add_segments(out, FC_STAGE_UP_TREE, what->p < 6 ? FC_PLAN_BINARY : FC_PLAN_TERNARY, m, 65536);
    else if (algorithm == FC_ALGORITHM_BINOMIAL)
        add_segments(out, FC_STAGE_UP_TREE, FC_PLAN_BINOMIAL, m, kibi);
    else if (algorithm == FC_ALGORITHM_BINARY)
        add_segments(out, FC_STAGE_UP_TREE, FC_PLAN_BINARY, m, what->p < 32 ? 32768 : 0);
    else
        fc_plan_add(out, what, algorithm);
}

/* A linear gather of long blocks: the root asks each rank in turn (gather-ompi.cpp). */
static void plan_ompi_gather(fc_plan *out, const fc_collective *what, fc_algorithm algorithm)
{
    bool asks = what->p < 4 ? what->bytes < 2 || what->bytes >= 131072 : what->p < 8 && what->bytes >= 262144;
    if (asks && algorithm == FC_ALGORITHM_LINEAR)
        fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_DOWN_TREE, .tree = FC_PLAN_STAR});
    fc_plan_add(out, what, algorithm);
}

/* A linear scatter that posts all its messages. Shorter ones leave a blocking send at once. */
static void plan_ompi_scatter(fc_plan *out, const fc_collective *what, fc_algorithm algorithm)
{
    double m = what->bytes;
    bool posts = m >= 65536 && (what->p < 4 ? m >= 131072 && m < 262144 : what->p >= 16 || m < 1048576);
    if (posts && algorithm == FC_ALGORITHM_LINEAR)
        fc_plan_stage(
            out, (fc_stage){.kind = FC_STAGE_DOWN_TREE, .tree = FC_PLAN_STAR, .posts = true, .bytes = what->bytes});
    else
        fc_plan_add(out, what, algorithm);
}

static void plan_smpi_ompi(fc_plan *out, const fc_coefficients *machine, const fc_collective *what,
                           fc_algorithm algorithm)
{
    if (what->fit == FC_FIT_BCAST)
        plan_ompi_bcast(out, machine, what, algorithm);
    else if (what->fit == FC_FIT_REDUCE)
        plan_ompi_reduce(out, what, algorithm);
    else if (what->fit == FC_FIT_ALLREDUCE && algorithm == FC_ALGORITHM_RING) {
        /* The elements that the ranks do not divide are summed by a collective of their own (allreduce-lr.cpp). */
        const double element = what->bytes / what->n, each = floor(what->n / what->p), rest = what->n - each * what->p;
        fc_collective even = *what;
        even.n -= rest;
        even.bytes -= rest * element;
        fc_plan_add(out, &even, FC_ALGORITHM_RING);
        if (rest > 0)
            add_chosen(out, machine, (fc_collective){what->fit, what->p, rest, rest * element});
    } else if (what->fit == FC_FIT_GATHER)
        plan_ompi_gather(out, what, algorithm);
    else if (what->fit == FC_FIT_SCATTER)
        plan_ompi_scatter(out, what, algorithm);
    else if (what->fit == FC_FIT_ALLGATHER && algorithm == FC_ALGORITHM_DOUBLING)
        fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_EXCHANGE_ALL, .bytes = what->bytes});
    else
        fc_plan_add(out, what, algorithm);
}

static void plan_composed(fc_plan *out, const fc_coefficients *machine, const fc_collective *what);

/* The stages of the selected algorithm. */
static void add_chosen(fc_plan *out, const fc_coefficients *machine, fc_collective what)
{
    fc_algorithm algorithm = fc_collective_choose(machine, &what);
    bool is_free = machine->algorithm[what.fit] == FC_ALGORITHM_CHOSEN;
    if (algorithm == FC_ALGORITHM_TWO_COLLECTIVES)
        plan_composed(out, machine, &what);
    else if (machine->collectives == FC_COLLECTIVES_SMPI_OMPI && is_free)
        plan_smpi_ompi(out, machine, &what, algorithm);
    else
        fc_plan_add(out, &what, algorithm);
}

static bool is_smpi(const fc_coefficients *machine)
{
    return machine->collectives == FC_COLLECTIVES_SMPI || machine->collectives == FC_COLLECTIVES_SMPI_OMPI;
}

/* SMPI broadcasts the context id of the new communicator. The first broadcast on a communicator also
 * determines which ranks share a node (SimGrid 3.32, Comm::init_smp): two pairwise exchanges of one word, a linear
 * reduction to rank 0, and a broadcast of the result. */
static void plan_smpi_dup(fc_plan *out, const fc_coefficients *machine, int p)
{
    const int word = 4;
    const fc_collective gather = {FC_FIT_ALLTOALL, p, 1, word}, sum = {FC_FIT_REDUCE, p, 1, word};
    const fc_collective number = {FC_FIT_BCAST, p, 1, word};
    if (machine->collectives == FC_COLLECTIVES_SMPI && machine->algorithm[FC_FIT_BCAST] == FC_ALGORITHM_CHOSEN) {
        fc_plan_add(out, &gather, FC_ALGORITHM_PAIRWISE);
        fc_plan_add(out, &gather, FC_ALGORITHM_PAIRWISE);
        fc_plan_add(out, &sum, FC_ALGORITHM_LINEAR);
        fc_plan_add(out, &number, FC_ALGORITHM_BINOMIAL);
    }
    add_chosen(out, machine, number);
}

/* Some of SimGrid's broadcasts have root 0, and another root sends its data there first: those among node leaders
 * (bcast_SMP_binomial), and those in segments of 8 KiB. */
static void plan_elsewhere(fc_plan *out, const fc_coefficients *machine, fc_collective what)
{
    what.fit = FC_FIT_BCAST;
    fc_algorithm algorithm = fc_collective_choose(machine, &what);
    bool in_segments = machine->collectives == FC_COLLECTIVES_SMPI_OMPI &&
                       (algorithm == FC_ALGORITHM_LINEAR || algorithm == FC_ALGORITHM_BINARY);
    out->relays = machine->collectives == FC_COLLECTIVES_SMPI || in_segments;
    out->relayed = what.bytes;
    add_chosen(out, machine, what);
}

/* SMPI's reduction of a Reduce_scatter is linear (reduce_scatter__default). */
static void plan_composed(fc_plan *out, const fc_coefficients *machine, const fc_collective *what)
{
    fc_collective first = *what, second = *what;
    first.fit = what->fit == FC_FIT_ALLGATHERV ? FC_FIT_GATHERV : FC_FIT_REDUCE;
    second.fit = FC_FIT_BCAST;
    if (what->fit == FC_FIT_ALLGATHERV) {
        second.bytes *= what->p;
        second.n *= what->p;
    } else if (what->fit == FC_FIT_REDUCE_SCATTER) {
        second.fit = FC_FIT_SCATTERV;
        second.bytes /= what->p;
    }
    if (what->fit == FC_FIT_REDUCE_SCATTER && machine->collectives == FC_COLLECTIVES_SMPI_OMPI)
        fc_plan_add(out, &first, FC_ALGORITHM_LINEAR);
    else
        add_chosen(out, machine, first);
    add_chosen(out, machine, second);
}

void fc_collective_plan(fc_plan *out, const fc_coefficients *machine, const fc_collective *what)
{
    *out = (fc_plan){0};
    if (what->fit == FC_FIT_COMM_DUP) {
        /* Ranks agree on the context id of the new communicator: one Allreduce of a bit mask in MPICH, three of one
         * word in Open MPI. */
        int p = what->p;
        const int word = 4, mask = 65; /* MPICH's mask of free context ids and a flag, in words */
        if (is_smpi(machine)) {
            plan_smpi_dup(out, machine, p);
            return;
        }
        double words = is_mpich(machine) ? mask : 1;
        for (int i = 0; i < (is_mpich(machine) ? 1 : 3); i++)
            add_chosen(out, machine, (fc_collective){FC_FIT_ALLREDUCE, p, words, words * word});
    } else if (what->fit == FC_FIT_COMM_SPLIT) {
        /* Every rank first learns all colors and keys, two words a rank, by an Allgather. In SMPI rank 0 gathers them
         * and sends each rank the address of its group, all by nonblocking messages (Comm::split). */
        fc_collective words = {FC_FIT_ALLGATHER, what->p, 2, 8};
        if (!is_smpi(machine)) {
            add_chosen(out, machine, words);
            return;
        }
        fc_plan_stage(out,
                      (fc_stage){.kind = FC_STAGE_UP_TREE, .tree = FC_PLAN_STAR, .posts = true, .bytes = words.bytes});
        fc_plan_stage(
            out, (fc_stage){.kind = FC_STAGE_DOWN_TREE, .tree = FC_PLAN_STAR, .posts = true, .bytes = words.bytes});
    } else if (what->fit == FC_FIT_BCAST_ELSEWHERE)
        plan_elsewhere(out, machine, *what);
    else
        add_chosen(out, machine, *what);
}
