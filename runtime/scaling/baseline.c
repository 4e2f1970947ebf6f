/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/baseline.h"

#include <stdlib.h>
#include <string.h>

const char *fc_measure_word(fc_measure measure)
{
    static const char *const words[] = {
#define WORD(name, word, key) word,
        FC_MEASURE_LIST(WORD)
#undef WORD
    };
    return words[measure];
}

fc_baseline_program *fc_baseline_add_program(fc_baseline *baseline, const char *name)
{
    baseline->program =
        fc_grow(baseline->program, &baseline->program_capacity, baseline->n_programs + 1, sizeof *baseline->program);
    fc_baseline_program *program = &baseline->program[baseline->n_programs++];
    *program = (fc_baseline_program){.name = fc_copy_string(name)};
    return program;
}

fc_baseline_point *fc_baseline_add_point(fc_baseline_program *program)
{
    program->point = fc_grow(program->point, &program->point_capacity, program->n_points + 1, sizeof *program->point);
    fc_baseline_point *point = &program->point[program->n_points++];
    *point = (fc_baseline_point){0};
    return point;
}

fc_baseline_term *fc_baseline_add_term(fc_baseline_program *program)
{
    program->term = fc_grow(program->term, &program->term_capacity, program->n_terms + 1, sizeof *program->term);
    fc_baseline_term *term = &program->term[program->n_terms++];
    *term = (fc_baseline_term){.cost = fc_allocate(program->n_points, sizeof *term->cost)};
    return term;
}

fc_baseline_head *fc_baseline_add_head(fc_baseline_term *term, const char *text)
{
    term->within = fc_grow(term->within, &term->within_capacity, term->n_within + 1, sizeof *term->within);
    fc_baseline_head *head = &term->within[term->n_within++];
    *head = (fc_baseline_head){.text = fc_copy_string(text)};
    return head;
}

static void free_term(fc_baseline_term *term)
{
    for (size_t i = 0; i < term->n_within; i++) {
        free(term->within[i].text);
        free(term->within[i].file);
    }
    char *texts[] = {term->function, term->operation, term->file, term->source, term->formula};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(term->within);
    free(term->cost);
}

static void free_program(fc_baseline_program *program)
{
    for (size_t i = 0; i < program->n_points; i++) {
        free(program->point[i].parameters);
        free(program->point[i].arguments);
        free(program->point[i].fault);
    }
    for (size_t i = 0; i < program->n_terms; i++)
        free_term(&program->term[i]);
    char *texts[] = {program->name,   program->machine,       program->machine_key,
                     program->method, program->compute_model, program->fault};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(program->point);
    free(program->term);
}

void fc_baseline_free(fc_baseline *baseline)
{
    for (size_t i = 0; i < baseline->n_programs; i++)
        free_program(&baseline->program[i]);
    free(baseline->program);
    *baseline = (fc_baseline){0};
}

const fc_baseline_program *fc_baseline_find(const fc_baseline *baseline, const char *name)
{
    for (size_t i = 0; i < baseline->n_programs; i++)
        if (strcmp(baseline->program[i].name, name) == 0)
            return &baseline->program[i];
    return NULL;
}

long fc_baseline_find_point(const fc_baseline_program *program, const fc_baseline_point *like)
{
    for (size_t i = 0; i < program->n_points; i++) {
        const fc_baseline_point *point = &program->point[i];
        if (point->ranks == like->ranks && strcmp(point->parameters, like->parameters) == 0 &&
            strcmp(point->arguments, like->arguments) == 0)
            return (long)i;
    }
    return -1;
}

char *fc_baseline_label(const fc_baseline_point *point)
{
    return fc_format("p = %d%s%s%s%s", point->ranks, point->parameters[0] ? ", " : "", point->parameters,
                     point->arguments[0] ? ", arguments " : "", point->arguments);
}
