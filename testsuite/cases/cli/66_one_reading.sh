# SPDX-License-Identifier: GPL-3.0-or-later
# What is analyzed is what is compiled: headers and macros that ask which compiler it is take the compiler's branches.
mkdir -p reading/parts reading/run
cat >reading/parts/asks.c <<'C'
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__clang__) || !defined(__GNUC__) || __GNUC__ < 5
#define TIMES(n) for (int k = 0; k < (n); k++) for (int l = 0; l < (n); l++)
#else
#define TIMES(n) for (int k = 0; (k) < 3 * (n); k++) if (k % 3)
#endif
#ifdef __OPTIMIZE__
#define CHECK(x) while (!(x)) abort()
#else
#define CHECK(x) assert(x)
#endif

int main(int argc, char **argv)
{
    int n, done = 0;
    _Float64 value = 1;
    MPI_Init(&argc, &argv);
    n = atoi(argv[1]);
    CHECK(n > 0);
    TIMES(n)
        done++;
    while (value < n)
        value *= 1.5;
    printf("%d %g\n", done, (double)value);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze reading/parts/asks.c -o reading/plain.fc -- -O2
check test ! -s err
expect 0 "counted" profile --every reading/plain.fc --no-timers -n 1 -- 20
check grep -q 'asks.c:24 .*(60 in 1)' out # the compiler's loop
for flags in -O2 "-O2 -march=native -fopenmp" "-std=c99 -O1"; do
    read -ra words <<<"$flags"
    expect 0 "all supported" analyze reading/parts/asks.c -o reading/asks.fc -- "${words[@]}"
    expect 0 "counted" profile --every reading/asks.fc --no-timers -n 1 -- 20
    rm reading/asks.fc.profile
done

# A macro of the command line replaces the compiler's.
expect 0 "all supported" analyze reading/parts/asks.c -o reading/asks.fc -- -U__OPTIMIZE__ -O2
expect 0 "__assert_fail" profile --every reading/asks.fc --no-timers -n 1 -- 20
rm -f reading/asks.fc.profile

# A builtin of gcc that clang lacks: the file is read as gcc preprocesses it, and the warning says so.
cat >reading/parts/builtin.c <<'C'
#include <mpi.h>
#include <stdio.h>
typedef double pair __attribute__((vector_size(16)));
static pair sum(pair a, pair b)
{
#ifdef __clang__
    return a + b;
#else
    for (int i = 0; i < 2; i++) {
        a = __builtin_ia32_addpd(a, b);
        b += a;
    }
    return a;
#endif
}
int main(int argc, char **argv)
{
    pair a = {1, 2};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 100; i++)
        a = sum(a, a);
    printf("%g\n", a[0]);
    MPI_Finalize();
    return 0;
}
C
expect 0 "builtin.c:10: warning[FC0249]" analyze reading/parts/builtin.c -o reading/builtin.fc
expect 0 "counted" profile --every reading/builtin.fc --no-timers -n 1
check grep -q 'builtin.c:9 .*(200 in 100)' out

# clang answers __has_builtin for itself: the file is read as gcc preprocesses it, and the place is named.
cat >reading/parts/has.c <<'C'
#include <mpi.h>
#include <stdio.h>
#if defined(__has_builtin)
#if __has_builtin(__builtin_nondeterministic_value)
#define TIMES(n) while (n-- > 0)
#endif
#endif
#ifndef TIMES
#define TIMES(n) for (int k = 0; k < n * 2; k++)
#endif
int main(int argc, char **argv)
{
    int n = 20, done = 0;
    MPI_Init(&argc, &argv);
    TIMES(n)
        done++;
    printf("%d\n", done);
    MPI_Finalize();
    return 0;
}
C
expect 0 "has.c:15: note[FC0250]" analyze reading/parts/has.c -o reading/has.fc
expect 0 "counted" profile --every reading/has.fc --no-timers -n 1
check grep -q 'has.c:15 .*(40 in 1)' out
sed -i 's/return 0;/return nothing;/' reading/parts/has.c
expect 3 "error[FC0252]: use of undeclared identifier 'nothing'" analyze reading/parts/has.c -o reading/has.fc

# A warning of a header is printed once, whatever number of files includes it.
echo '#define OLD 1
#warning "an old header"' >reading/parts/old.h
for i in 1 2 3; do
    printf '#include "old.h"\nint f%d(void) { return OLD; }\n' $i >reading/parts/f$i.c
done
printf '#include <mpi.h>\nint f1(void);\nint main(void) { MPI_Init(0, 0); MPI_Finalize(); return f1(); }\n' >reading/parts/m.c
expect 0 "an old header" analyze reading/parts/[fm]*.c -o reading/m.fc
check test "$(grep -c 'an old header' err)" = 1

# A model with relative paths serves in any folder.
expect 0 "all supported" analyze reading/parts/asks.c -o reading/asks.fc
cd reading/run || exit 1
expect 0 "counted" profile ../asks.fc --no-timers -n 1 -- 20
expect 0 "p = 1" predict ../asks.fc -n 1 -- 20
cd ../.. || exit 1

# Only regions that a longjmp may leave are not timed.
cat >reading/parts/jumps.c <<'C'
#include <math.h>
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static void try(int i)
{
    for (int k = 0; k < 1000; k++)
        if (k == 500 + i)
            longjmp(back, 1);
}

int main(int argc, char **argv)
{
    double *a = calloc(100000, sizeof *a);
    int jumps = 0;
    MPI_Init(&argc, &argv);
    if (setjmp(back) == 0)
        try(atoi(argv[1]));
    else
        jumps = 1;
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 100000; i++)
            a[i] = sqrt(a[i] + i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("%d %g\n", jumps, a[7]);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze reading/parts/jumps.c -o reading/jumps.fc -- -O2
expect 0 "1 timed on 1 rank" profile reading/jumps.fc -n 1 -- 3
expect 0 "p = 1" predict reading/jumps.fc -n 1 --compute-model fitted -- 3
