/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of arrays whose elements are trip counts: written by rows and read linearly or the reverse, as parameters and
 * pointers of variable length, copied, broadcast, allocated; numbers of a file read singly into an array; and a
 * procedure called with one record of an array after the other. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 3
};

typedef struct grid {
    int side;
    int *cell;
    int ends[2][2];
} grid;

static double work;

static int total(int n, const int *v)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

static int diagonal(int n, int m[n][n])
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += m[i][i];
    return sum;
}

static int corner(const grid *g)
{
    const int(*rows)[g->side] = (const int(*)[g->side])g->cell;
    return rows[g->side - 1][g->side - 1] + g->ends[1][g->side % 2];
}

static void spin_part(const grid *part)
{
    for (int i = 0; i < part->side; i++)
        work += 9;
}

static void spin_parts(int n)
{
    grid part[SIDE];
    int i;
    for (i = 0; i < SIDE; i++)
        part[i].side = n + 10 * i;
    for (i = 0; i < SIDE; i++)
        spin_part(&part[i]);
}

static void read_steps(int steps[2])
{
    char line[80], word[16];
    FILE *file = fopen("steps.txt", "r");
    if (!file)
        exit(1);
    for (int i = 0; i < 1; i++)
        fgets(line, sizeof line, file);
    fscanf(file, "%15s", word);
    for (int i = 0; i < 2; i++)
        fscanf(file, "%d", &steps[i]);
    fclose(file);
}

static void spin_fixed(int n)
{
    int fixed[SIDE][SIDE], copy[SIDE][SIDE], list[2][2][2] = {{{1, 2}, {3, n}}, {{5, 6}, {7, 8}}};
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            fixed[i][j] = n + i * j;
    memcpy(copy, fixed, sizeof copy);
    for (int i = 0; i < total(SIDE * SIDE, (int *)fixed); i++)
        work += 1;
    for (int i = 0; i < copy[SIDE - 1][n % SIDE]; i++)
        work += 2;
    for (int i = 0; i < list[0][1][n > 0]; i++)
        work += 3;
}

static void spin_variable(int n)
{
    int m[n][n], (*rows)[n] = malloc(sizeof(int[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = rows[j][i] = i + 2 * j;
    for (int i = 0; i < diagonal(n, m); i++)
        work += 4;
    for (int i = 0; i < rows[n - 1][0]; i++)
        work += 5;
    free(rows);
}

static void spin_grid(int n)
{
    grid g = {n, malloc(sizeof(int) * n * n), {{1, 2}, {n, 4}}};
    for (int i = 0; i < n * n; i++)
        g.cell[i] = i;
    for (int i = 0; i < corner(&g); i++)
        work += 6;
    free(g.cell);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, steps[2], rank, sent[2][2] = {{0, 0}, {0, 0}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    read_steps(steps);
    for (int i = 0; i < steps[0] + steps[1]; i++)
        work += 7;
    spin_fixed(n);
    spin_variable(n);
    spin_grid(n);
    spin_parts(n);
    if (rank == 0)
        sent[1][n % 2] = n + 1;
    MPI_Bcast(sent, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < sent[1][0] + sent[1][1]; i++)
        work += 8;
    MPI_Finalize();
    return work < 0;
}
