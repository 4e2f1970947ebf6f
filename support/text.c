/* SPDX-License-Identifier: Apache-2.0 */
#include "support/text.h"

#include "support/messages/report.h"
#include "support/path.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void exit_out_of_memory(size_t count, size_t size)
{
    fprintf(stderr, "forecost: out of memory (%zu x %zu bytes)\n", count, size);
    exit(70);
}

void *fc_calloc(size_t count, size_t size)
{
    enum {
        CACHED = 1032 /* bytes of the largest block in glibc's cache of freed blocks */
    };
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    if (bytes > CACHED)
        return calloc(count, size);
    void *memory = malloc(bytes);
    __asm__("" : "+r"(memory)); /* or the compiler makes it a calloc() */
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *fc_allocate(size_t count, size_t size)
{
    void *memory = fc_calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        exit_out_of_memory(count, size);
    return memory;
}

void *fc_grow(void *array, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return array;
    size_t grown = *capacity ? *capacity * 2 : 16;
    if (grown < needed)
        grown = needed;
    char *bigger = fc_allocate(grown, size);
    if (*capacity)
        memcpy(bigger, array, *capacity * size);
    free(array);
    *capacity = grown;
    return bigger;
}

char *fc_copy_string(const char *string)
{
    size_t size = strlen(string) + 1;
    return memcpy(fc_allocate(size, 1), string, size);
}

/* Ensures room for `more` bytes and the terminator. realloc() can remap the pages of a large text instead of copying
 * them. */
static void reserve(fc_text *text, size_t more)
{
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return;
    size_t grown = 2 * text->capacity > 64 ? 2 * text->capacity : 64;
    grown = grown > needed ? grown : needed;
    char *bytes = realloc(text->bytes, grown);
    if (!bytes)
        exit_out_of_memory(grown, 1);
    text->bytes = bytes;
    text->capacity = grown;
}

void fc_text_append(fc_text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void fc_text_add_place(fc_text *text, const char *file, int line)
{
    char path[4096];
    fc_path_write(path, sizeof path, file);
    fc_text_add(text, "%s:%d", path, line);
}

/* Formats into the free room; formats a second time if the room was too small. */
void fc_text_add_list(fc_text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(room ? text->bytes + text->length : NULL, room, format, args);
    if (length > 0 && (size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    }
    text->length += length > 0 ? (size_t)length : 0;
    va_end(again);
}

static char *print_number(char *at, long number)
{
    char digits[3 * sizeof number], *first = digits + sizeof digits;
    unsigned long left = number < 0 ? -(unsigned long)number : (unsigned long)number;
    do
        *--first = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *at++ = '-';
    while (first < digits + sizeof digits)
        *at++ = *first++;
    return at;
}

void fc_text_numbers(fc_text *text, const long *number, size_t n)
{
    enum {
        WIDEST = 3 * sizeof *number + 2 /* digits, sign, comma */
    };
    reserve(text, n * WIDEST);
    char *at = text->bytes + text->length;
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            *at++ = ',';
        at = print_number(at, number[i]);
    }
    *at = '\0';
    text->length = (size_t)(at - text->bytes);
}

void fc_text_add(fc_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fc_text_add_list(text, format, args);
    va_end(args);
}

char *fc_format(const char *format, ...)
{
    fc_text text = {0};
    va_list args;
    va_start(args, format);
    fc_text_add_list(&text, format, args);
    va_end(args);
    return fc_text_take(&text);
}

void fc_text_free(fc_text *text)
{
    free(text->bytes);
    *text = (fc_text){0};
}

char *fc_text_take(fc_text *text)
{
    char *bytes = text->bytes ? text->bytes : fc_copy_string("");
    *text = (fc_text){0};
    return bytes;
}

static fc_status read_stream(char **out, size_t *length, FILE *file, size_t limit)
{
    fc_text text = {0};
    char block[65536];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0 && text.length + got <= limit)
        fc_text_append(&text, block, got);
    if (ferror(file) || got > 0) {
        if (got > 0)
            errno = EFBIG;
        fc_text_free(&text);
        return FC_E_INPUT;
    }
    *length = text.length;
    *out = fc_text_take(&text);
    return FC_OK;
}

/* /dev/stdin and a shell's <(COMMAND): already open, so the process that opened it guarantees an end of file. */
static bool is_open_descriptor(const char *path)
{
    static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/", "/dev/stdin"};
    bool found = false;
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++)
        found |= strncmp(path, folder[i], strlen(folder[i])) == 0;
    return found;
}

