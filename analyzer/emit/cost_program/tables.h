/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file tables.h  Prints the tables of a cost program: globals, regions, sites, counters, parameters. */
#ifndef FC_TABLES_H
#define FC_TABLES_H

#include "analyzer/emit/cost_program/residual.h"

/** Prints the text before the procedures: the includes, records and struct fc_globals. */
void fc_tables_declare(fc_residual *residual);
/** Prints the text after the procedures: fc_globals_init, tables, FC_COST_PROGRAM_EXPORT. origin: fc_origin by region
 * id. */
void fc_tables_write(fc_residual *residual, const unsigned char *origin, int n_probes);
/** The table of the innermost loops with several regions, which the rows of such regions refer to: each with all parts,
 * and with those that each iteration executes. */
void fc_tables_loops(fc_residual *residual);
/** One row of the table of regions, "    {...},\n". */
void fc_tables_region(fc_residual *residual, const fc_region_model *region);

#endif
