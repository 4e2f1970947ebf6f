/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/sarif_writer.h"

#include <ctype.h>
#include <string.h>

void fc_sarif_message(fc_json_writer *json, const char *key, const char *text)
{
    fc_json_writer_object(json, key, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "text", text);
    fc_json_writer_end(json);
}

void fc_sarif_location(fc_json_writer *json, fc_place place, const char *message)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_object(json, "physicalLocation", FC_JSON_ONE_LINE);
    fc_json_writer_object(json, "artifactLocation", FC_JSON_ONE_LINE);
    /* A URI reference (RFC 3986): other bytes than path characters are percent-encoded. */
    const char *path = place.file;
    fc_text uri = {0};
    if (path[0] == '/')
        fc_text_add(&uri, "file://");
    for (const char *at = path; *at; at++)
        fc_text_add(&uri, isalnum((unsigned char)*at) || strchr("/._-~", *at) ? "%c" : "%%%02X", (unsigned char)*at);
    fc_json_writer_string(json, "uri", uri.bytes ? uri.bytes : "");
    fc_text_free(&uri);
    if (place.file[0] != '/')
        fc_json_writer_string(json, "uriBaseId", "%SRCROOT%");
    fc_json_writer_end(json);
    if (place.line > 0) {
        fc_json_writer_object(json, "region", FC_JSON_ONE_LINE);
        fc_json_writer_whole(json, "startLine", place.line);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
    if (message)
        fc_sarif_message(json, "message", message);
    fc_json_writer_end(json);
}

void fc_sarif_fingerprint(fc_json_writer *json, const fc_text *text)
{
    char key[33];
    fc_content_key(key, text->bytes, text->length);
    fc_json_writer_break(json, 7);
    fc_json_writer_object(json, "partialFingerprints", FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "forecost/v1", key);
    fc_json_writer_end(json);
}

fc_json_writer fc_sarif_begin(fc_text *out, const char *tool)
{
    fc_json_writer json = {.out = out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    fc_json_writer_string(&json, "version", "2.1.0");
    fc_json_writer_break(&json, 2);
    fc_json_writer_array(&json, "runs", FC_JSON_ONE_LINE);
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_break(&json, 4);
    fc_json_writer_object(&json, "tool", FC_JSON_ONE_LINE);
    fc_json_writer_object(&json, "driver", FC_JSON_ONE_LINE);
    fc_json_writer_string(&json, "name", tool);
    fc_json_writer_string(&json, "version", FORECOST_VERSION);
    fc_json_writer_array(&json, "rules", FC_JSON_ONE_LINE);
    return json;
}

void fc_sarif_rule(fc_json_writer *json, const char *id, const char *about)
{
    fc_json_writer_break(json, 8);
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "id", id);
    fc_sarif_message(json, "shortDescription", about);
    fc_json_writer_end(json);
}

void fc_sarif_results(fc_json_writer *json)
{
    fc_json_writer_end(json);
    fc_json_writer_end(json);
    fc_json_writer_end(json);
    fc_json_writer_break(json, 4);
    fc_json_writer_string(json, "columnKind", "utf16CodeUnits");
    fc_json_writer_break(json, 4);
    fc_json_writer_array(json, "results", FC_JSON_ONE_LINE);
}

void fc_sarif_end(fc_json_writer *json)
{
    while (json->depth > 0)
        fc_json_writer_end(json);
}
