/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints OpenMP directives in the cost program as calls of runtime/openmp/openmp.h, which simulates the schedules.
 * The first that applies: a share of the iterations in closed form, the body once with a weight, or each iteration. */
#include "analyzer/emit/cost_program/emitter.h"

#include "analyzer/context/loops.h"
#include "analyzer/cost_tree/cost_tree.h"
#include "analyzer/cost_tree/loop_effects.h"
#include "analyzer/model/openmp.h"
#include "analyzer/regions/operations.h"

#include <stdlib.h>
#include <string.h>

typedef struct directive {
    const fc_cost *cost;
    fc_openmp of;
} directive;

/* Prints the clause's value as C; `otherwise` if the directive has no such clause. */
static void print_clause(fc_emitter *e, const directive *d, fc_openmp_role role, const char *otherwise)
{
    const fc_node *value = fc_openmp_expression_of(d->cost->node, &d->of, role);
    if (value)
        fc_residual_expression(&e->residual, value);
    else
        fc_text_add(e->residual.out, "%s", otherwise);
}

/* ---- shared loops ---- */

static void print_trips(fc_emitter *e, const fc_cost *loop)
{
    fc_text *out = e->residual.out;
    if (loop->kind == FC_COST_COUNTED_LOOP) {
        fc_text_add(out, "fc_counted(r, %d)", loop->counter);
        return;
    }
    bool up = loop->step_sign > 0;
    fc_text_add(out, "fc_trips(");
    fc_residual_expression(&e->residual, up ? loop->low : loop->bound);
    fc_text_add(out, ", ");
    fc_residual_expression(&e->residual, up ? loop->bound : loop->low);
    fc_text_add(out, ", ");
    if (loop->step)
        fc_residual_expression(&e->residual, loop->step);
    else
        fc_text_add(out, "1");
    fc_text_add(out, ", %d)", loop->relation == FC_OP_LESS_EQUAL || loop->relation == FC_OP_GREATER_EQUAL);
}

/* Multiplies by the trip counts of the inner loops that collapse(n) joins with the outermost. */
static void print_collapsed(fc_emitter *e, const directive *d, const fc_cost *loop)
{
    const fc_cost *inner = loop;
    for (long level = fc_openmp_joined_loops(d->cost->node, &d->of); level > 1; level--) {
        inner = fc_cost_joined_loop(inner);
        if (!inner)
            return;
        fc_text_add(e->residual.out, " * ");
        print_trips(e, inner);
    }
}

/* for (fc_iteration_range fc_share_12 = fc_worksharing_begin(r, (fc_worksharing){...}); fc_worksharing_next(r,
 * &fc_share_12);) { */
static void open_share(fc_emitter *e, const directive *d, const fc_cost *loop, bool even)
{
    static const char *const schedule[] = {[FC_OMP_STATIC] = "FC_OMP_SCHEDULE_STATIC",
                                           [FC_OMP_DYNAMIC] = "FC_OMP_SCHEDULE_DYNAMIC",
                                           [FC_OMP_GUIDED] = "FC_OMP_SCHEDULE_GUIDED",
                                           [FC_OMP_RUNTIME] = "FC_OMP_SCHEDULE_RUNTIME"};
    fc_text *out = e->residual.out;
    bool tasks = d->of.parts & FC_OMP_TASKLOOP;
    const fc_node *number = fc_openmp_expression_of(d->cost->node, &d->of, FC_OMP_NUM_TASKS);
    int id = loop->node->id;
    fc_residual_indent(&e->residual);
    fc_text_add(out, "for (fc_iteration_range fc_share_%d = fc_worksharing_begin(r, (fc_worksharing){%d, %s, ", id,
                d->cost->site, tasks ? "FC_OMP_SCHEDULE_TASKS" : schedule[d->of.schedule]);
    if (tasks && number) {
        fc_text_add(out, "ceil(");
        print_trips(e, loop);
        print_collapsed(e, d, loop);
        fc_text_add(out, " / (double)");
        fc_residual_expression(&e->residual, number);
        fc_text_add(out, ")");
    } else {
        print_clause(e, d, tasks ? FC_OMP_GRAINSIZE : FC_OMP_CHUNK, "0");
    }
    fc_text_add(out, ", ");
    print_trips(e, loop);
    print_collapsed(e, d, loop);
    fc_text_add(out, ", %d}); fc_worksharing_next(r, &fc_share_%d);)", even, id);
    fc_emitter_open(e);
}

