/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles as numbers for Fortran, datatypes by class and size, generalized requests, elements of pairs.
 *
 * Rank 0 sends to the last rank: 4 bytes for each of three handles that survive the way to Fortran and back (a
 * communicator, a derived datatype and a null message), one element of MPI_REAL of 8 bytes, and two pairs of 12 bytes.
 * The receiver sends the number of their elements back, 4 ints: 16 bytes. Each rank broadcasts 8 bytes as
 * MPI_CXX_COMPLEX, and 4 bytes if a generalized request ends only with its completion.
 *
 * expect ranks 2: 10 messages, 84 bytes
 * expect ranks 4: 14 messages, 108 bytes */
#include <mpi.h>

static int query(void *state, MPI_Status *status)
{
    (void)state;
    return MPI_Status_set_elements(status, MPI_BYTE, 0);
}

static int release(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

/* The last rank receives two pairs. */
static void count_elements(int rank, int last)
{
    struct {
        double a;
        int b;
    } pairs[2] = {{1, 2}, {3, 4}};
    int n = 0, values[4] = {0};
    MPI_Status status;
    if (rank == 0) {
        MPI_Send(pairs, 2, MPI_DOUBLE_INT, last, 0, MPI_COMM_WORLD);
        MPI_Recv(values, 4, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == last) {
        MPI_Recv(pairs, 2, MPI_DOUBLE_INT, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_elements(&status, MPI_DOUBLE_INT, &n);
        MPI_Send(values, n, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

static void send(int rank, int last, MPI_Datatype type)
{
    double x = 3;
    if (rank == 0)
        MPI_Send(&x, 1, type, last, 0, MPI_COMM_WORLD);
    if (rank == last)
        MPI_Recv(&x, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void use_numbers(int rank, int last)
{
    MPI_Datatype pair, same, real;
    MPI_Type_contiguous(2, MPI_SHORT, &pair);
    MPI_Type_commit(&pair);
    MPI_Fint world = MPI_Comm_c2f(MPI_COMM_WORLD), of_pair = MPI_Type_c2f(pair);
    MPI_Fint none = MPI_Message_c2f(MPI_MESSAGE_NULL);
    if (MPI_Comm_f2c(world) == MPI_COMM_WORLD)
        send(rank, last, MPI_INT);
    same = MPI_Type_f2c(of_pair);
    send(rank, last, same);
    if (MPI_Message_f2c(none) == MPI_MESSAGE_NULL)
        send(rank, last, MPI_INT);
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &real);
    send(rank, last, real);
    MPI_Type_free(&pair);
}

int main(int argc, char **argv)
{
    int rank, ranks, before = 1, after = 0, x = 3;
    double number[2] = {1, 2};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    use_numbers(rank, ranks - 1);
    count_elements(rank, ranks - 1);
    MPI_Bcast(number, 1, MPI_CXX_COMPLEX, 0, MPI_COMM_WORLD);
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    MPI_Test(&request, &before, MPI_STATUS_IGNORE);
    MPI_Grequest_complete(request);
    MPI_Test(&request, &after, MPI_STATUS_IGNORE);
    if (!before && after)
        MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
