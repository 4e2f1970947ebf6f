/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/library_source.h"
#include "analyzer/frontend/parsing/parse.h"
#include "analyzer/frontend/parsing/translation_unit.h"
#include "analyzer/frontend/reader/reader.h"

#include <string.h>

static const struct library_source {
    const char *function, *path, *text;
} table[] = {{"argp_parse", "libc/argp.c", fc_library_source_argp}};

fc_status fc_library_source_read(fc_reader *reader, const fc_parse_setting *setting)
{
    fc_status status = FC_OK;
    for (size_t i = 0; i < sizeof table / sizeof *table && !status; i++) {
        const fc_symbol *symbol = fc_map_get(&reader->external, table[i].function, strlen(table[i].function));
        if (symbol && symbol->kind == FC_SYMBOL_PROCEDURE && !symbol->definition) {
            const fc_input input = {.path = table[i].path, .text = table[i].text};
            CXIndex index = clang_createIndex(0, 0);
            fc_parse *parse = fc_parse_file(index, &input, setting);
            status = fc_translation_unit_read(reader, parse);
            fc_parse_free(parse);
            clang_disposeIndex(index);
        }
    }
    return status;
}

const char *fc_library_source_text(const char *path)
{
    const char *text = NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table && !text; i++)
        text = strcmp(path, table[i].path) == 0 ? table[i].text : NULL;
    return text;
}
