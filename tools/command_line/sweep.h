/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep.h  The points of a prediction: the Cartesian product of -n RANGE and every -D name=RANGE. */
#ifndef FC_SWEEP_H
#define FC_SWEEP_H

#include "tools/command_line/command.h"
#include "tools/command_line/range.h"

typedef struct fc_sweep {
    fc_range ranks;
    char **name;     /* [n_parameters] of -D, distinct */
    fc_range *range; /* [n_parameters] */
    int n_parameters;
    int first, n_points; /* points first .. first + n_points - 1 of the product, or of the shard */
    int shard, n_shards; /* from 0; n_shards 0: the product is not divided */
} fc_sweep;

/** From the options `ranks` (-n; without it and a default 1) and `define` (-D). FC_E_USAGE: a bad range, a malformed or
 * repeated name (names are C identifier paths: "n", "grid.nx"), or more than `most` points. */
fc_status fc_sweep_parse(FC_GIVE fc_sweep *out, const fc_arguments *arguments, int most, fc_report *report);
void fc_sweep_free(fc_sweep *sweep);

/** FC_E_USAGE unless only ranks are swept. */
fc_status fc_sweep_check_curve(const fc_sweep *sweep, fc_report *report);
/** Points index .. index + n - 1 of a sweep, as a sweep that borrows everything from it. */
fc_sweep fc_sweep_part(const fc_sweep *sweep, int index, int n);

/** Shard 0 .. n_shards - 1 of an undivided sweep, as a sweep that borrows everything from it. Each n_shards consecutive
 * points of the product, a round, give one point to each shard: shard s gets point (s + round) mod n_shards. So each
 * shard gets all ranks and all values of a parameter in turn. The last shards may have a point less, or none. */
fc_sweep fc_sweep_shard(const fc_sweep *sweep, int shard, int n_shards);

/** The ranks and the parameters' values of point `index`: ranks vary fastest, then the last parameter. */
int fc_sweep_ranks(const fc_sweep *sweep, int index);
void fc_sweep_values(double *value, const fc_sweep *sweep, int index);

#endif
