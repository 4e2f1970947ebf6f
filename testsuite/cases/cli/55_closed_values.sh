# SPDX-License-Identifier: GPL-3.0-or-later
# Values that the formula has in closed form and the cost program computes: rounded square roots and logarithms of p, and
# the ranks of split communicators. Both agree at all numbers of ranks.

cat >rounded.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int p, n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    int q = VALUE;
    double *x = calloc(n, sizeof *x);
    for (int k = 0; k < 100 * q; k++)
        for (int i = 0; i < n / (q + 1); i++)
            x[i] += k;
    MPI_Finalize();
    return x[0] > 0;
}
EOF
# closed VALUE TEXT: the value is closed, and named so.
closed() {
    sed "s|VALUE|$1|" rounded.c >value.c
    expect 0 "all supported" analyze value.c -o value.fc
    expect 0 "$2" formula value.fc --all -n 64 -- 9000
    check grep -q '^T(p, n) =' out
    formula_agrees value "1:1024${SHORT:+:41}" 9000
}
closed "sqrt(p)" "isqrt(p)"
closed "(int)(sqrt((double)p) + 0.5)" "isqrt(4*p)"
closed "(int)ceil(pow(p, 0.5))" "isqrt(p - 1) + 1"
closed "(int)log2((double)p)" "ilog(p, 2)"
closed "ceil(log((double)p) / log(2))" "ilog(p - 1, 2) + 1"
closed "(int)(log(p) / log(2.0) + 0.5)" "ilog(p^2, 2)"
closed "ceil((double)p / 7)" "ceil(p/7)"
# log(243)/log(3) is less than 5: the value stays a quantity.
sed "s|VALUE|log(p) / log(3)|" rounded.c >value.c
expect 0 "all supported" analyze value.c -o value.fc
expect 0 "computed by the program slice: q = 4" formula value.fc -n 243 -- 9000

# Each communicator costs by its size, and by this rank in it.
cat >split.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double s;
static void use(MPI_Comm comm, int n)
{
    int size, rank;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < 1000 * (2 * size - rank) * n; i++)
        s += i;
    MPI_Barrier(comm);
}
static void split(int color, int key, int n)
{
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &part);
    use(part, n);
}
int main(int argc, char **argv)
{
    int rank, p, n = atoi(argv[1]), w = atoi(argv[2]);
    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 1}, ends[3] = {1, 0, 1}, last[2] = {0, 1}, up, down, at[2];
    MPI_Comm grid, line, plane;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    split(rank / 4, rank, n);
    split(rank % 3, rank, n);
    split(1 + rank / w, 0, n);
    split(rank % w, rank / w, n);
    split(rank / w, rank % w, n);
    split(rank < p / 3, rank, n);
    split(rank >= w, 7, n);
    split(rank < w ? 5 : 2, rank, n);
    split(rank == 0, rank, n);
    split(7, 1, n);
    split(rank / ((p + 2) / 3), rank, n);
    MPI_Dims_create(p, 3, dims);
    split(rank / dims[2], rank % dims[2], n);
    split(rank / (dims[2] * dims[1]), rank, n);
    split(rank % dims[2], rank, n);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, ends, &plane);
    use(plane, n);
    MPI_Cart_sub(plane, last, &line);
    use(line, n);
    MPI_Cart_shift(plane, 0, 1, &down, &up);
    MPI_Comm_rank(plane, &rank);
    MPI_Cart_coords(plane, rank, 2, at);
    for (int i = 0; i < n * (1000 * at[0] + 2000 * at[1]); i++)
        s += i;
    double x[1000];
    MPI_Sendrecv(x, n, MPI_DOUBLE, up, 0, x, n, MPI_DOUBLE, down, 0, plane, MPI_STATUS_IGNORE);
    MPI_Comm_dup(line, &plane);
    use(plane, n);
    MPI_Finalize();
    return s > 0;
}
EOF
expect 0 "all supported" analyze split.c -o split.fc
expect 0 "T(p, n, w) = max over rank" formula split.fc --all -n 12 -- 10 5
check grep -qF "dims_create(p, 3, 2)" out
check grep -qF "min(p - 4*x, 4)" out
for w in 1 5 1000; do
    formula_agrees split "1:60${SHORT:+:7}" 10 $w
done
# Without a closed rank: keys that reverse the order, of one color and of blocks.
sed 's|split(7, 1, n);|split(7, -rank, n);|; s|split(rank / 4, rank, n);|split(rank / 4, -rank, n);|' split.c >reversed.c
expect 0 "all supported" analyze reversed.c -o reversed.fc
for ranks in 1 7 24; do
    expect 0 "" predict reversed.fc -n $ranks --format json -- 10 5
    cp out reversed.json
    expect 0 "" formula reversed.fc -n $ranks --format json -- 10 5
    check python3 -c 'import json
found, wanted = json.load(open("out"))["time_s"], json.load(open("reversed.json"))["points"][0]["time_s"]
assert abs(found - wanted) <= 1e-9 * wanted, (found, wanted)'
done

