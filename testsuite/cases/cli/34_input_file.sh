# SPDX-License-Identifier: GPL-3.0-or-later
# A size from an input file: the cost program reads the file too, where it lies at prediction.
mkdir -p input
cat >input/size.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    char line[100];
    FILE *in = fopen("input/size.txt", "r");
    fgets(line, sizeof line, in);
    int n = atoi(line), m;
    if (fscanf(in, "%d", &m) != 1)
        return 1;
    fclose(in);
    double s = 0, a[1000] = {0};
    for (int i = 0; i < n; i++)
        s += a[i % 1000];
    for (int i = 0; i < m; i++)
        s -= a[i % 1000];
    MPI_Finalize();
    return s > 1;
}
C
expect 0 "Loops: 2 closed; no count needs a profile" analyze input/size.c -o input/size.fc -- -O2
iterations() { # of the loops, by the C that emit prints and a run of the points at two sizes
    printf '%d\n%d\n' "$1" "$2" >input/size.txt
    expect 0 "" predict input/size.fc -n 1 --format json
    cp out "input/$1.json"
}
iterations 2000000 1000000
iterations 4000000 2000000
check python3 - <<'PY'
import json
small, large = (json.load(open("input/%d.json" % n))["points"][0]["time_s"] for n in (2000000, 4000000))
assert 1.99 < large / small < 2.01, (small, large)
PY
# A dynamic array is read with every result checked, and errno too: the memory does not exist, and calls that are left
# out do not fail.
cat >input/array.c <<'C'
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int read_array(const char *path, double **values)
{
    int n;
    FILE *in = fopen(path, "r");
    if (fscanf(in, "%d", &n) != 1)
        return -1;
    if (!(*values = malloc(n * sizeof(double))))
        return -1;
    for (int i = 0; i < n; i++)
        if (fscanf(in, "%lf", &(*values)[i]) == EOF)
            return -1;
    return fclose(in) != 0 ? -1 : n;
}
int main(int argc, char **argv)
{
    double *a, s = 0;
    MPI_Init(&argc, &argv);
    errno = 0;
    int out = open("input/out", O_WRONLY | O_CREAT, 0600);
    if (errno) {
        perror("input/out");
        exit(1);
    }
    int n = read_array("input/array.txt", &a);
    for (int i = 0; i < n; i++)
        s += a[i];
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return out < 0 && s > 0;
}
C
echo "5 1.5 2 3e300 4 5" >input/array.txt
expect 0 "no count needs a profile" analyze input/array.c -o input/array.fc -- -O2
expect 0 "" predict input/array.fc -n 2 --format json
check grep -q '"messages": 10,' out # in each of 5 barriers each of 2 ranks sends once
rm input/size.txt
expect 3 "size.c:10: error[FC0505]: the program ends here by reading a file that cannot be opened here" predict input/size.fc -n 1
check grep -qF "The input file input/size.txt cannot be opened: run from the folder where the program finds it" err
printf '5\nnone\n' >input/size.txt
expect 3 "size.c:13: error[FC0505]: the program ends here by main returns 1" predict input/size.fc -n 1
# A profile keeps the input files of its runs: measured times go with those, not with later files of that name, for
# every way to pass the name. Twenty times the iterations take twenty times as long, plus a constant.
sed 's|"input/size.txt"|argc > 1 ? argv[1] : "none"|' input/size.c >input/named.c
sed 's|char line\[100\];|&\n    snprintf(line, sizeof line, "input/%s.txt", argc > 1 ? argv[1] : "none");|; s|"input/size.txt"|line|' input/size.c >input/made.c
fitted() { # MODEL ARGUMENT...: the time
    expect 0 "" predict "input/$1.fc" -n 1 --compute-model fitted --format json -- "${@:2}"
    python3 -c 'import json; print(json.load(open("out"))["points"][0]["time_s"])'
}
for model in size named made; do
    arguments=()
    [[ $model != named ]] || arguments=(input/size.txt)
    [[ $model != made ]] || arguments=(size)
    printf '100000000\n50000000\n' >input/size.txt
    expect 0 "" analyze "input/$model.c" -o "input/$model.fc" -- -O2
    expect 0 "" profile "input/$model.fc" -n 1 -- "${arguments[@]}"
    check grep -q '"name":"input/size.txt","bytes":19,"content":"100000000.n50000000.n"' "input/$model.fc.profile"
    touch -d "+1 hour" input/size.txt # as it was
    small=$(fitted "$model" "${arguments[@]}")
    check test "$(grep -c 'another one' err)" = 0
    printf '2000000000\n1000000000\n' >input/size.txt
    large=$(fitted "$model" "${arguments[@]}")
    check grep -qF "note[FC0534]: input/size.txt has changed since input/$model.fc.profile was recorded" err
    check python3 -c "assert 19.5 < $large / $small < 20.2, ($small, $large)"
