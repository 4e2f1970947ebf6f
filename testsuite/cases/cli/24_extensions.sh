# SPDX-License-Identifier: GPL-3.0-or-later
# Extensions beyond plain C and MPI: vectors, <err.h>, standard input or a file, procedures called by MPI.
model() { # NAME: the program on standard input, analysed
    cat >"$1.c"
    expect 0 "all supported" analyze "$1.c" -o "$1.fc" -- -O2
}

# The profile uses gcc's <emmintrin.h>, which clang does not compile. 0 + 2 + ... + 38 = 380 iterations.
model lanes <<'C'
#include <emmintrin.h>
#include <stdio.h>
#include <stdlib.h>
static double x[4096] __attribute__((aligned(16))), y[4096] __attribute__((aligned(16)));
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), trips = 0;
    __m128d sum = _mm_setzero_pd(), half = _mm_set1_pd(0.5);
    double two[2];
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 2;
    }
    for (int i = 0; i + 1 < n; i += 2)
        sum = _mm_add_pd(sum, _mm_mul_pd(_mm_load_pd(x + i), _mm_loadu_pd(&y[i])));
    _mm_storeu_pd(two, _mm_mul_pd(sum, half));
    for (int i = 0; i < (int)two[0]; i++)
        trips++;
    printf("%g %d\n", two[0] + two[1], trips);
    return argc > 2;
}
C
check grep -qF "lanes.c:17  loop: two" out
check test "$(grep -c "lanes.c:.*  loop" out)" = 1
expect 0 "380 iterations an entry" profile lanes.fc --no-timers -n 1 -- 40
# of each two elements: 32 bytes read, two operations
expect 0 '"line": 14' predict lanes.fc --format json -- 40

# A file by its name or standard input: static if it is a file; otherwise the message names the place.
model reads <<'C'
#include <err.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
static double s;
static void spend(int n)
{
    for (int i = 0; i < n; i++)
        s += 1.0 / (i + 1);
}
int main(int argc, char **argv)
{
    char word[8];
    int n, at;
    float f;
    FILE *in = stdin;
    setlocale(LC_ALL, "C");
    if (argc > 2 && strtoimax(argv[2], NULL, 10) > 3)
        errx(2, "more than 3 of ...", argv[0]);
    if (argc > 1)
        in = fopen(argv[1], "r");
    if (!in || fscanf(in, " %7s %d %*s%n", word, &n, &at) != 2)
        warnx("no number");
    fscanf(in, "%*[^\n]");
    for (int i = 0; i < n + at; i++)
        s += 1.0 / (i + 1);
    while (fscanf(in, "%f", &f) == 1)
        spend((int)f);
    return s > strtold("1e9", NULL);
}
C
check grep -qF "no count needs a profile" out
check grep -qxF "Next: forecost predict reads.fc -- ARGUMENTS < FILE" out
printf 'trips 5000 more or less\n100 200.5\n300\n' >reads.txt
expect 0 '"points"' predict reads.fc --format json -- reads.txt 3
printf 'trips 50 more or less\n100 200.5\n300\n' >fewer.txt
"$FORECOST" predict reads.fc --format json -- fewer.txt 3 >fewer 2>err
check python3 -c 'import json
def times(name): return {b["line"]: b["time_s"] for b in json.load(open(name))["points"][0]["by"]}
more, fewer = times("out"), times("fewer")
assert 60 < more[26] / fewer[26] < 90, (more, fewer)  # 5015 trips, 63
assert abs(more[9] - fewer[9]) < 1e-12'
expect 3 "reads.c:23: error[FC0505]: the program reads its standard input here, which is no regular file" predict reads.fc </dev/null
check grep -qF "Give it a regular file: -- ARGUMENTS < FILE" err
expect 0 '"points"' predict reads.fc --format json -- reads.txt 3
cp out named
expect 0 '"points"' predict reads.fc --format json <reads.txt
check python3 -c 'import json
def times(name): return {b["line"]: b["time_s"] for b in json.load(open(name))["points"][0]["by"] if b["line"] in (9, 26)}
named, given = times("named"), times("out")
assert len(named) == 2 and all(abs(named[i] - given[i]) < 1e-12 * named[i] for i in named), (named, given)'
expect 3 "reads.c:20: error[FC0505]: the program ends here by errx; it prints \"more than 3 of ...\"" predict reads.fc -- reads.txt 4

