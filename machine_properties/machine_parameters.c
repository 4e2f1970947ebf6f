/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/machine_parameters.h"

#include <stdlib.h>

#define TEXT_OF(name, text) text,
static const char *const numerics[] = {FC_NUMERIC_LIST(TEXT_OF)};
static const char *const operations[] = {FC_OPERATION_LIST(TEXT_OF)};
static const char *const fits[] = {FC_FIT_LIST(TEXT_OF)};
static const char *const overheads[] = {FC_OVERHEAD_LIST(TEXT_OF)};
#undef TEXT_OF
#define WALK_TEXT(name, text, bytes) text,
static const char *const walks[] = {FC_WALK_LIST(WALK_TEXT)};
#undef WALK_TEXT
static const char *const accesses[] = {[FC_READ] = "read", [FC_WRITE] = "write", [FC_UPDATE] = "update"};

static void add(fc_parameters *out, fc_parameter parameter)
{
    out->item = fc_grow(out->item, &out->capacity, out->n + 1, sizeof *out->item);
    out->item[out->n++] = parameter;
}

static void add_time(fc_parameters *out, double *seconds, FC_TAKE char *path)
{
    add(out, (fc_parameter){.path = path, .number = seconds, .is_time = true});
}

static void add_signed_time(fc_parameters *out, double *seconds, FC_TAKE char *path)
{
    add(out, (fc_parameter){.path = path, .number = seconds, .is_time = true, .is_signed = true});
}

static void add_number(fc_parameters *out, double *number, FC_TAKE char *path)
{
    add(out, (fc_parameter){.path = path, .number = number});
}

static void add_operations(fc_parameters *out, fc_core *core, const char *name)
{
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            fc_operation_cost *cost = &core->operation[o][t];
            double *const times[] = {&cost->throughput_s, &cost->scalar_s, &cost->latency_s};
            static const char *const fields[] = {"throughput_s", "scalar_s", "latency_s"};
            for (int i = 0; i < 3; i++)
                if (*times[i] >= 0)
                    add_time(out, times[i],
                             fc_format("%s.operations[%s,%s].%s", name, operations[o], numerics[t], fields[i]));
            if (cost->latency_s >= 0)
                add_signed_time(out, &cost->window_s,
                                fc_format("%s.operations[%s,%s].window_s", name, operations[o], numerics[t]));
        }
}

static void add_core(fc_parameters *out, fc_core *core, const char *name)
{
    double *const times[] = {&core->loop_s,       &core->line_s, &core->loop_entry_s, &core->forward_s,
                             &core->mispredict_s, &core->call_s, &core->issue_s,      &core->instruction_s};
    static const char *const fields[] = {"loop_s",       "line_s", "loop_entry_s", "forward_s",
                                         "mispredict_s", "call_s", "issue_s",      "instruction_s"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        add_time(out, times[i], fc_format("%s.%s", name, fields[i]));
    if (core->short_entry_s >= 0)
        add_time(out, &core->short_entry_s, fc_format("%s.short_entry_s", name));
    add_operations(out, core, name);
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        double *const of_type[] = {&core->read_s[t], &core->write_s[t], &core->scalar_read_s[t],
                                   &core->scalar_write_s[t], &core->least_s[t]};
        static const char *const names[] = {"read_s", "write_s", "scalar_read_s", "scalar_write_s", "least_s"};
        for (int i = 0; i < 5; i++)
            add_time(out, of_type[i], fc_format("%s.accesses[%s].%s", name, numerics[t], names[i]));
    }
}

/* "L2": the first cache that holds the working set; "dram" beyond the last. */
static FC_GIVE char *level_of(const fc_machine *machine, double bytes)
{
    unsigned level = 0;
    while (level < machine->n_caches && bytes > machine->cache_bytes[level])
        level++;
    return level < machine->n_caches ? fc_format("L%u", level + 1) : fc_copy_string("dram");
}

