/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/verify.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_FINDING_DEADLOCK,
     "In the simulated run, the ranks that have not ended wait for messages, collectives or synchronization that no "
     "rank will provide. The real program hangs at this place.",
     "Check partners, tags, communicators and the order of calls; use MPI_Sendrecv or nonblocking calls."},
    {"error", FC_MSG_FINDING_BUFFERING,
     "The run ends only if MPI buffers the messages of standard sends. In a second run, where each send waits for its "
     "receive, as the MPI standard permits, the ranks wait for each other.",
     "Receive first on some ranks, or use MPI_Sendrecv or nonblocking calls: longer messages, or another MPI, "
     "do not buffer."},
    {"error", FC_MSG_FINDING_COLLECTIVE,
     "Ranks of one communicator call different collectives at the same point of their order, or one collective with "
     "different roots, sizes or operators. MPI requires matching calls, so the result is undefined.",
     "All ranks of a communicator need the same collective operations in the same order, with the same root, operator "
     "and matching counts."},
    {"error", FC_MSG_FINDING_TYPE,
     "The datatypes on both sides of a transfer have different sequences of basic types, such as MPI_INT and "
     "MPI_DOUBLE. MPI requires equal type signatures, so the received values are undefined.",
     "Use datatypes with the same type signature on both sides."},
    {"error", FC_MSG_FINDING_TRUNCATION,
     "A message has more bytes than the count and datatype of its receive provide. MPI reports an error of the class "
     "MPI_ERR_TRUNCATE, which aborts the program by default.",
     "Receive with a count that is at least the sender's."},
    {"error", FC_MSG_FINDING_LOST,
     "A message is sent, and its destination ends without a matching receive. The data is lost, and a send that waits "
     "for its receive never ends.",
     "Receive the message, or do not send it."},
    {"error", FC_MSG_FINDING_ARGUMENT,
     "An argument of the call has a value that MPI does not permit. Examples are a rank outside the communicator, a "
     "negative count and overlapping buffers. The effect of the call is undefined.",
     "Correct the argument; check also the arguments after -- and the ranks of -n."},
    {"error", FC_MSG_FINDING_BUFFER_RACE,
     "The program accesses a buffer between the start and the completion of a nonblocking operation that uses it. One "
     "of the accesses writes, so the values depend on timing.",
     "Complete the operation before its buffer is used again."},
    {"error", FC_MSG_FINDING_WINDOW_RACE,
     "Two accesses to the same bytes of a window, at least one of them a write, are not ordered by synchronization. "
     "The values depend on timing.",
     "Separate the accesses by a synchronization of the window, or use MPI_Accumulate."},
    {"warning", FC_MSG_FINDING_MESSAGE_RACE,
     "A wildcard receive can take a message that another receive needs, or several messages overwrite each other in "
     "one buffer. The result depends on the order of arrival.",
     "Name the source, or use another tag for each kind of message."},
    {"error", FC_MSG_FINDING_EPOCH,
     "The call needs an epoch (fence, start, post or lock) that is not open, or another epoch must be closed first. "
     "Its effect is undefined.",
     "Open an epoch before the accesses, and close it before the next one opens."},
    {"error", FC_MSG_FINDING_REQUEST,
     "A request is never started, never completed, or freed before its operation is known to be complete. The transfer "
     "may not take place, or its buffer may be reused too early.",
     "Start each persistent request, and complete each request by a wait or test."},
    {"warning", FC_MSG_FINDING_LEAK,
     "A communicator, datatype, window, file, request or other MPI object still exists when the rank ends its use of "
     "MPI. In a loop, such objects occupy more and more memory.",
     "Free it before MPI_Finalize."},
    {"error", FC_MSG_FINDING_ORDER,
     "An MPI function is called before MPI_Init or after MPI_Finalize, MPI is initialized twice, or a rank ends "
     "without MPI_Finalize. MPI does not permit these orders of calls.",
     "Call MPI_Init first and MPI_Finalize last, once each; call other MPI functions between them."},
    {"error", FC_MSG_FINDINGS_FOUND,
     "`forecost verify` printed this number of findings, over all verified numbers of ranks and arguments. The exit "
     "code is 1, so that a script or a test detects the errors.",
     "Mend each finding. `forecost explain CODE` describes it."},
    {"warning", FC_MSG_RANKS_NOT_VERIFIED,
     "The evaluation with this number of ranks ended before the end of the program, for the reason in the message. "
     "Errors in the part after this point are not reported.",
     "Correct what the message says, or choose other ranks or arguments."},
    {"warning", FC_MSG_COUNT_FILLED,
     "Data that are not known before the run determine this branch or trip count, and neither a profile nor an "
     "annotation provides it. MPI calls on the other path are not verified.",
     "Profile the program, or give the value with --assume, to verify the other way."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_verify = {
    "The program uses MPI in a way that the standard forbids, or that depends on timing.", messages};
