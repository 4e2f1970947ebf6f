/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/host/shared_object.h"

#include "runtime/host/cache_entry.h"
#include "runtime/host/cache_folder.h"
#include "runtime/host/compiler_key.h"
#include "runtime/host/embedded.h"
#include "runtime/host/object_image.h"
#include "runtime/host/passive_object.h"
#include "support/messages/evaluation.h"
#include "support/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct fc_shared_object {
    int descriptor; /* of a sealed copy in memory, which children load: nothing changes it between check and use */
    fc_object_image image;
    void *handle;        /* in a process that has loaded it; otherwise NULL */
    uintptr_t load_base; /* there: what is added to the object's relative addresses */
};

/* Integers wrap, as in the compiled program: random generators rely on it. Division by zero traps. With -Bsymbolic a
 * user's functions call each other, not the command's functions of the same name. */
static const char *const flags[] = {"-std=gnu17",
                                    "-O1",
                                    "-w",
                                    "-fPIC",
                                    "-shared",
                                    "-nostartfiles", /* no initialization: passive_object.h */
                                    "-fwrapv",
                                    "-fsanitize=integer-divide-by-zero",
                                    "-fsanitize-undefined-trap-on-error",
                                    "-Wl,-Bsymbolic",
                                    "-Wl,-z,nopack-relative-relocs"};
enum {
    N_FLAGS = sizeof flags / sizeof *flags,
    MOST_OBJECT_BYTES = 1 << 28
};

static void source_key(char key[33], const fc_shared_source *source, const char *compiler)
{
    fc_text all = {0};
    fc_text_add(&all, "%s\n", FORECOST_VERSION);
    fc_compiler_key_add(&all, compiler);
    for (int i = 0; i < N_FLAGS; i++)
        fc_text_add(&all, "%s\n", flags[i]);
    fc_text_add(&all, "%s\n", fc_embedded_key);
    fc_text_append(&all, source->text, source->length);
    fc_content_key(key, all.bytes, all.length);
    fc_text_free(&all);
}

/* Writes a file of a temporary folder, without fsync. */
static bool write_into(const char *folder, const char *name, const char *bytes, size_t length)
{
    char *path = fc_format("%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    bool well = out && fwrite(bytes, 1, length, out) == length;
    well = out && fclose(out) == 0 && well;
    free(path);
    return well;
}

/* The name of the text in messages. */
static const char *source_name(const fc_shared_source *source)
{
    return source->is_users ? source->name : "cost_program.c";
}

/* Writes headers and source. A user's text is preceded by the declarations of the functions it may define, so that the
 * compiler checks their types. */
static bool write_sources(const char *folder, const fc_shared_source *source)
{
    fc_text text = {0};
    bool well = true;
    for (int i = 0; i < fc_embedded_n_files && well; i++) {
        const fc_embedded_file *file = &fc_embedded_files[i];
        /* Headers are included by bare name: all are in one folder. */
        const char *slash = strrchr(file->path, '/');
        size_t length = strlen(file->path);
        const char *name = length > 2 && strcmp(file->path + length - 2, ".h") == 0 && slash ? slash + 1 : NULL;
        well = !name || write_into(folder, name, file->bytes, file->length);
    }
    const char *name = source_name(source);
    if (source->is_users)
        fc_text_add(&text, "#include \"compute.h\"\n#line 1\n");
    if (!strpbrk(name, "\"\\\n"))
        fc_text_add(&text, "#line 1 \"%s\"\n", name);
    fc_text_append(&text, source->text, source->length);
    well = well && write_into(folder, "source.c", text.bytes, text.length);
    fc_text_free(&text);
    return well;
}

/* The environment with messages in English, as report_errors() parses them. */
static char **english_environment(void)
{
    static char english[] = "LC_ALL=C";
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **made = fc_allocate(n + 2, sizeof *made);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "LC_ALL=", 7) != 0 && strncmp(environ[i], "LANGUAGE=", 9) != 0)
            made[kept++] = environ[i];
    made[kept] = english;
    return made;
}

