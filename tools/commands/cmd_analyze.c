/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/constants/conditional_constants.h"
#include "analyzer/cost_tree/analysis.h"
#include "analyzer/effects/error_checks.h"
#include "analyzer/regions/machine_code.h"
#include "analyzer/values/quantities.h"
#include "support/diagnostics.h"
#include "support/messages/profile.h"
#include "support/path.h"
#include "tools/command_line/command_table.h"
#include "tools/command_line/output_check.h"
#include "tools/command_line/program_sources.h"
#include "tools/counts/assumed_bounds.h"
#include "tools/counts/count_annotation.h"
#include "tools/counts/loop_summary.h"
#include "tools/counts/provenance.h"
#include "tools/machine_code/disassembly.h"
#include "tools/output/notes_print.h"
#include "tools/points/proposed_options.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SOURCES = 10000,
    SHOWN_COUNTERS = 8,
    MOST_NODES = 100000 /* of a program that is compiled without being asked: about ten seconds of gcc -O2 */
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
    fprintf(arguments->out, "%d %s, %d %s, %d MPI %s; ", procedures, plural(procedures, "procedure", "procedures"),
            analysis->n_loops, plural(analysis->n_loops, "loop", "loops"), analysis->n_mpi_calls,
            plural(analysis->n_mpi_calls, "call", "calls"));
    if (analysis->n_unsupported)
        fprintf(arguments->out, "%d not supported.\n", analysis->n_unsupported);
    else
        fprintf(arguments->out, "all supported.\n");
}

/* The counters without an annotated value; *n_annotated: how many have one. */
static FC_GIVE const fc_site_model **open_counters(const fc_analysis *analysis, int *n, int *n_annotated)
{
    const fc_site_model **open = fc_allocate(analysis->n_counters, sizeof *open);
    *n = *n_annotated = 0;
    for (size_t i = 0; i < analysis->n_counters; i++) {
        double value;
        /* The counter of the entries that reach the loop's bound belongs to the loop's own counter. */
        if (strcmp(analysis->counter[i].operation, "bound") == 0)
            continue;
        if (fc_count_annotation_find(&value, analysis->program, &analysis->counter[i], NULL) || isnan(value))
            open[(*n)++] = &analysis->counter[i];
        else
            ++*n_annotated;
    }
    return open;
}

/* --assume bounds gives each of the counters a value. */
static bool all_have_bounds(const fc_analysis *analysis, const fc_site_model *const *open, int n)
{
    bool all = true;
    for (int i = 0; i < n && all; i++) {
        const size_t next = (size_t)(open[i] - analysis->counter) + 1;
        all = fc_assumed_bounds_cover(open[i]->operation,
                                      next < analysis->n_counters ? analysis->counter[next].operation : NULL);
    }
    return all;
}

/* How many loops have closed counts, over which quantities, which counts need a profile, and the command to run next.
 */
