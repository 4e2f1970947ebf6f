# SPDX-License-Identifier: GPL-3.0-or-later
# Networks: distance, links shared by messages, placement of ranks, and a network that is too small.
source "$here/given/networks.sh"
given pairs -O2
given reduce -O2
line_of() { grep -n -m 1 -e "$1" "$2" | cut -d: -f1; } # WORD FILE: the line of the word
seconds() { python3 -c 'import json; print(json.load(open("out"))["points"][0]["time_s"])'; }
took() { # FACTOR LOW HIGH: the last prediction's seconds over those in $base
    check python3 -c 'import sys
ratio = float(sys.argv[1]) / float(sys.argv[2])
assert float(sys.argv[3]) <= ratio <= float(sys.argv[4]), ratio' "$(seconds)" "$base" "$1" "$2"
}
expect 0 "" predict pairs.fc -m apart.yaml -n 8 --method ranks --format json -- 100000
base=$(seconds)
# Four messages over the one line between the leaves: four times as long; with cyclic placement they stay on their leaf,
# two a line.
expect 0 "" predict pairs.fc -m shared.yaml -n 8 --method ranks --format json -- 100000
took 3.9 4.1
expect 0 "" predict pairs.fc -m shared.yaml -n 8 --method ranks --placement cyclic --format json -- 100000
took 0.9 1.1
network round_trip | sed 's/^  contention.*/&\n  acknowledgements: 0.05/' >acknowledged.yaml
expect 0 "messages share links, weighted by 1 / round-trip time" machine show acknowledged.yaml
expect 0 "" predict pairs.fc -m acknowledged.yaml -n 8 --method ranks --format json -- 100000
took 3.9 4.1
printf '# two a node\n0\n1:1\n\n2\n3\n0:1\n1:0\n2\n3\n' >places
expect 0 "" predict pairs.fc -m shared.yaml -n 8 --method ranks --placement places --format json -- 100000
took 0.9 1.1
expect 0 "" predict pairs.fc -m shared.yaml -n 8 --format json -- 100000
expect 0 "fat_tree 2 x 2" machine show shared.yaml

# The same network without its topology: distances by pairs of nodes, and the nodes of a leaf that share its line.
{ sed '/^network:/,$d' shared.yaml && cat <<'END'
network:
  model: abstract
  contention: fair
  links:
  - {bandwidth: 2.9e6}
  distances:
  - {latency_s: 0}
  - {latency_s: 2.0e-6}
  pairs: ['-011', '0-11', '11-0', '110-']
  groups:
  - {nodes: [0, 1], bandwidth: 2.9e6}
  - {nodes: [2, 3], bandwidth: 2.9e6}
END
} >abstract.yaml
for placement in block cyclic; do
    expect 0 "" predict pairs.fc -m shared.yaml -n 8 --method ranks --placement $placement --format json -- 100000
    base=$(seconds)
    expect 0 "" predict pairs.fc -m abstract.yaml -n 8 --method ranks --placement $placement --format json -- 100000
    took 0.999999 1.000001
done
expect 0 "group of nodes  2 3  2.9 MB/s" machine show abstract.yaml
expect 3 "abstract.yaml:$(line_of model: abstract.yaml):10: error[FC0522]: the network has room for 8 ranks, and -n gives 9" predict pairs.fc -m abstract.yaml -n 9 -- 10
expect 0 "" emit pairs.fc -m abstract.yaml -o abstract-cost
check grep -q "pair = {{0, 0, 1, 1}, {0, 0, 1, 1}" -r abstract-cost
expect 0 "" machine edit abstract.yaml --set "network.groups.bandwidth*=0.5" -o narrow.yaml
expect 0 "" predict pairs.fc -m abstract.yaml -n 8 --method ranks --format json -- 100000
base=$(seconds)
expect 0 "" predict pairs.fc -m narrow.yaml -n 8 --method ranks --format json -- 100000
took 1.9 2.1

