/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file exchange_time.h  The time of an exchange among all nodes, replayed on virtual ranks. */
#ifndef FC_EXCHANGE_TIME_H
#define FC_EXCHANGE_TIME_H

#include "machine_properties/calibration/network_check.h"

/** An fc_exchange_predict. Alltoall and allreduce are measured back to back: the mean of four. A broadcast and a
 * permutation begin at one time. FC_E_INPUT: the machine lacks a runtime function, or its network is too small. */
fc_status fc_exchange_time_predict(double *seconds, const fc_coefficients *machine, const fc_exchange *exchange,
                                   fc_report *report);

#endif
