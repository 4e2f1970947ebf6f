/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/cache_folder.h"

#include "support/messages/evaluation.h"
#include "support/path.h"
#include "support/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool is_private(const struct stat *found, mode_t kind)
{
    return (found->st_mode & S_IFMT) == kind && found->st_uid == geteuid() &&
           (found->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool fc_cache_folder_trusts(const struct stat *file)
{
    return is_private(file, S_IFREG);
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
    fc_path_make_folders(folder, 1, 0700); /* existing folders keep their permissions */
    mkdir(folder, 0700);
    struct stat found;
    if (lstat(folder, &found) == 0 && is_private(&found, S_IFDIR) && access(folder, W_OK | X_OK) == 0)
        return folder;
    free(folder);
    return NULL;
}

fc_status fc_cache_folder_make_temporary(char **out, const char *parent, fc_report *report)
{
    const char *variable = getenv("TMPDIR");
    const char *base = parent ? parent : variable && variable[0] == '/' ? variable : "/tmp";
    char *folder = fc_format("%s/build.XXXXXX", base);
    if (mkdtemp(folder)) {
        *out = folder;
        return FC_OK;
    }
    fc_fail(report, FC_E_ENVIRONMENT, (fc_place){base, 0, 0}, "Set TMPDIR to a folder you may write to.",
            FC_MSG_CANNOT_CREATE_TEMPORARY_FOLDER, strerror(errno));
    free(folder);
    return FC_E_ENVIRONMENT;
}

void fc_cache_folder_remove(const char *folder)
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

void fc_cache_folder_touch(const char *path)
{
    utimensat(AT_FDCWD, path, NULL, 0);
}

void fc_cache_folder_protect(const char *path)
{
    chmod(path, S_IRWXU);
}

/* One entry of the cache. */
typedef struct entry {
    char *path;
    double age_s, bytes;
    bool is_folder;
} entry;

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* False: not a cache entry, or removed concurrently. */
static bool read_entry(entry *out, const char *folder, const char *name)
{
    struct stat found;
    char *path = fc_format("%s/%s", folder, name);
    bool is_build = strncmp(name, "build.", 6) == 0;
    bool is_entry = ends_in(name, ".so") || ends_in(name, ".object") || ends_in(name, ".machine");
    if ((is_build || is_entry) && lstat(path, &found) == 0 &&
        (found.st_mode & S_IFMT) == (is_build ? S_IFDIR : S_IFREG)) {
        *out = (entry){path, difftime(time(NULL), found.st_mtime), (double)found.st_size, is_build};
        return true;
    }
    free(path);
    return false;
}

static int oldest_last(const void *a, const void *b)
{
    double x = ((const entry *)a)->age_s, y = ((const entry *)b)->age_s;
    return (x > y) - (x < y);
}

static entry *list_entries(const char *folder, size_t *n)
{
    entry *list = NULL;
    size_t capacity = 0;
    DIR *listing = opendir(folder);
    for (struct dirent *found; listing && (found = readdir(listing));) {
        list = fc_grow(list, &capacity, *n + 1, sizeof *list);
        *n += read_entry(&list[*n], folder, found->d_name);
    }
    if (listing)
        closedir(listing);
    if (*n)
        qsort(list, *n, sizeof *list, oldest_last);
    return list;
}

void fc_cache_folder_prune(const char *folder, double days, double bytes)
{
    static const double day = 24 * 3600;
    size_t n = 0;
    double kept = 0;
    entry *list = list_entries(folder, &n);
    for (size_t i = 0; i < n; i++) {
        if (list[i].is_folder) {
            if (list[i].age_s > day)
                fc_cache_folder_remove(list[i].path);
        } else if (list[i].age_s > days * day || kept + list[i].bytes > bytes) {
            unlink(list[i].path);
        } else {
            kept += list[i].bytes;
        }
        free(list[i].path);
    }
    free(list);
}

static FC_GIVE char *damage_log(const char *folder)
{
    return fc_format("%s/damaged.log", folder);
}

enum {
    MOST_DAMAGE = 1 << 20 /* bytes of the log */
};

void fc_cache_folder_count_damage(const char *folder, const char *name)
{
    char *path = damage_log(folder);
    struct stat found;
    struct tm date;
    time_t now = time(NULL);
    int log = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (log >= 0 && fstat(log, &found) == 0 && S_ISREG(found.st_mode) && found.st_size < MOST_DAMAGE &&
        gmtime_r(&now, &date))
        dprintf(log, "%04d-%02d-%02d %s\n", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday, name);
    if (log >= 0)
        close(log);
    free(path);
}

fc_cache_folder_use fc_cache_folder_measure(const char *folder)
{
    fc_cache_folder_use use = {0};
    size_t n = 0, length = 0;
    entry *list = list_entries(folder, &n);
    for (size_t i = 0; i < n; i++) {
        use.entries += !list[i].is_folder;
        use.bytes += list[i].is_folder ? 0 : list[i].bytes;
        free(list[i].path);
    }
    free(list);
    char *path = damage_log(folder), *log = NULL;
    if (fc_file_read(&log, &length, path, 2 * MOST_DAMAGE, NULL) == FC_OK)
        for (const char *at = log; (at = strchr(at, '\n')); at++)
            use.damaged++;
    free(log);
    free(path);
    return use;
}