# scanf and getchar read standard input; the slice evaluates the numbers on rank 0, and other ranks read no input.
model asks <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 0, m = 0, rank, c;
    double s = 0;
    if (argc > 1)
        n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 2) {
        printf("rows and columns? ");
        if (rank == 0 && scanf("%d %d", &n, &m) != 2)
            MPI_Abort(MPI_COMM_WORLD, 1);
        while (rank == 0 && (c = getchar()) != '!')
            m += c == '+';
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < n + m; i++)
        s += 1.0 / (i + 1);
    MPI_Finalize();
    return s > 1e9;
}
C
check grep -qF "no count needs a profile" out
echo '3000 10 ++!' >rows.txt
trips() { "$FORECOST" predict asks.fc --compute-model "$here/../../accuracy/programs/iterations.c" --format json "$@" 2>/dev/null |
    python3 -c 'import json, sys; print(sum(b["time_s"] for b in json.load(sys.stdin)["points"][0]["by"] if b["line"] == 20))'; }
check test "$(trips <rows.txt)" = 3012
check test "$(trips -n 2 --method ranks <rows.txt)" = 3012
check test "$(trips </dev/null -- 500)" = 500
expect 3 "asks.c:14: error[FC0505]: the program reads its standard input here, which is no regular file" predict asks.fc </dev/null
expect 0 "n(asks.c:20)" formula asks.fc <rows.txt
# A file in place of standard input.
sed 's/printf("rows and columns? ");/if (!freopen("rows.txt", "r", stdin)) return 1;/' asks.c >reopens.c
expect 0 'no count needs a profile' analyze reopens.c -o asks.fc
check test "$(trips </dev/null)" = 3012
sed 's/printf("rows and columns? ");/stdin = fopen("rows.txt", "r");/' asks.c >assigns.c
expect 0 'n, from stdin, dynamic' analyze assigns.c -o asks.fc

# A loop that only the end of its input ends calls its condition in each iteration.
model inputs <<'C'
#include <stdio.h>
#include <stdlib.h>
static int next(int *n)
{
    if (scanf("%d", n) != 1)
        exit(0);
    return 0;
}
int main(void)
{
    int n;
    static double s;
    while (next(&n) == 0)
        for (int i = 0; i < n; i++)
            s += 1.0 / (i + 1);
}
C
printf '100\n200\n' >two.txt
trips() { "$FORECOST" predict inputs.fc --compute-model "$here/../../accuracy/programs/iterations.c" --format json "$@" 2>/dev/null |
    python3 -c 'import json, sys; print(sum(b["time_s"] for b in json.load(sys.stdin)["points"][0]["by"] if b["line"] == 14))'; }
check test "$(trips --assume inputs.c:13=2 <two.txt)" = 300

# Integers of a random generator wrap, as in the compiled program.
model wraps <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int seed = atoi(argv[1]);
    double s = 0;
    for (int k = 0; k < 5; k++)
        seed = seed * 1103515245 + 12345;
    for (int i = 0; i < (seed & 1023); i++)
        s += 1.0 / (i + 1);
    return argc > 2;
}
C
trips() { "$FORECOST" predict wraps.fc --compute-model "$here/../../accuracy/programs/iterations.c" --format json "$@" 2>/dev/null |
    python3 -c 'import json, sys; print(sum(b["time_s"] for b in json.load(sys.stdin)["points"][0]["by"] if b["line"] == 9))'; }
