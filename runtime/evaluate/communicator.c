/* SPDX-License-Identifier: Apache-2.0 */
#include "communicator.h"

#include "planned.h"
#include "sketch.h"

fc_comm fc_communicator_add(fc_rank *r, fc_communicator made)
{
    made.variant = made.group ? made.group->variant : fc_layout_variant(&r->layout, made.member, made.size);
    for (int i = 2; i < r->n_comms; i++)
        if (!r->comm[i].alive) {
            r->comm[i] = made;
            return i;
        }
    r->comm = fc_rank_grow(r, r->comm, &r->comm_capacity, r->n_comms, sizeof *r->comm);
    r->comm[r->n_comms] = made;
    return r->n_comms++;
}

/* splitmix64 */
unsigned long fc_communicator_name(unsigned long of, unsigned call, int color)
{
    unsigned long z = of + 0x9e3779b97f4a7c15UL * (1 + ((unsigned long)call << 32 | (unsigned)color));
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
    return z ^ z >> 31;
}

void fc_communicator_pay(fc_rank *r, int site, fc_fit fit, fc_comm comm)
{
    fc_communicator *of = &r->comm[comm];
    fc_arrival arrival = {of, of->rank, {fit, of->size, 0, FC_MPI_BYTE, of->variant}, FC_RULE_ALL, FC_MPI_ANY_SOURCE};
    if (r->process && fc_planned_applies(r, &arrival))
        fc_planned_collect(r, site, &arrival);
    else if (fc_communication_costs(r, fit))
        fc_communication_pay(r, site, arrival.transfer);
}

static void sketch_making(fc_rank *r, int site, const fc_communicator *of, const fc_communicator *made, int color)
{
    bool is_copy = of->size == r->seat.ranks && made->size == of->size && made->rank == of->rank;
    if (!is_copy)
        fc_sketch_bar(r, site, fc_sketch_parts);
    fc_sketch_add(r, (const double[]){site, color}, 2);
}

/* All ranks of `from` come; those of the same color know what they have made. */
static void meet(fc_rank *r, int site, fc_comm from, fc_communicator *made, const int color_and_key[2])
{
    fc_communicator *of = &r->comm[from];
    made->context = fc_communicator_name(of->context, of->exchanges++, color_and_key[0]);
    made->meetings = made->exchanges = 0;
    if (r->process) {
        made->group = fc_meeting_split(r, site, of, color_and_key, &made->rank);
        made->size = made->group ? made->group->size : 0;
    } else if (r->sketch) {
        sketch_making(r, site, of, made, color_and_key[0]);
    }
}

fc_comm fc_communicator_make(fc_rank *r, int site, fc_comm from, fc_communicator made, const int color_and_key[2])
{
    meet(r, site, from, &made, color_and_key);
    if (color_and_key[0] == FC_MPI_UNDEFINED)
        return FC_MPI_COMM_NULL;
    fc_comm added = fc_communicator_add(r, made);
    fc_communicator_pay(r, site, FC_FIT_COMM_DUP, added);
    return added;
}

fc_comm fc_communicator_copy(fc_rank *r, int site, fc_comm from)
{
    fc_communicator copy = r->comm[from];
    meet(r, site, from, &copy, (const int[2]){0, copy.rank});
    return fc_communicator_add(r, copy);
}

int fc_communicator_member(const fc_communicator *of, int rank)
{
    if (of->group)
        return fc_group_member(of->group, rank);
    return of->member ? of->member[rank] : rank;
}
