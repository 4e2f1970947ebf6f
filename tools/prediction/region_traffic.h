/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file region_traffic.h  What an application signature tells of each region's memory traffic on a machine, in place
 * of the streams that the source tells ([pmac] section 2.4: the processor ratio, region by region). */
#ifndef FC_REGION_TRAFFIC_TABLE_H
#define FC_REGION_TRAFFIC_TABLE_H

#include "runtime/evaluate/rank.h"
#include "runtime/signature/convolution.h"

#include <stdio.h>

struct fc_analysis;

/** By region of the analysis. An iteration of a region does each of its accesses once, or as often as the signature
 * counted it against the most frequent one; their traffic adds up as the machine's streams do. A region whose accesses
 * the signature lacks is not told. */
FC_GIVE fc_region_traffic *fc_region_traffic_find(const struct fc_analysis *analysis,
                                                  const fc_convolution *convolution);
/** How many regions with streams it tells of, and of which run. */
void fc_region_traffic_note(const fc_region_traffic *traffic, const struct fc_analysis *analysis,
                            const fc_signature *signature, FILE *out);

#endif
