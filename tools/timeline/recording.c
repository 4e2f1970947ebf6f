/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/timeline/recording.h"

#include "support/messages/report.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 20
};

/* Runs in the evaluating process. A failed write is detected by the reader: the last record is missing. */
static void take(void *data, const fc_trace_record *record)
{
    FILE *out = data;
    fc_trace_record whole; /* without the undefined bytes after its last field */
    memset(&whole, 0, sizeof whole);
    memcpy(&whole, record, offsetof(fc_trace_record, part) + sizeof whole.part);
    fwrite(&whole, sizeof whole, 1, out);
    if (record->kind == FC_TRACE_END)
        fflush(out);
}

fc_status fc_recording_open(fc_recording *out, const fc_trace *wanted, fc_report *report)
{
    FILE *file = fc_file_unnamed(NULL);
    *out = (fc_recording){0};
    if (!file)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Set TMPDIR to a folder you may write to.",
                       FC_MSG_CANNOT_CREATE_TEMPORARY_FILE, strerror(errno));
    setvbuf(file, NULL, _IOFBF, BUFFER);
    *out = (fc_recording){.file = file, .trace = *wanted};
    out->trace.take = take;
    out->trace.data = file;
    out->trace.descriptor = fileno(file);
    return FC_OK;
}

fc_status fc_recording_read(const fc_trace_record **out, size_t *n, fc_recording *recording, fc_report *report)
{
    int file = fileno(recording->file);
    off_t bytes = lseek(file, 0, SEEK_END);
    size_t written = bytes > 0 ? (size_t)bytes / sizeof(fc_trace_record) : 0;
    fc_trace_record *record =
        written > 0 ? mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (record != MAP_FAILED) {
        recording->mapped = record;
        recording->n_mapped = written;
    }
    if (record == MAP_FAILED || record[written - 1].kind != FC_TRACE_END)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                       "Set TMPDIR to a folder with more space, or give fewer ranks.", FC_MSG_TRACE_RANKS_DOES_NOT_FIT);
    /* Moves the records after each rank's last restart to the front. */
    size_t *begins = fc_allocate((size_t)recording->trace.ranks, sizeof *begins), kept = 0;
    for (size_t i = 0; i < written; i++)
        if (record[i].kind == FC_TRACE_BEGIN)
            begins[record[i].rank] = i;
    for (size_t i = 0; i < written; i++) {
        bool is_message = record[i].kind == FC_TRACE_MESSAGE;
        bool counts = record[i].kind != FC_TRACE_BEGIN && record[i].kind != FC_TRACE_END &&
                      i > begins[record[i].rank] && (!is_message || i > begins[record[i].peer]);
        if (counts)
            record[kept++] = record[i];
    }
    free(begins);
    *n = kept;
    *out = record;
    return FC_OK;
}

void fc_recording_close(fc_recording *recording)
{
    if (recording->mapped)
        munmap(recording->mapped, recording->n_mapped * sizeof *recording->mapped);
    if (recording->file)
        fclose(recording->file);
    *recording = (fc_recording){0};
}
