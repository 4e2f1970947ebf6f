/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the machine file's section `network`. */
#include "machine_properties/machine_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char digits[FC_MAX_DISTANCES + 1] = "0123456789abcdef"; /* of the classes of an abstract network */
static const double most_ends = 16777216;                            /* 2^24 */

static void take_inside(fc_machine_reader *r, fc_network *network, const file_link *file)
{
    if (!file)
        return;
    network->has_inside = true;
    network->inside = (fc_link){file->latency_s ? *file->latency_s : 0, file->bandwidth ? *file->bandwidth : 0};
    if (!(network->inside.latency_s >= 0 && network->inside.latency_s < 1e6))
        fc_machine_reject(r, "a time in seconds >= 0", "network.inside.latency_s");
    if (file->bandwidth && !(*file->bandwidth > 0 && *file->bandwidth < 1e18))
        fc_machine_reject(r, "bytes per second > 0", "network.inside.bandwidth");
}

static void take_factors(fc_machine_reader *r, fc_network *network, const file_network *file)
{
    network->n_factors = (int)file->n_factors;
    for (unsigned i = 0; i < file->n_factors; i++) {
        double from = file->latency_factors[i].from_bytes, factor = file->latency_factors[i].factor;
        if (i == 0 && from != 0)
            fc_machine_reject(r, "0, since the first factor is for the smallest messages",
                              "network.latency_factors[0].from_bytes");
        if (i > 0 && !(from > network->factor_from[i - 1] && isfinite(from)))
            fc_machine_reject(r, "more bytes than the entry before", "network.latency_factors[%u].from_bytes", i);
        if (!(factor >= 0 && factor < 1e6))
            fc_machine_reject(r, "a factor >= 0", "network.latency_factors[%u].factor", i);
        network->factor_from[i] = from;
        network->factor[i] = factor;
    }
}

/* ---- abstract networks ---- */

/* Row i: node i's class towards each node; what stands at itself is not read. */
static void take_pairs(fc_machine_reader *r, fc_abstract_network *out, const file_network *file)
{
    out->n_nodes = (int)file->n_pairs;
    for (unsigned i = 0; i < file->n_pairs; i++) {
        const char *row = file->pairs[i];
        if (strlen(row) != file->n_pairs) {
            fc_machine_reject(r, "a text with a digit for each row", "network.pairs[%u]", i);
            continue;
        }
        for (unsigned j = 0; j < file->n_pairs; j++) {
            const char *digit = i == j ? digits : strchr(digits, row[j]);
            if (!digit || digit - digits >= out->n_distances)
                fc_machine_reject(r, "hexadecimal digits, each the number of a distance", "network.pairs[%u]", i);
            else
                out->pair[i][j] = (unsigned char)(digit - digits);
        }
    }
}

static void take_groups(fc_machine_reader *r, fc_abstract_network *out, const file_network *file)
{
    out->n_groups = (int)file->n_groups;
    for (unsigned g = 0; g < file->n_groups; g++) {
        const file_group *from = &file->groups[g];
        out->group[g].bandwidth = from->bandwidth;
        if (!(from->bandwidth > 0 && from->bandwidth < 1e18))
            fc_machine_reject(r, "bytes per second > 0", "network.groups[%u].bandwidth", g);
        for (unsigned i = 0; i < from->n_nodes; i++)
            if (from->nodes[i] < 0 || from->nodes[i] >= out->n_nodes)
                fc_machine_reject(r, "a node, counted from 0", "network.groups[%u].nodes[%u]", g, i);
            else
                out->group[g].nodes |= 1ULL << from->nodes[i];
    }
}

static void take_abstract(fc_machine_reader *r, fc_network *network, const file_network *file)
{
    static const char other[] = "no such list, since only an abstract network has it";
    bool is_abstract = network->model == FC_TOPOLOGY_ABSTRACT;
    if (is_abstract != (file->n_distances > 0))
        fc_machine_reject(r, is_abstract ? "distances" : other, is_abstract ? "network.model" : "network.distances");
    if (is_abstract != (file->n_pairs > 0))
        fc_machine_reject(r, is_abstract ? "pairs" : other, is_abstract ? "network.model" : "network.pairs");
    if (!is_abstract && file->n_groups > 0)
        fc_machine_reject(r, other, "network.groups");
    fc_abstract_network *out = &network->abstract;
    out->n_distances = (int)file->n_distances;
    for (unsigned i = 0; i < file->n_distances; i++)
        out->distance[i] = fc_machine_read_link(r, &file->distances[i], "distances", i);
    take_pairs(r, out, file);
    take_groups(r, out, file);
}

