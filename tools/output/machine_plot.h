/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_plot.h  Plots the machine profile ([pmac] section 2.1, MAPS). */
#ifndef FC_MACHINE_PLOT_H
#define FC_MACHINE_PLOT_H

#include "machine_properties/machine.h"

/** Bytes per second over the working set at eight bytes per access: reads and writes of each walk with one busy core,
 *  and of unit stride with the largest measured number of busy cores. FC_E_INPUT: the machine has no memory curves. */
fc_status fc_machine_plot(const char *path, const fc_machine *machine, fc_report *report);

#endif