/* A machine with all times halved must halve every prediction; hence the core times pace_s count as memory times. */
static void add_beside(fc_parameters *out, fc_interference *beside, const char *of)
{
    if (beside->n_near == 0)
        return;
    for (int i = 0; i < beside->n_near; i++)
        add_number(out, &beside->near_bytes[i], fc_format("memory.beside[%s].near_bytes[%d]", of, i));
    for (int i = 0; i < beside->n_far; i++)
        add_number(out, &beside->far_bytes[i], fc_format("memory.beside[%s].far_bytes[%d]", of, i));
    for (int i = 0; i < FC_N_CORE_TIMES; i++)
        add_time(out, &beside->pace_s[i], fc_format("memory.beside[%s].pace_s[%d]", of, i));
    for (int f = 0; f < beside->n_far; f++)
        for (int n = 0; n < beside->n_near; n++)
            for (int p = 0; p < FC_N_CORE_TIMES; p++)
                add_signed_time(
                    out, &beside->extra_s[f][n][p],
                    fc_format("memory.beside[%s].extra_s[%d]", of, (f * beside->n_near + n) * FC_N_CORE_TIMES + p));
}

static void add_overlaps(fc_parameters *out, fc_overlaps *overlaps, int active)
{
    for (int i = 0; i < overlaps->n; i++) {
        add_number(out, &overlaps->bytes[i], fc_format("memory.overlaps[%d].bytes[%d]", active, i));
        add_number(out, &overlaps->exponent[i], fc_format("memory.overlaps[%d].core[%d]", active, i));
        add_number(out, &overlaps->stream_exponent[i], fc_format("memory.overlaps[%d].streams[%d]", active, i));
    }
}

static void add_memory(fc_parameters *out, fc_machine *machine)
{
    fc_memory *memory = &machine->coefficients.memory;
    add_number(out, &memory->overlap, fc_copy_string("memory.overlap"));
    add_number(out, &memory->stream_overlap, fc_copy_string("memory.stream_overlap"));
    if (memory->window > 0)
        add_number(out, &memory->window, fc_copy_string("memory.window"));
    add_time(out, &memory->first_touch_s, fc_copy_string("memory.first_touch_s"));
    add_time(out, &memory->allocate_s, fc_copy_string("memory.allocate_s"));
    for (int a = 0; a < memory->n_active; a++)
        add_overlaps(out, &memory->overlaps[a], memory->active[a]);
    for (int a = 0; a < memory->n_active; a++)
        for (int w = 0; w < FC_N_ACCESSES; w++) {
            for (int p = 0; p < FC_N_WALKS; p++) {
                char *of = fc_format("%d,%s,%s", memory->active[a], walks[p], accesses[w]);
                fc_curve *curve = &memory->curve[a][p][w];
                for (int i = 0; i < curve->n; i++) {
                    char *level = level_of(machine, curve->bytes[i]);
                    add_number(out, &curve->bytes[i], fc_format("memory.curves[%s].bytes[%d,%s]", of, i, level));
                    add_time(out, &curve->seconds[i], fc_format("memory.curves[%s].seconds[%d,%s]", of, i, level));
                    free(level);
                }
                free(of);
            }
            char *of = fc_format("%d,%s", memory->active[a], accesses[w]);
            add_beside(out, &memory->beside[a][w], of);
            free(of);
        }
}

/* Coefficients of 1, log2 p and p - 1 are times per message, coefficients of terms with m are times per byte
 * (coefficients.h). Terms of T(m) are dimensionless and change with the transfer's own coefficients. */
static void add_segment(fc_parameters *out, fc_segment *segment, const char *of, int index)
{
    add_number(out, &segment->low_bytes, fc_format("communication[%s].segments[%d].low_bytes", of, index));
    add_number(out, &segment->high_bytes, fc_format("communication[%s].segments[%d].high_bytes", of, index));
    for (int k = 0; k < FC_N_PLAIN_TERMS; k++)
        add_time(out, &segment->c[k],
                 fc_format("communication[%s].segments[%d].coefficients[%d,%s]", of, index, k,
                           k < FC_TERM_BYTES ? "latency" : "gap"));
}

static void add_functions(fc_parameters *out, fc_runtime_function list[FC_N_VARIANTS][FC_N_FITS],
                          const char *class_text)
{
#define VARIANT_TEXT(name, text) "," text,
    static const char *const variant_text[] = {FC_VARIANT_LIST(VARIANT_TEXT)};
#undef VARIANT_TEXT
    for (int v = 0; v < FC_N_VARIANTS; v++)
        for (int k = 0; k < FC_N_FITS; k++)
            for (int i = 0; i < list[v][k].n_segments; i++) {
                char *of = fc_format("%s%s%s", fits[k], v == FC_VARIANT_ANY ? "" : variant_text[v], class_text);
                add_segment(out, &list[v][k].segment[i], of, i);
                free(of);
            }
}