/* The costs in between rest on the loop's counter, if it has one. */
static void begin_counted(fc_emitter *e, const fc_cost *loop)
{
    if (loop->kind != FC_COST_COUNTED_LOOP)
        return;
    fc_emitter_line(e, "for (FC_ON_COUNTER(r)) {");
    e->counted++;
}

static void end_counted(fc_emitter *e, const fc_cost *loop)
{
    if (loop->kind != FC_COST_COUNTED_LOOP)
        return;
    e->counted--;
    fc_emitter_line(e, "}");
}

/* Prints the cost of iterations first ... first + count - 1 in closed form; false if there is none. */
static bool emit_closed_share(fc_emitter *e, const directive *d, const fc_cost *loop)
{
    fc_algebra *algebra = e->analysis->algebra;
    fc_view view = {.control = e->analysis->control, .algebra = algebra, .root = loop->node, .shared = loop->node};
    fc_terms terms = {0};
    bool closed = loop->kind != FC_COST_EXECUTED_LOOP && fc_collapse(&terms, e->analysis, loop, &view);
    if (closed) {
        begin_counted(e, loop);
        open_share(e, d, loop, fc_terms_is_even(&terms, fc_loops_share(algebra, loop->node).first));
        fc_emitter_terms(e, &terms);
        fc_emitter_close(e);
        end_counted(e, loop);
    }
    fc_terms_free(&terms);
    return closed;
}

/* Prints the body once with a weight if all iterations cost the same; false otherwise. */
static bool emit_even_share(fc_emitter *e, const directive *d, const fc_cost *loop)
{
    if (!fc_loop_effects_repeats(e->analysis, loop) ||
        fc_openmp_binds_outside(e->analysis->program, loop->child[0]->node))
        return false;
    if (loop->kind == FC_COST_EXECUTED_LOOP)
        return false;
    const size_t n_run = e->around.n_run;
    begin_counted(e, loop);
    open_share(e, d, loop, true);
    char *times = fc_format("fc_share_%d.count", loop->node->id);
    fc_loop_frames_enter(&e->around, e->analysis, loop, true);
    fc_emitter_repeated(e, loop->child[0], times);
    fc_loop_frames_leave(&e->around, n_run);
    fc_emitter_close(e);
    end_counted(e, loop);
    free(times);
    return true;
}

/* Prints the whole collapsed nest, weighted by the share's part of the iterations. */
static void emit_collapsed_share(fc_emitter *e, const directive *d, const fc_cost *loop)
{
    int id = loop->node->id;
    open_share(e, d, loop, true);
    char *times = fc_format("fc_share_%d.count / fc_share_%d.of.trips", id, id);
    fc_cost whole = {.kind = FC_COST_SEQUENCE, .node = loop->node, .site = -1, .counter = -1};
    fc_cost *child[] = {(fc_cost *)loop};
    whole.child = child;
    whole.n_children = 1;
    fc_emitter_repeated(e, &whole, times);
    fc_emitter_close(e);
    free(times);
}

/* Prints the share as a loop over its iterations. */
static void emit_run_share(fc_emitter *e, const directive *d, const fc_cost *loop)
{
    fc_text *out = e->residual.out;
    const fc_node *init = loop->node->child[0];
    int id = loop->node->id;
    fc_residual_indent(&e->residual);
    fc_emitter_open(e);
    if (init && init->kind == FC_DECLARE)
        fc_residual_statement(&e->residual, init);
    open_share(e, d, loop, false);
    fc_emitter_line(e, "for (double fc_t = 0; fc_t < fc_share_%d.count; fc_t++) {", id);
    e->residual.indent++;
    e->executed++;
    fc_emitter_step(e, loop->node);
    if (fc_control_symbol_in_slice(e->analysis->control, loop->variable)) {
        fc_residual_indent(&e->residual);
        fc_control_print_name(out, e->analysis->control, loop->variable);
        fc_text_add(out, " = (");
        fc_residual_expression(&e->residual, loop->low);
        fc_text_add(out, ") %c (fc_share_%d.first + fc_t) * ", loop->step_sign > 0 ? '+' : '-', id);
        if (loop->step)
            fc_residual_expression(&e->residual, loop->step);
        else
            fc_text_add(out, "1");
        fc_text_add(out, ";\n");
    }
    const size_t n_run = e->around.n_run;
    fc_loop_frames_enter(&e->around, e->analysis, loop, false);
    fc_emitter_emit(e, loop->child[0]);
    fc_loop_frames_leave(&e->around, n_run);
    e->executed--;
    fc_emitter_close(e);
    fc_emitter_close(e);
    fc_emitter_close(e);
}

