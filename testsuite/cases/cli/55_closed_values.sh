# SPDX-License-Identifier: GPL-3.0-or-later
# Values that the formula has in closed form and the cost program computes: rounded square roots and logarithms of p. Both
# agree at all numbers of ranks.

# agrees MODEL RANKS ARGUMENT...: the formula, as a module of Python, gives the times of `forecost predict`.
agrees() {
    local model=$1 ranks=$2
    shift 2
    expect 0 "" predict "$model.fc" -n "$ranks" --format json -- "$@"
    cp out predicted.json
    expect 0 "" formula "$model.fc" --notation python -o formula.py -- "$@"
    check python3 -c 'import inspect, json, sys
sys.path.insert(0, ".")
import formula
names = list(inspect.signature(formula.T).parameters)[1:]
for point in json.load(open("predicted.json"))["points"]:
    time = formula.T(point["ranks"], *(point["parameters"][name] for name in names))
    assert abs(time - point["time_s"]) <= 1e-9 * point["time_s"], (point["ranks"], time, point["time_s"])'
}

cat >rounded.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int p, n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    int q = VALUE;
    double *x = calloc(n, sizeof *x);
    for (int k = 0; k < 100 * q; k++)
        for (int i = 0; i < n / (q + 1); i++)
            x[i] += k;
    MPI_Finalize();
    return x[0] > 0;
}
EOF
# closed VALUE TEXT: the value is closed, and named so.
closed() {
    sed "s|VALUE|$1|" rounded.c >value.c
    expect 0 "all supported" analyze value.c -o value.fc
    expect 0 "$2" formula value.fc --all -n 64 -- 9000
    check grep -q '^T(p, n) =' out
    agrees value "1:1024${SHORT:+:41}" 9000
}
closed "sqrt(p)" "isqrt(p)"
closed "(int)(sqrt((double)p) + 0.5)" "isqrt(4*p)"
closed "(int)ceil(pow(p, 0.5))" "isqrt(p - 1) + 1"
closed "(int)log2((double)p)" "ilog(p, 2)"
closed "ceil(log((double)p) / log(2))" "ilog(p - 1, 2) + 1"
closed "(int)(log(p) / log(2.0) + 0.5)" "ilog(p^2, 2)"
closed "ceil((double)p / 7)" "ceil(p/7)"
# log(243)/log(3) is less than 5: the value stays a quantity.
sed "s|VALUE|log(p) / log(3)|" rounded.c >value.c
expect 0 "all supported" analyze value.c -o value.fc
expect 0 "computed by the program slice: q = 4" formula value.fc -n 243 -- 9000
