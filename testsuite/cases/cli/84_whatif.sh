# SPDX-License-Identifier: GPL-3.0-or-later
# Hypothetical machines: `whatif --set` equals `machine edit --set` and predict; tolerances are where predictions reach
# them.
source "$here/given/networks.sh"
given pairs -O2
given row -O2
edits='network.latency*=0.25,core.operations[madd]*=3'
expect 0 "Next: forecost predict MODEL.fc -m edited.yaml" machine edit default --set "$edits" -o edited.yaml
expect 0 "hypothetical: $edits; made from default" machine show edited.yaml
expect 0 "machine edited" machine show edited.yaml
expect 0 "" predict row.fc -m edited.yaml -n 2,64,512 --format json -- 2000 50
mv out edited.json
expect 0 '"scenario"' whatif row.fc --set "$edits" --set 'computation*=0.5,data_movement*=0.5' -n 2,64,512 --format json -- 2000 50
check python3 -c '
import json
edited = [p["time_s"] for p in json.load(open("edited.json"))["points"]]
rows = json.load(open("out"))["scenarios"]
assert len(rows) == 6
for p, row in zip(edited, rows[0::2]):  # a machine file keeps six digits
    assert abs(row["time_s"] / p - 1) < 1e-5, (p, row)
for row in rows[1::2]:  # all times halved
    assert abs(row["speedup"] - 2) < 1e-12, row'
# Links of a network change with their class: half the latency, twice the bandwidth (shared.yaml: 76_network.sh).
expect 0 '"scenarios"' whatif pairs.fc -m shared.yaml -n 8 --method ranks --no-tolerance --set 'computation*=0.5,data_movement*=0.5' --set 'network.links[1].bandwidth*=2' --format json -- 100000
check python3 -c '
import json
halved, wide = json.load(open("out"))["scenarios"]
# Ranks begin up to a microsecond apart on any machine; all else is halved.
assert abs(halved["base_s"] - 2 * halved["time_s"]) < 1e-6 and 1 < wide["speedup"] < 2, (halved, wide)'
for method in sum ranks; do
    expect 0 '"latency_tolerance"' whatif row.fc -n 16,64 --method $method --format json -- 2000 50
    mv out borne.json
    for share in $([[ $SHORT ]] && echo 2 || echo 1 2 5); do
        factor=$(python3 -c "import json; print(json.load(open('borne.json'))['latency_tolerance'][1]['factor_${share}_percent'])")
        expect 0 '"scenarios"' whatif row.fc -n 64 --method $method --no-tolerance --set "network.latency*=$factor" --format json -- 2000 50
        check python3 -c "
import json
row = json.load(open('out'))['scenarios'][0]
assert abs(row['time_s'] / row['base_s'] - 1 - $share / 100) < 1e-6, row"
    done
done
expect 0 "load and store" whatif row.fc -n 1:256:x4 --plot whatif.svg -- 2000 50
check grep -q "data movement" whatif.svg
check grep -q "^ *1  any  *any  *any" out
expect 0 "ranks,parameters.n,parameters.iterations,scenario,edits,base_s,time_s,speedup" whatif row.fc --format csv -- 200 5
expect 0 "No scenario makes the program faster" whatif row.fc --set cores=64 --no-tolerance -- 200 5
expect 2 "column 9: unknown name; expected one of latency, gap" whatif row.fc --set 'network.latncy*=0.5' -- 200 5
silent
expect 2 "--set core.loop_s=-1: column 1: core.loop_s would be -1" machine edit default --set core.loop_s=-1 -o none.yaml
expect 2 "--set EDITS is missing" machine edit default -o none.yaml
expect 3 "cannot be written" machine edit default --set core.loop_s=0 -o nosuch/none.yaml
absent none.yaml
