/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/output_file.h"

#include "support/messages/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER = 1 << 20
};

fc_status fc_output_file_open(fc_output_file *out, const char *path, fc_report *report)
{
    /* Beside the output there is room for it. */
    FILE *stream = fc_file_unnamed(fc_file_is_stream(path) ? NULL : path);
    if (!stream)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to.",
                       FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
    setvbuf(stream, NULL, _IOFBF, BUFFER);
    *out = (fc_output_file){stream, fc_copy_string(path)};
    return FC_OK;
}

static void copy(FILE *out, const void *data)
{
    FILE *from = ((const fc_output_file *)data)->stream;
    char *bytes = fc_allocate(BUFFER, 1);
    size_t n;
    while ((n = fread(bytes, 1, BUFFER, from)) > 0 && fwrite(bytes, 1, n, out) == n)
        continue;
    free(bytes);
}

fc_status fc_output_file_close(fc_output_file *file, bool is_whole, fc_report *report)
{
    fc_status status = FC_OK;
    if (!file->stream)
        return FC_OK;
    if (is_whole && (fflush(file->stream) || ferror(file->stream) || fseek(file->stream, 0, SEEK_SET)))
        status = fc_fail(report, FC_E_INPUT, (fc_place){file->path, 0, 0}, "Free some space, or choose another folder.",
                         FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
    else if (is_whole)
        status = fc_file_print(file->path, copy, file, report);
    fclose(file->stream);
    free(file->path);
    *file = (fc_output_file){0};
    return status;
}
