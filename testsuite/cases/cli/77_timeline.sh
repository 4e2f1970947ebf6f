# SPDX-License-Identifier: GPL-3.0-or-later
# Timelines: complete, ordered, and consistent with the prediction; no file is left after an error.
source "$here/given/networks.sh"
given wave -O2
given stuck
given pairs -O2
given reduce -O2
shows() { # MESSAGES TRACE [RANKS]: the checker finds so many messages
    check test "$(python3 "$here/timeline.py" "$2" prediction.json "${@:3}" | cut -d' ' -f1)" = "$1"
}
for ending in json paje trace; do
    expect 0 "" predict wave.fc -n 5 --method ranks --timeline "wave.$ending" --format json -- 1000 10
    mv out prediction.json
    shows 40 "wave.$ending"
done
check cmp -s wave.paje wave.trace
expect 0 "" predict wave.fc -n 5 --method ranks --timeline again.json -- 1000 10
TMPDIR=absent expect 4 "cannot create a temporary file" predict wave.fc -n 5 --method ranks --timeline none.json -- 1000 10
check cmp -s wave.json again.json
check grep -q '"name":"MPI_Recv","args":{"file": *"wave.c","line":15' wave.json
# Of the first two ranks only the messages between them; a network, collectives as messages, long ones.
expect 0 "" predict wave.fc -n 5 --method ranks --timeline two.json --timeline-ranks 2 -- 1000 10
shows 10 two.json 2
expect 0 "" predict pairs.fc -m shared.yaml -n 8 --method ranks --timeline pairs.json --format json -- 100000
mv out prediction.json
shows 4 pairs.json
expect 0 "" predict reduce.fc -m algorithms.yaml -n 8 --method ranks --timeline reduce.json --format json -- 10
mv out prediction.json
shows 31 reduce.json
# 100 ranks, each drawn for itself.
expect 0 "" predict wave.fc -n 100 --method ranks --timeline many.paje --format json -- 1000 3
mv out prediction.json
shows 297 many.paje

expect 2 "needs --method ranks" predict wave.fc -n 5 --timeline none.json -- 1000 10
expect 2 "2 are given" predict wave.fc -n 4,5 --method ranks --timeline none.json -- 1000 10
expect 2 "ending" predict wave.fc -n 5 --method ranks --timeline none.txt -- 1000 10
expect 2 "--timeline-ranks 0" predict wave.fc -n 5 --method ranks --timeline none.json --timeline-ranks 0 -- 1000 10
expect 2 "--timeline-ranks 3" predict wave.fc -n 5 --method ranks --timeline-ranks 3 -- 1000 10
expect 3 "nosuchfolder/none.json: error[FC0908]: cannot be written" predict wave.fc -n 5 --method ranks --timeline nosuchfolder/none.json -- 1000 10
expect 3 "deadlock" predict stuck.fc -n 3 --method ranks --timeline none.json
absent none.json
check test -z "$(find . -maxdepth 1 -name '*.json.??????')"
