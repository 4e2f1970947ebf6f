/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/signature.h"
#include "machine_properties/yaml_file.h"
#include "support/messages/signature.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned assumed_ways(double lines, int level)
{
    unsigned ways = level == 0 ? 8 : 16;
    while (ways > 1 && fmod(lines, ways) != 0)
        ways--;
    return ways;
}

/* The place of this level's size in the machine file; bundled machines have no file. */
static fc_status fail_level(const char *path, int level, const char *fault, fc_report *report)
{
    char *text = NULL, *where = fc_format("cache_bytes[%d]", level);
    size_t length = 0;
    fc_place place = {path, 0, 0};
    if (access(path, R_OK) == 0 && fc_file_read(&text, &length, path, 0, report) == FC_OK) {
        fc_yaml yaml = {path, text, length, "machine file", NULL};
        place = fc_yaml_place(&yaml, where, NULL);
        place.file = path;
    }
    fc_status status =
        fc_fail(report, FC_E_INPUT, place,
                "Correct cache_bytes (bytes, nearest level first), cache_ways and line_bytes of the machine.",
                FC_MSG_CACHE_LEVEL_INVALID, level + 1, fault);
    free(text);
    free(where);
    return status;
}

fc_status fc_signature_shape(fc_cache_shape *out, bool *is_assumed, const fc_machine *machine, const char *path,
                             fc_report *report)
{
    fc_cache_shape shape = {.n_levels = (int)machine->n_caches};
    int level;
    if (machine->n_caches == 0)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0},
                       "Add `cache_bytes: [...]` to it: bytes of each level, nearest first.",
                       FC_MSG_MACHINE_SPECIFIES_NO_CACHES, machine->coefficients.name);
    *is_assumed = machine->cache_ways[0] == 0;
    for (int l = 0; l < shape.n_levels; l++) {
        double bytes = machine->cache_bytes[l], line = machine->coefficients.line_bytes;
        shape.level[l] =
            (fc_cache_level){.bytes = bytes < 1e15 ? (unsigned long)bytes : 0,
                             .line = (unsigned)line,
                             .ways = *is_assumed ? assumed_ways(floor(bytes / line), l) : machine->cache_ways[l],
                             .policy = machine->cache_policy};
    }
    const char *fault = fc_cache_fault(&level, &shape);
    if (fault)
        return fail_level(path, level, fault, report);
    *out = shape;
    return FC_OK;
}

int fc_signature_find_machine(const fc_signature *signature, const fc_cache_shape *shape)
{
    for (unsigned m = 0; m < signature->n_machines; m++) {
        const fc_signature_machine *machine = &signature->machines[m];
        bool same = machine->n_bytes == (unsigned)shape->n_levels;
        for (int l = 0; l < shape->n_levels && same; l++) {
            const fc_cache_level *level = &shape->level[l];
            same = machine->bytes[l] == (double)level->bytes && machine->ways[l] == level->ways &&
                   machine->line_bytes == level->line && machine->policy == level->policy;
        }
        if (same)
            return (int)m;
    }
    return -1;
}

double fc_signature_references(const fc_signature_access *access)
{
    return access->count * (access->access == FC_UPDATE ? 2 : 1);
}

double fc_signature_region_references(const fc_signature *signature, const fc_signature_region *region)
{
    double sum = 0;
    for (unsigned r = 0; r < signature->n_regions; r++)
        for (unsigned i = 0; i < signature->regions[r].n_accesses; i++)
            if (!region || region == &signature->regions[r])
                sum += fc_signature_references(&signature->regions[r].accesses[i]);
    return sum;
}
