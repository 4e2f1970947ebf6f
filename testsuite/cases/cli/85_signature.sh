# SPDX-License-Identifier: GPL-3.0-or-later
# Application signatures: recording does not change the program's behavior, counts are exact, bad input has its place.
cat >odd.c <<'SOURCE'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define AT(a, i) ((a)[i])
#define EACH(i, n) for (int i = 0; i < (n); i++)
typedef struct cell { double value; unsigned flag : 3, rest : 5; struct cell *next; int hits[2]; } cell;
typedef struct box { cell *all; long n; double sum; } box;
static int table[] = {3, 1, 2};
static double twice(const double *p) { return 2 * *p; }
static int find(const int *a, int n, int what)
{
    for (int i = 0; i < n; i++)
        if (a[i] == what)
            return i;
    return -1;
}
static void fill(box *b)
{
    EACH(i, b->n) b->all[i] = (cell){.value = i % 5, .flag = (unsigned)i & 7, .next = &b->all[(i * 7 + 1) % b->n]};
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), trips = 0, a[4] = {table[0], table[1] + 1, [3] = table[2]};
    box b = {malloc(n * sizeof(cell)), n, 0};
    double *x = calloc(n, sizeof *x), (*m)[8] = calloc(n, sizeof *m), last = 0;
    char name[] = "odd", *text = name;
    fill(&b);
    for (int r = 0; r < 40; r++)
        for (int i = 1; i < n - 1; i++)
            AT(x, i) = 0.5 * (x[i - 1] + AT(x, i + 1)) + (i % 3 ? b.all[i].value : -1.0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            m[i][j] += x[i] * j, b.all[i].hits[j & 1]++;
    int i = 0;
    do
        (x[i] *= 2);
    while (++i < n && x[i] < 1e300);
    for (i = 0;;) {
        if (i >= n) break;
        if (i % 2 == 0) { i++; continue; }
        b.sum += x[i] > 0 && m[i][1] > 0 ? m[i][2] : twice(&x[i]);
        switch (i % 4) {
        case 1: b.sum += x[0];
        case 2: b.sum -= *(x + 1); break;
        default: trips += b.all[i].flag;
        }
        i++;
    }
    const cell *c = b.all;
    while (c->next != b.all && trips < 1 << 20) trips++, last += c->value, c = c->next;
#pragma GCC ivdep
    for (long k = 0; k < b.n; k++) x[k] = x[k] + 1;
again:
    if (a[1] < 9) { a[1]++; goto again; }
    while (*text) if (*text++ == 'd') (trips)++; else ;
    double (*f)(const double *) = twice;
    cell copy = b.all[n / 2], *pair[2] = {b.all, &copy};
    printf("%.17g %.17g %d %d %g %d %s\n", b.sum, last, trips, a[1] + a[3] + find(table, 3, 2), f(&pair[1]->value), copy.hits[1], name);
    double all = 0;
    MPI_Reduce(&x[n / 2], &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    free(b.all), free(x), free(m);
    MPI_Finalize();
    return 0;
}
SOURCE
printf '#!/bin/sh\nexec mpirun --oversubscribe -n "$@" >kept\n' >keep && chmod +x keep
printf 'forecost: 1\nname: two\ncores: 1\ncache_bytes: [8192, 98304]\ncache_ways: [2, 12]\ncache_policy: fifo\ncore: {operations: [], accesses: []}\n' >two.yaml
expect 0 "odd.c:" analyze odd.c -o odd.fc -- -O2
mpicc -O2 -w odd.c -o odd && ./odd 20011 >odd.original
# With policy LRU the program counts accesses within a line by itself, with FIFO it does not.
sed 's/fifo/lru/' two.yaml >lru.yaml
for policy in two lru; do
    for sample in 1 3; do
        expect 0 "odd.c:30 main" signature odd.fc -m $policy.yaml --sample $sample --launcher "$PWD/keep {ranks}" -o "$policy$sample.sig" -- 20011
        check cmp kept odd.original
        expect 0 '"accesses"' signature --print "$policy$sample.sig" --format json
        cp out "$policy$sample.json"
    done
done
# Counts by hand: the sweep of line 30 runs 40 times over n - 2 elements, with 2 loads, 1 store and 2/3 of a load each.
counts_of() { python3 -c '
import json, sys
policy = sys.argv[1]
def lines(path): return {r["line"]: r for r in json.load(open(path))}
all, part = lines(policy + "1.json"), lines(policy + "3.json")
n = 20011
sweep = all[30]
assert sweep["iterations"] == 40 * (n - 2), sweep
assert sweep["references"] == 40 * (3 * (n - 2) + sum(1 for i in range(1, n - 1) if i % 3)), sweep
value = [a for a in sweep["accesses"] if a["text"].endswith("value")][0]
# cells of 32 bytes, alternately one and two further; back at the begin of each sweep
assert value["strides"]["4"] + value["strides"]["8"] == value["count"] - 40 and value["strides"]["random"] == 39, value
assert all[33]["references"] == 8 * n * 5, all[33]          # x, and two updates
assert [a["strides"]["1"] for a in all[30]["accesses"] if a["access"] == "write"] == [40 * (n - 3)]
assert 30 in part
for line, other in part.items():
    region = all[line]
    assert abs(other["references"] - region["references"]) <= 0.01 * region["references"] + 2, (line, other, region)
share = [sum(a["recorded"] for r in json.load(open(f"{policy}{k}.sig"))["regions"] for a in r["accesses"]) for k in (1, 3)]
assert 0.3 * share[0] < share[1] < 0.45 * share[0], share
for level in ("L1", "L2"):
    assert abs(all[30]["hits"]["two." + level] - part[30]["hits"]["two." + level]) < 0.02' "$1"; }
check counts_of two
check counts_of lru
expect 0 "2 ranks" signature odd.fc -n 2 -m two.yaml -m default --region find --region odd.c:33 -o few.sig -- 500
check test "$(grep -c '"function"' few.sig)" = 2
expect 0 "file,line,function,iterations,references" signature --print few.sig --format csv
expect 0 "two L1" signature --print few.sig

# Unsupported requests.
expect 3 'the program defines no procedure "finde"' signature odd.fc --region finde -- 5
expect 3 "odd.c:31: error[FC0306]: no loop of the program begins here" signature odd.fc --region odd.c:31 -- 5
expect 2 "sample" signature odd.fc --sample 0 -- 5
sed '/cache/d' two.yaml >bad.yaml
expect 3 "bad.yaml: error[FC0807]: machine two specifies no caches" signature odd.fc -m bad.yaml -- 5
sed 's/\[2, 12\]/[2, 7]/' two.yaml >bad.yaml
expect 3 "bad.yaml:5:17: " signature odd.fc -m bad.yaml -- 5
sed '/cache_ways/d; s/98304/98305/' two.yaml >bad.yaml
expect 3 "bad.yaml:4:21: error[FC0806]: cache level 2 is invalid" signature odd.fc -m bad.yaml -- 5
expect 3 "the program" signature odd.fc -o gone.sig
absent gone.sig
sed 's/"ranks": 2/"ranks": 0/' few.sig >bad.sig
expect 3 "bad.sig:3:" signature --print bad.sig
silent
sed '0,/"served": \[/s//"served": [-1, /' few.sig >bad.sig
expect 3 "expected 6 numbers of 0 to 2^53 for each machine" signature --print bad.sig
sed '0,/"served": \[[0-9]*/s//"served": [1e308/' few.sig >bad.sig # no count: its time would be none either
expect 3 "expected 6 numbers of 0 to 2^53 for each machine" signature --print bad.sig
expect 3 "two.yaml:2:" signature --print two.yaml
for part in 1 400 2000; do
    head -c $part few.sig >bad.sig
    expect 3 "bad.sig" signature --print bad.sig
done

# A pointer set in each iteration leads to another record: its fields are loaded, 3 references an iteration with the
# key. With a pointer set outside of the loop the value stays in a register.
cat >records.c <<'SOURCE'
#include <mpi.h>
#include <stdlib.h>
struct record { double x, y, z; };
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), *key = calloc(n, sizeof *key);
    struct record *all = calloc(n, sizeof *all), *first = all;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct record *one = &all[key[i]];
        sum += one->x + one->z + first->y;
    }
    MPI_Finalize();
    return sum > 0;
}
SOURCE
expect 0 "all supported" analyze records.c
expect 0 "records.c,10,main,1000,3000," signature records.fc --format csv -- 1000

