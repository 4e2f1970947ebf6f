# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles: counts that the source does not tell, the profile of another program, a profile run that is killed.
expect 0 "" profile search.fc -n 2 -- 2
check test -s search.fc.profile
expect 0 "profiled" predict search.fc -n 2 -- 2
cp search.fc.profile good.profile
expect 3 "whole" predict whole.fc --profile search.fc.profile -n 2 -- 1000
head -c 100 good.profile >cut.profile
expect 3 "cut.profile" predict search.fc --profile cut.profile -n 2 -- 2
expect 3 "nosuch.profile" predict search.fc --profile nosuch.profile -n 2 -- 2

cat >killed.c <<'C'
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double x = argc > 1 ? atof(argv[1]) : 2, y = x;
    while (y * y > x * 1.0000001)
        y = 0.5 * (y + x / y);
    if (argc > 2)
        raise(SIGKILL);
    MPI_Finalize();
    return y < 0;
}
C
expect 0 "" analyze killed.c -o killed.fc
expect 0 "" profile killed.fc -n 1 -- 2
cp killed.fc.profile kept.profile
expect 3 "" profile killed.fc -n 1 -- 2 die
check cmp -s killed.fc.profile kept.profile