static void emit_shared_loop(fc_emitter *e, const directive *d)
{
    const fc_cost *body = d->cost->child[0], *loop = fc_cost_shared_loop(d->cost);
    for (int i = 0; i + 1 < body->n_children; i++)
        fc_emitter_emit(e, body->child[i]);
    if (!loop)
        return;
    if (fc_openmp_joined_loops(d->cost->node, &d->of) != 1) /* the trip counts of all its loops are in the share */
        emit_collapsed_share(e, d, loop);
    else if (!emit_closed_share(e, d, loop) && !emit_even_share(e, d, loop))
        emit_run_share(e, d, loop);
}

/* ---- other directives ---- */

/* Sections are assigned like chunks of one iteration of a dynamic schedule. */
static void emit_sections(fc_emitter *e, const directive *d)
{
    const fc_cost *cost = d->cost;
    int id = cost->node->id;
    fc_emitter_line(e,
                    "for (fc_iteration_range fc_share_%d = fc_worksharing_begin(r, (fc_worksharing){%d, "
                    "FC_OMP_SCHEDULE_DYNAMIC, 1, %d, 0}); "
                    "fc_worksharing_next(r, &fc_share_%d);) {",
                    id, cost->site, cost->n_children, id);
    e->residual.indent++;
    fc_emitter_line(e, "for (double fc_t = 0; fc_t < fc_share_%d.count; fc_t++) {", id);
    e->residual.indent++;
    for (int i = 0; i < cost->n_children; i++) {
        fc_emitter_line(e, "if (fc_share_%d.first + fc_t == %d) {", id, i);
        e->residual.indent++;
        fc_emitter_emit(e, cost->child[i]);
        fc_emitter_close(e);
    }
    fc_emitter_close(e);
    fc_emitter_close(e);
}

static void emit_barrier(fc_emitter *e, const directive *d)
{
    fc_emitter_line(e, "fc_team_barrier(r, %d);", d->cost->site);
}

/* The lock of a critical section: 0 without a name, else one lock for each name. */
static int lock_of(const fc_emitter *e, const char *name)
{
    const fc_program *program = e->analysis->program;
    int n = 0;
    for (int i = 0; name[0] && i < program->n_nodes; i++) {
        if (program->node[i]->kind != FC_OPENMP)
            continue;
        fc_openmp of = fc_openmp_of(program->node[i]);
        if (!(of.parts & FC_OMP_CRITICAL) || !of.name[0])
            continue;
        if (strcmp(of.name, name) == 0)
            return n + 1;
        n++;
    }
    return 0;
}

/* ---- tasks ---- */

/* Prints the linear index of a dependence's element: a[i][j] of a[m][n] is i * n + j. */
static void print_element(fc_emitter *e, const fc_node *node)
{
    fc_text *out = e->residual.out;
    fc_text_add(out, "0");
    long width = 1;
    for (; node->kind == FC_INDEX; node = node->child[0]) {
        fc_text_add(out, " + %ld.0 * (", width);
        fc_residual_expression(&e->residual, node->child[1]);
        fc_text_add(out, ")");
        const fc_type *array = node->child[0]->type;
        width *= array->kind == FC_TYPE_ARRAY && array->length > 0 ? array->length : 1;
    }
}

