# SPDX-License-Identifier: GPL-3.0-or-later
# Unusable input of a check: reported with its place, exit code 3. Errors of a program: a verdict, exit code 1, and the
# other programs are still compared. One small program is enough.
rm -rf bad
mkdir bad
cp "$here/ring.c" bad
settings() { # the settings, with what is appended to the program
    printf 'programs:\n  - name: ring\n    sources: [ring.c]\n    flags: -O2\n%s\n' "$1" >bad/forecost.yaml
}
points=$'    points:\n      - ranks: 1:16:x4\n        arguments: 65536 10'
check bad
expect 3 "no settings" "Write one (\`forecost help check\` describes it)"
settings "$points"
check bad --update
expect 0 "small" "perf.json: 3 points of 1 program."
cp bad/perf.json good.json

# refused CODE TEXT: with the current settings; nothing on standard output, the baseline unchanged.
refused() {
    check bad
    expect "$1" "$2" "$2"
    [[ $1 == 1 || ! -s out ]] || fail "$2: standard output is not empty"
}
settings $'    pints: 3\n'"$points"
refused 3 "forecost.yaml:5:5: error[FC0904]: programs[0]: Unexpected key: pints"
settings $'    points:\n      - ranks: 1:16:y4'
refused 3 "forecost.yaml:6:16: error[FC0904]: programs[0].points[0].ranks:"
settings $'    points:\n      - ranks: 4\n        parameters: [n]'
refused 3 "forecost.yaml:7:21: error[FC0904]: programs[0].points[0].parameters:"
settings "$points"$'\n    method: best'
refused 3 'forecost.yaml:8:13: error[FC0617]: programs[0].method: expected sum or ranks, found "best"'
settings "$points"$'\n    tolerance: {time_percent: -1}'
refused 3 'forecost.yaml:8:31: error[FC0617]: programs[0].tolerance.time_percent: expected percent from 0'
settings "$points"$'\n    tolerance: {time_percent: nan}'
refused 3 'forecost.yaml:8:31: error[FC0617]: programs[0].tolerance.time_percent: expected percent from 0'
settings "$points"$'\n    machine: nowhere'
refused 3 "forecost.yaml:8:14: "
settings "$points"$'\n  - {name: ring, sources: [ring.c]}'
refused 3 'forecost.yaml:8:12: error[FC0617]: programs[1].name: expected a unique name, found "ring"'
settings "$points"$'\n  - {name: other}'
refused 3 "forecost.yaml:8:5: error[FC0618]: programs[1]: expected sources"
settings "$points"$'\n  - {name: "a\\x1bb", sources: [ring.c]}'
refused 3 "forecost.yaml:8:12: error[FC0617]: programs[1].name: expected text without control characters"
settings "$points"$'\n  - [}'
refused 3 "forecost.yaml:8:5: error[FC0904]: programs[1]: Expecting MAPPING"
settings "$points"$'\n  - {'
refused 3 "forecost.yaml:8:5: error[FC0904]: programs[1].name: libyaml: did not find expected node content"
printf 'programs: []\n' >bad/forecost.yaml
refused 3 "forecost.yaml:1:1"
: >bad/forecost.yaml
refused 3 "forecost.yaml:1:1: error[FC0622]: not a settings file of forecost check: it is empty"
rm bad/forecost.yaml
refused 3 "forecost.yaml: error[FC0915]: cannot be read"
check nowhere
expect 3 "no folder" "nowhere: error[FC0129]: cannot be entered"
check bad --write sarif
expect 2 "--write" '--write: "sarif" is not FORMAT=FILE'
check bad --format html
expect 2 "--format" "html"