static void print_counts(const fc_arguments *arguments, const fc_quantities *quantities, const char *output)
{
    FILE *out = arguments->out;
    const fc_analysis *analysis = quantities->analysis;
    int n, n_annotated;
    const fc_site_model **open = open_counters(analysis, &n, &n_annotated);
    fc_loop_summary_print(out, quantities);
    if (n_annotated > 0)
        fprintf(out, ", %d annotated", n_annotated);
    if (n == 0)
        fprintf(out, "; no count needs a profile.\nNext: forecost predict %s%s%s\n", output,
                fc_proposed_options(analysis->program), fc_proposed_arguments(analysis->program));
    else
        fprintf(out, "; %d %s a profile:\n", n, plural(n, "count needs", "counts need"));
    int shown = fc_arguments_has(arguments, "all") || n < SHOWN_COUNTERS ? n : SHOWN_COUNTERS;
    for (int i = 0; i < shown; i++) {
        const fc_site_model *counter = open[i];
        fc_place place = fc_program_place(analysis->program, counter->node->span);
        char file[PATH_MAX];
        fc_path_write(file, sizeof file, place.file);
        fprintf(out, "    %s:%d  %s", file, place.line, counter->operation);
        if (counter->why)
            fprintf(out, ": %s", counter->why);
        fprintf(out, "\n");
    }
    if (n > shown)
        fprintf(out, "    and %d more: analyze --all lists them\n", n - shown);
    if (quantities->n > 0 && fc_arguments_has(arguments, "all")) {
        fprintf(out, "Quantities that bound loops:\n");
        fc_loop_summary_print_quantities(out, quantities);
    }
    if (n > 0) {
        /* The user may know a few counts; many counts are functions of the problem size, fitted to several small runs.
         */
        enum {
            FEW = 3
        };
        fc_place first = fc_program_place(analysis->program, open[0]->node->span);
        fprintf(out, "Next: forecost profile %s -n 2%s        ", output, fc_proposed_arguments(analysis->program));
        if (n <= FEW)
            fprintf(out, "(or predict --assume %s:%d=VALUE%s)\n", fc_path_name(first.file), first.line,
                    all_have_bounds(analysis, open, n) ? ", or --assume bounds" : "");
        else
            fprintf(out, "(with --planned: several small runs, to fit how the counts grow with the sizes)\n");
    }
    free(open);
}

/* How many innermost loops were found in the machine code, are vectorized, and have cycles from llvm-mca. */
static void print_code(const fc_arguments *arguments, const fc_analysis *analysis)
{
    const char *cpu = analysis->program->code_cpu;
    int loops = 0, found = 0, vector = 0, with_cycles = 0;
    for (size_t i = 0; i < analysis->n_regions; i++) {
        const fc_region_model *region = analysis->region[i];
        if (!(region->flags & FC_REGION_LOOP))
            continue;
        fc_code code = fc_machine_code_of(analysis->program, region);
        loops++;
        found += code.iterations > 0;
        vector += code.iterations > 0 && code.vector_bytes > 8;
        with_cycles += code.cycles > 0;
    }
    fprintf(arguments->out, "Code: %d of %d innermost %s found in the machine code, %d vectorized.\n", found, loops,
            plural(loops, "loop", "loops"), vector);
    if (cpu)
        fprintf(arguments->out, "Loop throughput comes from llvm-mca for %d of them on %s.\n", with_cycles, cpu);
}

/* --mca needs the machine code too. */
static bool is_code_asked(const fc_arguments *arguments)
{
    return fc_arguments_has(arguments, "code") || fc_arguments_has(arguments, "mca");
}

static fc_status check_code_options(const fc_arguments *arguments, fc_report *report)
{
    if (!is_code_asked(arguments) || !fc_arguments_has(arguments, "no-code"))
        return FC_OK;
    return fc_fail(report, FC_E_USAGE, FC_NOWHERE, NULL, FC_MSG_CODE_AND_NO_CODE,
                   fc_arguments_has(arguments, "mca") ? "--mca" : "--code");
}

static bool has_innermost_loop(const fc_analysis *analysis)
{
    bool found = false;
    for (size_t i = 0; i < analysis->n_regions && !found; i++)
        found = (analysis->region[i]->flags & FC_REGION_LOOP) != 0;
    return found;
}

/* Why a program is compiled only if asked; NULL: it is compiled. */
static const char *why_not_compiled(const fc_arguments *arguments, const fc_program *program)
{
    if (fc_arguments_has(arguments, "build"))
        return "commands of compile_commands.json are run only with --code";
    return program->n_nodes > MOST_NODES ? "a program of this size is compiled only with --code" : NULL;
}

