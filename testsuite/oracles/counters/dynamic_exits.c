/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dynamic returns, breaks and continues within nested loops and branches: the code after them runs only if none of them
 * is taken. */
#include <mpi.h>
#include <stdlib.h>
static double a[64][64], s;

static int search(int n, double x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (a[i][j] > x)
                return 1;
        }
    for (int i = 0; i < n; i++)
        s += 1.0 / (i + 1);
    return 0;
}
static void clip(int n, double x)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            s += 0.5;
        if (a[i][i] > x / 2) {
            if (a[i][i] > x)
                break;
            for (int j = 0; j < 5; j++)
                s += a[j][i];
        }
        for (int j = 0; j < 7; j++)
            s -= a[j][i];
        if (a[i][0] > 0.3) {
            if (a[i][0] > 0.6)
                continue;
            s += 1;
        }
        for (int j = 0; j < 3; j++)
            s -= a[j][i];
    }
    for (int j = 0; j < 11; j++)
        s -= a[j][0];
}
static int twice(int n, double x)
{
    for (int i = 0; i < n; i++) {
        if (a[i][1] > 0.2) {
            for (int j = 0; j < n; j++)
                if (a[i][j] > x)
                    return 1;
            for (int j = 0; j < 2; j++)
                s += a[i][j];
        }
        for (int j = 0; j < 4; j++)
            s += a[i][j];
        if (a[i][2] > x)
            return 2;
        for (int j = 0; j < 6; j++)
            s += a[i][j];
    }
    for (int j = 0; j < 8; j++)
        s += a[0][j];
    if (a[0][0] < x / 2) {
        if (a[0][1] < x / 2)
            return 3;
        for (int j = 0; j < 9; j++)
            s += a[0][j];
    } else {
        for (int j = 0; j < 10; j++)
            s += a[0][j];
    }
    for (int j = 0; j < 12; j++)
        s += a[0][j];
    return 0;
}

static void leaf(int k)
{
    for (int j = 0; j < k; j++)
        s += a[j % 64][1];
}
static int elses(int n, double x)
{
    int i = 0;
    do {
        if (a[i][0] < x)
            s += 1;
        else {
            if (a[i][1] < x)
                leaf(3);
            else
                return i;
            leaf(4);
        }
        leaf(5);
        i++;
    } while (i < n);
    leaf(6);
    i = 0;
    while (i < n) {
        for (int j = 0; j < n; j++) {
            if (a[i][j] > x) {
                if (a[j][i] > x) {
                    s += 2;
                    return 2;
                } else if (a[j][i] > x / 2)
                    break;
                for (int k = 0; k < 2; k++)
                    s += a[k][j];
            } else {
                for (int k = 0; k < 3; k++)
                    s += a[k][j];
            }
            for (int k = 0; k < 4; k++)
                s += a[k][i];
        }
        for (int k = 0; k < 5; k++)
            s += a[k][i];
        i++;
    }
    for (int k = 0; k < 6; k++)
        s += a[k][i];
    return 0;
}
static int steps(int n, double x)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (a[i][j] > x)
                return 1;
        for (int j = 0; j < 7; j++)
            s += a[i][j];
        for (int j = 0; j < n; j++)
            if (a[j][i] < 1 - x)
                return 1;
        for (int j = 0; j < 8; j++)
            s += a[i][j];
    }
    for (int j = 0; j < 9; j++)
        s += a[0][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (a[i][j] > 1 - (1 - x) * 2)
                return 2;
    for (int j = 0; j < 10; j++)
        s += a[0][j];
    return 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 13, found = 0;
    MPI_Init(&argc, &argv);
    for (int t = 0; t < 200; t++) {
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++)
                a[i][j] = rand() / (RAND_MAX + 1.0);
        found += search(n, 1 - 0.7 / (n * n));
        clip(n, 0.9);
        found += twice(n, 1 - 0.9 / (n * n));
        found += elses(n, 1 - 0.7 / n);
        found += steps(n, 1 - 0.2 / (n * n));
    }
    MPI_Finalize();
    return found < 0;
}
