/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of communication: benchmark output saved after each operation, from which a calibration resumes. */
#include "machine_properties/calibration/calibrate_internal.h"

#include "support/messages/machine.h"

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
                         "Repeat the command that began the calibration, or remove the journal to start again.",
                         FC_MSG_JOURNAL_BELONGS_ANOTHER_CALIBRATION_NOT,
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

int fc_journal_steps_done(const fc_calibration *c, int ranks, int *total)
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

/* Parses the variant and ranks of a line "barrier@intra 2 ...". Each block has one such line per variant. */
static bool read_barrier(int *variant, int *ranks, const char *line)
{
#define VARIANT_TEXT(name, text) text,
    static const char *const name[] = {FC_VARIANT_LIST(VARIANT_TEXT)};
#undef VARIANT_TEXT
    char mark[16] = "";
    if (sscanf(line, "barrier %d", ranks) != 1 && sscanf(line, "barrier@%15[a-z] %d", mark, ranks) != 2)
        return false;
    *variant = 0;
    while (*mark && *variant < FC_N_VARIANTS && strcmp(mark, name[*variant]) != 0)
        ++*variant;
    return *variant < FC_N_VARIANTS;
}

/* A block's mark follows its lines, so its ranks are known only at its end. */
void fc_journal_max_ranks(int most[FC_N_VARIANTS], const fc_calibration *c, int ranks)
{
    int in_block[FC_N_VARIANTS] = {0}, n, of, p, variant;
    memset(most, 0, FC_N_VARIANTS * sizeof *most);
    for (const char *at = fc_journal_lines(c); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        if (read_barrier(&variant, &p, at))
            in_block[variant] = p;
        if (sscanf(at, "# %d %d %d", &n, &of, &p) != 3)
            continue;
        for (int v = 0; v < FC_N_VARIANTS; v++) {
            if (p != ranks && in_block[v] > most[v])
                most[v] = in_block[v];
            in_block[v] = 0;
        }
    }
}

fc_status fc_journal_add(fc_calibration *c, const char *lines, size_t length, fc_report *report)
{
    fc_text_append(&c->journal, lines, length);
    if (!c->options->journal)
        return FC_OK;
    return fc_file_write(c->options->journal, c->journal.bytes, c->journal.length, report);
}
