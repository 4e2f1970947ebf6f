# SPDX-License-Identifier: GPL-3.0-or-later
# Sources: errors have file, line and column; no model is written.
given whole
given search
printf 'int main(void)\n{\n    return undeclared;\n}\n' >broken.c
printf '#include <mpi.h>\n#include "absent.h"\nint main(void) { return 0; }\n' >include.c
printf '#include <mpi.h>\nint MPI_Pack_size_c(MPI_Count n, MPI_Datatype type, MPI_Comm comm, MPI_Count *size);\nint main(int c, char **v)\n{\n    MPI_Count size;\n    MPI_Init(&c, &v);\n    MPI_Comm w = MPI_COMM_WORLD;\n    MPI_Pack_size_c(3, MPI_INT, w, &size);\n    MPI_Pack_size_c(4, MPI_INT, w, &size);\n    MPI_Pack_size_c(5, MPI_INT, w, &size);\n    MPI_Finalize();\n}\n' >large.c

expect 0 "whole.c: 1 procedure, 2 loops" analyze whole.c -o whole.fc
check test -s whole.fc
expect 0 "no count needs a profile" analyze whole.c -o whole.fc
# Without a level of optimization the files get the machine's; -O0 is one.
expect 0 "note[FC0444]: analyzed with -O2, as machine default was calibrated" analyze whole.c -o whole.fc -- -DX=1
check python3 -c 'import json; m = json.load(open("whole.fc")); assert any("-O2" in row[4] and "-DX=1" in row[4] for row in m["files"]), m["files"]'
expect 0 "whole.c: 1 procedure, 2 loops" analyze whole.c -o whole.fc -- -O0
check test ! -s err
check grep -q '"-O0"' whole.fc
expect 3 "nosuch.yaml" analyze whole.c -m nosuch.yaml -o whole.fc
expect 0 "search.c:11" analyze search.c -o search.fc
expect 0 "forecost profile search.fc" analyze search.c -o search.fc

expect 3 "broken.c:3:12: " analyze broken.c -o broken.fc
absent broken.fc
expect 3 "nosuch.c" analyze nosuch.c -o nosuch.fc
absent nosuch.fc
expect 3 "include.c:2:10: " analyze include.c -o include.fc
# A call that is not modeled ends the prediction only where a rank reaches it.
expect 0 "5 MPI calls; 3 not supported." analyze large.c -o large.fc
expect 0 "large.c:8:5: MPI_Pack_size_c: not supported: results and lists of this function's large counts" analyze large.c -o large.fc
expect 3 "large.c:8: error[FC0505]: MPI_Pack_size_c is not supported" predict large.fc -n 2

# The table of supported functions.
expect 0 "fc_time_MPI_Allgatherv" mpi MPI_Allgatherv
expect 0 '"function": "MPI_Bcast", "kind": "collective"' mpi --format json
expect 0 "MPI_Wtime,costless,,returns virtual seconds," mpi --format csv MPI_Wtime
expect 2 "Did you mean MPI_Allreduce?" mpi MPI_Alreduce
silent
: >empty.c
expect 3 "main" analyze empty.c -o empty.fc
head -c 4096 /dev/urandom >noise.c
expect 3 "noise.c" analyze noise.c -o noise.fc
absent noise.fc
expect 3 "whole.c" analyze whole.c whole.c -o twice.fc

# No mpi.h: a compiler that has none. The message names the package and the workaround.
mkdir -p bare
printf '#!/bin/sh\nexec gcc "$@"\n' >bare/plaincc
chmod +x bare/plaincc
expect 4 "whole.c:1:10: error[FC0217]: 'mpi.h'" analyze --cc bare/plaincc whole.c -o none.fc
expect 4 "libopenmpi-dev" analyze --cc bare/plaincc whole.c -o none.fc
absent none.fc

# A folder that cannot be written, even as root.
expect 3 "/proc/forecost.fc: error[FC0908]: cannot be written" analyze whole.c -o /proc/forecost.fc
expect 3 "whole.c/x.fc: error[FC0908]: cannot be written" analyze whole.c -o whole.c/x.fc
expect 3 "absent/x.fc: error[FC0908]: cannot be written" analyze whole.c -o absent/x.fc
cp whole.fc before.fc
expect 3 "broken.c:3:12: " analyze broken.c -o whole.fc
check cmp -s whole.fc before.fc

