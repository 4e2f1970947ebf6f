/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file timing_library.h  C sources of the timing library. It writes whole nanoseconds, of the program and of its
 * timed region (< 0: none), to the file that FORECOST_TIME_FILE names. */
#ifndef FC_TIMING_LIBRARY_H
#define FC_TIMING_LIBRARY_H

/** From MPI_Init's return to MPI_Finalize's entry, maximum over the ranks. */
extern const char fc_timing_library_mpi[];
/** For a program without MPI: from main's entry to its end. */
extern const char fc_timing_library_whole[];

#endif
