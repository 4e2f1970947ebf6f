/* SPDX-License-Identifier: Apache-2.0 */
/** @file verification.h  Runs a program for the defects that setting.findings collects.
 *
 * Two runs: with sends that never wait for their receives, and with sends that always do. A deadlock of the second run
 * alone is one that a program hides behind the buffers of an MPI implementation (MPI 3.1, section 3.5). */
#ifndef FC_VERIFICATION_H
#define FC_VERIFICATION_H

#include "simulation.h"

/** Ends with FC_END_DONE where the runs reached their end, or stopped at a finding; *ending has the cause otherwise.
 * setting->sends is changed. */
fc_end fc_verification_run(fc_setting *setting, const fc_launch *launch, fc_ending *ending);

#endif