/* ---- the section ---- */

/* Checks the length and the entries of `shape`, and the number of links. */
static void check_shape(fc_machine_reader *r, const fc_network *network, const file_network *file)
{
    double ends = 1;
    bool is_flat = network->model == FC_TOPOLOGY_FLAT || network->model == FC_TOPOLOGY_ABSTRACT;
    bool is_dragonfly = network->model == FC_TOPOLOGY_DRAGONFLY;
    if (is_flat && file->n_shape > 0)
        fc_machine_reject(r, "no shape: a flat network has any number of nodes, and an abstract one those of pairs",
                          "network.shape");
    if (!is_flat && file->n_shape == 0)
        fc_machine_reject(r, "a shape (nodes, cores or routers of each level)",
                          file->n_shape ? "network.shape" : "network.model");
    if (is_dragonfly && file->n_shape != 3 && file->n_shape != 4)
        fc_machine_reject(r,
                          "3 numbers (groups, routers a group, nodes a router) or 4 (groups, chassis a group, blades a "
                          "chassis, nodes a blade)",
                          "network.shape");
    for (unsigned i = 0; i < file->n_shape; i++) {
        if (file->shape[i] < 1)
            fc_machine_reject(r, "a number >= 1", "network.shape[%u]", i);
        ends *= file->shape[i];
    }
    if (ends > most_ends)
        fc_machine_reject(r, "a product of at most 16777216", "network.shape");
    if (file->n_links != (is_flat ? 1 : file->n_shape) && r->status == FC_OK)
        fc_machine_reject(r, is_flat ? "one entry, a node's link" : "as many entries as shape has",
                          file->n_links ? "network.links" : "network.model");
}

static void take_parents(fc_machine_reader *r, fc_network *network, const file_network *file)
{
    double switches = 1;
    if (network->model != FC_TOPOLOGY_FAT_TREE && file->n_up > 0)
        fc_machine_reject(r, "no such list, since only a fat tree has it", "network.up");
    if (network->model == FC_TOPOLOGY_FAT_TREE && file->n_up != file->n_shape)
        fc_machine_reject(r, "as many numbers as shape has", file->n_up ? "network.up" : "network.model");
    for (unsigned i = 0; i < file->n_up; i++) {
        if (file->up[i] < 1 || file->up[i] > 1024 || (switches *= file->up[i]) > 65536)
            fc_machine_reject(r, "a number of parents >= 1", "network.up[%u]", i);
        network->up[i] = file->up[i];
    }
}

static void take_measured(fc_machine_reader *r, fc_network *network, const file_network *file)
{
    double ends = network->model == FC_TOPOLOGY_FLAT ? INFINITY : fmax(network->abstract.n_nodes, 1);
    for (unsigned i = 0; i < file->n_shape; i++)
        ends *= file->shape[i];
    network->measured[0] = 0;
    network->measured[1] = ends > 1;
    if (file->n_measured == 1)
        fc_machine_reject(r, "two endpoints of the network, counted from 0", "network.measured");
    for (unsigned i = 0; i < file->n_measured; i++) {
        network->measured[i] = file->measured[i];
        if (file->measured[i] < 0 || file->measured[i] >= ends)
            fc_machine_reject(r, "an endpoint of the network, counted from 0", "network.measured[%u]", i);
    }
}

void fc_machine_read_network(fc_machine_reader *r, fc_machine *machine, const file_network *file)
{
    fc_network *network = &machine->coefficients.network;
    network->model = file->model;
    network->contention = file->contention ? *file->contention : FC_CONTENTION_NONE;
    network->routing = file->routing ? *file->routing : FC_ROUTING_MINIMAL;
    network->acknowledgements = file->acknowledgements ? *file->acknowledgements : 0;
    if (!(network->acknowledgements >= 0 && network->acknowledgements <= 1))
        fc_machine_reject(r, "a fraction of a message's bytes from 0 to 1", "network.acknowledgements");
    network->model_error = file->model_error ? *file->model_error : 0;
    if (!(network->model_error >= 0 && network->model_error < 100))
        fc_machine_reject(r, "a relative error >= 0", "network.model_error");
    network->dealing = file->placement ? *file->placement : FC_DISTRIBUTION_BLOCK;
    bool has_shape = file->model != FC_TOPOLOGY_FLAT && file->model != FC_TOPOLOGY_ABSTRACT;
    network->n_levels = (int)(has_shape ? file->n_shape : 1);
    if (file->n_shape)
        memcpy(network->shape, file->shape, file->n_shape * sizeof *file->shape);
    check_shape(r, network, file);
    take_parents(r, network, file);
    for (unsigned i = 0; i < file->n_links; i++)
        network->link[i] = fc_machine_read_link(r, &file->links[i], "links", i);
    take_abstract(r, network, file);
    take_inside(r, network, file->inside);
    take_factors(r, network, file);
    take_measured(r, network, file);
    fc_place place = fc_yaml_place(r->yaml, file->n_shape ? "network.shape" : "network.model", NULL);
    machine->network_file = fc_copy_string(r->yaml->path);
    machine->network_line = place.line;
    machine->network_column = place.column;
}

