/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The algorithms that SimGrid's selector ompi chooses, against the decision functions of its source: v3.32,
 * src/smpi/colls/smpi_openmpi_selector.cpp, for commutative operations. */
#include "comm_interface/collective_choice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The algorithms by the selector's numbers, from 1. */
static const struct {
    const char *name;
    fc_fit fit;
    fc_algorithm algorithm[9];
} operations[] = {
    {"barrier",
     FC_FIT_BARRIER,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_CHOSEN, FC_ALGORITHM_DOUBLING, FC_ALGORITHM_BRUCK, FC_ALGORITHM_CHOSEN,
      FC_ALGORITHM_BINOMIAL}},
    {"bcast",
     FC_FIT_BCAST,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_CHAIN, FC_ALGORITHM_CHAIN, FC_ALGORITHM_SPLIT_BINARY, FC_ALGORITHM_BINARY,
      FC_ALGORITHM_BINOMIAL, FC_ALGORITHM_KNOMIAL, FC_ALGORITHM_SCATTER_DOUBLING, FC_ALGORITHM_SCATTER_RING}},
    /* 6: in-order binary tree; 7: the selector calls the linear one instead of Rabenseifner's */
    {"reduce",
     FC_FIT_REDUCE,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_CHAIN, FC_ALGORITHM_CHAIN, FC_ALGORITHM_BINARY, FC_ALGORITHM_BINOMIAL,
      FC_ALGORITHM_BINARY, FC_ALGORITHM_LINEAR}},
    /* 5: a ring in segments of 1 MiB, which the sizes of its rules do not reach */
    {"allreduce",
     FC_FIT_ALLREDUCE,
     {FC_ALGORITHM_CHOSEN, FC_ALGORITHM_TWO_COLLECTIVES, FC_ALGORITHM_DOUBLING, FC_ALGORITHM_RING, FC_ALGORITHM_RING,
      FC_ALGORITHM_RABENSEIFNER}},
    {"gather", FC_FIT_GATHER, {FC_ALGORITHM_LINEAR, FC_ALGORITHM_BINOMIAL, FC_ALGORITHM_LINEAR}},
    {"scatter", FC_FIT_SCATTER, {FC_ALGORITHM_LINEAR, FC_ALGORITHM_BINOMIAL, FC_ALGORITHM_LINEAR}},
    /* 6: one exchange of two ranks, as the ring's */
    {"allgather",
     FC_FIT_ALLGATHER,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_BRUCK, FC_ALGORITHM_DOUBLING, FC_ALGORITHM_RING, FC_ALGORITHM_NEIGHBOR,
      FC_ALGORITHM_RING}},
    {"allgatherv",
     FC_FIT_ALLGATHERV,
     {FC_ALGORITHM_TWO_COLLECTIVES, FC_ALGORITHM_BRUCK, FC_ALGORITHM_RING, FC_ALGORITHM_NEIGHBOR, FC_ALGORITHM_RING}},
    /* 4, 5: the selector calls the linear one */
    {"alltoall",
     FC_FIT_ALLTOALL,
     {FC_ALGORITHM_LINEAR, FC_ALGORITHM_PAIRWISE, FC_ALGORITHM_BRUCK, FC_ALGORITHM_LINEAR, FC_ALGORITHM_LINEAR}},
    {"alltoallv", FC_FIT_ALLTOALLV, {FC_ALGORITHM_LINEAR, FC_ALGORITHM_PAIRWISE}},
    /* 4: butterfly */
    {"reduce_scatter",
     FC_FIT_REDUCE_SCATTER,
     {FC_ALGORITHM_TWO_COLLECTIVES, FC_ALGORITHM_HALVING, FC_ALGORITHM_RING, FC_ALGORITHM_HALVING}},
};

/* The selector's own answers, from its decision functions compiled and called for 1, 2, 4 ... 2^22 bytes. From so many
 * ranks on: "from so many bytes on:the number of the algorithm". */
