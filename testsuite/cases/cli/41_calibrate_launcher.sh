# shellcheck shell=bash
# calibrate through any launcher. This one needs no cluster: a script that prints the benchmark's output.
cat >launcher.sh <<'END'
# launcher.sh RANKS PROGRAM ROUNDS MOST DONE ANY INTRA INTER: 10 us + 1 ns a byte and tree step; MOOD spoils it.
ranks=$1 done=$5
steps=0
for ((p = 1; p < ranks; p *= 2)); do steps=$((steps + 1)); done
names=(single sendrecv shares barrier bcast reduce allreduce gather gatherv scatter scatterv allgather allgatherv alltoall
       alltoallv reduce_scatter scan comm_dup comm_split)
[[ -x $2 ]] || exit 9
echo "$ranks $done" >>launches
for ((k = done; k < 19; k++)); do
    [[ $MOOD == ends && $ranks == 4 && $k == 6 ]] && exit 0
    [[ $MOOD == fails && $ranks == 4 && $k == 6 ]] && { echo "node n3 is gone" >&2; exit 1; }
    name=${names[k]}
    for bytes in 8 64 512 4096 32768; do
        time=$(((10000 + bytes) * steps))
        [[ $name == single || $name == sendrecv || $name == shares ]] && time=$((10000 + bytes)) # of two ranks
        [[ $MOOD == slow ]] && time=$((2 * time))
        [[ $MOOD == nonsense && $name == bcast ]] && time=-1
        [[ $name == barrier || $name == comm_* ]] && bytes=0
        for word in ${name/shares/send post receive}; do echo "$word $ranks $bytes 2 $time $time"; done
        ((bytes)) || break
    done
    echo "# $((k + 1)) 19 $ranks"
done
END
launched() { # launched COMMAND...: calibrate with the script as launcher
    expect "$1" "$2" calibrate -o far.yaml --flops 1e9 --ranks 2,4,8 --launcher 'bash launcher.sh {ranks}' "${@:3}"
}
export MOOD=well
launched 0 "far.yaml: 1 cores, computation from machine 1e+09 flop/s"
absent far.yaml.partial
check test "$(tr '\n' ';' <launches)" = "2 0;4 0;8 0;"
expect 0 "p = 2 .. 8" machine show far.yaml
# verify: the same again, and a network twice as slow.
verified() { expect "$1" "$2" machine verify far.yaml --ranks 2,4,8 --launcher 'bash launcher.sh {ranks}' "${@:3}"; }
verified 0 "as the file"
check test "$(grep -c "as the file" out)" -ge 40
verified 0 '"differing": 0' --format json
MOOD=slow verified 1 "differs from this machine in"
check grep -q "^allreduce, 8 ranks .*+100" out
check test "$(grep -c "as the file" out)" = 0
# A new calibration is compared with the file that it replaces, or with --compare-with; only groups that changed are printed.
cp far.yaml before.yaml
launched 0 "Compared with far of $(date +%Y)"
check grep -qE ": 0 of [0-9]+ groups changed beyond noise\.$" out
MOOD=slow launched 0 "groups changed beyond noise:"
check grep -qE "^  allreduce, 8 ranks +\+100 %" out
launched 0 "groups changed beyond noise:"
check grep -qE "^  allreduce, 8 ranks +-50 %" out
launched 0 ": 0 of " --compare-with before.yaml
launched 3 "nosuch.yaml" --compare-with nosuch.yaml
echo "# notes" >far.yaml
launched 0 "far.yaml: 1 cores"
check grep -q "note\[FC0147\]: the former measurement is not compared: far.yaml" err
check test "$(grep -c "^Compared" out)" = 0
# The picture of communication: samples as dots, fits as lines; equal calls give equal bytes.
launched 0 "far.yaml: 1 cores" --plot far.svg
check grep -q "allreduce, 8 ranks" far.svg
expect 0 "machine far" machine show far.yaml --plot again.svg
check cmp -s far.svg again.svg
launched 2 "unknown plot format" --plot far.gif
expect 0 "slower than what could replace" machine show far.yaml
check grep -qE "^  MPI_[A-Za-z]+ of .* takes up to .* times as long as .*: (call|split) .* there, or choose another algorithm" out
check test "$(grep -c '  MPI_Gather of .* MPI_Allgather' out)" = 0 # as fast as each other there
expect 2 'unknown option "--launcher"' machine show far.yaml --launcher sh
expect 2 "is none of table|json|csv" machine verify far.yaml --format yaml
expect 4 "nosuchcompiler" machine verify far.yaml --mpicc nosuchcompiler --launcher 'bash launcher.sh {ranks}' --ranks 2
expect 2 "nothing was measured" machine verify far.yaml --launcher 'bash launcher.sh {ranks}' # a machine of one core
rm -f launches
# Completed work of an aborted run is kept, and the next run continues after it: six operations of four ranks are not
# measured again.
rm -f launches far.yaml
MOOD=fails launched 4 "node n3 is gone"
absent far.yaml
check test -s far.yaml.partial
MOOD=well launched 0 "far.yaml"
check test "$(tr '\n' ';' <launches)" = "2 0;4 0;4 6;8 0;"
absent far.yaml.partial
# An end without an error but without all operations, as a deadlock in a simulator.
MOOD=ends launched 4 "ended after 6 of 19 operations without an error"
rm -f far.yaml.partial
MOOD=nonsense launched 4 'unexpected output of the communication benchmark: "bcast 2 8 2 -1 -1"'
launched 3 "far.yaml.partial:1:1: error[FC0614]: the journal belongs to another calibration" --quick
rm -f far.yaml.partial launches
# Nodes of two ranks each: operations within a node take a quarter, among one rank a node half of the time for all
# ranks.
cat >nodes.sh <<'END'
# nodes.sh RANKS PROGRAM ROUNDS MOST DONE ANY INTRA INTER
ranks=$1
echo "$ranks any $6 intra $7 inter $8" >>launches
names=(single send post receive sendrecv barrier bcast allreduce)
part() { # MARK RANKS DIVISOR PAIRS
    for name in "${names[@]}"; do
        case $name in single | send | post | receive | sendrecv) (($4)) || continue ;; esac
        for bytes in 8 512 32768; do
            [[ $name == barrier ]] && bytes=0
            echo "$name$1 $2 $bytes 1 $(((10000 + bytes) * $2 / $3))"
            ((bytes)) || break
        done
    done
}
if ((ranks == 2)); then
    part @intra 2 4 1
    echo "file_open@intra 2 0 1 50000"
