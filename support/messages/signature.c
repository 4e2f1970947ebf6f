/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/signature.h"

#include "support/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_PROGRAM_WROTE_INVALID_RECORD_ACCESSES, NULL, "Run it again."},
    {"error", FC_MSG_PROCESSES_WROTE_RECORD_THEIR_ACCESSES, NULL,
     "Each rank must end by returning from main or calling exit, and must not create processes."},
    {"error", FC_MSG_MEMORY_PROFILE_NO_CURVE_PATTERN, NULL, "Calibrate again, or predict without --signature."},
    {"error", FC_MSG_MEMORY_PROFILE_LACKS_LEVEL_CURVE, NULL,
     "Calibrate again, or correct cache_bytes in the machine file."},
    {"error", FC_MSG_SIGNATURE_NOT_RECORDED_CACHES_MACHINE, NULL, "Record the signature again with -m MACHINE."},
    {"error", FC_MSG_CACHE_LEVEL_INVALID, NULL,
     "Correct cache_bytes (bytes, nearest level first), cache_ways and line_bytes of the machine."},
    {"error", FC_MSG_MACHINE_SPECIFIES_NO_CACHES, NULL,
     "Add `cache_bytes: [...]` to it: bytes of each level, nearest first."},
    {"error", FC_MSG_SIGNATURE_BELONGS_ANOTHER_VERSION_PROGRAM, NULL,
     "Record it again: forecost signature MODEL.fc -o FILE -- ARGUMENTS"},
    {"note", FC_MSG_MEMORY_TRAFFIC_REGIONS_SIGNATURE_SIZES, NULL,
     "Record a signature with these sizes, if they matter."},
    {"error", FC_MSG_CALLGRIND_INVALID, NULL, "Install valgrind 3.19 or later, and collect again."},
    {"error", FC_MSG_CALLGRIND_NO_PROFILE, NULL,
     "Give a launcher that passes the environment on and starts the ranks here."},
    {"note", FC_MSG_CALLGRIND_SETS_ROUNDED, NULL, "Nothing, if the sizes are close. Else collect without --binary."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_signature = {"An application signature, or the caches it needs, are not valid.",
                                               messages};
