/* SPDX-License-Identifier: Apache-2.0 */
/** @file file.h  A virtual rank's open MPI files: position, view and size, without contents (mpi_file.h). */
#ifndef FC_FILE_H
#define FC_FILE_H

#include "rank.h"

/** The data of one read or write call: n elements of a type; how: flags of file_calls.c. */
typedef struct fc_file_piece {
    fc_fit fit;
    double n;
    fc_datatype type;
    int how;
} fc_file_piece;

/** An open file; NAN: the value depends on data. */
typedef struct fc_file {
    bool alive;
    int made_at;         /* the site that opened it */
    fc_comm comm;        /* a duplicate of the communicator it was opened with */
    double displacement; /* bytes, of the view */
    double element;      /* bytes of an etype, the unit of offsets */
    bool has_gaps;       /* the view's filetype may have holes */
    double position;     /* etypes from the view's displacement */
    double size;         /* bytes */
    bool has_begun;      /* a split collective is in progress: `begun` */
    fc_file_piece begun;
} fc_file;

#endif
