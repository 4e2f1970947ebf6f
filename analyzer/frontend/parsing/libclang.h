/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file libclang.h  Loads libclang on demand: loading it and LLVM takes longer than most commands run. */
#ifndef FC_LIBCLANG_H
#define FC_LIBCLANG_H

#include "support/status.h"

/** Loads libclang; must precede any call of its functions. Repeated calls have no effect. The functions are weak
 * symbols bound at their first call (CMakeLists.txt). FC_E_ENVIRONMENT if the library is missing, naming the package,
 * or if LD_BIND_NOW is set, which forbids such binding. */
fc_status fc_libclang_load(fc_report *report);

#endif
