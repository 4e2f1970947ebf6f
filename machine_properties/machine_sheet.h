/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_sheet.h  A machine from a data sheet: clock, cycles an instruction, and caches with their latencies.
 *
 *    clock  = number [ "M" | "G" ]                     hertz
 *    level  = bytes "," ways [ "," seconds [ "," rate ] ]          a cache
 *    memory = seconds [ "," rate ]
 *    bytes, rate = number [ "K" | "M" | "G" ]          1024 and its powers; the rate in bytes per second
 *    seconds     = number [ "n" | "u" ]                as in 80n
 *
 * The core takes a constant time for an instruction, which includes an access that the first level serves. An access
 * that another level serves waits the level's latency in addition; nothing overlaps. With a rate, lines of a walk of
 * unit stride arrive at the rate instead. The first level's seconds (default: an instruction) serve in the times of a
 * signature's accesses only. */
#ifndef FC_MACHINE_SHEET_H
#define FC_MACHINE_SHEET_H

#include "machine_properties/machine.h"

/** bytes, ways: 0 for the memory. latency_s >= 0 [s]; rate [B/s], 0: a line of each latency. */
typedef struct fc_sheet_level {
    double bytes;
    unsigned ways;
    double latency_s, rate;
} fc_sheet_level;

/** instruction_s [s] > 0. levels: n_levels caches of 1 to FC_MAX_CACHES, nearest first, then the memory. */
typedef struct fc_sheet {
    double instruction_s, line_bytes;
    int cores;
    unsigned n_levels;
    fc_sheet_level level[FC_MAX_CACHES + 1];
} fc_sheet;

/** Sets instruction_s from the texts of --clock and of --cpi, the cycles an instruction. FC_E_USAGE with the column. */
fc_status fc_machine_sheet_core(fc_sheet *sheet, const char *clock, const char *cycles, fc_report *report);
/** Appends a level by its text; `option` for messages: "--cache" or "--main-memory" (the last one). Call
 * fc_machine_sheet_core() before. FC_E_USAGE with the column. */
fc_status fc_machine_sheet_add(fc_sheet *sheet, const char *text, const char *option, fc_report *report);
/** The machine. Its communication is that of `network`; NULL: none is known. */
FC_GIVE fc_machine *fc_machine_of_sheet(const fc_sheet *sheet, const fc_machine *network);

#endif
