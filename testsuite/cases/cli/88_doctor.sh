# SPDX-License-Identifier: GPL-3.0-or-later
# The doctor: all well here; everything missing with an empty PATH; another machine; no files left.
mkdir -p doctor_tmp
export TMPDIR=$PWD/doctor_tmp XDG_CACHE_HOME=$PWD/doctor_cache
expect 0 "Everything needed is installed and works." doctor
truncate -s 5000 doctor_cache/forecost/*.so # the next run rebuilds it
expect 0 '"ready": true' doctor --format json
expect 0 " 1 damaged and rebuilt" doctor
expect 0 '"ready": true' doctor --format json
check python3 -c '
import json
findings = {f["what"]: f for f in json.load(open("out"))["findings"]}
assert all(findings[w]["state"] == "ok" for w in ("cc", "mpicc", "mpirun", "demo: analyze", "demo: predict", "demo: validate")), findings
assert "Open MPI" in findings["mpirun"]["found"] and findings["gnuplot"]["needed"] == "no"'
check python3 -c '
import json
cache = [f for f in json.load(open("out"))["findings"] if f["what"] == "cache"][0]
assert cache["state"] == "ok" and "damaged and rebuilt" in cache["found"], cache'
expect 0 "PowerPC-601, 80 MHz; here:" doctor -m parsytec-gc-powerplus
expect 0 "forecost calibrate -o here.yaml" doctor -m parsytec-gc-powerplus
expect 3 "nosuch.yaml" doctor -m nosuch.yaml
cases=$((cases + 1))
env PATH="$SCRATCH/empty" "$FORECOST" doctor >out 2>err
check test $? = 4
check grep -q "mpirun: Install openmpi-bin." out
check grep -q "^demo: predict *skipped" out
check grep -q "4 needed parts are missing" err
check test -z "$(ls -A doctor_tmp)"
unset TMPDIR
