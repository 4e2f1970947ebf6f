/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_virtual.h  MPI on a virtual rank: the control arguments of MPI_X in their order, behind the rank and the
 * call site.
 *
 * Included by forecost.h. Every function returns FC_MPI_SUCCESS; an argument MPI does not allow (a negative count or
 * one beyond 2^31 - 1, a partner outside the communicator, a handle that is null or freed) ends the evaluation with a
 * report at the site. Counts are double so that a count beyond int arrives whole.
 *
 * What the control slice does not need is not told: a null pointer for a result, FC_MPI_ANY_SOURCE for a partner or
 * root, FC_MPI_ANY_TAG for a tag, and for requests a null pointer, too: then a post keeps its handle to itself, Wait
 * completes one pending request, Waitall all.
 *
 * Method `sum` ([analyzer], section 2.1): each call adds its runtime function. Of a point-to-point message the sender
 * pays its share (SEND, or POST of an Isend; LogGP's o_s), the receiver the transfer from start to end (SINGLE; o_s + L
 * + (m - 1) G + o_r): at the Recv, or at the call that completes an Irecv. A transfer is paid once, with the weight its
 * request was posted under. Method `ranks` has clocks that meet: world.h. */
#ifndef FC_MPI_VIRTUAL_H
#define FC_MPI_VIRTUAL_H

enum {
    FC_MPI_SUCCESS = 0,
    FC_MPI_COMM_WORLD = 0,
    FC_MPI_COMM_SELF = 1,
    FC_MPI_COMM_NULL = -1,
    FC_MPI_COMM_UNKNOWN = -2,  /* it depends on data: MPI_COMM_WORLD is assumed, or the call refused */
    FC_MPI_COUNT_UNKNOWN = -3, /* of a list of ranks that depends on data: the group does */
    FC_MPI_REQUEST_NULL = 0,
    FC_MPI_MESSAGE_NULL = 0,
    FC_MPI_MESSAGE_NO_PROC = -1,
    FC_MPI_ANY_SOURCE = -1,
    FC_MPI_ANY_TAG = -1,
    FC_MPI_PROC_NULL = -2,
    FC_MPI_ROOT = -4,
    FC_MPI_UNDEFINED = -32766,
    FC_MPI_COMM_TYPE_SHARED = 0,
    FC_MPI_GRAPH = 1,
    FC_MPI_CART = 2,
    FC_MPI_DIST_GRAPH = 3,
    FC_MPI_THREAD_SINGLE = 0,
    FC_MPI_THREAD_FUNNELED = 1,
    FC_MPI_THREAD_SERIALIZED = 2,
    FC_MPI_THREAD_MULTIPLE = 3,
    FC_MPI_MAX = 1, /* operations of reductions */
    FC_MPI_MIN,
    FC_MPI_SUM,
    FC_MPI_PROD,
    FC_MPI_LAND,
    FC_MPI_BAND,
    FC_MPI_LOR,
    FC_MPI_BOR,
    FC_MPI_REPLACE,
    FC_MPI_NO_OP,
    FC_MPI_MAX_PROCESSOR_NAME = 256,
    FC_MPI_MAX_ERROR_STRING = 256,
    FC_MPI_TAG_UB = 2147483647
};

/** What a receiver learns of a message; bytes: for MPI_Get_count. */
typedef struct fc_mpi_status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    double bytes;
} fc_mpi_status;
#define FC_MPI_STATUS_IGNORE ((fc_mpi_status *)0)
#define FC_MPI_STATUSES_IGNORE ((fc_mpi_status *)0)

#define FC_MPI_IN_PLACE ((void *)1)
#define FC_MPI_UNWEIGHTED ((int *)2)
#define FC_MPI_WEIGHTS_EMPTY ((int *)3)

/** Stands for a number that the cost program cannot compute: ends the evaluation at the site that needs it. */
_Noreturn double fc_unknown(fc_rank *r, int site);

/* ---- start, end, queries ---- */
/** The prediction's time runs from Init's return to Finalize's entry; costs outside are dropped. Without them all
 * counts. */
