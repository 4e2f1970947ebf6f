/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/sweep/sweep_shard.h"

#include "support/json_writer.h"
#include "support/messages/report.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- the number of a shard ---- */

/* A whole number, 0 or more, that fills the text up to `last`; -1: it is none. */
static int number_of(const char *text, char last)
{
    char *end = NULL;
    long value = text && *text >= '0' && *text <= '9' ? strtol(text, &end, 10) : -1;
    return value < 0 || *end != last || value > 1 << 20 ? -1 : (int)value;
}

fc_status fc_sweep_shard_parse(fc_sweep_shard_number *out, const char *text, fc_report *report)
{
    if (strcmp(text, "mpi") == 0) {
        static const char *const names[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                               {"PMI_RANK", "PMI_SIZE"},
                                               {"SLURM_PROCID", "SLURM_NTASKS"}};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            int rank = number_of(getenv(names[i][0]), '\0'), size = number_of(getenv(names[i][1]), '\0');
            if (rank >= 0 && rank < size) {
                *out = (fc_sweep_shard_number){rank + 1, size};
                return FC_OK;
            }
        }
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE,
                       "Start it by mpirun, mpiexec or srun, or give the shard's number: --shard 1/8.",
                       FC_MSG_SHARD_MPI_NO_MPI_LAUNCHER);
    }
    const char *slash = strchr(text, '/');
    int number = number_of(text, '/'), count = slash ? number_of(slash + 1, '\0') : -1;
    if (number < 1 || number > count)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "For example --shard 1/8, up to --shard 8/8, or --shard mpi.",
                       FC_MSG_SHARD_NOT_I_N_I, text);
    *out = (fc_sweep_shard_number){number, count};
    return FC_OK;
}

void fc_sweep_shard_head(fc_text *out, const fc_sweep_shard_number *shard, const char *key, int n_points, bool is_csv)
{
    fc_json_writer json = {.out = out};
    fc_text_add(out, "%s", is_csv ? "# " : "");
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "sweep", key);
    fc_json_writer_whole(&json, "shard", shard->number);
    fc_json_writer_whole(&json, "shards", shard->count);
    fc_json_writer_whole(&json, "points", n_points);
    fc_json_writer_end(&json);
}

/* ---- the merge ---- */

typedef struct shard_file {
    const char *path;
    FILE *stream; /* NULL: not given */
    char *line;
    size_t capacity;
    ssize_t length; /* of the line */
    int n_read;     /* points */
    fc_sweep_shard_number shard;
    int n_points; /* of the whole sweep */
    bool is_csv;
    char key[33];
} shard_file;

static void close_file(shard_file *file)
{
    if (file->stream)
        fclose(file->stream);
    free(file->line);
    *file = (shard_file){0};
}

/* The next line, with its end; false: there is none, or its end is missing. */
static bool read_line(shard_file *file)
{
    file->length = getline(&file->line, &file->capacity, file->stream);
    return file->length > 0 && file->line[file->length - 1] == '\n';
}

static bool read_head(shard_file *file)
{
    const char *key;
    if (!read_line(file))
        return false;
    file->is_csv = strncmp(file->line, "# ", 2) == 0;
    json_t *head = json_loads(file->line + (file->is_csv ? 2 : 0), 0, NULL);
    bool is_head = head && json_unpack(head, "{s:s, s:i, s:i, s:i}", "sweep", &key, "shard", &file->shard.number,
                                       "shards", &file->shard.count, "points", &file->n_points) == 0;
    if (is_head)
        snprintf(file->key, sizeof file->key, "%s", key);
    json_decref(head);
    return is_head && file->shard.number >= 1 && file->shard.number <= file->shard.count && file->n_points >= 1;
}

