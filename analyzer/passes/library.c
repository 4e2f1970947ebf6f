/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/library.h"

#include "analyzer/passes/definitions.h"
#include "runtime/evaluate/forecost.h"

#include <string.h>

int fc_library_bytes_argument(const char *name)
{
    bool known = strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0 || strcmp(name, "memset") == 0;
    return known ? 3 : 0;
}

int fc_library_allocated_argument(const char *name)
{
    static const struct {
        const char *name;
        int argument;
    } list[] = {{"malloc", 1},  {"calloc", 1},        {"valloc", 1},        {"alloca", 1},
                {"realloc", 2}, {"aligned_alloc", 2}, {"posix_memalign", 3}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(name, list[i].name) == 0)
            return list[i].argument;
    return 0;
}

static void add_stream(fc_region_model *region, fc_access access)
{
    region->stream = fc_grow(region->stream, &region->stream_capacity, region->n_streams + 1, sizeof *region->stream);
    region->stream[region->n_streams++] =
        (fc_access_stream){.access = access, .pattern = FC_PATTERN_UNIT, .element_bytes = 8, .stride_bytes = 8};
    region->reads[FC_U64] += access == FC_READ;
    region->writes[FC_U64] += access == FC_WRITE;
}

void fc_library_describe(fc_region_model *region, const char *name)
{
    region->flags |= FC_REGION_LOOP;
    add_stream(region, FC_WRITE);
    if (strcmp(name, "memset") != 0)
        add_stream(region, FC_READ);
}

const fc_sym *fc_library_bytes(const fc_view *view, const fc_node *call)
{
    int argument = fc_library_bytes_argument(fc_call_target(call)->name);
    return argument < call->n_children ? fc_value(view, call->child[argument]) : NULL;
}
