/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_plot.h  The machine profile as a picture ([pmac] section 2.1, MAPS). */
#ifndef FC_MACHINE_PLOT_H
#define FC_MACHINE_PLOT_H

#include "machine_properties/machine.h"

/** Bytes a second over the working set, eight bytes an access: reads and writes of each walk with one busy core, and
 *  of unit stride with all those that were busy at once. FC_E_INPUT: the machine has no memory curves. */
fc_status fc_machine_plot(const char *path, const fc_machine *machine, fc_report *report);

#endif