fc_status fc_file_read(char **out, size_t *length, const char *path, size_t limit, fc_report *report)
{
    fc_place place = {path, 0, 0};
    const char *why = NULL;
    int wait = is_open_descriptor(path) ? 0 : O_NONBLOCK;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | wait);
    struct stat is;
    if (descriptor < 0 || fstat(descriptor, &is))
        why = strerror(errno);
    else if (!S_ISREG(is.st_mode) && !is_open_descriptor(path))
        why = S_ISDIR(is.st_mode) ? strerror(EISDIR) : S_ISFIFO(is.st_mode) ? "it is a pipe" : "it is a device";
    if (why && descriptor >= 0)
        close(descriptor);
    FILE *file = why ? NULL : fdopen(descriptor, "rb");
    if (!file)
        return fc_fail(report, FC_E_INPUT, place, "Give the path of a readable regular file.", FC_MSG_CANNOT_BE_READ,
                       why);
    fc_status status = read_stream(out, length, file, limit ? limit : (size_t)1 << 30);
    if (status)
        fc_fail(report, status, place, "Check that it is a regular file within the size limit.", FC_MSG_CANNOT_BE_READ,
                strerror(errno));
    fclose(file);
    return status;
}

size_t fc_file_peek(char *head, size_t size, const char *path)
{
    struct stat is;
    if (stat(path, &is) || !S_ISREG(is.st_mode))
        return 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = descriptor < 0 ? 0 : read(descriptor, head, size);
    if (descriptor >= 0)
        close(descriptor);
    return n > 0 ? (size_t)n : 0;
}

static int write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t put = write(descriptor, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return -1;
        bytes += put;
        length -= (size_t)put;
    }
    return 0;
}

