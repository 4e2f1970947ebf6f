/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/included_devices.h"

#include "support/messages/frontend.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static bool is_device(const struct stat *file)
{
    return S_ISBLK(file->st_mode) || (S_ISCHR(file->st_mode) && file->st_rdev != makedev(1, 3)); /* not /dev/null */
}

/* libclang opens files to be closed in other programs; an inherited descriptor is not. */
static bool reads_device(int descriptor)
{
    struct stat file;
    const int flags = fcntl(descriptor, F_GETFD);
    return flags >= 0 && (flags & FD_CLOEXEC) && fstat(descriptor, &file) == 0 && is_device(&file);
}

void fc_included_devices_end(void)
{
    DIR *descriptors = opendir("/proc/self/fd");
    if (!descriptors)
        return;
    for (const struct dirent *entry; (entry = readdir(descriptors));) {
        const int descriptor = (int)strtol(entry->d_name, NULL, 10);
        if (descriptor > STDERR_FILENO && reads_device(descriptor)) {
            /* The next read finds the end of the file. */
            const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
            if (empty < 0)
                continue;
            dup3(empty, descriptor, O_CLOEXEC);
            close(empty);
        }
    }
    closedir(descriptors);
}

/* libclang puts the folder of the including file before the name. */
static const char *plain(const char *path)
{
    return strncmp(path, "./", 2) == 0 ? path + 2 : path;
}

typedef struct search {
    fc_report *report;
    fc_status status;
} search;

static void on_inclusion(CXFile included, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    search *of = data;
    struct stat file;
    if (of->status || depth == 0)
        return;
    CXString real = clang_File_tryGetRealPathName(included), name = clang_getFileName(included), at;
    const char *path = clang_getCString(real);
    if (stat(path && *path ? path : clang_getCString(name), &file) == 0 && is_device(&file)) {
        unsigned line, column;
        clang_getPresumedLocation(stack[0], &at, &line, &column);
        of->status =
            fc_fail(of->report, FC_E_INPUT, (fc_place){plain(clang_getCString(at)), (int)line, (int)column},
                    "Include regular files only.", FC_MSG_SOURCE_INCLUDES_DEVICE, plain(clang_getCString(name)));
        clang_disposeString(at);
    }
    clang_disposeString(name);
    clang_disposeString(real);
}

fc_status fc_included_devices_check(CXTranslationUnit unit, fc_report *report)
{
    search of = {.report = report};
    clang_getInclusions(unit, on_inclusion, &of);
    return of.status;
}
