# SPDX-License-Identifier: GPL-3.0-or-later
# Machine files: bundled, truncated, corrupted by hand.
export XDG_CACHE_HOME=$SCRATCH/cache # no other chapter's: what it keeps is counted
given whole
expect 0 "" machine show default
expect 0 "" machine show parsytec-gc-powerplus
expect 0 "ranks" predict whole.fc -m parsytec-gc-powerplus -n 1,2 -- 1000
machine=$root/machine_properties/machines/default.yaml
expect 0 "ranks" predict whole.fc -m "$machine" -n 1,2 -- 1000
expect 3 "nosuch.yaml" predict whole.fc -m nosuch.yaml -n 2 -- 1000
expect 2 "nosuchmachine" predict whole.fc -m nosuchmachine -n 2 -- 1000
lines=$(wc -l <"$machine")
for part in 1 5 20 $((lines / 2)) $((lines - 2)); do
    head -n "$part" "$machine" | head -c -3 >cut.yaml
    expect 3 "cut.yaml" machine show cut.yaml
done
: >empty.yaml
expect 3 "empty.yaml" machine show empty.yaml
# Inputs that may never end are refused: a pipe without a writer, a device. Descriptors opened by a shell are read.
mkfifo pipe
expect 3 "./pipe: error[FC0905]: cannot be read: it is a pipe" predict whole.fc -m ./pipe -n 1 -- 1000
expect 3 "pipe: error[FC0905]: cannot be read: it is a pipe" predict pipe -n 1 -- 1000
expect 3 "cannot be read: it is a pipe" speedup pipe
expect 3 "pipe: error[FC0905]: cannot be read: it is a pipe" taskgraph run pipe
expect 3 "/dev/zero: error[FC0905]: cannot be read: it is a device" predict whole.fc --profile /dev/zero -n 1 -- 1000
expect 3 "/tmp: error[FC0905]: cannot be read: Is a directory" predict /tmp -n 1
expect 0 "ranks" predict whole.fc -m <(cat "$machine") -n 1 -- 1000
rm pipe
head -c 4096 /dev/urandom >noise.yaml
expect 3 "noise.yaml" machine show noise.yaml
check grep -qF 'Give a file that `forecost calibrate` wrote' err
expect 3 "whole.fc" machine show whole.fc
# Communicators whose cost is not in the machine file are reported.
sed 's/MPI_Allreduce(.*/MPI_Comm twin;\n    MPI_Comm_dup(MPI_COMM_WORLD, \&twin);\n    MPI_Barrier(twin);/' whole.c >twin.c
expect 0 "all supported" analyze twin.c -o twin.fc -- -O2
expect 0 "has no cost of making a communicator (MPI_Comm_dup); counted as 0 s" \
    predict twin.fc -m parsytec-gc-powerplus -n 1 -- 1000
expect 0 "MPI_Comm_dup" predict twin.fc -m gigabit-switch -n 4 -- 10
check test "$(grep -c "making a communicator" err)" = 0
# No command is proposed that would overwrite a file that is no machine file.
expect 3 'Give a file that `forecost calibrate` wrote' predict whole.fc -m whole.c -n 2 -- 1000
check test "$(grep -c 'calibrate -o whole.c' err)" = 0
# The first measured time becomes negative, not a number, or a word: the message names the line.
for bad in -3e-6 .nan .inf quick; do
    sed "0,/_s: [0-9.e-]*/s/_s: [0-9.e-]*/_s: $bad/" "$machine" >broken.yaml
    line=$(cmp "$machine" broken.yaml | sed 's/.*line //')
    expect 3 "broken.yaml:$line:" predict whole.fc -m broken.yaml -n 2 -- 1000
    check grep -qF 'Run `forecost calibrate -o broken.yaml` again, or correct the value.' err
done

# A calibration that cannot write or is interrupted leaves the old file unchanged.
expect 3 "cannot be written" calibrate --quick -o /proc/here.yaml
cp "$machine" old.yaml
timeout --preserve-status -s INT 3 "$FORECOST" calibrate --quick -o old.yaml >out 2>err
check test $? = 130
check cmp -s "$machine" old.yaml
expect 4 "nosuchcompiler" calibrate --quick --cc nosuchcompiler -o new.yaml
expect 3 "no/libblas.so: error[FC0905]: cannot be read" calibrate --quick --blas no/libblas.so -o new.yaml
# Before the kernels are compiled, which takes seconds.
expect 4 "./library 'libnosuch.so'" calibrate --quick --without-communication --blas libnosuch.so -o new.yaml
check grep -q "libnosuch.so: cannot open" err
expect 4 "not a BLAS: sgemm_" calibrate --quick --without-communication --blas libm.so.6 -o new.yaml
expect 2 "exclude each other" calibrate --flops 1e9 --blas libblas.so.3 -o new.yaml
absent new.yaml

# Violated guidelines, a sentence for each operation: in SMPI's mpich a scatter of equal parts takes more than Scatterv.
expect 0 "performance guidelines: " machine show gigabit-switch
check grep -q "^  MPI_Scatter of .* MPI_Scatterv.*: call .* there, or choose another algorithm in the MPI library" out
check test "$(grep -c "^  MPI_Scatter of " out)" = 1 -a "$(grep -c "without samples" out)" = 0

