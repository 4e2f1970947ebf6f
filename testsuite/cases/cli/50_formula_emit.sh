# SPDX-License-Identifier: GPL-3.0-or-later
# Formulas in every notation, and the standalone cost program.
given whole
for notation in text latex c python; do
    expect 0 "" formula whole.fc --notation $notation -n 4 -- 1000
    check test -s out
done
expect 0 '"time_s"' formula whole.fc --format json -n 4 -- 1000
expect 2 "--notation and --format json exclude each other" formula whole.fc --format json --notation c -n 4 -- 1000
# A build without clang and lld for wasm32 has no JavaScript: exit code 4, and which packages.
if grep -q 'FC_MODULE = ""' "$FORECOST_BUILD/formula_runtime.mjs"; then
    expect 4 "Install clang, lld and wasi-libc" formula whole.fc --notation javascript -n 4 -- 1000
    silent
else
    expect 0 "" formula whole.fc --notation javascript -n 4 -- 1000
    check test -s out
fi
# Formula, emitted cost program and predict give the same number, also for the example with unequal ranks.
given row
for point in "1 60 3" "3 200 7" "8 1001 2"; do
    read -ra values <<<"$point"
    expect 0 "" formula row.fc --notation python
    cp out row.py
    expect 0 "" predict row.fc -n "${values[0]}" --format json -- "${values[@]:1}"
    check python3 "$here/same_time.py" out "$(python3 row.py "${values[@]}")"
done
expect 2 "is none of" formula whole.fc --notation fortran
expect 2 "is none of text|json" formula whole.fc --format fortran