/* Starts the compiler with the default actions and an empty mask of signals; what posix_spawnp() returns. */
static int spawn_compiler(pid_t *child, const char *compiler, const posix_spawn_file_actions_t *actions,
                          const char *const *argument)
{
    char **environment = english_environment();
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int bad = posix_spawnp(child, compiler, actions, &attributes, (char *const *)argument, environment);
    posix_spawnattr_destroy(&attributes);
    free(environment);
    return bad;
}

/* Runs the compiler, with its messages in folder/log. Returns its exit code; -1 with errno: it cannot be started. */
static int run_compiler(const char *compiler, const char *folder)
{
    const char *argument[N_FLAGS + 7];
    int n = 0, status = 0;
    argument[n++] = compiler;
    for (int i = 0; i < N_FLAGS; i++)
        argument[n++] = flags[i];
    char *include = fc_format("-I%s", folder), *input = fc_format("%s/source.c", folder);
    char *output = fc_format("%s/object.so", folder), *log = fc_format("%s/log", folder);
    const char *const last[] = {include, "-o", output, input, "-lm", NULL};
    memcpy(argument + n, last, sizeof last);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child;
    int bad = spawn_compiler(&child, compiler, &actions, argument);
    while (!bad && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    posix_spawn_file_actions_destroy(&actions);
    free(include);
    free(input);
    free(output);
    free(log);
    errno = bad;
    return bad ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* The compiler's message has a position in the text and is no fault of the machine: the text is wrong. */
static bool is_of_text(const char *line, size_t length)
{
    static const char *const faults[] = {"No space left", "File too large", "quota exceeded", "out of memory",
                                         "Input/output error"};
    const char *colon = memchr(line, ':', length);
    while (colon && !(colon[1] >= '0' && colon[1] <= '9'))
        colon = memchr(colon + 1, ':', length - (size_t)(colon + 1 - line));
    for (size_t i = 0; i < sizeof faults / sizeof *faults && colon; i++)
        if (memmem(line, length, faults[i], strlen(faults[i])))
            colon = NULL;
    return colon != NULL;
}

/* Reports the first line of the compiler's messages that contains an error, otherwise the first line. */
static fc_status report_errors(const char *folder, const fc_shared_source *source, fc_report *report)
{
    char *path = fc_format("%s/log", folder), *log = NULL;
    size_t length = 0;
    fc_file_read(&log, &length, path, 1 << 20, NULL);
    char *line = log ? strstr(log, "error:") : NULL;
    while (line && line > log && line[-1] != '\n')
        line--;
    line = line ? line : log && *log ? log : "no message";
    int shown = (int)strcspn(line, "\n");
    fc_status status;
    if (!is_of_text(line, (size_t)shown))
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                         "Check that it compiles a small file, and that TMPDIR has space.", FC_MSG_C_COMPILER_FAILS,
                         shown, line);
    else if (source->is_users)
        status = fc_fail(report, FC_E_INPUT, FC_NOWHERE, "Correct the file; it is compiled with Forecost's headers.",
                         "%.*s", shown, line);
    else
        status = fc_fail(report, FC_E_BUG, FC_NOWHERE, "Please report this with the program's sources.",
                         FC_MSG_COST_PROGRAM_DOES_NOT_COMPILE, source->name, shown, line);
    free(log);
    free(path);
    return status;
}

static fc_status compile(const char *folder, const fc_shared_source *source, fc_report *report)
{
    const char *compiler = source->compiler ? source->compiler : "cc";
    if (!write_sources(folder, source))
        return fc_fail(report, FC_E_ENVIRONMENT, (fc_place){folder, 0, 0}, "Free some space, or set TMPDIR.",
                       FC_MSG_CANNOT_WRITE_COST_PROGRAM_THERE);
    int code = run_compiler(compiler, folder);
    if (code < 0 || code == 127)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Install it: apt-get install gcc libc6-dev.",
                       FC_MSG_C_COMPILER_CANNOT_BE_STARTED, compiler);
    return code ? report_errors(folder, source, report) : FC_OK;
}

