/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/wrapper.h"

#include "support/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_WORDS = 32,
    MAX_ANSWER = 512 << 20,
    QUESTION_MS = 10000,
    RUN_MS = 120000
};

typedef struct request {
    char *const *word;
    const char *directory;
    fc_wrapper_streams streams;
    int timeout_ms;
} request;

static long long now_ms(void)
{
    return (long long)(1000 * fc_clock_seconds());
}

/* Reads to the end of the pipe; -1 on an error, a time-out, or an answer over MAX_ANSWER. */
static int read_answer(fc_text *answer, int pipe_end, int timeout_ms)
{
    long long end = now_ms() + timeout_ms;
    char block[4096];
    for (;;) {
        long long left = end - now_ms();
        struct pollfd wanted = {.fd = pipe_end, .events = POLLIN};
        int ready = left > 0 ? poll(&wanted, 1, (int)left) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        ssize_t got = ready > 0 ? read(pipe_end, block, sizeof block) : -1;
        if (got == 0)
            return 0;
        if (got < 0 || answer->length + (size_t)got > MAX_ANSWER)
            return -1;
        fc_text_append(answer, block, (size_t)got);
    }
}

static int spawn(pid_t *child, const request *asked, int output)
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    if (asked->streams == FC_WRAPPER_BOTH)
        posix_spawn_file_actions_adddup2(&actions, output, 2);
    else
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (asked->directory)
        posix_spawn_file_actions_addchdir_np(&actions, asked->directory);
    int error = posix_spawnp(child, asked->word[0], &actions, NULL, asked->word, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Captures what a command prints; -1 unless its exit code is 0. */
static int run(fc_text *answer, const request *asked)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    pid_t child;
    int error = spawn(&child, asked, ends[1]);
    close(ends[1]);
    if (!error) {
        error = read_answer(answer, ends[0], asked->timeout_ms);
        if (error)
            kill(child, SIGKILL);
        int status = -1;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
        error = error || status != 0;
    }
    close(ends[0]);
    return error ? -1 : 0;
}

static void take_include(fc_words *flags, const char *folder)
{
    fc_words_add(flags, "-isystem");
    fc_words_add(flags, folder);
}

/* Adds the folders and macros of an answer; returns the number of words added. */
static size_t take_flags(fc_words *flags, const char *answer)
{
    fc_words words = {0};
    size_t before = flags->n;
    fc_words_split(&words, answer);
    for (size_t i = 0; i < words.n; i++) {
        const char *word = words.item[i];
        bool is_apart = strcmp(word, "-I") == 0 || strcmp(word, "-isystem") == 0;
        if (is_apart && i + 1 < words.n)
            take_include(flags, words.item[++i]);
        else if (strncmp(word, "-I", 2) == 0 && word[2])
            take_include(flags, word + 2);
        else if (strncmp(word, "-D", 2) == 0 && word[2])
            fc_words_add(flags, word);
    }
    size_t taken = flags->n - before;
    fc_words_free(&words);
    return taken;
}

/* Runs the compiler with one more argument. False: the command is missing, fails or does not answer. */
static bool ask(fc_text *answer, const char *compiler, const char *question)
{
    fc_words words = {0};
    fc_words_split(&words, compiler);
    fc_words_add(&words, question);
    request asked = {.word = words.item, .timeout_ms = QUESTION_MS};
    bool is_answered =
        words.n > 1 && words.n < MAX_WORDS && run(answer, &asked) == 0 && answer->bytes && answer->length > 0;
    fc_words_free(&words);
    return is_answered;
}

void fc_wrapper_flags(fc_words *flags, const char *compiler)
{
    static const char *const question[] = {"--showme:compile", "-compile_info", "-show"};
    bool is_answered = false;
    for (size_t i = 0; i < sizeof question / sizeof *question && !is_answered; i++) {
        fc_text answer = {0};
        is_answered = ask(&answer, compiler, question[i]) && take_flags(flags, answer.bytes) > 0;
        fc_text_free(&answer);
    }
}

bool fc_wrapper_run(fc_text *answer, const fc_words *command, const char *directory, fc_wrapper_streams streams)
{
    request asked = {.word = command->item, .directory = directory, .streams = streams, .timeout_ms = RUN_MS};
    return command->n > 0 && run(answer, &asked) == 0;
}
