/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the machine file's section `network`. */
#include "machine_properties/machine_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_ends = 16777216; /* 2^24 */

static void take_links(fc_machine_reader *r, fc_network *network, const file_network *file)
{
    for (unsigned i = 0; i < file->n_links; i++) {
        const file_link *from = &file->links[i];
        network->link[i] = (fc_link){from->latency_s ? *from->latency_s : 0, from->bandwidth ? *from->bandwidth : 0};
        if (!(network->link[i].latency_s >= 0 && network->link[i].latency_s < 1e6))
            fc_machine_reject(r, "a time in seconds >= 0", "network.links[%u].latency_s", i);
        if (from->bandwidth && !(*from->bandwidth > 0 && *from->bandwidth < 1e18))
            fc_machine_reject(r, "bytes per second > 0", "network.links[%u].bandwidth", i);
    }
}

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

/* Checks the length and the entries of `shape`, and the number of links. */
static void check_shape(fc_machine_reader *r, const fc_network *network, const file_network *file)
{
    double ends = 1;
    bool is_flat = network->model == FC_TOPOLOGY_FLAT, is_dragonfly = network->model == FC_TOPOLOGY_DRAGONFLY;
    if (is_flat && file->n_shape > 0)
        fc_machine_reject(r, "no shape, since a flat network has any number of nodes", "network.shape");
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
    double ends = 1;
    for (unsigned i = 0; i < file->n_shape; i++)
        ends *= file->shape[i];
    network->measured[0] = 0;
    network->measured[1] = network->model == FC_TOPOLOGY_FLAT || ends > 1;
    if (file->n_measured == 1)
        fc_machine_reject(r, "two endpoints of the network, counted from 0", "network.measured");
    for (unsigned i = 0; i < file->n_measured; i++) {
        network->measured[i] = file->measured[i];
        if (file->measured[i] < 0 || (network->model != FC_TOPOLOGY_FLAT && file->measured[i] >= ends))
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
    network->n_levels = (int)(file->model == FC_TOPOLOGY_FLAT ? 1 : file->n_shape);
    if (file->n_shape)
        memcpy(network->shape, file->shape, file->n_shape * sizeof *file->shape);
    check_shape(r, network, file);
    take_parents(r, network, file);
    take_links(r, network, file);
    take_inside(r, network, file->inside);
    take_factors(r, network, file);
    take_measured(r, network, file);
    fc_place place = fc_yaml_place(r->yaml, file->n_shape ? "network.shape" : "network.model", NULL);
    machine->network_file = fc_copy_string(r->yaml->path);
    machine->network_line = place.line;
    machine->network_column = place.column;
}

/* ---- writing ---- */

static file_link link_of(const fc_link *link)
{
    return (file_link){(double *)(uintptr_t)&link->latency_s,
                       link->bandwidth > 0 ? (double *)(uintptr_t)&link->bandwidth : NULL};
}

static void give_links(file_network *out, const fc_network *network)
{
    out->n_links = (unsigned)network->n_levels;
    out->links = fc_allocate(out->n_links, sizeof *out->links);
    for (unsigned i = 0; i < out->n_links; i++)
        out->links[i] = link_of(&network->link[i]);
    if (network->has_inside) {
        out->inside = fc_allocate(1, sizeof *out->inside);
        *out->inside = link_of(&network->inside);
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
                          .n_shape = network->model == FC_TOPOLOGY_FLAT ? 0 : (unsigned)network->n_levels,
                          .up = network->up,
                          .n_up = network->model == FC_TOPOLOGY_FAT_TREE ? (unsigned)network->n_levels : 0,
                          .measured = network->measured,
                          .n_measured = 2};
    give_links(out, network);
    return out;
}

void fc_machine_free_network(file_network *network)
{
    if (!network)
        return;
    free(network->links);
    free(network->inside);
    free(network->latency_factors);
}
