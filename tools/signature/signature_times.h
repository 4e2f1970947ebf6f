/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature_times.h  The convolution of an application signature with machines ([pmac], equation 1), as a table
 * of the regions' times. */
#ifndef FC_SIGNATURE_TIMES_H
#define FC_SIGNATURE_TIMES_H

#include "runtime/cache_signature/convolution.h"
#include "tools/output/table.h"

/** A machine, its caches, and the convolution with them. It must not move, since the convolution points into it. */
typedef struct fc_signature_times_machine {
    fc_machine *machine;
    fc_cache_shape shape;
    fc_convolution convolution;
} fc_signature_times_machine;

/** names: the machine's file or bundled name, and the signature's file. Errors of fc_machine_option_read(),
 * fc_signature_shape(), fc_convolution_begin(). */
fc_status fc_signature_times_open(FC_GIVE fc_signature_times_machine *out, const fc_signature *signature,
                                  const char *const names[2], fc_report *report);
void fc_signature_times_close(fc_signature_times_machine *host);

/** A row for each region, in the signature's order, and one for their sum: seconds of the loads and stores on each
 * host, and their ratio to those on the first host ([pmac]: the processor speed ratio). */
FC_GIVE fc_table *fc_signature_times_table(const fc_signature_times_machine *host, int n_hosts);

#endif