/* The first place of an identifier in the text; line 0: it does not occur. */
static fc_place place_of_name(const fc_shared_source *source, const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    size_t length = strlen(name);
    const char *line = source->text;
    fc_place place = {source_name(source), 1, 0};
    for (const char *at = line; *at; at++) {
        size_t word = strspn(at, letters);
        if (word == length && memcmp(at, name, length) == 0)
            return (fc_place){place.file, place.line, (int)(at - line) + 1};
        at += word;
        if (*at == '\n')
            line = at + 1, place.line++;
        if (!*at)
            break;
    }
    return (fc_place){place.file, 0, 0};
}

static fc_status report_missing(const char *name, const fc_shared_source *source, fc_report *report)
{
    fc_place place = place_of_name(source, name);
    if (source->is_users)
        return fc_fail(report, FC_E_INPUT, place,
                       "Define it in this file: only the file, Forecost's functions, libc and libm are linked.",
                       FC_MSG_UNDEFINED_SYMBOL, name);
    return fc_fail(report, FC_E_BUG, place, "Please report this with the program's sources.",
                   FC_MSG_COST_PROGRAM_USES_UNDEFINED_SYMBOL, source->name, name);
}

static fc_status report_active(const fc_shared_source *source, fc_report *report)
{
    return fc_fail(report, FC_E_INPUT, (fc_place){source_name(source), 0, 0},
                   "Remove constructors, destructors and indirect functions.", FC_MSG_OBJECT_RUNS_CODE_AT_LOAD);
}

/* A copy in memory that cannot be changed any more; -1 with errno. */
static int sealed_copy(const char *bytes, size_t length)
{
    enum {
        SEALS = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL
    };
    int descriptor = memfd_create("cost_program", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    for (size_t done = 0; descriptor >= 0 && done < length;) {
        ssize_t n = write(descriptor, bytes + done, length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(descriptor);
            return -1;
        }
        done += (size_t)n;
    }
    if (descriptor >= 0)
        fcntl(descriptor, F_ADD_SEALS, SEALS);
    return descriptor;
}

/* Takes the object's tables, and a copy for the children; nothing of it is loaded here. */
static fc_status take_object(fc_shared_object *out, const char *bytes, size_t length, const fc_shared_source *source,
                             fc_report *report)
{
    fc_shared_object made = {.descriptor = -1};
    fc_status status = FC_OK;
    if (!fc_passive_object_is(bytes, length))
        return report_active(source, report);
    if (!fc_object_image_make(&made.image, bytes, length))
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM,
                         "the compiler's object format is not supported");
    else if (made.image.missing)
        status = report_missing(made.image.missing, source, report);
    else if ((made.descriptor = sealed_copy(bytes, length)) < 0)
        status = fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, NULL, FC_MSG_CANNOT_LOAD_COMPILED_COST_PROGRAM,
                         strerror(errno));
    if (status)
        fc_object_image_free(&made.image);
    else
        *out = made;
    return status;
}

/* Blocks the signals that would leave the folder of a build behind; the compiler gets those of the terminal. */
static void block_signals(sigset_t *before)
{
    static const int number[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t blocked;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        sigaddset(&blocked, number[i]);
    sigprocmask(SIG_BLOCK, &blocked, before);
}

/* Builds in a private folder inside `parent`; the object then becomes the entry `name` of that folder, a cache. Without
 * a cache both are NULL. */
static fc_status build(fc_shared_object *out, const char *parent, const char *name, const fc_shared_source *source,
                       fc_report *report)
{
    char *folder = NULL, *object = NULL, *bytes = NULL;
    size_t length = 0;
    sigset_t before;
    block_signals(&before);
    fc_status status = fc_cache_folder_make_temporary(&folder, parent, report);
    if (status) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        return status;
    }
    object = fc_format("%s/object.so", folder);
    status = compile(folder, source, report);
    if (!status)
        status = fc_file_read(&bytes, &length, object, MOST_OBJECT_BYTES, report);
    if (!status)
        status = take_object(out, bytes, length, source, report);
    if (!status && name && fc_cache_entry_seal_file(object, name)) {
        char *kept = fc_format("%s/%s", parent, name);
        fc_cache_folder_protect(object);
        rename(object, kept); /* on failure the next run compiles again */
        free(kept);
    }
    fc_cache_folder_remove(folder);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(bytes);
    free(object);
    free(folder);
    return status;
}

