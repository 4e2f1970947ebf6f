/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/interrupt.h"

#include <string.h>

/* A signal handler can only use static storage: the only such variable of the command. */
static volatile sig_atomic_t interrupted;

static void note(int number)
{
    (void)number;
    interrupted = 1;
}

static const int watched[] = {SIGINT, SIGTERM};
enum {
    N_WATCHED = sizeof watched / sizeof *watched
};

void fc_interrupt_watch(void)
{
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_WATCHED; i++)
        if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(watched[i], &action, NULL);
}

void fc_interrupt_release(void)
{
    struct sigaction now;
    for (int i = 0; i < N_WATCHED; i++)
        if (sigaction(watched[i], NULL, &now) == 0 && now.sa_handler == note)
            signal(watched[i], SIG_DFL);
}

const volatile sig_atomic_t *fc_interrupt_flag(void)
{
    return &interrupted;
}
