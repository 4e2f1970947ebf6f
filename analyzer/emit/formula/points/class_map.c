/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/class_map.h"

#include "support/lanes.h"

void fc_class_map_add(fc_class_map *map, int row)
{
    if (map->n == 0)
        map->n_pieces = 0;
    if (map->n == 0 || map->row[map->n - 1] + 1 != row)
        map->piece[map->n_pieces++] = map->n;
    map->row[map->n++] = row;
    map->piece[map->n_pieces] = map->n;
}

FC_LANES_CLONED void fc_class_map_gather(double *out, const fc_class_map *map, const double *from, int first)
{
    int k = map->n_pieces - 1, i = first;
    while (k > 0 && map->piece[k] > first)
        k--;
    for (; i < map->n; k++) {
        const double *at = from + map->row[i];
        const int end = map->piece[k + 1];
        for (; i + FC_LANES <= end; i += FC_LANES, at += FC_LANES)
            fc_lanes_store(out + i, 0, fc_lanes_load(at, 0));
        for (; i < end; i++)
            out[i] = *at++;
    }
}