/* What goes wrong is an error only with --code. */
static fc_status read_code(const fc_arguments *arguments, const fc_analysis *analysis, fc_program *program,
                           fc_report *report)
{
    fc_report own = {0};
    if (is_code_asked(arguments))
        return fc_disassembly_read(program, fc_arguments_value(arguments, "mca"), report);
    const char *given = getenv("FORECOST_CODE");
    if (fc_arguments_has(arguments, "no-code") || (given && strcmp(given, "off") == 0) ||
        !fc_disassembly_knows_host() || !has_innermost_loop(analysis))
        return FC_OK;
    const char *why = why_not_compiled(arguments, program);
    fc_status status = why ? FC_OK : fc_disassembly_read(program, NULL, &own);
    if (status == FC_E_INTERRUPTED)
        *report = own;
    else if (why || status)
        fc_diagnose(arguments->errors, FC_NOTE, FC_NOWHERE, FC_MSG_CODE_NOT_READ,
                    why ? (int)strlen(why) : (int)strcspn(own.text, "\n"), why ? why : own.text);
    return status == FC_E_INTERRUPTED ? status : FC_OK;
}

static void print_findings(const fc_arguments *arguments, const fc_analysis *analysis, const fc_quantities *quantities,
                           const char *output)
{
    fc_text warnings = {0};
    for (size_t i = 0; i < analysis->n_warnings; i++)
        fc_text_add(&warnings, "%s\n", analysis->warning[i]);
    if (warnings.bytes)
        fc_notes_print(arguments->errors, warnings.bytes, fc_arguments_has(arguments, "all"));
    fc_text_free(&warnings);
    print_summary(arguments, analysis);
    if (is_code_asked(arguments) || analysis->program->n_code > 0)
        print_code(arguments, analysis);
    print_counts(arguments, quantities, output);
}

/* The findings, or the answer to --why. */
static fc_status print_result(const fc_arguments *arguments, const fc_analysis *analysis, const char *output,
                              fc_report *report)
{
    const char *place = fc_arguments_value(arguments, "why");
    fc_status status = FC_OK;
    fc_quantities quantities;
    fc_quantities_find(&quantities, analysis);
    if (place)
        status = fc_provenance_print(arguments->out, &quantities, place, report);
    else
        print_findings(arguments, analysis, &quantities, output);
    fc_quantities_free(&quantities);
    return status;
}

/* With -p, operands do not name all sources, and headers are never named. */
static fc_status check_output(const char *output, const fc_program *program, fc_report *report)
{
    fc_status status = FC_OK;
    for (int i = 0; i < program->n_files && !status; i++)
        status = fc_output_check_differs(output, program->file[i].path, report);
    return status;
}

static fc_status run(const fc_arguments *arguments, fc_report *report)
{
    fc_program *program = NULL;
    fc_analysis *analysis = NULL;
    const char *asked = fc_arguments_value(arguments, "output");
    fc_status status = check_code_options(arguments, report);
    if (!status)
        status = fc_program_sources_read(&program, arguments, report);
    char *output = asked || status ? fc_copy_string(asked ? asked : "") : fc_format("%s.fc", program->name);
    /* A model written to standard output moves the summary to standard error. */
    fc_arguments summary = *arguments;
    if (strcmp(output, "-") == 0 || strcmp(output, "/dev/stdout") == 0)
        summary.out = arguments->errors;
    if (!status)
        status = check_output(output, program, report);
    fc_removed_nodes checks = {0};
    if (!status) {
        fc_error_checks_remove(&checks, program);
        fc_conditional_constants_remove(&checks, program);
        status = fc_analysis_create(&analysis, program, report);
    }
    if (!status)
        status = fc_count_annotation_check(analysis, arguments->errors, report);
    if (!status)
        status = read_code(arguments, analysis, program, report);
    fc_node_removal_restore(&checks);
    if (!status)
        status = fc_program_write(program, output, report);
    if (!status)
        status = print_result(&summary, analysis, output, report);
    fc_analysis_free(analysis);
    fc_program_free(program);
    free(output);
    return status;
}