# A loop over options, one over an input file, an optional size, conditions that end the program: the formula has their
# values as parameters, given by an option or not, and its time equals predict's.
cat >given.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int count_lines(const char *path)
{
    char line[80];
    int lines = 0;
    FILE *in = fopen(path, "r"), *out = fopen("given.log", "w");
    while (fgets(line, sizeof line, in))
        if (line[0] != '#')
            lines++;
    if (fclose(out) != 0)
        return -1;
    return lines;
}
int main(int argc, char **argv)
{
    int n = 100, iters = 10, twice = 0, size, most = 7, c;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((c = getopt(argc, argv, "n:i:t")) != -1)
        switch (c) {
        case 'n': n = atoi(optarg); break;
        case 'i': iters = atoi(optarg); break;
        case 't': twice = 1; break;
        default: MPI_Finalize(); exit(1);
        }
    if (argc > optind + 1)
        most = atoi(argv[optind + 1]);
    int lines = count_lines("given.txt"), rows = n / size;
    if (rows < 1) {
        fprintf(stderr, "too many ranks\n");
        exit(1);
    }
    double v[rows], sum = 0;
    for (int i = 0; i < iters * (1 + twice); i++) {
        for (int j = 0; j < rows; j++)
            sum += v[j] = j * 0.5;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    for (int i = 0; i < lines; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < most; i++)
        MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum < 0;
}
C
printf '# five\n1\n2\n3\n4\n5\n' >given.txt
expect 0 "all supported" analyze given.c -o given.fc -- -O2
expect 0 "T(p, n, iters, twice, most, lines) =" formula given.fc -n 4
check grep -q "shares at p = 4, n = 100, iters = 10, twice = 0, most = 7, lines = 5 on" out
check grep -q "for runs that do not stop at given.c:32" out
check grep -q "T_setup: the time of reading the program.s inputs" out
for arguments in "-n 61 -i 3 x 4" "-t -i 5 x 4" "-t x 9"; do
    read -ra words <<<"$arguments"
    for option in --notation=python --format=json; do
        expect 0 "" formula given.fc $option -n 3 -- "${words[@]}"
        mv out "given.${option#*=}"
    done
    expect 0 "" predict given.fc -n 3 --format json -- "${words[@]}"
    check test "$(grep warning err | grep -cvF FC0592)" = 0
    mapfile -t values < <(python3 -c 'import json; [print(p["value"]) for p in json.load(open("given.json"))["parameters"]]')
    check python3 "$here/same_time.py" out "$(python3 given.python 3 "${values[@]}")"
done
# For a missing argument the formula has one parameter more than the run; no warning.
expect 0 "most = 7" formula given.fc -n 3 -- -n 61
check test "$(grep warning err | grep -cvF FC0592)" = 0
expect 0 "iters = 20" predict given.fc -n 3 -D iters=20
# Two values stored under one name through a pointer are not one parameter, but two quantities.
cat >named.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static void set(int i, int argc, char **argv, int *number)
{
    if (argc > i)
        *number = atoi(argv[i]);
}
int main(int argc, char **argv)
{
    int rows = 5, columns = 6;
    set(1, argc, argv, &rows);
    set(2, argc, argv, &columns);
    for (int i = 0; i < rows; i++)
        printf("%d\n", i);
    for (int i = 0; i < columns; i++)
        printf("%d\n", -i);
    return 0;
}
EOF
expect 0 "all supported" analyze named.c -o named.fc
expect 0 "rows = 3 (named.c:13), columns = 4" formula named.fc -- 3 4
# Persistent requests are followed, but where a branch decides what they are: there the time is that of the cost program.
expect 0 "all supported" analyze "$root/testsuite/cases/mpi/persistent.c" -o persistent.fc
expect 0 "T_run" formula persistent.fc -n 2
check grep -q "persistent.c:36:9: note\[FC0335\]: no closed form: what this MPI_Start starts" err
check grep -q "T_post_receive(800).*persistent.c:22, 28" out
# Values that the formula does not follow are quantities: those of the source. The parts that compute them are terms.
cat >quantities.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct matrix {
    int n, nonzeros;
    double *x;
};
static void fill(struct matrix *A, int n)
{
    int k = 0;
    for (int i = 1; i < n; i *= 3)
        k++;
    A->n = n;
    A->nonzeros = k * n;
}
int main(int argc, char **argv)
{
    int p, n = 100, q = 1, verbose = 0, values[2];
    double s = 0;
    struct matrix A;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-n") == 0)
            n = atoi(argv[++i]);
        else if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
    for (int i = 0; i < 2; i++)
        values[i] = argc > i + 3 ? atoi(argv[i + 3]) : 7;
    while (q * q * q < p)
        q++;
    fill(&A, n);
    A.x = malloc(A.nonzeros * sizeof(double));
    if (!A.x)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int t = 0; t < 10; t++) {
        for (int i = 0; i < A.nonzeros; i++)
            s += A.x[i] = i * 0.5;
        for (int r = 0; r < q; r++)
            MPI_Bcast(A.x, A.nonzeros / q, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    switch (verbose) {
    case 1:
        MPI_Barrier(MPI_COMM_WORLD);
        break;
    default:
        break;
    }
    for (int i = 0; i < values[0] && i < values[1]; i++)
        s += i;
    MPI_Finalize();
    return s < 0;
}
EOF
expect 0 "all supported" analyze quantities.c -o quantities.fc
expect 0 "shares at p = 16, n = 1000" formula quantities.fc -n 16 -- -n 1000 5 6
check grep -q "q = 3" out
expect 0 "" predict quantities.fc -n 64 --format json -- -n 1000 5 6
cp out quantities.json
expect 0 '"how": "computed"' formula quantities.fc -n 64 --format json -- -n 1000 5 6
check python3 -c 'import json
found, wanted = json.load(open("out")), json.load(open("quantities.json"))["points"][0]["time_s"]
assert abs(found["time_s"] - wanted) <= 1e-9 * wanted
value = {quantity["name"]: (quantity["how"], quantity["value"]) for quantity in found["quantities"]}
assert value["n"] == ("parameter", 1000) and value["q"] == ("computed", 4), value'
# Square roots and powers are closed.
sed "s/q \* q \* q < p/q * q < p/" quantities.c >closed.c
expect 0 "all supported" analyze closed.c -o closed.fc
expect 0 "isqrt(p - 1)" formula closed.fc --all -n 16 -- -n 1000 5 6
check grep -qF "ilog(n - 1, 3) + 1" out
# Six calls of six calls of six ...: not every call path is visited.
{
    echo '#include <stdio.h>'
    echo 'static int v; static void f11(void) { v++; }'
    for ((i = 10; i >= 0; i--)); do
        printf 'static void f%d(void) { f%d(); f%d(); f%d(); f%d(); f%d(); f%d(); }\n' $i $((i + 1)){,,,,,}
    done
    echo 'int main(int argc, char **argv) { for (int i = 1; i < argc; i++) if (argv[i][0] == 45) f0();'
    echo '    for (int i = 0; i < v; i++) printf("%d\n", i); return 0; }'
} >ways.c
expect 0 "" analyze ways.c -o ways.fc
expect 0 "T_setup" formula ways.fc

expect 0 "" emit whole.fc -o standalone
check test -f standalone/Makefile
check make -s -C standalone ${SHORT:+CFLAGS=-O0}
expect 0 "" predict whole.fc -n 4 --format json -- 1000
check python3 "$here/same_time.py" out "$(standalone/whole -n 4 -- 1000 | awk '!/^#/ { print $2 }')"
expect 3 "/proc/standalone" emit whole.fc -o /proc/standalone
expect 2 "whole.c is an input of this command" emit whole.fc -o whole.c
expect 2 "-o is missing" emit whole.fc

# A part of the program that a continue leaves: its probe ends there. An option that the point does not read has a value
# all the same.
cat >left.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
static double x[4] = {0.25, 0.5, 0.75, 1.0}, y[1000];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), extra = 0;
    double limit = atof(argv[2]);
    if (argc > 3)
        extra = atoi(argv[3]);
    for (int i = 0; i < n; i++)
        for (int b = 0; b < 4; b++) {
            double at = (i + x[b]) * limit;
            if (at >= 7)
                continue;
            for (int k = b; k < n; k++)
                y[k] += at;
        }
    for (int k = 0; k < n + extra; k++)
        y[k % 1000] *= 2;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return y[3] < 0;
}
END_OF_SOURCE
expect 0 "" analyze left.c -o left.fc -- -O2
expect 0 "T_run" formula left.fc -n 2 -- 100 0.5
expect 0 "shares at p = 2" formula left.fc -n 2 -- 100 0.5 7

