# SPDX-License-Identifier: GPL-3.0-or-later
# A procedure that always ends the program: a successful run never calls it where data decides.
given stop_wrapper -O2
expect 0 "" profile stop_wrapper.fc -n 1 -- 100
expect 0 "99 % profiled" predict stop_wrapper.fc -m gigabit-switch -n 1,64 -- 1000
expect 3 "the program ends here by MPI_Abort" predict stop_wrapper.fc -m gigabit-switch -- -1

# A procedure whose address only a never-executed branch uses is no target of a call.
given pointer_targets -O2
expect 0 "pointer_targets.c:19" profile pointer_targets.fc -n 1 -- 100
expect 0 "99 % profiled" predict pointer_targets.fc -m gigabit-switch -- 1000