static const struct {
    const char *operation;
    int ranks;
    const char *choices;
} selected[] = {
    {"barrier", 2, "1:3"},
    {"barrier", 4, "1:1"},
    {"barrier", 8, "1:3"},
    {"barrier", 64, "1:4"},
    {"barrier", 256, "1:6"},
    {"barrier", 512, "1:4"},
    {"barrier", 1024, "1:6"},
    {"barrier", 4096, "1:4"},
    {"bcast", 2, "1:3 32:5 256:3 512:7 1024:1 32768:5 131072:2 262144:1 524288:6 1048576:5"},
    {"bcast", 4, "1:5 64:6 128:5 2048:6 8192:1 1048576:2"},
    {"bcast", 8, "1:7 8:5 64:7 4096:5 16384:6 32768:1"},
    {"bcast", 16, "1:7 4096:6 1048576:8"},
    {"bcast", 32, "1:6 2048:7"},
    {"bcast", 64, "1:7"},
    {"bcast", 128, "1:6 2:5 16384:1 32768:5 65536:7"},
    {"bcast", 256, "1:7 16384:4 32768:7"},
    {"bcast", 1024, "1:7 524288:8"},
    {"bcast", 2048, "1:7 262144:8"},
    {"bcast", 4096, "1:7 8192:5 16384:7 262144:8"},
    {"reduce", 2, "1:7 8:4 16:3 32:1 262144:3 524288:2 1048576:3"},
    {"reduce", 4, "1:4 4096:2 65536:5 262144:1 524288:5 1048576:1"},
    {"reduce", 8, "1:4 8192:5"},
    {"reduce", 16, "1:4 4096:5"},
    {"reduce", 32, "1:5"},
    {"reduce", 256, "1:5 8192:6 16384:5"},
    {"reduce", 512, "1:5"},
    {"reduce", 2048, "1:5 512:6 1024:5 8192:6 16384:5"},
    {"reduce", 4096, "1:5 16:6 32:5 1024:6 2048:5 8192:6 16384:5"},
    {"allreduce", 2, "1:4 8:3 4096:4 8192:3 16384:4 65536:5 262144:6"},
    {"allreduce", 4, "1:4 16:3 8192:6"},
    {"allreduce", 8, "1:3 8192:6"},
    {"allreduce", 16, "1:5 64:3 4096:6"},
    {"allreduce", 32, "1:5 128:6"},
    {"allreduce", 64, "1:3 262144:6"},
    {"allreduce", 128, "1:2 131072:3 262144:6"},
    {"allreduce", 256, "1:2 4096:6"},
    {"allreduce", 512, "1:2 2048:3 16384:6"},
    {"allreduce", 2048, "1:2 2048:5 4096:3 16384:6"},
    {"allreduce", 4096, "1:2 2048:5 16384:3 32768:6"},
    {"gather", 2, "1:3 2:1 4:2 32768:1 65536:2 131072:3"},
    {"gather", 4, "1:2 1024:1 8192:2 32768:1 262144:3"},
    {"gather", 8, "1:2"},
    {"gather", 256, "1:2 2048:1 8192:2"},
    {"gather", 512, "1:2"},
    {"scatter", 2, "1:3 2:1 131072:3 262144:1"},
    {"scatter", 4, "1:2 2048:1 4096:2 8192:1 32768:3 1048576:1"},
    {"scatter", 8, "1:2 16384:3 1048576:1"},
    {"scatter", 16, "1:2 16384:1 32768:3"},
    {"scatter", 32, "1:2 512:3 8192:2 16384:3"},
    {"scatter", 64, "1:2 512:3"},
    {"allgather", 2, "1:6"},
    {"allgather", 3, "1:3"},
    {"allgather", 32, "1:3 1024:5 65536:4"},
    {"allgather", 64, "1:3 512:5 65536:4"},
    {"allgather", 128, "1:3 512:5 131072:4 524288:5 1048576:4"},
    {"allgather", 256, "1:3 32:2 128:3 1024:5 131072:4 524288:5 1048576:4"},
    {"allgather", 512, "1:3 64:2 256:3 2048:5"},
    {"allgather", 1024, "1:3 4:2 8:3 16:2 32:3 256:2 512:3 4096:5"},
    {"allgather", 2048, "1:2 32:3 128:2 512:3 4096:5"},
    {"allgather", 4096, "1:3 2:2 8:3 16:2 512:3 4096:5"},
    {"allgatherv", 2, "1:3 2048:5 4096:3 8192:5"},
    {"allgatherv", 3, "1:1 256:4 4096:3 8192:4 16384:2 262144:4"},
    {"allgatherv", 8, "1:1 1024:2"},
    {"allgatherv", 16, "1:1 128:2 262144:3"},
    {"allgatherv", 32, "1:1 256:2 8192:3"},
    {"allgatherv", 64, "1:1 256:2 4096:3"},
    {"allgatherv", 128, "1:2 1024:4 65536:3"},
    {"allgatherv", 256, "1:2 1024:3"},
    {"allgatherv", 512, "1:2 512:1 1024:2 4096:4 1048576:3"},
    {"allgatherv", 1024, "1:2 4096:4"},
    {"alltoall", 2, "1:2 2:5 4:2 16:5 64:2 256:5 4096:2 32768:4 262144:5 1048576:2"},
    {"alltoall", 3, "1:4 8192:1 16384:4 65536:1 524288:2 1048576:1"},
    {"alltoall", 8, "1:4 262144:1"},
    {"alltoall", 16, "1:4 4:3 512:4 8192:1 32768:4 262144:1 524288:4"},
    {"alltoall", 32, "1:3 512:1 524288:4"},
    {"alltoall", 64, "1:3 1024:1 2048:4 4096:1 262144:2"},
    {"alltoall", 128, "1:3 1024:4 2048:1 262144:2"},
    {"alltoall", 256, "1:3 1024:4 8192:1 32768:2"},
    {"alltoall", 512, "1:3 512:4 8192:1 16384:4 131072:1 262144:2"},
    {"alltoall", 1024, "1:3 512:4 1024:1 2048:4 16384:1 262144:4"},
    {"alltoall", 2048, "1:3 1024:4 4096:1 8192:4 131072:1"},
    {"alltoall", 4096, "1:3 2048:4 8192:1 16384:4 32768:1 65536:4"},
    {"alltoallv", 2, "1:2"},
    {"alltoallv", 4, "1:1"},
    {"alltoallv", 64, "1:2"},
    {"alltoallv", 128, "1:1"},
    {"alltoallv", 256, "1:2"},
    {"alltoallv", 1024, "1:1"},
    {"reduce_scatter", 2, "1:3 65536:4 131072:3"},
    {"reduce_scatter", 4, "1:1 8:2 262144:3"},
    {"reduce_scatter", 8, "1:2 262144:3"},
    {"reduce_scatter", 32, "1:1 64:2 2048:4 524288:3"},
    {"reduce_scatter", 64, "1:1 256:2 512:4 2048:2 4096:4"},
    {"reduce_scatter", 128, "1:1 256:2 512:4"},
    {"reduce_scatter", 256, "1:1 256:2 1024:4"},
    {"reduce_scatter", 512, "1:1 512:2 2048:4 8192:2 16384:4"},
    {"reduce_scatter", 1024, "1:1 512:2 4096:4 16384:2 32768:4"},
    {"reduce_scatter", 2048, "1:1 512:2 4096:4"},
    {"reduce_scatter", 4096, "1:1 1024:2 8192:4"},
};

