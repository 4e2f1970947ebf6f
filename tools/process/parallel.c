/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/process/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MOST_WORKERS = 16 /* bounds the memory: a compiler may take several hundred megabytes */
};

typedef struct work {
    int n;
    fc_parallel_task *task;
    void *data;
    pthread_mutex_t lock; /* guards the fields below */
    int next, running;    /* tasks */
    int failed;           /* the least number of a failed task; n: none */
    fc_status status;     /* of that task, and its report */
    fc_report report;
} work;

/* A signal reaches one of the running processes only: it is passed on to the next. */
static void finish(work *of, int i, fc_status status, const fc_report *report)
{
    of->running--;
    if (!status)
        return;
    if (status == FC_E_INTERRUPTED && of->running > 0)
        kill(getpid(), SIGTERM);
    if (i < of->failed) {
        of->failed = i;
        of->status = status;
        of->report = *report;
    }
}

static void *run_tasks(void *data)
{
    work *of = data;
    pthread_mutex_lock(&of->lock);
    while (of->next < of->n && of->failed == of->n) {
        int i = of->next++;
        fc_report report = {0};
        of->running++;
        pthread_mutex_unlock(&of->lock);
        fc_status status = of->task(of->data, i, &report);
        pthread_mutex_lock(&of->lock);
        finish(of, i, status, &report);
    }
    pthread_mutex_unlock(&of->lock);
    return NULL;
}

/* Besides the caller's thread. */
static int count_workers(int n)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    int most = cores < MOST_WORKERS ? cores : MOST_WORKERS;
    return (n < most ? n : most) - 1;
}

fc_status fc_parallel_run(int n, fc_parallel_task *task, void *data, fc_report *report)
{
    work of = {.n = n, .task = task, .data = data, .failed = n};
    pthread_t worker[MOST_WORKERS];
    int n_workers = 0;
    pthread_mutex_init(&of.lock, NULL);
    while (n_workers < count_workers(n) && !pthread_create(&worker[n_workers], NULL, run_tasks, &of))
        n_workers++;
    run_tasks(&of);
    for (int i = 0; i < n_workers; i++)
        pthread_join(worker[i], NULL);
    pthread_mutex_destroy(&of.lock);
    if (of.failed < n && report)
        *report = of.report;
    return of.status;
}