else
    echo "file_open $ranks 0 1 50000"
    part "" "$ranks" 1 $(($6 == 0))
    ((ranks / 2 > $8)) && part @inter $((ranks / 2)) 2 $(($8 == 0))
fi
echo "# 1 1 $ranks"
END
rm -f launches
expect 0 "nodes.yaml: 2 cores" calibrate -o nodes.yaml --flops 1e9 --ranks 2,4,8 --launcher 'bash nodes.sh {ranks}'
check grep -q "^samples_file: nodes.samples.yaml.gz$" nodes.yaml
check test "$(gunzip -c nodes.samples.yaml.gz | grep -c '^- of: communication ')" -gt 10
check test "$(tr '\n' ';' <launches)" = "2 any 0 intra 0 inter 0;4 any 0 intra 2 inter 0;8 any 4 intra 2 inter 2;"
expect 0 "variant intra: all p ranks on one node" machine show nodes.yaml
check grep -q "variant inter: each of the p ranks on its own node" out
check test "$(grep -c 'variant: intra' nodes.yaml)" -ge 8
# Folders of files are not nodes: such operations are those of any ranks.
check test "$(grep -c "operation: file_open" nodes.yaml)" = 1
check test "$(grep -A 2 'operation: file_open' nodes.yaml | grep -cE 'variant|low_ranks: [48]')" = 0
expect 0 "as the file" machine verify nodes.yaml --ranks 2,4,8 --launcher 'bash nodes.sh {ranks}'
check grep -q "^allreduce@intra, 2 ranks .*as the file" out
# If all ranks always share one node there are no variants.
expect 0 "one.yaml: 1 cores" calibrate -o one.yaml --flops 1e9 --ranks 2 --launcher 'bash nodes.sh {ranks}'
check test "$(grep -c 'variant:' one.yaml)" = 0
check grep -q "operation: allreduce" one.yaml
expect 2 "--ranks" calibrate -o far.yaml --ranks 1:8
expect 2 "--flops" calibrate -o far.yaml --flops 1e9 --compute-from default
expect 2 "no bundled machine" calibrate -o far.yaml --compute-from nowhere
expect 3 "cannot create files there" calibrate -o far.yaml --io nowhere
expect 3 "Not a directory" calibrate -o far.yaml --io nodes.sh
expect 2 "exclude each other" calibrate -o far.yaml --io . --without-communication
unset MOOD
# A last cache that is larger than the benchmark's arrays: no access beyond them.
check gcc -O1 -fsanitize=address -I"$root/machine_properties/benchmarks" "$root/machine_properties/benchmarks/memory.c" \
    -o memory -lm -pthread
check env ASAN_OPTIONS=detect_leaks=0 ./memory 1 1 2048 1048576 131072 64 1 4096 >memory.out
check test "$(grep -c ^pace memory.out)" -gt 40
# The benchmark itself, on two real ranks, two rounds and up to 64 KiB: the same program for every build.
if [[ -z $SHORT ]]; then
    mkdir files
    printf 'exec mpirun -n "$1" "$2" 2 65536 "${@:5}"\n' >few.sh # RANKS PROGRAM ROUNDS MOST DONE ...
    expect 0 "real.yaml" calibrate --quick --compute-from default --ranks 2 --launcher 'bash few.sh {ranks}' -o real.yaml --io files
    expect 0 "p = 2" machine show real.yaml
    check test "$(grep -cE 'operation: file_(open|write|read)$' real.yaml)" = 3
    check test -z "$(ls -A files)" # what was written there to be timed is gone
fi
