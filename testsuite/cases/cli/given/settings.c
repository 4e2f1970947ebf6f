/* A program whose slice holds records, strings, reals, operators and a global: what its model names reaches the cost
 * program. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    int cells;
    double growth;
};

struct settings {
    struct grid grid;
    const char *mode;
    long steps;
};

static struct settings settings = {{100, 1.5}, "plain", 3};
static double field[1 << 16];

static int cells_at(const struct settings *s, int step)
{
    double cells = s->grid.cells;
    for (int i = 0; i < step; i++)
        cells *= s->grid.growth;
    return strcmp(s->mode, "fine") == 0 ? 2 * (int)cells : (int)cells;
}

static void relax(int cells)
{
    for (int i = 1; i < cells; i++)
        field[i] = 0.5 * (field[i] + field[i - 1]);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, most;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1)
        settings.grid.cells = atoi(argv[1]);
    if (argc > 2)
        settings.mode = argv[2];
    int cells = settings.grid.cells + rank;
    MPI_Allreduce(&cells, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    settings.grid.cells = most;
    for (int step = 0; step < settings.steps; step++)
        relax(cells_at(&settings, step));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
