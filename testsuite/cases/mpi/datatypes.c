/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of derived datatypes: the size counts, not the extent.
 *
 * Each rank but the last sends to the next, n = 10:
 *   3 columns of 10 doubles (vector)                                     240 bytes
 *   2 structs of a char, 3 doubles and an int                            58 bytes
 *   1 subarray of 4 x 5 ints                                             80 bytes
 *   1 indexed type of 2 + 3 floats                                       20 bytes
 *   1 message packed from 10 doubles and a struct (80 + 29 bytes)        109 bytes
 *   a loop over the extent of the resized type, 16: a byte in each iteration       16 messages, 16 bytes
 * 23 messages, 523 bytes a sender.
 *
 * expect ranks 2: 23 messages, 523 bytes
 * expect ranks 4: 69 messages, 1569 bytes */
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

enum {
    N = 10
};

typedef struct particle {
    char kind;
    double place[3];
    int number;
} particle;

static double grid[N * N];
static particle particles[2];
static int board[8][8];
static float line[20];

static MPI_Datatype make_particle(void)
{
    const int lengths[3] = {1, 3, 1};
    const MPI_Aint at[3] = {offsetof(particle, kind), offsetof(particle, place), offsetof(particle, number)};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Datatype packed, made;
    MPI_Type_create_struct(3, lengths, at, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(particle), &made);
    MPI_Type_commit(&made);
    MPI_Type_free(&packed);
    return made;
}

static void send(void *data, int n, MPI_Datatype type, int rank, int ranks)
{
    if (rank > 0)
        MPI_Recv(data, n, type, rank - 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank < ranks - 1)
        MPI_Send(data, n, type, rank + 1, 7, MPI_COMM_WORLD);
}

static void send_packed(MPI_Datatype record, int rank, int ranks)
{
    int size, position = 0;
    char buffer[1000];
    MPI_Pack_size(1, record, MPI_COMM_WORLD, &size);
    MPI_Pack(grid, N, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Pack(particles, 1, record, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    if (position != N * 8 + size)
        MPI_Abort(MPI_COMM_WORLD, 1);
    send(buffer, position, MPI_PACKED, rank, ranks);
}

int main(int argc, char **argv)
{
    int rank, ranks, sizes[2] = {8, 8}, part[2] = {4, 5}, from[2] = {1, 2}, lengths[2] = {2, 3}, at[2] = {0, 10};
    MPI_Datatype column, window, pieces, wide;
    MPI_Aint low, extent;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Datatype record = make_particle();
    MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
    MPI_Type_create_subarray(2, sizes, part, from, MPI_ORDER_C, MPI_INT, &window);
    MPI_Type_indexed(2, lengths, at, MPI_FLOAT, &pieces);
    MPI_Type_create_resized(MPI_INT, 0, 16, &wide);
    MPI_Type_commit(&column);
    MPI_Type_commit(&window);
    MPI_Type_commit(&pieces);
    for (int i = 0; i < 3; i++)
        send(grid + i, 1, column, rank, ranks);
    send(particles, 2, record, rank, ranks);
    send(board, 1, window, rank, ranks);
    send(line, 1, pieces, rank, ranks);
    send_packed(record, rank, ranks);
    MPI_Type_get_extent(wide, &low, &extent);
    for (MPI_Aint i = low; i < extent; i++)
        send(grid, 1, MPI_BYTE, rank, ranks);
    if (extent != 16)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Type_free(&column);
    MPI_Type_free(&record);
    MPI_Finalize();
}
