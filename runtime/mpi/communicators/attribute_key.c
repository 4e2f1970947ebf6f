/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of cached attributes (MPI 3.1, section 6.7). Attributes are addresses of the program's data and depend on data.
 */
#include "call.h"

enum {
    FIRST_KEY = 1000 /* above those of predefined attributes */
};

static int create_key(fc_rank *r, int site, int *key)
{
    fc_rank_site(r, site);
    fc_call_store(key, FIRST_KEY + r->n_keys++);
    return FC_MPI_SUCCESS;
}

static int free_key(fc_rank *r, int site, int *key)
{
    fc_rank_site(r, site);
    if (key && *key == FC_MPI_KEYVAL_INVALID)
        fc_call_refuse(r, site, "the key is MPI_KEYVAL_INVALID");
    fc_call_store(key, FC_MPI_KEYVAL_INVALID);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Comm_create_keyval(fc_rank *r, int site, int *key)
{
    return create_key(r, site, key);
}

int fc_MPI_Comm_free_keyval(fc_rank *r, int site, int *key)
{
    return free_key(r, site, key);
}

int fc_MPI_Type_create_keyval(fc_rank *r, int site, int *key)
{
    return create_key(r, site, key);
}

int fc_MPI_Type_free_keyval(fc_rank *r, int site, int *key)
{
    return free_key(r, site, key);
}

int fc_MPI_Win_create_keyval(fc_rank *r, int site, int *key)
{
    return create_key(r, site, key);
}

int fc_MPI_Win_free_keyval(fc_rank *r, int site, int *key)
{
    return free_key(r, site, key);
}
