/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an MPI library answers to topology queries; its output is mpi_topology.txt (Open MPI 4.1.4), which
 * unit/test_runtime_topology.c holds the virtual ranks against. To renew it:
 *    mpicc mpi_topology.c -o /tmp/t && mpirun --oversubscribe -n 12 /tmp/t > mpi_topology.txt */
#include <mpi.h>
#include <stdio.h>

enum {
    RANKS = 12,
    LINE = 200
};

static void print_dims(int ranks, int n, const int *given)
{
    int dims[4];
    for (int i = 0; i < n; i++)
        dims[i] = given[i];
    MPI_Dims_create(ranks, n, dims);
    printf("dims %d %d", ranks, n);
    for (int i = 0; i < n; i++)
        printf(" %d", given[i]);
    for (int i = 0; i < n; i++)
        printf(" %d", dims[i]);
    printf("\n");
}

static void print_all_dims(void)
{
    const int free_dims[4] = {0}, fixed_first[3] = {2, 0, 0}, fixed_middle[3] = {0, 3, 0};
    for (int ranks = 1; ranks <= 130; ranks++)
        for (int n = 1; n <= 4; n++)
            print_dims(ranks, n, free_dims);
    for (int ranks = 6; ranks <= 1536; ranks *= 2) {
        print_dims(ranks, 3, fixed_first);
        print_dims(ranks, 3, fixed_middle);
        print_dims(ranks, 2, free_dims);
    }
}

/* A line of text: cart <rank> <3 coordinates> <source and target of shifts by 1 and by -2 in each direction> */
static void describe_cart(int rank, char line[LINE])
{
    const int dims[3] = {3, 2, 2}, periods[3] = {1, 0, 1}, remain[3] = {1, 0, 1};
    int coords[3], source, target, number;
    MPI_Comm grid, plane;
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Cart_coords(grid, rank, 3, coords);
    int length = sprintf(line, "cart %d %d %d %d", rank, coords[0], coords[1], coords[2]);
    for (int direction = 0; direction < 3; direction++)
        for (int distance = 1; distance >= -2; distance -= 3) {
            MPI_Cart_shift(grid, direction, distance, &source, &target);
            length += sprintf(line + length, " %d %d", source == MPI_PROC_NULL ? -2 : source,
                              target == MPI_PROC_NULL ? -2 : target);
        }
    coords[0] -= 4;
    coords[2] += 3;
    MPI_Cart_rank(grid, coords, &number);
    length += sprintf(line + length, " %d", number);
    MPI_Cart_sub(grid, remain, &plane);
    MPI_Comm_size(plane, &number);
    length += sprintf(line + length, " %d", number);
    MPI_Comm_rank(plane, &number);
    sprintf(line + length, " %d\n", number);
}

#define TYPE(name)                                                                                                     \
    {                                                                                                                  \
        int bytes;                                                                                                     \
        MPI_Type_size(MPI_##name, &bytes);                                                                             \
        printf("type %s %d\n", #name, bytes);                                                                          \
    }
static void print_types(void)
{
    TYPE(CHAR)
    TYPE(SIGNED_CHAR)
    TYPE(UNSIGNED_CHAR)
    TYPE(BYTE) TYPE(PACKED) TYPE(WCHAR) TYPE(SHORT) TYPE(UNSIGNED_SHORT) TYPE(INT) TYPE(UNSIGNED) TYPE(LONG)
        TYPE(UNSIGNED_LONG) TYPE(LONG_LONG) TYPE(LONG_LONG_INT) TYPE(UNSIGNED_LONG_LONG) TYPE(FLOAT) TYPE(DOUBLE)
            TYPE(LONG_DOUBLE) TYPE(INT8_T) TYPE(INT16_T) TYPE(INT32_T) TYPE(INT64_T) TYPE(UINT8_T) TYPE(UINT16_T)
                TYPE(UINT32_T) TYPE(UINT64_T) TYPE(AINT) TYPE(OFFSET) TYPE(COUNT) TYPE(C_BOOL) TYPE(C_COMPLEX)
                    TYPE(C_FLOAT_COMPLEX) TYPE(C_DOUBLE_COMPLEX) TYPE(C_LONG_DOUBLE_COMPLEX) TYPE(FLOAT_INT)
                        TYPE(DOUBLE_INT) TYPE(LONG_INT) TYPE(2INT) TYPE(SHORT_INT) TYPE(LONG_DOUBLE_INT) TYPE(CHARACTER)
                            TYPE(LOGICAL) TYPE(INTEGER) TYPE(REAL) TYPE(DOUBLE_PRECISION) TYPE(COMPLEX)
                                TYPE(DOUBLE_COMPLEX) TYPE(2INTEGER) TYPE(2REAL) TYPE(2DOUBLE_PRECISION)
}

int main(int argc, char **argv)
{
    int rank;
    char line[LINE], lines[RANKS][LINE];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    describe_cart(rank, line);
    MPI_Gather(line, LINE, MPI_CHAR, lines, LINE, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        print_types();
        print_all_dims();
        for (int i = 0; i < RANKS; i++)
            printf("%s", lines[i]);
    }
    MPI_Finalize();
    return 0;
}
