/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file handles.h  Names of predefined MPI objects, recovered from where mpi.h writes them.
 *
 * Each MPI defines MPI_COMM_WORLD, MPI_DOUBLE, MPI_PROC_NULL in its own way: as the address of an object, as a number,
 * as a variable. Two ways lead back to the name: the #define in which the characters of an expression are written, and
 * the #define that holds the object's name. The second serves preprocessed text too. */
#ifndef FC_HANDLES_H
#define FC_HANDLES_H

#include "machine_properties/support/map.h"

#include <stdbool.h>

/** What is remembered of the headers; {0} at the start. One for a program. */
typedef struct fc_handles {
    struct fc_header **header;
    int n_headers;
    size_t capacity;
    fc_map by_path;
} fc_handles;

/** The handle macro in whose definition the character at `offset` of the file `path` is written; NULL if the file is no
 *  header of an MPI or the place is in no such definition. Lives as long as the handles. */
const char *fc_handles_at(fc_handles *handles, const char *path, long offset);
/** The handle macro of the header `path` whose definition refers to `object`; NULL: none. */
const char *fc_handles_of_object(fc_handles *handles, const char *path, const char *object);
/** True if the file lies beside an mpi.h: what it declares belongs to the MPI. */
bool fc_handles_is_header(fc_handles *handles, const char *path);
/** "MPI_" and then capitals, digits and underscores. */
bool fc_handles_is_name(const char *name);
/** The name of an opaque MPI type: "MPI_Comm", "MPI_Request", ... */
bool fc_handles_is_type(const char *name);
void fc_handles_free(fc_handles *handles);

#endif
