/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine file's section `algorithms`: algorithms of collectives that override the MPI library's selection rules.
 */
#include "machine_properties/machine_file.h"

#define KNOWS(algorithm) 1u << FC_ALGORITHM_##algorithm
#define TREES KNOWS(LINEAR) | KNOWS(CHAIN) | KNOWS(BINARY) | KNOWS(BINOMIAL) | KNOWS(KNOMIAL)

bool fc_machine_has_algorithm(fc_fit fit, fc_algorithm algorithm)
{
    static const unsigned gathers = KNOWS(DOUBLING) | KNOWS(BRUCK) | KNOWS(NEIGHBOR) | KNOWS(RING);
    static const unsigned exchanges = KNOWS(LINEAR) | KNOWS(BRUCK) | KNOWS(PAIRWISE);
    const unsigned known[FC_N_FITS] = {
        [FC_FIT_BARRIER] = TREES | KNOWS(DOUBLING) | KNOWS(BRUCK),
        [FC_FIT_BCAST] = TREES | KNOWS(SPLIT_BINARY) | KNOWS(SCATTER_DOUBLING) | KNOWS(SCATTER_RING),
        [FC_FIT_REDUCE] = TREES | KNOWS(RABENSEIFNER),
        [FC_FIT_ALLREDUCE] = KNOWS(DOUBLING) | KNOWS(RING) | KNOWS(RABENSEIFNER) | KNOWS(TWO_COLLECTIVES),
        [FC_FIT_GATHER] = KNOWS(LINEAR) | KNOWS(BINOMIAL),
        [FC_FIT_SCATTER] = KNOWS(LINEAR) | KNOWS(BINOMIAL) | KNOWS(BINOMIAL_NEAREST),
        [FC_FIT_ALLGATHER] = gathers,
        [FC_FIT_ALLGATHERV] = gathers | KNOWS(TWO_COLLECTIVES),
        [FC_FIT_ALLTOALL] = exchanges | KNOWS(LINEAR_BY_FOUR),
        [FC_FIT_ALLTOALLV] = KNOWS(LINEAR) | KNOWS(PAIRWISE),
        [FC_FIT_REDUCE_SCATTER] =
            KNOWS(DOUBLING) | KNOWS(HALVING) | KNOWS(RING) | KNOWS(PAIRWISE) | KNOWS(TWO_COLLECTIVES),
        [FC_FIT_SCAN] = KNOWS(LINEAR) | KNOWS(DOUBLING) | KNOWS(CHAIN),
    };
    return algorithm == FC_ALGORITHM_CHOSEN || known[fit] >> algorithm & 1;
}

void fc_machine_read_algorithms(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    for (unsigned i = 0; i < file->n_algorithms; i++) {
        const file_algorithm *of = &file->algorithms[i];
        if (!fc_machine_has_algorithm(of->operation, of->algorithm))
            fc_machine_reject(r, "an algorithm of this operation (machine_properties/README.md lists them)",
                              "algorithms[%u].algorithm", i);
        machine->coefficients.algorithm[of->operation] = of->algorithm;
    }
}

void fc_machine_write_algorithms(file_machine *out, file_algorithm room[FC_N_FITS], const fc_machine *machine)
{
    const fc_algorithm *chosen = machine->coefficients.algorithm;
    out->algorithms = room;
    for (int fit = 0; fit < FC_N_FITS; fit++)
        if (chosen[fit] != FC_ALGORITHM_CHOSEN)
            room[out->n_algorithms++] = (file_algorithm){(fc_fit)fit, chosen[fit]};
}