int fc_MPI_Init(fc_rank *r, int site);
int fc_MPI_Init_thread(fc_rank *r, int site, int required, int *provided);
int fc_MPI_Finalize(fc_rank *r, int site);
int fc_MPI_Initialized(fc_rank *r, int site, int *flag);
int fc_MPI_Finalized(fc_rank *r, int site, int *flag);
int fc_MPI_Query_thread(fc_rank *r, int site, int *provided);
int fc_MPI_Is_thread_main(fc_rank *r, int site, int *flag);
int fc_MPI_Get_version(fc_rank *r, int site, int *version, int *subversion);
int fc_MPI_Get_processor_name(fc_rank *r, int site, int *length);
double fc_MPI_Wtime(fc_rank *r, int site);
double fc_MPI_Wtick(fc_rank *r, int site);
_Noreturn int fc_MPI_Abort(fc_rank *r, int site, fc_comm comm, int code);

/* ---- communicators: ranks 0 .. size - 1 of MPI_COMM_WORLD, or the rank itself; a Cart_sub's partners are not named
 * ---- */
int fc_MPI_Comm_size(fc_rank *r, int site, fc_comm comm, int *size);
int fc_MPI_Comm_rank(fc_rank *r, int site, fc_comm comm, int *rank);
int fc_MPI_Comm_dup(fc_rank *r, int site, fc_comm comm, fc_comm *made);
int fc_MPI_Comm_dup_with_info(fc_rank *r, int site, fc_comm comm, fc_comm *made);
/** The copy is there at once; the request pays what MPI_Comm_dup costs, in a world from when all have called. */
int fc_MPI_Comm_idup(fc_rank *r, int site, fc_comm comm, fc_comm *made, fc_request *request);
int fc_MPI_Comm_test_inter(fc_rank *r, int site, fc_comm comm, int *flag);
/** Under method sum ranks are run in rounds until each knows the colors of the others (exchange.h). */
int fc_MPI_Comm_split(fc_rank *r, int site, fc_comm comm, int color, int key, fc_comm *made);
int fc_MPI_Comm_split_type(fc_rank *r, int site, fc_comm comm, int type, int key, fc_comm *made);
int fc_MPI_Comm_free(fc_rank *r, int site, fc_comm *comm);
int fc_MPI_Topo_test(fc_rank *r, int site, fc_comm comm, int *status);
int fc_MPI_Dims_create(fc_rank *r, int site, int ranks, int n, int *dims);
int fc_MPI_Cart_create(fc_rank *r, int site, fc_comm comm, int n, const int *dims, const int *periods, int reorder,
                       fc_comm *made);
int fc_MPI_Cart_coords(fc_rank *r, int site, fc_comm comm, int rank, int n, int *coords);
int fc_MPI_Cart_rank(fc_rank *r, int site, fc_comm comm, const int *coords, int *rank);
int fc_MPI_Cart_shift(fc_rank *r, int site, fc_comm comm, int direction, int distance, int *source, int *target);
int fc_MPI_Cart_get(fc_rank *r, int site, fc_comm comm, int n, int *dims, int *periods, int *coords);
int fc_MPI_Cart_sub(fc_rank *r, int site, fc_comm comm, const int *remain, fc_comm *made);
int fc_MPI_Cart_map(fc_rank *r, int site, fc_comm comm, int n, const int *dims, const int *periods, int *rank);
int fc_MPI_Cartdim_get(fc_rank *r, int site, fc_comm comm, int *n);

/* ---- graph topologies: edges are this rank's own, but MPI_Graph_create is told those of all; weights that depend on
 * data are NULL ---- */
int fc_MPI_Graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int reorder,
                        fc_comm *made);
int fc_MPI_Graph_map(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int *rank);
int fc_MPI_Graphdims_get(fc_rank *r, int site, fc_comm comm, int *n, int *n_edges);
int fc_MPI_Graph_get(fc_rank *r, int site, fc_comm comm, int room, int edge_room, int *index, int *edges);
int fc_MPI_Graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int rank, int *n);
int fc_MPI_Graph_neighbors(fc_rank *r, int site, fc_comm comm, int rank, int room, int *neighbours);
int fc_MPI_Dist_graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *sources, const int *degree,
                             const int *targets, const int *weights, int reorder, fc_comm *made);
