/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/reader/handles.h"
#include "support/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct define {
    char *name;
    long begin, end; /* offsets of the definition's text, continuation lines included */
} define;

typedef struct fc_header {
    bool is_mpi; /* a .h file in a folder with an mpi.h */
    char *text;
    size_t length;
    define *item; /* sorted by offset */
    int n;
    size_t capacity;
    fc_map by_object; /* object name -> item; a cache of find_object() */
} fc_header;

bool fc_handles_is_name(const char *name)
{
    if (strncmp(name, "MPI_", 4) != 0 || !isalnum((unsigned char)name[4]))
        return false;
    for (name += 4; *name; name++)
        if (!isupper((unsigned char)*name) && !isdigit((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

bool fc_handles_is_type(const char *name)
{
    static const char *const type[] = {"MPI_Comm",       "MPI_Datatype", "MPI_Request", "MPI_Status",
                                       "MPI_Op",         "MPI_Group",    "MPI_Win",     "MPI_Info",
                                       "MPI_Errhandler", "MPI_File",     "MPI_Message", "MPI_Session"};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        if (strcmp(name, type[i]) == 0)
            return true;
    return false;
}

static bool is_in_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

static const char *skip_blank(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* The end of a logical line: a backslash at a line's end continues it. */
static const char *logical_end(const char *at)
{
    for (;;) {
        const char *end = strchr(at, '\n');
        if (!end)
            return at + strlen(at);
        bool is_continued = end > at && (end[-1] == '\\' || (end[-1] == '\r' && end - 1 > at && end[-2] == '\\'));
        if (!is_continued)
            return end;
        at = end + 1;
    }
}

/* Adds the macro that `line` defines, if its name is a handle's. */
static void take_define(fc_header *header, const char *line, const char *end)
{
    const char *at = skip_blank(line);
    if (*at != '#')
        return;
    at = skip_blank(at + 1);
    if (strncmp(at, "define", 6) != 0 || is_in_name(at[6]))
        return;
    at = skip_blank(at + 6);
    const char *name = at;
    while (is_in_name(*at))
        at++;
    char *copy = fc_format("%.*s", (int)(at - name), name);
    if (*at == '(' || !fc_handles_is_name(copy)) {
        free(copy);
        return;
    }
    header->item = fc_grow(header->item, &header->capacity, (size_t)header->n + 1, sizeof *header->item);
    header->item[header->n++] = (define){.name = copy, .begin = at - header->text, .end = end - header->text};
}

static bool has_mpi_sibling(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *sibling = slash ? fc_format("%.*s/mpi.h", (int)(slash - path), path) : fc_copy_string("mpi.h");
    bool found = access(sibling, R_OK) == 0;
    free(sibling);
    return found;
}

static fc_header *read_header(const char *path)
{
    fc_header *header = fc_allocate(1, sizeof *header);
    size_t name_length = strlen(path);
    bool is_header = name_length > 2 && strcmp(path + name_length - 2, ".h") == 0;
    header->is_mpi =
        is_header && has_mpi_sibling(path) && fc_file_read(&header->text, &header->length, path, 0, NULL) == FC_OK;
    if (!header->is_mpi)
        return header;
    for (const char *line = header->text; *line;) {
        const char *end = logical_end(line);
        take_define(header, line, end);
        line = *end ? end + 1 : end;
    }
    return header;
}

static fc_header *header_of(fc_handles *handles, const char *path)
{
    fc_header *header = fc_map_get(&handles->by_path, path, strlen(path));
    if (header)
        return header;
    header = read_header(path);
    fc_map_put(&handles->by_path, path, strlen(path), header);
    handles->header =
        fc_grow(handles->header, &handles->capacity, (size_t)handles->n_headers + 1, sizeof *handles->header);
    return handles->header[handles->n_headers++] = header;
}

bool fc_handles_is_header(fc_handles *handles, const char *path)
{
    return header_of(handles, path)->is_mpi;
}

const char *fc_handles_find_by_offset(fc_handles *handles, const char *path, long offset)
{
    const fc_header *header = header_of(handles, path);
    int low = 0, high = header->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (header->item[middle].end < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < header->n && header->item[low].begin <= offset ? header->item[low].name : NULL;
}

static bool contains_word(const char *text, size_t length, const char *word)
{
    size_t wanted = strlen(word);
    const char *end = text + length;
    for (const char *at = text; wanted && (at = memmem(at, (size_t)(end - at), word, wanted)); at++)
        if ((at == text || !is_in_name(at[-1])) && (at + wanted == end || !is_in_name(at[wanted])))
            return true;
    return false;
}

static define *find_object(const fc_header *header, const char *object)
{
    for (int i = 0; i < header->n; i++) {
        define *item = &header->item[i];
        if (contains_word(header->text + item->begin, (size_t)(item->end - item->begin), object))
            return item;
    }
    return NULL;
}

const char *fc_handles_find_by_object(fc_handles *handles, const char *path, const char *object)
{
    fc_header *header = header_of(handles, path);
    define *item = fc_map_get(&header->by_object, object, strlen(object));
    if (!item && (item = find_object(header, object)))
        fc_map_put(&header->by_object, object, strlen(object), item);
    return item ? item->name : NULL;
}

void fc_handles_free(fc_handles *handles)
{
    for (int i = 0; i < handles->n_headers; i++) {
        fc_header *header = handles->header[i];
        for (int k = 0; k < header->n; k++)
            free(header->item[k].name);
        fc_map_free(&header->by_object);
        free(header->item);
        free(header->text);
        free(header);
    }
    free(handles->header);
    fc_map_free(&handles->by_path);
    *handles = (fc_handles){0};
}
