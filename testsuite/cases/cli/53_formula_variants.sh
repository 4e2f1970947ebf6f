# SPDX-License-Identifier: GPL-3.0-or-later
# Formulas on a machine whose runtime functions have variants by the placement of ranks: the variant of each term follows
# from p and the cores of a node; of a communicator that MPI_Comm_split makes it is a quantity. The time is predict's.
cp "$root/testsuite/cases/formula/nodes.yaml" nodes.yaml # four cores a node
cat >halves.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, n = atoi(argv[1]), steps = atoi(argv[2]);
    MPI_Comm half, odd, again;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *a = calloc(2 * n, sizeof *a);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 4, rank, &odd);
    MPI_Comm_dup(half, &again);
    for (int i = 0; i < steps; i++)
        MPI_Allreduce(a, a + n, n, MPI_DOUBLE, MPI_SUM, again);
    MPI_Bcast(a, n, MPI_DOUBLE, 0, odd);
    MPI_Allreduce(a, a + n, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#ifdef MESSAGE
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    MPI_Sendrecv(a, n, MPI_DOUBLE, (rank + 1) % size, 0, a + n, n, MPI_DOUBLE, (rank + size - 1) % size, 0, half,
                 MPI_STATUS_IGNORE);
#endif
    free(a);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze halves.c -o halves.fc -- -O2
expect 0 "all supported" analyze halves.c -o message.fc -- -O2 -DMESSAGE
# same MODEL POINT: formula and predict agree there, on a line of its own a call of T in Python.
same() {
    local ranks=$2
    expect 0 "" predict "$1" -m nodes.yaml -n "$ranks" --format json "${@:3}" -- 100 7
    mv out predicted.json
    expect 0 "" formula "$1" -m nodes.yaml -n "$ranks" --format json "${@:3}" -- 100 7
    check test "$(grep warning err | grep -cvF FC0592)" = 0
    check python3 -c 'import json
a, b = json.load(open("out"))["time_s"], json.load(open("predicted.json"))["points"][0]["time_s"]
assert abs(a - b) <= 1e-9 * b, (a, b)'
}
for ranks in 1 2 4 5 8 12 16 24; do
    for placement in block cyclic; do
        same halves.fc $ranks --placement $placement
    done
    same message.fc $ranks
done
# All notations name the variants, and Python and JavaScript compute with them.
expect 0 "[4 >= p] * (" formula halves.fc -m nodes.yaml --all
check grep -q 'T_allreduce@intra(p, 8\*n)' out
check grep -q '\[variant(half) == 2\]' out
expect 0 "variant(half) = 1 (halves.c:12)" formula halves.fc -m nodes.yaml -n 8 -- 100 7
expect 0 'T_{\mathrm{allreduce@intra}}(p' formula halves.fc -m nodes.yaml --notation latex --all
expect 0 'fc_communication_seconds(FC_FIT_ALLREDUCE, FC_VARIANT_INTRA, ' formula halves.fc -m nodes.yaml --notation c
expect 0 '"runtime_function": "allreduce"' formula halves.fc -m nodes.yaml -n 8 --format json -- 100 7
mv out halves.json
expect 0 "" predict halves.fc -m nodes.yaml -n 8 --format json -- 100 7
mv out predicted.json
mapfile -t values < <(python3 -c 'import json
formula = json.load(open("halves.json"))
assert {"any", "intra", "inter"} == {term["variant"] for term in formula["terms"] if term["op"]}
[print(p["value"]) for p in formula["parameters"]]')
expect 0 "" formula halves.fc -m nodes.yaml --notation python -o halves.py
check python3 "$here/same_time.py" predicted.json "$(python3 halves.py 8 "${values[@]}")"
# On a machine without variants nothing of them is printed.
expect 0 "T(p, n, steps) =" formula halves.fc -m parsytec-gc-powerplus
check test "$(grep -c "variant\|@" out)" = 0
# Which node a partner within a split communicator has is not closed: that part is T_run.
expect 0 "the nodes of the partner of this MPI_Sendrecv are not closed in the parameters" formula message.fc -m nodes.yaml -n 8 -- 100 7
# A sweep of many points uses the formula: equal to predict.
expect 0 "" sweep halves.fc -m nodes.yaml -n 1:64 -- 100 7
mv out swept.csv
expect 0 "" predict halves.fc -m nodes.yaml -n 1:64 --format csv -- 100 7
check python3 -c 'import csv
swept, predicted = ({row["ranks"]: float(row["time_s"]) for row in csv.DictReader(open(name))} for name in ("swept.csv", "out"))
assert len(predicted) == 64 and all(abs(swept[p] - predicted[p]) <= 1e-9 * predicted[p] for p in predicted)'
# The report draws the same: its formula agrees with the predicted points.
expect 0 "" report halves.fc -m nodes.yaml -n 1:16:x2 --format json -- 100 7
check test "$(grep -c "the closed formula gives" err)" = 0
