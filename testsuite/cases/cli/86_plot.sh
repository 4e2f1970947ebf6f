# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures: the SVG contains the data as text; equal requests give equal bytes.
given row -O2
expect 0 "speedup" predict row.fc -n 1:64:x2 --plot times.svg -- 1000 20
for text in "90 % interval" predicted "communication and wait" "n = 1000, iterations = 20 on default" ranks; do
    check grep -q "$text" times.svg
done
LC_ALL=C.UTF-8 expect 0 "speedup" predict row.fc -n 1:64:x2 --plot again.svg -- 1000 20
check cmp -s times.svg again.svg
expect 0 "ranks" predict row.fc -n 64,1,8 -D n=500,4000 --plot sizes.svg -- 1000 20
check grep -q "n = 4000" sizes.svg
expect 0 "ranks" predict row.fc -n 4 -D n=8000,500,1000 --plot over_n.svg -- 1000 20
check grep -q ">n<" over_n.svg
expect 2 "one point is given" predict row.fc -n 4 --plot none.svg -- 1000 20
expect 2 "at most 12 curves, and 13 are given" predict row.fc -n 1,2 -D n=1:13 --plot none.svg -- 1000 20
expect 2 "none.gif: unknown plot format" predict row.fc -n 1,2 --plot none.gif -- 1000 20
expect 2 "none: unknown plot format" scaling row.fc -n 1,2 --plot none -- 1000 20
expect 0 "Least time" scaling row.fc -n 1:64:x2 --size n --plot scaling.svg -- 1000 20
check grep -q "weak: n grows" scaling.svg
expect 0 "machine default" machine show default --plot memory.svg
for text in "unit stride read, 1 core" "unit stride read, 2 cores" L1 "random read" "allreduce, 2 ranks" madd \
    "in a dependence chain"; do
    check grep -q "$text" memory.svg
done
check test "$(wc -c <memory.svg)" -le 150000
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' memory.svg
check test $? = 0
expect 0 "machine default" machine show default --plot again.svg
check cmp -s memory.svg again.svg
expect 0 "machine parsytec" machine show parsytec-gc-powerplus --plot few.svg
check grep -q "Memory of parsytec" few.svg
printf 'forecost: 1\nname: bare\ncores: 1\ncore: {operations: [], accesses: []}\n' >bare.yaml
expect 3 "has no costs to plot" machine show bare.yaml --plot none.svg
expect 3 "cannot be written" machine show default --plot nosuch/none.svg
cases=$((cases + 1))
env PATH="$SCRATCH/empty" "$FORECOST" machine show default --plot none.svg >out 2>err
check test $? = 4
check grep -q gnuplot-nox err
silent
absent none.svg

expect 0 "parsytec-gc-powerplus" machine list
while read -r name; do
    expect 0 "machine $name" machine show "$name"
done <<<"$(cat out)"
expect 2 "machine show needs MACHINE" machine show
expect 2 "one operand too many" machine list default
