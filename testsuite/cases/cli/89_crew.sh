# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps under mpirun: the same bytes for every number of ranks, also when a worker or a rank is lost on the way.
sweep_arguments=(sweep whole.fc -n 1:512 -D n=1000:6000 --columns time_s -- 1000)
"$FORECOST" "${sweep_arguments[@]}" >sweep_alone.csv 2>err
check test $? = 0
mv err alone.err

# under_mpirun OPTIONS... : the sweep with so many ranks, into sweep_crew.csv.
under_mpirun() { timeout 120 mpirun --oversubscribe "$@" "$FORECOST" "${sweep_arguments[@]}" >sweep_crew.csv 2>err; }

# Processes below the one given that are `forecost`, those without children of their own: the workers.
workers() {
    local child
    for child in $(pgrep -P "$1"); do
        if [[ -n "$(pgrep -P "$child")" ]]; then
            workers "$child"
        else
            echo "$child"
        fi
    done
}

# lose SIGNAL WHICH OPTIONS...: sends the signal once lines come, to the last worker, or to the last rank.
lose() {
    local signal=$1 which=$2 parent victim
    shift 2
    : >sweep_crew.csv
    under_mpirun "$@" &
    local job=$!
    for ((i = 0; i < 600; i++)); do
        [[ -s sweep_crew.csv ]] && break
        sleep 0.05
    done
    parent=$(pgrep -P "$job" -x timeout) || parent=$job
    parent=$(pgrep -P "$parent" -x mpirun)
    victim=$(if [[ $which == worker ]]; then workers "$parent"; else pgrep -P "$parent"; fi | tail -n 1)
    kill "-$signal" "$victim" || echo "nobody to send $signal to"
    wait "$job"
    check test $? = 0
    check cmp -s sweep_crew.csv sweep_alone.csv
    check grep -q "1 worker was lost" err
    check test -z "$(ls -d .forecost-* 2>/dev/null)"
}

if command -v mpirun >/dev/null && [[ $(mpirun --version 2>/dev/null) == *"Open MPI"* ]]; then
    for ranks in 1 2 4; do
        cases=$((cases + 1))
        under_mpirun -n "$ranks"
        check test $? = 0
        check cmp -s sweep_crew.csv sweep_alone.csv
        check cmp -s err alone.err
    done
    cases=$((cases + 3))
    lose KILL worker -n 3
    lose STOP worker -n 3
    lose KILL rank --enable-recovery -n 3
else
    echo "skipped: Open MPI's mpirun is not here"
fi
