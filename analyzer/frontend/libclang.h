/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file libclang.h  libclang, loaded when a source is first parsed: it and LLVM take longer to load than most commands
 * take. */
#ifndef FC_LIBCLANG_H
#define FC_LIBCLANG_H

#include "machine_properties/support/status.h"

/** To be called before any function of libclang; again does nothing. They are weak and bound when first called
 * (CMakeLists.txt), which the environment variable LD_BIND_NOW forbids. FC_E_ENVIRONMENT if the library is missing,
 * naming the package. */
fc_status fc_libclang_load(fc_report *report);

#endif
