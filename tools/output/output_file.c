/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/output_file.h"

#include "support/messages/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 20
};

static fc_status refuse(const char *path, int number, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to.",
                   FC_MSG_CANNOT_BE_WRITTEN, strerror(number));
}

fc_status fc_output_file_open(fc_output_file *out, const char *path, fc_report *report)
{
    char *temporary = fc_format("%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!stream) {
        free(temporary);
        return refuse(path, errno, report);
    }
    fchmod(fd, 0644);
    setvbuf(stream, NULL, _IOFBF, BUFFER);
    *out = (fc_output_file){stream, fc_copy_string(path), temporary};
    return FC_OK;
}

fc_status fc_output_file_close(fc_output_file *file, bool is_whole, fc_report *report)
{
    fc_status status = FC_OK;
    if (!file->stream)
        return FC_OK;
    bool is_written = fflush(file->stream) == 0 && !ferror(file->stream) && fsync(fileno(file->stream)) == 0;
    is_written = fclose(file->stream) == 0 && is_written;
    if (is_whole && (!is_written || rename(file->temporary, file->path)))
        status = refuse(file->path, errno, report);
    if (!is_whole || status)
        unlink(file->temporary);
    free(file->temporary);
    free(file->path);
    *file = (fc_output_file){0};
    return status;
}