# The baseline.
settings "$points"
baseline() { # SED-SCRIPT TEXT
    sed "$1" good.json >bad/perf.json
    cmp -s good.json bad/perf.json && fail "$1 changes nothing"
    refused 3 "$2"
}
baseline 's/"forecost": "[^"]*"/"forecost": "0.0.1"/' 'perf.json:2:15: error[FC0617]: forecost: expected the current version'
baseline 's/"baseline": 1/"baseline": 2, "more": 1/' 'perf.json:2:36: error[FC0617]: baseline: expected format 1, found "2"'
baseline '0,/"time_s": [0-9.e-]*/s//"time_s": NaN/' 'perf.json:7:75: error[FC0617]: programs[0].points[0].time_s: expected a number >= 0, found "NaN"'
baseline '0,/"time_s": /s//"time_s": -/' 'perf.json:7:75: error[FC0617]: programs[0].points[0].time_s: expected a number >= 0'
baseline '0,/"ranks": 4/s//"ranks": 1/' 'perf.json:8:9: error[FC0618]: programs[0].points[1]: expected each point once'
baseline 's/"ranks"/"rank"/' 'perf.json:7:10: error[FC0904]: programs[0].points[0]: Unexpected key: rank'
baseline '0,/\("messages": \[\)[0-9]*, /s//\1/' "expected a number for each point"
baseline 's/"method": "sum"/"method": "ranks"/' 'perf.json:5:17: error[FC0617]: programs[0].method: expected the current value, sum, found "ranks"'
baseline 's/"machine_key": "./"machine_key": "x/' "perf.json:4:59: error[FC0617]: programs[0].machine_key: expected the key of the machine's current costs"
baseline '9,$d' "perf.json:8:9: error[FC0904]: programs[0].points[1]: libyaml: did not find expected node content"
baseline 's/.*//' "perf.json:1:1"
rm bad/perf.json
refused 3 "perf.json: error[FC0913]: there is no baseline yet"

# Verdicts on errors of a program.
cp good.json bad/perf.json
settings "$points"$'\n  - name: lost\n    sources: [lost.c]\n    points: [{ranks: 4}]'
refused 1 "lost  failed: lost.c: error[FC0905]: cannot be read"
grep -q '^0 slower, 0 faster, 3 same, 0 new, 0 gone, 1 failed, 0 without measure$' out || fail "one failed: $(cat out)"
check bad --update
expect 1 "--update of what fails" "perf.json is not updated; program lost: lost.c: error[FC0905]: cannot be read"
cmp -s good.json bad/perf.json || fail "--update of what fails changed the baseline"
printf 'int main(void) { return 0 }\n' >bad/lost.c
refused 1 "lost  failed: lost.c:1:26"
printf 'int main(void) { return 0; }\n' >bad/lost.c
refused 1 "lost  p = 4  without measure: predicted 0 s and no message"
settings "$points"$'\n  - name: pointless\n    sources: [ring.c]'
refused 1 "pointless  without measure: no points"
printf '#include <mpi.h>\nint main(int n, char **v) { double x[900]; MPI_Init(&n, &v); MPI_Bcast(x, 900, MPI_DOUBLE, 0, MPI_COMM_WORLD);\nwhile (x[0] > 0)\n x[0] -= x[1]; MPI_Finalize(); }\n' >bad/lost.c
settings "$points"$'\n  - name: lost\n    sources: [lost.c]\n    points: [{ranks: 4}]'
refused 1 "lost  p = 4  without measure: lost.c:3: error[FC0505]: how often this loop runs"
sed -i '3i #pragma forecost trip(n)' bad/lost.c
refused 1 "lost.c:3:1: error[FC0405]: #pragma forecost trip(n): expected a number >= 0"
settings $'    points: [{ranks: "1,4", arguments: 65536 10}]'
refused 1 "ring  p = 16, arguments 65536 10  "
grep -q ' gone$' out || fail "gone: $(cat out)"

# A name that is markup in every format.
printf '%s\n' 'programs:' '  - name: "<b>&amp;\"x\"|`*_\n]]>\u00e9@me"' '    sources: [ring.c]' '    flags: -O2' "$points" >bad/forecost.yaml
check bad --update
expect 0 "markup" "perf.json: 3 points"
sed -i 's/for (int i = HALO; i < r->n - HALO; i++)/for (int i = 0; i < 9 * r->n; i++)/' bad/ring.c
check bad --write json=json --write junit=xml --write markdown=md --write sarif=sarif --write bmf=bmf
expect 1 "markup" "slower (limit 5 %)"
python3 "$here/formats.py" bad || fail "markup in a format"

# An output is no input.
for input in forecost.yaml perf.json; do
    cp "bad/$input" kept
    check bad --write "sarif=$input"
    expect 2 "--write" "$input is an input of this command"
    cmp -s "bad/$input" kept || fail "$input is overwritten"
done
