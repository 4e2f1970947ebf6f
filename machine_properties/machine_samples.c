/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The raw samples of a calibration, in a compressed file of their own beside the machine file
 * (machine_properties/README.md). */
#include "machine_properties/machine_file.h"

#include "support/messages/machine.h"
#include "support/path.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum {
    GZIP = 15 + 16 /* zlib's windowBits for a gzip header and the largest window */
};

/* Appends what the bytes of a gzip file hold. False if they are damaged or hold more than a machine file may. */
static bool decompress(fc_text *out, const char *bytes, size_t length)
{
    char part[1 << 14];
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)length};
    int state = inflateInit2(&stream, GZIP);
    while (state == Z_OK && out->length <= FC_MACHINE_MAX_BYTES) {
        stream.next_out = (Bytef *)part;
        stream.avail_out = sizeof part;
        state = inflate(&stream, Z_NO_FLUSH);
        fc_text_append(out, part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && out->length <= FC_MACHINE_MAX_BYTES;
}

/* Appends the text as a gzip file without a name and a date: equal texts give equal files. */
static void compress_text(fc_text *out, const fc_text *text)
{
    z_stream stream = {.next_in = (Bytef *)text->bytes, .avail_in = (uInt)text->length};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
    uLong most = deflateBound(&stream, stream.avail_in);
    char *bytes = fc_allocate(most, 1);
    stream.next_out = (Bytef *)bytes;
    stream.avail_out = (uInt)most;
    deflate(&stream, Z_FINISH);
    fc_text_append(out, bytes, stream.total_out);
    deflateEnd(&stream);
    free(bytes);
}

void fc_machine_read_samples(fc_machine_reader *r, fc_machine *machine, const fc_samples *series, unsigned n)
{
    char where[64];
    for (unsigned i = 0; i < n && r->status == FC_OK; i++) {
        const fc_samples *from = &series[i];
        snprintf(where, sizeof where, "samples[%u].at", i);
        fc_machine_check_list(r, from->at, from->n_at, true, where);
        snprintf(where, sizeof where, "samples[%u].seconds", i);
        fc_machine_check_list(r, from->seconds, from->n_seconds, false, where);
        if (from->n_at == 0 || from->n_seconds % from->n_at)
            fc_machine_reject(r, "the same number of samples for each value of `at`", "%s", where);
        fc_machine_add_samples(machine, from->of, from);
    }
}

static const char next_step[] = "Correct the value, or remove the file: predictions do not need it.";

static fc_status parse_text(fc_machine *machine, const fc_text *text, const char *path, fc_report *report)
{
    fc_yaml yaml = {path, text->bytes, text->length, "file of samples", next_step};
    void *loaded = NULL;
    fc_machine_reader r = {&yaml, report, FC_OK};
    r.status = fc_yaml_load(&loaded, &yaml, &fc_machine_samples_schema, report);
    const file_samples *file = loaded;
    if (!r.status && file->forecost_samples != FC_MACHINE_FILE_VERSION)
        fc_machine_reject(&r, "format version 1", "forecost_samples");
    if (!r.status && strcmp(file->date ? file->date : "", machine->date ? machine->date : "") == 0)
        fc_machine_read_samples(&r, machine, file->samples, file->n_samples);
    fc_yaml_free(loaded, &fc_machine_samples_schema);
    return r.status;
}

fc_status fc_machine_parse_samples(fc_machine *machine, const char *bytes, size_t length, const char *path,
                                   fc_report *report)
{
    fc_text text = {0};
    fc_status status = FC_OK;
    fc_text_append(&text, "", 0); /* never NULL */
    if (length < 2 || memcmp(bytes, "\x1f\x8b", 2) != 0)
        fc_text_append(&text, bytes, length);
    else if (!decompress(&text, bytes, length))
        status = fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, next_step, FC_MSG_DAMAGED_MORE_THAN_MB_SAMPLES,
                         FC_MACHINE_MAX_BYTES >> 20);
    if (!status)
        status = parse_text(machine, &text, path, report);
    fc_text_free(&text);
    return status;
}

fc_status fc_machine_format_samples(fc_text *out, const fc_machine *machine, fc_report *report)
{
    fc_text text = {0}, laid = {0};
    const file_samples file = {.forecost_samples = FC_MACHINE_FILE_VERSION,
                               .machine = (char *)(uintptr_t)machine->coefficients.name,
                               .date = machine->date,
                               .samples = machine->samples,
                               .n_samples = machine->n_samples};
    fc_status status = fc_yaml_save(&text, &file, &fc_machine_samples_schema, report);
    if (!status) {
        fc_machine_layout(&laid, text.bytes, text.length);
        compress_text(out, &laid);
    }
    fc_text_free(&text);
    fc_text_free(&laid);
    return status;
}

char *fc_machine_samples_name(const char *path)
{
    const char *base = fc_path_name(path), *dot = strrchr(base, '.');
    bool is_ending = dot && dot > base && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
    return fc_format("%.*s.samples.yaml.gz", (int)(is_ending ? dot - base : (long)strlen(base)), base);
}
