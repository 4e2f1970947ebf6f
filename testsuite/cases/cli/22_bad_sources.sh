# SPDX-License-Identifier: GPL-3.0-or-later
# Faulty sources and builds: each is refused with its place, or a warning states the replacement. For a missing input
# file see 34_input_file.sh.
mkdir -p sources && cd sources || exit 1
cat >search.c <<'END'
#include <mpi.h>
#include <stdlib.h>
static double a[1000], tolerance = 1e-9;
static int search(double x)
{
    int n = 0;
    while (x > tolerance) {
        x = 0.5 * x + a[n % 1000];
        n++;
    }
    return n;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = search(argc > 1 ? atof(argv[1]) : 1);
    MPI_Finalize();
    return n < 0;
}
END

# Edited after the model was written, and after the profile was made. The old model predicts the old source.
expect 0 "1 count needs a profile" analyze search.c -o search.fc -- -O2
expect 0 "33 iterations an entry" profile search.fc -n 1 --no-timers -- 5
expect 0 "profiled" predict search.fc -n 1 -- 5
check test "$(grep -c changed err)" = 0
sed -i 's/^static int search/\n&/; s/n++;/if (x < 3) n++;/' search.c
expect 0 "profiled" predict search.fc -n 1 -- 5
check grep -qx "note\[FC0550\]: search.c changed since search.fc was made; the prediction is for the earlier version." err
expect 3 "search.c:7:5: error[FC0311]: this while loop is not in the preprocessed source" profile search.fc -n 1 --no-timers -- 5
check grep -q "search.fc.profile keeps the counts of earlier runs" err
expect 0 "2 counts need a profile" analyze search.c -o search.fc -- -O2
expect 3 'search.fc.profile: error[FC0329]: a profile of another version of "search": its sources or flags have changed' predict search.fc -n 1 -- 5
silent

