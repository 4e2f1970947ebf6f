/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file unit.h  One source file: parse it, report what the compiler says, walk its declarations. */
#ifndef FC_UNIT_H
#define FC_UNIT_H

#include "analyzer/frontend/reader.h"
#include "analyzer/frontend/wrapper.h"

typedef struct fc_unit {
    const fc_input *input;
    CXIndex index;
    const fc_words *mpi; /* flags of the MPI wrapper */
    fc_text *warnings;   /* may be NULL */
} fc_unit;

/** Adds what the file defines to reader->program. FC_E_INPUT, FC_E_ENVIRONMENT as frontend.h tells. */
fc_status fc_unit_read(fc_reader *reader, const fc_unit *unit);

#endif