static void add_link(fc_parameters *out, fc_link *link, const char *of)
{
    add_time(out, &link->latency_s, fc_format("network.%s.latency_s", of));
    add(out,
        (fc_parameter){.path = fc_format("network.%s.bandwidth", of), .number = &link->bandwidth, .is_rate = true});
}

static void add_abstract(fc_parameters *out, fc_abstract_network *network)
{
    for (int i = 0; i < network->n_distances; i++) {
        char *of = fc_format("distances[%d]", i);
        add_link(out, &network->distance[i], of);
        free(of);
    }
    for (int i = 0; i < network->n_groups; i++)
        add(out, (fc_parameter){.path = fc_format("network.groups[%d].bandwidth", i),
                                .number = &network->group[i].bandwidth,
                                .is_rate = true});
}

static void add_network(fc_parameters *out, fc_network *network)
{
    for (int i = 0; i < network->n_levels; i++) {
        char *of = fc_format("links[%d]", i);
        if (network->shape[i] > 0)
            add(out, (fc_parameter){.path = fc_format("network.shape[%d]", i), .whole = &network->shape[i]});
        if (network->up[i] > 0)
            add(out, (fc_parameter){.path = fc_format("network.up[%d]", i), .whole = &network->up[i]});
        add_link(out, &network->link[i], of);
        free(of);
    }
    add_abstract(out, &network->abstract);
    if (network->has_inside)
        add_link(out, &network->inside, "inside");
    if (network->acknowledgements > 0)
        add_number(out, &network->acknowledgements, fc_format("network.acknowledgements"));
    for (int i = 0; i < network->n_factors; i++)
        add_number(out, &network->factor[i], fc_format("network.latency_factors[%d].factor", i));
}

static void add_constants(fc_parameters *out, fc_constants *constants)
{
#define CONSTANT_TEXT(name, text, assumed, least, most) text,
    static const char *const name[] = {FC_CONSTANT_LIST(CONSTANT_TEXT)};
#undef CONSTANT_TEXT
    for (int i = 0; i < FC_N_CONSTANTS; i++)
        add(out, (fc_parameter){.path = fc_format("constants[%s].value", name[i]),
                                .number = &constants->value[i],
                                .is_time = i == FC_CONSTANT_FILE_CALL_S,
                                .is_rate = i == FC_CONSTANT_FILE_BANDWIDTH});
}

void fc_machine_parameters(fc_parameters *out, fc_machine *machine)
{
    fc_coefficients *all = &machine->coefficients;
    *out = (fc_parameters){0};
    add(out, (fc_parameter){.path = fc_copy_string("cores"), .whole = &all->cores});
    add_number(out, &all->line_bytes, fc_copy_string("line_bytes"));
    add_core(out, &all->core, "core");
    if (all->busy_cores > 0)
        add_core(out, &all->busy, "busy");
    add_memory(out, machine);
    add_constants(out, &all->constants);
    fc_openmp_costs *threads = &all->threads;
    for (int i = 0; i < FC_N_OVERHEADS && threads->threads >= 2; i++) {
        add_time(out, &threads->overhead[i].alone_s, fc_format("openmp.%s.alone_s", overheads[i]));
        add_time(out, &threads->overhead[i].all_s, fc_format("openmp.%s.all_s", overheads[i]));
    }
    add_functions(out, all->communication, "");
    add_functions(out, all->non_power_of_two, ",uneven");
    add_functions(out, all->few, ",few");
    if (all->eager_bytes > 0)
        add_number(out, &all->eager_bytes, fc_copy_string("eager_limit"));
    if (machine->network_file)
        add_network(out, &all->network);
}

void fc_machine_parameters_free(fc_parameters *parameters)
{
    for (size_t i = 0; i < parameters->n; i++)
        free(parameters->item[i].path);
    free(parameters->item);
    *parameters = (fc_parameters){0};
}
