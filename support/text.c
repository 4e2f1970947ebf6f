/* SPDX-License-Identifier: Apache-2.0 */
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static _Noreturn void exit_out_of_memory(size_t count, size_t size)
{
    fprintf(stderr, "forecost: out of memory (%zu x %zu bytes)\n", count, size);
    exit(70);
}

void *fc_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);
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

static const char *why_unreadable(int descriptor, const char *path)
{
    struct stat is;
    if (descriptor < 0 || fstat(descriptor, &is))
        return strerror(errno);
    if (S_ISREG(is.st_mode) || is_open_descriptor(path))
        return NULL;
    return S_ISDIR(is.st_mode) ? strerror(EISDIR) : S_ISFIFO(is.st_mode) ? "it is a pipe" : "it is a device";
}

/* On failure returns NULL and sets *why to the reason, valid until the next call. */
static FILE *open_file(const char **why, const char *path)
{
    int wait = is_open_descriptor(path) ? 0 : O_NONBLOCK;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | wait);
    *why = why_unreadable(descriptor, path);
    if (*why && descriptor >= 0)
        close(descriptor);
    return *why ? NULL : fdopen(descriptor, "rb");
}

fc_status fc_file_read(char **out, size_t *length, const char *path, size_t limit, fc_report *report)
{
    fc_place place = {path, 0, 0};
    const char *why;
    FILE *file = open_file(&why, path);
    if (!file)
        return fc_fail(report, FC_E_INPUT, place, "Give the path of a readable regular file.", "cannot be read: %s",
                       why);
    fc_status status = read_stream(out, length, file, limit ? limit : (size_t)1 << 30);
    if (status)
        fc_fail(report, status, place, "Check that it is a regular file within the size limit.", "cannot be read: %s",
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

static int write_temporary(char *temporary, const char *bytes, size_t length)
{
    int descriptor = mkstemp(temporary);
    if (descriptor < 0)
        return -1;
    mode_t mask = umask(0);
    umask(mask);
    int bad = fchmod(descriptor, 0666 & ~mask) || write_all(descriptor, bytes, length) || fsync(descriptor);
    int saved = errno;
    if (close(descriptor) && !bad) {
        bad = 1;
        saved = errno;
    }
    if (bad)
        unlink(temporary);
    errno = saved;
    return bad ? -1 : 0;
}

fc_status fc_file_write(const char *path, const char *bytes, size_t length, fc_report *report)
{
    if (strcmp(path, "-") == 0) {
        if (fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0)
            return FC_OK;
        return fc_fail(report, FC_E_INPUT, FC_NOWHERE, NULL, "standard output cannot be written: %s", strerror(errno));
    }
    char *temporary = fc_format("%s.XXXXXX", path);
    int bad = write_temporary(temporary, bytes, length);
    if (!bad && rename(temporary, path)) {
        bad = -1;
        int saved = errno;
        unlink(temporary);
        errno = saved;
    }
    free(temporary);
    if (bad)
        return fc_fail(report, FC_E_INPUT, (fc_place){path, 0, 0}, "Choose a folder you may write to.",
                       "cannot be written: %s", strerror(errno));
    return FC_OK;
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
