/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends without MPI_Finalize, on ranks that do not communicate. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10, steps = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    printf("%d\n", steps);
    exit(0);
}
