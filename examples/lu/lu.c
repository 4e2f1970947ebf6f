/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocked LU factorization with partial pivoting, and the solution of A x = b with it. Blocks of nb columns are
 * distributed cyclically over the ranks. The owner of a block factors it as a panel and broadcasts it with its pivots;
 * then every rank swaps rows, solves with the panel's triangle and updates its columns to the right. */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, nb; /* order; columns of a block, the last may have less */
    int rank, size;
    int columns; /* local columns */
    double *a;   /* n x columns, by columns */
} matrix;

/* A pseudo-random number in [-0.5, 0.5), the same on every rank. */
static double element(uint32_t i, uint32_t j)
{
    uint32_t h = i * 2654435761u ^ (j + 1u) * 2246822519u;
    h ^= h >> 15;
    h *= 3266489917u;
    h ^= h >> 13;
    return h / 4294967296.0 - 0.5;
}

static double *allocate(size_t count)
{
    double *memory = malloc((count ? count : 1) * sizeof(double));
    if (!memory) {
        fprintf(stderr, "lu: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

/* Local index of the first column whose block is `block` or later. */
static int local_column(const matrix *m, int block)
{
    int earlier = block / m->size + (block % m->size > m->rank);
    return min(earlier * m->nb, m->columns);
}

static void fill(matrix *m)
{
    int blocks = (m->n + m->nb - 1) / m->nb;
    m->columns = 0;
    for (int k = m->rank; k < blocks; k += m->size)
        m->columns += min(m->nb, m->n - k * m->nb);
    m->a = allocate((size_t)m->n * m->columns);
    for (int c = 0; c < m->columns; c++) {
        int j = (c / m->nb * m->size + m->rank) * m->nb + c % m->nb;
        for (int i = 0; i < m->n; i++)
            m->a[(size_t)c * m->n + i] = element(i, j);
    }
}

static void swap_rows(double *a, int ld, int columns, int i, int j)
{
    if (i == j)
        return;
    for (int c = 0; c < columns; c++) {
        double t = a[(size_t)c * ld + i];
        a[(size_t)c * ld + i] = a[(size_t)c * ld + j];
        a[(size_t)c * ld + j] = t;
    }
}

/* Factors the rows x width panel a; pivot[j] is the row, counted within the panel, that row j was swapped with. */
static void factor_panel(double *a, int ld, int rows, int width, int *pivot)
{
    for (int j = 0; j < width; j++) {
        double *column = a + (size_t)j * ld;
        int best = j;
        for (int i = j + 1; i < rows; i++)
            if (fabs(column[i]) > fabs(column[best]))
                best = i;
        pivot[j] = best;
        swap_rows(a, ld, width, j, best);
        if (column[j] == 0.0) {
            fprintf(stderr, "lu: the matrix is singular\n");
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        double inverse = 1.0 / column[j];
        for (int i = j + 1; i < rows; i++)
            column[i] *= inverse;
        for (int k = j + 1; k < width; k++) {
            double *other = a + (size_t)k * ld;
            for (int i = j + 1; i < rows; i++)
                other[i] -= column[i] * other[j];
        }
    }
}

/* Columns right of the panel: the rows of U first, then the rest. */
static void update(const double *panel, int rows, int width, double *a, int ld, int columns)
{
    for (int c = 0; c < columns; c++) {
        double *column = a + (size_t)c * ld;
        for (int j = 0; j < width; j++)
            for (int i = j + 1; i < width; i++)
                column[i] -= panel[(size_t)j * rows + i] * column[j];
    }
    for (int c = 0; c < columns; c++) {
        double *column = a + (size_t)c * ld;
        for (int j = 0; j < width; j++) {
            double factor = column[j];
            const double *l = panel + (size_t)j * rows;
            for (int i = width; i < rows; i++)
                column[i] -= l[i] * factor;
        }
    }
}

/* Factors A in place; b becomes L^-1 P b on every rank. */
static void factor(matrix *m, double *b)
{
    double *panel = allocate((size_t)m->n * m->nb);
    int *pivot = malloc(m->nb * sizeof(int));
    if (!pivot)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int k = 0, block = 0; k < m->n; k += m->nb, block++) {
        int width = min(m->nb, m->n - k), rows = m->n - k;
        int owner = block % m->size;
        int here = local_column(m, block);
        if (m->rank == owner) {
            double *top = m->a + (size_t)here * m->n + k;
            factor_panel(top, m->n, rows, width, pivot);
            for (int j = 0; j < width; j++)
                memcpy(panel + (size_t)j * rows, top + (size_t)j * m->n, rows * sizeof(double));
        }
        MPI_Bcast(pivot, width, MPI_INT, owner, MPI_COMM_WORLD);
        MPI_Bcast(panel, rows * width, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        int right = m->rank == owner ? here + width : here;
        double *trailing = m->a + (size_t)right * m->n + k;
        for (int j = 0; j < width; j++) {
            swap_rows(trailing, m->n, m->columns - right, j, pivot[j]);
            swap_rows(b + k, m->n, 1, j, pivot[j]);
        }
        update(panel, rows, width, trailing, m->n, m->columns - right);
        update(panel, rows, width, b + k, m->n, 1);
    }
    free(panel);
    free(pivot);
}

/* Solves U x = b in place, from the last block to the first; the owner of a block computes and broadcasts its part. */
static void solve_upper(const matrix *m, double *b)
{
    for (int block = (m->n + m->nb - 1) / m->nb - 1; block >= 0; block--) {
        int k = block * m->nb, width = min(m->nb, m->n - k);
        if (m->rank == block % m->size) {
            const double *a = m->a + (size_t)local_column(m, block) * m->n;
            for (int j = width - 1; j >= 0; j--) {
                const double *column = a + (size_t)j * m->n;
                b[k + j] /= column[k + j];
                for (int i = 0; i < k + j; i++)
                    b[i] -= column[i] * b[k + j];
            }
        }
        MPI_Bcast(b, k + width, MPI_DOUBLE, block % m->size, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    matrix m;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m.size);

    m.n = argc == 3 ? atoi(argv[1]) : 0;
    m.nb = argc == 3 ? atoi(argv[2]) : 0;
    if (m.n < 1 || m.n > 30000 || m.nb < 1 || m.nb > 1024) {
        if (m.rank == 0)
            fprintf(stderr, "usage: lu N BLOCK   (1 <= N <= 30000, 1 <= BLOCK <= 1024)\n");
        MPI_Finalize();
        return 2;
    }

    fill(&m);
    double *b = allocate(m.n);
    for (int i = 0; i < m.n; i++) { /* the solution is x[i] = 1 */
        b[i] = 0.0;
        for (int j = 0; j < m.n; j++)
            b[i] += element(i, j);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    factor(&m, b);
    solve_upper(&m, b);
    double elapsed = MPI_Wtime() - start, slowest;
    MPI_Reduce(&elapsed, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

    if (m.rank == 0) {
        double sum = 0.0, error = 0.0;
        for (int i = 0; i < m.n; i++) {
            sum += b[i];
            error = fmax(error, fabs(b[i] - 1.0));
        }
        printf("lu: n %d, block %d, ranks %d\n", m.n, m.nb, m.size);
        printf("checksum %.6f, error %.2e\n", sum, error);
        printf("time %.6f s\n", slowest);
    }
    free(m.a);
    free(b);
    MPI_Finalize();
    return 0;
}
