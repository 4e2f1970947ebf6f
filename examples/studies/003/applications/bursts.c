/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preloaded before MPI under valgrind's callgrind: a dump of the counts at the begin of each call of MPI that may
 * communicate, and new counts at its end. A dump has the counts of the program between two calls, and the name of the
 * second one. */
#include <mpi.h>
#include <valgrind/callgrind.h>

#define CALL(name, parameters, arguments)                                                                              \
    int MPI_##name parameters                                                                                          \
    {                                                                                                                  \
        CALLGRIND_DUMP_STATS_AT(#name);                                                                                \
        int status = PMPI_##name arguments;                                                                            \
        CALLGRIND_ZERO_STATS;                                                                                          \
        return status;                                                                                                 \
    }
#define SEND const void *a, int n, MPI_Datatype t
#define RECV void *b, int m, MPI_Datatype u
#define ON MPI_Comm c
CALL(Init, (int *n, char ***a), (n, a))
CALL(Finalize, (void), ())
CALL(Barrier, (ON), (c))
CALL(Bcast, (RECV, int r, ON), (b, m, u, r, c))
CALL(Reduce, (const void *a, RECV, MPI_Op o, int r, ON), (a, b, m, u, o, r, c))
CALL(Allreduce, (const void *a, RECV, MPI_Op o, ON), (a, b, m, u, o, c))
CALL(Allgather, (SEND, RECV, ON), (a, n, t, b, m, u, c))
CALL(Alltoall, (SEND, RECV, ON), (a, n, t, b, m, u, c))
CALL(Irecv, (RECV, int r, int g, ON, MPI_Request *q), (b, m, u, r, g, c, q))
CALL(Isend, (SEND, int r, int g, ON, MPI_Request *q), (a, n, t, r, g, c, q))
CALL(Waitall, (int n, MPI_Request *q, MPI_Status *s), (n, q, s))
CALL(Sendrecv, (SEND, int r, int g, RECV, int x, int y, ON, MPI_Status *s), (a, n, t, r, g, b, m, u, x, y, c, s))
CALL(Dims_create, (int n, int d, int *s), (n, d, s))
CALL(Cart_create, (ON, int n, const int *d, const int *p, int o, MPI_Comm *e), (c, n, d, p, o, e))
CALL(Cart_coords, (ON, int r, int n, int *x), (c, r, n, x))
CALL(Cart_shift, (ON, int d, int n, int *x, int *y), (c, d, n, x, y))
CALL(Comm_split, (ON, int o, int k, MPI_Comm *e), (c, o, k, e))
CALL(Comm_free, (MPI_Comm * e), (e))
