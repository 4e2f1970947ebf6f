# SPDX-License-Identifier: GPL-3.0-or-later
# Library calls: costs are functions of their arguments; unknown functions and unmeasured costs are named.
cat >library.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
void dgemm_(char *, char *, int *, int *, int *, double *, double *, int *, double *, int *, double *, double *, int *);
int mystery(int);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = malloc(n * n * sizeof *a), one = 1;
    for (int i = 0; i < n; i++)
        a[i] = exp(a[i]);
    memset(a, 0, n * sizeof *a);
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &one, a, &n);
    mystery(n);
    srand(n);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "all supported" analyze library.c -o library.fc -- -O2
check grep -q "library.c:16:5: mystery: a library function of unknown cost" err
check test "$(grep -c "unknown cost" err)" = 1
sed '/operation: product, type/d' "$root/machine_properties/machines/default.yaml" >bare.yaml
expect 0 "n^3 * t_product_f64" formula --all library.fc -m bare.yaml -n 1 -- 100
check grep -q "n \* (t_exp_f64 + t_read_f64 + t_write_f64)" out
check grep -q "n \* t_write_u64 .*library.c:14" out
check grep -q "341 t_rand_i32" out
check grep -q "has no costs of these calls: product f64; assumed, each" err
# The machine file's cost of a function is the cost of a call; without it a call is a number of divisions, with a
# message.
sed -i '/operation: exp, type/,/}/d' bare.yaml
expect 0 "" predict library.fc -m bare.yaml -n 1 -- 100
check grep -q "has no costs of these calls: exp f64, product f64; assumed, each" err

