# SPDX-License-Identifier: GPL-3.0-or-later
# Machines with a network.
# Two ranks a node; four nodes on two leaves with one line each to the switch above.
network() {
    sed 's/^cores: .*/cores: 2/; /^busy_cores/d' "$root/machine_properties/machines/parsytec-gc-powerplus.yaml"
    printf 'network:\n  model: fat_tree\n  contention: %s\n  shape: [2, 2]\n  up: [1, 1]\n  links:\n' "$1"
    printf '  - {latency_s: 1.0e-6, bandwidth: 2.9e6}\n  - {latency_s: 1.0e-6, bandwidth: 2.9e6}\n'
}
network none >apart.yaml
network fair >shared.yaml
{ echo "collectives: mpich"; cat shared.yaml; } >algorithms.yaml
