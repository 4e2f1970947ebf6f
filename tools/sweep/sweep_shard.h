/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sweep_shard.h  Shards of a sweep, for job arrays, GNU parallel and MPI launchers, and their merge.
 *
 * A shard's output begins with one line, which identifies the sweep and the shard:
 *     # {"sweep": "0123...", "shard": 2, "shards": 8, "points": 25664}
 * JSON lines have no "# ". The points are those of fc_sweep_shard(). */
#ifndef FC_SWEEP_SHARD_H
#define FC_SWEEP_SHARD_H

#include "tools/command_line/sweep.h"

/** Shard `number` of `count`; numbers begin with 1. */
typedef struct fc_sweep_shard_number {
    int number, count;
} fc_sweep_shard_number;

/** shard = I "/" N | "mpi". "mpi" takes rank and size from the environment of Open MPI, of a launcher with PMI
 * (MPICH, Intel MPI), or of Slurm. FC_E_USAGE: another text, or no such launcher. */
fc_status fc_sweep_shard_parse(fc_sweep_shard_number *out, const char *text, fc_report *report);

/** Appends the first line. key: equal for all shards of a sweep, and for nothing else. n_points: of the whole sweep. */
void fc_sweep_shard_head(fc_text *out, const fc_sweep_shard_number *shard, const char *key, int n_points, bool is_csv);

/** Writes the output of the whole sweep. FC_E_INPUT: a file is no shard, belongs to another sweep, is given twice or
 * incomplete, or a shard is missing. */
fc_status fc_sweep_shard_merge(FILE *out, const char *const *path, int n, fc_report *report);

#endif