static const fc_option options[] = {
    {'o', "output", "FILE", NULL, NULL, false,
     "the program model to write; default: the name of the executable or of the file with main, with .fc"},
    {0, "cc", "COMMAND", NULL, "mpicc", false,
     "the command that compiles and links the program, which also locates mpi.h. For an executable, the recorded "
     "compiler is the default"},
    {'m', "machine", "MACHINE", NULL, "default", false,
     "the machine whose optimization flags C files get if no -O flag follows --: a file, or the name of a bundled "
     "machine"},
    {'p', "build", "DIR", NULL, NULL, false,
     "read the sources and their flags from DIR/compile_commands.json; operands then select among these sources"},
    {0, "main", "FILE", NULL, NULL, false, "with -p: the file with the main function, if several have one"},
    {0, "notes", "FILE", NULL, NULL, false,
     "annotations for sources that must not be edited, one a line. FILE.c:LINE with trip(NUMBER), "
     "probability(NUMBER), param(PLACE), data, cost(EXPRESSION), ignore or init_end acts as a #pragma forecost before "
     "that statement. PROCEDURE with cost(EXPRESSION) or ignore annotates a procedure. # begins a comment"},
    {0, "library", "FILE", NULL, NULL, false,
     "cost annotations for functions defined elsewhere, one a line: NAME(ARGUMENT, ...), then cost(EXPRESSION), "
     "cost(EXPRESSION, OPERATION TYPE) or ignore. An argument is a name used in the expression, *NAME if it is passed "
     "by address, or '.' if it is unused. # begins a comment"},
    {0, "all", NULL, NULL, NULL, false,
     "list every count that needs a profile instead of the first 8, every quantity that bounds loops, and every place "
     "that a note is about"},
    {0, "why", "FILE:LINE", NULL, NULL, false,
     "explain each loop, branch and assignment that begins on this line: the quantities that determine a loop's "
     "count, and the chain from where a value became dynamic"},
    {0, "code", NULL, NULL, NULL, false,
     "compile the program and read the machine code of its loops: vector lanes, unrolling, cache lines. The default on "
     "x86-64, but for -p and programs that take over about ten seconds to compile; with --code, a failure of the build "
     "is an error"},
    {0, "no-code", NULL, NULL, NULL, false,
     "do not compile the program: predictions rest on the source alone, and have wider intervals. FORECOST_CODE=off "
     "makes this the default"},
    {0, "mca", "CPU", NULL, NULL, false,
     "as --code, with the throughput of each loop in cycles an iteration from llvm-mca-19 (package llvm-19). "
     "Predictions then use this core throughput instead of the calibrated costs. CPU is native, or a name from "
     "`llvm-mca-19 -mcpu=help`"},
};

static const fc_old_spelling old[] = {{.option = "compiler", .replacement = "--cc"}};

const fc_command fc_command_analyze = {
    .name = "analyze",
    .workflow = FC_WORKFLOW_FIRST_STEPS,
    .old = old,
    .n_old = sizeof old / sizeof *old,
    .operands = "SOURCE.c... or EXECUTABLE",
    .least_operands = 0,
    .most_operands = MAX_SOURCES,
    .rest = "the compiler flags of the program: -O2, -I DIR, -D NAME=VALUE",
    .help = "read MPI C sources into a program model",
    .about =
        "Reads C sources as one MPI program, derives what its run time depends on, and writes the program model that "
        "every other command reads. Lists the counts that cannot be derived from the source alone. "
        "For an executable built by `forecost cc`, the sources, their flags and the libraries come from the records "
        "of that build. With -p they come from compile_commands.json. Flags after -- are then appended to each "
        "source's own. C files without a flag -O after -- get the optimization flags of the machine, and a note says "
        "so. "
        "If a source was edited after the executable was built, a note says so and the current text is "
        "used.",
    .example = "forecost analyze jacobi.c -o jacobi.fc -- -O3 -march=native",
    .option = options,
    .n_options = sizeof options / sizeof *options,
    .run = run,
};
