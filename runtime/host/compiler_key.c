/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/compiler_key.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that the compiler's name stands for, as execvp() finds it; NULL if there is none. */
static FC_GIVE char *compiler_path(const char *compiler)
{
    const char *folders = getenv("PATH");
    if (strchr(compiler, '/'))
        return realpath(compiler, NULL);
    for (const char *at = folders ? folders : "/bin:/usr/bin"; at; at = strchr(at, ':')) {
        at += *at == ':';
        char *path = fc_format("%.*s/%s", (int)strcspn(at, ":"), at, compiler), *real = NULL;
        if (access(path, X_OK) == 0)
            real = realpath(path, NULL);
        free(path);
        if (real)
            return real;
    }
    return NULL;
}

void fc_compiler_key_add(fc_text *out, const char *compiler)
{
    struct stat found;
    char *path = compiler_path(compiler);
    fc_text_add(out, "%s\n", compiler);
    if (path && stat(path, &found) == 0)
        fc_text_add(out, "%s %lld %lld.%09ld\n", path, (long long)found.st_size, (long long)found.st_mtim.tv_sec,
                    found.st_mtim.tv_nsec);
    free(path);
}
