# SPDX-License-Identifier: GPL-3.0-or-later
# Predictions: the contract of JSON and CSV, and every invalid number with its place.
given whole
given search
expect 0 "ranks" predict whole.fc -n 1:8:x2 -- 1000
expect 0 "" predict whole.fc -n 1:4:x2 -D n=500,1000 --format csv -- 1000
check test "$(wc -l <out)" = 7
cp out first.csv
expect 0 "" predict whole.fc -n 1:4:x2 -D n=500,1000 --format csv -- 1000
check cmp -s out first.csv
expect 0 '"points"' predict whole.fc -n 1,2 --format json -- 1000
check python3 "$here/contract.py" predict out

expect 2 "column 1: 0 is below the least value, 1" predict whole.fc -n 0 -- 1000
silent
expect 2 "column 1: -4 is below" predict whole.fc -n -4 -- 1000
expect 2 "column 1: 1e+20 is above" predict whole.fc -n 99999999999999999999 -- 1000
expect 2 "column 3: the last value" predict whole.fc -n 8:2 -- 1000
expect 2 "more than 100000 values" predict whole.fc -n 1:2000000000 -- 1000
expect 2 "given twice" predict whole.fc -D n=1 -D n=2 -- 1000
expect 2 "-D: \"n\" is not name=RANGE" predict whole.fc -D n -- 1000
expect 2 "nosuchparameter" predict whole.fc -D nosuchparameter=3 -- 1000
check grep -qF "  Its parameters are: n" err

# Unused results and arguments of MPI_Init_thread do not change the time.
sed 's/MPI_Init(&argc, &argv);/int level;\n    MPI_Init_thread(\&argc, \&argv, MPI_THREAD_FUNNELED, \&level);/' whole.c >threads.c
sed 's/MPI_THREAD_FUNNELED/(int)(argv[0][0] * 0.01)/' threads.c >level.c
time_of() { "$FORECOST" predict "$1" -n 4 --format csv -- 1000 2>/dev/null | tail -n 1 | cut -d, -f3; }
for name in threads level; do
    expect 0 "all supported" analyze $name.c -o $name.fc
    check test "$(time_of $name.fc)" = "$(time_of whole.fc)"
done
sed 's/if (n < 1)/if (n < -9)/; s|total, 1, |total, p / n, |' whole.c >divides.c
expect 0 "" analyze divides.c -o divides.fc
expect 3 "divides.c:19: error[FC0505]: the divisor is 0 (4 ranks)" predict divides.fc -n 4 -- 0

# n = 0: the program itself refuses it; the message names the place. Overflowing and negative counts end likewise.
expect 3 "whole.c:" predict whole.fc -n 2 -- 0
silent
expect 3 "whole.c:" predict whole.fc -n 2 -- -5
expect 3 "whole.c:" predict whole.fc -n 2 -D n=-5 -- 1000
expect 3 "whole.c:" predict whole.fc -n 2 -D n=1e15 -- 1000

# Missing counts: the place and three remedies.
expect 3 "search.c:11" predict search.fc -n 2 -- 50
expect 3 "--assume" predict search.fc -n 2 -- 50
expect 0 "assumed" predict search.fc -n 2 --assume search.c:11=16 -- 50
# All missing counts at once, with the options that give them values; those that the arguments do not need are left out.
given unknowns -O2
expect 3 "note[FC0446]: 2 counts are needed" predict unknowns.fc -n 2 -- 50 0
check grep -qF -- "  --assume unknowns.c:11=ITERATIONS --assume unknowns.c:14=SHARE" err
expect 3 "note[FC0446]: 3 counts are needed" predict unknowns.fc -n 2,4 --method ranks -- 50 1
check test "$(grep -c FC0446 err)" = 1
expect 0 "assumed" predict unknowns.fc -n 2 --assume unknowns.c:11=9 --assume unknowns.c:14=0.1 --assume unknowns.c:33=20 -- 50 1
# Places are printed from the current folder.
mkdir -p build/run
expect 0 "unknowns.c" analyze "$PWD/unknowns.c" -o unknowns.fc -- -O2
check grep -qF "    unknowns.c:11  loop" out
(cd build/run && "$FORECOST" predict ../../unknowns.fc -- 50 0 2>&1) >out
check grep -qx "../../unknowns.c:11: error.*" out
expect 2 "search.c:9999" predict search.fc -n 2 --assume search.c:9999=5 -- 50
expect 2 "--assume" predict search.fc -n 2 --assume search.c=5 -- 50
expect 2 "--assume" predict search.fc -n 2 --assume search.c:11=-5 -- 50
expect 2 "--assume" predict search.fc -n 2 --assume search.c:11=nan -- 50

