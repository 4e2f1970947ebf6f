/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs of the slice. Files are opened read-only, from the recorded copy of a profiled run if there is one. Reads are
 * checked against the size of their memory. Ends of the run that inputs lead to are kept. */
#include "rank.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK_BYTES = 4096,
    LINE_BYTES = 128
};

static FILE *open_empty(const char *mode)
{
    static char nothing[1];
    return fmemopen(nothing, 0, mode);
}

/* Neither opening nor reading blocks, even if the file becomes a pipe in between. */
static FILE *open_regular(fc_rank *r, const char *name, const char *mode)
{
    struct stat is;
    if (!name || stat(name, &is) != 0)
        return NULL;
    if (strcmp(name, "/dev/null") == 0)
        return open_empty(mode);
    mode_t kind = is.st_mode;
    if (!S_ISREG(kind) && !S_ISDIR(kind))
        fc_rank_end(r, FC_END_STOPPED, "Give the program a regular file.",
                    "%.200s is a pipe, a socket or a device; a cost program reads regular files only", name);
    if (r->setting.may_open && !r->setting.may_open(r->setting.may_open_data, name))
        fc_rank_end(r, FC_END_STOPPED,
                    "Name the file in the program's arguments, run from its folder, or give --allow-read DIR.",
                    "%.200s lies outside the folders that a cost program may read", name);
    int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, mode);
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

/* The copy that the profiled run read; NULL: it read no such file. */
static const fc_recorded_input *find_recorded(const fc_rank *r, const char *name)
{
    const fc_recorded_inputs *inputs = r->setting.inputs;
    for (int i = 0; inputs && name && i < inputs->n; i++)
        if (strcmp(inputs->file[i].name, name) == 0)
            return &inputs->file[i];
    return NULL;
}

static FILE *open_recorded(fc_rank *r, const fc_recorded_input *input, const char *mode)
{
    if (!input->bytes)
        fc_rank_end(r, FC_END_STOPPED, "Profile again with the current file.",
                    "%.200s has changed since it was profiled, and it was too large to be recorded", input->name);
    return input->n > 0 ? fmemopen((void *)(uintptr_t)input->bytes, input->n, mode) : open_empty(mode);
}

void *fc_open_input(fc_rank *r, const char *name, const char *mode)
{
    const fc_recorded_input *recorded = find_recorded(r, name);
    if (recorded)
        return open_recorded(r, recorded, mode);
    FILE *file = open_regular(r, name, mode);
    if (!name)
        fc_rank_check_argument(r);
    if (!file && name) {
        snprintf(r->absent, sizeof r->absent, "%s", name);
        memcpy(r->setting.mark->absent, r->absent, sizeof r->absent);
    }
    return file;
}

/* A copy of the file at descriptor 0, whose position does not move; NULL: it is no regular file. */
static FILE *copy_standard_input(fc_rank *r)
{
    struct stat is;
    if (fstat(STDIN_FILENO, &is) != 0 || !S_ISREG(is.st_mode))
        return NULL;
    size_t n = 0, most = (size_t)is.st_size;
    char *bytes = fc_memory_keep(r, (double)most + 1);
    for (ssize_t got = 1; n < most && got > 0; n += got > 0 ? (size_t)got : 0)
        got = pread(STDIN_FILENO, bytes + n, most - n, (off_t)n);
    return n > 0 ? fmemopen(bytes, n, "r") : open_empty("r");
}

void *fc_standard_input(fc_rank *r)
{
    const fc_recorded_input *recorded = find_recorded(r, "/dev/stdin");
    if (r->standard_input)
        return r->standard_input;
    r->standard_input = r->launch.rank > 0 ? open_empty("r")
                        : recorded         ? open_recorded(r, recorded, "r")
                                           : copy_standard_input(r);
    return r->standard_input ? r->standard_input : (void *)&r->standard_input;
}

void *fc_reopen_input(fc_rank *r, const char *name)
{
    void *file = fc_open_input(r, name, "r");
    r->standard_input = file ? file : open_empty("r");
    return file;
}

bool fc_is_no_input(const fc_rank *r, const void *file)
{
    return file == r || file == &r->standard_input;
}

