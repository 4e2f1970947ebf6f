/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/command_line/machine_cache.h"

#include "machine_properties/machine_image.h"
#include "runtime/host/cache_entry.h"
#include "runtime/host/cache_folder.h"

#include <stdlib.h>
#include <sys/stat.h>

enum {
    WORTH_BYTES = 8 << 10 /* shorter texts are parsed as fast as they are looked up */
};

/* The name of the cache entry: a hash of the text, the path (which messages use) and this build. NULL: no caching. */
static FC_GIVE char *entry_name(const char *text, size_t length, const char *path)
{
    struct stat build;
    fc_text all = {0};
    char key[33];
    if (stat("/proc/self/exe", &build) != 0)
        return NULL;
    fc_text_add(&all, "%s\n%s\n%lld %lld.%09ld\n", FORECOST_VERSION, path, (long long)build.st_size,
                (long long)build.st_mtim.tv_sec, build.st_mtim.tv_nsec);
    fc_text_append(&all, text, length);
    fc_content_key(key, all.bytes, all.length);
    fc_text_free(&all);
    return fc_format("%s.machine", key);
}

static bool read_entry(fc_machine **out, const char *folder, const char *name)
{
    char *bytes = NULL;
    size_t length;
    bool good = fc_cache_entry_read(&bytes, &length, folder, name) && fc_machine_image_read(out, bytes, length);
    free(bytes);
    return good;
}

/* Writes a cache entry. A failure is ignored: the machine is parsed again the next time. */
static void write_entry(const fc_machine *machine, const char *folder, const char *name)
{
    fc_text bytes = {0};
    char *place = fc_format("%s/%s", folder, name);
    fc_machine_image_write(&bytes, machine);
    fc_cache_entry_seal(&bytes, name);
    if (fc_file_write(place, bytes.bytes, bytes.length, NULL) == FC_OK)
        fc_cache_folder_protect(place);
    fc_cache_folder_prune(folder, FC_CACHE_FOLDER_DAYS, FC_CACHE_FOLDER_BYTES);
    fc_text_free(&bytes);
    free(place);
}

fc_status fc_machine_cache_parse(fc_machine **out, const char *text, size_t length, const char *path, fc_report *report)
{
    char *folder = length >= WORTH_BYTES ? fc_cache_folder() : NULL;
    char *name = folder ? entry_name(text, length, path) : NULL;
    fc_status status = FC_OK;
    if (!name || !read_entry(out, folder, name)) {
        status = fc_machine_parse(out, text, length, path, report);
        if (name && !status)
            write_entry(*out, folder, name);
    }
    free(name);
    free(folder);
    return status;
}