# A mismatch is reported with its place.
expect 3 "shared.yaml:$(line_of shape: shared.yaml):10: error[FC0522]: the network has room for 8 ranks, and -n gives 9" predict pairs.fc -m shared.yaml -n 9 -- 10
silent
expect 3 "shared.yaml:" predict pairs.fc -m shared.yaml -n 4,16 --method ranks -- 10
expect 3 "places: error[FC0523]: the rank file places 8 ranks, and -n gives 9" predict pairs.fc -n 9 --placement places -- 10
for bad in "4 no such node" "0:2 fewer cores" "one not NODE or" "-1 not NODE or" "0:x not NODE or" "1 another rank is placed here"; do
    printf '0\n1:0\n1:1\n%s\n' "${bad%% *}" >bad_places
    [[ $bad == 1\ * ]] && printf '0\n1:1\n2\n1:1\n' >bad_places
    expect 3 "bad_places:4:1: error[FC0577]: " predict pairs.fc -m shared.yaml -n 2 --placement bad_places -- 10
    expect 3 "${bad#* }" predict pairs.fc -m shared.yaml -n 2 --placement bad_places -- 10
done
: >empty_places
expect 3 "empty_places:1:1: error[FC0577]: the rank file is empty" predict pairs.fc -m shared.yaml -n 2 --placement empty_places -- 10
expect 3 "nosuchplaces" predict pairs.fc -m shared.yaml -n 2 --placement nosuchplaces -- 10
sed 's/model: fat_tree/model: torus/; /up:/d; s/shape: .*/shape: [3, 3, 3]/' shared.yaml >wrong.yaml
expect 3 "network.links: expected as many entries as shape has" predict pairs.fc -m wrong.yaml -n 2 -- 10

# Collectives as algorithms: predicted at rank counts that were never measured, equally by both methods.
for library in openmpi mpich smpi smpi_ompi; do
    expect 0 "" predict reduce.fc -m parsytec-gc-powerplus -n 2,8,1024 --collectives $library --format json -- 1000
    mv out sum.json
    expect 0 "" predict reduce.fc -m parsytec-gc-powerplus -n 2,8,1024 --collectives $library --method ranks --format json -- 1000
    check python3 "$here/same_points.py" sum.json out
done
expect 0 "" predict reduce.fc -m shared.yaml -n 2:8 --collectives openmpi --method ranks -- 1000
expect 0 "" predict reduce.fc -m algorithms.yaml -n 8 --method ranks -- 1000
# A specified algorithm has priority: long vectors by a chain take longer than by MPICH's choice.
seconds_with() { # ALGORITHMS
    { cat algorithms.yaml; printf 'algorithms:\n%s\n' "$1"; } >plan.yaml
    expect 0 "" predict reduce.fc -m plan.yaml -n 8 --method ranks --format json -- 100000
}
expect 0 "" predict reduce.fc -m algorithms.yaml -n 8 --method ranks --format json -- 100000
base=$(seconds)
seconds_with '- {operation: allreduce, algorithm: Rabenseifner}'
took 1 1
seconds_with '- {operation: bcast, algorithm: chain}'
took 1.2 9
printf 'algorithms:\n- {operation: allreduce, algorithm: Bruck}\n' | cat algorithms.yaml - >plan.yaml
expect 3 "plan.yaml:$(line_of Bruck plan.yaml):37: error[FC0617]: algorithms[0].algorithm: expected an algorithm of this operation" predict reduce.fc -m plan.yaml -n 8 -- 1000
expect 2 "--collectives" predict reduce.fc -n 2 --collectives others -- 1000
expect 0 "" sweep reduce.fc -m parsytec-gc-powerplus -n 1:64 --collectives openmpi -- 1000
mv out swept.csv
expect 0 "" predict reduce.fc -m parsytec-gc-powerplus -n 1:64 --collectives openmpi --format csv -- 1000
check python3 -c 'import csv
swept, predicted = ({row["ranks"]: float(row["time_s"]) for row in csv.DictReader(open(name))} for name in ("swept.csv", "out"))
assert len(predicted) == 64 and swept == predicted'

# A network makes messages slower than the closed formula: a report says so, and shows predicted points.
expect 0 "the closed formula gives" report pairs.fc -m apart.yaml -n 8 --format json -- 1000

