/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/model/profile/input_files.h"

#include "analyzer/model/json_text.h"

#include <ctype.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const fc_input_copy *fc_input_files_find(const fc_input_files *inputs, const char *name)
{
    for (size_t i = 0; i < inputs->n; i++)
        if (strcmp(inputs->file[i].name, name) == 0)
            return &inputs->file[i];
    return NULL;
}

static fc_input_copy *append(fc_input_files *inputs, FC_TAKE char *name, size_t n)
{
    inputs->file = fc_grow(inputs->file, &inputs->capacity, inputs->n + 1, sizeof *inputs->file);
    fc_input_copy *file = &inputs->file[inputs->n++];
    *file = (fc_input_copy){.name = name, .n = n};
    return file;
}

void fc_input_files_add(fc_input_files *inputs, const char *name, const char *bytes, size_t n)
{
    if (fc_input_files_find(inputs, name))
        return;
    fc_input_copy *file = append(inputs, fc_copy_string(name), n);
    fc_content_key(file->key, bytes, n < FC_INPUT_FILE_MOST ? n : FC_INPUT_FILE_MOST);
    if (n > FC_INPUT_FILE_MOST)
        return;
    file->bytes = fc_allocate(n + 1, 1);
    memcpy(file->bytes, bytes, n);
}

void fc_input_files_add_present(fc_input_files *inputs, const char *name)
{
    struct stat found;
    int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) {
        char *bytes = fc_allocate(FC_INPUT_FILE_MOST, 1);
        /* Reads at most FC_INPUT_FILE_MOST bytes. */
        size_t n = 0;
        ssize_t got;
        while (n < FC_INPUT_FILE_MOST && (got = read(file, bytes + n, FC_INPUT_FILE_MOST - n)) > 0)
            n += (size_t)got;
        fc_input_files_add(inputs, name, bytes, n < FC_INPUT_FILE_MOST ? n : (size_t)found.st_size);
        free(bytes);
    }
    close(file);
}

bool fc_input_copy_is_same(const fc_input_copy *a, const fc_input_copy *b)
{
    return a->n == b->n && strcmp(a->key, b->key) == 0;
}

/* A positive number at *at, which it moves past; 0: there is none, or the number continues a word. */
static double take_number(const char **at, const char *begin)
{
    char *end;
    bool is_within_word = *at > begin && (isalnum((unsigned char)(*at)[-1]) || (*at)[-1] == '_');
    if (is_within_word || !isdigit((unsigned char)**at))
        return 0;
    double number = strtod(*at, &end);
    *at = end;
    return isfinite(number) ? number : 0;
}

/* Visits the pairs of numbers of two files that are equal but for positive numbers. False: they are not. */
static bool compare(const fc_input_copy *a, const fc_input_copy *b, void (*visit)(void *data, double p, double q),
                    void *data)
{
    const char *x = a->bytes, *y = b->bytes;
    bool is_alike = x && y && strlen(x) == a->n && strlen(y) == b->n;
    while (is_alike && (*x || *y)) {
        double p = take_number(&x, a->bytes), q = take_number(&y, b->bytes);
        if (p > 0 && q > 0)
            visit(data, p, q);
        else
            is_alike = p == q && *x++ == *y++;
    }
    return is_alike;
}

static void add_square(void *squares, double p, double q)
{
    *(double *)squares += log(p / q) * log(p / q);
}

double fc_input_copy_distance(const fc_input_copy *a, const fc_input_copy *b)
{
    double squares = 0;
    return compare(a, b, add_square, &squares) ? fmax(sqrt(squares), log(2)) : log(2);
}

typedef struct number_list {
    double *number;
    size_t n, capacity;
} number_list;

static void add_first(void *data, double p, double q)
{
    (void)q;
    number_list *list = data;
    list->number = fc_grow(list->number, &list->capacity, list->n + 1, sizeof *list->number);
    list->number[list->n++] = p;
}

bool fc_input_copy_numbers(double **out, size_t *n, const fc_input_copy *file, const fc_input_copy *like)
{
    number_list list = {0};
    if (!compare(file, like, add_first, &list)) {
        free(list.number);
        return false;
    }
    *out = list.number;
    *n = list.n;
    return true;
}

void fc_input_copy_locate(int *line, int *place, const fc_input_copy *file, size_t k)
{
    *line = 1;
    *place = 0;
    size_t passed = 0;
    for (const char *at = file->bytes; *at && passed <= k;) {
        if (take_number(&at, file->bytes) > 0) {
            passed++;
            ++*place;
            continue;
        }
        if (*at == '\n') {
            ++*line;
            *place = 0;
        }
        at++;
    }
}

void fc_input_files_free(fc_input_files *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        free(inputs->file[i].name);
        free(inputs->file[i].bytes);
    }
    free(inputs->file);
    *inputs = (fc_input_files){0};
}

void fc_input_files_write(fc_json_writer *json, const char *key, const fc_input_files *inputs)
{
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (size_t i = 0; i < inputs->n; i++) {
        const fc_input_copy *file = &inputs->file[i];
        fc_json_writer_break(json, 0);
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_member(json, "name", file->name);
        fc_json_writer_whole(json, "bytes", (long long)file->n);
        if (file->bytes) {
            fc_json_writer_item(json, "content");
            fc_json_write_bytes(json->out, file->bytes, file->n);
        } else {
            fc_json_member(json, "beginning", file->key);
        }
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
}

static bool read_content(fc_input_copy *file, const json_t *value)
{
    const json_t *beginning = json_object_get(value, "beginning");
    size_t n = 0;
    if (file->n > FC_INPUT_FILE_MOST) {
        if (!fc_json_is_key(beginning))
            return false;
        memcpy(file->key, json_string_value(beginning), sizeof file->key);
        return true;
    }
    file->bytes = fc_json_bytes(json_object_get(value, "content"), &n);
    if (!file->bytes || n != file->n)
        return false;
    fc_content_key(file->key, file->bytes, n);
    return true;
}

bool fc_input_files_read(fc_input_files *out, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i), *bytes = json_object_get(value, "bytes");
        char *name = fc_json_string(json_object_get(value, "name"));
        bool is_good =
            name && !fc_input_files_find(out, name) && json_is_integer(bytes) && json_integer_value(bytes) >= 0;
        if (!is_good) {
            free(name);
            return false;
        }
        if (!read_content(append(out, name, (size_t)json_integer_value(bytes)), value))
            return false;
    }
    return !list || json_is_array(list);
}
