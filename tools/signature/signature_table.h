/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature_table.h  An application signature as a table, as in [pmac], table 1. */
#ifndef FC_SIGNATURE_TABLE_H
#define FC_SIGNATURE_TABLE_H

#include "runtime/cache_signature/signature.h"
#include "tools/output/table.h"

/** A row for each region, by descending number of references. Its columns are the share of all references, the
 * cumulative share, floating-point operations a reference, the share of random strides, and the cumulative hit rates.
 */
FC_GIVE fc_table *fc_signature_table(const fc_signature *signature);

#endif
