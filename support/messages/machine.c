/* SPDX-License-Identifier: Apache-2.0 */
#include "support/messages/machine.h"

#include "support/messages/messages.h"

#include <stddef.h>

static const fc_message messages[] = {
    {"error", FC_MSG_BENCHMARK_FAILED,
     "Calibration compiles small benchmarks and runs them, some of them by the MPI launcher. The quoted command ended "
     "with an error, whose first line follows, so its costs are not measured.",
     "Mend what the benchmark says, and calibrate again."},
    {"error", FC_MSG_NOT_BUNDLED,
     "The sources of the benchmarks are stored in the forecost executable, and the named source is not among them. The "
     "executable was built incompletely, so nothing can be measured.",
     "Build Forecost again from complete sources."},
    {"error", FC_MSG_NO_BUNDLED_MACHINE_BUNDLED_MACHINES,
     "A machine is given by a file, or by the name of a machine that is stored in the forecost executable. No file has "
     "the given name, and no stored machine has it either.",
     "Give one of these names, or a machine file."},
    {"error", FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE,
     "Calibration compiles and runs its benchmarks in a temporary folder. The system refused to create this folder, "
     "for the reason in the message, so nothing is measured.",
     "Set TMPDIR to a folder you may write to."},
    {"error", FC_MSG_COMMUNICATION_BENCHMARK_ENDED_AFTER_OPERATIONS,
     "The launcher reported success, and the benchmark measured only a part of the MPI operations. A rank may have "
     "ended early, or the launcher may not pass on all of the output.",
     "Run another MPI program with this launcher to check it."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_COMMUNICATION_BENCHMARK,
     "A line that the benchmark printed, or that the journal contains, does not have the form of a measurement. The "
     "launcher may print lines of its own, or mix the lines of several ranks.",
     "Check that the launcher passes on the output of rank 0 only, and calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_CORE_BENCHMARK,
     "A line that the benchmark of arithmetic operations printed does not have the form of a measurement. The costs of "
     "operations would be incomplete, so no machine file is written.",
     "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_MEMORY_BENCHMARK,
     "A line that the benchmark of caches and memory printed does not have the form of a measurement. The costs of "
     "memory would be incomplete, so no machine file is written.",
     "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_OPENMP_BENCHMARK,
     "A line that the benchmark of OpenMP constructs printed does not have the form of a measurement. The costs of "
     "OpenMP would be incomplete, so no machine file is written.",
     "Calibrate again."},
    {"error", FC_MSG_POINTS_DO_NOT_DETERMINE_COEFFICIENTS,
     "Costs are fitted by linear least squares. There are fewer points than coefficients, or the points are linearly "
     "dependent, so several solutions fit equally well.",
     "Measure more points."},
    {"error", FC_MSG_INVALID_MEASURED_POINT_P_BYTES,
     "A measured communication time must be positive and finite, with at least 2 ranks and a size of 0 or more bytes. "
     "This point is not, so no runtime function is fitted to it.",
     "Calibrate again."},
    {"error", FC_MSG_NO_POINTS_WERE_MEASURED,
     "The runtime function of an MPI operation is fitted to its measured times, and the calibration has none for the "
     "operation. A launcher that loses output may lead to this.",
     "Calibrate again."},
    {"error", FC_MSG_POINTS_DO_NOT_DETERMINE_RUNTIME,
     "A runtime function has several coefficients, for example the start-up time and the time per byte. The points "
     "have too few different message sizes or ranks to determine them.",
     "Measure more message sizes."},
    {"error", FC_MSG_JOURNAL_BELONGS_ANOTHER_CALIBRATION_NOT,
     "The first line of a journal describes the calibration that began it, and this calibration has other options. "
     "Measurements of both in one machine file would be inconsistent.",
     "Repeat the command that began the calibration, or remove the journal to start again."},
    {"error", FC_MSG_EDIT_INVALID,
     "At this column, the value of --set has another form than PATH=NUMBER. Or the description of a cache or memory "
     "level has another form than its option requires. The machine is not written.",
     "Write PATH=NUMBER, as `forecost help machine edit` describes."},
    {"error", FC_MSG_MACHINE_DOES_NOT_FIT_FILE,
     "The machine contains a value that the format of machine files cannot represent, so no file is written. Forecost "
     "should not produce such a value.",
     "Correct the values that were edited, or calibrate again. Report the message if it remains."},
    {"error", FC_MSG_YAML_EXPECTED_TEXT,
     "The value at this path of the YAML file (a machine, signature, baseline or configuration) violates a condition "
     "of its format. The file is not used, since results would be wrong.",
     "Correct the value, or write the file again."},
    {"error", FC_MSG_YAML_EXPECTED,
     "The format of the YAML file (a machine, signature, baseline or configuration) requires a value at this path. The "
     "value is missing or empty, so the file is not used.",
     "Add the value, or write the file again."},
    {"error", FC_MSG_YAML_EXPECTED_NUMBER,
     "At this path the YAML file must have one of the listed words, and it has another. The word may be misspelled, or "
     "a newer version of Forecost may have written it.",
     "Correct the value, or write the file again."},
    {"error", FC_MSG_EXPECTED_NUMBER_FOUND,
     "At this path the YAML file must have a number, and the text found there is not one. Units and separators of "
     "thousands are not part of a number.",
     "Give a number."},
    {"error", FC_MSG_NOT_CONTAINS_NUL_BYTES,
     "The file should contain YAML, which is text, and it contains a NUL byte. It is a binary or compressed file, or "
     "its text is encoded as UTF-16.",
     "Give a text file, as Forecost wrote it."},
    {"error", FC_MSG_YAML_FILE_EMPTY,
     "The file should contain YAML, and it has no value in it, at most blanks and comments. It may have been "
     "truncated, for example when a disk was full.",
     "Write the file again."},
    {"error", FC_MSG_DAMAGED_MORE_THAN_MB_SAMPLES,
     "The compressed file of samples could not be decompressed, or its contents exceed the size limit, so the machine "
     "is not read. A machine file without samples is complete for predictions.",
     "Calibrate again, or remove the file of samples."},
    {"error", FC_MSG_SHEET_INCOMPLETE,
     "`forecost machine new` derives a machine from data sheets: the clock rate, the caches and the memory. The named "
     "option is required, since there is no default for it.",
     "Give the option: `forecost help machine new` shows an example."},
    {"error", FC_MSG_NETWORK_RANKS,
     "--network measures the distances between nodes with one rank on each, among the largest number of --ranks. This "
     "number is absent or outside the limits within which a network is fitted.",
     "Give --ranks and a --launcher, as `forecost help calibrate` shows."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_NETWORK,
     "A line that the network benchmark printed does not have the form of a measurement, or lines are missing at the "
     "\"end\". The launcher may lose output, or mix the lines of several ranks.",
     "Calibrate again."},
    {"error", FC_MSG_UNEXPECTED_OUTPUT_CHECK_BENCHMARK,
     "A line that the benchmark of kernels printed is not a name with a positive size and time. Its times are the "
     "reference for the errors of the models, so no machine file is written.",
     "Calibrate again."},
    {"warning", FC_MSG_MODEL_NOT_CHECKED,
     "After the measurement, calibration predicts kernels to determine the errors of the models, and a prediction "
     "failed. The machine file is complete, but its intervals are general, wide ones.",
     "Remove the reason that the message names, and calibrate again."},
    {"error", FC_MSG_NO_CHECK_TIMES,
     "The errors of the models are determined from kernels that calibration measures. The samples of this machine "
     "contain no complete set of their times, so there is no reference.",
     "Calibrate again, without --quick."},
    {"note", FC_MSG_CHECKED_WITH_OTHER_COMPILER,
     "The kernels were measured with the code of the first compiler, and they are predicted for the code of the "
     "second. Differences between the compilers increase the printed errors.",
     "Give the former compiler with --cc."},
    {NULL, NULL, NULL, NULL}};

const fc_message_area fc_messages_machine = {
    "A machine file is not valid, or a calibration could not measure something.", messages};
