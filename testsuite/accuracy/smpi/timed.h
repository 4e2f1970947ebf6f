/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included before a source with -include: prints the seconds from MPI_Init's return to MPI_Finalize's entry, the
 * maximum over the ranks, as Forecost predicts them. SMPI's first collective on a communicator initializes it (an
 * allgather of its own): for MPI_COMM_WORLD this is done before the time begins. All ranks then sleep until one time,
 * as MPI_Init releases them at one time and a barrier does not. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <time.h>

static double time_began;

static int init_timed(int *argc, char ***argv)
{
    int result = MPI_Init(argc, argv);
    const double nap = 1;
    double now = MPI_Wtime(), latest;
    MPI_Allreduce(&now, &latest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    double left = latest + nap - MPI_Wtime();
    struct timespec sleep = {(time_t)left, (long)((left - (time_t)left) * 1e9)};
    nanosleep(&sleep, NULL);
    time_began = latest + nap;
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
