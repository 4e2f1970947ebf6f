/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/interrupt.h"

#include <string.h>

/* A signal handler reaches nothing but static storage: the one such variable of the command. */
static volatile sig_atomic_t interrupted;

static void note(int number)
{
    (void)number;
    interrupted = 1;
}

void fc_interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

const volatile sig_atomic_t *fc_interrupt_flag(void)
{
    return &interrupted;
}
