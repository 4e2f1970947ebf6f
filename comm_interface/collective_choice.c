/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_choice.h"

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

static fc_algorithm choose_open_mpi(const fc_collective *what)
{
    const rule *r = open_mpi, *end = open_mpi + sizeof open_mpi / sizeof *open_mpi;
    while (r < end && (r->fit != what->fit || (r->ranks != ANY && what->p >= r->ranks)))
        r++;
    if (r == end)
        return what->fit == FC_FIT_SCAN ? FC_ALGORITHM_CHAIN : FC_ALGORITHM_LINEAR;
    int i = 0;
    while (r->below[i].bytes != ANY && what->bytes >= r->below[i].bytes)
        i++;
    if (r->below[i].algorithm == FC_ALGORITHM_RING && what->fit == FC_FIT_ALLREDUCE && what->n < what->p)
        return FC_ALGORITHM_DOUBLING; /* the ring splits the vector into one part a rank */
    return r->below[i].algorithm;
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
    return is_mpich(machine) ? choose_mpich(what, machine->collectives == FC_COLLECTIVES_MPICH4)
                             : choose_open_mpi(what);
}

static void add_chosen(fc_plan *out, const fc_coefficients *machine, fc_collective what)
{
    fc_plan_add(out, &what, fc_collective_choose(machine, &what));
}

/* SMPI broadcasts the context id of the new communicator. The selector's first broadcast on a communicator also
 * determines which ranks share a node (SimGrid 3.32, Comm::init_smp): two pairwise exchanges of one word, a linear
 * reduction to rank 0, and a broadcast of the result. */
static void plan_smpi_dup(fc_plan *out, const fc_coefficients *machine, int p)
{
    const int word = 4;
    const fc_collective gather = {FC_FIT_ALLTOALL, p, 1, word}, sum = {FC_FIT_REDUCE, p, 1, word};
    const fc_collective number = {FC_FIT_BCAST, p, 1, word};
    if (machine->algorithm[FC_FIT_BCAST] == FC_ALGORITHM_CHOSEN) {
        fc_plan_add(out, &gather, FC_ALGORITHM_PAIRWISE);
        fc_plan_add(out, &gather, FC_ALGORITHM_PAIRWISE);
        fc_plan_add(out, &sum, FC_ALGORITHM_LINEAR);
        fc_plan_add(out, &number, FC_ALGORITHM_BINOMIAL);
    }
    add_chosen(out, machine, number);
}

/* Ranks agree on the context id of the new communicator: one Allreduce of a bit mask in MPICH, three of one word in
 * Open MPI. */
static void plan_dup(fc_plan *out, const fc_coefficients *machine, int p)
{
    const int word = 4, mask = 65; /* MPICH's mask of free context ids and a flag, in words */
    if (machine->collectives == FC_COLLECTIVES_SMPI) {
        plan_smpi_dup(out, machine, p);
        return;
    }
    double words = is_mpich(machine) ? mask : 1;
    for (int i = 0; i < (is_mpich(machine) ? 1 : 3); i++)
        add_chosen(out, machine, (fc_collective){FC_FIT_ALLREDUCE, p, words, words * word});
}

/* Every rank first learns all colors and keys, two words a rank, by an Allgather. In SMPI rank 0 gathers them and sends
 * each rank the address of its group, all by nonblocking messages (Comm::split). */
static void plan_split(fc_plan *out, const fc_coefficients *machine, int p)
{
    fc_collective words = {FC_FIT_ALLGATHER, p, 2, 8};
    if (machine->collectives != FC_COLLECTIVES_SMPI) {
        add_chosen(out, machine, words);
        return;
    }
    fc_plan_stage(out, (fc_stage){.kind = FC_STAGE_UP_TREE, .tree = FC_PLAN_STAR, .posts = true, .bytes = words.bytes});
    fc_plan_stage(out,
                  (fc_stage){.kind = FC_STAGE_DOWN_TREE, .tree = FC_PLAN_STAR, .posts = true, .bytes = words.bytes});
}

/* SimGrid's broadcast among node leaders has root 0: another root sends its data there first (bcast_SMP_binomial). */
static void plan_elsewhere(fc_plan *out, const fc_coefficients *machine, fc_collective what)
{
    what.fit = FC_FIT_BCAST;
    out->relays = machine->collectives == FC_COLLECTIVES_SMPI;
    out->relayed = what.bytes;
    add_chosen(out, machine, what);
}

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
    add_chosen(out, machine, first);
    add_chosen(out, machine, second);
}

void fc_collective_plan(fc_plan *out, const fc_coefficients *machine, const fc_collective *what)
{
    fc_algorithm algorithm = fc_collective_choose(machine, what);
    *out = (fc_plan){0};
    if (what->fit == FC_FIT_COMM_DUP)
        plan_dup(out, machine, what->p);
    else if (what->fit == FC_FIT_COMM_SPLIT)
        plan_split(out, machine, what->p);
    else if (what->fit == FC_FIT_BCAST_ELSEWHERE)
        plan_elsewhere(out, machine, *what);
    else if (algorithm == FC_ALGORITHM_TWO_COLLECTIVES)
        plan_composed(out, machine, what);
    else
        fc_plan_add(out, what, algorithm);
}
