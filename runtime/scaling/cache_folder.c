/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/cache_folder.h"

#include "machine_properties/support/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_mine(const char *path, mode_t kind)
{
    struct stat found;
    if (lstat(path, &found) != 0 || (found.st_mode & S_IFMT) != kind)
        return false;
    return found.st_uid == geteuid() && (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool fc_cache_trusts(const char *path)
{
    return is_mine(path, S_IFREG);
}

/* mkdir -p; what exists is left as it is. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
}

char *fc_cache_folder(void)
{
    const char *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    char *folder = NULL;
    if (base && base[0] == '/')
        folder = fc_format("%s/forecost", base);
    else if (home && home[0] == '/')
        folder = fc_format("%s/.cache/forecost", home);
    else
        return NULL;
    make_folders(folder);
    if (is_mine(folder, S_IFDIR) && access(folder, W_OK | X_OK) == 0)
        return folder;
    free(folder);
    return NULL;
}

fc_status fc_cache_temporary(char **out, const char *parent, fc_report *report)
{
    const char *given = getenv("TMPDIR");
    const char *base = parent ? parent : given && given[0] == '/' ? given : "/tmp";
    char *folder = fc_format("%s/build.XXXXXX", base);
    if (mkdtemp(folder)) {
        *out = folder;
        return FC_OK;
    }
    fc_fail(report, FC_E_ENVIRONMENT, (fc_place){base, 0, 0}, "Set TMPDIR to a folder you may write to.",
            "no temporary folder can be made: %s", strerror(errno));
    free(folder);
    return FC_E_ENVIRONMENT;
}

void fc_cache_remove(const char *folder)
{
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char *path = fc_format("%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            unlink(path);
        free(path);
    }
    if (listing)
        closedir(listing);
    rmdir(folder);
}