# The references of library functions, by place: ten copies of 800,000 bytes by vectors of 32, each missing the first
# level once a line; MPI's are left out, and the comparisons of qsort are those of the source.
if command -v valgrind >/dev/null; then
    cat >library.c <<'SOURCE'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *from = malloc(800000), *to = malloc(800000), all = 0;
    int *key = malloc(4000 * sizeof *key);
    memset(from, 1, 800000);
    for (int i = 0; i < 4000; i++)
        key[i] = i * 7919 % 4000;
    for (int i = 0; i < 10; i++)
        memcpy(to, from, 800000);
    qsort(key, 4000, sizeof *key, compare);
    MPI_Allreduce(to, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return key[5] != 5;
}
SOURCE
    expect 0 "library.c" analyze library.c -o library.fc -- -O2
    expect 0 "regions" signature library.fc -m lru.yaml -o library.sig
    expect 0 "regions" signature library.fc -m lru.yaml --binary -o binary.sig
    check python3 -c '
import json
source, both = ({(r["file"], r["line"]): r for r in json.load(open(name))["regions"]} for name in ("library.sig", "binary.sig"))
calls = [a for r in both.values() for a in r["accesses"] if a["column"] == 0]
def find(name, access): return [a for a in calls if name in a["text"] and a["access"] == access]
assert not [a for a in calls if "MPI" in a["text"] or a["line"] == 19], calls
for access in ("read", "write"):
    copies, = find("memcpy", access) or find("memmove", access)
    assert copies["line"] == 17 and 250000 <= copies["count"] <= 250500 and copies["bytes"] == 32, copies
    assert copies["served"][0] < 0.51 * copies["count"] and sum(copies["served"]) == copies["count"], copies
    sort, = find("qsort", access)
    assert sort["line"] == 18, sort
