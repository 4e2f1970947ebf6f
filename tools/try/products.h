/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file products.h  The executables that a build made through forecost-cc. */
#ifndef FC_TRY_PRODUCTS_H
#define FC_TRY_PRODUCTS_H

#include "support/words.h"

/** The executable that commands in `folder` or below linked, and whose sources the build's records give. Of several:
 * the one named `program`, else the only one that calls MPI. If there is none, *out is untouched. FC_E_INPUT: several
 * (the hint lists them), or none of that name. */
fc_status fc_products_choose(FC_GIVE char **out, const char *folder, const char *program, fc_report *report);

#endif
