# SPDX-License-Identifier: GPL-3.0-or-later
# An efficiency far above 100 % is questioned, with the count that causes it.
given falling -O2
for p in 1 2 4; do
    expect 0 "" profile falling.fc --no-timers -n $p -- 20000
done
for command in predict scaling speedup; do
    expect 0 "falling.c:15: note[FC0558]: efficiency at p = 4 is" $command falling.fc -n 1,2,4,8 -- 20000
    check grep -qF "falls from 64 at p = 1 to 16 at p = 4" err
    check test "$(grep -c FC0558 err)" = 1
done
# Without the fall there is nothing to question.
expect 0 "" predict falling.fc -n 1,2,4,8 --assume falling.c:15=64 -- 20000
check test "$(grep -c 'FC055[89]' err)" = 0
# Runs that differ in the name of an input file: counts are fitted to what the slice reads from it. Four runs predict
# the iterations of a finer mesh better than one run does.
cp "$here/../profile/cg_input.c" .
expect 0 "" analyze cg_input.c -o cg.fc -- -O2
for n in 24 32 48 64 192; do
    printf 'nx = %d\nny = %d\nmax_iter = 2000\ntol = 1e-6\n' $n $n >mesh_$n.in
done
for n in 24 32 48 64; do
    expect 0 "" profile cg.fc --no-timers -n 2 -- mesh_$n.in
done
expect 0 "fitted to profiling runs: cg_input.c" predict cg.fc -n 1,2,4 --format json -- mesh_192.in
check grep -q "mesh.nx\|[^a-z]nx" err
check test "$(grep -c FC055[89] err)" = 0
mv cg.fc.profile fitted.profile
cp out fitted.json
expect 0 "" profile cg.fc --no-timers -n 2 -- mesh_64.in
expect 0 "" predict cg.fc -n 1,2,4 --format json -- mesh_192.in
mv out one.json
expect 0 "" profile cg.fc --no-timers -n 2 -- mesh_192.in
expect 0 "" predict cg.fc -n 1,2,4 --format json -- mesh_192.in
check python3 - <<'PY'
import json
fitted, one, true = (json.load(open(f))["points"] for f in ("fitted.json", "one.json", "out"))
for f, o, t in zip(fitted, one, true):
    assert abs(f["time_s"] / t["time_s"] - 1) < 0.1, (f["time_s"], t["time_s"])
    assert abs(f["time_s"] - t["time_s"]) < abs(o["time_s"] - t["time_s"])
    assert f["low_s"] < t["time_s"] < f["high_s"]
PY

# A master that only distributes work: the efficiency of the workers, and no cache.
cat >farm.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double sum = 0;
    for (int task = rank - 1; rank > 0 && task < n; task += size - 1)
        for (int i = 1; i < 100000; i++)
            sum += 1.0 / i;
    MPI_Finalize();
    return sum < 0;
}
END
expect 0 "" analyze farm.c -o farm.fc -- -O2
expect 0 "note[FC0576]: efficiency at p = 31 is 194 % over p = 2. If one rank only distributes work, that of the others is 100 %" predict farm.fc -n 2,31 -- 3000
check test "$(grep -c FC0559 err)" = 0
