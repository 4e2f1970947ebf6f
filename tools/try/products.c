/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/try/products.h"

#include "analyzer/frontend/commands/build.h"
#include "analyzer/frontend/commands/object.h"
#include "analyzer/frontend/commands/record.h"
#include "support/messages/command_line.h"
#include "support/path.h"

#include <stdlib.h>
#include <string.h>

typedef struct product {
    char *path;
    bool calls_mpi;
} product;

typedef struct products {
    product *item;
    size_t n, capacity;
} products;

static bool defines_main(const fc_words *defined)
{
    for (size_t i = 0; i < defined->n; i++)
        if (strcmp(defined->item[i], "main") == 0)
            return true;
    return false;
}

static bool names_mpi(const fc_words *needed)
{
    for (size_t i = 0; i < needed->n; i++)
        if (strncmp(needed->item[i], "MPI_", 4) == 0)
            return true;
    return false;
}

/* Whether the file is a program whose sources the records give. */
static bool is_whole_program(product *out, const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    fc_words defined = {0}, needed = {0};
    fc_build build = {0};
    if (fc_file_read(&bytes, &length, path, 0, NULL))
        return false;
    fc_object_names(&defined, &needed, (fc_bytes){bytes, length});
    bool is = defines_main(&defined) && fc_build_from_product(&build, path, NULL) == FC_OK;
    *out = (product){.calls_mpi = names_mpi(&needed)};
    fc_build_free(&build);
    fc_words_free(&defined);
    fc_words_free(&needed);
    free(bytes);
    return is;
}

static products find(const char *folder)
{
    products found = {0};
    fc_words paths = {0};
    char *records = fc_record_folder(), *real = realpath(folder, NULL);
    if (records && real)
        fc_record_programs(&paths, records, real);
    for (size_t i = 0; i < paths.n; i++) {
        product made;
        if (!is_whole_program(&made, paths.item[i]))
            continue;
        made.path = fc_build_name(".", paths.item[i]);
        found.item = fc_grow(found.item, &found.capacity, found.n + 1, sizeof *found.item);
        found.item[found.n++] = made;
    }
    fc_words_free(&paths);
    free(records);
    free(real);
    return found;
}

/* Whether the product is a candidate: by its name, or if no name is given by its MPI calls. */
static bool fits(const product *made, const char *program, bool only_mpi)
{
    return program ? strcmp(fc_path_name(made->path), program) == 0 : made->calls_mpi || !only_mpi;
}

static fc_status choose(char **out, const products *all, const char *program, fc_report *report)
{
    const product *chosen = NULL;
    size_t n_mpi = 0, n = 0;
    for (size_t i = 0; i < all->n; i++)
        n_mpi += all->item[i].calls_mpi;
    for (size_t i = 0; i < all->n; i++)
        if (fits(&all->item[i], program, n_mpi > 0)) {
            chosen = &all->item[i];
            n++;
        }
    if (n != 1) {
        fc_text hint = {0};
        fc_text_add(&hint, "Choose one with --program:");
        for (size_t i = 0; i < all->n; i++)
            fc_text_add(&hint, " %s", fc_path_name(all->item[i].path));
        fc_status status = program
                               ? fc_fail(report, FC_E_INPUT, FC_NOWHERE, hint.bytes, FC_MSG_NO_SUCH_PROGRAM, program)
                               : fc_fail(report, FC_E_INPUT, FC_NOWHERE, hint.bytes, FC_MSG_SEVERAL_PROGRAMS, all->n);
        fc_text_free(&hint);
        return status;
    }
    *out = fc_copy_string(chosen->path);
    return FC_OK;
}

fc_status fc_products_choose(char **out, const char *folder, const char *program, fc_report *report)
{
    products all = find(folder);
    fc_status status = all.n ? choose(out, &all, program, report) : FC_OK;
    for (size_t i = 0; i < all.n; i++)
        free(all.item[i].path);
    free(all.item);
    return status;
}