# Files that are no models.
expect 3 "nosuch.fc: error[FC0905]: cannot be read" predict nosuch.fc -n 2
head -c 200 whole.fc >cut.fc
expect 3 "cut.fc:" predict cut.fc -n 2
sed 's/"kind": *"program"/"kind":"poem"/' whole.fc >poem.fc
expect 3 "poem.fc" predict poem.fc -n 2
expect 3 "whole.c" predict whole.c -n 2
expect 3 "cut.fc:" formula cut.fc
expect 3 "cut.fc:" validate cut.fc
expect 3 "cut.fc:" emit cut.fc -o cut

# Unwritable output is an error.
"$FORECOST" predict whole.fc -n 2 -- 1000 >/dev/full 2>err
check test $? = 3
check grep -q "standard output" err

# User-defined runtime functions ([analyzer] section 4): 1 s a call of the one Allreduce, for any machine.
cat >slow.c <<'C'
#include "runtime_function.h"
double fc_time_MPI_Allreduce(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    (void)machine, (void)type;
    return n * p;
}
C
expect 0 "" predict whole.fc -n 3 --comm-model slow.c --format json -- 1000
check python3 -c 'import json; p = json.load(open("out"))["points"][0]; assert abs(p["communication_s"] - 3) < 1e-9, p["communication_s"]'
printf 'int nothing;\n' >nothing.c
expect 3 "nothing.c" predict whole.fc --comm-model nothing.c -- 1000
printf 'double fc_time_MPI_Bcast(\n' >broken_model.c
expect 3 "broken_model.c:" predict whole.fc --comm-model broken_model.c -- 1000
cat >half_model.c <<'C'
#include "runtime_function.h"
double my_table(double n);
double fc_time_MPI_Bcast(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    return my_table(n);
}
C
expect 3 'half_model.c:2:8: error[FC0517]: undefined symbol "my_table"' predict whole.fc --comm-model half_model.c -- 1000
silent

# exit(0) is success, exit(3) is not. Memory of posix_memalign is counted, and its first touch.
cat >ends.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    void *block = NULL;
    MPI_Init(&argc, &argv);
    size_t n = argc > 1 ? (size_t)atol(argv[1]) : 1;
    if (n > 1000000)
        exit(3);
    if (posix_memalign(&block, 64, n * 100))
        MPI_Abort(MPI_COMM_WORLD, 1);
    free(block);
    MPI_Finalize();
    exit(EXIT_SUCCESS);
}
C
expect 0 "" analyze ends.c -o ends.fc
expect 0 "ends.c:11 posix_memalign" predict ends.fc -n 2 -- 1000
expect 3 "ends.c:10: error[FC0505]: the program ends here by exit" predict ends.fc -n 2 -- 1000001

# Costs for other flags than the program's are reported; the default machine was calibrated with -O2.
expect 0 "" analyze whole.c -o plain.fc -- -O0
expect 0 "note[FC0535]: whole.c is compiled with -O0, but machine default was calibrated with mpicc -O2" predict plain.fc -n 2 -- 1000
expect 0 "" analyze whole.c -o optimised.fc -- -O2
expect 0 "" predict optimised.fc -n 2 -- 1000
check test ! -s err
expect 0 "" analyze whole.c -o optimised.fc -- -O2 -march=native
expect 0 "compiled with -O2 -march=native" predict optimised.fc -n 2 -- 1000
expect 0 "" predict whole.fc -n 2 -m parsytec-gc-powerplus -- 1000
check test ! -s err

# Arguments read by rank 0 only are in the heading, also if another rank is slowest.
cat >first.c <<'SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, size, n = 0;
    double x = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        n = atoi(argv[1]);
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < n * (rank + 1); i++)
        x = x * 1.5 + 1;
    MPI_Finalize();
    return x == 7;
}
SOURCE
expect 0 "Loops: 1 closed" analyze first.c -o first.fc -- -O2
expect 0 "first  n = 1000   machine" predict first.fc -n 4 -- 1000
expect 0 "first  n = 1000   machine" predict first.fc -n 4 --method ranks -- 1000

