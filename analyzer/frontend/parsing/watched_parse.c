/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/frontend/parsing/watched_parse.h"

#include "analyzer/frontend/parsing/included_devices.h"

#include "support/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    MOST_IDLE = 10000, /* milliseconds in a row without processor time */
    SHORTEST = 10,     /* milliseconds between looks at what libclang reads */
    LONGEST = 640
};

typedef struct job {
    fc_watched_parse request; /* with the words of the flags, which stay when the caller has returned */
    pthread_mutex_t lock;     /* guards the fields below */
    pthread_cond_t change;
    bool is_done;
    CXTranslationUnit unit;
    enum CXErrorCode error;
} job;

static void parse(job *of)
{
    const fc_watched_parse *request = &of->request;
    CXTranslationUnit unit = NULL;
    enum CXErrorCode error =
        clang_parseTranslationUnit2(request->index, request->path, (const char *const *)request->flags.item,
                                    (int)request->flags.n, request->file, request->n_files, request->options, &unit);
    pthread_mutex_lock(&of->lock);
    of->unit = unit;
    of->error = error;
    of->is_done = true;
    pthread_cond_signal(&of->change);
    pthread_mutex_unlock(&of->lock);
}

static void *run(void *data)
{
    parse(data);
    return NULL;
}

static double processor_s(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* False: it waits. A period counts as idle if all threads together used less than a millisecond. */
static bool await(job *of)
{
    double used = processor_s();
    int idle = 0, period = SHORTEST;
    pthread_mutex_lock(&of->lock);
    while (!of->is_done && idle < MOST_IDLE) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000L * period;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&of->change, &of->lock, &until);
        const double now = processor_s();
        const bool works = now - used >= 1e-3;
        used = now;
        idle = works ? 0 : idle + period;
        period = works ? SHORTEST : period < LONGEST ? 2 * period : LONGEST;
        if (works)
            fc_included_devices_end();
    }
    const bool is_done = of->is_done;
    pthread_mutex_unlock(&of->lock);
    return is_done;
}

enum CXErrorCode fc_watched_parse_run(CXTranslationUnit *out, const fc_watched_parse *request, bool *waits)
{
    pthread_t thread;
    job *of = fc_allocate(1, sizeof *of);
    *of = (job){.request = *request, .lock = PTHREAD_MUTEX_INITIALIZER, .change = PTHREAD_COND_INITIALIZER};
    const bool has_thread = pthread_create(&thread, NULL, run, of) == 0;
    if (!has_thread)
        parse(of);
    *waits = !await(of);
    if (*waits) {
        pthread_detach(thread);
        return CXError_Failure;
    }
    if (has_thread)
        pthread_join(thread, NULL);
    const enum CXErrorCode error = of->error;
    *out = of->unit;
    free(of);
    return error;
}
