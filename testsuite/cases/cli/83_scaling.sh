# SPDX-License-Identifier: GPL-3.0-or-later
# Scaling: every answer against brute force over all ranks and neighboring sizes.
given row -O2
given col -O2
for program in row $([[ $SHORT ]] || echo col); do
    expect 0 "" sweep $program.fc -n 1:200 -- 1500 20
    mv out every.csv
    expect 0 '"least_time_ranks"' scaling $program.fc -n 1:200:x2,200 --size n --efficiency 0.7 --format json -- 1500 20
    cp out answers.json
    check python3 "$here/scaling.py" ranks every.csv answers.json
    python3 "$here/scaling.py" sizes answers.json >sizes
    while read -r ranks size kind; do
        expect 0 "" sweep $program.fc -n 1,"$ranks" -D n=$((size - 1)):$size -- 1500 20
        check python3 "$here/scaling.py" size out "$kind" answers.json
    done < <(if [[ $SHORT ]]; then head -n 2 sizes; else cat sizes; fi)
    check test "$(wc -l <sizes)" -ge 8
done
expect 0 "Efficiency is 50 % or more up to p = " scaling row.fc -n 1:64:x2 -- 1000 20
expect 0 "To keep the efficiency, n grows as p^" scaling row.fc -n 1:16:x2 --size n -- 1000 20
expect 0 "Speedup and efficiency are over 4 ranks" scaling row.fc -n 4:16:x2 -- 1000 20
expect 0 "ranks,time_s,speedup,efficiency,sequential,weak.size" scaling row.fc -n 4 --format csv -- 1000 20
expect 2 "--size nosuch" scaling row.fc -n 1:4 --size nosuch -- 1000 20
expect 2 "--efficiency: \"1.5\", column 1: 1.5 is above" scaling row.fc --efficiency 1.5 -- 1000 20
expect 2 "--efficiency takes one value" scaling row.fc --efficiency 0.5,0.7 -- 1000 20
expect 2 "one problem size, and -D gives several" scaling row.fc -D n=1,2 -- 1000 20
# A program slice that takes long: searches that would take much longer are left out, and said to be.
given slow_slice -O2
expect 0 "note[FC0565]: only the numbers of ranks given are compared" scaling slow_slice.fc -n 16,32,64 -- 1000000
check grep -qF "Least time at p = 64" out
expect 0 "" scaling slow_slice.fc -n 1,32,64 -- 1000
check test "$(grep -c FC0565 err)" = 0
begin=$SECONDS
expect 0 "warning[FC0569]: no n is searched for p >= " scaling slow_slice.fc -n 1,32,64,128 --size n -- 10000
check test $((SECONDS - begin)) -lt 120