void *fc_input_file(fc_rank *r, void *file, const char *source, int line)
{
    if (file && !fc_is_no_input(r, file))
        return file;
    fc_rank_set_position(r, source, line);
    if (file == &r->standard_input)
        fc_rank_end(r, FC_END_STOPPED, "Give it a regular file: -- ARGUMENTS < FILE",
                    "the program reads its standard input here, which is no regular file");
    fc_stop(r, file ? "reading a file that it writes" : "reading a file that cannot be opened here", NULL, source,
            line);
}

static void check_room(fc_rank *r, const void *memory, double bytes)
{
    double room = fc_memory_room(r, memory);
    if (bytes > room)
        fc_rank_end(r, FC_END_ARGUMENT, "Check the input file: it may belong to another program or problem size.",
                    "fread reads %.0f bytes into memory of %.0f bytes", bytes, room);
}

size_t fc_input_read(fc_rank *r, void *memory, size_t size, size_t n, void *file)
{
    check_room(r, memory, (double)size * (double)n);
    return fread(memory, size, n, file);
}

/* Reads and discards up to `bytes` bytes; returns the bytes read. */
static double pass_blocks(FILE *file, double bytes)
{
    char block[BLOCK_BYTES];
    double left = bytes;
    size_t got = 1;
    while (left > 0 && got > 0) {
        got = fread(block, 1, left < BLOCK_BYTES ? (size_t)left : BLOCK_BYTES, file);
        left -= (double)got;
    }
    return bytes - left;
}

/* Seeks if the file is seekable and long enough; reads otherwise. */
size_t fc_input_pass(size_t size, size_t n, void *file)
{
    double bytes = (double)size * (double)n;
    long here = ftell(file);
    if (here >= 0 && fseek(file, 0, SEEK_END) == 0) {
        double there = (double)(ftell(file) - here);
        if (fseek(file, bytes <= there ? here + (long)bytes : here, SEEK_SET) == 0 && bytes <= there)
            return size > 0 ? n : 0;
    }
    return size > 0 ? (size_t)(pass_blocks(file, bytes) / (double)size) : 0;
}

size_t fc_input_records(fc_rank *r, const fc_input_record *to, size_t size, size_t n, void *file)
{
    double left = (double)size * (double)n, all = 0;
    check_room(r, to->memory, ceil(left / (double)to->bytes) * (double)to->here);
    char *record = fc_memory_keep(r, (double)to->bytes), *here = to->memory;
    while (left > 0) {
        size_t most = left < (double)to->bytes ? (size_t)left : to->bytes, got = fread(record, 1, most, file);
        for (int i = 0; i < to->n; i++)
            if (to->piece[i].from + to->piece[i].bytes <= got)
                memcpy(here + to->piece[i].to, record + to->piece[i].from, to->piece[i].bytes);
        here += to->here;
        all += (double)got;
        left = got < most ? 0 : left - (double)got;
    }
    fc_heap_free_last(r, (double)to->bytes);
    return size > 0 ? (size_t)(all / (double)size) : 0;
}

/* Grows the line to hold used + 1 bytes. A caller's buffer that is too small is copied and abandoned. */
static void make_room(fc_rank *r, char **line, size_t *room, size_t used)
{
    if (*line && (double)used < fc_min((double)*room, fc_memory_room(r, *line)))
        return;
    size_t more = 2 * used > LINE_BYTES ? 2 * used : LINE_BYTES;
    char *longer = fc_memory_keep(r, (double)more);
    if (used > 1)
        memcpy(longer, *line, used - 1);
    *line = longer;
    *room = more;
}

long fc_input_line(fc_rank *r, char **line, size_t *room, void *file)
{
    size_t n = 0;
    int c = 0;
    while (c != '\n' && (c = getc((FILE *)file)) != EOF) {
        make_room(r, line, room, n + 1);
        (*line)[n++] = (char)c;
    }
    if (n == 0)
        return -1;
    make_room(r, line, room, n + 1);
    (*line)[n] = '\0';
    return (long)n;
}

void fc_end_by_inputs(fc_rank *r, const char *what, const char *message, const char *file, int line)
{
    r->input_end = (fc_input_end){file, line, what, message};
}
