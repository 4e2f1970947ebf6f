/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/commands/record.h"
#include "analyzer/model/json_text.h"
#include "support/path.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    FORMAT = 2,
    MAX_RECORD_BYTES = 64 << 20,
    KEY_DIGITS = 32
};
/* The end of a file, with the key of all that precedes it: a damaged record is ignored. */
#define CHECKSUM ",\n\"checksum\":\"%s\"}\n"
static const char KIND[] = "build record";

char *fc_record_folder(void)
{
    const char *given = getenv("FORECOST_RECORD"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (given && *given)
        return strcmp(given, "off") == 0 ? NULL : fc_copy_string(given);
    if (state && state[0] == '/')
        return fc_format("%s/forecost/records", state);
    return home && home[0] == '/' ? fc_format("%s/.local/state/forecost/records", home) : NULL;
}

/* "FOLDER/3f": the folder of the records whose key begins with 3f. */
static char *shelf_of(const char *folder, const char *key)
{
    return fc_format("%s/%.2s", folder, key);
}

void fc_record_free(fc_record *record)
{
    for (size_t i = 0; i < record->n_inputs; i++) {
        free(record->input[i].path);
        fc_words_free(&record->input[i].member);
    }
    free(record->input);
    free(record->product);
    free(record->compiler);
    free(record->directory);
    fc_words_free(&record->word);
    fc_words_free(&record->defined);
    fc_words_free(&record->needed);
    *record = (fc_record){0};
}

/* ---- writing ---- */

static void print_record(fc_text *out, const fc_record *record)
{
    char checksum[33];
    fc_json_writer json = {.out = out, .is_compact = true};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "forecost", FORECOST_VERSION);
    fc_json_writer_string(&json, "kind", KIND);
    fc_json_writer_whole(&json, "format", FORMAT);
    fc_json_writer_break(&json, 0);
    fc_json_member(&json, "product", record->product);
    fc_json_writer_string(&json, "key", record->key);
    fc_json_writer_break(&json, 0);
    fc_json_member(&json, "compiler", record->compiler);
    fc_json_writer_break(&json, 0);
    fc_json_member(&json, "directory", record->directory);
    fc_json_words(&json, "words", &record->word);
    fc_json_writer_break(&json, 0);
    fc_json_writer_array(&json, "inputs", FC_JSON_ONE_LINE);
    for (size_t i = 0; i < record->n_inputs; i++) {
        const fc_record_input *input = &record->input[i];
        fc_json_writer_break(&json, 0);
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_whole(&json, "at", (long long)input->at);
        fc_json_member(&json, "path", input->path);
        fc_json_writer_string(&json, "key", input->key);
        fc_json_writer_bool(&json, "is_of_c", input->is_of_c);
        fc_json_words(&json, "members", &input->member);
        fc_json_writer_end(&json);
    }
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 0);
    fc_json_writer_bool(&json, "has_names", record->has_names);
    fc_json_words(&json, "defined", &record->defined);
    fc_json_words(&json, "needed", &record->needed);
    fc_content_key(checksum, out->bytes, out->length);
    fc_text_add(out, CHECKSUM, checksum);
}

fc_status fc_record_write(const fc_record *record, const char *folder, fc_report *report)
{
    char by_path[33], *shelf = shelf_of(folder, record->key);
    fc_content_key(by_path, record->product, strlen(record->product));
    char *path = fc_format("%s/%s-%.16s.json", shelf, record->key, by_path);
    fc_text text = {0};
    struct stat found;
    print_record(&text, record);
    fc_path_make_folders(path, 1, 0700);
    if (lstat(path, &found) == 0 && !S_ISREG(found.st_mode))
        remove(path); /* a link or a pipe, which fc_file_write() would write to */
    fc_status status = fc_file_write(path, text.bytes, text.length, report);
    fc_text_free(&text);
    free(path);
    free(shelf);
    return status;
}

/* ---- reading ---- */

static bool read_words(fc_words *out, const json_t *list)
{
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
    {
        char *word = fc_json_string(value);
        if (!word)
            return false;
        fc_words_add(out, word);
        free(word);
    }
    return json_is_array(list);
}

static bool read_key(char key[33], const json_t *value)
{
    if (!fc_json_is_key(value))
        return false;
    memcpy(key, json_string_value(value), KEY_DIGITS + 1);
    return true;
}

static bool read_input(fc_record_input *out, const json_t *row, size_t n_words)
{
    const json_t *key = json_object_get(row, "key");
    json_int_t at = json_integer_value(json_object_get(row, "at"));
    out->path = fc_json_string(json_object_get(row, "path"));
    out->at = (size_t)at;
    out->is_of_c = json_is_true(json_object_get(row, "is_of_c"));
    bool has_key = json_is_string(key) && json_string_length(key) == 0;
    return out->path && at >= 0 && out->at < n_words && (has_key || read_key(out->key, key)) &&
           read_words(&out->member, json_object_get(row, "members"));
}