int fc_MPI_Dist_graph_create_adjacent(fc_rank *r, int site, fc_comm comm, int n_in, const int *sources,
                                      const int *weights_in, int n_out, const int *targets, const int *weights_out,
                                      int reorder, fc_comm *made);
int fc_MPI_Dist_graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int *n_in, int *n_out, int *weighted);
int fc_MPI_Dist_graph_neighbors(fc_rank *r, int site, fc_comm comm, int room_in, int *sources, int *weights_in,
                                int room_out, int *targets, int *weights_out);

/* ---- point to point; where the control slice goes on by numbers that messages bring, fc_carry() stands before a send
 * (in), a receive or its MPI_Irecv (out), both before an exchange ---- */
/** Before a call that receives or completes: where its status goes, one a request. */
void fc_carry_status(fc_rank *r, fc_mpi_status *status);
int fc_MPI_Get_count(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, int *n);
int fc_MPI_Get_elements(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, int *n);
int fc_MPI_Get_elements_x(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, long long *n);
int fc_MPI_Test_cancelled(fc_rank *r, int site, const fc_mpi_status *status, int *flag);
int fc_MPI_Send(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
int fc_MPI_Ssend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
int fc_MPI_Bsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
int fc_MPI_Rsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
int fc_MPI_Recv(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm);
int fc_MPI_Isend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                 fc_request *request);
int fc_MPI_Issend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request);
int fc_MPI_Ibsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request);
int fc_MPI_Irsend(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                  fc_request *request);
int fc_MPI_Irecv(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                 fc_request *request);
int fc_MPI_Sendrecv(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, double n_received,
                    fc_datatype type_received, int source, int tag_received, fc_comm comm);
int fc_MPI_Sendrecv_replace(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, int source,
                            int tag_received, fc_comm comm);

/** Messages that are seen before they are received. */
int fc_MPI_Probe(fc_rank *r, int site, int peer, int tag, fc_comm comm);
int fc_MPI_Iprobe(fc_rank *r, int site, int peer, int tag, fc_comm comm, int *flag);
int fc_MPI_Mprobe(fc_rank *r, int site, int peer, int tag, fc_comm comm, fc_mpi_message *message);
int fc_MPI_Improbe(fc_rank *r, int site, int peer, int tag, fc_comm comm, int *flag, fc_mpi_message *message);
int fc_MPI_Mrecv(fc_rank *r, int site, double n, fc_datatype type, fc_mpi_message *message);
int fc_MPI_Imrecv(fc_rank *r, int site, double n, fc_datatype type, fc_mpi_message *message, fc_request *request);

/* ---- completion ---- */
int fc_MPI_Wait(fc_rank *r, int site, fc_request *request);
int fc_MPI_Waitall(fc_rank *r, int site, int n, fc_request *requests);
int fc_MPI_Waitany(fc_rank *r, int site, int n, fc_request *requests, int *index);
int fc_MPI_Waitsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices);
int fc_MPI_Test(fc_rank *r, int site, fc_request *request, int *flag);
int fc_MPI_Testall(fc_rank *r, int site, int n, fc_request *requests, int *flag);
int fc_MPI_Testany(fc_rank *r, int site, int n, fc_request *requests, int *index, int *flag);
int fc_MPI_Testsome(fc_rank *r, int site, int n, fc_request *requests, int *n_done, int *indices);
int fc_MPI_Request_free(fc_rank *r, int site, fc_request *request);
int fc_MPI_Cancel(fc_rank *r, int site, fc_request *request);

/* ---- collectives; arguments that MPI reads only at the root are read only there ---- */
int fc_MPI_Barrier(fc_rank *r, int site, fc_comm comm);
int fc_MPI_Bcast(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm);
/** Before an fc_MPI_Bcast whose buffer belongs to the control slice: the root's n elements reach the
 * others; under method `sum` ranks are run in rounds where some come before their root. */
