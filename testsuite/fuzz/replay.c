/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feeds every file of the given folders to a harness, once: the test of the corpora, with any compiler. */
#include "testsuite/fuzz/input.h"

#include <dirent.h>

static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int replay_file(const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    if (fc_file_read(&bytes, &length, path, 1 << 24, NULL) != FC_OK)
        return 0;
    uint8_t *exact = malloc(length ? length : 1); /* so that a read past the end is found */
    memcpy(exact, bytes, length);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(exact, length);
    free(exact);
    free(bytes);
    return 1;
}

int main(int argc, char **argv)
{
    int n_files = 0;
    for (int i = 1; i < argc; i++) {
        struct dirent **entry = NULL;
        int n = scandir(argv[i], &entry, NULL, compare_names);
        for (int k = 0; k < n; k++) {
            char *path = fc_format("%s/%s", argv[i], entry[k]->d_name);
            n_files += replay_file(path);
            free(path);
            free(entry[k]);
        }
        free(entry);
    }
    printf("%d inputs\n", n_files);
    return n_files > 0 ? 0 : 1;
}
