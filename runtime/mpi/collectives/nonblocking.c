/* SPDX-License-Identifier: Apache-2.0 */
/* Non-blocking collectives: each marks the next collective as non-blocking and calls the blocking form. The completion
 * charges the runtime function of the blocking form, or waits for the ranks that have not arrived. */
#include "rank.h"

/* The next collective is non-blocking. */
static void begin_next(fc_rank *r, fc_request *request)
{
    r->begins = true;
    r->begun_request = request;
}

int fc_MPI_Ibarrier(fc_rank *r, int site, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Barrier(r, site, comm);
}

int fc_MPI_Ibcast(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Bcast(r, site, n, type, root, comm);
}

int fc_MPI_Ireduce(fc_rank *r, int site, double n, fc_datatype type, int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Reduce(r, site, n, type, root, comm);
}

int fc_MPI_Iallreduce(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Allreduce(r, site, n, type, comm);
}

int fc_MPI_Iscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Scan(r, site, n, type, comm);
}

int fc_MPI_Iexscan(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Exscan(r, site, n, type, comm);
}

int fc_MPI_Igather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                   int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Gather(r, site, n, type, n_received, type_received, root, comm);
}

int fc_MPI_Igatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                    int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Gatherv(r, site, n, type, counts, type_received, root, comm);
}

int fc_MPI_Iscatter(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                    int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Scatter(r, site, n, type, n_received, type_received, root, comm);
}

int fc_MPI_Iscatterv(fc_rank *r, int site, const int *counts, fc_datatype type, double n_received,
                     fc_datatype type_received, int root, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Scatterv(r, site, counts, type, n_received, type_received, root, comm);
}

int fc_MPI_Iallgather(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                      fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Allgather(r, site, n, type, n_received, type_received, comm);
}

int fc_MPI_Iallgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts, fc_datatype type_received,
                       fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Allgatherv(r, site, n, type, counts, type_received, comm);
}

int fc_MPI_Ialltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received, fc_datatype type_received,
                     fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Alltoall(r, site, n, type, n_received, type_received, comm);
}

int fc_MPI_Ialltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                      fc_datatype type_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Alltoallv(r, site, counts, type, counts_received, type_received, comm);
}

int fc_MPI_Ialltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types, const int *counts_received,
                      const fc_datatype *types_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Alltoallw(r, site, counts, types, counts_received, types_received, comm);
}

int fc_MPI_Ireduce_scatter(fc_rank *r, int site, const int *counts, fc_datatype type, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Reduce_scatter(r, site, counts, type, comm);
}

int fc_MPI_Ireduce_scatter_block(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Reduce_scatter_block(r, site, n, type, comm);
}

int fc_MPI_Ineighbor_allgather(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                               fc_datatype type_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Neighbor_allgather(r, site, n, type, n_received, type_received, comm);
}

int fc_MPI_Ineighbor_allgatherv(fc_rank *r, int site, double n, fc_datatype type, const int *counts,
                                fc_datatype type_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Neighbor_allgatherv(r, site, n, type, counts, type_received, comm);
}

int fc_MPI_Ineighbor_alltoall(fc_rank *r, int site, double n, fc_datatype type, double n_received,
                              fc_datatype type_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Neighbor_alltoall(r, site, n, type, n_received, type_received, comm);
}

int fc_MPI_Ineighbor_alltoallv(fc_rank *r, int site, const int *counts, fc_datatype type, const int *counts_received,
                               fc_datatype type_received, fc_comm comm, fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Neighbor_alltoallv(r, site, counts, type, counts_received, type_received, comm);
}

int fc_MPI_Ineighbor_alltoallw(fc_rank *r, int site, const int *counts, const fc_datatype *types,
                               const int *counts_received, const fc_datatype *types_received, fc_comm comm,
                               fc_request *request)
{
    begin_next(r, request);
    return fc_MPI_Neighbor_alltoallw(r, site, counts, types, counts_received, types_received, comm);
}