done
expect 0 "input/size.fc.profile: 2 runs." profile input/size.fc -n 1 --no-timers --every
# For a file beyond 1 MiB a profile keeps a fingerprint: its run cannot be predicted again from another file.
{ printf '2000\n1000\n' && head -c 1100000 /dev/zero; } >input/size.txt
rm input/size.fc.profile
expect 0 "" profile input/size.fc -n 1
check grep -q '"bytes":1100010,"beginning":' input/size.fc.profile
fitted size >input/time
echo >>input/size.txt
expect 3 "input/size.txt has changed since it was profiled, and it was too large to be recorded" predict input/size.fc -n 1 --compute-model fitted
# Binary files: records with pointers and records in them; static arrays, and dynamic arrays, which only move the file
# position; position queries and seeks; reads beyond the end; lines of any length. The file's contents determine the
# number of barriers.
cat >input/read.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct part {
    short m;
    float scale;
};
struct head {
    char tag[4];
    int n;
    double *values;
    struct part part;
    double dt;
};

static void barriers(long n)
{
    for (long i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    struct head head, other[2];
    FILE *in = fopen("input/read.bin", "rb");
    if (!in || fread(&head, sizeof head, 1, in) != 1)
        return 1;
    int *length = malloc(3 * sizeof *length);
    head.values = malloc(1000 * sizeof *head.values);
    if (fread(length, sizeof *length, head.n, in) != (size_t)head.n)
        return 2;
    if (fread(head.values, sizeof(double), 1000, in) != 1000)
        return 3;
    if (fread(other, sizeof *other, 2, in) != 2)
        return 4;
    long here = ftell(in);
    if (fseek(in, 0, SEEK_END) || ftell(in) != here + 4)
        return 5;
    fseek(in, here, SEEK_SET);
    int last = 0, after = 0;
    fread(&last, sizeof last, 1, in);
    if (fread(&after, sizeof after, 1, in) != 0 || !feof(in))
        return 6;
    fclose(in);
    double s = 0, step = 0;
    FILE *text = fopen("input/read.txt", "r");
    char *line = NULL;
    size_t room = 0;
    long words = 0;
    if (fscanf(text, "%lf ", &step) != 1)
        return 7;
    while (getline(&line, &room, text) != -1)
        words += atol(line);
    fclose(text);
    for (int i = 0; i < 1000; i++)
        s += head.values[i];
    barriers(head.n + head.part.m);
    barriers(length[0] + length[1] + length[2]);
    barriers(other[1].n);
    barriers(last);
    barriers(words);
    for (double t = 0; t < head.dt; t += step)
        barriers(1);
    free(line);
    MPI_Finalize();
    return s > 1000;
}
C
write_read() { # n of the first record
    python3 - "$1" <<'PY'
import struct, sys
def record(n, m, dt):
    return struct.pack("4siQhxxfd", b"abcd", n, 0xdeadbeef, m, 1.5, dt)
with open("input/read.bin", "wb") as out:
    out.write(record(int(sys.argv[1]), 7, 2) + struct.pack("3i", 1, 2, 30) + struct.pack("1000d", *[1] * 1000))
    out.write(record(9, 9, 9) + record(40, 9, 9) + struct.pack("i", 500))
with open("input/read.txt", "w") as out:
    out.write("0.25\n1000\n" + " " * 300 + "5\n")
PY
}
write_read 3
check mpicc -o input/read input/read.c && check mpirun -n 1 input/read # it reads all that it asks for
expect 0 "no count needs a profile" analyze input/read.c -o input/read.fc -- -O2
expect 0 "" predict input/read.fc -n 2 --format json
# 3 + 7, 1 + 2 + 30, 40, 500, 1000 + 5, and 2 / 0.25 barriers, in each of which each of 2 ranks sends once
check grep -q "\"messages\": $((2 * (10 + 33 + 40 + 500 + 1005 + 8)))," out
write_read 4
expect 3 "read.c:32: error[FC0505]: fread reads 16 bytes into memory of 12 bytes" predict input/read.fc -n 1
write_read 3 && head -c 8000 input/read.bin >input/short && mv input/short input/read.bin
expect 3 "the program ends here by main returns 3" predict input/read.fc -n 1
rm input/read.txt && write_read 3 && sed -i 's|"r")|"w+")|' input/read.c
expect 0 "" analyze input/read.c -o input/read.fc -- -O2
expect 3 "read.c:52: error[FC0505]: the program ends here by reading a file that it writes" predict input/read.fc -n 1

# A reader that skips blanks by <ctype.h>, whose macros read a table of the C library: equal to a loop over ' '.
cat >blanks.c <<'C'
#include <ctype.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double a[1000];
static int read_number(const char *path, const char *name)
{
    char line[100], *at, word[100];
    FILE *file = fopen(path, "r");
    if (!file)
        exit(2);
    while (fgets(line, sizeof line, file)) {
        for (at = line; SKIPPED(*at); at++)
            ;
        sscanf(at, "%s", word);
        if (strcmp(word, name) == 0) {
            fclose(file);
            return atoi(at + strlen(word));
        }
    }
    return 0;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = read_number(argv[1], "trips");
    for (int i = 0; i < n; i++)
        a[i % 1000] = a[i % 1000] * 0.5 + 1;
    MPI_Finalize();
    return 0;
}
C
printf '  size 7\n \t trips 300000\n' >blanks.txt
for skipped in "isspace(*at)" "(*at == ' ' || *at == '\\t')"; do
    sed "s/SKIPPED(\*at)/$skipped/" blanks.c >skips.c
    expect 0 "no count needs a profile" analyze skips.c -o skips.fc -- -O2
    expect 0 '"points"' predict skips.fc -n 1 --format json -- blanks.txt
    python3 -c 'import json; point = json.load(open("out"))["points"][0]
print([b["time_s"] for b in point["by"] if b["line"] in (28, 29)])' >>blanks.times
done
check test "$(sort -u blanks.times | wc -l)" = 1
check grep -q "[1-9]" blanks.times

# A file that the slice does not open is kept too: the counts of a run with another content are no longer its own, and
# the interval grows with the ratio of the numbers in the file.
cat >input/hidden.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = 0;
    double s = 0;
    FILE *in = fopen(argv[1 + (int)(MPI_Wtime() * 1e6) % 1], "r");
    if (in == NULL || fscanf(in, "%d", &n) != 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < n; i++)
        s += 1 / (i + 1.0);
    MPI_Finalize();
    return s < 0;
}
END
width() { python3 -c 'import json; p = json.load(open("out"))["points"][0]; print(int(100 * p["high_s"] / p["low_s"]))'; }
echo 100000 >input/hidden.txt
expect 0 "" analyze input/hidden.c -o input/hidden.fc -- -O2
expect 0 "1e+05 iterations an entry" profile input/hidden.fc -n 1 --no-timers -- input/hidden.txt
expect 0 "" predict input/hidden.fc -n 1 --format json -- input/hidden.txt
check test "$(grep -c 'other input files' err)" = 0
own=$(width)
echo 200000 >input/hidden.txt
expect 0 "with other input files" predict input/hidden.fc -n 1 --format json -- input/hidden.txt
near=$(width)
echo 100000000 >input/hidden.txt
expect 0 "with other input files" predict input/hidden.fc -n 1 --format json -- input/hidden.txt
check test "$(width)" -gt $((5 * near))
check test "$near" -gt "$own"

