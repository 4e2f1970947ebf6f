# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps in shards: the merged bytes are those of the undivided sweep, and a shard that is missing, incomplete, repeated
# or from another sweep is refused.
given whole

# shards N ARGUMENT...: the shards of a sweep, each by a process of its own, as part-1.csv ... part-N.csv.
shards() {
    local n=$1 i job jobs=()
    shift
    rm -f part-*.csv
    for ((i = 1; i <= n; i++)); do
        "$FORECOST" sweep whole.fc --shard "$i/$n" -j 1 -o 'part-{shard}.csv' "$@" 2>err &
        jobs+=($!)
    done
    cases=$((cases + n))
    for job in "${jobs[@]}"; do
        check wait "$job"
    done
}
# same_when_merged N ARGUMENT...
same_when_merged() {
    expect 0 "" sweep whole.fc "${@:2}"
    cp out alone.csv
    shards "$@"
    expect 0 "" sweep --merge part-*.csv
    check cmp -s out alone.csv
}
same_when_merged 3 -n 1:64 -D n=1000:1100 -- 1000                 # by the formula
same_when_merged 4 -n 1:4 -D n=1000:1004 --method ranks -- 1000   # by the cost program
same_when_merged 2 -n 1:9 -D n=10,20 --format jsonl -- 1000
same_when_merged 5 -n 1:3 -- 1000                                 # more shards than points
same_when_merged 1 -n 1:3 -- 1000

# Each shard of four has all four ranks.
shards 4 -n 1:4 -D n=10,20,30,40 -- 1000
for i in 1 2 3 4; do
    check test "$(tail -n +3 "part-$i.csv" | cut -d, -f1 | sort | tr -d '\n')" = 1234
done
"$FORECOST" sweep --merge -o times.csv part-3.csv part-1.csv part-4.csv part-2.csv
check test $? = 0
expect 0 "" sweep whole.fc -n 1:4 -D n=10,20,30,40 -- 1000
check cmp -s out times.csv

expect 3 "shard 3 of 4 is missing" sweep --merge part-[124].csv
cp part-2.csv part-again.csv
expect 3 "is shard 2 of 4, as part-2.csv is" sweep --merge part-1.csv part-2.csv part-again.csv
head -n 5 part-2.csv >part-again.csv
expect 3 "part-again.csv: error[FC0938]: is incomplete: it ends after 3 points" sweep --merge -o merged.csv part-[134].csv part-again.csv
absent merged.csv
head -c -2 part-2.csv >part-again.csv
expect 3 "is incomplete: it ends after 3 points" sweep --merge part-[134].csv part-again.csv
tail -n 1 part-2.csv | cat part-2.csv - >part-again.csv
expect 3 "has more than its 4 points" sweep --merge part-[134].csv part-again.csv
expect 0 "" sweep whole.fc -n 1:4 -D n=10,20,30,50 --shard 2/4 -o other.csv -- 1000
expect 3 "other.csv:1: error[FC0935]: belongs to another sweep than part-1.csv" sweep --merge part-1.csv other.csv
expect 3 "is not a shard of a sweep" sweep --merge times.csv
expect 2 "--merge takes the shards' files and -o, and not --ranks" sweep --merge part-1.csv -n 4
expect 2 "one operand too many" sweep whole.fc part-1.csv
for bad in 0/4 5/4 4 /4 1/ 1/4x -1/4; do
    expect 2 "is not I/N with 1 <= I <= N" sweep whole.fc --shard "$bad" -- 1000
done

# The launchers' environments.
sized() { env -u OMPI_COMM_WORLD_RANK -u PMI_RANK -u SLURM_PROCID "${@:2}" "$FORECOST" sweep whole.fc -n 1:4 --shard mpi -- "$1" >out 2>err; }
cases=$((cases + 4))
for launcher in OMPI_COMM_WORLD_RANK=2:OMPI_COMM_WORLD_SIZE=3 PMI_RANK=2:PMI_SIZE=3 SLURM_PROCID=2:SLURM_NTASKS=3; do
    check sized 1000 "${launcher%:*}" "${launcher#*:}"
    check grep -q '"shard": 3, "shards": 3, "points": 4}' out
done
sized 1000
check test $? = 2
check grep -q "no MPI launcher has set the rank and the size" err
if command -v mpirun >/dev/null && [[ $(mpirun --version 2>/dev/null) == *"Open MPI"* ]]; then
    rm -f part-*.csv
    cases=$((cases + 1))
    check timeout 600 mpirun --oversubscribe -n 3 "$FORECOST" sweep whole.fc -n 1:4 -D n=10,20,30,40 --shard mpi -o 'part-{shard}.csv' -- 1000 2>err
    expect 0 "" sweep --merge part-*.csv
    check cmp -s out times.csv
fi

# A lost worker process ends the sweep, and leaves no file.
"$FORECOST" sweep whole.fc -n 1:4096 -D n=1000:9000 -j 2 -o lost.csv -- 1000 2>err &
job=$!
cases=$((cases + 1))
for ((i = 0; i < 600; i++)); do
    sleep 0.05
    (($(pgrep -c -P "$job") == 2)) && break
done
kill -KILL "$(pgrep -n -P "$job")"
wait "$job"
check test $? = 4
check grep -q "a worker process was lost in part" err
check test -z "$(ls lost.csv* 2>/dev/null)"
