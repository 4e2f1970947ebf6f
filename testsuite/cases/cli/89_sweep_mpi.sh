# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps under mpirun: the same bytes for every number of ranks, also when a worker or a rank is lost.
given whole

# sweep_of SIZES: 512 ranks by so many sizes. Enough for six seconds of processor time here, sanitized or not, so that a
# worker is lost during the sweep.
sweep_of() { sweep_arguments=(sweep whole.fc -n 1:512 -D "n=1000:$((999 + $1))" --columns time_s -- 1000); }
sweep_of 200
count_spent
began=$spent
"$FORECOST" "${sweep_arguments[@]}" >sweep_alone.csv 2>err
count_spent
sizes=$(awk -v began="$began" -v now="$spent" 'BEGIN { print int(200 * 6 / (now - began + 0.001)) }')
sweep_of $((sizes < 200 ? 200 : sizes > 5000 ? 5000 : sizes))
"$FORECOST" "${sweep_arguments[@]}" >sweep_alone.csv 2>err
check test $? = 0
mv err alone.err

# under_mpirun OPTIONS... : the sweep on the given ranks, into sweep_mpi.csv.
under_mpirun() { timeout 600 mpirun --oversubscribe "$@" "$FORECOST" "${sweep_arguments[@]}" >sweep_mpi.csv 2>err; }

# victim_of MPIRUN worker|rank: the last worker of a rank that watches its own (mpirun, rank, watch, worker), or that
# rank. Empty if no worker has started yet. One look at all processes: the sweep continues meanwhile.
victim_of() {
    ps -eo pid=,ppid=,comm= | awk -v top="$1" -v which="$2" '
        { parent[$1] = $2; name[$1] = $3 }
        END { for (pid in name) {
                  rank = parent[parent[pid]]
                  if (name[pid] == "forecost" && parent[rank] == top && pid + 0 > last + 0) { last = pid; of = rank }
              }
              print which == "rank" ? of : last }'
}

# lose SIGNAL WHICH OPTIONS...: sends the signal once lines arrive and a victim exists.
lose() {
    local signal=$1 which=$2 mpirun victim=
    shift 2
    : >sweep_mpi.csv
    under_mpirun "$@" &
    local job=$!
    for ((i = 0; i < 6000; i++)); do
        sleep 0.05
        [[ -s sweep_mpi.csv ]] || continue
        mpirun=$(pgrep -P "$(pgrep -P "$job" -x timeout || echo "$job")" -x mpirun) || break
        victim=$(victim_of "$mpirun" "$which")
        [[ -n $victim ]] && break
    done
    sleep 0.5 # rank 0 knows it by then
    kill "-$signal" "$victim" || echo "no process to send $signal to"
    wait "$job"
    check test $? = 0
    check cmp -s sweep_mpi.csv sweep_alone.csv
    check grep -q "1 worker was lost" err || head -n 5 err
    check test -z "$(ls -d .forecost-* 2>/dev/null)"
}

if command -v mpirun >/dev/null && [[ $(mpirun --version 2>/dev/null) == *"Open MPI"* ]]; then
    for ranks in $([[ $SHORT ]] || echo 1 2 4); do
        cases=$((cases + 1))
        under_mpirun -n "$ranks"
        check test $? = 0
        check cmp -s sweep_mpi.csv sweep_alone.csv
        check cmp -s err alone.err
    done
    cases=$((cases + 1))
    lose KILL worker -n 3
    if [[ -z $SHORT ]]; then
        cases=$((cases + 2))
        lose STOP worker -n 3
        lose KILL rank --enable-recovery -n 3
    fi
else
    echo "skipped: Open MPI's mpirun is not here"
fi
