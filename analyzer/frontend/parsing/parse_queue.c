/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounded producer-consumer queue: the workers run ahead of the consumer by about one file each. */
#include "analyzer/frontend/parsing/parse_queue.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum {
    MOST_WORKERS = 8 /* bounds the memory: a parsed file takes about ten megabytes */
};

typedef struct worker {
    fc_parse_queue *queue;
    pthread_t thread;
    CXIndex index;
} worker;

struct fc_parse_queue {
    const fc_input *input;
    int n_inputs;
    const fc_parse_setting *setting;
    CXIndex index; /* for parses on the caller's thread, without workers */
    worker *worker;
    int n_workers;
    pthread_mutex_t lock; /* guards the fields below */
    pthread_cond_t change;
    fc_parse **done;  /* by input; NULL: not yet parsed, or taken */
    int begun, taken; /* number of inputs whose parse has begun, has been taken */
    bool stops;
};

/* A worker's loop: waits while one parse per worker is ready but not taken. */
static void *work(void *data)
{
    worker *self = data;
    fc_parse_queue *queue = self->queue;
    pthread_mutex_lock(&queue->lock);
    while (!queue->stops && queue->begun < queue->n_inputs) {
        if (queue->begun > queue->taken + queue->n_workers) {
            pthread_cond_wait(&queue->change, &queue->lock);
            continue;
        }
        int i = queue->begun++;
        pthread_mutex_unlock(&queue->lock);
        fc_parse *parse = fc_parse_file(self->index, &queue->input[i], queue->setting);
        pthread_mutex_lock(&queue->lock);
        queue->done[i] = parse;
        pthread_cond_broadcast(&queue->change);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

fc_parse_queue *fc_parse_queue_create(const fc_input *input, int n_inputs, const fc_parse_setting *setting)
{
    fc_parse_queue *queue = fc_allocate(1, sizeof *queue);
    queue->input = input;
    queue->n_inputs = n_inputs;
    queue->setting = setting;
    queue->index = clang_createIndex(0, 0);
    queue->done = fc_allocate((size_t)n_inputs, sizeof(fc_parse *));
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->change, NULL);
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    int most = cores < MOST_WORKERS ? cores : MOST_WORKERS;
    /* Starts up to n workers; if a thread cannot be created, fewer. */
    int n = most < 2 ? 0 : n_inputs - 1 < most ? n_inputs - 1 : most;
    queue->worker = fc_allocate((size_t)n, sizeof *queue->worker);
    pthread_mutex_lock(&queue->lock);
    for (int i = 0; i < n; i++) {
        worker *self = &queue->worker[i];
        *self = (worker){.queue = queue, .index = clang_createIndex(0, 0)};
        if (pthread_create(&self->thread, NULL, work, self)) {
            clang_disposeIndex(self->index);
            break;
        }
        queue->n_workers++;
    }
    pthread_mutex_unlock(&queue->lock);
    return queue;
}

fc_parse *fc_parse_queue_take(fc_parse_queue *queue)
{
    int i = queue->taken;
    if (queue->n_workers == 0) {
        queue->taken++;
        return fc_parse_file(queue->index, &queue->input[i], queue->setting);
    }
    pthread_mutex_lock(&queue->lock);
    while (!queue->done[i])
        pthread_cond_wait(&queue->change, &queue->lock);
    fc_parse *parse = queue->done[i];
    queue->done[i] = NULL;
    queue->taken++;
    pthread_cond_broadcast(&queue->change);
    pthread_mutex_unlock(&queue->lock);
    return parse;
}

void fc_parse_queue_free(FC_TAKE fc_parse_queue *queue)
{
    if (!queue)
        return;
    pthread_mutex_lock(&queue->lock);
    queue->stops = true;
    pthread_cond_broadcast(&queue->change);
    pthread_mutex_unlock(&queue->lock);
    for (int i = 0; i < queue->n_workers; i++)
        pthread_join(queue->worker[i].thread, NULL);
    for (int i = 0; i < queue->n_inputs; i++)
        fc_parse_free(queue->done[i]);
    for (int i = 0; i < queue->n_workers; i++)
        clang_disposeIndex(queue->worker[i].index);
    clang_disposeIndex(queue->index);
    pthread_cond_destroy(&queue->change);
    pthread_mutex_destroy(&queue->lock);
    free(queue->done);
    free(queue->worker);
    free(queue);
}
