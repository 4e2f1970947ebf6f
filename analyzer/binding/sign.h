/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file sign.h  Signs of integer expressions whose values are not known: abstract interpretation over the domain
 * {>= 0, any} (Cousot and Cousot, POPL 1977), without regard to the order of statements. */
#ifndef FC_SIGN_H
#define FC_SIGN_H

#include "analyzer/binding/control.h"

/** True only if the expression is proven to be >= 0 in every execution without overflow. */
bool fc_sign_is_nonnegative(const fc_control *control, const fc_node *expression);

#endif
