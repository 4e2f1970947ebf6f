/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file launch.h  Builds an MPI program in a scratch folder, runs it under its launcher, and measures it.
 *
 * No shell is involved: every argument is passed on unchanged. From fc_launch_build() to fc_launch_app_free() SIGINT,
 * SIGTERM and SIGHUP are blocked in the calling thread. On a signal, a running build or program ends with its whole
 * process group, and FC_E_INTERRUPTED is returned. The caller then frees the app, which removes the scratch folder.
 * Apps are freed in reverse order of their creation. */
#ifndef FC_LAUNCH_H
#define FC_LAUNCH_H

#include "analyzer/model/program.h"
#include "tools/process/process.h"

/** One translation unit. */
typedef struct fc_launch_source {
    const char *path;            /* absolute, or relative to the current folder */
    const char *directory;       /* folder its flags refer to and the compiler runs in; NULL: the current one */
    const char *const *argument; /* compiler flags, which may include linker flags */
    int n_arguments;
    bool is_preprocessed; /* text with line markers, whatever the file's suffix: -x cpp-output */
    const char *object;   /* where the object is written, to be kept; NULL: in the app's scratch folder */
    bool is_compiled;     /* `object` is there already */
    bool is_kept;         /* the object is kept for later commands (object_cache.h): the text is generated */
} fc_launch_source;

/** The sources and options of one executable. */
typedef struct fc_launch_parts {
    const char *compiler; /* compiles and links; words separated by spaces; NULL: "mpicc" */
    const fc_launch_source *source;
    int n_sources;
    const fc_words *link; /* further words of the link step: objects, archives, -l...; NULL: those of the sources */
    bool is_timed;        /* link the timing library, which fc_launch_measure() needs */
    bool lacks_mpi;       /* if timed: from main's entry to its end */
    bool has_lines;       /* -g: adds source lines to the machine code without changing it */
} fc_launch_parts;

typedef struct fc_launch_app fc_launch_app;

/** A path relative to the current folder, as seen from `directory` (NULL: unchanged). */
FC_GIVE char *fc_launch_path(const char *path, const char *directory);

/** Compiles each source with its own flags and links the objects with `link` and -lm. Without `link`, every linker flag
 * of the sources is used (-l, -L, -Wl, -pthread, -fopenmp, -fsanitize, ...). FC_E_ENVIRONMENT: no such compiler (the
 * hint names the package), or no scratch folder. FC_E_INPUT: a step failed; the report has the compiler's first error.
 * FC_E_INTERRUPTED. */
fc_status fc_launch_build(FC_GIVE fc_launch_app **out, const fc_launch_parts *parts, fc_report *report);
/** Number of cores in this process's CPU affinity mask, at least 1. */
int fc_launch_cores(void);
/** Whether no symbol of the program begins with MPI_: it runs as one process without a launcher. */
bool fc_launch_lacks_mpi(const fc_program *program);
/** Builds an analyzed program: its main files, their flags and folders, its compiler. With line information unless
 * timed. */
fc_status fc_launch_build_program(FC_GIVE fc_launch_app **out, const fc_program *program, bool is_timed,
                                  fc_report *report);
/** Absolute path of the executable. */
const char *fc_launch_executable(const fc_launch_app *app);
/** Removes the scratch folder and its contents. NULL is allowed. */
void fc_launch_app_free(FC_TAKE fc_launch_app *app);

/** How to run an executable. {0} with ranks set uses all defaults. */
typedef struct fc_launch_run_options {
    const char *launcher;        /* words; "{ranks}" is replaced; the executable and its arguments follow. NULL:
                                    "mpirun -n {ranks}"; "": no launcher, ranks must be 1 */
    int ranks;                   /* 1 .. 1000000 */
    int threads;                 /* per rank; more than 1: the rank is not bound to one core; 0: 1 */
    const char *const *argument; /* of the executable */
    int n_arguments;
    const char *const *environment; /* "NAME=value", added to the caller's environment; may be NULL */
    int n_environment;
    const char *directory; /* working folder; NULL: the current one */
    const char *prepare;   /* a command of the shell that each run begins with (hyperfine's --prepare); NULL: none */
    bool is_repeated;      /* a run with these arguments succeeded before: noted if this one fails */
    double timeout_s;      /* 0: none */
    size_t output_limit;   /* bytes stored of each stream; 0: 16 MiB. The rest is discarded */
    bool may_end_early;    /* counters of a run that fails are used, too */
    FILE *progress;        /* shows that the program still runs; NULL: not shown */
} fc_launch_run_options;

/** exit_code is the launcher's; wall_s is that of the whole launch. */
typedef fc_process_result fc_launch_result;

/** Runs it with empty standard input and both output streams captured. A failing program returns FC_OK; see
 *  fc_launch_check(). Variables that Open MPI needs are set unless the caller's environment has them: permission to run
 *  as root, oversubscription if ranks exceed cores, and otherwise binding of each rank to a core. Each run has a folder
 *  of its own for Open MPI's session, so that runs at the same time do not disturb each other;
 *  a launch that fails in that folder is repeated once.
 *  FC_E_ENVIRONMENT: no launcher (the hint names the package). FC_E_USAGE: ranks out of range. FC_E_INTERRUPTED. */
fc_status fc_launch_run(FC_GIVE fc_launch_result *out, const char *executable, const fc_launch_run_options *options,
                        fc_report *report);
/** FC_OK if the run ended with exit code 0; otherwise FC_E_INPUT with exit code, signal or time-out and the last lines
 * of its standard error without the launcher's own, or of its standard output if there are none. */
fc_status fc_launch_check(const fc_launch_result *result, const fc_launch_run_options *options, fc_report *report);
void fc_launch_result_free(fc_launch_result *result); /* frees its texts and clears the struct */

/** Seconds from MPI_Init's return to MPI_Finalize's entry, maximum over the ranks, over several runs; without MPI from
 * main's entry to its end. */
typedef struct fc_launch_times {
    int runs, further;             /* further ones count for the least and the largest times only */
    double min_s, median_s, max_s; /* median of an even number: mean of the middle two */
    double undelayed_min_s; /* least time of a run without what its ranks waited for a core: an upper bound of the
                               undisturbed time; min_s where the kernel does not count that */
    double block_s;         /* median time from the program's last mark on; < 0: some run had no mark */
    double flushed_s;       /* median with subnormal numbers taken for zero; < 0: not measured */
    bool has_subnormals;    /* an operand was subnormal (x86-64: MXCSR, AArch64: FPSR); false: none, or unknown */
} fc_launch_times;

/** Runs a timed app `runs` (1 .. 10000) times. FC_E_INPUT also if the program ends without MPI_Finalize (without MPI:
 * neither by exit nor at main's end). One failing run fails the measurement. */
fc_status fc_launch_measure(fc_launch_times *out, const fc_launch_app *app, const fc_launch_run_options *options,
                            int runs, fc_report *report);

#endif
