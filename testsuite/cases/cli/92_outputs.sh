# SPDX-License-Identifier: GPL-3.0-or-later
# Outputs: a regular file is replaced as a whole, links stay, devices and pipes are written through, an input is never
# overwritten, and nothing is left behind.
cp "$here/given/settings.c" s.c && cp s.c s.kept
expect 0 "all supported" analyze s.c -o s.fc
given row
entries() { find . -mindepth 1 ! -name out ! -name err ! -name listed ! -name before | sort >listed; cmp -s listed "$1" || { echo "FAIL: other files than before:"; diff "$1" listed; failed=1; }; }

# The same model but for the folder of its sources, which is relative to the model's own.
same_model() { cmp <(sed 's/"folder":"[^"]*"//' "$1") <(sed 's/"folder":"[^"]*"//' "$2"); }

# ---- what the output is ----
mkdir elsewhere
ln -s elsewhere/model.fc link.fc && ln -s link.fc link2.fc # no target yet
expect 0 "" analyze s.c -o link2.fc
check test -L link2.fc -a -L link.fc -a -f elsewhere/model.fc
check same_model elsewhere/model.fc s.fc
chmod 640 elsewhere/model.fc
echo old >elsewhere/model.fc
expect 0 "" analyze s.c -o link2.fc
check same_model elsewhere/model.fc s.fc
check test -L link2.fc -a "$(stat -c %a elsewhere/model.fc)" = 640
expect 0 "" analyze s.c -o /dev/null
check test -c /dev/null
mkfifo pipe
cat pipe >piped &
expect 0 "" analyze s.c -o pipe
wait
check test -p pipe
check same_model piped s.fc
expect 0 '"files"' analyze s.c -o /dev/stdout
check same_model out s.fc
{ echo first; "$FORECOST" formula row.fc -n 2 -o /dev/fd/7 -- 100 5; echo last; } >through 7>&1 2>err
check test "$(sed -n '1p;$p' through)" = $'first\nlast' -a "$(wc -l <through)" -gt 2
expect 0 "" predict s.fc -n 2 --method ranks --timeline link.json -- 10 fine
ln -s link.json timeline.json
expect 0 "" predict s.fc -n 2 --method ranks --timeline timeline.json -- 10 fine
check test -L timeline.json -a ! -L link.json
ln -s loop2 loop1 && ln -s loop1 loop2
expect 3 "loop1: error[FC0908]: cannot be written" analyze s.c -o loop1
expect 3 "elsewhere: error[FC0908]: cannot be written" formula row.fc -n 2 -o elsewhere -- 100 5
rm loop1 loop2

# ---- never an input ----
ln s.c hard.c && ln -s s.c soft.c
for output in s.c ./s.c hard.c soft.c; do
    expect 2 "is an input of this command: it is not overwritten" analyze s.c -o "$output"
    check cmp s.c s.kept
done
echo '#include "inner.h"' >outer.c && cat s.c >>outer.c && echo 'enum { INNER = 1 };' >inner.h
expect 2 "inner.h is an input" analyze outer.c -o inner.h
expect 2 "row.fc is an input" formula row.fc -n 2 -o row.fc -- 100 5
expect 2 "s.c is an input" predict s.fc -n 2 --method ranks --timeline s.c -- s.c
expect 2 "s.c is an input" report s.fc -n 2 -o s.c -- 10 fine # a source that the model names
expect 2 "soft.c is an input" coverage s.fc -n 2 --annotate html -o soft.c -- 10 fine
check cmp s.c s.kept

# ---- nothing left behind ----
find . -mindepth 1 ! -name out ! -name err ! -name listed ! -name before | sort >listed && mv listed before
(ulimit -f 1 && trap '' XFSZ && "$FORECOST" analyze s.c -o new.fc >out 2>err)
check grep -qF "new.fc: error[FC0908]: cannot be written: File too large" err
entries before
(ulimit -f 1 && "$FORECOST" analyze s.c -o new.fc >out 2>err)
check grep -qF "new.fc: error[FC0908]: cannot be written: File too large" err
entries before
if [[ -z $SHORT ]]; then
    for signal in INT TERM HUP; do
        for delay in 0.002 0.005 0.01 0.02 0.04; do
            "$FORECOST" formula row.fc -n 2 --format json -o s.json -- 100 5 >out 2>err &
            sleep $delay
            kill -$signal $! 2>/dev/null
            wait $! 2>/dev/null
            rm -f s.json
            entries before
        done
    done
fi
