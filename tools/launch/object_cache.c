/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/object_cache.h"

#include "runtime/host/cache_entry.h"
#include "runtime/host/cache_folder.h"
#include "runtime/host/compiler_key.h"
#include "support/messages/profile.h"
#include "tools/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the compiler would run for a file without text; *said stays NULL if it does not say. A signal that ends the
 * question ends the build. */
static fc_status describe(FC_GIVE char **said, const fc_words *compiler, fc_report *report)
{
    static char *const english[] = {"LC_ALL=C", NULL};
    fc_words command = {0};
    const fc_words environment = {(char **)english, 1, 1};
    fc_words_add_all(&command, compiler);
    fc_words_split(&command, "-### -E -x c /dev/null");
    fc_process_options options = {.command = &command, .environment = &environment};
    fc_process_result result = {0};
    fc_status status = fc_process_run(&result, &options, NULL);
    if (!status && result.exit_code == 0 && result.errors_length > 0) {
        *said = result.errors;
        result.errors = NULL;
    }
    fc_process_result_free(&result);
    fc_words_free(&command);
    return status == FC_E_INTERRUPTED
               ? fc_fail(report, status, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED_WHILE_RAN, compiler->item[0])
               : FC_OK;
}

fc_status fc_object_cache_open(fc_object_cache *out, const fc_words *compiler, fc_report *report)
{
    char *folder = fc_cache_folder(), *said = NULL;
    fc_status status = folder ? describe(&said, compiler, report) : FC_OK;
    if (said) {
        fc_text key = {0};
        fc_compiler_key_add(&key, compiler->item[0]);
        fc_text_add(&key, "%s", said);
        *out = (fc_object_cache){.folder = folder, .compiler = fc_text_take(&key)};
    } else {
        free(folder);
    }
    free(said);
    return status;
}

void fc_object_cache_close(fc_object_cache *cache)
{
    if (cache->folder)
        fc_cache_folder_prune(cache->folder, FC_CACHE_FOLDER_DAYS, FC_CACHE_FOLDER_BYTES);
    free(cache->folder);
    free(cache->compiler);
    *cache = (fc_object_cache){0};
}

/* Debug information names the folder that the compiler runs in. */
static FC_GIVE char *folder_of(const char *words, const char *directory)
{
    char *folder = strstr(words, " -g") ? realpath(directory ? directory : ".", NULL) : NULL;
    return folder ? folder : fc_copy_string("");
}

char *fc_object_cache_name(const fc_object_cache *cache, const fc_words *command, const char *directory,
                           const char *path)
{
    char *words = fc_words_join(command), *text = NULL, *name = NULL;
    size_t length;
    if (cache->folder && !strstr(words, "=native") && fc_file_read(&text, &length, path, 0, NULL) == FC_OK) {
        char key[33], *folder = folder_of(words, directory);
        fc_text all = {0};
        fc_text_add(&all, "%s\n%s\n%s\n", cache->compiler, words, folder);
        fc_text_append(&all, text, length);
        fc_content_key(key, all.bytes, all.length);
        fc_text_free(&all);
        free(folder);
        name = fc_format("%s.object", key);
    }
    free(words);
    free(text);
    return name;
}

bool fc_object_cache_take(const fc_object_cache *cache, const char *name, const char *object)
{
    char *bytes = NULL;
    size_t length;
    if (!name || !fc_cache_entry_read(&bytes, &length, cache->folder, name))
        return false;
    FILE *out = fopen(object, "wb"); /* a file of the scratch folder needs no fsync */
    bool well = out && fwrite(bytes, 1, length, out) == length;
    well = out && fclose(out) == 0 && well;
    free(bytes);
    return well;
}

void fc_object_cache_keep(const fc_object_cache *cache, const char *name, const char *object)
{
    char *bytes = NULL;
    size_t length;
    if (!name || fc_file_read(&bytes, &length, object, 0, NULL))
        return;
    fc_text content = {0};
    char *place = fc_format("%s/%s", cache->folder, name);
    fc_text_append(&content, bytes, length);
    fc_cache_entry_seal(&content, name);
    if (fc_file_write(place, content.bytes, content.length, NULL) == FC_OK)
        fc_cache_folder_protect(place);
    fc_text_free(&content);
    free(place);
    free(bytes);
}
