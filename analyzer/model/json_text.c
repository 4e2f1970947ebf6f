/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/json_text.h"

#include "support/messages/analysis.h"

#include <stdlib.h>
#include <string.h>

void fc_json_write(fc_text *out, FC_TAKE json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (text)
        fc_text_append(out, text, strlen(text));
    free(text);
    json_decref(value);
}

void fc_json_write_bytes(fc_text *out, const char *bytes, size_t length)
{
    json_t *string = json_stringn(bytes, length);
    if (string) {
        fc_json_write(out, string);
        return;
    }
    fc_text_add(out, "{\"hex\":\"");
    for (size_t i = 0; i < length; i++)
        fc_text_add(out, "%02x", (unsigned char)bytes[i]);
    fc_text_add(out, "\"}");
}

void fc_json_write_string(fc_text *out, const char *string)
{
    if (string)
        fc_json_write_bytes(out, string, strlen(string));
    else
        fc_text_append(out, "null", 4);
}

FC_GIVE json_t *fc_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    char *copy = fc_copy_string(text);
    for (char *c = copy; *c; c++)
        *c = (unsigned char)*c >= 0x80 ? '?' : *c;
    value = json_string(copy);
    free(copy);
    return value;
}

void fc_json_member(fc_json_writer *json, const char *key, const char *string)
{
    fc_json_writer_item(json, key);
    fc_json_write_string(json->out, string);
}

void fc_json_words(fc_json_writer *json, const char *key, const fc_words *words)
{
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (size_t i = 0; i < words->n; i++)
        fc_json_member(json, NULL, words->item[i]);
    fc_json_writer_end(json);
}

static int hex_digit(char letter)
{
    const char *digits = "0123456789abcdef";
    const char *found = letter ? strchr(digits, letter) : NULL;
    return found ? (int)(found - digits) : -1;
}

static char *decode_hex(const char *hex, size_t n, size_t *length)
{
    char *bytes = fc_allocate(n / 2 + 1, 1);
    bool good = n % 2 == 0;
    for (size_t i = 0; i + 1 < n && good; i += 2) {
        int high = hex_digit(hex[i]), low = hex_digit(hex[i + 1]);
        good = high >= 0 && low >= 0;
        bytes[i / 2] = good ? (char)(high * 16 + low) : 0;
    }
    if (good) {
        *length = n / 2;
        return bytes;
    }
    free(bytes);
    return NULL;
}

FC_GIVE char *fc_json_bytes(const json_t *value, size_t *length)
{
    *length = 0;
    if (json_is_string(value)) {
        *length = json_string_length(value);
        return memcpy(fc_allocate(*length + 1, 1), json_string_value(value), *length);
    }
    const json_t *hex = json_object_get(value, "hex");
    return json_is_string(hex) ? decode_hex(json_string_value(hex), json_string_length(hex), length) : NULL;
}

FC_GIVE char *fc_json_string(const json_t *value)
{
    size_t length;
    char *string = fc_json_bytes(value, &length);
    if (string && strlen(string) == length)
        return string;
    free(string);
    return NULL;
}

bool fc_json_is_key(const json_t *value)
{
    const char *text = json_string_value(value);
    bool good = text && json_string_length(value) == 32;
    for (int i = 0; good && i < 32; i++)
        good = hex_digit(text[i]) >= 0;
    return good;
}

fc_status fc_json_read(FC_GIVE json_t **out, const fc_json_source *source, fc_report *report)
{
    char *bytes = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&bytes, &length, source->path, source->limit, report);
    if (status)
        return status;
    const char *dot = strrchr(source->path, '.');
    if (dot && strcmp(dot, ".c") == 0) {
        free(bytes);
        return fc_fail(report, FC_E_INPUT, (fc_place){source->path, 0, 0},
                       "Analyze it first, and give what that writes: forecost analyze FILE.c -o MODEL.fc",
                       FC_MSG_SOURCE_NOT_KIND, source->what);
    }
    json_error_t error;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    free(bytes);
    if (!root)
        return fc_fail(report, FC_E_INPUT, (fc_place){source->path, error.line, error.column}, source->next,
                       FC_MSG_NOT_JSON_OF_KIND, source->what, error.text);
    *out = root;
    return FC_OK;
}
