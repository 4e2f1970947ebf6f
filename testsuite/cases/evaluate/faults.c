/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cost program whose residual code has every error, selected by the argument. */
#include "forecost.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double recurse(fc_rank *r, int depth)
{
    volatile char frame[256];
    frame[depth % 256] = 1;
    fc_step(r, "faults.c", 40);
    return recurse(r, depth + 1) + frame[depth % 256];
}

static double overflow_stack(int depth)
{
    volatile char frame[4096];
    frame[depth % 4096] = 1;
    return overflow_stack(depth + 1) + frame[depth % 4096];
}

static double cost_main(fc_rank *r, int argc, char **argv)
{
    volatile int number = argc > 1 ? INT_MAX : 0, zero = 0, *volatile nowhere = NULL;
    const char *fault = argc > 1 ? argv[1] : "none";
    fc_step(r, "faults.c", 10);
    if (strcmp(fault, "pointer") == 0)
        return *nowhere;
    if (strcmp(fault, "division") == 0)
        return number / zero;
    if (strcmp(fault, "exit") == 0)
        exit(0);
    if (strcmp(fault, "abort") == 0)
        abort();
    if (strcmp(fault, "interrupt") == 0)
        raise(SIGINT);
    if (strcmp(fault, "stop") == 0)
        fc_stop(r, "exit(3)", NULL, "faults.c", 30);
    if (strcmp(fault, "steps") == 0)
        for (;;)
            fc_step(r, "faults.c", 20);
    if (strcmp(fault, "hang") == 0)
        while (argc)
            number = argc;
    if (strcmp(fault, "nap") == 0)
        usleep(300000);
    if (strcmp(fault, "sleep") == 0)
        pause();
    if (strcmp(fault, "recursion") == 0)
        return recurse(r, 0);
    if (strcmp(fault, "stack") == 0)
        return overflow_stack(0);
    if (strcmp(fault, "print") == 0)
        puts("kept code prints");
    return 0;
}

FC_COST_PROGRAM_EXPORT = {.version = FC_COST_PROGRAM_VERSION, .name = "faults", .main = cost_main};
