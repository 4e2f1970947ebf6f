# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that once had no formula have one, whose time is that of predict at every number of ranks, those beyond the
# 16 parts included.
given branches -O2
for arguments in "50 20" "20 50"; do
    # shellcheck disable=SC2086
    expect 0 "" predict branches.fc -n 1:40 --format json -- $arguments
    mv out predicted.json
    for p in 1 2 3 4 5 8 15 16 17 33 40; do
        # shellcheck disable=SC2086
        expect 0 "" formula branches.fc -n $p --format json -- $arguments
        check python3 - $p <<'PY'
import json, sys
p = int(sys.argv[1])
formula = json.load(open("out"))["time_s"]
predicted = next(at["time_s"] for at in json.load(open("predicted.json"))["points"] if at["ranks"] == p)
assert abs(formula - predicted) <= 1e-9 * predicted, (p, formula, predicted)
PY
    done
done
# No guard that always holds, and the share of each rank is written once or named.
expect 0 "T(p, n, limit) =" formula branches.fc -n 16 -- 50 20
check test "$(grep -c 'p >= 1\]' out)" = 0
check test "$(grep -o 'floor(16/p)' out | wc -l)" -le 4
