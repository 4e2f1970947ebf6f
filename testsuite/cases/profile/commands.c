/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands from a table. One may run another by the source, but never does; one runs others, as many as data says. */
#include <mpi.h>
#include <stdio.h>

static double x[1000];
static int n_smooth;
static int run(char name);

static int do_nothing(void)
{
    return 0;
}

static int do_smooth(void)
{
    n_smooth++;
    for (int k = 0; k < 50; k++)
        for (int i = 1; i < 999; i++)
            x[i] = 0.5 * (x[i - 1] + x[i + 1]);
    if (x[500] > 100)
        return run('n');
    return 0;
}

static int do_several(void)
{
    int failed = 0;
    for (int k = 0; k < x[999]; k++)
        failed += run('s');
    return failed;
}

static const struct command {
    char name;
    int (*function)(void);
} table[] = {{'n', do_nothing}, {'s', do_smooth}, {'m', do_several}};

static int run(char name)
{
    const struct command *found = NULL;
    for (int i = 0; i < 3; i++)
        if (table[i].name == name)
            found = &table[i];
    return found ? found->function() : 1;
}

int main(int argc, char **argv)
{
    int failed = 0;
    MPI_Init(&argc, &argv);
    x[0] = 1;
    for (int n = 0; n < 10; n++) {
        x[999] += (n * 7 % 10) / 9.0;
        char c = x[999] > 1e6 ? 'n' : x[999] > 1 ? 'm' : 's';
        failed += run(c);
    }
    printf("%g %d %d\n", x[500], failed, n_smooth);
    MPI_Finalize();
    return 0;
}
