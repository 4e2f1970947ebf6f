/* SPDX-License-Identifier: Apache-2.0 */
/** @file machine.h  Messages, FC0600 and after: machine files and calibration (messages.h). */
#ifndef FC_MESSAGES_MACHINE_H
#define FC_MESSAGES_MACHINE_H

#define FC_MSG_BENCHMARK_FAILED "FC0601\ta benchmark failed: %.300s\n  %.*s"
#define FC_MSG_NOT_BUNDLED "FC0602\t%s is not bundled"
#define FC_MSG_NO_BUNDLED_MACHINE_BUNDLED_MACHINES "FC0603\tno bundled machine \"%s\"; the bundled machines are: %s"
#define FC_MSG_SCRATCH_FOLDER_CANNOT_BE_MADE "FC0604\tthe scratch folder %s cannot be made: %s"
#define FC_MSG_COMMUNICATION_BENCHMARK_ENDED_AFTER_OPERATIONS                                                          \
    "FC0605\tthe communication benchmark ended after %d of %d operations without an error: %.300s"
#define FC_MSG_UNEXPECTED_OUTPUT_COMMUNICATION_BENCHMARK                                                               \
    "FC0606\tunexpected output of the communication benchmark: \"%.*s\""
#define FC_MSG_UNEXPECTED_OUTPUT_CORE_BENCHMARK "FC0607\tunexpected output of the core benchmark: \"%.60s\""
#define FC_MSG_UNEXPECTED_OUTPUT_MEMORY_BENCHMARK "FC0608\tunexpected output of the memory benchmark: \"%.60s\""
#define FC_MSG_UNEXPECTED_OUTPUT_OPENMP_BENCHMARK "FC0609\tunexpected output of the OpenMP benchmark: \"%.60s\""
#define FC_MSG_POINTS_DO_NOT_DETERMINE_COEFFICIENTS "FC0610\t%d points do not determine %d coefficients"
#define FC_MSG_INVALID_MEASURED_POINT_P_BYTES "FC0611\tinvalid measured point: p %g, %g bytes, %g s"
#define FC_MSG_NO_POINTS_WERE_MEASURED "FC0612\tno points were measured"
#define FC_MSG_POINTS_DO_NOT_DETERMINE_RUNTIME "FC0613\t%d points do not determine a runtime function"
#define FC_MSG_JOURNAL_BELONGS_ANOTHER_CALIBRATION_NOT                                                                 \
    "FC0614\tthe journal belongs to another calibration: \"%.*s\", not \"%.200s\""
#define FC_MSG_EDIT_INVALID "FC0615\t%s %.200s: column %zu: %s"
#define FC_MSG_MACHINE_DOES_NOT_FIT_FILE "FC0616\tthe machine does not fit the file's schema: %s"
#define FC_MSG_YAML_EXPECTED_TEXT "FC0617\t%s: expected %s, found \"%.60s\""
#define FC_MSG_YAML_EXPECTED "FC0618\t%s: expected %s"
#define FC_MSG_YAML_EXPECTED_NUMBER "FC0619\t%s: expected %s, found \"%s\""
#define FC_MSG_EXPECTED_NUMBER_FOUND "FC0620\t%s: expected a number, found \"%s\""
#define FC_MSG_NOT_CONTAINS_NUL_BYTES "FC0621\tnot a %s: it contains NUL bytes"
#define FC_MSG_YAML_FILE_EMPTY "FC0622\tnot a %s: it is empty"
#define FC_MSG_NETWORK_RANKS "FC0625\tthe network is measured among %d to %d ranks, not %d"
#define FC_MSG_UNEXPECTED_OUTPUT_NETWORK "FC0626\tunexpected output of the network benchmark: \"%.*s\""
#define FC_MSG_UNEXPECTED_OUTPUT_CHECK_BENCHMARK "FC0628\tunexpected output of the check benchmark: \"%.60s\""
#define FC_MSG_NO_CHECK_TIMES "FC0630\tno times of kernels to check the model with"
#define FC_MSG_CHECKED_WITH_OTHER_COMPILER                                                                             \
    "FC0631\tthe machine was calibrated with '%s', and the kernels are compiled with '%s': give the former with --cc"
#define FC_MSG_MODEL_NOT_CHECKED "FC0629\tthe model's errors on this machine are not known: %.*s"
#define FC_MSG_SHEET_INCOMPLETE "FC0624\t--%s is missing"
#define FC_MSG_DAMAGED_MORE_THAN_MB_SAMPLES "FC0623\tdamaged, or more than %d MB of samples"

#endif
