/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/signature.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_PROGRAM_WROTE_INVALID_RECORD_ACCESSES,
     "A process of the instrumented program left a record whose header or number of values does not match the "
     "instrumented loops and accesses. The record is not used, and there is no signature.",
     "Run it again."},
    {"error", FC_MSG_PROCESSES_WROTE_RECORD_THEIR_ACCESSES,
     "Each process writes one record of its accesses when it ends normally. Fewer records than ranks mean that a rank "
     "ended by _exit or a signal, more that ranks created processes.",
     "Each rank must end by returning from main or calling exit, and must not create processes."},
    {"error", FC_MSG_MEMORY_PROFILE_NO_CURVE_PATTERN,
     "The machine file lacks this curve. More than a hundredth of the lines from beyond the first cache level, or any "
     "with unit stride, needs it. The time of these lines is unknown.",
     "Calibrate again, or predict without --signature."},
    {"error", FC_MSG_MEMORY_PROFILE_LACKS_LEVEL_CURVE,
     "Accesses that miss all caches need the curve at working sets larger than the last cache. The curve ends before, "
     "so it has no time of main memory.",
     "Calibrate again, or correct cache_bytes in the machine file."},
    {"error", FC_MSG_SIGNATURE_NOT_RECORDED_CACHES_MACHINE,
     "A signature has hit rates only for the caches that its run simulated. None of them has the sizes, ways, line "
     "size and policy of this machine.",
     "Record the signature again with -m MACHINE."},
    {"error", FC_MSG_CACHE_LEVEL_INVALID,
     "The cache simulation needs a line size that is a power of two, 1 to 64 ways, sizes of whole sets, and ascending "
     "levels. The machine file violates this here.",
     "Correct cache_bytes (bytes, nearest level first), cache_ways and line_bytes of the machine."},
    {"error", FC_MSG_MACHINE_SPECIFIES_NO_CACHES,
     "A signature comes from a simulation of the machine's caches, and the machine file has no cache_bytes. Without "
     "sizes there is nothing to simulate.",
     "Add `cache_bytes: [...]` to it: bytes of each level, nearest first."},
    {"error", FC_MSG_SIGNATURE_BELONGS_ANOTHER_VERSION_PROGRAM,
     "A signature contains a hash of the sources and flags of its program, and this hash differs from the model's. Its "
     "regions may be other code, so it is not used.",
     "Record it again: forecost signature MODEL.fc -o FILE -- ARGUMENTS"},
    {"note", FC_MSG_MEMORY_TRAFFIC_REGIONS_SIGNATURE_SIZES,
     "With --signature, these regions have the memory traffic of one recorded run. Traffic at other sizes may differ, "
     "and the remaining regions use the traffic that the model derives.",
     "Record a signature with these sizes, if they matter."},
    {"error", FC_MSG_CALLGRIND_INVALID,
     "With --binary, Forecost reads the profiles that callgrind writes, and this line lacks what the message names. "
     "The profile may be incomplete or from an unsupported version of valgrind.",
     "Install valgrind 3.19 or later, and collect again."},
    {"error", FC_MSG_CALLGRIND_NO_PROFILE,
     "With --binary, each rank runs under valgrind and leaves a profile in a folder of this computer. Another number "
     "of profiles makes the counts too small or too large.",
     "Give a launcher that passes the environment on and starts the ranks here."},
    {"note", FC_MSG_CALLGRIND_SETS_ROUNDED,
     "callgrind simulates only caches whose number of sets is a power of two, which the machine's last level is not. "
     "The simulated cache differs in size, so its misses may differ too.",
     "Nothing, if the sizes are close. Else collect without --binary."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_signature = {"An application signature, or the caches it needs, are not valid.",
                                               messages};
