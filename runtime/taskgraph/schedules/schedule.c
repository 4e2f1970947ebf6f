/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/taskgraph/schedules/schedule.h"

#include "runtime/taskgraph/core/generator.h"
#include "support/messages/taskgraph.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[FC_N_SCHEDULES] = {
    [FC_SCHEDULE_BLOCK] = "block",
    [FC_SCHEDULE_CYCLIC] = "cyclic",
    [FC_SCHEDULE_BLOCK_CYCLIC] = "block-cyclic",
    [FC_SCHEDULE_SPLIT] = "split",
    [FC_SCHEDULE_LISTED] = "listed",
    [FC_SCHEDULE_DYNAMIC] = "dynamic",
    [FC_SCHEDULE_PRIORITY] = "priority",
    [FC_SCHEDULE_LPT] = "lpt",
    [FC_SCHEDULE_LARGEST] = "largest",
    [FC_SCHEDULE_CRITICAL] = "critical",
    [FC_SCHEDULE_QUEUES] = "queues",
    [FC_SCHEDULE_QUEUES_FULL] = "queues-full",
    [FC_SCHEDULE_QUEUES_FIXED] = "queues-fixed",
    [FC_SCHEDULE_STEAL] = "steal",
};

/* schedule = name [ ":" digits ]     digits with block-cyclic only */
fc_status fc_schedule_parse(fc_schedule *out, const char *text, fc_report *report)
{
    const size_t length = strcspn(text, ":");
    for (int kind = 0; kind < FC_N_SCHEDULES; kind++) {
        if (strlen(names[kind]) != length || strncmp(names[kind], text, length) != 0)
            continue;
        if ((kind == FC_SCHEDULE_BLOCK_CYCLIC) != (text[length] == ':'))
            break;
        fc_schedule schedule = {.kind = (fc_schedule_kind)kind, .chunk = 1};
        if (text[length] == ':') {
            const char *digits = text + length + 1;
            size_t n = strspn(digits, "0123456789");
            schedule.chunk = n > 0 && n < 9 && digits[n] == '\0' ? (uint32_t)strtoul(digits, NULL, 10) : 0;
            if (schedule.chunk == 0)
                break;
        }
        *out = schedule;
        return FC_OK;
    }
    char *known = fc_schedule_names(), *next = fc_format("Choose one of %s.", known);
    fc_status status = fc_fail(report, FC_E_USAGE, FC_NOWHERE, next, FC_MSG_UNKNOWN_SCHEDULE, text);
    free(known);
    free(next);
    return status;
}

void fc_schedule_name(fc_text *out, const fc_schedule *schedule)
{
    fc_text_add(out, "%s", names[schedule->kind]);
    if (schedule->kind == FC_SCHEDULE_BLOCK_CYCLIC)
        fc_text_add(out, ":%u", schedule->chunk);
}

char *fc_schedule_names(void)
{
    fc_text text = {0};
    for (int kind = 0; kind < FC_N_SCHEDULES; kind++)
        fc_text_add(&text, "%s%s%s", kind ? ", " : "", names[kind], kind == FC_SCHEDULE_BLOCK_CYCLIC ? ":N" : "");
    return fc_text_take(&text);
}

bool fc_schedule_is_static(const fc_schedule *schedule)
{
    return schedule->kind <= FC_SCHEDULE_LISTED;
}

uint32_t fc_schedule_process(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t task, uint32_t processes)
{
    const uint32_t slot = graph->slot[task];
    switch (schedule->kind) {
    case FC_SCHEDULE_LISTED:
        return (uint32_t)graph->process[task];
    case FC_SCHEDULE_CYCLIC:
    case FC_SCHEDULE_BLOCK_CYCLIC:
        return slot / schedule->chunk % processes;
    case FC_SCHEDULE_SPLIT: {
        /* PSIM's processor splitting [taskgraph, section 4.3]; with fewer processes than parts every process takes
         * part. */
        const fc_task_block *block = fc_taskgraph_block(graph, task);
        if (block->split_of <= 1 || processes < block->split_of)
            return slot % processes;
        const uint32_t members = (processes - block->split_part + block->split_of - 1) / block->split_of;
        return block->split_part + block->split_of * (slot % members);
    }
    default:
        break;
    }
    const uint32_t slots = fc_taskgraph_block(graph, task)->slots;
    return fc_generator_part(slot, slots, processes < slots ? processes : slots);
}

static fc_status lacks(const fc_taskgraph *graph, uint32_t task, const char *what, fc_place place, fc_report *report)
{
    fc_text name = {0};
    fc_taskgraph_name(&name, graph, task);
    fc_status status = fc_fail(report, FC_E_INPUT, place, "Specify one for each task, or use another --schedule.",
                               FC_MSG_TASK_NO_WHICH_SCHEDULE_NEEDS, name.bytes, what);
    fc_text_free(&name);
    return status;
}

fc_status fc_schedule_check(const fc_schedule *schedule, const fc_taskgraph *graph, uint32_t processes, fc_place place,
                            fc_report *report)
{
    const bool by_queue = schedule->kind >= FC_SCHEDULE_QUEUES && schedule->kind <= FC_SCHEDULE_QUEUES_FIXED;
    for (uint32_t i = 0; i < graph->n; i++) {
        if (graph->slot[i] == FC_TASKGRAPH_JOIN)
            continue;
        if (by_queue && (!graph->queue || graph->queue[i] < 0))
            return lacks(graph, i, "queue", place, report);
        if (schedule->kind != FC_SCHEDULE_LISTED)
            continue;
        if (!graph->process || graph->process[i] < 0)
            return lacks(graph, i, "process", place, report);
        if ((uint32_t)graph->process[i] >= processes)
            return fc_fail(report, FC_E_INPUT, place, "Give -P at least as many processes as the file lists.",
                           FC_MSG_TASK_ASSIGNED_PROCESS_BUT_THERE, graph->process[i], processes);
    }
    return FC_OK;
}