# What only method ranks follows is stated: a farm whose workers stop by a message. The time is that of method ranks.
cat >farm.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int p, rank, n = atoi(argv[1]), task = 0, done = 0;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        while (done < p - 1) {
            MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
            int next = task < n ? task++ : -1;
            done += next < 0;
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
        }
    else
        do {
            MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
            MPI_Recv(&task, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } while (task >= 0);
    MPI_Finalize();
    return 0;
}
END_OF_SOURCE
expect 0 "all supported" analyze farm.c -o farm.fc
expect 0 "2 places left out under method sum: farm.c:12 (wildcard receive), farm.c:20 (received value)" formula farm.fc -n 4 -- 20
check grep -q lacks out
check grep -q "T_run: the time of a part without closed form, evaluated at this point by method ranks" out
expect 0 '"left_out": [' formula farm.fc -n 4 --format json -- 20
check python3 -c 'import json
assert [(at["line"], at["op"], at["why"]) for at in json.load(open("out"))["left_out"]] == [
    (12, "MPI_Recv", "wildcard receive"), (20, "MPI_Recv", "received value")]'

# A call through a pointer that a search in a list selects: the formula follows the procedure that the point calls, and says so.
cat >selected.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct simulation;
typedef struct potential {
    int id;
    struct potential *next;
    int (*force)(struct simulation *s);
} potential;
typedef struct simulation {
    int n;
    double *x;
    potential *pot;
} simulation;
static int pairs(simulation *s)
{
    for (int i = 0; i < s->n; i++)
        s->x[i] *= 1.5;
    return 0;
}
static int embedded(simulation *s)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < 10; j++)
            s->x[i] += 1.5 * j;
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
static potential *add(potential *next, int id, int (*force)(simulation *s))
{
    potential *p = malloc(sizeof *p);
    p->id = id;
    p->next = next;
    p->force = force;
    return p;
}
static potential *find(potential *p, int id)
{
    while (p->id != id)
        p = p->next;
    return p;
}
static void compute(simulation *s)
{
    s->pot->force(s);
}
int main(int argc, char **argv)
{
    int is_embedded = 0;
    simulation *s = malloc(sizeof *s);
    MPI_Init(&argc, &argv);
    s->n = 1000;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-e") == 0)
            is_embedded = 1;
        else if (strcmp(argv[i], "-n") == 0)
            s->n = atoi(argv[++i]);
    s->x = calloc(s->n, sizeof(double));
    s->pot = find(add(add(NULL, 0, pairs), 1, embedded), is_embedded);
    for (int t = 0; t < 10; t++)
        compute(s);
    MPI_Finalize();
    return s->x[0] > 0;
}
END_OF_SOURCE
expect 0 "all supported" analyze selected.c -o selected.fc
for option in "" -e; do
    expect 0 "" predict selected.fc -n 4 --format json -- -n 5000 $option
    cp out selected.json
    expect 0 "for runs in which selected.c:45 calls $([[ $option ]] && echo embedded || echo pairs)" formula selected.fc -n 4 -- -n 5000 $option
    check test "$(grep -c T_run out)" = 0
    expect 0 '"calls": ' formula selected.fc -n 4 --format json -- -n 5000 $option
    check python3 -c 'import json
