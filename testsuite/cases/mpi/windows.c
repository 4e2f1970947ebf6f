/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided communication of control data: each number is checked, so that the real run and the virtual ranks agree on
 * it. At the end each rank sends their sum in bytes to the next.
 *
 * Barriers, one message of 0 bytes a rank: 3 windows made and freed, 5 fences, 3 of its own = 14. Accesses, 4 bytes
 * each unless noted, a rank: put, accumulate, get between fences 3; two fetches under lock_all 2; compare and swap,
 * rput, rget 3; a put between start and complete 1; a put of 8 bytes into attached memory 1; with p ranks the last
 * exchange sends s bytes, s = 4 p (what the counter ends at, 2 p, and twice the ranks in the window).
 *   a rank: 14 + 3 + 2 + 3 + 1 + 1 + 1 = 25 messages, 9 * 4 + 8 + 4 p bytes
 * and an MPI_Bcast of 8 bytes, the address of attached memory.
 *
 * expect ranks 2: 52 messages, 120 bytes
 * expect ranks 4: 104 messages, 272 bytes */
#include <mpi.h>
#include <stdlib.h>

static void check(int is_right, int place)
{
    if (!is_right)
        MPI_Abort(MPI_COMM_WORLD, place);
}

/* Each puts its rank into its right neighbour and adds 10 to what is there; gets it back from there. */
static void between_fences(int rank, int ranks)
{
    int memory[2] = {-1, 1000}, ten = 10, back = -1, right = (rank + 1) % ranks;
    MPI_Win window;
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
    MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Accumulate(&ten, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    check(memory[0] == (rank + ranks - 1) % ranks, 1);
    check(memory[1] == 1010, 2);
    MPI_Get(&back, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    check(back == rank, 3);
    MPI_Win_free(&window);
}

/* A counter at rank 0 that each raises twice by one: where it ends. */
static int counted(int rank, int ranks, MPI_Win window, int *counter)
{
    int one = 1, before = -1, again = -1;
    MPI_Win_lock_all(0, window);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    MPI_Fetch_and_op(&one, &again, MPI_INT, 0, 0, MPI_SUM, window);
    MPI_Win_unlock_all(window);
    check(before >= 0 && again > before && again < 2 * ranks, 4);
    MPI_Barrier(MPI_COMM_WORLD);
    check(*counter == (rank == 0 ? 2 * ranks : 0), 5);
    return 2 * ranks;
}

/* Each compares with a value that is not there, and swaps nothing; puts a number by a request and gets it back. */
static void under_locks(int rank, int ranks, MPI_Win window)
{
    int least = -1, was = -2, read = -2, right = (rank + 1) % ranks, target = ranks;
    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    MPI_Compare_and_swap(&rank, &least, &was, MPI_INT, rank, 1, window);
    MPI_Win_unlock(rank, window);
    check(was == 0, 6);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, window);
    MPI_Rput(&target, 1, MPI_INT, right, 2, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_flush(right, window);
    MPI_Rget(&read, 1, MPI_INT, right, 2, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, window);
    check(read == ranks, 7);
}

/* To the right neighbor; each exposes its window to the left one. */
static void between_start_and_complete(int rank, int ranks, MPI_Win window, int *memory)
{
    int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks, value = 2 * rank;
    MPI_Group all, origin, target;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &right, &target);
    MPI_Group_incl(all, 1, &left, &origin);
    MPI_Win_post(origin, 0, window);
    MPI_Win_start(target, 0, window);
    MPI_Put(&value, 1, MPI_INT, right, 3, 1, MPI_INT, window);
    MPI_Win_complete(window);
    MPI_Win_wait(window);
    check(memory[3] == 2 * left, 8);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
    MPI_Group_free(&all);
}

/* Dynamic window: the address of attached memory is dynamic. */
static void into_attached_memory(void)
{
    double *memory = calloc(1, sizeof *memory), value = 1.5;
    MPI_Aint address;
    MPI_Win window;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_attach(window, memory, sizeof *memory);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, 0, address, 1, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    MPI_Win_detach(window, memory);
    MPI_Win_free(&window);
    free(memory);
}

int main(int argc, char **argv)
{
    int rank, ranks, *memory;
    static char data[1000];
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    between_fences(rank, ranks);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    for (int i = 0; i < 4; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    int bytes = counted(rank, ranks, window, memory);
    under_locks(rank, ranks, window);
    MPI_Barrier(MPI_COMM_WORLD);
    bytes += 2 * memory[2];
    between_start_and_complete(rank, ranks, window, memory);
    MPI_Win_free(&window);
    into_attached_memory();
    MPI_Sendrecv(data, bytes, MPI_CHAR, (rank + 1) % ranks, 0, data + 500, 400, MPI_CHAR, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
