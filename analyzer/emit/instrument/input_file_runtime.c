/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runtime that copies the input files of a profiling run when the program first opens them. */
#include "analyzer/emit/instrument/instrument.h"

#include "analyzer/model/profile/input_files.h"

static const char declarations[] = "const char *forecost_input(const char *name);\n";

static const char body[] = "static void write_input(const char *path, const char *name, int in, long size)\n"
                           "{\n"
                           "    char temporary[4200], *bytes = malloc(INPUT_MOST);\n"
                           "    long n = 0, got = 0;\n"
                           "    while (bytes && n < INPUT_MOST && (got = read(in, bytes + n, INPUT_MOST - n)) > 0)\n"
                           "        n += got;\n"
                           "    snprintf(temporary, sizeof temporary, \"%s.%d\", path, (int)getpid());\n"
                           "    FILE *out = bytes && got >= 0 ? fopen(temporary, \"w\") : NULL;\n"
                           "    if (out) {\n"
                           "        long all = n < INPUT_MOST || size < n ? n : size; /* the file may be growing */\n"
                           "        int bad = fprintf(out, \"%s%c%ld%c\", name, 0, all, 0) < 0;\n"
                           "        bad |= fwrite(bytes, 1, n, out) != (size_t)n;\n"
                           "        bad |= fclose(out) != 0;\n"
                           "        if (bad || rename(temporary, path) != 0)\n"
                           "            unlink(temporary);\n"
                           "    }\n"
                           "    free(bytes);\n"
                           "}\n"
                           "\n"
                           "/* Writes \"input.<hash of the name>\" beside the counters: the name, the file's size, "
                           "and its first bytes.\n"
                           "   Only the first opening of a name is recorded. errno is preserved. */\n"
                           "const char *forecost_input(const char *name)\n"
                           "{\n"
                           "    const char *folder = getenv(\"FORECOST_PROFILE\");\n"
                           "    char path[4096];\n"
                           "    unsigned long number = 14695981039346656037ul; /* FNV-1a */\n"
                           "    int before = errno;\n"
                           "    for (const char *at = name; at && *at; at++)\n"
                           "        number = (number ^ (unsigned char)*at) * 1099511628211ul;\n"
                           "    if (!folder || !name || snprintf(path, sizeof path, \"%s/input.%016lx\", folder, "
                           "number) >= (int)sizeof path ||\n"
                           "        access(path, F_OK) == 0) {\n"
                           "        errno = before;\n"
                           "        return name;\n"
                           "    }\n"
                           "    struct stat found;\n"
                           "    int in = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);\n"
                           "    if (in >= 0 && fstat(in, &found) == 0 && S_ISREG(found.st_mode))\n"
                           "        write_input(path, name, in, (long)found.st_size);\n"
                           "    if (in >= 0)\n"
                           "        close(in);\n"
                           "    errno = before;\n"
                           "    return name;\n"
                           "}\n"
                           "\n";

void fc_input_file_declarations_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
}

void fc_input_file_runtime_print(fc_text *out)
{
    fc_text_add(out, "#include <errno.h>\n#include <fcntl.h>\n#include <sys/stat.h>\n\nenum { INPUT_MOST = %d };\n\n",
                FC_INPUT_FILE_MOST);
    fc_text_append(out, body, sizeof body - 1);
}
