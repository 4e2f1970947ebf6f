/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One expression of the compute model: the cost of an access, by the memory level that holds its working set. How the
 * operations, recurrences and streams of a loop are combined stays as in `memory`. */
#include "compute.h"

static const double level_bytes[] = {32e3, 512e3, 32e6};
static const double unit_s[] = {0.15e-9, 0.2e-9, 0.35e-9, 0.8e-9}; /* 8 bytes of a stream of stride one */
static const double line_s[] = {0.3e-9, 1.5e-9, 6e-9, 25e-9};      /* one element in a line of its own */

double fc_access_time(const fc_coefficients *machine, int active_cores, fc_pattern pattern, fc_access access,
                      double working_set)
{
    int level = 0;
    while (level < 3 && working_set > level_bytes[level])
        level++;
    double seconds = pattern == FC_PATTERN_UNIT ? unit_s[level] : line_s[level];
    int sharing = level == 3 ? active_cores : 1; /* the memory is shared, the caches are not */
    (void)machine;
    return access == FC_READ ? seconds * sharing : 1.5 * seconds * sharing;
}
