/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/signature/signature_times.h"
#include "tools/command_line/machine_option.h"

#include <stdlib.h>

fc_status fc_signature_times_open(FC_GIVE fc_signature_times_machine *out, const fc_signature *signature,
                                  const char *const names[2], fc_report *report)
{
    bool is_assumed;
    *out = (fc_signature_times_machine){0};
    fc_status status = fc_machine_option_costs(&out->machine, names[0], report);
    if (!status)
        status = fc_signature_shape(&out->shape, &is_assumed, out->machine, names[0], report);
    if (!status)
        status = fc_convolution_begin(&out->convolution, signature, out->machine, &out->shape, names, report);
    if (status)
        fc_signature_times_close(out);
    return status;
}

void fc_signature_times_close(fc_signature_times_machine *host)
{
    fc_machine_free(host->machine);
    *host = (fc_signature_times_machine){0};
}

typedef struct columns {
    size_t place, file, line, function, share, seconds[FC_RECORD_MACHINES], ratio[FC_RECORD_MACHINES];
} columns;

static columns add_columns(fc_table *table, const fc_signature_times_machine *host, int n_hosts)
{
    columns c = {.place = fc_table_column(table, NULL, "region", FC_UNIT_TEXT, FC_SHOW_TABLE),
                 .file = fc_table_column(table, "file", NULL, FC_UNIT_TEXT, FC_SHOW_DATA),
                 .line = fc_table_column(table, "line", NULL, FC_UNIT_COUNT, FC_SHOW_DATA),
                 .function = fc_table_column(table, "function", NULL, FC_UNIT_TEXT, FC_SHOW_DATA),
                 .share = fc_table_column(table, "share", "share", FC_UNIT_ERROR, FC_SHOW_ALL)};
    for (int h = 0; h < n_hosts; h++) {
        const char *name = host[h].machine->coefficients.name;
        char *key = fc_format("time_s.%s", name), *ratio = fc_format("ratio.%s", name),
             *title = fc_format("%s ratio", name);
        c.seconds[h] = fc_table_column(table, key, name, FC_UNIT_SECONDS, FC_SHOW_ALL);
        if (h > 0)
            c.ratio[h] = fc_table_column(table, ratio, title, FC_UNIT_RATIO, FC_SHOW_ALL);
        free(key);
        free(ratio);
        free(title);
    }
    return c;
}

static void put_times(fc_table *table, const columns *c, const double *seconds, int n_hosts)
{
    for (int h = 0; h < n_hosts; h++) {
        fc_table_number(table, c->seconds[h], seconds[h]);
        if (h > 0 && seconds[0] > 0)
            fc_table_number(table, c->ratio[h], seconds[h] / seconds[0]);
    }
}

FC_GIVE fc_table *fc_signature_times_table(const fc_signature_times_machine *host, int n_hosts)
{
    const fc_signature *signature = host->convolution.signature;
    fc_table *table = fc_allocate(1, sizeof *table);
    columns c = add_columns(table, host, n_hosts);
    double sum[FC_RECORD_MACHINES] = {0}, all = fc_signature_region_references(signature, NULL);
    for (unsigned r = 0; r < signature->n_regions; r++) {
        const fc_signature_region *region = &signature->regions[r];
        double seconds[FC_RECORD_MACHINES];
        for (int h = 0; h < n_hosts; h++)
            sum[h] += seconds[h] = fc_convolution_region(&host[h].convolution, region);
        char *place = fc_format("%s:%d %s", region->file, region->line, region->function);
        fc_table_row(table);
        fc_table_text(table, c.place, place);
        fc_table_text(table, c.file, region->file);
        fc_table_number(table, c.line, region->line);
        fc_table_text(table, c.function, region->function);
        fc_table_number(table, c.share, fc_signature_region_references(signature, region) / all);
        put_times(table, &c, seconds, n_hosts);
        free(place);
    }
    fc_table_row(table);
    fc_table_text(table, c.place, "all");
    fc_table_number(table, c.share, 1);
    put_times(table, &c, sum, n_hosts);
    return table;
}
