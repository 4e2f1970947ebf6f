/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A team of threads: loops under each schedule, barriers, locks, tasks. An iteration or task costs whole seconds.
 * Expected times are sums by hand, or those of a list scheduler written here from the text of OpenMP. */
#include "runtime/core/rank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_close(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b) + 1e-12))
        fail_msg("%.17g, not %.17g", a, b);
}

enum {
    MOST = 64
};

static int seen_cores;

/* One second an iteration. */
static double simple_model(const fc_coefficients *machine, int active_cores, const fc_region *region, double entries,
                           double iterations, const double *working_set, double *relative_error)
{
    (void)machine, (void)region, (void)entries, (void)working_set;
    seen_cores = active_cores;
    *relative_error = 0;
    return iterations;
}

static const fc_region regions[] = {{.file = "a.c", .line = 11, .function = "work"}};
static const fc_origin origins[] = {FC_ORIGIN_CLOSED};
static const fc_site sites[] = {{"a.c", 44, "main", "OpenMP", FC_ORIGIN_CLOSED},
                                {"a.c", 55, "main", "MPI_Barrier", FC_ORIGIN_CLOSED}};
static fc_coefficients machine = {.name = "test", .cores = MOST, .threads = {.threads = 3}};

static fc_cost_program program = {.version = FC_COST_PROGRAM_VERSION,
                                  .name = "test",
                                  .region = regions,
                                  .region_origin = origins,
                                  .n_regions = 1,
                                  .site = sites,
                                  .n_sites = 2};

typedef double body(fc_rank *r, int argc, char **argv);

static fc_totals run(body *main, int threads)
{
    fc_totals totals;
    fc_setting setting = {
        .program = &program, .machine = &machine, .compute = simple_model, .team = {.threads = threads}};
    fc_launch alone = {0, 1, 0, NULL, NULL};
    program.main = main;
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    fc_rank_run(r, &alone);
    if (r->ending.end != FC_END_DONE)
        fail_msg("%s", r->ending.what);
    fc_rank_totals(r, &totals);
    fc_rank_free(r);
    return totals;
}

static double seconds(body *main, int threads)
{
    return run(main, threads).time_s;
}

static void work(fc_rank *r, double s)
{
    fc_compute(r, 0, 1, s, NULL);
}

/* ---- loops ---- */

static struct {
    fc_worksharing of;
    double cost[MOST]; /* of each iteration, if unequal */
} loop;

static double shared_loop(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 0)) {
        for (fc_iteration_range s = fc_worksharing_begin(r, loop.of); fc_worksharing_next(r, &s);) {
            if (loop.of.even)
                work(r, s.count);
            for (double t = 0; t < s.count && !loop.of.even; t++)
                work(r, loop.cost[(int)(s.first + t)]);
        }
    }
    return 0;
}

/* Chunks in order, each to the first idle thread. */
static double list_schedule(const double *chunk, int n, int threads)
{
    double clock[MOST] = {0}, end = 0;
    for (int i = 0; i < n; i++) {
        int first = 0;
        for (int k = 1; k < threads; k++)
            first = clock[k] < clock[first] ? k : first;
        clock[first] += chunk[i];
    }
    for (int k = 0; k < threads; k++)
        end = fmax(end, clock[k]);
    return end;
}

static double sum(int first, int count)
{
    double all = 0;
    for (int i = first; i < first + count; i++)
        all += loop.cost[i];
    return all;
}

/* The loop's time by OpenMP 5.0, table 2.5, and libgomp's choice of equal shares and guided sizes. */
static double expected(int threads)
{
    int n = (int)loop.of.trips, given = (int)loop.of.chunk, size = given > 0 ? given : 1, n_chunks = 0;
    double chunk[MOST], own[MOST] = {0}, end = 0;
    if (loop.of.schedule == FC_OMP_SCHEDULE_STATIC) {
        for (int i = 0; i < n; i++) {
            int each = n / threads, more = n % threads;
            int equal = i < more * (each + 1) ? i / (each + 1) : (i - more) / (each > 0 ? each : 1);
            own[given > 0 ? i / given % threads : equal] += loop.cost[i];
        }
        for (int k = 0; k < threads; k++)
            end = fmax(end, own[k]);
        return end;
    }
    for (int at = 0; at < n;) {
        int left = n - at, guided = (left + threads - 1) / threads;
        int count = loop.of.schedule == FC_OMP_SCHEDULE_GUIDED && guided > size ? guided : size;
        count = count < left ? count : left;
        chunk[n_chunks++] = sum(at, count);
        at += count;
    }
    return list_schedule(chunk, n_chunks, threads);
}

