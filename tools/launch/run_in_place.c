/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/run_in_place.h"

#include "support/messages/profile.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

fc_status fc_run_in_place_start(fc_run_in_place *out, const fc_words *command, fc_report *report)
{
    fc_run_in_place made = {0};
    posix_spawnattr_t attributes;
    static const int watched[] = {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    sigemptyset(&made.watched);
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++)
        sigaddset(&made.watched, watched[i]);
    signal(SIGCHLD, SIG_DFL); /* if it is ignored, the exit code is lost */
    sigprocmask(SIG_BLOCK, &made.watched, &made.before);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &made.before);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int bad = posix_spawnp(&made.pid, command->item[0], NULL, &attributes, command->item, environ);
    posix_spawnattr_destroy(&attributes);
    if (bad) {
        sigprocmask(SIG_SETMASK, &made.before, NULL);
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE,
                       "Install openmpi-bin and libopenmpi-dev, or give another "
                       "compiler with --mpicc.",
                       FC_MSG_CANNOT_BE_STARTED, command->item[0], strerror(bad));
    }
    *out = made;
    return FC_OK;
}

int fc_run_in_place_wait(fc_run_in_place *run)
{
    int state = 0;
    siginfo_t info;
    while (waitpid(run->pid, &state, WNOHANG) == 0) {
        int number = sigwaitinfo(&run->watched, &info);
        bool is_from_terminal = info.si_code == SI_KERNEL; /* the command received it too */
        if (number > 0 && number != SIGCHLD && !is_from_terminal)
            kill(run->pid, number);
    }
    sigprocmask(SIG_SETMASK, &run->before, NULL);
    if (WIFSIGNALED(state)) {
        int signal_number = WTERMSIG(state);
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signal_number);
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        sigprocmask(SIG_UNBLOCK, &one, NULL);
        return 128 + WTERMSIG(state);
    }
    return WEXITSTATUS(state);
}
