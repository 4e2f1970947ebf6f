/* SPDX-License-Identifier: Apache-2.0 */
/** @file mpi_virtual.h  MPI on a virtual rank: fc_MPI_X takes the rank, the call site, and the arguments of MPI_X in
 * their order, without buffers. Included by forecost.h.
 *
 * Every function returns FC_MPI_SUCCESS. An invalid argument ends the evaluation with an error at the site: a count
 * that is negative or above 2^31 - 1, a partner outside the communicator, a null or freed handle. Counts are double, so
 * that a count beyond int is detected.
 *
 * Arguments that the slice does not compute have placeholders: NULL for a result, FC_MPI_RANK_UNKNOWN for a partner or
 * root, FC_MPI_TAG_UNKNOWN for a tag, NULL for requests. A post without a request is still pending; a Wait without one
 * completes one pending request, a Waitall all of them.
 *
 * Method `sum` ([analyzer], section 2.1): each call adds its runtime function. The sender of a message pays SEND, or
 * POST for an Isend (LogGP's o_s), POST_RECEIVE for an Irecv. The receiver pays SINGLE (o_s + L + (m - 1) G + o_r) at
 * the Recv or at the completion of the Irecv. The weight is that of the post. Method `ranks` synchronizes clocks
 * instead: simulation.h. */
#ifndef FC_MPI_VIRTUAL_H
#define FC_MPI_VIRTUAL_H

enum {
    FC_MPI_SUCCESS = 0,
    FC_MPI_COMM_WORLD = 0,
    FC_MPI_COMM_SELF = 1,
    FC_MPI_COMM_NULL = -1,
    FC_MPI_COMM_UNKNOWN = -2,  /* depends on data: MPI_COMM_WORLD is assumed, or the call is refused */
    FC_MPI_COUNT_UNKNOWN = -3, /* length of a data-dependent list of ranks: the group depends on data; or a window's
                                  displacement unit: its accesses are not checked */
    FC_MPI_REQUEST_NULL = 0,
    FC_MPI_MESSAGE_NULL = 0,
    FC_MPI_MESSAGE_NO_PROC = -1,
    FC_MPI_ANY_SOURCE = -1,
    FC_MPI_ANY_TAG = -1,
    FC_MPI_PROC_NULL = -2,
    FC_MPI_ROOT = -4,
    FC_MPI_RANK_UNKNOWN = -5, /* a partner, target or root, or a tag, that depends on data */
    FC_MPI_TAG_UNKNOWN = -5,
    FC_MPI_UNDEFINED = -32766,
    FC_MPI_NUMBER_UNKNOWN = -32765, /* color, key or size of a communicator that depends on data: so does the result */
    FC_MPI_COMM_TYPE_SHARED = 0,
    FC_MPI_GRAPH = 1,
    FC_MPI_CART = 2,
    FC_MPI_DIST_GRAPH = 3,
    FC_MPI_THREAD_SINGLE = 0,
    FC_MPI_THREAD_FUNNELED = 1,
    FC_MPI_THREAD_SERIALIZED = 2,
    FC_MPI_THREAD_MULTIPLE = 3,
    FC_MPI_INFO_NULL = 0,
    FC_MPI_INFO_ENV = 1,
    FC_MPI_ERRHANDLER_NULL = 0,
    FC_MPI_ERRORS_ARE_FATAL = 1,
    FC_MPI_ERRORS_RETURN = 2,
    FC_MPI_KEYVAL_INVALID = -1,
    FC_MPI_DISTRIBUTE_BLOCK = 0,
    FC_MPI_DISTRIBUTE_CYCLIC = 1,
    FC_MPI_DISTRIBUTE_NONE = 2,
    FC_MPI_DISTRIBUTE_DFLT_DARG = -1,
    FC_MPI_TYPECLASS_INTEGER = 1,
    FC_MPI_TYPECLASS_REAL = 2,
    FC_MPI_TYPECLASS_COMPLEX = 3,
    FC_MPI_OP_UNKNOWN = -1, /* depends on data */
    FC_MPI_OP_NULL = 0,
    FC_MPI_MAX = 1, /* reduction operations */
    FC_MPI_MIN,
    FC_MPI_SUM,
    FC_MPI_PROD,
    FC_MPI_LAND,
    FC_MPI_BAND,
    FC_MPI_LOR,
    FC_MPI_BOR,
    FC_MPI_REPLACE,
    FC_MPI_NO_OP,
    FC_MPI_LXOR, /* from here on, of values that the slice does not read */
    FC_MPI_BXOR,
    FC_MPI_MAXLOC,
    FC_MPI_MINLOC,
    FC_MPI_MAX_PROCESSOR_NAME = 256,
    FC_MPI_MAX_ERROR_STRING = 256,
    FC_MPI_TAG_UB = 2147483647
};