static void test_runtime_team__loops_take_what_their_schedule_says(void **state)
{
    (void)state;
    srand(7);
    for (int i = 0; i < 2000; i++) {
        loop.of = (fc_worksharing){0, (fc_omp_schedule)(rand() % 3), rand() % 5, rand() % MOST, rand() % 2};
        for (int k = 0; k < MOST; k++)
            loop.cost[k] = loop.of.even ? 1 : rand() % 20;
        int threads = 1 + rand() % 9;
        assert_close(seconds(shared_loop, threads), expected(threads));
    }
}

static void test_runtime_team__a_loop_of_a_billion_iterations_is_short_work(void **state)
{
    (void)state;
    for (int kind = FC_OMP_SCHEDULE_STATIC; kind <= FC_OMP_SCHEDULE_GUIDED; kind++) {
        loop.of = (fc_worksharing){0, (fc_omp_schedule)kind, kind == FC_OMP_SCHEDULE_GUIDED ? 0 : 1, 1e9, 1};
        double time = seconds(shared_loop, 4);
        assert_true(time >= 2.5e8 && time <= 2.501e8); /* up to 65536 chunks are distinguished */
    }
}

/* ---- synchronization ---- */

static double locked(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 0)) {
        work(r, 1);
        fc_omp_lock_set(r, 0, 3);
        work(r, 2);
        fc_omp_lock_unset(r, 3);
    }
    return 0;
}

/* Unequal threads: thread k works k + 1, then a barrier, then k works 10 - k. */
static double barrier_and_single(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    work(r, 100);
    for (FC_TEAM(r, 0, 3)) {
        int k = fc_omp_get_thread_num(r);
        assert_int_equal(fc_omp_get_num_threads(r), 3);
        work(r, k + 1);
        fc_team_barrier(r, 0);
        if (fc_omp_single_begin(r, 0)) {
            work(r, 7);
            fc_omp_single_end(r);
        }
        work(r, 10 - k);
    }
    assert_int_equal(fc_omp_get_num_threads(r), 1);
    return 0;
}

static void test_runtime_team__threads_wait_for_each_other(void **state)
{
    (void)state;
    assert_close(seconds(locked, 4), 1 + 4 * 2);
    fc_totals totals = run(barrier_and_single, 1);
    assert_close(totals.time_s, 100 + 3 + 7 + 10); /* thread 0 comes first to the single block */
    double busy = (1 + 2 + 3) + 7 + (10 + 9 + 8);
    assert_close(totals.compute_s, 100 + busy / 3);
    assert_close(totals.wait_s, 20 - busy / 3);
}

static double weighted_nested(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_REPEAT(r, 5)) {
        for (FC_TEAM(r, 0, 2)) {
            for (FC_TEAM(r, 0, 8)) {
                assert_int_equal(fc_omp_get_num_threads(r), 1);
                loop.of = (fc_worksharing){0, FC_OMP_SCHEDULE_DYNAMIC, 1, 4, 1};
                for (fc_iteration_range s = fc_worksharing_begin(r, loop.of); fc_worksharing_next(r, &s);)
                    work(r, s.count);
            }
        }
    }
    return 0;
}

static void test_runtime_team__a_team_in_a_team_is_one_thread(void **state)
{
    (void)state;
    assert_close(seconds(weighted_nested, 1), 5 * 4);
}

/* ---- tasks ---- */

static struct {
    int n, n_memory;
    double cost[MOST];
    int memory[MOST][3];
    bool writes[MOST][3];
} graph;

static double task_graph(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 0)) {
        if (!fc_omp_single_begin(r, 0))
            continue;
        for (int i = 0; i < graph.n; i++) {
            for (FC_TASK(r, 0, 1)) {
                for (int k = 0; k < 3; k++)
                    fc_task_depends(r, 5, graph.memory[i][k], graph.writes[i][k]);
                work(r, graph.cost[i]);
            }
        }
        fc_omp_single_end(r);
    }
    return 0;
}

