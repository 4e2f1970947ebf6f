/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unnamed fields of records and unions, bit fields, flexible arrays: each is the trip count of a loop. */
#include <mpi.h>
#include <stdlib.h>
struct deep {
    double pad;
    struct {
        int kind;
        union {
            struct {
                int n;
                double r;
            };
            struct {
                int hidden;
            };
        };
        struct {
            struct {
                int inner;
            };
            unsigned flag : 1, : 0, count : 3;
        };
    };
    int last;
};
struct flexible {
    short k;
    int v[];
};
struct whole {
    union {
        unsigned all;
        unsigned low : 4;
    };
    int after;
};
static struct flexible table = {2, {3, 4, 5}};
static struct deep preset = {.kind = 4, .inner = 6, .last = 2};
static struct deep list[2] = {{1.0, {3, {{8, 2.0}}, {{9}, 1, 11}}, 7}, {.n = 5}};
static double s;

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 21;
    MPI_Init(&argc, &argv);
    struct deep d = {.n = n, .inner = 3}, e, *p = &e;
    d.count = (unsigned)n;
    d.flag = 1;
    d.last = n + 1;
    e = d;
    p->kind = 5;
    struct flexible *f = malloc(sizeof *f + 6 * sizeof(int));
    for (int i = 0; i < 6; i++)
        f->v[i] = i * n;
    struct whole w = {.all = 0};
    w.low = (unsigned)n;
    w.after = 3;
    for (int i = 0; i < e.n; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < e.inner; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < (int)e.count; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < e.flag; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < p->kind; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < e.last; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < f->v[2]; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < table.v[1]; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < preset.inner + preset.last; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < list[0].inner; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < (int)list[0].count; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < list[1].n + list[0].n; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < (int)w.all; i++)
        s += 1.0 / (i + 1);
    for (int i = 0; i < w.after; i++)
        s += 1.0 / (i + 1);
    MPI_Finalize();
    return s < 0;
}
