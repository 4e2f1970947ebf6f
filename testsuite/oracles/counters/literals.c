/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of records, arrays and texts that are assigned, passed, returned or initialised in one expression, and several
 * calls of one procedure in an expression. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dims {
    int nx, ny;
} dims;

typedef struct box {
    dims d;
    int k;
    char name[4];
} box;

typedef struct row {
    int v[3];
} row;

typedef struct list {
    int v;
    struct list *next;
} list;

static dims global, *pointed;
static char text[] = "12";
static const char names[2][4] = {"3", "14"};
static int counter;

static void count(void)
{
    counter++;
}

static int area(dims d)
{
    return d.nx * d.ny;
}

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static dims pick(int n)
{
    if (n > 5)
        return (dims){n, 4};
    return (dims){.ny = 2};
}

static void fill(dims *out, int n)
{
    *out = (dims){n, 6};
}

static dims *make(int n)
{
    dims *made = malloc(sizeof *made);
    *made = (dims){n, 9};
    return made;
}

static int records(int n)
{
    dims x = {n, 2}, y = {n + 1, 3}, b, t[2];
    b = n > 5 ? x : (dims){1, 2};
    t[0] = t[1] = (dims){n, b.ny};
    dims s = x;
    x = y;
    y = s;
    b = (count(), y);
    return b.nx + x.nx + t[0].nx + t[1].ny + area((dims){n, 3}) + pick(n).ny;
}

static int nested(int n)
{
    box x = {{n, 2}, 3, "7"}, y;
    x.d = (dims){n, 2};
    y = x;
    row r = {{n, 2, 3}}, s = r;
    dims t[3] = {[1] = {n, 4}};
    return area(x.d) + y.d.ny + y.k + s.v[0] + t[1].ny + t[0].nx + atoi(y.name);
}

static int pointers(int n)
{
    dims *a = make(n), b, l = {n, 2};
    fill(&b, n);
    pointed = &l;
    pointed->ny = 7;
    int *q = (int[]){n, 3, 4};
    list z = {n, NULL}, y = {2, &z};
    global = (dims){n, 2};
    int k = a->ny + b.ny + l.ny + q[0] + q[2] + y.next->v + global.nx;
    free(a);
    return k;
}

static int variable(int n)
{
    int length = 2 * n;
    int v[length];
    for (int i = 0; i < length; i++)
        v[i] = i;
    int last = v[length - 1];
    return last;
}

static int texts(int n)
{
    char local[] = "34", words[8] = "5,6";
    char *word = strtok(words, ",");
    int k = atoi(local) + atoi(text) + atoi(names[1]) + atoi(word);
    word = strtok(NULL, ",");
    return k + atoi(word) + n;
}

static void work(double *a, int k)
{
    for (int i = 0; i < k; i++)
        a[i % 8] += i;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size, n = argc > 1 ? atoi(argv[1]) : 16;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int k[5] = {records(n + rank), nested(n), pointers(n + size), variable(n), texts(n)};
    double a[8] = {0};
    for (int i = 0; i < k[0]; i++)
        a[i % 8] += k[0];
    for (int i = 0; i < k[1]; i++)
        a[i % 8] += k[1];
    for (int i = 0; i < k[2]; i++)
        a[i % 8] += k[2];
    for (int i = 0; i < k[3]; i++)
        a[i % 8] += k[3];
    for (int i = 0; i < k[4]; i++)
        a[i % 8] += k[4];
    work(a, fibonacci(7) + area((dims){n, 2}) * area((dims){2, 3}));
    printf("%g %d %d\n", a[0] + a[7], counter, k[4]);
    MPI_Finalize();
    return 0;
}
