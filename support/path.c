/* SPDX-License-Identifier: Apache-2.0 */
#include "support/path.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_UP = 2
};

/* The length of the common leading folders of two absolute paths, without the slash after them. */
static size_t common_folders(const char *folder, const char *path)
{
    size_t common = 0, i = 0;
    while (folder[i] && folder[i] == path[i]) {
        i++;
        if ((folder[i] == '/' || !folder[i]) && path[i] == '/')
            common = i;
    }
    return common;
}

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
    size_t common = common_folders(folder, path);
    int up = count_folders(folder + common);
    const char *rest = path + common + 1;
    if (common == 0 || up > MOST_UP || 3 * (size_t)up > common)
        return snprintf(out, size, "%s", path);
    return snprintf(out, size, "%.*s%s", 3 * up, "../../", rest);
}

const char *fc_path_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path ? path : "?";
}