# Sizes that the slice does not follow, from a file in which only numbers differ: the counts are functions of them,
# whether the files of the runs had one name or several. Files that differ otherwise widen the interval.
cat >configured.c <<'C'
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int number_after(const char *path, const char *key)
{
    char *text = NULL;
    size_t room = 0;
    FILE *in = fopen(path, "rb");
    if (!in || getdelim(&text, &room, '\0', in) < 0)
        exit(1);
    fclose(in);
    return atoi(strstr(text, key) + strlen(key));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const char *path = argc > 1 ? argv[1] : "run.cfg";
    int n = number_after(path, "width ="), steps = number_after(path, "steps =");
    double *x = calloc(n, sizeof *x), s = 0;
    for (int t = 0; t < 50 * steps; t++)
        for (int i = 0; i < n; i++)
            s += x[i] * 0.5 + (x[i] = s);
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
C
configure() { printf '# v1.0%s\nwidth = %d\nsteps = %d\n' "$2" "$1" $(($1 / 10 + 7)); }
interval() { python3 -c 'import json; p = json.load(open("out"))["points"][0]; print(p["high_s"] / p["low_s"])'; }
expect 0 "need a profile" analyze configured.c -o configured.fc -- -O2
for name in run.cfg ''; do
    rm -f configured.fc.profile
    arguments=()
    for n in 100 200 400 8000; do
        [[ -n $name ]] || arguments=("run$n.cfg")
        configure "$n" '' >"${name:-run$n.cfg}"
        ((n < 8000)) && expect 0 "" profile configured.fc -n 1 --no-timers -- "${arguments[@]}"
    done
    expect 0 "" predict configured.fc -n 1 --format json -- "${arguments[@]}"
    check grep -qF "configured.c:24 350 + 5 ${name:-run8000.cfg}:2 (3 runs), configured.c:25 ${name:-run8000.cfg}:2 (3 runs)" err
    narrow=$(interval)
    configure 8000 ' of another shape' >"${name:-run8000.cfg}"
    expect 0 "" predict configured.fc -n 1 --format json -- "${arguments[@]}"
    check python3 -c "assert $(interval) > 1.2 * $narrow, ($(interval), $narrow)"
done

# Results of ferror and fclose in conditions: each of 4,000 ranks closes the file that it has read.
cat >closed.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int n, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    FILE *f = fopen(argv[1], "r");
    if (!f || fscanf(f, "%d", &n) != 1 || ferror(f) != 0)
        return 1;
    if (fclose(f) != 0)
        return 2;
    for (int i = 0; i < n + rank; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
EOF
echo 12 >twelve
expect 0 "no count needs a profile" analyze closed.c -o closed.fc -- -O2
expect 0 '"messages": 8046000,' predict closed.fc -n 4000 --method sum --format json -- twelve # 4000 * 12 + 3999 * 2000
