# SPDX-License-Identifier: GPL-3.0-or-later
# Method ranks: synchronizing clocks, and the messages when ranks cannot synchronize.
given wave -O2
expect 0 "method ranks" predict wave.fc -n 1:16:x2 --method ranks -- 1000 10
expect 0 "" predict wave.fc -n 1,4,16 --method ranks --format json -- 1000 10
check python3 "$here/contract.py" predict out
check python3 -c 'import json
document = json.load(open("out"))
assert document["method"] == "ranks"
waits = [point["wait_s"] for point in document["points"]]
assert waits[0] == 0 < waits[1] < waits[2], waits'
expect 2 "--method" predict wave.fc -n 2 --method guess -- 1000 10
# Without --method a message says that the default ignores waiting; with --method there is none.
time_of() { "$FORECOST" predict wave.fc -n 16 --format json "$@" -- 1000 10 2>/dev/null | python3 -c 'import json, sys
print(json.load(sys.stdin)["points"][0]["time_s"])'; }
expect 0 "method sum" predict wave.fc -n 1,4,16 -- 1000 10
check grep -q "predicts .* at p = 16, $(python3 -c "print('%.2f' % ($(time_of --method ranks) / $(time_of --method sum)))") times as much" err
for method in sum ranks; do
    expect 0 "" predict wave.fc -n 1,4,16 --method $method -- 1000 10
    check test "$(grep -c "side by side" err)" = 0
done
expect 3 "more than 1048576" predict wave.fc -n 2000000 --method ranks -- 1000 10

# If all ranks do the same, no rank waits: both methods agree.
example() {
    expect 0 "" analyze "$root"/examples/"$1"/*.c -o "$1.fc" -- -O2
    expect 0 "" predict "$1.fc" -n "$2" --format json "${@:3}"
    check test "$(grep -c "side by side" err)" = 0
    mv out sum.json
    expect 0 "" predict "$1.fc" -n "$2" --method ranks --format json "${@:3}"
    check python3 "$here/same_points.py" sum.json out
}
example jacobi_row 1:64:x2 -- 1024 10
example jacobi_col 1:64:x2 -- 1024 10
example jacobi_col_bcast 1:64:x2 -- 1024 10
example heat 1 -- 300 300 10
example cg 1 --assume cg.c:75=20 -- 200 1e-9 20

# Otherwise ranks wait; messages and bytes are the same.
for program in "heat -- 300 300 10" "cg --assume cg.c:75=20 -- 200 1e-9 20"; do
    read -ra words <<<"$program"
    expect 0 "" predict "${words[0]}.fc" -n 7 --format json "${words[@]:1}"
    mv out sum.json
    expect 0 "" predict "${words[0]}.fc" -n 7 --method ranks --format json "${words[@]:1}"
    check python3 "$here/contract.py" predict out
    check python3 -c 'import json
(alone,), (together,) = (json.load(open(name))["points"] for name in ("sum.json", "out"))
assert together["wait_s"] > 0 == alone["wait_s"]
assert (together["messages"], together["bytes"]) == (alone["messages"], alone["bytes"])'
done

# All receive first: each waits for the next.
given stuck
expect 3 "stuck.c:9: error[FC0505]: deadlock: rank 0 waits in MPI_Recv (stuck.c:9) for a message from rank 1 (tag 7); rank 1" \
    predict stuck.fc -n 3 --method ranks
silent

# Rank 0 broadcasts while the others wait for it; the last sends a message without a receive.
cat >apart.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, value = 1, together = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    if (rank == 0 && !together)
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze apart.c -o apart.fc
expect 3 "apart.c:15: error[FC0505]: MPI_Barrier: rank 1 calls it where rank 0 calls MPI_Bcast at apart.c:13" \
    predict apart.fc -n 3 --method ranks -- 0
expect 0 "apart.c:11: warning[FC0533]: 1 message is never received (3 ranks), the first one sent by rank 2 to rank 0 with MPI_Send" \
    predict apart.fc -n 3 --method ranks -- 1

# Values of other ranks control each step: if method sum cannot follow them, method ranks predicts the point.
cat >steps.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = 1, most;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *a = calloc(100000, sizeof *a);
    for (int step = 0; step < atoi(argv[1]); step++) {
        n = n + rank % 3;
        MPI_Allreduce(&n, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < most; i++)
            a[i] += 1;
        n = most;
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "no count needs a profile" analyze steps.c -o steps.fc
expect 0 "" predict steps.fc -n 4 --format json -- 20
mv out sum.json
expect 0 "" predict steps.fc -n 4 --method ranks --format json -- 20
check python3 -c 'import json
(alone,), (together,) = (json.load(open(name))["points"] for name in ("sum.json", "out"))
assert (together["messages"], together["bytes"]) == (alone["messages"], alone["bytes"]) == (80, 320)
assert abs(together["compute_s"] - alone["compute_s"]) <= 1e-9 * alone["compute_s"]'
expect 0 "steps.c:12: note[FC0539]: control flow depends on received data" predict steps.fc -n 4 -- 200
check grep -q "method ranks" out
expect 0 "" predict steps.fc -n 4 --method ranks -- 200

# The last rank reads the parameters and broadcasts them as the bytes of a record: they are the trip counts of all
# ranks.
cat >record.c <<'C'
#include <mpi.h>
#include <stdlib.h>

struct parameters {
    double tolerance;
    int trips, size[2];
};

int main(int argc, char **argv)
{
    int rank, ranks;
    struct parameters p;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == ranks - 1) {
        p.trips = atoi(argv[1]);
        p.size[1] = atoi(argv[2]);
    }
    MPI_Bcast(&p, sizeof p, MPI_BYTE, ranks - 1, MPI_COMM_WORLD);
    double *a = calloc(p.size[1], sizeof *a);
    for (int i = 0; i < p.trips; i++)
        MPI_Allreduce(MPI_IN_PLACE, a, p.size[1], MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze record.c -o record.fc -- -O2
for method in sum ranks; do
    expect 0 "" predict record.fc -n 5,100 --method $method --format json -- 7 10
    check python3 -c 'import json
for point in json.load(open("out"))["points"]:
    p, found = point["ranks"], (point["messages"], point["bytes"])
    assert found == (8 * p, (7 * 80 + 24) * p), (p, found)'
done
expect 0 "Rank equivalence classes: " predict record.fc -n 100 --method ranks -- 7 10

# A message's value is the receiver's trip count: method sum has the point predicted by method ranks, and names the
# place.
cat >reads.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, n = atoi(argv[1]);
    static double a[1000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Ssend(&n, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        int trips;
        MPI_Recv(&trips, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < trips; i++)
            MPI_Send(a, 10, MPI_DOUBLE, MPI_PROC_NULL, 1, MPI_COMM_SELF);
    }
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze reads.c -o reads.fc -- -O2
expect 0 "reads.c:14: note[FC0539]: control flow depends on received data" predict reads.fc -n 2 --format json -- 7
check grep -q '"method": "ranks"' out
mv out sum.json
expect 0 "" predict reads.fc -n 2 --method ranks --format json -- 7
check python3 "$here/same_points.py" sum.json out
# A dynamic group makes its communicator dynamic: MPI_COMM_WORLD is assumed for both, with a message.
cat >coarse.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double a[10000];
static MPI_Comm all, busy;
static void choose(MPI_Comm from, MPI_Comm *made)
{
    MPI_Group whole, part;
    int ranks[64], n = 0, size;
    double rows[64];
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allgather(a, 1, MPI_DOUBLE, rows, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (rows[i] >= 0)
            ranks[n++] = i;
    MPI_Comm_group(from, &whole);
    MPI_Group_incl(whole, n, ranks, &part);
    MPI_Comm_create(from, part, made);
    MPI_Group_free(&part);
    MPI_Group_free(&whole);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    choose(a[0] > -1 ? all : MPI_COMM_WORLD, &busy);
    if (busy != MPI_COMM_NULL) {
        MPI_Allreduce(MPI_IN_PLACE, a, 10000, MPI_DOUBLE, MPI_SUM, busy);
        MPI_Comm_free(&busy);
    }
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "" analyze coarse.c -o coarse.fc -- -O2
expect 0 "profile" profile coarse.fc -n 2 --no-timers -o coarse.profile
expect 0 "coarse.c:27: note[FC0548]: the communicator of MPI_Allreduce depends on data; MPI_COMM_WORLD assumed" predict coarse.fc --profile coarse.profile -n 2,4

# The members of such a communicator are counted, and its collectives have no waiting: of 4 ranks 2 are members.
cat >half.c <<'EOF'
#include <mpi.h>
#include <stdlib.h>
static double a[100], s;
int main(int argc, char **argv)
{
    int rank, size, ranks[64], n = 0, mine;
    double rows[64];
    MPI_Group whole, part;
    MPI_Comm busy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    a[0] = rank % 2 ? 1 : -1;
    MPI_Allgather(a, 1, MPI_DOUBLE, rows, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        if (rows[i] >= 0)
            ranks[n++] = i;
    MPI_Comm_group(MPI_COMM_WORLD, &whole);
    MPI_Group_incl(whole, n, ranks, &part);
    MPI_Comm_create(MPI_COMM_WORLD, part, &busy);
    if (busy != MPI_COMM_NULL) {
        MPI_Allreduce(MPI_IN_PLACE, a, 100, MPI_DOUBLE, MPI_SUM, busy);
        MPI_Comm_free(&busy);
    }
    MPI_Group_rank(part, &mine);
    for (int i = 0; i < 1000 && mine != MPI_UNDEFINED; i++)
        s += 1.0 / (i + 1);
    MPI_Finalize();
    return s < 0;
}
EOF
expect 0 "half.c:21  branch: busy, computed from dynamic values (half.c:20)" analyze half.c -o half.fc --all -- -O2
expect 0 "busy != MPI_COMM_NULL)  50 % of the time (2 in 4)" profile half.fc -n 4 --no-timers --launcher "mpirun --oversubscribe -n {ranks}"
for method in sum ranks; do
    expect 0 "half.c:22: note[FC0548]: the communicator of MPI_Allreduce depends on data; MPI_COMM_WORLD assumed" \
        predict half.fc -n 4 --method $method
done

# Requests in memory that is cleared first, or that was passed to an unknown function: 6 messages, and the cleared ones
# are waited for.
for clears in "memset(q, 0, n * sizeof *q)" "wipe(q, n)"; do
    cat >cleared.c <<EOF
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
void wipe(void *memory, unsigned long n);
int main(int argc, char **argv)
{
    unsigned long n = strtoul(argv[1], NULL, 10);
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request *q = malloc(n * sizeof *q);
    double *x = malloc(n * sizeof *x);
    $clears;
    for (unsigned long i = 0; i < n; i++)
        if (rank == 0)
            MPI_Isend(x + i, 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, &q[i]);
        else
            MPI_Irecv(x + i, 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, &q[i]);
    MPI_Waitall((int)n, q, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
EOF
    expect 0 "" analyze cleared.c -o cleared.fc -- -O2
    for method in sum ranks; do
        expect 0 '"messages": 6,' predict cleared.fc -n 2 --method $method --format json -- 6
    done
done
# Method sum says that sends head to head wait for each other beyond the eager limit, however long the program is.
given sends -O2
for arguments in "-n 2,4 -- 5000 5" "-n 2,4 -- 5000 500000" "-n 4 --method sum -- 5000 5"; do
    # shellcheck disable=SC2086
    expect 0 "deadlock: rank 0 waits in MPI_Send (sends.c:13)" predict sends.fc $arguments
    check grep -qF "rank 1 waits in MPI_Send (sends.c:13)" err
    expect 0 "" predict sends.fc ${arguments/5000 5/100 5}
    check test "$(grep -c FC0531 err)" = 0
done

# MPI 4's nonblocking exchange, which some headers lack, is MPI_Irecv, MPI_Isend and their completion.
for exchange in 'MPI_Isendrecv(a, n, MPI_INT, 1 - rank, 0, b, n, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, q);' \
    'MPI_Irecv(b, n, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, q); MPI_Isend(a, n, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, q + 1);'; do
    cat >exchange.c <<C
#include <mpi.h>
int MPI_Isendrecv(const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int main(int argc, char **argv)
{
    int a[1000] = {0}, b[1000], rank, n = argc > 1 ? 1000 : 100, got;
    MPI_Request q[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    $exchange
    MPI_Waitall(2, q, status);
    MPI_Get_count(&status[0], MPI_INT, &got);
    MPI_Bcast(b, got, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
    expect 0 "" analyze exchange.c -o exchange.fc -- -w
    for size in "" x; do
        expect 0 '"messages": 4' predict exchange.fc --method ranks -n 2 --format json -- $size
        grep -o '"time_s": [0-9.e-]*' out | head -n 1 >>exchange.times
    done
done
check test "$(sed -n 1,2p exchange.times)" = "$(sed -n 3,4p exchange.times)"
check test "$(sed -n 1p exchange.times)" != "$(sed -n 2p exchange.times)"
