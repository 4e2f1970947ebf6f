# SPDX-License-Identifier: GPL-3.0-or-later
# Annotations in a file: predicted as with the same pragma in the source, which stays unchanged.
cp "$root/examples/cg/cg.c" noted.c
line=$(grep -n 'while (rr > target' noted.c | cut -d: -f1)
sed 's/^    while (rr > target/#pragma forecost trip(50)\n&/' noted.c >mark.c
printf '# what the solver needs\nnoted.c:%d trip(50)   # mean\n' "$line" >notes.txt
expect 0 "1 annotated; no count needs a profile." analyze noted.c --notes notes.txt -o noted.fc -- -O2
expect 0 "" analyze mark.c -o mark.fc -- -O2
times() { "$FORECOST" predict "$1" --format json -n 1:4 -- 300 1e-6 10000 | python3 -c 'import json, sys
print([p["time_s"] for p in json.load(sys.stdin)["points"]])'; }
check test "$(times noted.fc)" = "$(times mark.fc)"
expect 0 "annotated  50 iterations of the loop noted.c:$line" coverage noted.fc -n 4 -- 300 1e-6 10000
check cmp -s noted.c "$root/examples/cg/cg.c"

# The same for an executable and for compile_commands.json.
check "$FORECOST" cc -O2 noted.c -o noted -lm
expect 0 "1 annotated; no count needs a profile." analyze ./noted --notes notes.txt -o app.fc
mkdir -p noted_build
printf '[{"directory": "%s", "file": "noted.c", "command": "mpicc -O2 -c noted.c"}]\n' "$PWD" \
    >noted_build/compile_commands.json
expect 0 "1 annotated; no count needs a profile." analyze -p noted_build --notes notes.txt -o app.fc

# Refused, without a model: an unknown place, a count that needs no annotation, no file.
rm -f refused.fc
printf '\nnoted.c:%d trip(50)\n' $((line + 1)) >notes.txt
expect 3 "notes.txt:2:1: error[FC0314]: no loop begins at noted.c:$((line + 1))" analyze noted.c --notes notes.txt -o refused.fc
check grep -q "The nearest loop begins at noted.c:$line:5." err
closed=$(grep -n 'for (int j = 0; j < n; j++)' noted.c | head -n 1 | cut -d: -f1)
printf 'noted.c:%d trip(50)\n' "$closed" >notes.txt
expect 3 "the annotation trip(50) has no effect" analyze noted.c --notes notes.txt -o refused.fc
expect 3 "nosuch.txt: error[FC0905]: cannot be read" analyze noted.c --notes nosuch.txt -o refused.fc
absent refused.fc
# Annotations without effect in the source give a warning.
sed "${closed}i #pragma forecost trip(9)" noted.c | sed "${line}i #pragma forecost prize(3)" >idle.c
idle=$(grep -n 'trip(9)' idle.c | cut -d: -f1)
expect 0 "idle.c:$idle:1: warning[FC0433]: #pragma forecost trip(9) has no effect: the count follows" analyze idle.c -o idle.fc
check grep -q "#pragma forecost prize(3) has no effect: only trip(NUMBER), probability(NUMBER), param(PLACE), data, cost(EXPRESSION), ignore and init_end are known" err

# The computational block from a note, and a profile: both instrument the unedited source.
grep -v MARK "$here/given/marked.c" >plain.c
printf 'plain.c:%d init_end\n' "$(grep -n 'usleep(30000)' plain.c | cut -d: -f1)" >notes.txt
expect 0 "" analyze plain.c --notes notes.txt -o plain.fc
expect 0 "block error" validate plain.fc -n 1 --time-limit 0 --runs 1
expect 0 '"block_error"' validate plain.fc -n 1 --time-limit 0 --runs 1 --format json
check python3 "$here/contract.py" marked out
expect 0 "" analyze noted.c -o plain.fc -- -O2
expect 0 "" profile plain.fc --no-timers -n 1 -o plain.profile -- 50 1e-3 100
printf 'noted.c:%d init_end\n' "$line" >notes.txt
expect 0 "" analyze noted.c --notes notes.txt -o plain.fc -- -O2
expect 3 "plain.profile" predict plain.fc --profile plain.profile -n 1 -- 50 1e-3 100
expect 0 "" profile plain.fc --no-timers -n 1 -o plain.profile -- 50 1e-3 100
expect 0 "profiled" predict plain.fc --profile plain.profile -n 1 -- 50 1e-3 100

# Parameters that the source hides: with a note or a pragma the model equals that of a source with a plain parameter.
open=$root/examples/jacobi_col_bcast/jacobi_col_bcast.c
sed 's/atoi(argv\[\([12]\)\])/hidden(argv[\1])/; 1i int hidden(const char *text);' "$open" >hides.c
cp "$open" open.c
first=$(grep -n 'const int n = ' hides.c | cut -d: -f1)
printf 'hides.c:%d param(n, argv[1])\nhides.c:%d param(iterations, 16)\n' "$first" $((first + 1)) >notes.txt
sed "$((first + 1))i #pragma forecost param(iterations, 16)" hides.c | sed "${first}i #pragma forecost param(n, argv[1])" >marks.c
for name in open marks; do expect 0 "no count needs a profile" analyze $name.c -o $name.fc -- -O2; done
expect 0 "no count needs a profile" analyze hides.c --notes notes.txt -o hides.fc -- -O2
point() { "$FORECOST" predict "$1" --format json -n 1:3 "${@:2}" 2>err | python3 -c 'import json, sys
print([(p["time_s"], p["messages"], p["bytes"], p["parameters"]) for p in json.load(sys.stdin)["points"]])'; }
check test -n "$(point open.fc -- 240 16)"
check test "$(point open.fc -- 240 16)" = "$(point hides.fc -- 240 16)"
check test "$(point open.fc -- 240 16)" = "$(point marks.fc -- 240 16)"
check test "$(point open.fc -D n=480 -D iterations=24 -- 240 16)" = "$(point hides.fc -D n=480 -D iterations=24 -- 240 16)"
expect 3 "hides.c:$first: error[FC0505]: argument 1, \"many\", is not a number; parameter n is read from it" predict hides.fc -n 1 -- many 16
expect 0 "n = 32" predict hides.fc -n 1 -D n=32 -- many 16
expect 3 "hides.c:$first: error[FC0505]: argument 1 is missing" predict hides.fc -n 1 --
printf 'hides.c:%d param(n)\nhides.c:%d param(iterations)\n' "$first" $((first + 1)) >notes.txt
expect 0 "no count needs a profile" analyze hides.c --notes notes.txt -o hides.fc
expect 3 "hides.c:$first: error[FC0505]: parameter n has no value" predict hides.fc -n 1 -D iterations=16 -- 240 16
for mark in 'n, argc' 'n, argv[0]' n 'n.' '' 'm.n, 3' 'n, nan' 'n, 3'; do
    printf 'hides.c:%d param(%s)\n' "$first" "$mark" >notes.txt
    code=3
    [[ $mark == n || $mark == 'n, 3' ]] && code=0
    expect "$code" "" analyze hides.c --notes notes.txt -o refused.fc
    ((code == 0)) || check grep -qF "hides.c:$first:5: error[FC" err
done
# Fields and variables may have the names of macros of the cost program.
cat >macros.c <<'END'
#include <mpi.h>
struct sizes { int true, EOF, NULLS, errno_, M_PI, E2BIG, stdin, SEEK_SET, RAND_MAX, INFINITY, r, G; };
static double a[4096];
static void sweep(const struct sizes *s)
{
    for (int i = 0; i < s->true * s->EOF; i++)
        a[i] += s->M_PI;
    for (int i = 0; i < s->E2BIG + s->stdin + s->SEEK_SET + s->RAND_MAX + s->INFINITY + s->r + s->G; i++)
        a[i] *= 2;
}
int main(int argc, char **argv)
{
    int BUFSIZ = 3;
    MPI_Init(&argc, &argv);
    struct sizes s = {.true = argc, .EOF = 8, .E2BIG = argc, .stdin = 1, .SEEK_SET = 2, .RAND_MAX = argc, .r = 1, .G = 2};
    s.INFINITY = BUFSIZ;
    sweep(&s);
    MPI_Finalize();
    return a[0] > 1;
}
END
expect 0 "Loops: 2 closed" analyze macros.c -o macros.fc -- -O2
expect 0 "100 % closed" predict macros.fc -n 1:2

# An array that is the program's result is not computed in a prediction: annotated as data, its dependent counts are
# profiled.
cat >sorts.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), low = 0, all;
    int *key = malloc(n * sizeof *key);
    for (int i = 0; i < n; i++)
        key[i] = (i * 7919) % n;
    for (int i = 0; i < n; i++)
        low += key[i] < n / 4;
    MPI_Allreduce(&low, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < low; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    free(key);
    MPI_Finalize();
    return 0;
}
END
expect 0 "no count needs a profile" analyze sorts.c -o sorts.fc -- -O2
expect 3 "#pragma forecost data" predict sorts.fc -n 2 --budget 0 -- 400000000
expect 3 "sorts.c:7: error[FC0574]" predict sorts.fc -n 2 -- 400000000
printf 'sorts.c:7 data\n' >notes.txt
expect 0 "sorts.c:13  loop: low, from key" analyze sorts.c --notes notes.txt -o sorts.fc -- -O2
expect 0 "250 iterations an entry" profile sorts.fc --no-timers -n 2 -- 1000
expect 0 "profiled" predict sorts.fc -n 2 -- 400000000
sed '7i #pragma forecost data' sorts.c >mark.c
expect 0 "mark.c:14  loop: low, from key" analyze mark.c -o mark.fc -- -O2
sed '15i #pragma forecost data' sorts.c >mark.c
expect 0 "the statement after it sets no variable" analyze mark.c -o mark.fc -- -O2
# Elements that a call reads from a dynamic array are not read: a message reports it. A communicator that depends on them
# counts as MPI_COMM_WORLD.
with_call() { # CALLS
    sed "s/^    for (int i = 0; i < low; i++)\$/    $1\n&/" sorts.c | sed '7i #pragma forecost data' >mark.c
    expect 0 "" analyze mark.c -o mark.fc -- -O2
}
with_call 'MPI_Datatype t; MPI_Type_indexed(1, key, key, MPI_INT, \&t); MPI_Type_commit(\&t); MPI_Bcast(key, 1, t, 0, MPI_COMM_WORLD);'
expect 3 "MPI_Type_indexed: an array it reads is null or depends on data" predict mark.fc -n 2 --assume mark.c:15=3 -- 1000
check grep -qF "analyze ... -- -DNAME" err
with_call 'MPI_Comm c; MPI_Cart_create(MPI_COMM_WORLD, 1, key, key, 0, \&c); MPI_Barrier(c);'
expect 0 "MPI_Barrier" predict mark.fc -n 2 --assume mark.c:15=3 -- 1000
check grep -qF "the communicator of MPI_Barrier depends on data; MPI_COMM_WORLD assumed" err

# Two remedies: a profile counts the elements, or the source of the array's numbers is annotated instead of data.
cat >even.c <<'END'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int size, n = atoi(argv[1]), counts[64] = {0}, got[64], at[64] = {0};
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = rand() / (RAND_MAX + 1.0);
#ifdef EVEN
    for (int r = 0; r < size; r++)
        counts[r] = n / size;
#else
    for (int i = 0; i < n; i++)
        counts[(int)(x[i] * size)]++;
#endif
    MPI_Alltoall(counts, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoallv(x, counts, at, MPI_DOUBLE, y, got, at, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Finalize();
}
END
expect 0 "" analyze even.c -o even.fc -- -O2
expect 3 "even.c:19: error[FC0505]: how many elements these blocks have cannot be determined" predict even.fc -n 2 -- 1000
bytes() { grep -o '"bytes": *[0-9]*' out | head -n 1 | tr -dc 0-9; }
expect 0 "" profile even.fc --no-timers -n 2 -- 1000
expect 0 "MPI_Alltoallv" predict even.fc -n 2 --format json -- 1000
check test "$(bytes)" = 16016 # 2 ranks send 1000 elements of 8 bytes each, before that their counts, 4 bytes to each
expect 0 "all supported" analyze even.c -o fair.fc -- -O2 -DEVEN
expect 0 "MPI_Alltoallv" predict fair.fc -n 2 --format json -- 1000
check test "$(bytes)" = 16016
