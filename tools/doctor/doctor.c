/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/doctor/doctor.h"

#include "machine_properties/calibration/calibrate.h"
#include "runtime/host/cache_folder.h"
#include "support/messages/report.h"
#include "tools/process/process.h"

#include <stdlib.h>
#include <string.h>

void fc_findings_add(fc_findings *findings, fc_finding finding)
{
    findings->item = fc_grow(findings->item, &findings->capacity, findings->n + 1, sizeof *findings->item);
    findings->item[findings->n++] = finding;
}

int fc_findings_faults(const fc_findings *findings)
{
    int n = 0;
    for (size_t i = 0; i < findings->n; i++) {
        const fc_finding *at = &findings->item[i];
        n += at->is_needed && (at->state == FC_FINDING_MISSING || at->state == FC_FINDING_FAILED);
    }
    return n;
}

void fc_findings_free(fc_findings *findings)
{
    for (size_t i = 0; i < findings->n; i++) {
        free(findings->item[i].found);
        free(findings->item[i].next);
    }
    free(findings->item);
    *findings = (fc_findings){0};
}

static const struct {
    const char *command, *purpose, *package;
    bool is_needed;
} programs[] = {
    {"cc", "every prediction: compiles cost programs", "gcc and libc6-dev", true},
    {"mpicc", "analyze, profile, validate: finds mpi.h, builds the program", "libopenmpi-dev and openmpi-bin", true},
    {"mpirun", "profile, validate, calibrate: starts the program", "openmpi-bin", true},
    {"objdump", "analyze: reads machine code", "binutils", false},
    {"llvm-mca-19", "analyze --mca: loop throughput of a processor", "llvm-19", false},
    {"gnuplot", "--plot: draws plots", "gnuplot-nox", false},
};

/* The first line that `command --version` prints; NULL if the command cannot be started or fails. */
static fc_status ask_version(char **out, const char *command, fc_report *report)
{
    fc_words words = {0};
    fc_process_result result;
    fc_report ignored;
    fc_process_options options = {.command = &words, .timeout_s = 20, .output_limit = 4096};
    fc_words_add(&words, command);
    fc_words_add(&words, "--version");
    fc_status status = fc_process_run(&result, &options, &ignored);
    fc_words_free(&words);
    *out = NULL;
    if (status == FC_E_INTERRUPTED)
        return fc_fail(report, status, FC_NOWHERE, NULL, FC_MSG_INTERRUPTED);
    if (status)
        return FC_OK;
    if (result.exit_code == 0)
        *out = fc_format("%.*s", (int)strcspn(result.output, "\n"), result.output);
    fc_process_result_free(&result);
    return FC_OK;
}

fc_status fc_doctor_programs(fc_findings *out, fc_report *report)
{
    fc_status status = FC_OK;
    for (size_t i = 0; i < sizeof programs / sizeof *programs && !status; i++) {
        fc_finding finding = {
            .what = programs[i].command, .purpose = programs[i].purpose, .is_needed = programs[i].is_needed};
        status = ask_version(&finding.found, programs[i].command, report);
        if (!finding.found) {
            finding.state = FC_FINDING_MISSING;
            finding.found = fc_copy_string("");
            finding.next = fc_format("Install %s.", programs[i].package);
        }
        fc_findings_add(out, finding);
    }
    return status;
}

/* Adds the file's value, this machine's value if it differs, and whether they are equal. */
static void add_comparison(fc_findings *out, fc_finding finding, const char *in_file, const char *here)
{
    bool differs = in_file && here && strcmp(in_file, here) != 0;
    finding.state = !in_file || !here ? FC_FINDING_SKIPPED : differs ? FC_FINDING_DIFFERS : FC_FINDING_OK;
    finding.found =
        differs ? fc_format("%s; here: %s", in_file, here) : fc_copy_string(in_file ? in_file : "not in the file");
    if (differs)
        finding.next =
            fc_copy_string("To predict for this machine: forecost calibrate -o here.yaml, then use -m here.yaml.");
    fc_findings_add(out, finding);
}

fc_status fc_doctor_machine(fc_findings *out, const fc_machine *machine, fc_report *report)
{
    char *here = NULL, *processor = fc_calibrate_processor();
    fc_status status = FC_OK;
    if (machine->compiler) {
        char *command = fc_format("%.*s", (int)strcspn(machine->compiler, " "), machine->compiler);
        if (!strchr(command, '/')) /* a file that came with the machine file is not run */
            status = ask_version(&here, command, report);
        free(command);
    }
    add_comparison(out, (fc_finding){.what = "machine: processor", .purpose = "its times are predicted"}, machine->cpu,
                   processor);
    add_comparison(out, (fc_finding){.what = "machine: compiler", .purpose = "its costs were measured with it"},
                   machine->compiler_version, here);
    free(here);
    free(processor);
    return status;
}

void fc_doctor_cache(fc_findings *out)
{
    fc_finding finding = {.what = "cache", .purpose = "compiled programs and parsed machines are reused"};
    char *folder = fc_cache_folder();
    if (folder) {
        fc_cache_folder_use use = fc_cache_folder_measure(folder);
        finding.found =
            fc_format("%zu entries, %.1f MB; %ld damaged and rebuilt", use.entries, use.bytes * 1e-6, use.damaged);
    } else {
        finding.state = FC_FINDING_MISSING;
        finding.found = fc_copy_string("");
        finding.next = fc_copy_string("Set XDG_CACHE_HOME to a folder that only you may write to.");
    }
    fc_findings_add(out, finding);
    free(folder);
}
