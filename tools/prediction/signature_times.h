/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature_times.h  Machines by name, each convolved with an application signature; the times of its regions as
 * a table. */
#ifndef FC_SIGNATURE_TIMES_H
#define FC_SIGNATURE_TIMES_H

#include "runtime/signature/convolution.h"
#include "tools/output/table.h"

/** A machine's profile and caches; convolution points into it, so that it stays where it was opened. */
typedef struct fc_signature_host {
    fc_machine *machine;
    fc_cache_shape shape;
    fc_convolution convolution;
} fc_signature_host;

/** names: the machine's file or bundled name, and the signature's file. Errors of fc_signature_shape() and
 * fc_convolution_begin(). */
fc_status fc_signature_host_open(FC_GIVE fc_signature_host *out, const fc_signature *signature,
                                 const char *const names[2], fc_report *report);
void fc_signature_host_close(fc_signature_host *host);

/** A row a region, in the signature's order, and one of all: seconds of its loads and stores on each host, and how they
 * compare with those on the first ([pmac]: the processor speed ratio). */
FC_GIVE fc_table *fc_signature_times_table(const fc_signature_host *host, int n_hosts);

#endif