# The side of a triangular matrix determines a solve's operations, also as a variable: 10 n^2 / 2 and 100 n / 2.
cat >side.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
void dtrsm_(char *, char *, char *, char *, int *, int *, double *, double *, int *, double *, int *);
static void solve(int right, int m, int n, double *a)
{
    char side, other = 'N';
    double one = 1;
    side = (right == 1 ? 'R' : 'L');
    dtrsm_(&side, &other, &other, &other, &m, &n, &one, a, &m, a, &m);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = malloc(n * n * sizeof *a);
    solve(1, 10, n, a);
    solve(0, 10, n, a);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile" analyze side.c -o side.fc -- -O2
expect 0 "5*n*(n + 10) * t_solve_f64" formula --all side.fc -n 1 -- 100
check grep -q "20\*n \* t_solve_edge_f64" out
check grep -q "2 \* t_matrix_call_f64" out

# Functions defined elsewhere, with cost annotations in a file; seconds by hand.
cat >costs.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
void spmv(const double *a, int n, long nnz, double *y);
void fft_(int *n, double *y);
double norm(int n, double *y);
void log_line(const char *text);
static double residual(int n, double *y) { return norm(n, y); }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), iterations = atoi(argv[2]);
    double *a = malloc(n * sizeof *a), *y = malloc(n * sizeof *y), r = 0;
    for (int i = 0; i < iterations; i++) {
        spmv(a, n, 5l * n, y);
        fft_(&n, y);
        r += residual(n, y);
        log_line("trip");
    }
    MPI_Finalize();
    return r > 0;
}
EOF
cat >costs.txt <<'EOF'
# their costs
spmv(., n, nnz, .) cost(2*nnz + n, madd f64)
fft_(*n) cost(5e-3*n*log2(n))   # in place
norm(k) cost(1e-3*k)
log_line ignore
other(x) cost(x)
EOF
expect 0 "Loops: 1 closed; no count needs a profile" analyze costs.c --library costs.txt -o costs.fc -- -O2
check test "$(cat err)" = "costs.txt: note[FC0439]: 1 line is for functions that the program does not call"
expect 0 "11*n*iterations * t_madd_f64" formula --all costs.fc -n 1 -- 1024 10
# 10 (5e-3 1024 10 + 1e-3 1024) s and less than a thousandth of it for the remaining code.
expect 0 "" predict costs.fc -n 1 --format json -- 1024 10
check python3 -c 'import json
point = json.load(open("out"))["points"][0]
assert 522.24 < point["time_s"] < 522.24 * 1.001 and point["origin"]["annotated"] > 0.999, point'
expect 0 "annotated" coverage costs.fc -n 1 -- 1024 10
# An annotation cannot be used with a dynamic argument; a bad line is named with its place.
sed 's/5l \* n, y/(long)y[0], y/' costs.c >data.c
expect 0 "" analyze data.c --library costs.txt -o data.fc
check grep -q "data.c:14:9: spmv: a library function of unknown cost" err
while IFS='|' read -r place line; do
    printf '\n%s\n' "$line" >bad.txt
    [[ $place == *"error["* ]] || place=${place%%: *}": error[FC0349]: "${place#*: }
    expect 3 "bad.txt:2:$place" analyze costs.c --library bad.txt -o bad.fc
done <<'END'
8: expected a name|spmv(n cost(3)
9: m is not an argument of the function|norm(n) cost(m)
9: expected a closing parenthesis|norm(n) cost(3
9: expected an operation and a type of the machine file|norm(n) cost(3, foo)
16: expected a number, a name|norm(n) cost(3*)
1: expected a function's name|3(n) cost(3)
1: error[FC0338]: the program itself defines main|main(n) cost(3)
8: expected cost(EXPRESSION) or ignore|norm(n)
7: expected a name|norm(*) ignore
13: expected a name|norm(a,.,*b,) ignore
END
printf 'norm ignore\nnorm() ignore\n' >bad.txt
expect 3 "bad.txt:2:1: error[FC0337]: norm is already specified" analyze costs.c --library bad.txt -o bad.fc
expect 3 "nosuch.txt: error[FC0905]: cannot be read" analyze costs.c --library nosuch.txt -o bad.fc
absent bad.fc

# Calls of unknown cost are timed in a profiling run, without the calls in their arguments: at least as long as the
# function runs on the processor, on any machine.
mkdir -p lasting
cat >lasting/last.c <<'EOF'
#include <time.h>
double last(double us, double x)
{
    struct timespec a, b;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
    do
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
    while ((b.tv_sec - a.tv_sec) * 1e6 + (b.tv_nsec - a.tv_nsec) * 1e-3 < us);
    return x;
}
struct pair { double a, b; } both(double x) { return (struct pair){x, x}; }
void nothing(void) {}
EOF
check gcc -O2 -c lasting/last.c -o lasting/last.o
check ar rcs lasting/liblast.a lasting/last.o
cat >timed.c <<'EOF'
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
double last(double us, double x);
struct pair { double a, b; } both(double x);
void nothing(void);
#define TWICE(x) (2 * last(30, x))
static double twice(double x) { return TWICE(x); }
static jmp_buf again;
int main(int argc, char **argv)
{
    double s = 0;
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 50;
    for (int i = 0; i < n; i++)
        s += last(0, last(2000, i) + 1) + twice(i);
    for (int i = 0; i < 100 * n; i++)
        nothing();
    setjmp(again);
    s += both(last(0, n)).b;
    MPI_Finalize();
    printf("%g\n", s);
    return 0;
}
EOF
flags="-O2 -L$PWD/lasting -llast"
expect 0 "no count needs a profile" analyze timed.c -o timed.fc -- $flags
check grep -q "last: a library function of unknown cost" err
expect 0 "100 % closed" predict timed.fc -n 1 -- 50
expect 0 "6 places counted" profile timed.fc -n 1 --no-timers -- 50
expect 0 "" predict timed.fc -n 1 --format json -- 50
check python3 - <<'EOF'
import json
point = json.load(open("out"))["points"][0]
assert point["time_s"] >= 50 * 2030e-6 and point["origin"]["profiled"] > 0.99, point
assert point["high_s"] > 1.1 * point["low_s"], "a time measured once is not exact: %s" % point
ns = {}
for counter in json.load(open("timed.fc.profile"))["runs"][0]["counters"]:
    assert counter["kind"] == "time", counter
    ns[counter["line"], counter["column"]] = sum(counter["count"]) / sum(counter["entries"]), counter["entries"]
line = {at[0]: value for at, value in sorted(ns.items(), reverse=True)} # the first on each line
inner = max(value[0] for at, value in ns.items() if at[0] == 17)
assert inner >= 2e6 and line[17][0] < inner / 2, ns
assert line[9][0] >= 30e3 and line[9][1] == [50] and line[19][1] == [5000], ns
EOF
expect 0 "ns a call, waiting included: its time at timed.c:17" coverage timed.fc -n 1 -- 50
expect 0 "profiled" predict timed.fc -n 1,2 -- 100
expect 0 "mean nanoseconds of the call" formula timed.fc -n 1 -- 50
printf 'last(us, .) cost(1e-6*us)\nnothing ignore\n' >costs.txt
expect 0 "" analyze timed.c --library costs.txt -o timed.fc -- $flags
expect 0 "1 place counted" profile timed.fc -n 1 --no-timers -- 3

# With clocks that these functions advance: their running and waiting times count, also in arguments, but not the time
# of other processes: 2000, 3000 and 10 us a call.
cat >clocks.c <<'C'
#include <sys/resource.h>
#include <time.h>
static long passed, ran, waits;
int clock_gettime(clockid_t clock, struct timespec *out)
{
    passed += 100;
    long ns = clock == CLOCK_MONOTONIC ? passed : ran;
    *out = (struct timespec){1000 + ns / 1000000000, ns % 1000000000};
    return 0;
}
int getrusage(__rusage_who_t who, struct rusage *out)
{
    *out = (struct rusage){.ru_nvcsw = waits};
    return 0;
}
int runs(int us)
{
    passed += 1000l * us;
    ran += 1000l * us;
    return us;
}
int robbed(int us)
{
    passed += 1000l * us;
    return us;
}
int waits_for(int us)
{
    waits++;
    return robbed(us);
}
int runs_robbed(int us)
{
    return runs(us) + robbed(90000);
}
C
cat >shared.c <<'C'
#include <mpi.h>
int runs(int us), robbed(int us), waits_for(int us), runs_robbed(int us);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++) {
        runs_robbed(2000);
        waits_for(3000);
        runs(10 + 0 * robbed(90000));
        runs(10 + 0 * waits_for(5000));
    }
    MPI_Finalize();
    return 0;
}
C
check gcc -O2 -shared -fPIC -o libclocks.so clocks.c
expect 0 "" analyze shared.c -o shared.fc -- "-L$PWD" -lclocks "-Wl,-rpath,$PWD"
expect 0 "6 places counted" profile shared.fc -n 1 --no-timers -- 1
check python3 -c 'import json
counters = json.load(open("shared.fc.profile"))["runs"][0]["counters"]
us = {(c["line"], c["column"] > 9): sum(c["count"]) / sum(c["entries"]) / 1000 for c in counters}
expected = {(7, False): 2000, (8, False): 3000, (9, False): 10, (9, True): 0, (10, False): 10, (10, True): 5000}
assert us.keys() == expected.keys() and all(abs(us[at] - expected[at]) < 1 for at in us), us'

# A wrapper around malloc with a dynamic size in one call: each other call keeps its static size, and costs what malloc
# costs; of the dynamic one the 8 static bytes, too.
cat >direct.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define get(bytes) malloc(bytes)
#define rows(n, bytes) malloc(sizeof(double) + (n) * (bytes))
#ifdef WRAPPED
#undef get
#undef rows
static void *get(size_t bytes)
{
    void *memory = malloc(bytes);
    if (!memory)
        exit(1);
    return memory;
}
static void *rows(size_t n, size_t bytes)
{
    return get(sizeof(double) + n * bytes);
}
#endif
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = get(n * sizeof *a), **row = get(n * sizeof *row);
    for (int i = 0; i < n; i++)
        row[i] = rows(i, sizeof **row);
    for (int i = 0; i < n; i++)
        a[i] = row[i][0] = i;
    char *b = get((size_t)a[n / 2]), *c = rows((size_t)a[n / 3], 2);
    printf("%p %p\n", b, c);
    MPI_Finalize();
    return 0;
}
EOF
allocated() { check "$FORECOST" analyze direct.c -o direct.fc -- -O2 "$@" >out && "$FORECOST" predict direct.fc --format json -- 3000 |
    python3 -c 'import json, sys; print(sum(by["time_s"] for by in json.load(sys.stdin)["points"][0]["by"] if by["op"] == "malloc"))'; }