static fc_coefficients machine = {.collectives = FC_COLLECTIVES_SMPI_OMPI};

static void check_choice(size_t row, int p, double bytes, long number)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, selected[row].operation) != 0)
            continue;
        const fc_collective what = {operations[i].fit, p, 1e9, bytes};
        if (fc_collective_choose(&machine, &what) != operations[i].algorithm[number - 1])
            fail_msg("%s, %d ranks, %g bytes: not algorithm %ld", operations[i].name, p, bytes, number);
    }
}

/* At the first and last size of each choice. */
static void check_row(size_t row, int p)
{
    char *end;
    long number = 0;
    for (const char *at = selected[row].choices; *at; at = end) {
        long bytes = strtol(at, &end, 10);
        if (number)
            check_choice(row, p, (double)bytes - 1, number);
        number = strtol(end + 1, &end, 10);
        check_choice(row, p, (double)bytes, number);
    }
    check_choice(row, p, 1e8, number);
}

static void test_smpi_ompi__chooses_as_the_selector(void **state)
{
    const size_t n = sizeof selected / sizeof *selected;
    (void)state;
    for (size_t row = 0; row < n; row++) {
        bool is_last = row + 1 == n || strcmp(selected[row + 1].operation, selected[row].operation) != 0;
        check_row(row, selected[row].ranks);
        check_row(row, is_last ? 100000 : selected[row + 1].ranks - 1);
    }
}

/* A vector with fewer elements than ranks has no parts for a ring: a reduction and a broadcast (allreduce-lr.cpp). */
static void test_smpi_ompi__has_no_ring_of_few_elements(void **state)
{
    (void)state;
    const fc_collective few = {FC_FIT_ALLREDUCE, 16, 4, 32}, many = {FC_FIT_ALLREDUCE, 16, 32, 32};
    assert_int_equal(fc_collective_choose(&machine, &few), FC_ALGORITHM_TWO_COLLECTIVES);
    assert_int_equal(fc_collective_choose(&machine, &many), FC_ALGORITHM_RING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smpi_ompi__chooses_as_the_selector),
        cmocka_unit_test(test_smpi_ompi__has_no_ring_of_few_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
