/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/cache_entry.h"

#include "runtime/host/cache_folder.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

/* The last bytes of an entry. The byte order is the host's: a cache belongs to one machine. */
typedef struct seal {
    char magic[8];
    uint32_t version, size; /* of this struct */
    uint64_t length;        /* of the content */
    char key[FC_CACHE_ENTRY_KEY];
    XXH128_canonical_t checksum; /* of the content and of the seal up to here */
} seal;

enum {
    SEAL_VERSION = 1,
    MOST_BYTES = 256 << 20
};

static seal seal_of(const char *bytes, size_t length, const char *name)
{
    seal made = {.magic = "FORECOST", .version = SEAL_VERSION, .size = sizeof made, .length = length};
    memcpy(made.key, name, strnlen(name, sizeof made.key));
    XXH3_state_t *state = XXH3_createState();
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, bytes, length);
    XXH3_128bits_update(state, &made, offsetof(seal, checksum));
    XXH128_canonicalFromHash(&made.checksum, XXH3_128bits_digest(state));
    XXH3_freeState(state);
    return made;
}

static bool is_whole(const char *bytes, size_t length, const char *name)
{
    if (length < sizeof(seal))
        return false;
    const seal expected = seal_of(bytes, length - sizeof(seal), name);
    return memcmp(bytes + length - sizeof(seal), &expected, sizeof expected) == 0;
}

bool fc_cache_entry_read(char **out, size_t *length, const char *folder, const char *name)
{
    char *path = fc_format("%s/%s", folder, name), *bytes = NULL;
    struct stat found;
    const bool is_there = lstat(path, &found) == 0, is_ours = is_there && fc_cache_folder_trusts(&found);
    bool is_read = is_ours && fc_file_read(&bytes, length, path, MOST_BYTES, NULL) == FC_OK;
    bool good = is_read && is_whole(bytes, *length, name);
    if (good) {
        *length -= sizeof(seal);
        *out = bytes;
        fc_cache_folder_touch(path);
    } else {
        free(bytes);
    }
    if ((is_read && !good) || (is_there && !is_ours)) {
        fc_cache_folder_count_damage(folder, name);
        remove(path); /* a new entry would follow a link, and wait for the reader of a pipe */
    }
    free(path);
    return good;
}

void fc_cache_entry_seal(fc_text *content, const char *name)
{
    const seal made = seal_of(content->bytes, content->length, name);
    fc_text_append(content, (const char *)&made, sizeof made);
}

bool fc_cache_entry_seal_file(const char *path, const char *name)
{
    char *bytes = NULL;
    size_t length;
    if (fc_file_read(&bytes, &length, path, MOST_BYTES, NULL) != FC_OK)
        return false;
    const seal made = seal_of(bytes, length, name);
    FILE *out = fopen(path, "ab");
    bool well = out && fwrite(&made, sizeof made, 1, out) == 1;
    well = out && fclose(out) == 0 && well;
    free(bytes);
    return well;
}
