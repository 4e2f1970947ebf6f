# SPDX-License-Identifier: GPL-3.0-or-later
# The real program beside the prediction.
expect 0 "error" validate whole.fc -n 1,2 --runs 2 -- 100000
expect 0 '"measured_s"' validate whole.fc -n 1 --runs 2 --format json -- 100000
check python3 "$here/contract.py" validate out
expect 2 "--runs" validate whole.fc --runs 0 -- 1000
expect 3 "whole.c:" validate whole.fc -n 1 --runs 1 -- 0

# The computational block, marked by a pragma or by a label: measured from the mark on, the program's output left alone.
for mark in "#pragma forecost init_end" "forecost_init_end:"; do
    cat >marked.c <<END
#include <mpi.h>
#include <unistd.h>
static double a[1000];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    usleep(600000);
    for (int i = 0; i < 1000; i++)
        a[i] = i;
$mark
    usleep(30000);
    for (int i = 0; i < 1000; i++)
        a[i] += 0.5;
    MPI_Finalize();
    return a[7] != 7.5;
}
END
    expect 0 "" analyze marked.c -o marked.fc
    expect 0 "block" predict marked.fc -n 2
    expect 0 "block error" validate marked.fc -n 1 --runs 1
    expect 0 '"block_error"' validate marked.fc -n 1,2 --runs 1 --format json
    check python3 "$here/contract.py" marked out
done
expect 0 "" predict whole.fc -n 2 --format csv -- 1000
check test -z "$(grep block out)"