wrapped=$(allocated -DWRAPPED)
check python3 -c "direct = $(allocated); assert abs($wrapped / direct - 1) < 1e-6 and direct > 8 * 3000**2 / 2 * 1e-10, ($wrapped, direct)"

# A wrapper around posix_memalign: integers are separate from the memory of received reals, and exist in the cost
# program.
cat >stored.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static void *get(size_t bytes)
{
    void *memory = NULL;
    int failed = posix_memalign(&memory, 64, bytes);
    if (failed)
        memory = NULL;
    return memory;
}
int main(int argc, char **argv)
{
    int rank, *known = get(3 * sizeof *known);
    double *work = get(100 * sizeof *work);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    known[2] = atoi(argv[1]);
    for (int i = 0; i < known[2]; i++)
        if (rank == 0)
            MPI_Send(work, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            MPI_Recv(work, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile" analyze stored.c -o stored.fc -- -O2
expect 0 '"messages": 17, "bytes": 13600,' predict stored.fc -n 2 --format json -- 17

# A known function whose cost depends on dynamic values is named, and a profiling run times it: half of the bytes take at
# least a tenth of the time of all.
cat >clears.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), k = n / 2 + (int)(MPI_Wtime() * 1e6) % 2;
    char *a = malloc(n);
    for (int i = 0; i < 100; i++) {
        memset(a, 0, n);
        memset(a, 1, k);
    }
    MPI_Finalize();
    return a[0] != 1;
}
END
expect 0 "" analyze clears.c -o clears.fc -- -O2
check test "$(grep "depends on dynamic" err)" = "clears.c:11:9: memset: its cost depends on dynamic values; counted as an \
empty call unless a profile times it"
expect 0 "memset(a, 1, k)" profile clears.fc -n 1 --no-timers -- 4000000
expect 0 "" predict clears.fc -n 1 --format json -- 4000000
check python3 -c '
import json
time = {b["line"]: b["time_s"] for b in json.load(open("out"))["points"][0]["by"]}
assert time[11] > 0.1 * time[10], time'

# Sleeps take their arguments' time: 2 s and 250 ms.
cat >naps.c <<'END'
#include <unistd.h>
int main(void)
{
    sleep(2);
    usleep(250000);
    return 0;
}
END
expect 0 "" analyze naps.c -o naps.fc -- -O2
expect 0 "" predict naps.fc -n 1 --format json
check python3 -c '
import json
time = json.load(open("out"))["points"][0]["time_s"]
assert 2.25 <= time < 2.251, time'
# Compilers make pow(x, 2) a product: objdump shows no call of pow for it, and one for pow(x, 3).
cat >squares.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *x = calloc(n, sizeof *x), two = 0, three = 0;
    for (int i = 0; i < n; i++)
        two += pow(x[i], 2);
    for (int i = 0; i < n; i++)
        three += pow(x[i], 3);
    printf("%g %g\n", two, three);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "" analyze squares.c -o squares.fc -- -O2
expect 0 "" formula squares.fc --all -n 1 -- 1000
check test "$(grep -c t_pow out)" = 1
# Checks of output are decided as in a run that ends well; other comparisons of its result are not.
cat >written.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    FILE *file = fopen(argv[2], "w");
    if (file == NULL)
        return 1;
    for (int i = 0; i < n; i++)
        if (0 > fprintf(file, "%d\n", i) || fputs("\n", file) == EOF || fputc('.', file) == -1)
            perror("write");
    if (fflush(file) != 0 || fclose(file))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (WIDE(printf("%d\n", n)))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "no count needs a profile" analyze written.c -o written.fc -- -O2 '-DWIDE(x)=((x)<-1)'
expect 0 "100 % closed" predict written.fc -n 1 -- 1000 written.out
expect 0 "100 iterations" profile written.fc --every --no-timers -n 1 -- 100 written.out
expect 0 "1 count needs a profile" analyze written.c -o wide.fc -- -O2 '-DWIDE(x)=((x)>3)'

# Real constants as arguments: 1000 * 0.5 * 1e-3 s and 1000 * (2 * 1e-4 - 1e-5) * 1e-3 s.
cat >literals.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
void relax(int n, double factor);
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    relax(n, 0.5);
    relax(n, 2 * 1e-4 - 1e-5);
    MPI_Finalize();
    return 0;
}
EOF
echo 'relax(n, factor) cost(1e-3*n*factor)' >literals.txt
expect 0 "" analyze literals.c --library literals.txt -o literals.fc -- -O2
expect 0 "" predict literals.fc -n 1 --format json -- 1000
check python3 -c 'import json
assert abs(json.load(open("out"))["points"][0]["time_s"] / 0.50019 - 1) < 1e-5'
