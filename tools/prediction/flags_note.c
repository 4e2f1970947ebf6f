/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/flags_note.h"

#include "machine_properties/support/words.h"

#include <string.h>

typedef struct optimization {
    const char *level, *processor;
    bool is_fast; /* -ffast-math */
} optimization;

static void take(optimization *of, const char *flag)
{
    if (strncmp(flag, "-O", 2) == 0)
        of->level = strcmp(flag, "-O") == 0 ? "-O1" : flag;
    else if (strncmp(flag, "-march=", 7) == 0)
        of->processor = flag;
    else if (strcmp(flag, "-ffast-math") == 0 || strcmp(flag, "-fno-fast-math") == 0)
        of->is_fast = flag[2] == 'f';
}

static bool is_same(const optimization *a, const optimization *b)
{
    bool is_fast[2] = {a->is_fast || strcmp(a->level, "-Ofast") == 0, b->is_fast || strcmp(b->level, "-Ofast") == 0};
    return strcmp(a->level, b->level) == 0 && strcmp(a->processor, b->processor) == 0 && is_fast[0] == is_fast[1];
}

static void note(const fc_source *source, const optimization *is, const fc_machine *machine, FILE *out)
{
    fprintf(out,
            "note: %s is compiled with %s%s%s%s, but machine %s was calibrated with %s; computation may be off by a "
            "factor of several.\n  Calibrate with these flags (--cc). If they are not the program's flags, give its "
            "flags after the \"--\" of analyze.\n",
            source->path, is->level, is->processor[0] ? " " : "", is->processor, is->is_fast ? " -ffast-math" : "",
            machine->coefficients.name, machine->compiler);
}

void fc_flags_note(const fc_program *program, const fc_machine *machine, FILE *out)
{
    optimization calibrated = {"-O0", "", false};
    fc_words words = {0};
    if (!machine->compiler || !machine->compiler[0])
        return;
    fc_words_split(&words, machine->compiler);
    for (size_t i = 0; i < words.n; i++)
        take(&calibrated, words.item[i]);
    bool is_noted = false;
    for (int i = 0; i < program->n_files && !is_noted; i++) {
        const fc_source *source = &program->file[i];
        optimization is = {"-O0", "", false};
        for (int k = 0; k < source->n_arguments; k++)
            take(&is, source->argument[k]);
        is_noted = source->is_main && !is_same(&is, &calibrated);
        if (is_noted)
            note(source, &is, machine, out);
    }
    fc_words_free(&words);
}

void fc_cycles_note(const fc_program *program, const fc_machine *machine, FILE *out)
{
    if (program->code_cpu)
        fprintf(out,
                "note: loop throughput comes from llvm-mca for %s; a cycle is the time of an integer addition on "
                "machine %s.\n  To use the calibrated costs, analyze without --mca.\n",
                program->code_cpu, machine->coefficients.name);
}