static fc_status open_file(shard_file *out, const char *path, fc_report *report)
{
    *out = (shard_file){.path = path, .stream = fopen(path, "r")};
    if (!out->stream)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, NULL, FC_MSG_CANNOT_BE_READ, strerror(errno));
    if (read_head(out) && (!out->is_csv || read_line(out)))
        return FC_OK;
    return fc_fail(report, FC_E_INPUT, (fc_place){path, 1, 0}, "Give the outputs of forecost sweep --shard I/N.",
                   FC_MSG_NOT_SHARD_SWEEP);
}

static bool is_same_sweep(const shard_file *a, const shard_file *b)
{
    return strcmp(a->key, b->key) == 0 && a->shard.count == b->shard.count && a->n_points == b->n_points &&
           a->is_csv == b->is_csv;
}

/* Moves the file to its place in shard[count], which the first file allocates. */
static fc_status place_file(shard_file **shard, int *count, shard_file *file, fc_report *report)
{
    if (!*shard) {
        *count = file->shard.count;
        *shard = fc_allocate((size_t)*count, sizeof **shard);
    }
    const shard_file *first = *shard;
    while (first < *shard + *count && !first->stream)
        first++;
    if (first < *shard + *count && !is_same_sweep(first, file))
        return fc_fail(report, FC_E_INPUT, (fc_place){file->path, 1, 0},
                       "Run all shards with the same model, machine, options and version of Forecost.",
                       FC_MSG_BELONGS_ANOTHER_SWEEP_THAN, first->path);
    shard_file *place = *shard + file->shard.number - 1;
    if (place->stream)
        return fc_fail(report, FC_E_INPUT, (fc_place){file->path, 1, 0}, NULL, FC_MSG_SHARD_REPEATED,
                       file->shard.number, *count, place->path);
    *place = *file;
    *file = (shard_file){0};
    return FC_OK;
}

static fc_status check_missing(const shard_file *shard, int count, fc_report *report)
{
    int missing = 0, first = 0;
    for (int i = count; i-- > 0;)
        if (!shard[i].stream) {
            first = i + 1;
            missing++;
        }
    if (missing == 0)
        return FC_OK;
    char *next = fc_format("Run it: forecost sweep ... --shard %d/%d.", first, count);
    fc_status status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_SHARD_MISSING, first, count, missing);
    free(next);
    return status;
}

/* Round r of the sweep, its points r * count ... r * count + count - 1, has one point of each shard. */
static fc_status write_points(FILE *out, shard_file *shard, int count, fc_report *report)
{
    for (int i = 0; i < shard[0].n_points && !ferror(out); i++) {
        int round = i / count % count;
        shard_file *from = &shard[(i % count - round + count) % count];
        if (!read_line(from))
            return fc_fail(report, FC_E_INPUT, (fc_place){from->path, 0, 0}, "Run this shard again.",
                           FC_MSG_INCOMPLETE_ENDS_AFTER_POINTS, from->n_read);
        from->n_read++;
        fwrite(from->line, 1, (size_t)from->length, out);
    }
    for (int i = 0; i < count; i++)
        if (getc(shard[i].stream) != EOF)
            return fc_fail(report, FC_E_INPUT, (fc_place){shard[i].path, 0, 0}, "Run this shard again.",
                           FC_MSG_MORE_THAN_POINTS, shard[i].n_read);
    return FC_OK;
}

fc_status fc_sweep_shard_merge(FILE *out, const char *const *path, int n, fc_report *report)
{
    fc_status status = FC_OK;
    shard_file *shard = NULL;
    int count = 0;
    for (int i = 0; i < n && !status; i++) {
        shard_file file;
        status = open_file(&file, path[i], report);
        if (!status)
            status = place_file(&shard, &count, &file, report);
        close_file(&file);
    }
    if (!status)
        status = check_missing(shard, count, report);
    if (!status && shard[0].is_csv)
        fwrite(shard[0].line, 1, (size_t)shard[0].length, out);
    if (!status)
        status = write_points(out, shard, count, report);
    for (int i = 0; i < count; i++)
        close_file(&shard[i]);
    free(shard);
    return status;
}
