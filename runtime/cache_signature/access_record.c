/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/cache_signature/access_record.h"

#include "support/messages/report.h"
#include "support/messages/signature.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void fc_access_record_print_plan(fc_text *out, const fc_access_record_plan *plan)
{
    fc_text_add(out,
                "%s\nunsigned long forecost_loop[%d][2], forecost_block[%d];\nforecost_place forecost_places[%d];\n",
                fc_recorder_source, plan->n_loops + 1, plan->n_blocks + 1, plan->n_sites + 1);
    fc_text_add(out, "static const fc_cache_shape forecost_machine[] = {\n");
    for (int m = 0; m < plan->n_machines; m++) {
        const fc_cache_shape *shape = &plan->machine[m];
        fc_text_add(out, "    {%d, {", shape->n_levels);
        for (int l = 0; l < shape->n_levels; l++) {
            const fc_cache_level *level = &shape->level[l];
            fc_text_add(out, "%s{%lu, %u, %u, %d}", l ? ", " : "", level->bytes, level->line, level->ways,
                        (int)level->policy);
        }
        fc_text_add(out, "}},\n");
    }
    fc_text_add(out, "};\nconst forecost_record_plan forecost_plan = {%d, %d, %d, %d, forecost_machine, %ld, %ld, ",
                plan->n_loops, plan->n_blocks, plan->n_sites, plan->n_machines, plan->burst, plan->left_out);
    fc_text_add(out, "forecost_loop, forecost_block};\n");
}

/* ---- reading ---- */

/* Reads the counts of one file in order. */
typedef struct reading {
    const char *text;
    bool good;
} reading;

static double next_count(reading *from)
{
    char *end;
    errno = 0;
    const char *digits = from->text + strspn(from->text, " \n");
    from->good = from->good && *digits >= '0' && *digits <= '9';
    if (!from->good)
        return 0;
    unsigned long value = strtoul(digits, &end, 10);
    from->good = !errno;
    from->text = end;
    return (double)value;
}

static bool add_file(fc_access_record *into, const fc_access_record_plan *plan, const char *text)
{
    static const char magic[] = "forecost-record 1 ";
    reading from = {text, strncmp(text, magic, sizeof magic - 1) == 0};
    from.text += from.good ? sizeof magic - 1 : 0;
    const int expected[] = {plan->n_loops, plan->n_blocks, plan->n_sites, plan->n_machines};
    for (int i = 0; i < 4; i++)
        from.good = (int)next_count(&from) == expected[i] && from.good;
    for (int i = 0; i < plan->n_loops && from.good; i++)
        for (int k = 0; k < 2; k++)
            into->loop[i][k] += next_count(&from);
    for (int i = 0; i < plan->n_blocks && from.good; i++)
        into->block[i] += next_count(&from);
    for (int i = 0; i < plan->n_sites && from.good; i++) {
        fc_access_record_site *site = &into->site[i];
        site->recorded += next_count(&from);
        for (int s = 0; s < FC_N_STRIDES; s++)
            site->by_stride[s] += next_count(&from);
        for (int m = 0; m < plan->n_machines; m++)
            for (int l = 0; l < FC_RECORD_LEVELS; l++)
                site->served[m][l] += next_count(&from);
    }
    return from.good;
}

static fc_status read_folder(fc_access_record *into, const fc_access_record_plan *plan, const char *folder,
                             int *n_files, fc_report *report)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return fc_fail(report, FC_E_ENVIRONMENT, (fc_place){folder, 0, 0}, NULL, FC_MSG_CANNOT_BE_READ,
                       strerror(errno));
    fc_status status = FC_OK;
    for (struct dirent *entry = readdir(entries); entry && !status; entry = readdir(entries)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (strncmp(entry->d_name, "record.", 7) != 0 || strcmp(dot, ".part") == 0)
            continue;
        char *path = fc_format("%s/%s", folder, entry->d_name);
        char *text = NULL;
        size_t length = 0;
        status = fc_file_read(&text, &length, path, 0, report);
        if (!status && !add_file(into, plan, text))
            status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Run it again.",
                             FC_MSG_PROGRAM_WROTE_INVALID_RECORD_ACCESSES);
        free(text);
        *n_files += 1;
        free(path);
    }
    closedir(entries);
    return status;
}

fc_status fc_access_record_read(FC_GIVE fc_access_record *out, const fc_access_record_plan *plan, const char *folder,
                                int ranks, fc_report *report)
{
    int n_files = 0;
    fc_access_record made = {.loop = fc_allocate((size_t)plan->n_loops + 1, sizeof *made.loop),
                             .block = fc_allocate((size_t)plan->n_blocks + 1, sizeof *made.block),
                             .site = fc_allocate((size_t)plan->n_sites + 1, sizeof *made.site)};
    fc_status status = read_folder(&made, plan, folder, &n_files, report);
    if (!status && n_files != ranks)
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE,
                         "Each rank must end by returning from main or calling exit, and must not create processes.",
                         FC_MSG_PROCESSES_WROTE_RECORD_THEIR_ACCESSES, n_files, ranks);
    if (status)
        fc_access_record_free(&made);
    else
        *out = made;
    return status;
}

void fc_access_record_free(fc_access_record *record)
{
    free(record->loop);
    free(record->block);
    free(record->site);
    *record = (fc_access_record){0};
}