# A machine file holds no samples; they are beside it. Without them a note says what is missing, and nothing fails.
expect 0 "Next: " machine show gigabit-switch -o moved.yaml
check test -s moved.samples.yaml.gz
check test "$(wc -l <moved.yaml)" -le 1500 -a "$(grep -c '^samples:' moved.yaml)" = 0
expect 0 "performance guidelines: " machine show moved.yaml
echo damaged >moved.samples.yaml.gz # only `machine` and `calibrate` read it
expect 3 "moved.samples.yaml.gz" machine show moved.yaml
expect 0 "machine: processor" doctor -m moved.yaml
rm moved.samples.yaml.gz
expect 0 "moved.yaml: note[FC0175]: its samples (moved.samples.yaml.gz) are not beside it" machine show moved.yaml
check grep -q "^  MPI_Scatter of .* MPI_Scatterv (.*; without samples" out
expect 0 "ranks" predict whole.fc -m moved.yaml -n 1,2 -- 1000
check test ! -s err
expect 0 "Next: " machine edit moved.yaml --set 'network.latency*=2' -o edited.yaml
absent edited.samples.yaml.gz

# Samples that earlier versions wrote into the machine file are read from there.
{ grep -v '^samples_file:' "$root/machine_properties/machines/gigabit-switch.yaml"
  gunzip -c "$root/machine_properties/machines/gigabit-switch.samples.yaml.gz" | sed -n '/^samples:/,$p'; } >inside.yaml
expect 0 "performance guidelines: " machine show inside.yaml
check test "$(grep -c "without samples" out)" = 0

# A machine from a data sheet, with another machine's communication; an application is predicted there by its signature.
expect 2 "FC0624]: --main-memory is missing" machine new --clock 1G --cache 32K,8
expect 2 "column 5: expected more bytes" machine new --clock 1G --cache 32K,8 --cache 16K,8,1n --main-memory 80n
expect 0 "Next: " machine new --clock 1G --cpi 2 --cache 32K,8 --cache 1M,16,5n --main-memory 80n --cores 4 \
  --communication-from gigabit-switch -o sheet.yaml
check grep -q '^cache_bytes: \[32768, 1048576\]' sheet.yaml
check grep -q '  instruction_s: 2e-09' sheet.yaml
expect 0 "any instruction, at least" machine show sheet.yaml
expect 0 "regions" signature whole.fc -m sheet.yaml -o sheet.sig -- 1000
expect 0 "ranks" predict whole.fc -m sheet.yaml --signature sheet.sig -n 1 -- 1000

# The message for an invalid word lists the valid ones.
awk '{ print } /- operation: single/ { print "  variant: wrong" }' "$machine" >broken.yaml
expect 3 'communication[0].variant: expected one of any, intra, inter, found "wrong"' predict whole.fc -m broken.yaml -n 2 -- 1000

# A machine is parsed once, then read from the cache; a corrupt or outdated cache entry is replaced.
kept() { find "$XDG_CACHE_HOME/forecost" -name '*.machine'; }
machine_predicts() { expect 0 "ranks" predict whole.fc -m kept.yaml -n 1,2 --format csv -- 1000 && cp out "$1"; }
sed 's/^name: .*/name: kept/' "$machine" >kept.yaml
kept | sort >before
machine_predicts read.csv
check test "$(kept | sort | comm -13 before - | tee found | wc -l)" = 1
machine_predicts again.csv
check cmp -s read.csv again.csv
truncate -s 100 "$(cat found)"
machine_predicts again.csv
check cmp -s read.csv again.csv
check test "$(stat -c %s "$(cat found)")" -gt 100
sed -i 's/^  loop_s: .*/  loop_s: 1e-6/' kept.yaml
machine_predicts slower.csv
check test "$(cmp -s read.csv slower.csv; echo $?)" = 1

# The model's errors on kernels that calibration measured: two kernels here, numbered as their times stand.
check_times='samples:\n- of: check shift_scale 1\n  at: [16384]\n  seconds: [1e-6]\n- of: check relax 1\n  at: [16384]\n  seconds: [2e-6]\n'
{ sed '/^# Raw samples/,$d; /^samples:/,$d; s/^compiler: .*/compiler: gcc -O2/' "$machine" && printf "$check_times"; } >checked.yaml
expect 0 "evidence for" machine errors checked.yaml
expect 0 '"kernel": "relax", "bytes": 16384, "cores": 1' machine errors checked.yaml --format json
check python3 - out <<'END'
import json, sys
times = json.load(open(sys.argv[1]))["times"]
assert [t["kernel"] for t in times] == ["shift_scale", "relax"] and [t["measured_s"] for t in times] == [1e-6, 2e-6], times
assert all(t["predicted_s"] > 0 and abs(t["error"] - (t["predicted_s"] / t["measured_s"] - 1)) < 1e-12 for t in times), times
END
expect 3 "error[FC0630]: no times of kernels to check the model with" machine errors "$machine"
expect 4 "no-such-compiler" machine errors checked.yaml --cc 'no-such-compiler -O2'
# The compiler in a machine file is not run, whether it is a command or a file beside it.
printf '#!/bin/sh\ntouch was-run\n' >evil && chmod +x evil
sed "s|^compiler: .*|compiler: $PWD/evil -O2|" checked.yaml >evil.yaml
expect 0 "evidence for" machine errors evil.yaml
check grep -q "note\[FC0631\]" err
expect 0 "" doctor -m evil.yaml
absent was-run
# Times that are not a product of kernels, sizes and cores are no times.
sed '0,/at: \[16384\]/s//at: [8192]/' checked.yaml >uneven.yaml
expect 3 "error[FC0630]" machine errors uneven.yaml
sed 's/check relax 1/check relax -1/' checked.yaml >negative.yaml
expect 0 '"kernel": "shift_scale"' machine errors negative.yaml --format json
