/* SPDX-License-Identifier: Apache-2.0 */
/** @file file.h  Files that a virtual rank has open (mpi_file.h). */
#ifndef FC_FILE_H
#define FC_FILE_H

#include "rank.h"

/** What a call moves: n elements of a type; how: of virtual_file.c. */
typedef struct fc_file_piece {
    fc_fit fit;
    double n;
    fc_datatype type;
    int how;
} fc_file_piece;

/** NAN: not known. */
typedef struct fc_file {
    bool alive;
    fc_comm comm;        /* of its own */
    double displacement; /* bytes where the view begins */
    double element;      /* bytes of what offsets count */
    bool has_gaps;       /* the view may have */
    double position;     /* elements from the view's begin on */
    double size;         /* bytes */
    bool has_begun;      /* a split call, and which */
    fc_file_piece begun;
} fc_file;

#endif
