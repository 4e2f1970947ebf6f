/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/report.h"
#include "tools/doctor/doctor.h"
#include "tools/process/process.h"
#include "tools/process/scratch.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* State of the demo: after a failed step the remaining steps are skipped. */
typedef struct demo {
    char self[4096]; /* this executable */
    const char *folder;
    bool has_failed;
    fc_findings *out;
    fc_report *report;
} demo;

/* Summarizes a step's standard output; NULL if the output is not as expected. */
typedef char *digest(const char *output);

static char *first_line(const char *output)
{
    return fc_format("%.*s", (int)strcspn(output, "\n"), output);
}

/* A member of the last point in the output of predict or validate. */
static double last_point(const char *output, const char *member)
{
    json_t *document = json_loads(output, 0, NULL), *points = json_object_get(document, "points");
    json_t *last = json_array_get(points, json_array_size(points) - 1);
    double value = json_number_value(json_object_get(last, member));
    json_decref(document);
    return value;
}

static char *predicted_time(const char *output)
{
    double seconds = last_point(output, "time_s");
    return seconds > 0 ? fc_format("%.3g ms on 2 ranks", 1e3 * seconds) : NULL;
}

static char *measured_time(const char *output)
{
    double seconds = last_point(output, "measured_s");
    return seconds > 0 ? fc_format("%.3g ms on 2 ranks", 1e3 * seconds) : NULL;
}

/* Runs this executable with the words. */
static fc_status run_step(demo *d, fc_finding finding, const char *words, digest *summarize)
{
    fc_process_result result;
    fc_words command = {0};
    fc_process_options options = {.command = &command, .directory = d->folder, .timeout_s = 120};
    if (d->has_failed) {
        finding.state = FC_FINDING_SKIPPED;
        finding.found = fc_copy_string("");
        fc_findings_add(d->out, finding);
        return FC_OK;
    }
    fc_words_add(&command, d->self);
    fc_words_split(&command, words);
    fc_status status = fc_process_run(&result, &options, d->report);
    fc_words_free(&command);
    if (status)
        return status;
    finding.found = result.exit_code == 0 ? summarize(result.output) : NULL;
    if (!finding.found) {
        finding.state = FC_FINDING_FAILED;
        finding.found = first_line(result.errors);
        finding.next =
            fc_format("The command ended with exit code %d; its message above names the cause.", result.exit_code);
    }
    fc_process_result_free(&result);
    d->has_failed = finding.state == FC_FINDING_FAILED;
    fc_findings_add(d->out, finding);
    return FC_OK;
}

static fc_status run_demo(demo *d)
{
    static const struct {
        const char *what, *purpose, *words;
        digest *summarize;
    } steps[] = {
        {"demo: analyze", "libclang reads a program", "analyze demo.c -o demo.fc -- -O2", first_line},
        {"demo: predict", "a cost program is generated, compiled and run",
         "predict demo.fc -n 1,2 --format json -- 300 20", predicted_time},
        {"demo: validate", "the program is built and run under MPI",
         "validate demo.fc -n 1,2 --runs 1 --format json -- 300 20", measured_time},
    };
    char *path = fc_format("%s/demo.c", d->folder);
    fc_status status = fc_file_write(path, fc_doctor_demo_source, strlen(fc_doctor_demo_source), d->report);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
        status = run_step(d, (fc_finding){.what = steps[i].what, .purpose = steps[i].purpose, .is_needed = true},
                          steps[i].words, steps[i].summarize);
    free(path);
    return status;
}

fc_status fc_doctor_demo(fc_findings *out, fc_report *report)
{
    demo d = {.out = out, .report = report};
    fc_scratch scratch;
    if (readlink("/proc/self/exe", d.self, sizeof d.self - 1) < 0)
        return fc_fail(report, FC_E_ENVIRONMENT, FC_NOWHERE, "Mount /proc.", FC_MSG_PROC_SELF_EXE_CANNOT_BE);
    fc_status status = fc_scratch_open(&scratch, report);
    if (status)
        return status;
    d.folder = scratch.folder;
    status = run_demo(&d);
    fc_scratch_close(&scratch);
    return status;
}
