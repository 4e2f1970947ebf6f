/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_topology FILE: this machine's topology as hwloc's XML. With HWLOC_XMLFILE the launcher reads it there, and
 * does not discover it again for each program that a test starts, which takes a fifth of a launch's processor time. */
#include <hwloc.h>

int main(int argc, char **argv)
{
    hwloc_topology_t topology;
    if (argc != 2 || hwloc_topology_init(&topology))
        return 1;
    int failed = hwloc_topology_load(topology) || hwloc_topology_export_xml(topology, argv[1], 0);
    hwloc_topology_destroy(topology);
    return failed;
}