# Two files with statics of the same names: separate objects.
cat >one.c <<'END'
#include <mpi.h>
int other(int n);
static double a[100];
static int count;
static void sweep(int n) { for (int i = 0; i < n; i++) a[i % 100] += count; }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    count = 2;
    sweep(10 * argc);
    other(argc);
    MPI_Finalize();
    return a[0] > 99;
}
END
cat >two.c <<'END'
static double a[100];
static int count = 3;
static void sweep(int n) { for (int i = 0; i < count * n; i++) a[i % 100] *= 2; }
int other(int n) { sweep(1000 * n); return a[0] > 1; }
END
expect 0 "Loops: 2 closed" analyze one.c two.c -o statics.fc -- -O2
sed 's/100/200/' one.c >one.new && sed 's/100/200/' two.c >two.new && mkdir -p kept && cp -p one.c two.c kept && mv one.new one.c && mv two.new two.c
expect 0 "note[FC0550]: one.c and 1 other source changed since statics.fc was made" predict statics.fc -n 1
rm two.c && expect 0 "note[FC0550]: one.c changed since" predict statics.fc -n 1
cp -p kept/*.c .
expect 0 "10 iterations an entry (10 in 1)" profile statics.fc -n 1 --every
check grep -q "two.c:3 .* 3000 iterations an entry" out
expect 0 "" coverage statics.fc -n 1 --format csv
check grep -q "two.c,3,sweep" out

# A missing header.
printf '#include <mpi.h>\n#include "nosuch.h"\nint main(void) { return 0; }\n' >header.c
expect 3 "header.c:2:10: error[FC0218]: 'nosuch.h' not found. Pass its folder: forecost analyze header.c -- -I DIR" analyze header.c -o header.fc
absent header.fc

# An unknown flag: the analysis ignores it with a warning, a build here names the file. gcc's knowledge of it does not
# matter.
mkdir -p build
printf '[{"directory": "%s", "file": "one.c", "command": "mpicc -O2 -fno-tree-vectorize -march=native -fstrict-aliasing -std=gnu17 -c one.c"},
{"directory": "%s", "file": "two.c", "command": "mpicc -O2 -fno-such-thing -c two.c"}]\n' "$PWD" "$PWD" >build/compile_commands.json
expect 0 "Loops: 2 closed" analyze -p build -o flag.fc
check test "$(grep -c warning err)" = 1
check grep -qF "two.c: warning[FC0246]: unknown compiler flag -fno-such-thing; it is ignored" err
expect 0 "one.c: warning[FC0246]: unknown compiler flag -quiet-please" analyze one.c two.c -o flag2.fc -- -O2 -quiet-please
check test "$(grep -c warning err)" = 1
expect 0 "closed" predict flag.fc -n 1
expect 3 "two.c: gcc: error: unrecognized command-line option" profile flag.fc -n 1 --every
absent flag.fc.profile

# A binary of another compiler.
check mpicc one.c two.c -o plain
expect 3 "./plain: error[FC0206]: no record of its build: it was not linked by \`forecost cc\`" analyze ./plain -o plain.fc
check grep -q "or pass its sources" err
absent plain.fc

# A recursion of the control slice that does not end for these arguments.
cat >depth.c <<'END'
#include <mpi.h>
#include <stdlib.h>
static double a[100];
static int depth(int n, int by) { a[n & 63] += 1; return n == 0 ? 0 : 1 + depth(n - by, by); }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int m = depth(atoi(argv[1]), atoi(argv[2]));
    for (int i = 0; i < m; i++)
        a[i % 100] *= 2;
    MPI_Finalize();
    return a[0] > 1;
}
END
expect 0 "Loops: 1 closed" analyze depth.c -o depth.fc -- -O2
expect 0 "m = 10" predict depth.fc -n 1 -- 10 1
expect 3 "depth.c:4: error[FC0505]: recursion in the evaluation uses more than" predict depth.fc -n 1 -- 10 0

# A call with a missing argument (ParRes' AMR has one): the parameter is undefined.
cat >calls_walk.c <<'END'
#include <mpi.h>
#include <stdlib.h>
void walk();
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    walk(argc > 1 ? atoi(argv[1]) : 1);
    MPI_Finalize();
    return 0;
}
END
cat >walk.c <<'END'
double a[1000];
void walk(int n, int first)
{
    for (int i = 0; i < n; i++)
        a[i % 1000] += 1;
    for (int i = 0; i < first; i++)
        a[i % 1000] += 2;
}
END
expect 0 "walk.c:6  loop: first, set by walk (calls_walk.c:7)" analyze calls_walk.c walk.c -o walk.fc -- -O2
expect 3 "walk.c:6: error[FC0505]: how often this loop runs cannot be determined" predict walk.fc -n 1 -- 5

# Two procedures with a data-dependent mutual recursion: a message with a hint.
cat >mutual.c <<'END'
#include <stdlib.h>
static double a[1000];
static int down(double *x);
static int up(double *x)
{
    return *x > 0 ? 0 : 1 + down(x + 1);
}
static int down(double *x)
{
    return *x > 1 ? 5 : up(x + 1);
}
int main(int argc, char **argv)
{
    a[99] = atof(argv[1]);
    return argc > 5 ? up(a) : up(a) < 0;
}
END
expect 0 "" analyze mutual.c -o mutual.fc -- -O2
expect 0 "" profile mutual.fc -n 1 -- 5
expect 3 "The depth of this mutual recursion depends on data" predict mutual.fc -n 1 -- 5

# An MPI constant that cost programs do not have, in a source and in an edited model.
cat >constant.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    double x = 0;
    MPI_Init(&argc, &argv);
    MPI_Bcast(&x, 1, MPI_T_ENUM_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
END
expect 0 "" analyze constant.c -o constant.fc -- -O2
expect 3 "constant.c:6:22: error[FC0901]: MPI_T_ENUM_NULL is not supported" predict constant.fc -n 2
sed 's/MPI_T_ENUM_NULL/MPI_DOUBLE/; s/MPI_COMM_WORLD/MPI_MM_WORLD/' constant.fc >written.fc
expect 3 "MPI_MM_WORLD is not supported" predict written.fc -n 2
silent

# libclang is loaded only by commands that parse sources.
LD_DEBUG=files "$FORECOST" --version >out 2>err
check test "$(grep -c libclang err)" = 0
LD_BIND_NOW=1 expect 4 "env -u LD_BIND_NOW" analyze depth.c -o bound.fc
silent
absent bound.fc
LD_BIND_NOW=1 expect 0 "default" machine list
cd ..

# A pipe or a terminal as a header.
mkfifo pipe.h
echo '#include "pipe.h"' >waits.c
expect 3 "waits.c: error[FC0251]: clang waits for input: the file includes a pipe or a terminal" analyze waits.c

# Devices: without an end, as a link, in a header, as one of several sources. /dev/null is an empty file.
ln -sf /dev/zero zero.h
printf 'int unused;\n#include "zero.h"\n' >inner.h
printf '#include "inner.h"\nint main(void) { return 0; }\n' >linked.c
printf '#include "/dev/full"\nint other;\n' >full.c
printf '#include "/dev/null"\nint main(void) { return 0; }\n' >empty.c
[[ -n ${SHORT:-} ]] || ulimit -S -v 4000000 # KiB; sanitizers need more
expect 3 'inner.h:2:10: error[FC0253]: the included file zero.h is a device' analyze linked.c
expect 3 'full.c:1:10: error[FC0253]: the included file /dev/full is a device' analyze empty.c full.c
ulimit -S -v unlimited
expect 0 "" analyze empty.c
