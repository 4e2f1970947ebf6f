/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/machine.h"

#include "support/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_BENCHMARK_FAILED, NULL, "Mend what the benchmark says, and calibrate again."},
    {"error", FC_MSG_NOT_BUNDLED, NULL, "`forecost machine list` prints the bundled machines."},
    {"error", FC_MSG_NO_BUNDLED_MACHINE_BUNDLED_MACHINES, NULL, "Give one of these names, or a machine file."},
    {"error", FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE, NULL, "Set TMPDIR to a folder you may write to."},
    {"error", FC_MSG_COMMUNICATION_BENCHMARK_ENDED_AFTER_OPERATIONS, NULL,
     "Run another MPI program with this launcher to check it."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_COMMUNICATION_BENCHMARK, NULL,
     "Check that the launcher passes on the output of rank 0 only, and calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_CORE_BENCHMARK, NULL, "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_MEMORY_BENCHMARK, NULL, "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_OPENMP_BENCHMARK, NULL, "Calibrate again."},
    {"error", FC_MSG_POINTS_DO_NOT_DETERMINE_COEFFICIENTS, NULL, "Measure more points."},
    {"error", FC_MSG_INVALID_MEASURED_POINT_P_BYTES, NULL, "Calibrate again."},
    {"error", FC_MSG_NO_POINTS_WERE_MEASURED, NULL, "Calibrate again."},
    {"error", FC_MSG_POINTS_DO_NOT_DETERMINE_RUNTIME, NULL, "Measure more message sizes."},
    {"error", FC_MSG_JOURNAL_BELONGS_ANOTHER_CALIBRATION_NOT, NULL,
     "Repeat the command that began the calibration, or remove the journal to start again."},
    {"error", FC_MSG_EDIT_INVALID, NULL, "Write PATH=NUMBER, as `forecost help machine edit` describes."},
    {"error", FC_MSG_MACHINE_DOES_NOT_FIT_FILE, NULL, "Correct the value that the message names, or calibrate again."},
    {"error", FC_MSG_YAML_EXPECTED_TEXT, NULL, "Correct the value, or write the file again."},
    {"error", FC_MSG_YAML_EXPECTED, NULL, "Add the value, or write the file again."},
    {"error", FC_MSG_YAML_EXPECTED_NUMBER, NULL, "Correct the value, or write the file again."},
    {"error", FC_MSG_EXPECTED_NUMBER_FOUND, NULL, "Give a number."},
    {"error", FC_MSG_NOT_CONTAINS_NUL_BYTES, NULL, "Give a text file, as Forecost wrote it."},
    {"error", FC_MSG_YAML_FILE_EMPTY, NULL, "Write the file again."},
    {"error", FC_MSG_DAMAGED_MORE_THAN_MB_SAMPLES, NULL, "Calibrate again, or remove the file of samples."},
    {"error", FC_MSG_SHEET_INCOMPLETE, NULL, "Give the option: `forecost help machine new` shows an example."},
    {"error", FC_MSG_NETWORK_RANKS, NULL, "Give --ranks and a --launcher, as `forecost help calibrate` shows."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_NETWORK, NULL, "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_CHECK_BENCHMARK, NULL, "Calibrate again."},
    {"warning", FC_MSG_MODEL_NOT_CHECKED, NULL,
     "The machine file is complete, but its intervals are general ones, which are wide. The message says what failed."},
    {"error", FC_MSG_NO_CHECK_TIMES, NULL, "Calibrate again, without --quick."},
    {"note", FC_MSG_CHECKED_WITH_OTHER_COMPILER, NULL, "Give the former compiler with --cc."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_machine = {
    "A machine file is not valid, or a calibration could not measure something.", messages};
