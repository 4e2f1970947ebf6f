/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file provenance.h  Why a loop, branch or value of the source is dynamic (analyze --why). */
#ifndef FC_PROVENANCE_H
#define FC_PROVENANCE_H

#include "analyzer/values/quantities.h"

#include <stdio.h>

/** place: FILE:LINE; FILE may be the end of a path. Prints each loop, branch and assignment that begins there, with its
 * quantities or the chain from where its value became dynamic. FC_E_USAGE: the place is malformed, or nothing begins
 * there. */
fc_status fc_provenance_print(FILE *out, const fc_quantities *quantities, const char *place, fc_report *report);

#endif
