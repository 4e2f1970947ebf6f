# SPDX-License-Identifier: GPL-3.0-or-later
# Pragmas from a file beside the sources: predicted as with the same pragma in the source, which stays as it was.
cp "$root/examples/cg/cg.c" noted.c
line=$(grep -n 'while (rr > target' noted.c | cut -d: -f1)
sed 's/^    while (rr > target/#pragma forecost trip(50)\n&/' noted.c >told.c
printf '# what the solver needs\nnoted.c:%d trip(50)   # mean\n' "$line" >notes.txt
expect 0 "1 annotated; none needs a profile." analyze noted.c --notes notes.txt -o noted.fc -- -O2
expect 0 "" analyze told.c -o told.fc -- -O2
times() { "$FORECOST" predict "$1" --format json -n 1:4 -- 300 1e-6 10000 | python3 -c 'import json, sys
print([p["time_s"] for p in json.load(sys.stdin)["points"]])'; }
check test "$(times noted.fc)" = "$(times told.fc)"
expect 0 "annotated  50 turns of the loop noted.c:$line" coverage noted.fc -n 4 -- 300 1e-6 10000
check cmp -s noted.c "$root/examples/cg/cg.c"

# The same of an executable and of compile_commands.json.
check "$FORECOST" cc -O2 noted.c -o noted -lm
expect 0 "1 annotated; none needs a profile." analyze ./noted --notes notes.txt -o app.fc
mkdir -p noted_build
printf '[{"directory": "%s", "file": "noted.c", "command": "mpicc -O2 -c noted.c"}]\n' "$PWD" \
    >noted_build/compile_commands.json
expect 0 "1 annotated; none needs a profile." analyze -p noted_build --notes notes.txt -o app.fc

# Refused, and no model is written: no such place, a count that needs no note, no file.
rm -f refused.fc
printf '\nnoted.c:%d trip(50)\n' $((line + 1)) >notes.txt
expect 3 "notes.txt:2:1: no loop begins at noted.c:$((line + 1))" analyze noted.c --notes notes.txt -o refused.fc
check grep -q "The nearest loop begins at noted.c:$line:5." err
closed=$(grep -n 'for (int j = 0; j < n; j++)' noted.c | head -n 1 | cut -d: -f1)
printf 'noted.c:%d trip(50)\n' "$closed" >notes.txt
expect 3 "the note trip(50) is not needed" analyze noted.c --notes notes.txt -o refused.fc
expect 3 "nosuch.txt: cannot be read" analyze noted.c --notes nosuch.txt -o refused.fc
absent refused.fc
# In the source, what has no effect is warned of.
sed "${closed}i #pragma forecost trip(9)" noted.c | sed "${line}i #pragma forecost prize(3)" >idle.c
idle=$(grep -n 'trip(9)' idle.c | cut -d: -f1)
expect 0 "idle.c:$idle:1: warning: #pragma forecost trip(9) has no effect: the count here follows" analyze idle.c -o idle.fc
check grep -q "#pragma forecost prize(3) has no effect: only trip(NUMBER), probability(NUMBER), cost(EXPRESSION), ignore and init_end are known" err

# The computational block from a note, and a profile beside it: both insert into the unedited source.
grep -v forecost_init_end: marked.c >plain.c
printf 'plain.c:%d init_end\n' "$(grep -n 'usleep(30000)' plain.c | cut -d: -f1)" >notes.txt
expect 0 "" analyze plain.c --notes notes.txt -o plain.fc
expect 0 "block error" validate plain.fc -n 1 --runs 1
expect 0 '"block_error"' validate plain.fc -n 1 --runs 1 --format json
check python3 "$here/contract.py" marked out
expect 0 "" analyze noted.c -o plain.fc -- -O2
expect 0 "" profile plain.fc -n 1 -o plain.profile -- 50 1e-3 100
printf 'noted.c:%d init_end\n' "$line" >notes.txt
expect 0 "" analyze noted.c --notes notes.txt -o plain.fc -- -O2
expect 3 "plain.profile" predict plain.fc --profile plain.profile -n 1 -- 50 1e-3 100
expect 0 "" profile plain.fc -n 1 -o plain.profile -- 50 1e-3 100
expect 0 "profiled" predict plain.fc --profile plain.profile -n 1 -- 50 1e-3 100
