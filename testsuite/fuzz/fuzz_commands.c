/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile_commands.json, and compiler commands: words that are separated by newlines. */
#include "analyzer/frontend/commands/database.h"
#include "analyzer/frontend/commands/invocation.h"
#include "testsuite/fuzz/input.h"
#ifdef FC_FUZZ_LIBFUZZER
#include "testsuite/fuzz/json_mutator.h"
#endif

static void parse_words(char *text)
{
    char *word[64], *rest = NULL;
    size_t n = 0;
    fc_invocation invocation = {0};
    fc_words flags = {0};
    for (char *at = strtok_r(text, "\n", &rest); at && n < sizeof word / sizeof *word; at = strtok_r(NULL, "\n", &rest))
        word[n++] = at;
    fc_invocation_parse(&invocation, word, n, "/nowhere");
    fc_invocation_flags(&flags, &invocation);
    fc_words_free(&flags);
    fc_invocation_free(&invocation);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input_file file = input_open(data, size);
    fc_report report;
    fc_database database = {0};
    char *text = input_string(data, size);
    if (fc_database_read(&database, file.path, &report) == FC_OK)
        fc_database_free(&database);
    parse_words(text);
    free(text);
    input_close(&file);
    return 0;
}