/* The descriptor that /dev/stdout, /dev/stderr or /dev/fd/N names; -1: another path. */
static int named_descriptor(const char *path)
{
    static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        const char *digits = path + strlen(folder[i]);
        if (strncmp(path, folder[i], strlen(folder[i])) == 0 && *digits &&
            strspn(digits, "0123456789") == strlen(digits))
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

/* The path that a chain of symbolic links ends at, which need not exist. NULL with errno: the chain is too long. */
static FC_GIVE char *follow_links(const char *path)
{
    enum {
        MOST_LINKS = 40
    };
    char *at = fc_copy_string(path), target[4096];
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(at, target, sizeof target - 1);
        if (n < 0)
            return at;
        target[n] = '\0';
        const char *slash = strrchr(at, '/');
        char *next =
            target[0] == '/' || !slash ? fc_copy_string(target) : fc_format("%.*s/%s", (int)(slash - at), at, target);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

/* What a file is to hold: the bytes, or what print() writes. */
typedef struct content {
    const char *bytes;
    size_t length;
    void (*print)(FILE *out, const void *data);
    const void *data;
} content;

static int print_all(int descriptor, const content *of)
{
    FILE *out = fdopen(dup(descriptor), "w");
    if (!out)
        return -1;
    of->print(out, of->data);
    int bad = fflush(out) || ferror(out), saved = errno;
    bad = fclose(out) || bad;
    errno = saved;
    return bad ? -1 : 0;
}

static int write_content(int descriptor, const content *of)
{
    return of->print ? print_all(descriptor, of) : write_all(descriptor, of->bytes, of->length);
}

/* Writes, syncs and closes; -1 with errno. */
static int fill_temporary(int descriptor, mode_t mode, const content *of)
{
    int bad = fchmod(descriptor, mode) || write_content(descriptor, of) || fsync(descriptor);
    int saved = errno;
    if (close(descriptor) && !bad) {
        bad = 1;
        saved = errno;
    }
    errno = saved;
    return bad ? -1 : 0;
}

/* A new file has the mode of the one it replaces. */
static mode_t mode_of(const char *path)
{
    struct stat is;
    if (stat(path, &is) == 0)
        return is.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static int replace_file(const char *target, const content *of)
{
    char *temporary = fc_format("%s.XXXXXX", target);
    int descriptor = mkstemp(temporary);
    int bad = descriptor < 0 ? -1 : fill_temporary(descriptor, mode_of(target), of);
    if (!bad)
        bad = rename(temporary, target);
    int saved = errno;
    if (bad && descriptor >= 0)
        unlink(temporary);
    free(temporary);
    errno = saved;
    return bad;
}

/* Blocks the signals that would leave the temporary file behind; a file beyond RLIMIT_FSIZE is then an error of
 * write(). */
static int replace_undisturbed(const char *target, const content *of)
{
    static const int number[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};
    sigset_t blocked, before, too_long;
    sigemptyset(&blocked);
    sigemptyset(&too_long);
    sigaddset(&too_long, SIGXFSZ);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        sigaddset(&blocked, number[i]);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    int bad = replace_file(target, of), saved = errno;
    if (bad && !sigismember(&before, SIGXFSZ))
        sigtimedwait(&too_long, NULL, &(struct timespec){0, 0});
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return bad;
}

/* A device or a pipe. */
static int write_through(const char *path, const content *of)
{
    int descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    int bad = write_content(descriptor, of), saved = errno;
    if (close(descriptor) && !bad)
        return -1;
    errno = saved;
    return bad;
}

/* Some file systems lack O_TMPFILE: there the file has a name for a moment. */
static int open_unnamed(const char *folder)
{
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    char *temporary = fc_format("%s/forecost.XXXXXX", folder);
    descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(temporary);
    free(temporary);
    return descriptor;
}

FILE *fc_file_unnamed(const char *path)
{
    const char *place = getenv("TMPDIR"), *slash = path ? strrchr(path, '/') : NULL;
    char *folder = slash  ? fc_format("%.*s/", (int)(slash - path), path)
                   : path ? fc_copy_string(".")
                          : fc_copy_string(place && *place ? place : "/tmp");
    int descriptor = open_unnamed(folder), saved = errno;
    free(folder);
    errno = saved;
    return descriptor >= 0 ? fdopen(descriptor, "w+") : NULL;
}

bool fc_file_is_stream(const char *path)
{
    struct stat is;
    return named_descriptor(path) >= 0 || (stat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode));
}

static int write_target(const char *path, const content *of)
{
    int descriptor = named_descriptor(path);
    if (descriptor >= 0)
        return fflush(stdout) || write_content(descriptor, of);
    if (fc_file_is_stream(path))
        return write_through(path, of);
    char *target = follow_links(path);
    int bad = target ? replace_undisturbed(target, of) : -1;
    free(target);
    return bad;
}

static fc_status write_path(const char *path, const content *of, fc_report *report)
{
    if (write_target(path, of) == 0)
        return FC_OK;
    if (named_descriptor(path) == STDOUT_FILENO)
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, FC_MSG_STANDARD_OUTPUT_CANNOT_BE_WRITTEN, strerror(errno));
    return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to.",
                   FC_MSG_CANNOT_BE_WRITTEN, strerror(errno));
}

fc_status fc_file_write(const char *path, const char *bytes, size_t length, fc_report *report)
{
    return write_path(path, &(content){.bytes = bytes, .length = length}, report);
}

fc_status fc_file_print(const char *path, void (*print)(FILE *out, const void *data), const void *data,
                        fc_report *report)
{
    return write_path(path, &(content){.print = print, .data = data}, report);
}

void fc_content_key(char key[33], const char *bytes, size_t length)
{
    __extension__ typedef unsigned __int128 wide;
    wide prime = ((wide)1 << 88) + 0x13b;
    wide hash = ((wide)0x6c62272e07bb0142u << 64) + 0x62b821756295c58du;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * prime;
    snprintf(key, 33, "%016llx%016llx", (unsigned long long)(hash >> 64), (unsigned long long)hash);
}