# --code: machine code of the loops. Both of whole.c's are found; -O3 vectorizes the first, the second is a recurrence.
if [[ $(uname -m) == x86_64 ]]; then
    expect 0 "Code: 2 of 2 innermost loops found in the machine code, 0 vectorized." analyze whole.c --code -o code.fc -- -O1
    expect 0 "Code: 2 of 2 innermost loops found" analyze whole.c --code -o code.fc -- -O3
    check grep -q '^\[0,16,[12],16,' code.fc
    expect 0 "no count needs a profile" analyze whole.c --code -o code.fc -- -O3
    # A loop of a header that precedes all other files in the debugging information.
    printf '__attribute__((noinline)) static void twice(double *a, int n)\n{\n    for (int i = 0; i < n; i++)\n        a[i] *= 2;\n}\n' >twice.h
    printf '#include "twice.h"\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    double a[100] = {0};\n    twice(a, argc + atoi(argv[1]));\n    return a[0] > 1;\n}\n' >header.c
    expect 0 "Code: 1 of 1 innermost loop found in the machine code" analyze header.c --code -o header.fc -- -O2
    # The default, but for -p; with a failing build it is a note. FORECOST_CODE=off is --no-code.
    FORECOST_CODE= expect 0 "Code: 2 of 2 innermost loops found" analyze whole.c -o default.fc -- -O3
    check cmp -s default.fc code.fc
    FORECOST_CODE= expect 0 "" analyze whole.c --no-code -o none.fc -- -O3
    check test "$(grep -c "^Code\|FC0430" out err | tr -d '\n')" = out:0err:0
    expect 0 "" analyze whole.c -o off.fc -- -O3
    check cmp -s none.fc off.fc
    expect 2 "error[FC0431]: --mca and --no-code exclude each other" analyze whole.c --no-code --mca native -o both.fc
    absent both.fc
    mkdir -p db
    printf '[{"directory": "%s", "file": "whole.c", "command": "./not-run -O3 -c whole.c"}]' "$PWD" >db/compile_commands.json
    FORECOST_CODE= expect 0 "note[FC0430]: the machine code of the loops was not read: commands of" analyze -p db -o db.fc
    printf '#include <mpi.h>\nvoid absent(int);\nint main(void) { for (int i = 0; i < 9; i++) absent(i); return 0; }\n' >unlinked.c
    FORECOST_CODE= expect 0 "note[FC0430]: the machine code of the loops was not read: " analyze unlinked.c -o unlinked.fc -- -O2
    check grep -q "absent" err
    rm unlinked.fc
    printf '#include <mpi.h>\nvoid absent(void);\nint main(void) { absent(); return 0; }\n' >unlinked.c
    expect 3 "absent" analyze unlinked.c --code -o unlinked.fc
    absent unlinked.fc
    mkdir -p no-objdump
    for tool in mpicc gcc as ld; do ln -sf "$(command -v $tool)" no-objdump/$tool; done
    env PATH="$PWD/no-objdump" "$FORECOST" analyze whole.c --code -o code2.fc >out 2>err
    check test $? -eq 4
    check grep -q binutils err
    absent code2.fc
    # --mca: the model names the processor, and each prediction reports it.
    expect 0 "Loop throughput comes from llvm-mca for 2 of them on znver3." analyze whole.c --mca znver3 -o mca.fc -- -O1
    check grep -q '"code_cpu":"znver3"' mca.fc
    expect 0 "loop throughput comes from llvm-mca for znver3" predict mca.fc -n 1
    expect 2 "unknown processor" analyze whole.c --mca z80 -o z80.fc -- -O1
    absent z80.fc
    ln -sf "$(command -v objdump)" no-objdump/objdump
    env PATH="$PWD/no-objdump" "$FORECOST" analyze whole.c --mca native -o mca2.fc >out 2>err
    check test $? -eq 4
    check grep -q "package llvm-19" err
    absent mca2.fc
fi