found, wanted = json.load(open("out")), json.load(open("selected.json"))["points"][0]["time_s"]
assert abs(found["time_s"] - wanted) <= 1e-9 * wanted and found["targets"][0]["line"] == 45'
done

# More parameters than the leading terms have room for.
{
    echo '#include <mpi.h>'
    echo '#include <stdlib.h>'
    echo 'static double s;'
    echo 'int main(int argc, char **argv) { MPI_Init(&argc, &argv);'
    for ((i = 1; i <= 70; i++)); do
        printf '    int n%d = atoi(argv[%d]);\n    for (int i = 0; i < n%d; i++) s += i;\n' $i $i $i
    done
    echo '    MPI_Finalize(); return s < 0; }'
} >many.c
expect 0 "all supported" analyze many.c -o many.fc
expect 0 "T ~ " formula many.fc -n 4 -- $(seq 1 70)
expect 0 "Theta(" formula many.fc

# The size of a communicator after a split by other colors is a quantity; the world's rank is not the rank in it.
cat >split.c <<'END_OF_SOURCE'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, p, place, q, n = atoi(argv[1]);
    MPI_Comm row, half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_split(MPI_COMM_WORLD, rank * rank % 4, rank, &row);
    MPI_Comm_split(MPI_COMM_WORLD, (rank * rank + 3) / 7, rank, &half);
    MPI_Comm_size(row, &q);
    MPI_Comm_rank(row, &place);
    double *x = calloc(n, sizeof *x), s = 0;
    for (int i = 0; i < 10; i++) {
        MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, row);
        MPI_Bcast(x, n, MPI_DOUBLE, 0, half);
        for (int k = 0; k < n / q; k++)
            s += x[k];
    }
    for (int i = 0; i < place; i++)
        s += i;
    MPI_Finalize();
    return s > 0;
}
END_OF_SOURCE
expect 0 "all supported" analyze split.c -o split.fc
expect 0 "size(row) = 6 (split.c:10), size(half) = 2 (split.c:11)" formula split.fc -n 12 -- 1000
check grep -qF "T_allreduce(size(row), 8*n)" out
for ranks in 1 4 9 64; do
    expect 0 "" predict split.fc -n $ranks --format json -- 1000
    cp out split.json
    expect 0 "" formula split.fc -n $ranks --format json -- 1000
    check python3 -c 'import json
found, wanted = json.load(open("out"))["time_s"], json.load(open("split.json"))["points"][0]["time_s"]
assert abs(found - wanted) <= 1e-9 * wanted, (found, wanted)'
done
