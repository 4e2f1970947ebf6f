/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of the caches in a private folder: a parsed machine and a build record. The text of the machine is fixed; the
 * bytes are its kept result, once as they are and once with a valid seal. The record gets a valid checksum. */
#include "analyzer/frontend/commands/record.h"
#include "runtime/host/cache_entry.h"
#include "testsuite/fuzz/input.h"

#include <sys/stat.h>

static const char name[] = "00000000000000000000000000000000.machine", key[] = "00000000000000000000000000000000";

static void write_entry(const char *folder, const char *file, const char *bytes, size_t size)
{
    char *path = fc_format("%s/%s", folder, file);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out) != 0)
        abort();
    free(path);
}

static const char *scratch(void)
{
    static char folder[] = "/tmp/fuzz_entry.XXXXXX";
    static bool is_made;
    if (!is_made && !mkdtemp(folder))
        abort();
    is_made = true;
    return folder;
}

static void find_record(const char *folder, const uint8_t *data, size_t size)
{
    fc_record record = {0};
    fc_text text = {0};
    char checksum[33], *shelf = fc_format("%s/00", folder);
    fc_content_key(checksum, (const char *)data, size);
    fc_text_append(&text, (const char *)data, size);
    fc_text_add(&text, ",\n\"checksum\":\"%s\"}\n", checksum);
    mkdir(shelf, 0700);
    write_entry(shelf, key, text.bytes, text.length);
    if (fc_record_find(&record, folder, key, ""))
        fc_record_free(&record);
    fc_text_free(&text);
    free(shelf);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *folder = scratch();
    fc_text sealed = {0};
    char *bytes = NULL;
    size_t length;
    write_entry(folder, name, (const char *)data, size);
    if (fc_cache_entry_read(&bytes, &length, folder, name))
        free(bytes);
    fc_text_append(&sealed, (const char *)data, size);
    fc_cache_entry_seal(&sealed, name);
    write_entry(folder, name, sealed.bytes, sealed.length);
    if (!fc_cache_entry_read(&bytes, &length, folder, name) || length != size)
        abort();
    free(bytes);
    find_record(folder, data, size);
    fc_text_free(&sealed);
    return 0;
}
