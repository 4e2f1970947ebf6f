# SPDX-License-Identifier: GPL-3.0-or-later
# Records in memory of their own, and pointers that move: the formula follows both, and agrees with the cost program.

# A procedure makes two grids; the iterations exchange them. Each reads the sizes through accessors that check bounds.
cat >grids.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct grid { int nx, ny; double *v; } grid;
static double at(const grid *g, int i, int j)
{
    if (i < 0 || i >= g->nx || j < 0 || j >= g->ny)
        exit(1);
    return g->v[(long)i * g->ny + j];
}
static grid *make(int nx, int ny)
{
    grid *g = malloc(sizeof *g);
    g->nx = nx;
    g->ny = ny;
    g->v = calloc((size_t)nx * ny, sizeof *g->v);
    return g;
}
static void exchange(grid **x, grid **y)
{
    grid *t = *x;
    *x = *y;
    *y = t;
}
int main(int argc, char **argv)
{
    int size;
    double norm = 0, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    struct { grid *now, *next; } pair = {make(n / size + 2, n), make(n / size + 2, n)}, *both = &pair;
    grid *a = pair.now, *b = pair.next;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < A->nx - 1; i++)
            for (int j = 1; j < A->ny - 1; j++)
                B->v[(long)i * B->ny + j] = 0.5 * (at(A, i - 1, j) + at(A, i + 1, j));
        SWAP;
        for (int i = 1; i < A->nx - 1; i++)
            for (int j = 1; j < A->ny - 1; j++)
                norm += at(A, i, j);
        MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    printf("%g %p\n", all, (void *)both);
    MPI_Finalize();
    return 0;
}
END_OF_SOURCE
# By hand: n / p + 2 rows without the first and the last, n columns without two, and so in each of the steps.
exchanged() {
    sed "s/SWAP/$3/; s/\bA\b/$1/g; s/\bB\b/$2/g" grids.c >pair.c
    expect 0 "all supported" analyze pair.c -o pair.fc -- -O2
    expect 0 "floor(n/p)*max(n - 2, 0)" formula pair.fc -- 2000 5
    check test "$(grep -c T_run out)" = 0
    formula_agrees pair 1,3,8 2000 5
    formula_agrees pair 1,4 37 2
}
exchanged a b 'grid *c = a; a = b; b = c'
exchanged a b 'exchange(\&a, \&b)'
exchanged both-\>now both-\>next 'grid *c = both->now; both->now = both->next; both->next = c'