/* Two tasks that name the same element, one of which writes it, run in their order. */
static bool must_wait(int before, int after)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            if (graph.memory[before][a] == graph.memory[after][b] &&
                (graph.writes[before][a] || graph.writes[after][b]))
                return true;
    return false;
}

static double longest_path(void)
{
    double end[MOST], longest = 0;
    for (int i = 0; i < graph.n; i++) {
        double begin = 0;
        for (int k = 0; k < i; k++)
            begin = must_wait(k, i) ? fmax(begin, end[k]) : begin;
        end[i] = begin + graph.cost[i];
        longest = fmax(longest, end[i]);
    }
    return longest;
}

static void test_runtime_team__tasks_wait_for_what_they_depend_on(void **state)
{
    (void)state;
    srand(3);
    for (int i = 0; i < 1000; i++) {
        double all = 0;
        graph.n = 1 + rand() % 40;
        graph.n_memory = 1 + rand() % 12;
        for (int k = 0; k < graph.n; k++) {
            all += graph.cost[k] = rand() % 9;
            for (int m = 0; m < 3; m++) {
                graph.memory[k][m] = rand() % graph.n_memory;
                graph.writes[k][m] = rand() % 3 == 0;
            }
        }
        assert_close(seconds(task_graph, graph.n), longest_path());
        assert_close(seconds(task_graph, 1), all);
        double two = seconds(task_graph, 2);
        assert_true(two >= fmax(longest_path(), all / 2) - 1e-9 && two <= longest_path() / 2 + all / 2 + 1e-9);
    }
}

/* f(n): two tasks of f(n - 1), waited for; 1 second each besides. */
static void divide(fc_rank *r, int levels)
{
    if (levels > 0) {
        for (int k = 0; k < 2; k++)
            for (FC_TASK(r, 0, 1)) {
                divide(r, levels - 1);
            }
        fc_task_wait(r);
    }
    work(r, 1);
}

static double divide_and_conquer(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 0)) {
        if (!fc_omp_single_begin(r, 0))
            continue;
        divide(r, 5);
        fc_omp_single_end(r);
    }
    return 0;
}

static double grouped(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 2)) {
        if (fc_omp_get_thread_num(r) != 0)
            continue;
        fc_task_group_begin(r);
        loop.of = (fc_worksharing){0, FC_OMP_SCHEDULE_TASKS, 2, 8, 1};
        for (fc_iteration_range s = fc_worksharing_begin(r, loop.of); fc_worksharing_next(r, &s);)
            work(r, s.count);
        fc_task_group_end(r);
        for (FC_TASK(r, 0, 0)) {
            work(r, 3);
        }
        work(r, 1);
    }
    return 0;
}

static void test_runtime_team__tasks_are_waited_for(void **state)
{
    (void)state;
    assert_close(seconds(divide_and_conquer, 1), 63); /* 2^6 - 1 */
    assert_close(seconds(divide_and_conquer, 32), 6); /* a level a second */
    assert_close(seconds(divide_and_conquer, 2), 32); /* two halves of 31, and the root */
    assert_close(seconds(grouped, 1), 8 / 2 + 3 + 1); /* four tasks of two on two threads; one that is not deferred */
}

/* ---- counters ---- */

/* Each thread: 3 s on the counter, 2 s on none; then 1 s alone. */
static double counted_in_a_team(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 0)) {
        for (FC_ON_COUNTER(r))
            for (FC_REPEAT(r, fc_counted(r, 0)))
                work(r, 1);
        work(r, 2);
    }
    work(r, 1);
    return 0;
}

static bool three(void *data, const fc_counter_query *question, fc_counter_value *answer)
{
    (void)data, (void)question;
    *answer = (fc_counter_value){3, FC_ORIGIN_PROFILED, 0.4};
    return true;
}

