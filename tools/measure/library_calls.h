/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file library_calls.h  The memory references of library functions, by runs under valgrind's callgrind, merged with a
 * signature of the sources ([pmac] section 2.2: what the source does not show).
 *
 * Callgrind simulates two cache levels. A machine with n levels takes n - 1 runs, each with the first level and one of
 * the others. A reference has unit stride, and the least bytes that explain its misses, at least 8. */
#ifndef FC_LIBRARY_CALLS_H
#define FC_LIBRARY_CALLS_H

#include "tools/measure/tracing.h"

/** Builds and runs the program, not instrumented, and adds the references of its library calls to the signature: to the
 * innermost loop around the call, or its procedure. Errors of fc_launch_build_program() and fc_launch_run();
 * FC_E_ENVIRONMENT: no valgrind. Notes go to `errors`. */
fc_status fc_library_calls_add(fc_signature *signature, const fc_tracing *what, FILE *errors, fc_report *report);

#endif