void fc_carry_broadcast(fc_rank *r, void *memory, double n, fc_datatype type, int root, fc_comm comm);
/** Of a broadcast's n elements: how many records of so many bytes; a derived datatype is taken for one record's. */
double fc_carry_records(double n, fc_datatype type, double bytes);
/** Before another collective that brings whole numbers of the control slice: where this rank hands them in and gets
 * those of all, and FC_MPI_SUM or the like, 0 where nothing is reduced. Under method `sum` ranks are run in rounds
 * until each has heard the others; those with a count for each rank only method `ranks` follows. */
void fc_carry(fc_rank *r, const void *in, void *out, int op);
/** Behind fc_carry(): the displacements of the call, NULL where it has none. */
void fc_carry_places(fc_rank *r, const int *in, const int *out);
int fc_MPI_Reduce(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm);
int fc_MPI_Allreduce(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm);
int fc_MPI_Gather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                  int root, fc_comm comm);
int fc_MPI_Gatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                   int root, fc_comm comm);
int fc_MPI_Scatter(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                   int root, fc_comm comm);
int fc_MPI_Scatterv(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                    fc_datatype type_received, int root, fc_comm comm);
int fc_MPI_Allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                     fc_comm comm);
int fc_MPI_Allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                      fc_comm comm);
int fc_MPI_Alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                    fc_comm comm);
int fc_MPI_Alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                     fc_datatype type_received, fc_comm comm);
int fc_MPI_Alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types, const int *counts_received,
                     const fc_datatype *types_received, fc_comm comm);
int fc_MPI_Reduce_scatter(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm);
int fc_MPI_Reduce_scatter_block(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm);
int fc_MPI_Scan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm);
int fc_MPI_Exscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm);

/* ---- neighbourhood collectives (MPI 3.1, section 7.6): messages to and from the neighbours, begun and ended together.
 * Control values go as in point to point, blocks one behind the other. ---- */
int fc_MPI_Neighbor_allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                              fc_datatype type_received, fc_comm comm);
int fc_MPI_Neighbor_allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                               fc_datatype type_received, fc_comm comm);
int fc_MPI_Neighbor_alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                             fc_datatype type_received, fc_comm comm);
int fc_MPI_Neighbor_alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                              fc_datatype type_received, fc_comm comm);
int fc_MPI_Neighbor_alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types,
                              const int *counts_received, const fc_datatype *types_received, fc_comm comm);

/* ---- persistent requests: a start is a call of the non-blocking form ---- */
int fc_MPI_Send_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request);
int fc_MPI_Ssend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request);
int fc_MPI_Bsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request);
int fc_MPI_Rsend_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request);
int fc_MPI_Recv_init(fc_rank *r, int site, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                     fc_request *request);
int fc_MPI_Start(fc_rank *r, int site, fc_request *request);
int fc_MPI_Startall(fc_rank *r, int site, int n, fc_request *requests);

/* ---- non-blocking collectives: nothing is paid where they begin; their completion pays the blocking form's runtime
 * function, in a world from when the others have come ---- */
int fc_MPI_Ibarrier(fc_rank *r, int site, fc_comm comm, fc_request *request);
int fc_MPI_Ibcast(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request);
int fc_MPI_Ireduce(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request);
int fc_MPI_Iallreduce(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Iscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Iexscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Igather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                   int root, fc_comm comm, fc_request *request);
int fc_MPI_Igatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                    int root, fc_comm comm, fc_request *request);
int fc_MPI_Iscatter(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                    int root, fc_comm comm, fc_request *request);
int fc_MPI_Iscatterv(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                     fc_datatype type_received, int root, fc_comm comm, fc_request *request);
int fc_MPI_Iallgather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                      fc_comm comm, fc_request *request);
int fc_MPI_Iallgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                       fc_comm comm, fc_request *request);
int fc_MPI_Ialltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                     fc_comm comm, fc_request *request);
int fc_MPI_Ialltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                      fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Ialltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types, const int *counts_received,
                      const fc_datatype *types_received, fc_comm comm, fc_request *request);
int fc_MPI_Ireduce_scatter(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm,
                           fc_request *request);
int fc_MPI_Ireduce_scatter_block(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Ineighbor_allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                               fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Ineighbor_allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                                fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Ineighbor_alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                              fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Ineighbor_alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                               fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Ineighbor_alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types,
                               const int *counts_received, const fc_datatype *types_received, fc_comm comm,
                               fc_request *request);

#endif
