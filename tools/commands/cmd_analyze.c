/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/passes/analysis.h"
#include "analyzer/passes/machine_code.h"
#include "tools/command_line/command_table.h"
#include "tools/launch/code_listing.h"
#include "tools/launch/program_sources.h"
#include "tools/output/notes_print.h"
#include "tools/prediction/annotation.h"
#include "tools/prediction/next_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SOURCES = 10000,
    SHOWN_COUNTERS = 8
};

static const char *plural(int n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

static int count_sources(const fc_program *program)
{
    int n = 0;
    for (int i = 0; i < program->n_files; i++)
        n += program->file[i].is_main;
    return n;
}

static void print_summary(const fc_arguments *arguments, const fc_analysis *analysis)
{
    int procedures = 0, n_sources = count_sources(analysis->program);
    for (int i = 0; i < analysis->program->n_procedures; i++)
        procedures += analysis->reached[i];
    if (n_sources == 1 && arguments->n_operands == 1)
        fprintf(arguments->out, "%s: ", arguments->operand[0]);
    else
        fprintf(arguments->out, "%s, %d %s: ", analysis->program->name, n_sources, plural(n_sources, "file", "files"));
    fprintf(arguments->out, "%d %s, %d %s, %d MPI %s; all supported.\n", procedures,
            plural(procedures, "procedure", "procedures"), analysis->n_loops,
            plural(analysis->n_loops, "loop", "loops"), analysis->n_mpi_calls,
            plural(analysis->n_mpi_calls, "call", "calls"));
}

static void print_counter(FILE *out, const fc_analysis *analysis, const fc_site_model *counter)
{
    fc_place place = fc_program_place(analysis->program, counter->node->span);
    fprintf(out, "    %s:%d  %s", place.file, place.line, counter->operation);
    if (counter->why)
        fprintf(out, ": %s", counter->why);
    fprintf(out, "\n");
}

/* How often a bound ends its loop goes with the loop's own counter. */
static bool is_of_bound(const fc_site_model *counter)
{
    return strcmp(counter->operation, "bound") == 0;
}

/* The counters that no annotation tells; how many one does. */
static FC_GIVE const fc_site_model **open_counters(const fc_analysis *analysis, int *n, int *n_annotated)
{
    const fc_site_model **open = fc_allocate(analysis->n_counters, sizeof *open);
    *n = *n_annotated = 0;
    for (size_t i = 0; i < analysis->n_counters; i++) {
        double value;
        if (is_of_bound(&analysis->counter[i]))
            continue;
        if (fc_annotation_find(&value, analysis->program, &analysis->counter[i], NULL) || isnan(value))
            open[(*n)++] = &analysis->counter[i];
        else
            ++*n_annotated;
    }
    return open;
}

/* A few counts a person may know; many are functions of sizes that several small runs tell. */
static void print_next_profile(FILE *out, const fc_program *program, const fc_site_model *const *open, int n,
                               const char *output)
{
    enum {
        FEW = 3
    };
    fc_place first = fc_program_place(program, open[0]->node->span);
    const char *slash = strrchr(first.file, '/');
    fprintf(out, "Next: forecost profile %s -n 2 -- ARGUMENTS        ", output);
    if (n <= FEW)
        fprintf(out, "(or predict --assume %s:%d=VALUE)\n", slash ? slash + 1 : first.file, first.line);
    else
        fprintf(out, "(with --planned: small runs that tell how the counts grow with the sizes)\n");
}

/* How many loops are closed, which counts a profile has to tell, and the commands that tell them. */
static void print_counts(const fc_arguments *arguments, const fc_analysis *analysis, const char *output)
{
    FILE *out = arguments->out;
    int n, n_annotated;
    const fc_site_model **open = open_counters(analysis, &n, &n_annotated);
    fprintf(out, "Counts: %d of %d %s closed, %d executed", analysis->n_closed_loops, analysis->n_loops,
            plural(analysis->n_loops, "loop", "loops"), analysis->n_executed_loops);
    if (n_annotated > 0)
        fprintf(out, ", %d annotated", n_annotated);
    if (n == 0)
        fprintf(out, "; none needs a profile.\nNext: forecost predict %s%s -- ARGUMENTS\n", output,
                fc_next_points(analysis->program));
    else
        fprintf(out, "; %d %s a profile:\n", n, plural(n, "count needs", "counts need"));
    int shown = fc_arguments_has(arguments, "all") || n < SHOWN_COUNTERS ? n : SHOWN_COUNTERS;
    for (int i = 0; i < shown; i++)
        print_counter(out, analysis, open[i]);
    if (n > shown)
        fprintf(out, "    and %d more: analyze --all lists them\n", n - shown);
    if (n > 0)
        print_next_profile(out, analysis->program, open, n, output);
    free(open);
}

/* A model that goes to standard output leaves it no room for words. */
static fc_arguments speaking_arguments(const fc_arguments *arguments, const char *output)
{
    fc_arguments speaking = *arguments;
    if (strcmp(output, "-") == 0)
        speaking.out = arguments->errors;
    return speaking;
}

/* Of how many innermost loops the compiler's code was found, and what it made of them. */
static void print_code(const fc_arguments *arguments, const fc_analysis *analysis)
{
    const char *cpu = analysis->program->code_cpu;
    int loops = 0, found = 0, vector = 0, told = 0;
    for (size_t i = 0; i < analysis->n_regions; i++) {
        const fc_region_model *region = analysis->region[i];
        if (!(region->flags & FC_REGION_LOOP))
            continue;
        fc_code code = fc_machine_code_of(analysis->program, region);
        loops++;
        found += code.iterations > 0;
        vector += code.iterations > 0 && code.vector_bytes > 8;
        told += code.cycles > 0;
    }
    fprintf(arguments->out, "Code: %d of %d innermost %s found in the machine code, %d vectorised.\n", found, loops,
            plural(loops, "loop", "loops"), vector);
    if (cpu)
        fprintf(arguments->out, "llvm-mca told the cycles of %d of them on %s.\n", told, cpu);
}

/* --mca asks about the code, so it has to be read. */
static bool is_code_read(const fc_arguments *arguments)
{
    return fc_arguments_has(arguments, "code") || fc_arguments_has(arguments, "mca");
}

static void print_findings(const fc_arguments *arguments, const fc_analysis *analysis, const char *output)
{
    fc_text warnings = {0};
    for (size_t i = 0; i < analysis->n_warnings; i++)
        fc_text_add(&warnings, "%s\n", analysis->warning[i]);
    if (warnings.bytes)
        fc_notes_print(arguments->errors, warnings.bytes, fc_arguments_has(arguments, "all"));
    fc_text_free(&warnings);
    print_summary(arguments, analysis);
    if (is_code_read(arguments))
        print_code(arguments, analysis);
    print_counts(arguments, analysis, output);
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    const char *asked = fc_arguments_value(arguments, "output");
    fc_status status = fc_program_sources_read(&program, arguments, report);
    char *output = asked || status ? fc_copy_string(asked ? asked : "") : fc_format("%s.fc", program->name);
    fc_arguments speaking = speaking_arguments(arguments, output);
    if (!status)
        status = fc_analysis_create(&analysis, program, report);
    if (!status)
        status = fc_annotation_check(analysis, arguments->errors, report);
    if (!status && is_code_read(arguments))
        status = fc_code_listing_read(program, fc_arguments_value(arguments, "mca"), report);
    if (!status)
        status = fc_program_write(program, output, report);
    if (!status)
        print_findings(&speaking, analysis, output);
    fc_analysis_free(analysis);
    fc_program_free(program);
    free(output);
    return status;
}

static const fc_option options[] = {
    {'o', "output", "FILE", NULL, NULL, false,
     "the program model to write; standard: the name of the file with main, or of the executable, with .fc"},
    {0, "compiler", "COMMAND", NULL, "mpicc", false,
     "the command that compiles and links the program; tells where mpi.h is. An executable's own goes before the "
     "standard"},
    {'p', "build", "DIR", NULL, NULL, false,
     "take the sources and their flags from DIR/compile_commands.json; operands then choose among them"},
    {0, "main", "FILE", NULL, NULL, false, "with -p: the file with the main function, if several have one"},
    {0, "notes", "FILE", NULL, NULL, false,
     "pragmas for sources that must not be edited: a line each, FILE.c:LINE, then trip(NUMBER), probability(NUMBER), "
     "param(PLACE), data, cost(EXPRESSION), ignore or init_end, as #pragma forecost before the statement that begins "
     "there; "
     "or "
     "PROCEDURE, then cost(EXPRESSION) or ignore; # begins a comment"},
    {0, "library", "FILE", NULL, NULL, false,
     "what functions defined elsewhere cost, a line each: NAME(ARGUMENT, ...), then cost(EXPRESSION), cost(EXPRESSION, "
     "OPERATION TYPE) or ignore; an argument is a name for the expression, *NAME where it is handed over by address, "
     "or "
     "'.'; # begins a comment"},
    {0, "all", NULL, NULL, NULL, false,
     "list every count that needs a profile, not the first 8 alone, and each place that a note is about"},
    {0, "code", NULL, NULL, NULL, false,
     "also compile the program and read the machine code of its loops: vector lanes, unrolling, place"},
    {0, "mca", "CPU", NULL, NULL, false,
     "as --code, and ask llvm-mca-19 (package llvm-19) how many cycles a turn of each loop's code keeps the units of a "
     "processor busy: predictions then take the core's throughput from there instead of the calibrated costs. CPU is "
     "native, or another name that `llvm-mca-19 -mcpu=help` lists"},
};

const fc_command fc_command_analyze = {
    .name = "analyze",
    .operands = "SOURCE.c... or EXECUTABLE",
    .least_operands = 0,
    .most_operands = MAX_SOURCES,
    .rest = "the flags the program is compiled with: -O2, -I DIR, -D NAME=VALUE",
    .help = "read MPI C sources into a program model",
    .about =
        "Reads C sources as one MPI program, finds what its run time depends on, and writes the program model that "
        "every other command takes. Tells which counts the source alone does not tell. Of an executable built by "
        "`forecost cc` it finds the sources, each with its own flags, and what else it is linked with; with -p they "
        "come from compile_commands.json. Flags after -- then follow each source's own. A source that was edited since "
        "the executable was built is told, and taken as it is now.",
    .example = "forecost analyze jacobi.c -o jacobi.fc -- -O3 -march=native",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
