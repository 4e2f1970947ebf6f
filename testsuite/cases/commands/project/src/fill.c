/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "field.h"

static double state;

static void step(int n)
{
    for (int i = 0; i < n; i++)
        state += 0.5 * i;
}

double fill(int n)
{
    step(2 * n);
    return state;
}
