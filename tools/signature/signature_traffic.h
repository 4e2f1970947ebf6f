/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file signature_traffic.h  The memory traffic of each region from an application signature, in place of the streams
 * derived from the source ([pmac] section 2.4, region by region). */
#ifndef FC_SIGNATURE_TRAFFIC_H
#define FC_SIGNATURE_TRAFFIC_H

#include "runtime/cache_signature/convolution.h"
#include "runtime/core/rank.h"

#include <stdio.h>

struct fc_analysis;

/** By region of the analysis. An iteration of a region makes each access as often as the signature counted it, relative
 * to the most frequent access. Their times are combined with the machine's stream overlap. is_known is false for a
 * region whose accesses the signature lacks. */
FC_GIVE fc_region_traffic *fc_signature_traffic_find(const struct fc_analysis *analysis,
                                                     const fc_convolution *convolution);
/** Notes how many regions with streams have traffic from the signature, and the signature's run. */
void fc_signature_traffic_note(const fc_region_traffic *traffic, const struct fc_analysis *analysis,
                               const fc_signature *signature, FILE *out);

#endif
