# SPDX-License-Identifier: GPL-3.0-or-later
# Spellings of the release before: the same output and exit code as the new spelling, and one warning that names it.
given row -O2
printf '{"taskgraph": 1, "name": "g", "graph": {"kind": "loop", "n": 10, "cpu_s": 0.5}}' >graph.json
printf '{"relaxed": 1, "parameters": {"p": 2}, "states": [{"name": "a"}, {"name": "b"}], "transitions": [{"from": "a", "to": "b", "cost_s": "p"}]}' >relaxed.json

# same CODE "NEW SPELLING" OLD WORD...: no word of these command lines needs quotes.
same() {
    local code=$1 new=$2 line
    shift 2
    expect "$code" "write \`forecost $new\`" "$@"
    mv out old.out
    line=$(head -n 1 err)
    check test "$line" = "warning[FC0171]: this spelling works in this release only; write \`forecost $new\`"
    tail -n +2 err >old.err
    expect "$code" "" $new
    check cmp out old.out
    check cmp err old.err
}
same 0 "machine list" machine --list
same 0 "machine show default" machine default
same 0 "machine show default --format=yaml" machine default --yaml
same 0 "machine edit default --set core.loop_s=1e-9 --set cores=64 -o edited.yaml" \
    machine default --edit core.loop_s=1e-9 --edit cores=64 -o edited.yaml
same 0 "machine edit --set cores=64 default --format=yaml" machine --edit cores=64 default --yaml
same 4 "machine verify default --cc nosuchcompiler --format json" machine default --verify --cc nosuchcompiler --format json
same 2 "machine verify default --ranks 0" machine --verify default --ranks 0
same 0 "taskgraph export row.fc -n 2 -o row.json -- 100 5" taskgraph row.fc -n 2 -o row.json -- 100 5
same 0 "taskgraph run graph.json -P 1,3 --format csv" taskgraph graph.json -P 1,3 --format csv
same 0 "taskgraph run -P 4 --schedule lpt graph.json --critical" taskgraph -P 4 --schedule lpt graph.json --critical
same 0 "taskgraph study graph.json --compare cyclic,lpt" taskgraph graph.json --compare cyclic,lpt
same 0 "taskgraph study relaxed.json -n 1:4" taskgraph relaxed.json -n 1:4
same 2 "taskgraph study graph.json -n 4" taskgraph graph.json -n 4
cp "$root/examples/jacobi_row/jacobi_row.c" row.c
same 0 "analyze row.c --cc mpicc --no-code -o again.fc -- -O2" analyze row.c --compiler mpicc --no-code -o again.fc -- -O2
same 2 "calibrate -o far.yaml --compare-with default --ranks 0" calibrate -o far.yaml --compare default --ranks 0
same 0 "machine new --clock 2G --cache 32K,8 --main-memory 80n" machine new --clock 2G --cache 32K,8 --memory=80n
same 0 "speedup --generate 20 --max-parallelism 64 --format csv" speedup --generate 20 -n 64 --format csv
same 0 "speedup --max-parallelism 1:64:x2 --generate=20" speedup -n 1:64:x2 --generate=20
same 3 "try nosuch --profile-ranks 2" try nosuch --profile 2
for notation in latex c python javascript; do
    same 0 "formula row.fc --notation=$notation -n 4 -- 100 5" formula row.fc --format "$notation" -n 4 -- 100 5
    expect 0 "write \`forecost formula row.fc --notation=$notation -o written -n 4 -- 100 5\`" \
        formula row.fc "--format=$notation" -o written -n 4 -- 100 5
    check cmp old.out written
done
# Spellings that stay: no warning.
expect 0 '"time_s"' formula row.fc --format json -n 4 -- 100 5
check test "$(grep -c "this spelling" err)" = 0
expect 0 '"time_s"' speedup row.fc -n 1,2,4 --format json -- 100 5
check test "$(grep -c "this spelling" err)" = 0
# A word that a shell would read otherwise is quoted.
expect 3 "write \`forecost machine show './no such.yaml'\`" machine "./no such.yaml"
# The arguments of the application are not read.
expect 3 "write \`forecost formula row.fc --notation=c -- 100 5 --format latex\`" formula row.fc --format c -- 100 5 --format latex
