/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/signature/signature_table.h"

#include <stdlib.h>
#include <string.h>

static const char *const stride_name[] = {
#define STRIDE_NAME(name, text) text,
    FC_STRIDE_LIST(STRIDE_NAME)
#undef STRIDE_NAME
};
static const char *const access_name[] = {"read", "write", "update"};

typedef struct columns {
    size_t place, file, line, function, iterations, references, share, sum, flops, random, accesses;
    size_t level[FC_RECORD_MACHINES][FC_CACHE_MAX_LEVELS];
} columns;

/* Additions, multiplications, divisions and square roots. */
static double real_operations(const fc_signature_region *region)
{
    double sum = 0;
    for (unsigned i = 0; i < region->n_operations; i++) {
        const fc_signature_operation *operation = &region->operations[i];
        bool counts = operation->operation == FC_OP_CLASS_ADD || operation->operation == FC_OP_CLASS_MULTIPLY ||
                      operation->operation == FC_OP_CLASS_DIVIDE || operation->operation == FC_OP_CLASS_SQRT;
        if ((operation->type == FC_F32 || operation->type == FC_F64) && counts)
            sum += operation->count;
    }
    return sum;
}

/* The share `part` of a region's recorded accesses, weighted by how often each access happens; < 0: none was recorded.
 */
typedef double share_of(const fc_signature_access *access, const void *what);

static double region_share(const fc_signature_region *region, share_of *part, const void *what)
{
    double sum = 0, count = 0;
    for (unsigned i = 0; i < region->n_accesses; i++) {
        const fc_signature_access *access = &region->accesses[i];
        if (access->recorded == 0)
            continue;
        sum += access->count * part(access, what);
        count += access->count;
    }
    return count > 0 ? sum / count : -1;
}

static double random_share(const fc_signature_access *access, const void *what)
{
    (void)what;
    return access->strides[FC_STRIDE_RANDOM] / access->recorded;
}

/* what: machine and level. */
static double hit_share(const fc_signature_access *access, const void *what)
{
    const int *at = what;
    double hits = 0;
    for (int l = 0; l <= at[1]; l++)
        hits += access->served[at[0] * FC_RECORD_LEVELS + l];
    return hits / access->recorded;
}

static void put_share(fc_table *table, size_t column, double share)
{
    if (share >= 0)
        fc_table_number(table, column, share);
}