/* Takes a whole entry of the cache. */
static bool take_entry(fc_shared_object *out, const char *folder, const char *name, const fc_shared_source *source)
{
    char *bytes = NULL;
    size_t length;
    if (!fc_cache_entry_read(&bytes, &length, folder, name))
        return false;
    bool is_taken = take_object(out, bytes, length, source, NULL) == FC_OK;
    free(bytes);
    return is_taken;
}

/* Takes it from the cache, or builds it there. FC_E_ENVIRONMENT without a message: there is no usable cache. */
static fc_status take_cached(fc_shared_object *out, const fc_shared_source *source, fc_report *report)
{
    char key[33], *folder = fc_cache_folder();
    if (!folder)
        return FC_E_ENVIRONMENT;
    source_key(key, source, source->compiler ? source->compiler : "cc");
    char *name = fc_format("%s.so", key);
    fc_status status = FC_OK;
    if (!take_entry(out, folder, name, source)) {
        status = build(out, folder, name, source, report);
        fc_cache_folder_prune(folder, FC_CACHE_FOLDER_DAYS, FC_CACHE_FOLDER_BYTES);
    }
    free(name);
    free(folder);
    return status;
}

fc_status fc_shared_object_load(fc_shared_object **out, const fc_shared_source *source, fc_report *report)
{
    fc_shared_object made = {.descriptor = -1};
    fc_status status = source->keep ? take_cached(&made, source, report) : FC_E_ENVIRONMENT;
    if (status == FC_E_ENVIRONMENT)
        status = build(&made, NULL, NULL, source, report);
    if (status)
        return status;
    *out = fc_allocate(1, sizeof **out);
    **out = made;
    return FC_OK;
}

void *fc_shared_object_symbol(const fc_shared_object *object, const char *name)
{
    return fc_object_image_symbol(&object->image, name);
}

bool fc_shared_object_holds(const fc_shared_object *object, const void *address, size_t size)
{
    return fc_object_image_holds(&object->image, address, size);
}

int fc_shared_object_descriptor(const fc_shared_object *object)
{
    return object->descriptor;
}

bool fc_shared_object_open(fc_shared_object *object)
{
    struct link_map *map;
    char path[40];
    if (object->handle)
        return true;
    snprintf(path, sizeof path, "/proc/self/fd/%d", object->descriptor);
    object->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object->handle || dlinfo(object->handle, RTLD_DI_LINKMAP, &map) != 0)
        return false;
    object->load_base = map->l_addr;
    return true;
}

uintptr_t fc_shared_object_base(const fc_shared_object *object)
{
    return object->load_base;
}

uintptr_t fc_shared_object_here(const fc_shared_object *object, uintptr_t address)
{
    uintptr_t from = (uintptr_t)object->image.memory;
    return address >= from && address - from < object->image.size ? address - from + object->load_base : address;
}

const char *fc_shared_object_text(const fc_shared_object *object, uintptr_t base, const char *text)
{
    uintptr_t from = (uintptr_t)object->image.memory, at = (uintptr_t)text;
    if (at >= from && at - from < object->image.size)
        return text;
    return base && at >= base && at - base < object->image.size ? object->image.memory + (at - base) : NULL;
}

void fc_shared_object_free(fc_shared_object *object)
{
    if (!object)
        return;
    if (object->handle)
        dlclose(object->handle);
    close(object->descriptor);
    fc_object_image_free(&object->image);
    free(object);
}
