/* SPDX-License-Identifier: Apache-2.0 */
#include "kruskal_weiss.h"

#include <math.h>

double fc_kruskal_weiss_time(double tasks, double processes, double mean_s, double deviation_s, double overhead_s)
{
    const double used = fmin(tasks, processes);
    return tasks * (mean_s + overhead_s) / used + deviation_s * sqrt(2 * log(used));
}
