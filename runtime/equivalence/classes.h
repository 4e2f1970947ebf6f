/* SPDX-License-Identifier: Apache-2.0 */
/** @file classes.h  Rank equivalence classes (design, section 2): virtual ranks with equal fingerprints
 * (fingerprint.h).
 *
 * Correctness. An event's time is a function of the rank's earlier events and its partners' events (simulation.h). The
 * events are acyclic, so their times are the unique fixed point. Ranks of one class have the same events, with partners
 * at the same distances. Suppose one time for each event of each class satisfies all ranks, whatever their partners'
 * classes. Then these times are the fixed point. fc_classes_refine() splits a class by its partners' classes, so that
 * each case has a representative (quotient.h).
 *
 * Subcommunicators (MPI_Comm_split) are equivalent if their members have the same classes in the same order.
 * Representatives in equivalent subcommunicators share one group. In a fixed point, members of one class arrive at the
 * same time. The latest arrival in the group is therefore the latest in each subcommunicator. */
#ifndef FC_CLASSES_H
#define FC_CLASSES_H

#include "fingerprint.h"

/** At most `most` classes of launch->ranks ranks by their fingerprints (launch->rank is not read). If the fingerprints
 * are too long, only the first calls count, and sampled ranks of each class are compared to their ends. Returns NULL,
 * or why there are no classes; then *site is the call that prevents them (NULL: none), and `out` is empty. */
const char *fc_classes_find(fc_classes *out, fc_rank *r, const fc_launch *launch, int most, const fc_site **site);
/** One step of partition refinement. `by` refines `initial` (from fc_classes_find with r). Two ranks stay together if
 * they, their partners, and the members of their subcommunicators have the same classes in `by`. Also names the
 * equivalence classes of the subcommunicators (deferred.h). False: more than `most` classes, or out of memory; then
 * `out` is empty. */
bool fc_classes_refine(fc_classes *out, fc_rank *r, const fc_classes *initial, const int *by, int most);
void fc_classes_free(fc_classes *classes);

#endif