static void test_runtime_team__a_counter_errs_on_its_own_time(void **state)
{
    (void)state;
    static const fc_site counter = {"a.c", 66, "main", "loop", FC_ORIGIN_PROFILED};
    fc_cost_program counting = program;
    counting.main = counted_in_a_team;
    counting.counter = &counter;
    counting.n_counters = 1;
    fc_setting setting = {
        .program = &counting, .machine = &machine, .compute = simple_model, .counter = three, .team = {.threads = 2}};
    fc_launch alone = {0, 1, 0, NULL, NULL};
    fc_totals totals;
    fc_rank *r = fc_rank_create(&setting);
    assert_non_null(r);
    assert_int_equal(fc_rank_run(r, &alone), FC_END_DONE);
    fc_rank_totals(r, &totals);
    assert_close(totals.time_s, 6);
    assert_close(totals.high_s - 6, 1.645 * 0.4 * 3);
    fc_rank_free(r);
}

/* ---- costs of the constructs, cores, ends ---- */

static void test_runtime_team__constructs_cost_what_the_machine_says(void **state)
{
    (void)state;
    fc_openmp_costs before = machine.threads;
    machine.threads = (fc_openmp_costs){.threads = 3,
                                        .overhead = {[FC_OVERHEAD_REGION] = {1, 5},
                                                     [FC_OVERHEAD_BARRIER] = {0, 0.25},
                                                     [FC_OVERHEAD_CHUNK] = {0.5, 0.5},
                                                     [FC_OVERHEAD_CRITICAL] = {0.125, 0.125}}};
    loop.of = (fc_worksharing){0, FC_OMP_SCHEDULE_DYNAMIC, 1, 4, 1};
    assert_close(seconds(shared_loop, 2), 3 + 2 * 1 + 3 * 0.5); /* 1 + 4 / 2 of the region, two chunks, a last look */
    assert_close(seconds(shared_loop, 1), 1 + 4 * 1 + 5 * 0.5);
    assert_close(seconds(locked, 2), 3 + 1 + 0.125 + 2 * 2);
    machine.threads = before;
}

static void test_runtime_team__threads_share_cores(void **state)
{
    (void)state;
    loop.of = (fc_worksharing){0, FC_OMP_SCHEDULE_STATIC, 0, 32, 1};
    machine.cores = 16;
    assert_close(seconds(shared_loop, 8), 4);
    assert_int_equal(seen_cores, 8);
    assert_close(seconds(shared_loop, 32), 2); /* 32 threads on 16 cores, half a core each */
    assert_int_equal(seen_cores, 16);
    machine.cores = MOST;
}

static double calls_mpi(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 2)) {
        fc_MPI_Barrier(r, 1, 0);
    }
    return 0;
}

static double too_many(fc_rank *r, int argc, char **argv)
{
    (void)argc, (void)argv;
    for (FC_TEAM(r, 0, 1e6)) {
        work(r, 1);
    }
    return 0;
}

static void test_runtime_team__ends_are_located(void **state)
{
    (void)state;
    static const struct {
        body *main;
        int line;
        const char *what;
    } rows[] = {{calls_mpi, 55, "MPI_Barrier inside a parallel region is not supported"},
                {too_many, 44, "a team of 1000000 threads is outside 1 ... 4096"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fc_setting setting = {.program = &program, .machine = &machine, .compute = simple_model};
        fc_launch alone = {0, 1, 0, NULL, NULL};
        program.main = rows[i].main;
        fc_rank *r = fc_rank_create(&setting);
        fc_rank_run(r, &alone);
        assert_int_equal(r->ending.end, FC_END_ARGUMENT);
        assert_int_equal(r->ending.line, rows[i].line);
        assert_string_equal(r->ending.what, rows[i].what);
        program.main = locked; /* a region that an error left is forgotten */
        assert_int_equal(fc_rank_run(r, &alone), FC_END_DONE);
        fc_rank_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runtime_team__loops_take_what_their_schedule_says),
        cmocka_unit_test(test_runtime_team__a_loop_of_a_billion_iterations_is_short_work),
        cmocka_unit_test(test_runtime_team__threads_wait_for_each_other),
        cmocka_unit_test(test_runtime_team__a_team_in_a_team_is_one_thread),
        cmocka_unit_test(test_runtime_team__tasks_wait_for_what_they_depend_on),
        cmocka_unit_test(test_runtime_team__tasks_are_waited_for),
        cmocka_unit_test(test_runtime_team__constructs_cost_what_the_machine_says),
        cmocka_unit_test(test_runtime_team__threads_share_cores),
        cmocka_unit_test(test_runtime_team__a_counter_errs_on_its_own_time),
        cmocka_unit_test(test_runtime_team__ends_are_located),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