static bool read_inputs(fc_record *out, const json_t *list)
{
    size_t i;
    json_t *row;
    if (!json_is_array(list))
        return false;
    out->input = fc_allocate(json_array_size(list), sizeof *out->input);
    json_array_foreach(list, i, row)
    {
        out->n_inputs++;
        if (!read_input(&out->input[i], row, out->word.n))
            return false;
    }
    return true;
}

static bool read_root(fc_record *out, const json_t *root)
{
    const char *kind = json_string_value(json_object_get(root, "kind"));
    if (!kind || strcmp(kind, KIND) != 0 || json_integer_value(json_object_get(root, "format")) != FORMAT)
        return false;
    out->product = fc_json_string(json_object_get(root, "product"));
    out->compiler = fc_json_string(json_object_get(root, "compiler"));
    out->directory = fc_json_string(json_object_get(root, "directory"));
    out->has_names = json_is_true(json_object_get(root, "has_names"));
    return out->product && out->product[0] == '/' && out->compiler && out->directory && out->directory[0] == '/' &&
           read_key(out->key, json_object_get(root, "key")) && read_words(&out->word, json_object_get(root, "words")) &&
           read_inputs(out, json_object_get(root, "inputs")) &&
           read_words(&out->defined, json_object_get(root, "defined")) &&
           read_words(&out->needed, json_object_get(root, "needed"));
}

static bool is_whole(const char *bytes, size_t length)
{
    char checksum[33], end[80];
    const size_t n = (size_t)snprintf(end, sizeof end, CHECKSUM, "") + KEY_DIGITS;
    if (length < n)
        return false;
    fc_content_key(checksum, bytes, length - n);
    snprintf(end, sizeof end, CHECKSUM, checksum);
    return memcmp(bytes + length - n, end, n) == 0;
}

/* NULL: the file is absent or damaged. */
static json_t *read_file(const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    if (fc_file_read(&bytes, &length, path, MAX_RECORD_BYTES, NULL) != FC_OK)
        return NULL;
    json_t *root = is_whole(bytes, length) ? json_loadb(bytes, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
    free(bytes);
    return root;
}

static bool read_record(fc_record *out, const char *path)
{
    struct stat file;
    fc_record made = {0};
    json_t *root = stat(path, &file) == 0 ? read_file(path) : NULL;
    bool is_read = root && read_root(&made, root);
    if (root)
        json_decref(root);
    if (is_read) {
        made.written = file.st_mtime;
        *out = made;
    } else
        fc_record_free(&made);
    return is_read;
}

static size_t common_length(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n + (!a[n] && !b[n]);
}

static bool is_better(const fc_record *a, const fc_record *than, const char *near)
{
    if (!than->product)
        return true;
    size_t mine = common_length(a->product, near), other = common_length(than->product, near);
    if (mine != other)
        return mine > other;
    return a->written != than->written ? a->written > than->written : strcmp(a->product, than->product) < 0;
}

bool fc_record_find(fc_record *out, const char *folder, const char *key, const char *near)
{
    fc_record best = {0}, found;
    char *shelf = shelf_of(folder, key);
    DIR *listing = opendir(shelf);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        if (strncmp(entry->d_name, key, KEY_DIGITS) != 0)
            continue;
        char *path = fc_format("%s/%s", shelf, entry->d_name);
        bool is_record = read_record(&found, path);
        free(path);
        if (is_record && strcmp(found.key, key) == 0 && is_better(&found, &best, near)) {
            fc_record_free(&best);
            best = found;
        } else if (is_record)
            fc_record_free(&found);
    }
    if (listing)
        closedir(listing);
    free(shelf);
    if (best.product)
        *out = best;
    return best.product != NULL;
}

/* ---- listing ---- */

static bool is_below(const char *path, const char *directory)
{
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Whether the command links. */
static bool is_program(const fc_record *record)
{
    for (size_t i = 0; i < record->word.n; i++)
        if (strcmp(record->word.item[i], "-c") == 0)
            return false;
    return true;
}

static void add_programs(fc_words *out, const char *shelf, const char *directory)
{
    DIR *listing = opendir(shelf);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        fc_record record;
        char *path = fc_format("%s/%s", shelf, entry->d_name);
        if (entry->d_name[0] != '.' && read_record(&record, path)) {
            if (is_below(record.directory, directory) && is_program(&record))
                fc_words_add(out, record.product);
            fc_record_free(&record);
        }
        free(path);
    }
    if (listing)
        closedir(listing);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void fc_record_programs(fc_words *out, const char *folder, const char *directory)
{
    for (int digits = 0; digits < 256; digits++) {
        char *shelf = fc_format("%s/%02x", folder, digits);
        add_programs(out, shelf, directory);
        free(shelf);
    }
    size_t n = 0;
    if (out->n == 0)
        return;
    qsort(out->item, out->n, sizeof *out->item, by_text);
    for (size_t i = 0; i < out->n; i++)
        if (n > 0 && strcmp(out->item[n - 1], out->item[i]) == 0)
            free(out->item[i]);
        else
            out->item[n++] = out->item[i];
    out->n = n;
    out->item[n] = NULL;
}
