/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_plot.h  Plots a machine: its profile of memory ([pmac] section 2.1, MAPS), communication and
 * operations. */
#ifndef FC_MACHINE_PLOT_H
#define FC_MACHINE_PLOT_H

#include "machine_properties/machine.h"

/** Up to three plots, one below the other:
 *  - bytes per second of a core over the working set at eight bytes per access, with one busy core and with the most
 *    measured ones (dashed); vertical lines mark the caches;
 *  - seconds of transfers and collectives over bytes at the most measured ranks: samples, and runtime functions;
 *  - seconds of operations, independent and in a dependence chain.
 * A plot without data is omitted. FC_E_INPUT: the machine has nothing to plot. */
fc_status fc_machine_plot(const char *path, const fc_machine *machine, fc_report *report);

#endif