# Records of different sizes: which one a pointer leads to matters.
cat >sizes.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; } record;
static double s;
static int grown;
static void work(int n, int k)
{
    for (int i = 0; i < n; i++)
        s += 1.0 / (i + k);
}
static void grow(void)
{
    grown += 2;
}
static void add(int *k)
{
    (*k)++;
}
static record *twice(int n)
{
    record *made = malloc(sizeof *made);
    made->n = 2 * n;
    return made;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), steps = 5, k = n;
    record *a = malloc(sizeof *a), *b = malloc(sizeof *b), *c = a;
    a->n = n;
    b->n = 3 * n;
    grown = n;
    BODY
    printf("%g %d %d\n", s, c->n, steps + k + grown);
    MPI_Finalize();
    return 0;
}
END_OF_SOURCE
# sized BODY TEXT: the formula has the text, and agrees.
sized() {
    sed "s@BODY@$1@" sizes.c >sized.c
    expect 0 "all supported" analyze sized.c -o sized.fc -- -O2
    expect 0 "$2" formula sized.fc --all -- 1000
    [[ $2 != *\*n* ]] || formula_agrees sized 1 1000
}
sized 'a->n = 7 * n; a = b; work(c->n, 1);' '7*n *'
sized 'a = b; a->n = 7 * n; work(b->n, 1); work(c->n, 2);' '8*n *'
sized 'if (n > 10) c = b; work(c->n, 1);' 'n*(2*[n >= 11] + 1)'
sized 'a = twice(n); b = twice(2 * n); work(a->n, 1); work(b->n, 2);' '6*n *'
sized 'c = n > 10 ? b : a; work(c->n, 1);' 'n*(2*[n >= 11] + 1)'
# Iterations that are run one by one make objects of their own.
sized 'record *r[3]; for (int i = 0; i < 3; i++) { r[i] = malloc(sizeof *r[i]); r[i]->n = n >> i; } for (int i = 0; i < 3; i++) work(r[i]->n, 1);' '(n + floor(n/2) + floor(n/4))'
formula_agrees sized 1 1000
sized 'record *r[2] = {b, a}; for (int j = 0; j < 2; j++) for (int i = 0; i < r[j]->n; i++) s += 1.0 / (i + 1);' '4*n *'
sized 'for (int t = 0; t < 3; t++) { a = twice(n); work(c->n, t + 1); c = a; } work(a->n, 1);' '7*n *'
# An array that a loop fills, behind a pointer in a record.
sized 'struct { int *counts; } d; d.counts = malloc(20 * sizeof(int)); for (int i = 0; i < 20; i++) d.counts[i] = 3 * i; work(d.counts[5], 1);' '15 *'
# What iterations change, by themselves and by what they call, differs from one to the next.
sized 'for (int t = 0; t < steps * 4; t++) { work(c->n, t + 1); c = a; a = b; b = c; }' 'T_run'
sized 'for (int t = 0; t < steps * 4; t++) { work(grown, t + 1); grow(); }' 'T_run'
sized 'for (int t = 0; t < steps * 4; t++) { work(k, t + 1); add(\&k); }' 'T_run'
sized 'for (int t = 0; t < steps * 4; t++) { work(a->n, t + 1); b->n = 8 * n; c = a; a = b; b = c; }' 'T_run'
sized 'for (int t = 0; t < steps * 4; t++) add(\&k); work(k, 1);' 'computed by the program slice: k = 1020'
sized 'int e[4] = {n, n, n, n}; for (int t = 0; t < steps * 4; t++) { work(e[0], t + 1); e[t % 4] = 3 * n; }' 'T_run'
# A write through a pointer in memory of its own that a search has moved: to any record.
sized 'struct { record *at; } *box = malloc(sizeof *box); box->at = a; while (box->at->n < n * 2) box->at = b; box->at->n = 7 * n; work(b->n, 1);' 'computed by the program slice'
# The bytes of a record that are copied one by one; a bit field that keeps the three lowest bits.
sized 'record x = {n}, y = {4}; char *to = (char *)\&y, *from = (char *)\&x; for (unsigned i = 0; i < sizeof x; i++) to[i] = from[i]; work(y.n, 1);' 'iterations(sized.c:9)'
sized 'struct { unsigned low : 3, high : 9; } f; f.low = (unsigned)n; f.high = (unsigned)n; work(f.low + 2 * f.high, 1);' '- 8*floor(n/8)'
formula_agrees sized 1 1000
# A record that the last rank broadcasts as bytes.
sized 'int rank, size; MPI_Comm_rank(MPI_COMM_WORLD, \&rank); MPI_Comm_size(MPI_COMM_WORLD, \&size); record x = {4}; if (rank == size - 1) x.n = 5 * n; MPI_Bcast(\&x, sizeof x, MPI_BYTE, size - 1, MPI_COMM_WORLD); work(x.n, 1);' '5*n *'
formula_agrees sized 3 1000
# A broadcast brings rank 0's value of a quantity, not that of the slowest rank.
sized 'int own[8] = {0}, v; for (int i = 0; i < 8; i++) own[i] = n * (i + 1); MPI_Scatter(own, 1, MPI_INT, \&v, 1, MPI_INT, 0, MPI_COMM_WORLD); work(v, 1); MPI_Bcast(\&v, 1, MPI_INT, 0, MPI_COMM_WORLD); work(v, 2);' 'computed by the program slice'
expect 0 "computed by the program slice" formula sized.fc -n 3 -- 1000
