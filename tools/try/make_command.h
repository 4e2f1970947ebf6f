/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file make_command.h  The make command that builds a makefile's program through forecost-cc. */
#ifndef FC_TRY_MAKE_COMMAND_H
#define FC_TRY_MAKE_COMMAND_H

#include "tools/try/step.h"

/** Appends "NAME=forecost-cc" (of another compiler than mpicc "NAME=forecost-cc --mpicc COMPILER") to a make command
 * for each variable that names a C compiler (make's own list of variables, `make -pqn`). mpicc takes the place of a
 * compiler that this machine lacks, with a warning. If no recipe uses these variables, but some start mpicc by name,
 * the environment gets OMPI_CC and MPICH_CC, by which mpicc starts forecost-cc in its place. If recipes start make in
 * other folders by name, CC is set to forecost-cc there. `compiler` is forecost-cc. FC_E_INPUT: no recipe does any of
 * this. */
fc_status fc_make_command_add_compiler(fc_step *step, const char *compiler, FILE *errors, fc_report *report);
/** Adds OMPI_CC and MPICH_CC to the environment. */
void fc_make_command_set_mpicc(fc_step *step, const char *compiler);

#endif
