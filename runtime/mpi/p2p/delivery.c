/* SPDX-License-Identifier: Apache-2.0 */
#include "delivery.h"

#include "call.h"
#include "fingerprint.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char by_messages[] = "control flow depends on received messages";

fc_payload_arguments fc_delivery_take_buffers(fc_rank *r)
{
    fc_payload_arguments hand = r->hand;
    r->hand = (fc_payload_arguments){0};
    return hand;
}

fc_payload_arguments fc_delivery_take_p2p_buffers(fc_rank *r, int site)
{
    if (r->fingerprint && (r->hand.in || r->hand.out || r->hand.status))
        fc_fingerprint_exclude(r, site, by_messages);
    return fc_delivery_take_buffers(r);
}

void fc_delivery_require(fc_rank *r, int site, bool asked)
{
    if (asked && !r->process)
        fc_rank_end(r, FC_END_NEEDS_MESSAGE, "Predict with --method ranks.",
                    "%s: control flow depends on the received message, which method sum does not simulate",
                    fc_rank_site(r, site)->operation);
}

char *fc_delivery_copy(fc_rank *r, const void *values, double n)
{
    if (!values)
        return NULL;
    char *copy = malloc((size_t)n + 1);
    if (!copy)
        fc_rank_end(r, FC_END_LIMIT, "Predict a smaller size.",
                    "out of memory for the payload of a message (%.17g bytes)", n);
    memcpy(copy, values, (size_t)n);
    return copy;
}

void fc_delivery_complete(fc_rank *r, int site, const fc_message *m, fc_mpi_status *status)
{
    if (m->memory) {
        if (!m->values && m->bytes > 0)
            fc_call_lack(r, site, "control flow depends on a message from rank %d whose content depends on data",
                         m->partner);
        if (m->values)
            memcpy(m->memory, m->values, (size_t)fmin(m->bytes, m->room));
    }
    if (!status)
        return;
    if (m->tag == FC_MPI_ANY_TAG)
        fc_call_lack(r, site, "the tag of a message from rank %d depends on data", m->partner);
    *status = (fc_mpi_status){m->source, m->tag, FC_MPI_SUCCESS, m->bytes};
}

void fc_delivery_status_empty(fc_mpi_status *status, int source)
{
    if (status)
        *status = (fc_mpi_status){source, FC_MPI_ANY_TAG, FC_MPI_SUCCESS, 0};
}

/* A byte count below 0 marks a cancelled receive; no message has one. */
void fc_delivery_status_cancelled(fc_mpi_status *status)
{
    if (status)
        status->bytes = -1;
}

void fc_payload_set_status(fc_rank *r, fc_mpi_status *status)
{
    r->hand.status = status;
}

/* A fractional number of bytes is a mean of counts from a profile; the count is rounded to the nearest integer. */
int fc_MPI_Get_count(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, int *n)
{
    fc_call_check_array(r, site, status);
    fc_call_check_count(r, site, 1, type);
    if (!n)
        return FC_MPI_SUCCESS;
    double bytes = (double)fc_datatype_bytes(type), whole = bytes > 0 ? status->bytes / bytes : 0;
    if (status->bytes != floor(status->bytes))
        whole = round(whole);
    *n = whole == floor(whole) && whole <= INT_MAX ? (int)whole : FC_MPI_UNDEFINED;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_count_c(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, long long *n)
{
    int count = FC_MPI_UNDEFINED;
    fc_MPI_Get_count(r, site, status, type, &count);
    if (n)
        *n = count;
    return FC_MPI_SUCCESS;
}

/* Elements of basic datatypes in a message that is received as `type` (MPI 3.1, section 4.1.11). A message that ends
 * within an element of several types has a number that depends on their order, which a signature does not record. */
static double count_elements(fc_rank *r, int site, double bytes, fc_datatype type)
{
    fc_type_signature element = fc_call_signature(r, type);
    double size = (double)fc_datatype_bytes(type);
    if (size == 0)
        return 0;
    if (element.basic)
        return bytes / (double)fc_datatype_bytes(element.basic);
    if (fc_datatype_number(type) < 0) /* of a pair; the second part is an int */
        return 2 * floor(bytes / size) + (fmod(bytes, size) == size - 4 ? 1 : fmod(bytes, size) == 0 ? 0 : 0.5);
    if (fmod(bytes, size) != 0 || element.n == 0)
        fc_call_refuse(r, site, "the message ends within an element of several types");
    return bytes / size * element.n;
}

int fc_MPI_Get_elements_x(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, long long *n)
{
    fc_call_check_array(r, site, status);
    fc_call_check_count(r, site, 1, type);
    double elements = count_elements(r, site, round(status->bytes), type);
    if (n)
        *n = elements == floor(elements) ? (long long)elements : FC_MPI_UNDEFINED;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Get_elements(fc_rank *r, int site, const fc_mpi_status *status, fc_datatype type, int *n)
{
    long long elements;
    fc_MPI_Get_elements_x(r, site, status, type, &elements);
    fc_call_store(n, elements <= INT_MAX ? (int)elements : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Test_cancelled(fc_rank *r, int site, const fc_mpi_status *status, int *flag)
{
    fc_rank_site(r, site);
    if (flag)
        fc_call_check_array(r, site, status);
    fc_call_store(flag, flag && status->bytes < 0);
    return FC_MPI_SUCCESS;
}
