/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file handles.h  Recovers the names of predefined MPI objects from the definitions in mpi.h.
 *
 * Each MPI defines MPI_COMM_WORLD, MPI_DOUBLE, MPI_PROC_NULL in its own way: as an object's address, a number or a
 * variable. Two methods recover the name: the #define that contains the expression's characters, and the #define that
 * refers to the object. The second also works for preprocessed text. One pass over each header. */
#ifndef FC_HANDLES_H
#define FC_HANDLES_H

#include "support/map.h"

#include <stdbool.h>

/** The headers read so far; {0} at the start. One for each program. */
typedef struct fc_handles {
    struct fc_header **header;
    int n_headers;
    size_t capacity;
    fc_map by_path;
} fc_handles;

/** The handle macro whose definition contains the character at `offset` of the file `path`. NULL if the file is not a
 * header of an MPI or the offset is in no such definition. Lives as long as the handles. */
const char *fc_handles_find_by_offset(fc_handles *handles, const char *path, long offset);
/** The handle macro of the header `path` whose definition contains the word `object`; NULL: none. */
const char *fc_handles_find_by_object(fc_handles *handles, const char *path, const char *object);
/** True if the file is a .h file in a folder with an mpi.h: its declarations belong to the MPI. */
bool fc_handles_is_header(fc_handles *handles, const char *path);
/** True for "MPI_" followed by capitals, digits and underscores. */
bool fc_handles_is_name(const char *name);
/** True for the name of an opaque MPI type or of MPI_Status: "MPI_Comm", "MPI_Request", ... */
bool fc_handles_is_type(const char *name);
void fc_handles_free(fc_handles *handles);

#endif
