/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a run failed: how it ended, and the last lines of the program's own words. */
#include "support/messages/profile.h"
#include "tools/launch/launch.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 5,          /* lines */
    LONGEST = 200,     /* bytes of one line */
    SIGNAL_CODES = 128 /* shells and launchers add a signal's number to it */
};

/* Open MPI's words about its own work, and the frames of a stack: "[host:pid] [ 3] /lib/...". */
static bool is_of_launcher(const char *line, size_t length)
{
    static const char *const word[] = {"*** Process received signal ***",
                                       "*** End of error message ***",
                                       "has sent help message",
                                       "have sent help message",
                                       "Set MCA parameter",
                                       "ORTE_ERROR_LOG",
                                       "*** and potentially your MPI job",
                                       "***    and potentially your MPI",
                                       "*** reported by process",
                                       "*** MPI_ERRORS_ARE_FATAL (processes in"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (memmem(line, length, word[i], strlen(word[i])))
            return true;
    const char *frame = *line == '[' ? memmem(line, length, "] [", 3) : NULL;
    return frame && strspn(frame + 3, " 0123456789") > 0 && frame[3 + strspn(frame + 3, " 0123456789")] == ']';
}

/* The last lines of a stream without the launcher's own. */
static char *last_lines(const char *text)
{
    const char *line[KEPT];
    size_t length[KEPT], n = 0;
    bool in_block = false;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t here = strcspn(text, "\n");
        /* The launcher prints its blocks between two of these. */
        bool rule = here >= 20 && strspn(text, "-") >= here;
        in_block ^= rule;
        if (rule || in_block || here == 0 || is_of_launcher(text, here))
            continue;
        line[n % KEPT] = text;
        length[n++ % KEPT] = here;
    }
    fc_text out = {0};
    for (size_t i = n > KEPT ? n - KEPT : 0; i < n; i++)
        fc_text_add(&out, "%s%.*s", out.length ? "\n  " : "",
                    (int)(length[i % KEPT] < LONGEST ? length[i % KEPT] : LONGEST), line[i % KEPT]);
    return fc_text_take(&out);
}

static FC_GIVE char *own_words(const fc_launch_result *result)
{
    char *words = last_lines(result->errors);
    if (*words)
        return words;
    free(words);
    words = last_lines(result->output);
    char *next = *words ? fc_format("It wrote nothing to standard error. Its output ends with:\n  %s", words)
                        : fc_copy_string("It wrote nothing.");
    free(words);
    return next;
}

fc_status fc_launch_check(const fc_launch_result *result, const fc_launch_run_options *options, fc_report *report)
{
    if (result->exit_code == 0 && !result->timed_out)
        return FC_OK;
    char *words = own_words(result);
    char *next = fc_format("%s%s", words,
                           options->is_repeated && !options->prepare
                               ? "\n  An earlier run with these arguments succeeded. If its files are in the way, "
                                 "remove them before each run: --prepare 'rm -f FILES'."
                               : "");
    free(words);
    const char *plural = options->ranks == 1 ? "" : "s";
    /* The signal that ended the process, or one that the launcher's exit code stands for. */
    int code = result->exit_code - SIGNAL_CODES;
    bool is_named = code > 0 && code < SIGRTMIN;
    int number = result->signal ? result->signal : is_named ? code : 0;
    if (result->timed_out)
        fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_PROGRAM_DID_NOT_END_WITHIN, options->timeout_s,
                options->ranks, plural);
    else if (number)
        fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_PROGRAM_ENDED_SIGNAL_RANK, number, strsignal(number),
                options->ranks, plural);
    else
        fc_fail(report, FC_E_INPUT, FC_NOWHERE, next, FC_MSG_PROGRAM_ENDED_EXIT_CODE_RANK, result->exit_code,
                options->ranks, plural);
    free(next);
    return FC_E_INPUT;
}
