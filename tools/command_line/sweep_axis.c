/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/sweep_axis.h"

#include "support/messages/command_line.h"
#include "support/number.h"
#include "tools/output/table.h"

#include <stdlib.h>

fc_sweep_axis fc_sweep_axis_choose(const fc_sweep *sweep)
{
    fc_sweep_axis chosen = {FC_AXIS_RANKS, sweep->ranks.n, 1};
    if (chosen.n > 1)
        return chosen;
    chosen.parameter = 0;
    while (chosen.parameter < sweep->n_parameters && sweep->range[chosen.parameter].n == 1)
        chosen.parameter++;
    if (chosen.parameter == sweep->n_parameters)
        return (fc_sweep_axis){FC_AXIS_NONE, 1, 1};
    chosen.n = sweep->range[chosen.parameter].n;
    for (int i = chosen.parameter + 1; i < sweep->n_parameters; i++)
        chosen.stride *= sweep->range[i].n;
    return chosen;
}

fc_status fc_sweep_axis_check(const fc_sweep *sweep, fc_report *report)
{
    const fc_sweep_axis over = fc_sweep_axis_choose(sweep);
    if (over.parameter == FC_AXIS_NONE)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give several points, for example -n 1:1024:x2.",
                       FC_MSG_PLOT_DRAWS_CURVE_OVER_RANKS);
    if (sweep->n_points / over.n > FC_AXIS_MOST_CURVES)
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give fewer values of a parameter, or draw them one by one.",
                       FC_MSG_PLOT_DRAWS_MOST_CURVES_GIVEN, FC_AXIS_MOST_CURVES, sweep->n_points / over.n);
    return FC_OK;
}

const char *fc_sweep_axis_name(const fc_sweep *sweep, const fc_sweep_axis *axis)
{
    return axis->parameter == FC_AXIS_RANKS ? "ranks" : sweep->name[axis->parameter];
}

bool fc_sweep_axis_starts_curve(const fc_sweep_axis *axis, int index)
{
    return index / axis->stride % axis->n == 0;
}

double fc_sweep_axis_coordinate(const fc_sweep *sweep, const fc_sweep_axis *axis, int index)
{
    if (axis->parameter == FC_AXIS_RANKS)
        return fc_sweep_ranks(sweep, index);
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    fc_sweep_values(value, sweep, index);
    double place = value[axis->parameter];
    free(value);
    return place;
}

char *fc_sweep_axis_curve_label(const fc_sweep *sweep, const fc_sweep_axis *axis, int first)
{
    double *value = fc_allocate((size_t)sweep->n_parameters, sizeof *value);
    fc_text name = {0};
    fc_sweep_values(value, sweep, first);
    for (int i = 0; i < sweep->n_parameters; i++) {
        if (i == axis->parameter || sweep->range[i].n == 1)
            continue;
        fc_text_add(&name, "%s%s = ", name.length ? ", " : "", sweep->name[i]);
        fc_number_add(&name, value[i]);
    }
    free(value);
    return fc_text_take(&name);
}
