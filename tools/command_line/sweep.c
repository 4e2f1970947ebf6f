/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/sweep.h"

#include "support/messages/command_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* index = "[" number "]" */
static const char *after_indices(const char *text)
{
    while (*text == '[') {
        size_t digits = strspn(text + 1, "0123456789");
        if (!digits || text[digits + 1] != ']')
            return text;
        text += digits + 2;
    }
    return text;
}

/* name = identifier { index } { "." identifier { index } } */
static size_t name_length(const char *text)
{
    const char *at = text;
    for (;;) {
        if (!isalpha((unsigned char)*at) && *at != '_')
            return 0;
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        at = after_indices(at);
        if (*at != '.')
            return (size_t)(at - text);
        at++;
    }
}

static bool has_name(const fc_sweep *sweep, const char *name)
{
    for (int i = 0; i < sweep->n_parameters; i++)
        if (strcmp(sweep->name[i], name) == 0)
            return true;
    return false;
}

/* definition = name "=" range */
static fc_status add_definition(fc_sweep *sweep, const char *text, fc_report *report)
{
    size_t length = name_length(text);
    if (!length || text[length] != '=')
        return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Write -D name=RANGE, for example -D n=500:8000:x2.",
                       FC_MSG_D_NOT_NAME_RANGE, text);
    char *name = fc_format("%.*s", (int)length, text), *what = fc_format("-D %.60s", name);
    fc_range_limits limits = {.what = what, .least = -1e15, .greatest = 1e15};
    fc_status status = FC_OK;
    if (has_name(sweep, name))
        status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give all its values in one range.",
                         FC_MSG_PARAMETER_GIVEN_TWICE, what);
    if (!status)
        status = fc_range_parse(&sweep->range[sweep->n_parameters], text + length + 1, &limits, report);
    free(what);
    if (status)
        free(name);
    else
        sweep->name[sweep->n_parameters++] = name;
    return status;
}

fc_status fc_sweep_parse(fc_sweep *out, const fc_arguments *arguments, int most, fc_report *report)
{
    fc_sweep sweep = {0};
    size_t n = (size_t)arguments->n_given;
    const char *ranks = fc_arguments_value(arguments, "ranks");
    sweep.name = fc_allocate(n, sizeof *sweep.name);
    sweep.range = fc_allocate(n, sizeof *sweep.range);
    fc_status status = fc_range_parse_ranks(&sweep.ranks, ranks ? ranks : "1", report);
    for (size_t i = 0; i < n && !status; i++)
        if (strcmp(arguments->given[i].option->name, "define") == 0)
            status = add_definition(&sweep, arguments->given[i].value, report);
    if (!status) {
        long points = sweep.ranks.n;
        for (int i = 0; i < sweep.n_parameters && points <= most; i++)
            points *= sweep.range[i].n;
        if (points > most)
            status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Sweep fewer values at once.",
                             FC_MSG_N_D_TOGETHER_GIVE_MORE, most);
        else
            sweep.n_points = (int)points;
    }
    if (status)
        fc_sweep_free(&sweep);
    else
        *out = sweep;
    return status;
}

void fc_sweep_free(fc_sweep *sweep)
{
    for (int i = 0; i < sweep->n_parameters; i++) {
        free(sweep->name[i]);
        fc_range_free(&sweep->range[i]);
    }
    free(sweep->name);
    free(sweep->range);
    fc_range_free(&sweep->ranks);
    *sweep = (fc_sweep){0};
}

fc_status fc_sweep_check_curve(const fc_sweep *sweep, fc_report *report)
{
    if (sweep->ranks.n == sweep->n_points)
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, "Give every parameter one value: -D n=4000.",
                   FC_MSG_CURVE_OVER_RANKS_NEEDS_ONE);
}

fc_sweep fc_sweep_part(const fc_sweep *sweep, int index, int n)
{
    fc_sweep part = *sweep;
    part.first += index;
    part.n_points = n;
    return part;
}

fc_sweep fc_sweep_shard(const fc_sweep *sweep, int shard, int n_shards)
{
    fc_sweep part = *sweep;
    int rounds = sweep->n_points / n_shards;
    part.shard = shard;
    part.n_shards = n_shards;
    part.n_points = rounds + ((shard + rounds) % n_shards < sweep->n_points % n_shards);
    return part;
}

/* Where point `index` stands in the product. */
static int index_in_product(const fc_sweep *sweep, int index)
{
    int at = sweep->first + index;
    return sweep->n_shards == 0 ? at : at * sweep->n_shards + (sweep->shard + at) % sweep->n_shards;
}

int fc_sweep_ranks(const fc_sweep *sweep, int index)
{
    return (int)sweep->ranks.value[index_in_product(sweep, index) % sweep->ranks.n];
}

void fc_sweep_values(double *value, const fc_sweep *sweep, int index)
{
    int rest = index_in_product(sweep, index) / sweep->ranks.n;
    for (int i = sweep->n_parameters - 1; i >= 0; i--) {
        value[i] = sweep->range[i].value[rest % sweep->range[i].n];
        rest /= sweep->range[i].n;
    }
}
