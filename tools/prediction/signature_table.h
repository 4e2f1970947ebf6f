/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature_table.h  An application signature for people and programs: the table of [pmac], table 1. */
#ifndef FC_SIGNATURE_TABLE_H
#define FC_SIGNATURE_TABLE_H

#include "runtime/signature/signature.h"
#include "tools/output/table.h"

/** A row a region, those of most references first: its share of all references and the sum so far, floating-point
 * operations a reference, the share of accesses at random distances, and for each machine the share of its accesses
 * served by a level or one before it. */
FC_GIVE fc_table *fc_signature_table(const fc_signature *signature);

#endif
