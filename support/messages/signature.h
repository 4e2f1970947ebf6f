/* SPDX-License-Identifier: Apache-2.0 */
/** @file signature.h  Messages, FC0800 and after: signatures (messages.h). */
#ifndef FC_MESSAGES_SIGNATURE_H
#define FC_MESSAGES_SIGNATURE_H

#define FC_MSG_PROGRAM_WROTE_INVALID_RECORD_ACCESSES "FC0801\tthe program wrote an invalid record of its accesses"
#define FC_MSG_PROCESSES_WROTE_RECORD_THEIR_ACCESSES                                                                   \
    "FC0802\t%d processes wrote a record of their accesses, expected %d"
#define FC_MSG_MEMORY_PROFILE_NO_CURVE_PATTERN "FC0803\tthe memory profile has no curve of pattern %s, access %s"
#define FC_MSG_MEMORY_PROFILE_LACKS_LEVEL_CURVE                                                                        \
    "FC0804\tthe memory profile lacks a level: its curve of pattern %s, access %s ends at %.0f bytes, within the "     \
    "caches (%.0f bytes)"
#define FC_MSG_SIGNATURE_NOT_RECORDED_CACHES_MACHINE                                                                   \
    "FC0805\tthe signature was not recorded with the caches of machine %s"
#define FC_MSG_CACHE_LEVEL_INVALID "FC0806\tcache level %d is invalid: %s"
#define FC_MSG_MACHINE_SPECIFIES_NO_CACHES "FC0807\tmachine %s specifies no caches"
#define FC_MSG_SIGNATURE_BELONGS_ANOTHER_VERSION_PROGRAM                                                               \
    "FC0808\tthe signature belongs to another version of the program, or to another program: %s"
#define FC_MSG_MEMORY_TRAFFIC_REGIONS_SIGNATURE_SIZES                                                                  \
    "FC0809\tmemory traffic of %d of %d regions from the signature of: %s; its sizes are that run's."
#define FC_MSG_CALLGRIND_INVALID "FC0810\texpected %s in callgrind's profile"
#define FC_MSG_CALLGRIND_NO_PROFILE "FC0811\tvalgrind left %d profiles, expected one of each of %d ranks"
#define FC_MSG_CALLGRIND_SETS_ROUNDED                                                                                  \
    "FC0812\tmachine %s: valgrind's caches have a power of two of sets; the last level counts as %.0f bytes, not %.0f"

#endif
