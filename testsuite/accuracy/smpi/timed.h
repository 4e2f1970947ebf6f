/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Put before a source by -include: prints the seconds from MPI_Init's return to MPI_Finalize's entry, the most of any
 * rank, as Forecost predicts them. SMPI's first collective of a communicator sets something up that later ones find
 * there (an allgather of its own): for MPI_COMM_WORLD that is done before the time begins. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>

static double time_began;

static int init_timed(int *argc, char ***argv)
{
    int result = MPI_Init(argc, argv);
    double nothing = 0, sum;
    MPI_Allreduce(&nothing, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    time_began = MPI_Wtime();
    return result;
}

static int finalize_timed(void)
{
    int rank;
    double mine = MPI_Wtime() - time_began, most;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "seconds %.12g\n", most);
    return MPI_Finalize();
}
#define MPI_Init init_timed
#define MPI_Finalize finalize_timed
