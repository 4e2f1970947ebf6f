/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/diagnostics.h"
#include "support/messages/command_line.h"
#include "support/messages/evaluation.h"
#include "tools/output/table.h"
#include "tools/prediction/region_factors.h"

#include <math.h>

/* The least share of all timed seconds for a warning. */
static const double least_share = 0.02;

static void warn_of(const fc_timed_group *group, const fc_program *program, double share, FILE *out)
{
    fc_place place = fc_program_place(program, program->node[group->node]->span);
    bool is_far = group->factor > 2 || group->factor < 0.5;
    if (group->predicted_s <= 0)
        fc_diagnose(out, FC_WARNING, (fc_place){place.file, place.line, 0}, FC_MSG_TIMED_SECONDS_SPENT_HERE_BUT,
                    100 * share);
    else if (group->untrusted > 0)
        fc_diagnose(out, FC_WARNING, (fc_place){place.file, place.line, 0}, FC_MSG_PLACE_NOT_MODELED, group->untrusted,
                    100 * share, sqrt(group->untrusted));
    else if (is_far)
        fc_diagnose(out, FC_WARNING, (fc_place){place.file, place.line, 0}, FC_MSG_TAKES_TIMES_TIME_PREDICTED_MACHINE,
                    group->factor, 100 * share);
}

void fc_region_factors_note(const fc_region_factors *factors, const fc_program *program, FILE *out)
{
    double all = 0;
    int n = 0;
    for (int i = 0; i < factors->n_groups; i++) {
        all += factors->group[i].measured_s;
        n += factors->group[i].n_ratios > 0;
    }
    fc_diagnose(out, FC_NOTE, FC_NOWHERE, FC_MSG_COMPUTE_MODEL_FITTED_TIMED_REGIONS, n, n == 1 ? "factor" : "factors",
                factors->n_runs, factors->n_runs == 1 ? "run" : "runs");
    for (int i = 0; i < factors->n_groups; i++) {
        double share = all > 0 ? factors->group[i].measured_s / all : 0;
        if (share >= least_share)
            warn_of(&factors->group[i], program, share, out);
    }
}

void fc_region_factors_json(fc_json_writer *json, const fc_region_factors *factors, const fc_program *program)
{
    fc_table table = {0};
    size_t file = fc_table_column(&table, "file", NULL, FC_UNIT_TEXT, FC_SHOW_JSON);
    size_t line = fc_table_column(&table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_JSON);
    size_t factor = fc_table_column(&table, "factor", NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    size_t error = fc_table_column(&table, "error", NULL, FC_UNIT_NUMBER, FC_SHOW_JSON);
    size_t measured = fc_table_column(&table, "measured_s", NULL, FC_UNIT_SECONDS, FC_SHOW_JSON);
    size_t predicted = fc_table_column(&table, "predicted_s", NULL, FC_UNIT_SECONDS, FC_SHOW_JSON);
    for (int i = 0; i < factors->n_groups; i++) {
        const fc_timed_group *group = &factors->group[i];
        fc_place place = fc_program_place(program, program->node[group->node]->span);
        if (group->measured_s <= 0)
            continue;
        fc_table_row(&table);
        fc_table_text(&table, file, place.file);
        fc_table_number(&table, line, place.line);
        fc_table_number(&table, factor, group->factor);
        fc_table_number(&table, error, group->relative_error);
        fc_table_number(&table, measured, group->measured_s);
        fc_table_number(&table, predicted, group->predicted_s);
    }
    fc_table_json(json, "factors", &table, 2);
    fc_table_free(&table);
}
