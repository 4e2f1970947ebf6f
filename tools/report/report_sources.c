/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/report/report_sources.h"

#include "analyzer/frontend/commands/build.h"
#include "analyzer/model/source_files.h"
#include "tools/output/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_BYTES = 1 << 20
};

static const char *const origin_name[] = {
#define NAME(name, text) text,
    FC_ORIGIN_LIST(NAME)
#undef NAME
};

/* ---- places ---- */

static void add_place(fc_table *table, const fc_site *site, bool communicates)
{
    fc_table_row(table);
    fc_table_text(table, 0, site->file);
    fc_table_number(table, 1, site->line);
    fc_table_text(table, 2, site->function);
    fc_table_text(table, 3, communicates ? "communication" : "compute");
    if (site->operation)
        fc_table_text(table, 4, site->operation);
    fc_table_text(table, 5, origin_name[site->origin]);
}

void fc_report_sources_places(fc_json_writer *json, const char *key, const fc_cost_program *program)
{
    static const char *const column[] = {"file", "line", "function", "kind", "op", "origin"};
    fc_table table = {0};
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        fc_table_column(&table, column[i], NULL, i == 1 ? FC_UNIT_COUNT : FC_UNIT_TEXT, FC_SHOW_JSON);
    for (int i = 0; i < program->n_regions; i++) {
        const fc_region *region = &program->region[i];
        fc_site place = {region->file, region->line, region->function, NULL, program->region_origin[i]};
        add_place(&table, &place, false);
    }
    for (int i = 0; i < program->n_sites; i++)
        add_place(&table, &program->site[i], strncmp(program->site[i].operation, "MPI_", 4) == 0);
    fc_table_json(json, key, &table, 0);
    fc_table_free(&table);
}

/* ---- sources ---- */

static bool has_place(const fc_cost_program *program, const char *path)
{
    for (int i = 0; i < program->n_regions; i++)
        if (strcmp(program->region[i].file, path) == 0)
            return true;
    for (int i = 0; i < program->n_sites; i++)
        if (strcmp(program->site[i].file, path) == 0)
            return true;
    return false;
}

/* A note about the text for people; NULL: none. */
static const char *note_on(const fc_finite_source *source, const char *text, size_t length)
{
    if (strlen(text) != length)
        return "not shown: it contains NUL bytes";
    if (fc_source_files_differ(source, text, length))
        return "changed since the analysis: lines may have moved; analyze again";
    return NULL;
}

/* A path in a URL: RFC 3986, section 3.3, without the characters that some servers take for their own. */
static void add_path(fc_text *out, const char *path)
{
    for (const char *c = path; *c; c++)
        if (isalnum((unsigned char)*c) || strchr("-._~/", *c))
            fc_text_append(out, c, 1);
        else
            fc_text_add(out, "%%%02X", (unsigned char)*c);
}

/* Where a person reads the file, with "{line}" for the line: by the option source-url, else on this machine, seen from
 * the page's folder, so that the same program gives the same page elsewhere. */
static FC_GIVE char *url_of(const char *path, const char *asked, const char *page)
{
    fc_text url = {0};
    const char *mark = asked ? strstr(asked, FC_REPORT_PATH_MARK) : NULL;
    char *real = realpath(path, NULL), *name = mark ? fc_build_name(".", real ? real : path) : NULL;
    if (mark) {
        fc_text_append(&url, asked, (size_t)(mark - asked));
        add_path(&url, name);
        fc_text_add(&url, "%s", mark + strlen(FC_REPORT_PATH_MARK));
    } else {
        char *seen = real ? fc_source_files_folder_from(real, page) : fc_copy_string(path);
        fc_text_add(&url, "%s", *seen == '/' ? "file://" : "");
        add_path(&url, seen);
        free(seen);
    }
    free(name);
    free(real);
    return fc_text_take(&url);
}

void fc_report_sources_write(fc_json_writer *json, const char *key, const fc_prediction_context *context,
                             const char *source_url, const char *page)
{
    const fc_program *program = context->program;
    bool is_first = true;
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (int i = 0; i < program->n_files; i++) {
        if (!has_place(context->loaded.program, program->file[i].path))
            continue;
        if (!is_first)
            fc_json_writer_break(json, 0);
        const fc_finite_source *source = &program->file[i];
        char *url = url_of(source->path, source_url, page);
        char *text = NULL;
        size_t length = 0;
        fc_report why = {0};
        bool is_read = fc_file_read(&text, &length, source->path, MOST_BYTES, &why) == FC_OK;
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "path", source->path);
        fc_json_writer_string(json, "url", url);
        fc_json_writer_string(json, "text", is_read && strlen(text) == length ? text : NULL);
        fc_json_writer_string(json, "note", is_read ? note_on(source, text, length) : why.text);
        fc_json_writer_end(json);
        free(text);
        free(url);
        is_first = false;
    }
    fc_json_writer_end(json);
}