static void emit_task(fc_emitter *e, const directive *d)
{
    const fc_node *node = d->cost->node;
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (FC_TASK(r, %d, (", d->cost->site);
    print_clause(e, d, FC_OMP_IF, "1");
    fc_text_add(e->residual.out, ") && !(");
    print_clause(e, d, FC_OMP_FINAL, "0");
    fc_text_add(e->residual.out, ")))");
    fc_emitter_open(e);
    for (int i = 0; i < d->of.n_expressions; i++)
        if (d->of.expression[i].role >= FC_OMP_DEPEND_IN) {
            const fc_node *base = node->child[i];
            while (base->kind == FC_INDEX || base->kind == FC_CAST)
                base = base->child[0];
            fc_residual_indent(&e->residual);
            fc_text_add(e->residual.out, "fc_task_depends(r, %d, ", base->symbol ? base->symbol->id : -1);
            print_element(e, node->child[i]);
            fc_text_add(e->residual.out, ", %d);\n", d->of.expression[i].role != FC_OMP_DEPEND_IN);
        }
    fc_emitter_emit(e, d->cost->child[0]);
    fc_emitter_close(e);
}

/* ---- combined directives, from the outermost construct inwards ---- */

static void emit_inner(fc_emitter *e, const directive *d)
{
    unsigned parts = d->of.parts;
    bool waits = !(parts & FC_OMP_PARALLEL) && !d->of.nowait;
    if (parts & FC_OMP_TASKLOOP) {
        if (!d->of.nogroup)
            fc_emitter_line(e, "fc_task_group_begin(r);");
        emit_shared_loop(e, d);
        if (!d->of.nogroup)
            fc_emitter_line(e, "fc_task_group_end(r);");
    } else if (parts & FC_OMP_FOR) {
        emit_shared_loop(e, d);
    } else if (parts & FC_OMP_SECTIONS) {
        emit_sections(e, d);
    } else if (parts & FC_OMP_SINGLE) {
        fc_emitter_line(e, "if (fc_omp_single_begin(r, %d)) {", d->cost->site);
        e->residual.indent++;
        fc_emitter_emit(e, d->cost->child[0]);
        fc_emitter_line(e, "fc_omp_single_end(r);");
        fc_emitter_close(e);
    } else {
        fc_emitter_emit(e, d->cost->child[0]);
        waits = false;
    }
    if (waits && !(parts & FC_OMP_TASKLOOP))
        emit_barrier(e, d);
}

static void emit_masked(fc_emitter *e, const directive *d)
{
    if (!(d->of.parts & FC_OMP_MASTER)) {
        emit_inner(e, d);
        return;
    }
    fc_emitter_line(e, "if (fc_omp_get_thread_num(r) == 0) {");
    e->residual.indent++;
    emit_inner(e, d);
    fc_emitter_close(e);
}

static void emit_parallel(fc_emitter *e, const directive *d)
{
    fc_residual_indent(&e->residual);
    fc_text_add(e->residual.out, "for (FC_TEAM(r, %d, (", d->cost->site);
    print_clause(e, d, FC_OMP_IF, "1");
    fc_text_add(e->residual.out, ") ? ");
    /* A dynamic number of threads counts as none given: the default. */
    const fc_node *value = fc_openmp_expression_of(d->cost->node, &d->of, FC_OMP_NUM_THREADS);
    if (value && fc_control_is_static(e->analysis->control, value))
        fc_residual_expression(&e->residual, value);
    else
        fc_text_add(e->residual.out, "0");
    fc_text_add(e->residual.out, " : 1))");
    fc_emitter_open(e);
    emit_masked(e, d);
    fc_emitter_close(e);
}

void fc_emitter_directive(fc_emitter *e, const fc_cost *cost)
{
    directive d = {cost, fc_openmp_of(cost->node)};
    unsigned parts = d.of.parts;
    if (parts & FC_OMP_PARALLEL)
        emit_parallel(e, &d);
    else if (parts & FC_OMP_BARRIER)
        emit_barrier(e, &d);
    else if (parts & FC_OMP_TASKWAIT)
        fc_emitter_line(e, "fc_task_wait(r);");
    else if (parts & FC_OMP_CRITICAL) {
        int lock = lock_of(e, d.of.name);
        fc_emitter_line(e, "fc_omp_lock_set(r, %d, %d);", d.cost->site, lock);
        fc_emitter_emit(e, d.cost->child[0]);
        fc_emitter_line(e, "fc_omp_lock_unset(r, %d);", lock);
    } else if (parts & FC_OMP_TASK)
        emit_task(e, &d);
    else if (parts & FC_OMP_TASKGROUP) {
        fc_emitter_line(e, "fc_task_group_begin(r);");
        fc_emitter_emit(e, cost->child[0]);
        fc_emitter_line(e, "fc_task_group_end(r);");
    } else {
        emit_masked(e, &d);
    }
}
