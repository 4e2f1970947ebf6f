/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a Mandelbrot set: its iterations. */
#ifndef MANDELBROT_H
#define MANDELBROT_H

enum {
    ROWS = 400,
    COLUMNS = 600,
    LIMIT = 2000
};

static long row(int i)
{
    long sum = 0;
    for (int j = 0; j < COLUMNS; j++) {
        double x = -2.2 + 3.0 * j / COLUMNS, y = -0.3 + 1.5 * i / ROWS, re = 0, im = 0;
        for (int n = 0; n < LIMIT && re * re + im * im < 4; n++) {
            double next = re * re - im * im + x;
            im = 2 * re * im + y;
            re = next;
            sum++;
        }
    }
    return sum;
}

#endif