# gcc accepts any level; libclang's warning about it is suppressed.
expect 0 "Loops: 1 closed" analyze first.c -o first.fc -- -O5
check test "$(grep -c "optimization level" err)" = 0
expect 0 "Calibrate with these flags (--cc)" predict first.fc -n 4 -- 1000

# Procedures that each call the next ten times: 10^10 paths lead to the last. No analysis visits each path: neither the
# equality of iterations nor the working sets.
{
    printf '#include <mpi.h>\n#include <stdlib.h>\nstatic void level_0(double *a, int n)\n{\n    for (int i = 0; i < n; i++)\n        a[i] += 1;\n}\n'
    for level in {1..10}; do
        printf 'static void level_%d(double *a, int n)\n{\n' "$level"
        for _ in {1..10}; do printf '    level_%d(a, n);\n' $((level - 1)); done
        printf '}\n'
    done
    printf 'int main(int argc, char **argv)\n{\n    int n = atoi(argv[1]);\n    double *a = calloc(n, sizeof *a);\n    MPI_Init(&argc, &argv);\n'
    printf '    for (int t = 0; t < n; t++) {\n        a[t] = t * 0.1;\n        if (a[t] > 1e300) // data\n            level_10(a, n);\n    }\n    MPI_Finalize();\n    return a[0] > 1;\n}\n'
} >ways.c
expect 0 "Loops: 2 closed" analyze ways.c -o ways.fc -- -O2
data=$(grep -n '// data' ways.c | cut -d: -f1)
expect 0 "ways  n = 100" predict ways.fc --assume "ways.c:$data=0" -- 100
# The head line names eight parameters: sizes before flags.
given options -O2
expect 0 "options  trace = 1, check = 0, nx = 30, ny = 40, steps = 7, a = 1, b = 1, nz = 5 and 4 more   machine" predict options.fc -- 1 0 30 40 7 1 1 1 0 0 0 5

# A successful end that the arguments lead to is named; the end of all runs is not.
cat >usage.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static void help(const char *name)
{
    printf("usage: %s N\n", name);
    MPI_Finalize();
    exit(0);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc < 2)
        help(argv[0]);
    if (argc > 3) {
        MPI_Finalize();
        return 0;
    }
    for (int i = 0; i < atoi(argv[1]); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    exit(0);
}
END
expect 0 "" analyze usage.c -o usage.fc -- -O2
expect 0 "usage.c:8: note[FC0591]: with these arguments the run ends here by exit, after \"usage: ... N\" (p = 2)" \
    predict usage.fc -n 2
expect 0 "usage.c:17: note[FC0591]: with these arguments the run ends here by main's return (p = 2)" \
    predict usage.fc -n 2 -- 1 2 3
expect 0 "" predict usage.fc -n 2 -- 100
check test ! -s err

# One rank does not execute the loop over the others, which accesses the same array: its working set is the array all
# the same.
cat >others.c <<'SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), p, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int m = n / p;
    double *a = calloc((size_t)n * n, sizeof *a), *b = calloc((size_t)n * m, sizeof *b);
    for (int k = 0; k < 20; k++) {
        int start = rank * m;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                a[i + start + n * j] += 1;
        for (int other = 1; other < p; other++) {
            start = (rank - other + p) % p * m;
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    a[i + start + n * j] += 1;
            MPI_Bcast(b, n * m, MPI_DOUBLE, other, MPI_COMM_WORLD);
        }
    }
    MPI_Finalize();
    return a[0] < 0;
}
SOURCE
sed '/other = 1/,/^        }/d' others.c >alone.c
for name in others alone; do
    expect 0 "" analyze $name.c -o $name.fc -- -O2
    expect 0 "" predict $name.fc -n 1 --format json -- 4000
    python3 -c 'import json; print(json.load(open("out"))["points"][0]["time_s"])' >$name.time
done
check python3 -c "others, alone = (float(open(f'{name}.time').read()) for name in ('others', 'alone'))
assert abs(others / alone - 1) < 0.01, (others, alone)"
