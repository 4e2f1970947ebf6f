/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file launch.h  Builds an MPI program in a scratch folder, runs it under its launcher, and measures it.
 *
 * No shell is involved anywhere: every argument reaches its program as it is. From fc_launch_build() to
 * fc_launch_app_free() SIGINT, SIGTERM and SIGHUP are held back from the calling thread: a build or a run that is under
 * way then ends its whole process group and returns FC_E_INTERRUPTED, so that the caller can free the app, which
 * removes the scratch folder. Apps are freed in the reverse order of their making. */
#ifndef FC_LAUNCH_H
#define FC_LAUNCH_H

#include "analyzer/model/program.h"
#include "tools/launch/process.h"

/** One translation unit. */
typedef struct fc_launch_source {
    const char *path;            /* absolute, or relative to the current folder */
    const char *directory;       /* folder its flags refer to and the compiler runs in; NULL: the current one */
    const char *const *argument; /* compiler flags, linker flags among them allowed */
    int n_arguments;
    bool is_preprocessed; /* text with line markers, whatever the file's name: -x cpp-output */
} fc_launch_source;

/** What becomes one executable. */
typedef struct fc_launch_parts {
    const char *compiler; /* compiles and links, words parted by blanks: "mpicc"; NULL: "mpicc" */
    const fc_launch_source *source;
    int n_sources;
    const fc_words *link; /* further words of the link step: objects, archives, -l...; NULL: those of the sources */
    bool is_timed;        /* link the timing library in, which fc_launch_measure() needs */
    bool lacks_mpi;       /* timed, it is so from main's entry to its end */
    bool has_lines;       /* -g: its code tells which source lines it comes from, and is the same */
} fc_launch_parts;

typedef struct fc_launch_app fc_launch_app;

/** A path, relative to the current folder, as a command that runs in `directory` must name it (NULL: as it is). */
FC_GIVE char *fc_launch_path(const char *path, const char *directory);

/** Compiles each source with its own flags and links them, with `link` or else every linker flag of the sources (-l,
 * -L, -Wl, -pthread, -fopenmp, -fsanitize, ...), and -lm at the end. FC_E_ENVIRONMENT: no such compiler (names the
 * package), or no scratch folder. FC_E_INPUT: a step failed, with the compiler's first error message. FC_E_INTERRUPTED.
 */
fc_status fc_launch_build(FC_GIVE fc_launch_app **out, const fc_launch_parts *parts, fc_report *report);
/** Cores that this process and those it starts may use, 1 or more. */
int fc_launch_cores(void);
/** It names nothing of MPI: one process, no launcher needed. */
bool fc_launch_lacks_mpi(const fc_program *program);
/** The same for the program as it was read: its main files, their flags and folders, its compiler. With lines, unless
 * timed. */
fc_status fc_launch_build_program(FC_GIVE fc_launch_app **out, const fc_program *program, bool is_timed,
                                  fc_report *report);
/** Absolute path of the executable. */
const char *fc_launch_executable(const fc_launch_app *app);
/** Removes the scratch folder with everything in it. NULL is allowed. */
void fc_launch_app_free(FC_TAKE fc_launch_app *app);

/** How an executable is run. {0} but for ranks is a good start. */
typedef struct fc_launch_run_options {
    const char *launcher;        /* words; "{ranks}" is replaced; the executable and its arguments follow. NULL:
                                    "mpirun -n {ranks}"; "": no launcher, ranks is then 1 */
    int ranks;                   /* 1 .. 1000000 */
    int threads;                 /* of each rank, which is then not bound to one core; 0: 1 */
    const char *const *argument; /* of the executable */
    int n_arguments;
    const char *const *environment; /* "NAME=value", added to the caller's environment; may be NULL */
    int n_environment;
    const char *directory; /* where it runs; NULL: the current folder */
    double timeout_s;      /* 0: none */
    size_t output_limit;   /* bytes kept of each stream; 0: 16 MiB. The rest is read and dropped */
    bool may_break_off;    /* what runs it for its counts takes those of a run that does not end well, too */
} fc_launch_run_options;

/** exit_code is the launcher's; wall_s that of the whole launch. */
typedef fc_process_result fc_launch_result;

/** Runs it with standard input closed (an empty one) and both streams captured. A program that fails is FC_OK here: see
 *  fc_launch_check(). Open MPI gets what it needs through the environment, unless the caller's environment sets it:
 * leave to run as root when root, to oversubscribe when ranks exceed the cores, and one core a rank otherwise.
 *  FC_E_ENVIRONMENT: the launcher is missing (names the package). FC_E_USAGE: ranks out of range. FC_E_INTERRUPTED. */
fc_status fc_launch_run(FC_GIVE fc_launch_result *out, const char *executable, const fc_launch_run_options *options,
                        fc_report *report);
/** FC_OK when the run ended by itself with exit code 0; else FC_E_INPUT with exit code, signal or time-out and the last
 * lines of its standard error. */
fc_status fc_launch_check(const fc_launch_result *result, const fc_launch_run_options *options, fc_report *report);
void fc_launch_result_free(fc_launch_result *result); /* its texts; the struct becomes {0} */

/** Seconds from MPI_Init's return to MPI_Finalize's entry, the maximum over the ranks, over the runs; without MPI from
 * main's entry to its end. */
typedef struct fc_launch_times {
    int runs;
    double min_s, median_s, max_s; /* median of an even number: mean of the middle two */
    double block_s;                /* median, from the program's last mark on; < 0: some run passed none */
} fc_launch_times;

/** Runs a timed app `runs` (1 .. 10000) times. FC_E_INPUT also when the program ends without MPI_Finalize (without
 * MPI: by neither exit nor main's end).
 *  A run that fails fails the measurement: nothing is measured by halves. */
fc_status fc_launch_measure(fc_launch_times *out, const fc_launch_app *app, const fc_launch_run_options *options,
                            int runs, fc_report *report);

#endif
