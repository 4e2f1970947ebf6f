/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations of MPI 4.0 that the installed header lacks. */
#ifndef MPI4_H
#define MPI4_H

#include <mpi.h>

typedef struct mpi4_session *MPI_Session;

int MPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session *session);
int MPI_Session_finalize(MPI_Session *session);
int MPI_Session_get_info(MPI_Session session, MPI_Info *info);
int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *n);
int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int number, int *length, char *name);
int MPI_Session_get_pset_info(MPI_Session session, const char *name, MPI_Info *info);
int MPI_Session_create_errhandler(void *function, MPI_Errhandler *handler);
int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler handler);
int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *handler);
int MPI_Session_call_errhandler(MPI_Session session, int error);
MPI_Fint MPI_Session_c2f(MPI_Session session);
MPI_Session MPI_Session_f2c(MPI_Fint number);
int MPI_Info_get_string(MPI_Info info, const char *key, int *length, char *value, int *flag);
int MPI_Info_create_env(int argc, char **argv, MPI_Info *info);
int MPI_Group_from_session_pset(MPI_Session session, const char *name, MPI_Group *group);
int MPI_Comm_create_from_group(MPI_Group group, const char *tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *made);
int MPI_Intercomm_create_from_groups(MPI_Group local, int leader, MPI_Group remote, int remote_leader, const char *tag,
                                     MPI_Info info, MPI_Errhandler handler, MPI_Comm *made);
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request);

int MPI_Psend_init(const void *data, int partitions, MPI_Count count, MPI_Datatype type, int target, int tag,
                   MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Precv_init(void *data, int partitions, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request);
int MPI_Pready(int partition, MPI_Request request);
int MPI_Pready_range(int first, int last, MPI_Request request);
int MPI_Pready_list(int n, const int *partitions, MPI_Request request);
int MPI_Parrived(MPI_Request request, int partition, int *flag);

int MPI_Send_c(const void *data, MPI_Count count, MPI_Datatype type, int target, int tag, MPI_Comm comm);
int MPI_Recv_c(void *data, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Bcast_c(void *data, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype type, MPI_Count *count);
int MPI_Pack_size_c(MPI_Count count, MPI_Datatype type, MPI_Comm comm, MPI_Count *size);
int MPI_Type_size_c(MPI_Datatype type, MPI_Count *size);
int MPI_Gatherv_c(const void *data, MPI_Count count, MPI_Datatype type, void *all, const MPI_Count *counts,
                  const MPI_Aint *displacements, MPI_Datatype all_type, int root, MPI_Comm comm);

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Bcast_init(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Info info,
                   MPI_Request *request);
int MPI_Reduce_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                    MPI_Info info, MPI_Request *request);
int MPI_Allreduce_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request);
int MPI_Scan_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                  MPI_Request *request);
int MPI_Exscan_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request);
int MPI_Reduce_scatter_block_init(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                  MPI_Info info, MPI_Request *request);
int MPI_Reduce_scatter_init(const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                            MPI_Info info, MPI_Request *request);
int MPI_Gather_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, int root,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Gatherv_init(const void *in, int n, MPI_Datatype type, void *out, const int m[], const int at[],
                     MPI_Datatype other, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Scatter_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Scatterv_init(const void *in, const int n[], const int at[], MPI_Datatype type, void *out, int m,
                      MPI_Datatype other, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Allgather_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, MPI_Comm comm,
                       MPI_Info info, MPI_Request *request);
int MPI_Allgatherv_init(const void *in, int n, MPI_Datatype type, void *out, const int m[], const int at[],
                        MPI_Datatype other, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Alltoall_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request);
int MPI_Alltoallv_init(const void *in, const int n[], const int from[], MPI_Datatype type, void *out, const int m[],
                       const int at[], MPI_Datatype other, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Alltoallw_init(const void *in, const int n[], const int from[], const MPI_Datatype type[], void *out,
                       const int m[], const int at[], const MPI_Datatype other[], MPI_Comm comm, MPI_Info info,
                       MPI_Request *request);
int MPI_Neighbor_allgather_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other,
                                MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Neighbor_allgatherv_init(const void *in, int n, MPI_Datatype type, void *out, const int m[], const int at[],
                                 MPI_Datatype other, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Neighbor_alltoall_init(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype other,
                               MPI_Comm comm, MPI_Info info, MPI_Request *request);
int MPI_Neighbor_alltoallv_init(const void *in, const int n[], const int from[], MPI_Datatype type, void *out,
                                const int m[], const int at[], MPI_Datatype other, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request);
int MPI_Neighbor_alltoallw_init(const void *in, const int n[], const MPI_Aint from[], const MPI_Datatype type[],
                                void *out, const int m[], const MPI_Aint at[], const MPI_Datatype other[],
                                MPI_Comm comm, MPI_Info info, MPI_Request *request);

#endif
