# SPDX-License-Identifier: GPL-3.0-or-later
# Comparison: the crossover of the Jacobi variants against brute force over all ranks, on every bundled machine.
given row -O2
given col -O2
mapfile -t machines < <("$FORECOST" machine list)
check test "${#machines[@]}" -ge 3
[[ $SHORT ]] && machines=("${machines[0]}")
# Machines with room for few ranks end with that message.
for i in "${!machines[@]}"; do
    [[ $("$FORECOST" predict row.fc -m "${machines[i]}" -n 1024 -- 1000 20 2>&1) == *FC0522* ]] && unset "machines[i]"
done
check test "${#machines[@]}" -ge 1
most=$([[ $SHORT ]] && echo 128 || echo 1024)
for machine in "${machines[@]}"; do
    for program in row col; do
        expect 0 "" sweep $program.fc -m $machine -n 1:$most -D n=50,300,1000,6000 -- 1000 20
        mv out all_$program.csv
    done
    expect 0 '"crossovers"' compare row.fc col.fc -m $machine -n 1,$most -D n=50,300,1000,6000 --format json -- 1000 20
    check python3 "$here/crossovers.py" all_row.csv all_col.csv out
done
expect 0 "" compare row.fc col.fc -m default -m parsytec-gc-powerplus -n 1:64:x2 --format csv -- 1000 20
check test "$(wc -l <out)" = 15
expect 0 "machine,ranks,parameters.n,winner,clear,time_s.row,time_s.col" compare row.fc col.fc -D n=500 --format csv -- 1000 20
expect 0 "Where they differ at p = 64" compare row.fc col.fc -n 1:64:x2 -- 1000 20
expect 0 "Why:" compare row.fc col.fc -n 1:1024:x2 -D n=500:4000:x2 -- 1000 20

# A program against itself: equal, the first wins; two files of one name are distinguished by their folders.
mkdir -p other && cp row.fc other/row.fc
expect 0 "row.fc wins 3, other/row.fc wins 0 of 3 points" compare row.fc other/row.fc -n 1,2,4 -- 1000 20
check test "$(grep -c 'row.fc?$' out)" = 3

expect 0 "" compare row.fc col.fc -n 1:256:x2 -D n=500:4000:x2 --plot map.svg -- 1000 20
check grep -q "Fastest on default" map.svg
expect 0 "" compare row.fc col.fc -n 1:256:x2 --plot times.pdf -- 1000 20
check test -s times.pdf
expect 2 "a map has two axes" compare row.fc col.fc -n 1:4 -D n=1,2 -D iterations=1,2 --plot no.svg -- 1000 20
expect 2 "--plot takes one machine" compare row.fc col.fc -m default -m parsytec-gc-powerplus --plot no.svg -- 1000 20
absent no.svg
expect 2 "compare needs MODEL.fc" compare row.fc
expect 2 "nosuch" compare row.fc col.fc -D nosuch=1 -- 1000 20
expect 3 "nosuch.fc: error[FC0905]: cannot be read" compare row.fc nosuch.fc -- 1000 20
silent

# The origin of two versions' counts is reported once, for any number of programs and machines.
cat >counted.c <<'C'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    double x = 1, a[1000];
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    for (int i = 0; i < 1000; i++)
        a[i] = i * 7919 % 1000;
    for (int i = 0; i < n; i++) {
        x += a[i % 1000];
        if (x > 5000)
            for (int k = 0; k < 50; k++)
                x = x * 0.9 + a[k];
    }
    MPI_Finalize();
    return x == 7;
}
C
expect 0 "" analyze counted.c -o counted.fc -- -O2
expect 0 "1 place counted" profile counted.fc -n 1 --no-timers -- 1000
cp counted.fc other/counted.fc && cp counted.fc.profile other/counted.fc.profile
expect 0 "wins 2" compare counted.fc other/counted.fc -m default -m parsytec-gc-powerplus -n 1,2 -- 2000
check test "$(grep -c 'counts of a profile with -n 1 -- 1000 stand in' err)" = 1
