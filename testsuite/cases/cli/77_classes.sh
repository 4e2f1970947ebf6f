# SPDX-License-Identifier: GPL-3.0-or-later
# Rank classes: the same numbers as when every rank is run, and what is said of them.
expect 0 "" analyze "$root"/testsuite/bench/halo.c -o halo.fc -- -O2
classes() {
    expect 0 "" predict "$1" --method ranks --format json "${@:2}"
    mv out classes.json
    expect 0 "" predict "$1" --method ranks --every-rank --format json "${@:2}"
    check python3 "$here/same_points.py" classes.json out
}
classes halo.fc -n 64,$([[ $SHORT ]] && echo 144 || echo 1024,4096) -- 6000 10
classes halo.fc -n 60,64 -- 6400 10
classes wave.fc -n 64 -- 1000 4
expect 0 "Every rank of 100 was run: " predict wave.fc -n 100 --method ranks -- 1000 4
expect 0 "Rank classes: 9 at p = 1048576; 25 ranks were run, alike by the first calls of all ranks and all calls of some." \
    predict halo.fc -n 1048576 --method ranks -- 102400 10