# Variants: an allreduce within a node of two takes 1 ms, of one rank a node 2 ms, else 4 ms; a message within a node 0.1 ms, else 1 ms.
function_of() { # OPERATION VARIANT SECONDS
    printf -- '- {operation: %s, %slow_ranks: 2, high_ranks: 64,\n   segments: [{low_bytes: 0, high_bytes: 1e9, coefficients: [%s, 0, 0, 0, 0, 0]}]}\n' \
        "$1" "${2:+variant: $2, }" "$3"
}
variants() {
    printf 'forecost: 1\nname: nodes\ncores: 2\ncore: {operations: [], accesses: []}\ncommunication:\n'
    function_of single "" 1e-3 && function_of single intra 1e-4 && function_of receive "" 0 && function_of bcast "" 0
    function_of allreduce "" 4e-3 && function_of allreduce intra 1e-3 && function_of allreduce inter 2e-3
}
variants >nodes.yaml
takes() { # SECONDS OPTION...: the time of reduce.fc by both methods
    for method in sum ranks; do
        expect 0 "" predict reduce.fc -m nodes.yaml --method $method --format json "${@:2}" -- 10
        check python3 -c 'import sys; assert abs(float(sys.argv[1]) / float(sys.argv[2]) - 1) < 1e-9, sys.argv' "$(seconds)" "$1"
    done
}
takes 1e-3 -n 2
takes 4e-3 -n 3
takes 4e-3 -n 8 --placement cyclic
printf '0\n1\n2\n' >apart
takes 2e-3 -n 3 --placement apart
# Rank 0 sends to rank 2 of 4: the other node, or, cyclic, its own.
for placed in "block 1e-3" "cyclic 1e-4"; do
    expect 0 "" predict pairs.fc -m nodes.yaml -n 4 --method ranks --placement ${placed% *} --format json -- 10
    check python3 -c 'import sys; assert abs(float(sys.argv[1]) / float(sys.argv[2]) - 1) < 1e-9, sys.argv' "$(seconds)" "${placed#* }"
done
expect 0 "variant intra" machine show nodes.yaml
sed 's/variant: inter/variant: intra/' nodes.yaml >twice.yaml
expect 3 "each operation of a variant only once" predict reduce.fc -m twice.yaml -n 2 -- 10
sed 's/variant: inter/variant: near/' nodes.yaml >near.yaml
expect 3 "near.yaml:" predict reduce.fc -m near.yaml -n 2 -- 10
expect 0 "" emit reduce.fc -m nodes.yaml -o reduce-cost
# A formula has the variants (53_formula_variants.sh), unless a rank file places the ranks. It ignores networks and
# algorithms: it says so, without the message for a bug.
expect 0 "warning[FC0157]: the formula leaves out these properties of the machine: variants of runtime functions by a rank file" formula reduce.fc -m nodes.yaml --placement apart
expect 0 "the formula gives 0.004 s here and the cost program 0.002 s; use the latter" formula reduce.fc -m nodes.yaml -n 3 --placement apart -- 10
check test "$(grep -c "report it" err)" = 0
(cat nodes.yaml && echo "collectives: mpich") >plan.yaml
expect 0 "properties of the machine: collectives as algorithms;" formula reduce.fc -m plan.yaml
expect 0 "properties of the machine: its network" formula reduce.fc -m apart.yaml
sed '/variant:/,+1d' nodes.yaml >one_kind.yaml
expect 0 "" formula reduce.fc -m one_kind.yaml -n 2 -- 10
check test "$(grep "warning" err | grep -cvF FC0592)" = 0

# Making a communicator costs its time on all ranks, although no call uses the communicator.
cat >unused.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Finalize();
    return 0;
}
END
expect 0 "" analyze unused.c -o unused.fc -- -O2
{ cat nodes.yaml && function_of comm_dup "" 5e-3; } >makers.yaml
for method in sum ranks; do
    expect 0 "" predict unused.fc -m makers.yaml -n 4 --method $method --format json
    check python3 -c 'import sys; assert abs(float(sys.argv[1]) / 5e-3 - 1) < 1e-9, sys.argv' "$(seconds)"
done
