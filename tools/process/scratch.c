/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/process/scratch.h"

#include "support/messages/profile.h"
#include "support/text.h"
#include "tools/process/process.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int remove_entry(const char *path, const struct stat *information, int kind, struct FTW *level)
{
    (void)information, (void)kind, (void)level;
    return remove(path);
}

fc_status fc_scratch_folder(FC_GIVE char **folder, fc_report *report)
{
    const char *base = getenv("TMPDIR");
    char *made = fc_format("%s/forecost-XXXXXX", base && *base ? base : "/tmp");
    *folder = mkdtemp(made) ? realpath(made, NULL) : NULL;
    fc_status status = FC_OK;
    if (!*folder)
        status = fc_fail(report, FC_E_ENVIRONMENT, (fc_place){made, 0, 0}, "Set TMPDIR to a folder you may write to.",
                         FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE_WHY, strerror(errno));
    free(made);
    return status;
}

fc_status fc_scratch_open(fc_scratch *out, fc_report *report)
{
    fc_status status = fc_scratch_folder(&out->folder, report);
    if (!status)
        fc_process_hold_signals(&out->signals_before);
    return status;
}

void fc_scratch_close(fc_scratch *scratch)
{
    nftw(scratch->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    fc_process_release_signals(&scratch->signals_before);
    free(scratch->folder);
    *scratch = (fc_scratch){0};
}