check test "$(trips -- 4711)" = "$(python3 -c '
seed = 4711
for _ in range(5): seed = (seed * 1103515245 + 12345) % 2**32
print(seed & 1023)')"

# An err() of the program's own returns.
model own <<'C'
#include <stdlib.h>
static double s;
static void err(int n)
{
    for (int i = 0; i < n; i++)
        s += 1.0 / (i + 1);
}
int main(int argc, char **argv)
{
    err(atoi(argv[1]));
    for (int i = 0; i < atoi(argv[1]); i++)
        s += 2.0 / (i + 1);
    return argc > 2;
}
C
expect 0 "own.c:11 main" predict own.fc -- 5000

# A procedure called only by MPI is reported once.
model adds <<'C'
#include <mpi.h>
static double x[100], y[100];
static void add(void *in, void *out, int *n, MPI_Datatype *type)
{
    for (int i = 0; i < *n; i++)
        ((double *)out)[i] += ((double *)in)[i];
    (void)type;
}
int main(int argc, char **argv)
{
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    MPI_Op_create(&add, 0, &op);
    MPI_Allreduce(x, y, 100, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
check grep -qF "adds.c:13:5: add: the MPI library calls it an unknown number of times; these calls are not counted" err
check test "$(grep -c "the MPI library calls it" err)" = 1

# The length of a datatype comes from a file: a profile counts its bytes.
model blocks <<'C'
#include <mpi.h>
static double x[1000];
int main(int argc, char **argv)
{
    int n = 0;
    MPI_File in;
    MPI_Datatype block;
    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    MPI_File_read_all(in, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&in);
    MPI_Type_contiguous(n, MPI_DOUBLE, &block);
    MPI_Type_commit(&block);
    MPI_Bcast(x, 2, block, 0, MPI_COMM_WORLD);
    MPI_Type_free(&block);
    MPI_Finalize();
    return 0;
}
C
printf '\045\0\0\0' >blocks.bin # 37 doubles: 296 bytes
expect 0 "block  296 bytes an element" profile blocks.fc --no-timers -n 2 -- blocks.bin
expect 0 '"points"' predict blocks.fc -n 2 --format json -- blocks.bin
check grep -q '"bytes": 1184,' out # two ranks, two blocks

# Allocations with a dynamic size, or with one in one of their calls: numbers of the slice have room all the same.
model rooms <<'C'
#include <stdlib.h>
static double s;
static int *make(int n)
{
    int *room = malloc((size_t)n * sizeof *room);
    return room;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *seen = make(n), *untold = make(rand() % 5 + n), *grown = malloc(sizeof *grown);
    grown = realloc(grown, (size_t)(rand() % 5 + n) * sizeof *grown);
    for (int i = 0; i < n; i++)
        grown[i] = seen[i] = untold[i] = i % 7;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < seen[i] + untold[i] + grown[i]; k++)
            s += 1.0 / (k + 1);
    return argc > 3;
}
C
check grep -qF "no count needs a profile" out
expect 0 "rooms.c:15" predict rooms.fc -- 1000000

# Other functions that allocate and free. By hand: n barriers.
cat >aligned.c <<'END'
#include <malloc.h>
#include <mpi.h>
#include <stdlib.h>
void *_mm_malloc(size_t bytes, size_t alignment);
void _mm_free(void *memory);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int *a = _mm_malloc(4 * sizeof *a, 32), *b = memalign(64, 2 * sizeof *b);
    if (a == NULL || b == NULL)
        return 1;
    a[3] = atoi(argv[1]);
    b[1] = a[3];
    for (int i = 0; i < b[1]; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    _mm_free(a);
    free(b);
    MPI_Finalize();
    return 0;
}
END
expect 0 "no count needs a profile" analyze aligned.c -o aligned.fc -- -O2
expect 0 '"messages": 12,' predict aligned.fc -n 1 --format json -- 12
