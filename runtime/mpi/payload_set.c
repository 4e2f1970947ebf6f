/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the payload of the next MPI call: slice values that it carries from rank to rank (design, section 5). In a
 * world the broadcast itself delivers its payload; under method sum it is delivered here. */
#include "call.h"
#include "deferred.h"
#include "process.h"

#include <limits.h>

void fc_payload_set(fc_rank *r, const void *in, void *out, int op)
{
    r->hand = (fc_payload_arguments){.in = in, .out = out, .op = op};
}

void fc_payload_set_displacements(fc_rank *r, const int *in, const int *out)
{
    r->hand.place_in = in;
    r->hand.place_out = out;
}

double fc_payload_records(double n, fc_datatype type, double bytes)
{
    return fc_datatype_number(type) >= 0 ? n : floor(n * (double)fc_datatype_bytes(type) / bytes);
}

void fc_payload_broadcast(fc_rank *r, void *memory, double n, fc_datatype type, int root, fc_comm comm)
{
    comm = fc_call_only_comm(r, comm);
    if (comm == FC_MPI_COMM_UNKNOWN)
        r->hand.in = memory; /* makes the broadcast refuse an unknown communicator */
    bool fits = comm >= 0 && comm < r->n_comms && r->comm[comm].alive && n >= 0 && n <= INT_MAX;
    if (!fits)
        return; /* the broadcast itself reports the error */
    if (!fc_call_is_contiguous(r, type))
        fc_rank_end(
            r, FC_END_ARGUMENT,
            "Broadcast contiguous elements, or profile what depends on them: put `#pragma forecost data` before the "
            "statement that sets them.",
            "control flow depends on a broadcast of a noncontiguous datatype");
    fc_communicator *of = &r->comm[comm];
    double room = memory ? fc_memory_room(r, memory) : 0;
    fc_carried values = {memory, (size_t)n * (size_t)fc_datatype_bytes(type)};
    if (room > 0 && room < (double)values.size)
        values.size = (size_t)room;
    if (r->process) {
        r->process->carried = values.bytes;
        r->process->carried_bytes = values.size;
        of->exchanges++; /* keeps the numbering of the fingerprint run */
        return;
    }
    fc_deferred_broadcast(r, of, root, values);
}