for place, region in source.items():     # what the source shows stays as it was
    kept = [a for a in both[place]["accesses"] if a["column"] > 0]
    assert [(a["text"], a["count"]) for a in kept] == [(a["text"], a["count"]) for a in region["accesses"]], place'
fi

# Convolved: two machines whose caches were simulated, region by region; and in a prediction.
expect 0 "Next" machine edit default --set 'memory.L2.size*=4' -o wide.yaml
expect 0 "Next" machine edit default --set 'memory.dram.time*=2' -o slow.yaml
expect 0 "odd.c:30 main" signature odd.fc -m default -m wide.yaml -o both.sig -- 20011
expect 0 "wide ratio" signature --print both.sig -m default -m wide.yaml -m slow.yaml
expect 0 '"ratio": {"wide": ' signature --print both.sig -m default -m wide.yaml --format json
check python3 -c '
import json
rows = json.load(open("out"))
whole = [r for r in rows if r["file"] is None][0]
assert abs(sum(r["time_s"]["wide"] for r in rows if r["file"]) - whole["time_s"]["wide"]) < 1e-12
assert whole["ratio"]["wide"] <= 1.0 and abs(whole["ratio"]["wide"] - whole["time_s"]["wide"] / whole["time_s"]["default"]) < 1e-12'
expect 3 "both.sig: error[FC0805]: the signature was not recorded with the caches of machine two" signature --print both.sig -m two.yaml
given row -O2
expect 0 "regions" signature row.fc -o row.sig -- 400 5
expect 0 "regions from the signature of: mpirun -n 1 ./jacobi_row 400 5" predict row.fc --signature row.sig --format json -- 400 5
cp out recorded.json
expect 0 "points" predict row.fc --format json -- 400 5
# A matrix of 1.3 MB in the third level, read once an iteration: streams and signature give nearly the same time.
check python3 -c '
import json
recorded, model = (json.load(open(name))["points"][0]["compute_s"] for name in ("recorded.json", "out"))
assert abs(recorded - model) < 0.1 * model and recorded != model, (recorded, model)'
expect 2 "--signature needs --compute-model memory" predict row.fc --signature row.sig --compute-model ops -- 400 5
sed 's/"key": "./"key": "x/' both.sig >bad.sig
expect 3 "bad.sig:2:" predict odd.fc --signature bad.sig -- 20011
expect 3 "another version of the program" predict odd.fc --signature bad.sig -- 20011
silent

# A stream of memcpy() is in no access of a signature.
cat >copies.c <<'SOURCE'
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    for (int i = 0; i < n; i++) {
        memcpy(y, x, i * sizeof *x);
        x[i] += y[i];
    }
    MPI_Finalize();
    return 0;
}
SOURCE
expect 0 "all supported" analyze copies.c -o copies.fc -- -O2
expect 0 "regions" signature copies.fc -n 1 -o copies.sig -- 100
expect 0 "regions from the signature" predict copies.fc --signature copies.sig -n 1 -- 100