# Runs in which q * q is not p have stopped: rows and columns of the square have q ranks.
cat >square.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, p, n = atoi(argv[1]);
    MPI_Comm row, column;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    int q = (int)(sqrt(p) + 1e-6);
    if (q * q != p)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank / q, rank % q, &row);
    MPI_Comm_split(MPI_COMM_WORLD, rank % q, rank / q, &column);
    double *x = calloc(n, sizeof *x);
    MPI_Bcast(x, n / q, MPI_DOUBLE, 0, row);
    MPI_Allreduce(MPI_IN_PLACE, x, n / q, MPI_DOUBLE, MPI_SUM, column);
    MPI_Finalize();
    return x[0] > 0;
}
EOF
expect 0 "all supported" analyze square.c -o square.fc
expect 0 "T_bcast(isqrt(p), 8*floor(n/isqrt(p)))" formula square.fc --all -n 16 -- 1000
check grep -qF "T_allreduce(isqrt(p), 8*floor(n/isqrt(p)))" out
formula_agrees square 1,4,9,16,144,1024 1000

# What pointers refer to has the name of the pointer: "*" would read as a product. The entry of a loop whose iterations
# are counted by the program slice is a term of its own, without iterations.
cat >shape.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static double *field;
static void shape(int n, int *height, int *width)
{
    *height = *width = 1;
    while (n > 1) {
        *height += n % 3 + 1;
        *width += n & 5;
        n = n % 2 ? 3 * n + 1 : n / 2;
    }
    field = malloc(*height * *width * sizeof *field);
}
int main(int argc, char **argv)
{
    int height, width;
    MPI_Init(&argc, &argv);
    shape(atoi(argv[1]), &height, &width);
    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++)
            field[i * width + j] = i + j;
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze shape.c -o shape.fc -- -O2
expect 0 "T(p, iterations(shape.c:7), height, width) =" formula shape.fc --all -- 27
check grep -q "  (t_allocate + 8\*height\*width t_touch) " out
check grep -q "  + t_entry  *shape.c:7 " out
check test "$(grep -cE ' 0 \* |\*\*' out)" = 0

# A mean of 2.5 iterations, where each of them costs another time, has no place in a sum: the formula says so. A
# procedure that is called twice has the place where it stops once.
cat >mean.c <<'C'
#include <mpi.h>
#include <stdlib.h>
static void check(int n)
{
    if (n < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *x = malloc(n * sizeof *x), sum = 0;
    check(n);
    if (n > 1000)
        return 1;
    for (int i = 0; i < n; i++)
        x[i] = i % 5 + i % 3;
    check(n - 2);
    MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < x[i]; k++)
            for (int j = 0; j < k; j++)
                sum += x[j];
    MPI_Finalize();
    return sum < 0;
}
C
expect 0 "" analyze mean.c -o mean.fc -- -O2
expect 0 "no shares: the mean count of a loop is no whole number" formula mean.fc -n 2 --assume mean.c:21=2.5 -- 16
expect 0 "shares at p = 2, n = 16 on" formula mean.fc -n 2 --assume mean.c:21=3 -- 16
check test "$(grep -o "mean.c:5" out | wc -l)" = 1

# A condition that moves the variable precedes the body: it counts from 1 to n there. Of 1 .. n, n - n / 3 are no
# multiple of 3.
cat >moved.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]), i = 0, c = 0;
    double s = 0;
    while (i++ < n) {
        if (i % 3 == 0)
            continue;
        for (int k = 0; k < i; k++)
            s += 1.0 / (k + 1);
        c++;
    }
    printf("%g %d\n", s, c);
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "all supported" analyze moved.c -o moved.fc
for n in 1 16 17 18; do
    formula_agrees moved 1 $n
done

# What is broadcast: by rank 0 in another branch than the one that receives; within half of the ranks, from their first.
cat >sent.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
static double s;
static void work(int n)
{
    for (int i = 0; i < n; i++)
        s += 1.0 / (i + 1);
}
int main(int argc, char **argv)
{
    int rank, got = 5;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int n = atoi(argv[1]);
    BODY
    work(got + 3 * rank);
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
EOC
sent() {
    sed "s/BODY/$1/" sent.c >got.c
    expect 0 "all supported" analyze got.c -o got.fc
    expect 0 "" formula got.fc -n 4 -- 1000
    expect 0 "" formula got.fc -n 7 -- 100
}
sent 'if (rank == 0) { got = n; MPI_Bcast(\&got, 1, MPI_INT, 0, MPI_COMM_WORLD); } else { int sent = 7; MPI_Bcast(\&sent, 1, MPI_INT, 0, MPI_COMM_WORLD); got = sent; }'
sent 'got = n + 100 * rank; MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, \&half); MPI_Bcast(\&got, 1, MPI_INT, 0, half);'
# A jump out of nested loops makes a sequence without a place of its own a part.
cat >out.c <<'EOC'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 3, k = 3;
    if (argc > 1 && sscanf(argv[1], "%d", &n) != 1)
        return 1;
    MPI_Init(&argc, &argv);
    double s = 0;
    {
        int i, j = 0;
        for (i = 0; i < 20; i++) for (j = 0; j < i; j++) if (i + j >= n) goto out;
out:
        k = i + j;
    }
    {
        int i = 0;
        do {
            s += 1.0 / (i + 1);
        } while (++i < k);
    }
    printf("%g\n", s);
    MPI_Finalize();
    return 0;
}
EOC
expect 0 "all supported" analyze out.c -o out.fc
expect 0 "T_run" formula out.fc -- 17
