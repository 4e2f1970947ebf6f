/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/verify.h"

#include "support/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_FINDING_DEADLOCK, NULL,
     "Check partners, tags, communicators and the order of calls; use MPI_Sendrecv or nonblocking calls."},
    {"error", FC_MSG_FINDING_BUFFERING, NULL,
     "Receive first on some ranks, or use MPI_Sendrecv or nonblocking calls: longer messages, or another MPI, "
     "do not buffer."},
    {"error", FC_MSG_FINDING_COLLECTIVE, NULL,
     "All ranks of a communicator need the same collective operations in the same order, with the same root, operator "
     "and matching counts."},
    {"error", FC_MSG_FINDING_TYPE, NULL, "Use datatypes with the same type signature on both sides."},
    {"error", FC_MSG_FINDING_TRUNCATION, NULL, "Receive with a count that is at least the sender's."},
    {"error", FC_MSG_FINDING_LOST, NULL, "Receive the message, or do not send it."},
    {"error", FC_MSG_FINDING_ARGUMENT, NULL,
     "Correct the argument; check also the arguments after -- and the ranks of -n."},
    {"error", FC_MSG_FINDING_BUFFER_RACE, NULL, "Complete the operation before its buffer is used again."},
    {"error", FC_MSG_FINDING_WINDOW_RACE, NULL,
     "Separate the accesses by a synchronization of the window, or use MPI_Accumulate."},
    {"warning", FC_MSG_FINDING_MESSAGE_RACE, NULL, "Name the source, or use another tag for each kind of message."},
    {"error", FC_MSG_FINDING_EPOCH, NULL, "Open an epoch before the accesses, and close it before the next one opens."},
    {"error", FC_MSG_FINDING_REQUEST, NULL,
     "Start each persistent request, and complete each request by a wait or test."},
    {"warning", FC_MSG_FINDING_LEAK, NULL, "Free it before MPI_Finalize."},
    {"error", FC_MSG_FINDING_ORDER, NULL,
     "Call MPI_Init first and MPI_Finalize last, once each; call other MPI functions between them."},
    {"error", FC_MSG_FINDINGS_FOUND, NULL, "Mend each finding. `forecost explain CODE` describes it."},
    {"warning", FC_MSG_RANKS_NOT_VERIFIED, NULL, "Correct what the message says, or choose other ranks or arguments."},
    {"warning", FC_MSG_COUNT_FILLED, NULL,
     "Profile the program, or give the value with --assume, to verify the other way."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_verify = {
    "The program uses MPI in a way that the standard forbids, or that depends on timing.", messages};
