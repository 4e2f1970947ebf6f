/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file formula_requests.h  Nonblocking and persistent messages in a symbolic run: in its state, a persistent request
 * is known by its direction, bytes and partner (MPI 3.1, section 3.9). */
#ifndef FC_FORMULA_REQUESTS_H
#define FC_FORMULA_REQUESTS_H

#include "analyzer/summary/formula_transfers.h"

typedef struct fc_run_request {
    bool receives;
    const fc_sym *bytes; /* NULL: not closed */
    fc_run_variants partner;
} fc_run_request;

/** A message is posted; a receive pays its transfer too, if a call may complete it. False: fc_run_fail(). */
bool fc_run_post(fc_run *run, const fc_cost *cost, const fc_run_request *request);
/** A call that makes a persistent request. */
void fc_run_make_request(fc_run *run, const fc_cost *cost);
/** MPI_Start and MPI_Startall. False: fc_run_fail(). */
bool fc_run_start_requests(fc_run *run, const fc_cost *cost);

#endif
