/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/calibrate_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_BYTES = 64 << 20
};

fc_status fc_journal_open(fc_calibration *c, const char *head, fc_report *report)
{
    const char *path = c->options->journal;
    char *before = NULL;
    size_t length = 0, n = strlen(head);
    fc_status status = FC_OK;
    if (path && access(path, F_OK) == 0)
        status = fc_file_read(&before, &length, path, MOST_BYTES, report);
    if (!status && before && (strncmp(before, head, n) != 0 || before[n] != '\n' || before[length - 1] != '\n'))
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 1, 1},
                         "Repeat the command it was begun with, or remove it to begin anew.",
                         "keeps what another calibration measured: \"%.*s\", not \"%.200s\"",
                         (int)strcspn(before, "\n") > 200 ? 200 : (int)strcspn(before, "\n"), before, head);
    if (!status && before)
        fc_text_append(&c->journal, before, length);
    else if (!status)
        fc_text_add(&c->journal, "%s\n", head);
    free(before);
    return status;
}

const char *fc_journal_lines(const fc_calibration *c)
{
    const char *text = c->journal.bytes ? c->journal.bytes : "";
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

int fc_journal_done(const fc_calibration *c, int ranks, int *total)
{
    int done = 0;
    *total = 0;
    for (const char *at = fc_journal_lines(c); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        int n, of, p;
        if (sscanf(at, "# %d %d %d", &n, &of, &p) == 3 && p == ranks && n > done) {
            done = n;
            *total = of;
        }
    }
    return done;
}

fc_status fc_journal_add(fc_calibration *c, const char *lines, size_t length, fc_report *report)
{
    fc_text_append(&c->journal, lines, length);
    if (!c->options->journal)
        return FC_OK;
    return fc_file_write(c->options->journal, c->journal.bytes, c->journal.length, report);
}
