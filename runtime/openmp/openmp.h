/* SPDX-License-Identifier: Apache-2.0 */
/** @file openmp.h  OpenMP on a virtual rank: interface of a cost program. Included by forecost.h.
 *
 * A parallel region's body is run for each thread of the team, one after another. Each run records the thread's events:
 * work, barriers, chunks of worksharing loops, locks, tasks. Then the team is simulated (team_schedule.c), and the
 * rank's clock advances to the end of the last thread. Nested teams have one thread, as without OMP_MAX_ACTIVE_LEVELS.
 * `site` identifies the directive. */
#ifndef FC_OPENMP_OPENMP_H
#define FC_OPENMP_OPENMP_H

#include <math.h>

typedef struct fc_rank fc_rank;

typedef enum fc_omp_schedule {
    FC_OMP_SCHEDULE_STATIC,
    FC_OMP_SCHEDULE_DYNAMIC,
    FC_OMP_SCHEDULE_GUIDED,
    FC_OMP_SCHEDULE_RUNTIME, /* fc_team_setting.schedule, else dynamic with chunk 1: libgomp's default */
    FC_OMP_SCHEDULE_TASKS    /* taskloop: a chunk is a task */
} fc_omp_schedule;

/** for (FC_TEAM(r, site, threads)) { body }   threads 0: the value of omp_set_num_threads, else of the setting. */
#define FC_TEAM(r, site, threads)                                                                                      \
    int fc_team_goes = fc_team_begin((r), (site), (threads));                                                          \
    fc_team_goes;                                                                                                      \
    fc_team_goes = fc_team_next((r))
int fc_team_begin(fc_rank *r, int site, double threads);
int fc_team_next(fc_rank *r); /* 0: all threads are recorded, and the rank's clock is at the end of the region */

/** A worksharing loop of `trips` iterations in chunks of `chunk` (0: the schedule's default). even: the cost of a range
 * depends on its length alone. */
typedef struct fc_worksharing {
    int site;
    fc_omp_schedule schedule;
    double chunk, trips;
    int even;
} fc_worksharing;

/** A range of iterations, first ... first + count - 1, numbered from 0, to charge next. The other fields are private.
 */
typedef struct fc_iteration_range {
    double first, count;
    fc_worksharing of;
    int how;        /* distribution of the ranges */
    double at, end; /* start of the next range; no range starts at or after end */
    double step;    /* from a range to the next */
    double weight;  /* the rank's, outside the range */
} fc_iteration_range;

/** for (fc_iteration_range s = fc_worksharing_begin(r, (fc_worksharing){...}); fc_worksharing_next(r, &s);) { costs of
 * s.first, s.count } Without a barrier at its end. */
fc_iteration_range fc_worksharing_begin(fc_rank *r, fc_worksharing of);
int fc_worksharing_next(fc_rank *r, fc_iteration_range *share);

/** Trip count of for (i = low; i < bound; i += step), step > 0; is_inclusive: i <= bound. For a downward loop:
 * fc_trips(bound, low, ...). */
static inline double fc_trips(double low, double bound, double step, int is_inclusive)
{
    double span = bound - low + (is_inclusive ? 1 : 0);
    return span <= 0 || !(step > 0) ? 0 : ceil(span / step);
}

void fc_team_barrier(fc_rank *r, int site);
/** if (fc_omp_single_begin(r, site)) { body fc_omp_single_end(r); }   Without a barrier at its end. */
int fc_omp_single_begin(fc_rank *r, int site);
void fc_omp_single_end(fc_rank *r);
/** Critical sections and locks; `lock` numbers the program's locks. */
void fc_omp_lock_set(fc_rank *r, int site, int lock);
void fc_omp_lock_unset(fc_rank *r, int lock);

/** for (FC_TASK(r, site, deferred)) { fc_task_depends(...); body }   deferred 0: run at once (if or final clause). */
#define FC_TASK(r, site, deferred)                                                                                     \
    int fc_task_goes = fc_task_begin((r), (site), (deferred));                                                         \
    fc_task_goes;                                                                                                      \
    fc_task_goes = fc_task_end((r))
int fc_task_begin(fc_rank *r, int site, int deferred);
int fc_task_end(fc_rank *r);
/** A depend clause of the current task: it reads, or writes, element `index` of the object numbered `memory`. */
void fc_task_depends(fc_rank *r, int memory, double index, int writes);
void fc_task_wait(fc_rank *r);
void fc_task_group_begin(fc_rank *r);
void fc_task_group_end(fc_rank *r);

/* ---- omp.h ---- */
int fc_omp_get_thread_num(fc_rank *r);
int fc_omp_get_num_threads(fc_rank *r);
int fc_omp_get_max_threads(fc_rank *r);
int fc_omp_get_num_procs(fc_rank *r);
int fc_omp_in_parallel(fc_rank *r);
int fc_omp_get_level(fc_rank *r);
int fc_omp_get_dynamic(fc_rank *r); /* 0: teams have the requested size */
void fc_omp_set_num_threads(fc_rank *r, double threads);

#endif