/** MPI_Status; bytes: for MPI_Get_count. */
typedef struct fc_mpi_status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    double bytes;
} fc_mpi_status;
#define FC_MPI_STATUS_IGNORE ((fc_mpi_status *)0)
#define FC_MPI_STATUSES_IGNORE ((fc_mpi_status *)0)

#define FC_MPI_IN_PLACE ((void *)1)
#define FC_MPI_UNWEIGHTED ((int *)2)
#define FC_MPI_WEIGHTS_EMPTY ((int *)3)
/** A list of a communicator's creation that depends on data: so does the communicator. */
#define FC_MPI_NUMBERS_UNKNOWN ((int *)4)

/** Placeholder of a data-dependent argument: ends the evaluation at the site that needs it. */
_Noreturn double fc_unknown(fc_rank *r, int site);
/** n large counts as ints; NULL for NULL. Ends the evaluation if one is larger than an int. */
const int *fc_narrow(fc_rank *r, int n, const void *list);
/** The same, one for each rank of the communicator. */
const int *fc_narrow_for_ranks(fc_rank *r, fc_comm comm, const void *list);
/** A call that is not modeled: ends the evaluation at the site. */
_Noreturn int fc_unsupported(fc_rank *r, int site, const char *reason);

/* ---- start, end, queries ---- */
/** The predicted time runs from the return of Init to the entry of Finalize; other costs are dropped. A program without
 * these calls is predicted from start to end. */
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

/* ---- communicators and Cartesian topologies ---- */
/** A probe of a formula: the size of the communicator; NAN: it is none. */
void fc_probe_communicator(fc_rank *r, int probe, fc_comm comm);
/** The same for the variant of its collectives. */
void fc_probe_variant(fc_rank *r, int probe, fc_comm comm);
int fc_MPI_Comm_size(fc_rank *r, int site, fc_comm comm, int *size);
int fc_MPI_Comm_rank(fc_rank *r, int site, fc_comm comm, int *rank);
int fc_MPI_Comm_dup(fc_rank *r, int site, fc_comm comm, fc_comm *made);
int fc_MPI_Comm_dup_with_info(fc_rank *r, int site, fc_comm comm, fc_comm *made);
/** The duplicate exists at once. Completing the request costs an MPI_Comm_dup, in a world from the latest arrival on.
 */
int fc_MPI_Comm_idup(fc_rank *r, int site, fc_comm comm, fc_comm *made, fc_request *request);
int fc_MPI_Comm_idup_with_info(fc_rank *r, int site, fc_comm comm, fc_comm *made, fc_request *request);
/** Inter-communicators (MPI 3.1, section 6.6); they need method ranks. */
int fc_MPI_Intercomm_create(fc_rank *r, int site, fc_comm local, int leader, fc_comm peer, int remote_leader, int tag,
                            fc_comm *made);
/** MPI 4.0, section 11.3.4: of processes in one session. */
int fc_MPI_Intercomm_create_from_groups(fc_rank *r, int site, fc_mpi_group local, int leader, fc_mpi_group remote,
                                        int remote_leader, fc_comm *made);
/** Processes that are started or connected to are not simulated: spawn.c. */
int fc_MPI_Comm_accept(fc_rank *r, int site, int root, fc_comm comm, fc_comm *made);
int fc_MPI_Comm_connect(fc_rank *r, int site, int root, fc_comm comm, fc_comm *made);
int fc_MPI_Comm_join(fc_rank *r, int site, fc_comm *made);
int fc_MPI_Comm_spawn(fc_rank *r, int site, int n, int root, fc_comm comm, fc_comm *made);
int fc_MPI_Comm_spawn_multiple(fc_rank *r, int site, int n_programs, const int *n, int root, fc_comm comm,
                               fc_comm *made);
