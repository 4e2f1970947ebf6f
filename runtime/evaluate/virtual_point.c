/* SPDX-License-Identifier: Apache-2.0 */
/* Point-to-point messages of a virtual rank under method sum; who pays what stands in mpi_virtual.h. */
#include "communication.h"

/* One side of a message: n elements of a type to or from a peer. */
typedef struct side {
    double n;
    fc_datatype type;
    int peer;
} side;

/* True: there is a message; false: the peer is MPI_PROC_NULL. A target that the program does not need to know is given
 * as FC_MPI_ANY_SOURCE too. */
static bool check_side(fc_rank *r, int site, fc_comm comm, side s)
{
    const fc_communicator *of = fc_communication_comm(r, site, comm);
    fc_communication_check_count(r, site, s.n, s.type);
    if (s.peer == FC_MPI_PROC_NULL)
        return false;
    if (s.peer == FC_MPI_ANY_SOURCE)
        return true;
    if (s.peer < 0 || s.peer >= of->size)
        fc_communication_refuse(r, site, "partner %d is not in a communicator of %d ranks", s.peer, of->size);
    return true;
}

static double bytes_of(side s)
{
    return s.n * fc_datatype_bytes(s.type);
}

static int send(fc_rank *r, int site, side s, fc_comm comm, fc_fit fit)
{
    if (!check_side(r, site, comm, s))
        return FC_MPI_SUCCESS;
    fc_communication_pay(r, site, (fc_transfer){fit, 2, s.n, s.type});
    fc_communication_count(r, bytes_of(s));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Send(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm)
{
    return send(r, site, (side){n, type, peer}, comm, FC_FIT_SEND);
}

int fc_MPI_Ssend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm)
{
    return send(r, site, (side){n, type, peer}, comm, FC_FIT_SINGLE);
}

int fc_MPI_Bsend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm)
{
    return send(r, site, (side){n, type, peer}, comm, FC_FIT_SEND);
}

int fc_MPI_Rsend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm)
{
    return send(r, site, (side){n, type, peer}, comm, FC_FIT_SEND);
}

int fc_MPI_Recv(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm)
{
    if (check_side(r, site, comm, (side){n, type, peer}))
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SINGLE, 2, n, type});
    return FC_MPI_SUCCESS;
}

static fc_request add_pending(fc_rank *r, fc_pending made)
{
    int slot = r->free_pending;
    if (slot) {
        r->free_pending = r->pending[slot].next_free;
    } else {
        r->pending = fc_rank_grow(r, r->pending, &r->pending_capacity, r->n_pending, sizeof *r->pending);
        slot = r->n_pending++;
    }
    r->pending[slot] = made;
    return slot;
}

/* A request to MPI_PROC_NULL is one of nothing: it completes without cost. */
static int post(fc_rank *r, int site, side s, bool receives, fc_comm comm, fc_request *request)
{
    bool exists = check_side(r, site, comm, s);
    if (exists)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_POST, 2, s.n, s.type});
    if (exists && !receives)
        fc_communication_count(r, bytes_of(s));
    fc_request made = add_pending(r, (fc_pending){true, receives && exists, s.n, s.type, r->weight, 0});
    fc_communication_give(request, made);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Isend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm, fc_request *request)
{
    return post(r, site, (side){n, type, peer}, false, comm, request);
}

int fc_MPI_Issend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm, fc_request *request)
{
    return post(r, site, (side){n, type, peer}, false, comm, request);
}

int fc_MPI_Ibsend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm, fc_request *request)
{
    return post(r, site, (side){n, type, peer}, false, comm, request);
}

int fc_MPI_Irsend(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm, fc_request *request)
{
    return post(r, site, (side){n, type, peer}, false, comm, request);
}

int fc_MPI_Irecv(fc_rank *r, int site, double n, fc_datatype type, int peer, fc_comm comm, fc_request *request)
{
    return post(r, site, (side){n, type, peer}, true, comm, request);
}

static int exchange(fc_rank *r, int site, side sent, side received, fc_comm comm)
{
    bool sends = check_side(r, site, comm, sent);
    bool receives = check_side(r, site, comm, received);
    side larger = bytes_of(sent) >= bytes_of(received) ? sent : received;
    if (sends && receives)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SENDRECV, 2, larger.n, larger.type});
    else if (sends)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SEND, 2, sent.n, sent.type});
    else if (receives)
        fc_communication_pay(r, site, (fc_transfer){FC_FIT_SINGLE, 2, received.n, received.type});
    if (sends)
        fc_communication_count(r, bytes_of(sent));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Sendrecv(fc_rank *r, int site, double n, fc_datatype type, int target, double n_received,
                    fc_datatype type_received, int source, fc_comm comm)
{
    return exchange(r, site, (side){n, type, target}, (side){n_received, type_received, source}, comm);
}

int fc_MPI_Sendrecv_replace(fc_rank *r, int site, double n, fc_datatype type, int target, int source, fc_comm comm)
{
    return exchange(r, site, (side){n, type, target}, (side){n, type, source}, comm);
}
