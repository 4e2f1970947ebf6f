/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timing_library.h  C texts of the library that a timed program is linked with. It writes whole nanoseconds, of
 * the whole and of the marked block (< 0: none), to the file that FORECOST_TIME_FILE names. */
#ifndef FC_TIMING_LIBRARY_H
#define FC_TIMING_LIBRARY_H

/** From MPI_Init's return to MPI_Finalize's entry, the maximum over the ranks. */
extern const char fc_timing_library_mpi[];
/** Of a program without MPI: main, from its entry to its end. */
extern const char fc_timing_library_whole[];

#endif