/* ---- writing ---- */

static FC_GIVE char *row_of(const fc_abstract_network *from, int i)
{
    char *row = fc_allocate((size_t)from->n_nodes + 1, 1);
    for (int j = 0; j < from->n_nodes; j++)
        row[j] = i == j ? '-' : digits[from->pair[i][j]];
    return row;
}

static file_group group_of(const fc_node_group *from)
{
    file_group group = {.nodes = fc_allocate(FC_MAX_ABSTRACT_NODES, sizeof(int)), .bandwidth = from->bandwidth};
    for (int i = 0; i < FC_MAX_ABSTRACT_NODES; i++)
        if (from->nodes >> i & 1)
            group.nodes[group.n_nodes++] = i;
    return group;
}

static void give_abstract(file_network *out, const fc_network *network)
{
    const fc_abstract_network *from = &network->abstract;
    if (network->model != FC_TOPOLOGY_ABSTRACT)
        return;
    out->n_distances = (unsigned)from->n_distances;
    out->distances = fc_allocate(out->n_distances, sizeof *out->distances);
    for (int i = 0; i < from->n_distances; i++)
        out->distances[i] = fc_machine_write_link(&from->distance[i]);
    out->n_pairs = (unsigned)from->n_nodes;
    out->pairs = fc_allocate(out->n_pairs, sizeof *out->pairs);
    for (int i = 0; i < from->n_nodes; i++)
        out->pairs[i] = row_of(from, i);
    out->n_groups = (unsigned)from->n_groups;
    out->groups = fc_allocate(out->n_groups, sizeof *out->groups);
    for (int i = 0; i < from->n_groups; i++)
        out->groups[i] = group_of(&from->group[i]);
}

static void give_links(file_network *out, const fc_network *network)
{
    out->n_links = (unsigned)network->n_levels;
    out->links = fc_allocate(out->n_links, sizeof *out->links);
    for (unsigned i = 0; i < out->n_links; i++)
        out->links[i] = fc_machine_write_link(&network->link[i]);
    if (network->has_inside) {
        out->inside = fc_allocate(1, sizeof *out->inside);
        *out->inside = fc_machine_write_link(&network->inside);
    }
    out->n_factors = (unsigned)network->n_factors;
    out->latency_factors = fc_allocate(out->n_factors, sizeof *out->latency_factors);
    for (unsigned i = 0; i < out->n_factors; i++)
        out->latency_factors[i] = (file_factor){network->factor_from[i], network->factor[i]};
}

file_network *fc_machine_write_network(file_network *out, const fc_machine *machine)
{
    fc_network *network = (fc_network *)(uintptr_t)&machine->coefficients.network;
    if (!machine->network_file)
        return NULL;
    *out = (file_network){.model = network->model,
                          .placement = &network->dealing,
                          .contention = &network->contention,
                          .routing = network->routing != FC_ROUTING_MINIMAL ? &network->routing : NULL,
                          .acknowledgements = network->acknowledgements > 0 ? &network->acknowledgements : NULL,
                          .model_error = network->model_error > 0 ? &network->model_error : NULL,
                          .shape = network->shape,
                          .n_shape = network->shape[0] > 0 ? (unsigned)network->n_levels : 0,
                          .up = network->up,
                          .n_up = network->model == FC_TOPOLOGY_FAT_TREE ? (unsigned)network->n_levels : 0,
                          .measured = network->measured,
                          .n_measured = 2};
    give_links(out, network);
    give_abstract(out, network);
    return out;
}

void fc_machine_free_network(file_network *network)
{
    if (!network)
        return;
    free(network->links);
    free(network->inside);
    free(network->latency_factors);
    for (unsigned i = 0; i < network->n_pairs; i++)
        free(network->pairs[i]);
    for (unsigned i = 0; i < network->n_groups; i++)
        free(network->groups[i].nodes);
    free(network->distances);
    free(network->pairs);
    free(network->groups);
}
