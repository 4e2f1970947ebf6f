/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file frontend.h  Translates C sources into the program model with libclang 19. Only this folder uses libclang. */
#ifndef FC_FRONTEND_H
#define FC_FRONTEND_H

#include "analyzer/frontend/reader/input.h"
#include "analyzer/model/program.h"

/** Parses all inputs and links them into one program, with one symbol for each global and procedure.
 * compiler: the MPI compiler wrapper whose mpi.h is used ("mpicc"). Its include flags are queried (wrapper.h) unless
 * the inputs' flags already find an mpi.h.
 * warnings (may be NULL) receives the warnings, one line each.
 * FC_E_INPUT with file:line:column of the first compile error or unsupported construct. FC_E_ENVIRONMENT if mpi.h or
 * libclang is missing, naming the package. *out untouched on error. */
fc_status fc_frontend_read(FC_GIVE fc_program **out, const fc_input *input, int n_inputs, const char *compiler,
                           fc_text *warnings, fc_report *report);

#endif
