/* SPDX-License-Identifier: Apache-2.0 */
/** @file verify.h  Messages, FC1000 and after: verification (messages.h). */
#ifndef FC_MESSAGES_VERIFY_H
#define FC_MESSAGES_VERIFY_H

#define FC_MSG_FINDING_DEADLOCK "FC1001\tdeadlock: %s"
#define FC_MSG_FINDING_BUFFERING "FC1002\tdeadlock if sends wait for their receives: %s"
#define FC_MSG_FINDING_COLLECTIVE "FC1003\tcollective mismatch: %s"
#define FC_MSG_FINDING_TYPE "FC1004\ttype mismatch: %s"
#define FC_MSG_FINDING_TRUNCATION "FC1005\ttruncated message: %s"
#define FC_MSG_FINDING_LOST "FC1006\tunreceived message: %s"
#define FC_MSG_FINDING_ARGUMENT "FC1007\tinvalid argument: %s"
#define FC_MSG_FINDING_BUFFER_RACE "FC1008\tbuffer race: %s"
#define FC_MSG_FINDING_WINDOW_RACE "FC1009\twindow race: %s"
#define FC_MSG_FINDING_MESSAGE_RACE "FC1010\tmessage race: %s"
#define FC_MSG_FINDING_EPOCH "FC1011\tepoch: %s"
#define FC_MSG_FINDING_REQUEST "FC1012\trequest: %s"
#define FC_MSG_FINDING_LEAK "FC1013\tleak: %s"
#define FC_MSG_FINDING_ORDER "FC1014\torder of calls: %s"
#define FC_MSG_FINDINGS_FOUND "FC1050\t%d finding%s in %s"
#define FC_MSG_RANKS_NOT_VERIFIED "FC1051\tnot verified on %d rank%s: %s"
#define FC_MSG_COUNT_FILLED                                                                                            \
    "FC1052\tthis branch or loop depends on data: it is verified as not taken, or as one iteration"

#endif
