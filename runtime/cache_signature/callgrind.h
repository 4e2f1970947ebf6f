/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file callgrind.h  Memory references of library functions, from a profile of valgrind's callgrind with its cache
 * simulation.
 *
 * A profile has the cost of each function itself, and of each call with all that the callee does. The references of a
 * library are those of the calls from the program's code to other code, without what runs below them in the program
 * (the comparisons of qsort) or in MPI. Of a library function f, the share c(f) of such code follows from the costs of
 * its calls:
 *
 *    c(f) = (calls of program and MPI + sum over other calls g of cost(f, g) * c(g)) / (own cost + all calls)
 *
 * which is solved by Gauss-Seidel iteration, for each event. */
#ifndef FC_CALLGRIND_H
#define FC_CALLGRIND_H

#include "support/status.h"

#include <stddef.h>

typedef enum fc_callgrind_event {
    FC_CALLGRIND_READS,
    FC_CALLGRIND_WRITES,
    FC_CALLGRIND_READ_MISSES_FIRST, /* of the first cache level */
    FC_CALLGRIND_WRITE_MISSES_FIRST,
    FC_CALLGRIND_READ_MISSES_LAST, /* of the last one */
    FC_CALLGRIND_WRITE_MISSES_LAST,
    FC_CALLGRIND_N_EVENTS
} fc_callgrind_event;

/** All calls of a library function at a place of the program; of the function in whose code it stands. */
typedef struct fc_callgrind_call {
    const char *file; /* as fc_callgrind_scope.file gives it */
    char *caller, *callee;
    int line;
    double calls, event[FC_CALLGRIND_N_EVENTS];
} fc_callgrind_call;

typedef struct fc_callgrind_calls {
    fc_callgrind_call *call;
    size_t n, capacity;
} fc_callgrind_calls;

/** The program's code: functions of this object (an absolute path) whose file `file` knows. It returns the program's
 * own name of the file; NULL: it is not the program's. */
typedef struct fc_callgrind_scope {
    const char *object;
    const char *(*file)(const void *data, const char *path);
    const void *data;
} fc_callgrind_scope;

/** Adds the library calls of a profile, sorted by place and callee, to those of other processes. FC_E_INPUT with file
 * and line: not a profile with these events, written without compression. */
fc_status fc_callgrind_add(fc_callgrind_calls *to, const char *path, const fc_callgrind_scope *scope,
                           fc_report *report);
/** The calls of the same place, caller and callee; NULL: none. */
const fc_callgrind_call *fc_callgrind_find(const fc_callgrind_calls *in, const fc_callgrind_call *like);
void fc_callgrind_free(fc_callgrind_calls *calls);

#endif
