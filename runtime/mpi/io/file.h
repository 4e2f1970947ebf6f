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
    double at; /* offset in etypes; NAN: unknown, or that of the file pointer */
} fc_file_piece;

/** A file as the calls of this run leave it, shared by the ranks of a world. */
typedef struct fc_file_content {
    struct fc_file_content *next;
    double size;           /* bytes; NAN: unknown */
    unsigned long context; /* of the communicator that opened it, if its name is unknown; else 0 */
    char name[];           /* "": unknown */
} fc_file_content;

/** An open file; NAN: the value depends on data. */
typedef struct fc_file {
    bool alive;
    int made_at;         /* the site that opened it */
    fc_comm comm;        /* a duplicate of the communicator it was opened with */
    double displacement; /* bytes, of the view */
    double element;      /* bytes of an etype, the unit of offsets */
    bool has_gaps;       /* the view's filetype may have holes */
    double tile;         /* bytes of data in the filetype */
    double tile_extent;  /* bytes from one filetype to the next */
    double tile_end;     /* bytes from the begin of the filetype to the end of its data */
    double position;     /* etypes from the view's displacement */
    int mode;            /* access mode; FC_MPI_MODE_UNKNOWN: depends on data */
    fc_file_content *content;
    bool has_begun; /* a split collective is in progress: `begun` */
    fc_file_piece begun;
} fc_file;

/** The rank has no open files, and under method sum knows none: a run begins. */
void fc_file_reset(fc_rank *r);
void fc_file_free(fc_rank *r);
void fc_file_content_free(fc_file_content **list);

#endif