int fc_MPI_Intercomm_merge(fc_rank *r, int site, fc_comm comm, int high, fc_comm *made);
int fc_MPI_Comm_remote_size(fc_rank *r, int site, fc_comm comm, int *size);
int fc_MPI_Comm_test_inter(fc_rank *r, int site, fc_comm comm, int *flag);
/** Under method sum a deferred collective: ranks are run in rounds until all colors are known (deferred.h). */
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
/** Sums and differences of addresses. */
long fc_MPI_Aint_add(fc_rank *r, int site, long base, long displacement);
long fc_MPI_Aint_diff(fc_rank *r, int site, long a, long b);
/** Handles as numbers for Fortran. */
int fc_MPI_Comm_c2f(fc_rank *r, int site, fc_comm handle);
fc_comm fc_MPI_Comm_f2c(fc_rank *r, int site, int number);
int fc_MPI_File_c2f(fc_rank *r, int site, fc_mpi_file handle);
fc_mpi_file fc_MPI_File_f2c(fc_rank *r, int site, int number);
int fc_MPI_Group_c2f(fc_rank *r, int site, fc_mpi_group handle);
fc_mpi_group fc_MPI_Group_f2c(fc_rank *r, int site, int number);
int fc_MPI_Message_c2f(fc_rank *r, int site, fc_mpi_message handle);
fc_mpi_message fc_MPI_Message_f2c(fc_rank *r, int site, int number);
int fc_MPI_Op_c2f(fc_rank *r, int site, int handle);
int fc_MPI_Op_f2c(fc_rank *r, int site, int number);
int fc_MPI_Request_c2f(fc_rank *r, int site, fc_request handle);
fc_request fc_MPI_Request_f2c(fc_rank *r, int site, int number);
int fc_MPI_Type_c2f(fc_rank *r, int site, fc_datatype handle);
fc_datatype fc_MPI_Type_f2c(fc_rank *r, int site, int number);
int fc_MPI_Win_c2f(fc_rank *r, int site, fc_mpi_window handle);
fc_mpi_window fc_MPI_Win_f2c(fc_rank *r, int site, int number);
int fc_MPI_Comm_disconnect(fc_rank *r, int site, fc_comm *comm);
int fc_MPI_Comm_get_parent(fc_rank *r, int site, fc_comm *parent);
/** Keys of attributes. The attributes themselves depend on data. */
int fc_MPI_Comm_create_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Comm_free_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Type_create_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Type_free_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Win_create_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Win_free_keyval(fc_rank *r, int site, int *key);
int fc_MPI_Cart_map(fc_rank *r, int site, fc_comm comm, int n, const int *dims, const int *periods, int *rank);
int fc_MPI_Cartdim_get(fc_rank *r, int site, fc_comm comm, int *n);

/* ---- graph topologies: MPI_Graph_create takes the edges of all ranks, the others this rank's own; data-dependent
 * weights are NULL ---- */
int fc_MPI_Graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int reorder,
                        fc_comm *made);
int fc_MPI_Graph_map(fc_rank *r, int site, fc_comm comm, int n, const int *index, const int *edges, int *rank);
int fc_MPI_Graphdims_get(fc_rank *r, int site, fc_comm comm, int *n, int *n_edges);
int fc_MPI_Graph_get(fc_rank *r, int site, fc_comm comm, int room, int edge_room, int *index, int *edges);
int fc_MPI_Graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int rank, int *n);
int fc_MPI_Graph_neighbors(fc_rank *r, int site, fc_comm comm, int rank, int room, int *neighbors);
int fc_MPI_Dist_graph_create(fc_rank *r, int site, fc_comm comm, int n, const int *sources, const int *degree,
                             const int *targets, const int *weights, int reorder, fc_comm *made);
int fc_MPI_Dist_graph_create_adjacent(fc_rank *r, int site, fc_comm comm, int n_in, const int *sources,
                                      const int *weights_in, int n_out, const int *targets, const int *weights_out,
                                      int reorder, fc_comm *made);
int fc_MPI_Dist_graph_neighbors_count(fc_rank *r, int site, fc_comm comm, int *n_in, int *n_out, int *weighted);
int fc_MPI_Dist_graph_neighbors(fc_rank *r, int site, fc_comm comm, int room_in, int *sources, int *weights_in,
                                int room_out, int *targets, int *weights_out);

/* ---- point-to-point. If the slice depends on received values, fc_payload_set() precedes the call: a send (in), a
 * receive or its MPI_Irecv (out), or a Sendrecv (both). ---- */
/** Precedes a call that receives or completes: destination of its status, one per request. */
void fc_payload_set_status(fc_rank *r, fc_mpi_status *status);
int fc_MPI_Get_count(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, int *n);
int fc_MPI_Get_count_c(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, long long *n);
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
int fc_MPI_Isendrecv(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, double n_received,
                     fc_datatype type_received, int source, int tag_received, fc_comm comm, fc_request *request);
int fc_MPI_Isendrecv_replace(fc_rank *r, int site, double n, fc_datatype type, int target, int tag, int source,
                             int tag_received, fc_comm comm, fc_request *request);

/** Probes and matched receives (MPI 3.1, section 3.8). */
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
/** Generalized requests (MPI 3.1, section 12.2). */
int fc_MPI_Grequest_start(fc_rank *r, int site, fc_request *request);
int fc_MPI_Grequest_complete(fc_rank *r, int site, fc_request request);
int fc_MPI_Request_get_status(fc_rank *r, int site, fc_request request, int *flag);
int fc_MPI_Parrived(fc_rank *r, int site, fc_request request, int partition, int *flag);
int fc_MPI_Request_free(fc_rank *r, int site, fc_request *request);
int fc_MPI_Cancel(fc_rank *r, int site, fc_request *request);

