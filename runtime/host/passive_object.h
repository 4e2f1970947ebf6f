/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file passive_object.h  Whether a shared object can be loaded without running any of its code.
 *
 * The command loads compiled cost programs to read their tables; their code runs in a sandboxed child only. An object
 * with constructors, destructors, indirect functions or libraries of its own would run code in the command itself. */
#ifndef FC_PASSIVE_OBJECT_H
#define FC_PASSIVE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

/** bytes: the file. False also for anything but a well-formed 64-bit ELF object of this host's byte order. */
bool fc_passive_object_is(const char *bytes, size_t length);

#endif
