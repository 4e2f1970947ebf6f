/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two random gene sequences, and one block of their alignment table. */
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

enum {
    BLOCKS = 40,
    SIZE = 300, /* of a block */
    LENGTH = BLOCKS * SIZE
};

static char a[LENGTH], b[LENGTH];
static int below[BLOCKS + 1][LENGTH + 1]; /* the last table row of each block row */
static int beside[LENGTH + 1];            /* the last table column of each table row's blocks so far */
static int corner[BLOCKS + 1][BLOCKS + 1];
static char done[BLOCKS + 1][BLOCKS + 1]; /* targets of the dependences */

static int larger(int x, int y)
{
    return x > y ? x : y;
}

static void block(int row, int column)
{
    int line[SIZE + 1];
    const int top = row * SIZE, left = column * SIZE;
    for (int j = 0; j < SIZE; j++)
        line[j + 1] = below[row][left + j];
    line[0] = corner[row][column];
    for (int i = 0; i < SIZE; i++) {
        int diagonal = line[0];
        line[0] = beside[top + i];
        for (int j = 0; j < SIZE; j++) {
            int up = line[j + 1], match = diagonal + (a[top + i] == b[left + j] ? 2 : -1);
            line[j + 1] = larger(match, larger(up, line[j]) - 1);
            diagonal = up;
        }
        beside[top + i] = line[SIZE];
    }
    for (int j = 0; j < SIZE; j++)
        below[row + 1][left + j] = line[j + 1];
    corner[row + 1][column + 1] = line[SIZE];
}

static void begin(void)
{
    unsigned state = 1;
    for (int i = 0; i < LENGTH; i++) {
        state = state * 1103515245 + 12345;
        a[i] = (char)(state >> 16 & 3);
        b[i] = (char)(state >> 18 & 3);
    }
}

#endif