/* ---- collectives; arguments that MPI reads only at the root are read only there ---- */
int fc_MPI_Barrier(fc_rank *r, int site, fc_comm comm);
int fc_MPI_Bcast(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm);
/** Precedes an fc_MPI_Bcast whose buffer belongs to the slice: the root's n elements are copied to the other ranks.
 * Under method `sum` a rank that runs before the root is repeated in the next round. */
void fc_payload_broadcast(fc_rank *r, void *memory, double n, fc_datatype type, int root, fc_comm comm);
/** Payload elements of a broadcast of n elements of a type into records of `bytes` bytes: n for a derived datatype,
 * which is taken as one record; otherwise the whole records that fit. */
double fc_payload_records(double n, fc_datatype type, double bytes);
/** Precedes another call that carries integers of the slice. in, out: this rank's send and receive buffers; op:
 * FC_MPI_SUM and the like, 0 without a reduction. Under method `sum` collectives are deferred: ranks are run in rounds
 * until all contributions are known. Only method `ranks` carries v-variants, MPI_Reduce_scatter and messages. */
void fc_payload_set(fc_rank *r, const void *in, void *out, int op);
/** Follows fc_payload_set(): the displacements of the call; NULL: none. */
void fc_payload_set_displacements(fc_rank *r, const int *in, const int *out);
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

/* ---- neighborhood collectives (MPI 3.1, section 7.6): one message to and from each neighbor, all concurrent. Payload
 * as in point-to-point calls, in contiguous blocks. ---- */
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

/* ---- persistent requests: a start costs the non-blocking call ---- */
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
/** Partitioned communication (MPI 4.0, chapter 4). */
int fc_MPI_Psend_init(fc_rank *r, int site, int partitions, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request);
int fc_MPI_Precv_init(fc_rank *r, int site, int partitions, double n, fc_datatype type, int peer, int tag, fc_comm comm,
                      fc_request *request);
int fc_MPI_Pready(fc_rank *r, int site, int partition, fc_request request);
int fc_MPI_Pready_range(fc_rank *r, int site, int first, int last, fc_request request);
int fc_MPI_Pready_list(fc_rank *r, int site, int n, const int *partitions, fc_request request);
int fc_MPI_Start(fc_rank *r, int site, fc_request *request);
int fc_MPI_Startall(fc_rank *r, int site, int n, fc_request *requests);

/* ---- non-blocking collectives: the start is free; the completion pays the blocking call's runtime function, in a
 * world from the arrivals on ---- */
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

/* ---- persistent collectives (MPI 4.0, section 6.13): a start is the non-blocking call ---- */
int fc_MPI_Barrier_init(fc_rank *r, int site, fc_comm comm, fc_request *request);
int fc_MPI_Bcast_init(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request);
int fc_MPI_Reduce_init(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request);
int fc_MPI_Allreduce_init(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Scan_init(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Exscan_init(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request);
int fc_MPI_Gather_init(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                       int root, fc_comm comm, fc_request *request);
int fc_MPI_Gatherv_init(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                        int root, fc_comm comm, fc_request *request);
int fc_MPI_Scatter_init(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                        int root, fc_comm comm, fc_request *request);
int fc_MPI_Scatterv_init(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                         fc_datatype type_received, int root, fc_comm comm, fc_request *request);
int fc_MPI_Allgather_init(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                          fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Allgatherv_init(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                           fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Alltoall_init(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                         fc_comm comm, fc_request *request);
int fc_MPI_Alltoallv_init(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                          fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Alltoallw_init(fc_rank *r, int site, const int *counts, const fc_datatype *types, const int *counts_received,
                          const fc_datatype *types_received, fc_comm comm, fc_request *request);
int fc_MPI_Reduce_scatter_init(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm,
                               fc_request *request);
int fc_MPI_Reduce_scatter_block_init(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm,
                                     fc_request *request);
int fc_MPI_Neighbor_allgather_init(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                                   fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Neighbor_allgatherv_init(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                                    fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Neighbor_alltoall_init(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                                  fc_datatype type_received, fc_comm comm, fc_request *request);
int fc_MPI_Neighbor_alltoallv_init(fc_rank *r, int site, const int *counts, fc_datatype type,
                                   const int *counts_received, fc_datatype type_received, fc_comm comm,
                                   fc_request *request);
int fc_MPI_Neighbor_alltoallw_init(fc_rank *r, int site, const int *counts, const fc_datatype *types,
                                   const int *counts_received, const fc_datatype *types_received, fc_comm comm,
                                   fc_request *request);

#endif