static columns add_columns(fc_table *table, const fc_signature *signature)
{
    columns c = {.file = fc_table_column(table, "file", NULL, FC_UNIT_TEXT, FC_SHOW_DATA),
                 .line = fc_table_column(table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_DATA),
                 .function = fc_table_column(table, "function", NULL, FC_UNIT_TEXT, FC_SHOW_DATA),
                 .place = fc_table_column(table, NULL, "region", FC_UNIT_TEXT, FC_SHOW_TABLE),
                 .iterations = fc_table_column(table, "iterations", "iterations", FC_UNIT_COUNT, FC_SHOW_ALL),
                 .references = fc_table_column(table, "references", "references", FC_UNIT_COUNT, FC_SHOW_ALL),
                 .sum = fc_table_column(table, "cumulative", "cumulative", FC_UNIT_ERROR, FC_SHOW_ALL),
                 .share = fc_table_column(table, "share", "share", FC_UNIT_ERROR, FC_SHOW_ALL),
                 .flops = fc_table_column(table, "flops_per_reference", "FLOPS/MOPS", FC_UNIT_RATIO, FC_SHOW_ALL),
                 .random = fc_table_column(table, "random", "random", FC_UNIT_ERROR, FC_SHOW_ALL)};
    for (unsigned m = 0; m < signature->n_machines; m++)
        for (unsigned l = 0; l < signature->machines[m].n_bytes; l++) {
            char *key = fc_format("hits.%s.L%u", signature->machines[m].name, l + 1);
            char *title = signature->n_machines > 1 ? fc_format("%s L%u", signature->machines[m].name, l + 1)
                                                    : fc_format("L%u hits", l + 1);
            c.level[m][l] = fc_table_column(table, key, title, FC_UNIT_ERROR, FC_SHOW_ALL);
            free(key);
            free(title);
        }
    c.accesses = fc_table_column(table, "accesses", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    return c;
}

static void fill_accesses(fc_table *table, const fc_signature_region *region)
{
    size_t line = fc_table_column(table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    size_t column = fc_table_column(table, "column", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    size_t text = fc_table_column(table, "text", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    size_t kind = fc_table_column(table, "access", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    size_t bytes = fc_table_column(table, "bytes", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    size_t count = fc_table_column(table, "count", NULL, FC_UNIT_COUNT, FC_SHOW_JSON), stride[FC_N_STRIDES];
    for (int s = 0; s < FC_N_STRIDES; s++) {
        char *key = fc_format("strides.%s", stride_name[s]);
        stride[s] = fc_table_column(table, key, NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
        free(key);
    }
    for (unsigned i = 0; i < region->n_accesses; i++) {
        const fc_signature_access *access = &region->accesses[i];
        fc_table_row(table);
        fc_table_number(table, line, access->line);
        fc_table_number(table, column, access->column);
        fc_table_text(table, text, access->text);
        fc_table_text(table, kind, access_name[access->access]);
        fc_table_number(table, bytes, access->bytes);
        fc_table_number(table, count, access->count);
        for (int s = 0; s < FC_N_STRIDES; s++)
            fc_table_number(table, stride[s], access->strides[s]);
    }
}

static void add_row(fc_table *table, const columns *c, const fc_signature *signature, const fc_signature_region *region,
                    const double references[3])
{
    char *place = fc_format("%s:%d %s", region->file, region->line, region->function);
    fc_table_row(table);
    fc_table_text(table, c->place, place);
    fc_table_text(table, c->file, region->file);
    fc_table_number(table, c->line, region->line);
    fc_table_text(table, c->function, region->function);
    if (region->loop)
        fc_table_number(table, c->iterations, region->iterations);
    fc_table_number(table, c->references, references[0]);
    fc_table_number(table, c->share, references[0] / references[2]);
    fc_table_number(table, c->sum, references[1] / references[2]);
    fc_table_number(table, c->flops, real_operations(region) / references[0]);
    put_share(table, c->random, region_share(region, random_share, NULL));
    for (unsigned m = 0; m < signature->n_machines; m++)
        for (unsigned l = 0; l < signature->machines[m].n_bytes; l++)
            put_share(table, c->level[m][l], region_share(region, hit_share, (const int[]){(int)m, (int)l}));
    fc_table accesses = {0};
    fill_accesses(&accesses, region);
    fc_table_nested(table, c->accesses, &accesses);
    free(place);
}

typedef struct ranked {
    const fc_signature_region *region;
    double references;
    unsigned order;
} ranked;

static int by_references(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->references != b->references)
        return a->references < b->references ? 1 : -1;
    return a->order < b->order ? -1 : 1;
}

FC_GIVE fc_table *fc_signature_table(const fc_signature *signature)
{
    fc_table *table = fc_allocate(1, sizeof *table);
    columns c = add_columns(table, signature);
    ranked *list = fc_allocate(signature->n_regions, sizeof *list);
    for (unsigned i = 0; i < signature->n_regions; i++)
        list[i] =
            (ranked){&signature->regions[i], fc_signature_region_references(signature, &signature->regions[i]), i};
    qsort(list, signature->n_regions, sizeof *list, by_references);
    double sum = 0, all = fc_signature_region_references(signature, NULL);
    for (unsigned i = 0; i < signature->n_regions && list[i].references > 0; i++) {
        sum += list[i].references;
        add_row(table, &c, signature, list[i].region, (const double[]){list[i].references, sum, all});
    }
    free(list);
    return table;
}
