/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/machine_cache.h"

#include "machine_properties/machine_image.h"
#include "runtime/host/cache_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    WORTH_BYTES = 8 << 10 /* shorter texts are parsed as fast as they are looked up */
};

/* The path of the cache entry: a hash of the text, the path (which messages use) and this build. NULL: no caching. */
static FC_GIVE char *entry_path(const char *folder, const char *text, size_t length, const char *path)
{
    struct stat build;
    fc_text all = {0};
    char key[33];
    if (stat("/proc/self/exe", &build) != 0)
        return NULL;
    fc_text_add(&all, "%s\n%lld %lld.%09ld\n", path, (long long)build.st_size, (long long)build.st_mtim.tv_sec,
                build.st_mtim.tv_nsec);
    fc_text_append(&all, text, length);
    fc_content_key(key, all.bytes, all.length);
    fc_text_free(&all);
    return fc_format("%s/%s.machine", folder, key);
}

static bool read_entry(fc_machine **out, const char *place)
{
    char *bytes = NULL;
    size_t length;
    bool good = fc_cache_folder_trusts(place) &&
                fc_file_read(&bytes, &length, place, FC_MACHINE_MAX_BYTES, NULL) == FC_OK &&
                fc_machine_image_read(out, bytes, length);
    if (good)
        fc_cache_folder_touch(place);
    free(bytes);
    return good;
}

/* Writes a cache entry. A failure is ignored: the machine is parsed again the next time. */
static void write_entry(const fc_machine *machine, const char *folder, const char *place)
{
    fc_text bytes = {0};
    fc_machine_image_write(&bytes, machine);
    if (fc_file_write(place, bytes.bytes, bytes.length, NULL) == FC_OK)
        fc_cache_folder_protect(place);
    fc_cache_folder_prune(folder, FC_CACHE_FOLDER_DAYS, FC_CACHE_FOLDER_BYTES);
    fc_text_free(&bytes);
}

fc_status fc_machine_cache_parse(fc_machine **out, const char *text, size_t length, const char *path, fc_report *report)
{
    char *folder = length >= WORTH_BYTES ? fc_cache_folder() : NULL;
    char *place = folder ? entry_path(folder, text, length, path) : NULL;
    fc_status status = FC_OK;
    if (!place || !read_entry(out, place)) {
        status = fc_machine_parse(out, text, length, path, report);
        if (place && !status)
            write_entry(*out, folder, place);
    }
    free(place);
    free(folder);
    return status;
}
