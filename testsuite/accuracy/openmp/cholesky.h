/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A symmetric matrix in tiles, and the operations on them. */
#ifndef CHOLESKY_H
#define CHOLESKY_H

#include <math.h>
#include <stdlib.h>

enum {
    TILES = 12,
    SIZE = 96
};

typedef double tile[SIZE][SIZE];
static tile A[TILES][TILES]; /* the lower half is used */

static void factor(tile *of)
{
    for (int k = 0; k < SIZE; k++) {
        (*of)[k][k] = sqrt((*of)[k][k]);
        for (int i = k + 1; i < SIZE; i++)
            (*of)[i][k] /= (*of)[k][k];
        for (int i = k + 1; i < SIZE; i++)
            for (int j = k + 1; j <= i; j++)
                (*of)[i][j] -= (*of)[i][k] * (*of)[j][k];
    }
}

static void solve(tile *of, tile *diagonal)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = (*of)[i][j];
            for (int k = 0; k < j; k++)
                sum -= (*of)[i][k] * (*diagonal)[j][k];
            (*of)[i][j] = sum / (*diagonal)[j][j];
        }
}

static void update(tile *of, tile *left, tile *right)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++) {
            double sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += (*left)[i][k] * (*right)[j][k];
            (*of)[i][j] -= sum;
        }
}

static void begin(void)
{
    for (int i = 0; i < TILES; i++)
        for (int j = 0; j <= i; j++)
            for (int r = 0; r < SIZE; r++)
                for (int c = 0; c < SIZE; c++)
                    A[i][j][r][c] = 1.0 / (1 + abs(SIZE * (i - j) + r - c)) + (i == j && r == c ? 20 : 0);
}

#endif
