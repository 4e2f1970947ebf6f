/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of reductions (MPI 3.1, section 5.9): predefined ones by their number, created ones by their entry. */
#include "operation.h"

#include "call.h"
#include "leaks.h"

enum {
    REDUCES_BY_NULL = -2, /* in fc_rank.reduces_by */
    REDUCES_BY_FREED = -3,
    FIRST = 1000 /* handle of the first created operation */
};

int fc_MPI_Op_create(fc_rank *r, int site, int *operation)
{
    int slot = 0;
    while (slot < r->n_operations && r->operation_made_at[slot])
        slot++;
    r->operation_made_at =
        fc_rank_grow(r, r->operation_made_at, &r->operation_capacity, slot, sizeof *r->operation_made_at);
    r->n_operations += slot == r->n_operations;
    r->operation_made_at[slot] = 1 + site;
    fc_call_store(operation, FIRST + slot);
    return FC_MPI_SUCCESS;
}

/* The entry of a created operation; -1: none. */
static int entry_of(const fc_rank *r, int operation)
{
    int slot = operation - FIRST;
    return slot >= 0 && slot < r->n_operations && r->operation_made_at[slot] ? slot : -1;
}

int fc_MPI_Op_free(fc_rank *r, int site, int *operation)
{
    if (!operation || *operation == FC_MPI_OP_UNKNOWN) {
        fc_leaks_note_unknown(r, FC_OBJECT_OPERATION);
        return FC_MPI_SUCCESS;
    }
    int slot = entry_of(r, *operation);
    if (slot < 0)
        fc_call_refuse(r, site, "a predefined operation, or none, cannot be freed");
    fc_leaks_note_free(r, r->operation_made_at[slot], site);
    r->operation_made_at[slot] = 0;
    *operation = FC_MPI_OP_NULL;
    return FC_MPI_SUCCESS;
}

/* Created operations are equal if the same call made them. */
int fc_MPI_Check_operator(fc_rank *r, int site, int operation)
{
    int slot = entry_of(r, operation);
    bool is_null = operation == FC_MPI_OP_NULL, is_freed = operation >= FIRST && slot < 0;
    (void)site;
    r->reduces_by = is_null ? REDUCES_BY_NULL : is_freed ? REDUCES_BY_FREED : operation;
    if (slot >= 0)
        r->reduces_by = FIRST + r->operation_made_at[slot];
    return FC_MPI_SUCCESS;
}

/* NULL: the operation of the next reduction is valid, or not known. */
static const char *fault_of(const fc_rank *r)
{
    return r->reduces_by == REDUCES_BY_NULL    ? "its operation is MPI_OP_NULL"
           : r->reduces_by == REDUCES_BY_FREED ? "its operation was freed"
                                               : NULL;
}

void fc_operation_require(fc_rank *r, int site)
{
    const char *fault = fault_of(r);
    if (fault && !r->setting.findings)
        fc_call_refuse(r, site, "%s", fault);
}

int fc_operation_meet(fc_rank *r, int site, int known, const fc_site *first)
{
    int own = r->reduces_by > 0 ? r->reduces_by : 0;
    const char *fault = fault_of(r);
    if (fault)
        fc_call_find(r, site, (fc_defect){FC_FINDING_ARGUMENT, NULL}, "%s", fault);
    r->reduces_by = 0;
    if (own && known && own != known)
        fc_call_find(r, site, (fc_defect){FC_FINDING_COLLECTIVE, first},
                     "rank %d reduces by another operation than an earlier rank at %s:%d", r->launch.rank, first->file,
                     first->line);
    return own ? own : known;
}
