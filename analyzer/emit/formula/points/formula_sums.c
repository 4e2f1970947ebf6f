/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/formula/points/formula_sums.h"

FC_LANES_PART void add_lanes(double *to, int i, fc_lanes value)
{
    fc_lanes_store(to, i, fc_lanes_load(to, i) + value);
}

FC_LANES_CLONED void fc_formula_sums_add(fc_formula_sums *to, const fc_formula_addend *of, int n)
{
    double *error_s = to->error_s + (size_t)of->item * FC_TAPE_ROWS;
    for (int i = 0; i * FC_LANES < n; i++) {
        fc_lanes count = fc_lanes_load(of->count, i);
        add_lanes(to->total[of->to], i, fc_formula_sums_seconds(count, fc_lanes_load(of->price->seconds, i)));
        add_lanes(error_s, i, fc_formula_sums_error(count, fc_lanes_load(of->price->error_s, i)));
        if (of->moved) {
            add_lanes(to->total[FC_SUM_MESSAGES], i, count);
            add_lanes(to->total[FC_SUM_BYTES], i, count * fc_lanes_load(of->moved, i));
        }
    }
}

FC_LANES_CLONED void fc_formula_sums_add_error(fc_formula_sums *to, int item, bool is_region, int n)
{
    for (int i = 0; i * FC_LANES < n; i++) {
        fc_lanes error = fc_lanes_load(to->error_s + (size_t)item * FC_TAPE_ROWS, i);
        add_lanes(to->total[is_region ? FC_SUM_SQUARES : FC_SUM_VARIANCE], i, error * error);
        if (is_region)
            add_lanes(to->total[FC_SUM_ERRORS], i, error);
    }
}
