# SPDX-License-Identifier: GPL-3.0-or-later
# Fits of several profiled runs in formulas: shown beside measured counts, or in their place (--fitted).
cat >halves.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), p, q = 1;
    double r = 1, s = 0, t = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    while (q * q * q < p)
        q++;
    double *x = malloc(n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = (i * 7919) % 1000;
    while (r > 1.0 / n) { /* log2(n) iterations, which data decides */
        double local = 0;
        for (int i = 0; i < n; i++)
            local += x[i] * 0.5;
        MPI_Allreduce(&local, &s, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        r = r / 2 + s * 1e-300;
    }
    for (int j = 1; j < n; j += j % 3 + 1)
        for (int k = 0; k < j % 5; k++)
            t += k;
    for (int j = 0; j < q; j++)
        MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    printf("%g %g\n", s, t);
    free(x);
    MPI_Finalize();
    return 0;
}
C
expect 0 "1 dynamic" analyze halves.c -o halves.fc
expect 3 "error[FC0198]: --fitted needs a profile of at least two runs" formula halves.fc --fitted -n 2 -- 1024
for n in 1024 16384 131072; do
    for ranks in 1 2; do
        expect 0 "" profile halves.fc --no-timers -n $ranks -- $n
    done
done
# The measured count keeps its value; its fit stands beside it. The time is predict's.
expect 0 "iterations(halves.c:15): mean iterations of the loop, 19.9316; fits log2(n) (6 runs)" formula halves.fc -n 16 -- 1000000
check grep -qF "T(p, n, q, iterations(halves.c:15)) =" out
# With --fitted nothing but p and n is left: the leading terms and Theta have the fits, the parts without closed form too.
expect 0 "T(p, n) =" formula halves.fc -n 16 --fitted -- 1000000
check grep -qF "Theta(n*p*log(p) + n*log(n))" out
check grep -qF "iterations(halves.c:15) = log2(n), 19.9316 here" out
check test "$(grep -c "T_run: the time" out)" = 0
expect 0 "T(p, {n}) =" formula halves.fc -n 16 --fitted --notation latex -- 1000000
check grep -qF '\text{with } \mathit{iterations(halves.c:15)} = 1 \, \log_2 {n}' out
# The value at the point is that of the program in C (compiled by Python), at other points the function's.
expect 0 '"is_fitted": true' formula halves.fc -n 16 --fitted --format json -- 1000000
cp out fitted.json
expect 0 "" formula halves.fc -n 16 --fitted --notation python -- 1000000
cp out fitted.py
check python3 -c 'import json, sys
sys.path.insert(0, ".")
import fitted
document = json.load(open("fitted.json"))
assert abs(fitted.T(16, 1000000) - document["time_s"]) <= 1e-12 * document["time_s"]
assert fitted.T(16, 8000000) > 8 * fitted.T(16, 1000000)
fit = {quantity["name"]: quantity.get("fit") for quantity in document["quantities"]}
assert fit["n"] is None and fit["iterations(halves.c:15)"] == {"text": "log2(n)", "runs": 6}
assert [name for name in fit if name.startswith("T_run")] and all(fit[name] for name in fit if name != "n")'
# At the profiled points the fitted formula is close to the prediction.
expect 0 "" predict halves.fc -n 2 --format json -- 16384
cp out predicted.json
check python3 -c 'import json, sys
sys.path.insert(0, ".")
import fitted
time = json.load(open("predicted.json"))["points"][0]["time_s"]
assert abs(fitted.T(2, 16384) - time) < 0.01 * time'
# A program without quantities is as it was.
given whole
expect 0 "T(p, n" formula whole.fc --fitted -n 4 -- 1000
