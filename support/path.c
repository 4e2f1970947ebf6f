/* SPDX-License-Identifier: Apache-2.0 */
#include "support/path.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_UP = 2
};

static int count_folders(const char *path)
{
    int n = 0;
    for (; *path; path++)
        n += *path == '/';
    return n;
}

int fc_path_write(char *out, size_t size, const char *path)
{
    char folder[PATH_MAX];
    if (path[0] != '/' || !getcwd(folder, sizeof folder))
        return snprintf(out, size, "%s", path);
    /* The length of the common leading folders of two absolute paths, without the slash after them. */
    size_t common = 0, i = 0;
    while (folder[i] && folder[i] == path[i]) {
        i++;
        if ((folder[i] == '/' || !folder[i]) && path[i] == '/')
            common = i;
    }
    int up = count_folders(folder + common);
    const char *rest = path + common + 1;
    if (common == 0 || up > MOST_UP || 3 * (size_t)up > common)
        return snprintf(out, size, "%s", path);
    return snprintf(out, size, "%.*s%s", 3 * up, "../../", rest);
}

char *fc_path_in_real_folder(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bool is_folder = !*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    if (is_folder || access(path, F_OK) != 0)
        return realpath(path, NULL);
    char folder[PATH_MAX + 1], real[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    if (!realpath(folder, real))
        return NULL;
    size_t size = strlen(real) + strlen(name) + 2;
    char *full = malloc(size);
    if (full)
        snprintf(full, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    return full;
}

const char *fc_path_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "?";
}

void fc_path_make_folders(char *path, size_t from, unsigned mode)
{
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, mode);
        *slash = '/';
    }
}
