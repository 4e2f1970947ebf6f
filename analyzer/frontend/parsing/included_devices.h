/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file included_devices.h  Devices that a source includes: /dev/zero has no end, so that libclang would read until
 * memory is exhausted. /dev/null is an empty file. */
#ifndef FC_INCLUDED_DEVICES_H
#define FC_INCLUDED_DEVICES_H

#include "support/status.h"

#include <clang-c/Index.h>

/** Ends each device that libclang has open. Parses run concurrently, so it may be that of another unit. */
void fc_included_devices_end(void);
/** FC_E_INPUT: the unit includes a device, with the place of the directive. */
fc_status fc_included_devices_check(CXTranslationUnit unit, fc_report *report);

#endif