# A dynamic count is printed with the dynamic variable, where and why; --all lists all.
cat >escapes.c <<'C'
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n, m;
    MPI_Recv(&n, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    m = n / 2;
    double a[100] = {0};
    for (int i = 0; i < m; i++)
        a[i] += 1;
    for (int i = 0; i < 9; i++) {
        if (a[i] > 1)
            a[i] = 1;
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "escapes.c:10  loop: m, from n, set by MPI_Recv (escapes.c:7)" analyze escapes.c -o escapes.fc --all

# An unsupported language extension ends with its place and name; no crash.
refuse_c() { # refuse_c LINE TEXT SOURCE: the report names that line of c.c
    printf '%b' "$3" >c.c
    rm -f c.fc
    expect 3 "c.c:$1" analyze c.c -o c.fc
    check grep -qF -e "$2" err
    absent c.fc
}
# Irregular jumps are counted, with their reason.
printf 'int main(int c, char **v)\n{\n    switch (c) {\n    case 0:\n        do {\n            c -= 2;\n    case 1:\n            c--;\n        } while (c > 0);\n    }\n}\n' >duff.c
expect 0 "duff.c:8  piece: a case label inside another statement (duff.c:7)" analyze duff.c -o duff.fc
refuse_c 3: "a nested function is not supported" 'int main(int c, char **v)\n{\n    int in(int x) { return x + c; }\n    return in(0);\n}\n'
refuse_c 4: "a _Generic with several associations of the same type is not supported" '#define TWICE(T, x) _Generic(x, T: x * 2, default: x)\nint main(int c, char **v)\n{\n    double d = TWICE(double, d);\n    return d > 1;\n}\n'
refuse_c 4: "?: with a vector condition" 'typedef int v4 __attribute__((ext_vector_type(4)));\nint main(int c, char **v)\n{\n    v4 x = c, y = x > 1 ? x : -x;\n    return y[0];\n}\n'
refuse_c 4: "a statement expression with loops" 'int main(int c, char **v)\n{\n    int k = 0;\n    k += c && ({ int j = c; while (j > 1) j /= 2; j; });\n    return k;\n}\n'

# One object, two types: both names are dynamic, with a warning.
cat >two.c <<'C'
#include <mpi.h>
int trips = 3;
void more(void);
int main(int argc, char **argv)
{
    static double a[1000];
    MPI_Init(&argc, &argv);
    more();
    for (int i = 0; i < trips; i++)
        a[i % 1000] += 1;
    MPI_Finalize();
    return 0;
}
C
printf 'extern long trips;\nvoid more(void) { trips = 7; }\n' >more.c
expect 0 "two.c:9  loop: trips" analyze two.c more.c -o two.fc
check grep -qF "more.c:1:13: warning[FC0244]: 'trips' is declared with another type at two.c:2:5" err
sed -i 's/long/int/' more.c
expect 0 "Loops: 1 closed" analyze two.c more.c -o two.fc
# A pointer to a record that one file does not define: only the pointer is dynamic, not what shares a cell with its target.
printf 'extern struct pool *pool;\n' >pool.h
cat >opaque.c <<'C'
#include <stdlib.h>
#include "pool.h"
int use(int *row), idle(void);
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), sum = 0, *row = malloc((n + 1) * sizeof *row);
    for (int i = 0; i <= n; i++)
        row[i] = 2 * i;
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += k;
    return use(row) + idle() + sum;
}
C
cat >pool.c <<'C'
#include <stdlib.h>
#include "pool.h"
struct pool {
    int used;
} *pool;
void *last;
static void note(void *p) { last = p; }
int use(int *row)
{
    pool = malloc(sizeof *pool);
    note(row);
    note(pool);
    return pool->used = row[0];
}
C
printf '#include "pool.h"\nint idle(void) { return pool == 0; }\n' >idle.c
expect 0 "no count needs a profile" analyze opaque.c pool.c idle.c -o opaque.fc
# A message for many places names three and their number; --all names each.
for i in 1 2 3 4 5 6; do
    printf 'void part%d(double *a)\n{\n#pragma omp parallel for\n    for (int i = 0; i < 9; i++)\n        a[i] = i;\n}\n' $i >part$i.c
done
expect 0 "3 more: OpenMP directives ignored: -fopenmp is not among the flags" analyze two.c more.c part?.c -o parts.fc
check test "$(grep -c "OpenMP directives ignored" err)" = 4
expect 0 "part6.c: OpenMP directives" analyze two.c more.c part?.c -o parts.fc --all
check test "$(grep -c "OpenMP directives ignored" err)" = 6

# Loops of one bound share a measured quantity; --why names it, and the chain from where the bound became dynamic.
cat >quantities.c <<'C'
#include <mpi.h>
#include <stdio.h>
typedef struct matrix {
    int n, *start;
} matrix;
void read_matrix(matrix *);
static double rows(const matrix *a)
{
    double sum = 0;
    for (int r = 0; r < a->n; r++)
        for (int k = a->start[r]; k < a->start[r + 1]; k++)
            sum += 1.0 / (k + 1);
    return sum;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    matrix a;
    read_matrix(&a);
    double sum = rows(&a);
    for (int r = 0; r < a.n; r++)
        sum += 1.0 / (r + 2);
    while (sum > 1)
        sum /= 2;
    MPI_Finalize();
    return sum > 0.75;
}
C
expect 0 "Loops: 0 closed, 3 closed over 2 measured quantities, 1 dynamic; 4 counts need a profile:" analyze quantities.c -o q.fc
expect 0 "    quantities.c:21  a.n in main: 2 loops" analyze quantities.c -o q.fc --all
expect 0 "quantities.c:11  a->start[r + 1] - a->start[r] in main: 1 loop" analyze quantities.c -o q.fc --all
expect 0 "quantities.c:10: for loop: closed over measured quantities" analyze quantities.c -o q.fc --why quantities.c:10
check grep -qxF "    its count depends on a.n in main, which bounds 2 loops, first at quantities.c:21" out
check grep -qxF "    a->n is set by read_matrix, quantities.c:19" out
expect 0 "quantities.c:23: while loop: dynamic" analyze quantities.c -o q.fc --why quantities.c:23
expect 0 "quantities.c:20: declaration of sum: dynamic" analyze quantities.c -o q.fc --why quantities.c:20
expect 2 "FC0345" analyze quantities.c -o q.fc --why quantities.c
expect 2 "FC0346" analyze quantities.c -o q.fc --why quantities.c:2
