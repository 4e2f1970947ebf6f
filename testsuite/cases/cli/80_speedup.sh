# SPDX-License-Identifier: GPL-3.0-or-later
# Speedup curves: observed and predicted, good and bad. Downey's eq. 2 with A = 10, sigma = 0.5: 50/11 on 5 ranks.
given whole
printf 'ranks,speedup\n1,1\n2,1.951219512195122\n5,4.545454545454546\n15,9.375\n40,10\n' >downey.csv
expect 0 "sigma = 0.5" speedup downey.csv
expect 0 '"regime": "low"' speedup downey.csv --format json
check python3 -c '
import json
d = json.load(open("out"))
assert abs(d["A"] - 10) < 1e-6 and abs(d["sigma"] - 0.5) < 1e-6 and abs(d["knee"] - 10) < 1e-6, d
assert d["A_standard_error"] < 1e-6 and d["A_is"] == "known" and d["laws"][0]["law"] == "Downey"
assert [p["ranks"] for p in d["points"]] == [1, 2, 5, 15, 40]'
expect 0 "ranks,speedup,fitted,lower,upper,use" speedup downey.csv --format csv
check test "$(wc -l <out)" = 6

# Undetermined values are reported as such; outliers of the model are left out, with a message.
printf 'ranks,time_s\n1,100\n2,50\n4,25\n8,12.5\n' >linear.csv
expect 0 "A cannot be inferred" speedup linear.csv
printf 'ranks,time_s\n1,400\n2,100\n4,51\n8,26.2\n16,13.9\n32,7.8\n64,12\n' >both.csv
expect 0 "Left out: p = 1: superlinear (sigma = -" speedup both.csv
expect 0 "Left out: p = 64: the speedup falls there" speedup both.csv
expect 0 "2 ranks are one unit:" speedup both.csv
printf '\xef\xbb\xbfranks,time_s\r\n\r\n1,3\r\n 2 , 2\r\n4,1.5\r\n' >windows.csv
expect 0 "3 of 3 observations" speedup windows.csv

expect 0 "3 of 3 observations" speedup <(cat windows.csv)

# Predicted times have a curve too.
expect 0 "Knee" speedup whole.fc -n 1:64:x2 -- 100000
expect 2 "one problem size, and -D gives several" speedup whole.fc -n 1:64:x2 -D n=1000,2000 -- 1000
expect 2 "more than 10000 points" speedup whole.fc -n 1:10001 -- 1000
expect 3 "too few to infer" speedup whole.fc -n 4 -- 1000
expect 2 "downey.csv holds observations" speedup downey.csv -n 4
expect 2 "downey.csv holds observations" speedup downey.csv -- 1000

# Published run times (examples/speedup): the results in its README.
expect 0 "Left out: p = 4, 8: superlinear" speedup "$root/examples/speedup/npb_cg_C.csv"
for name in ep_D mg_C lu_D ft_C is_D; do
    expect 0 "A cannot be inferred" speedup "$root/examples/speedup/npb_$name.csv"
done

# A task graph: a sequential part, then parallelism 3, as Downey's figure 1b: A = 5/3, V = (2 * (2/3)^2 + (4/3)^2) / 3 = 8/9,
# sigma = V / (2/3)^2 = 2. On 1, 2, 3, 4 processes 5, 4, 3 and 3 s.
printf '{"taskgraph": 1, "graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 2},
    {"name": "b", "cpu_s": 1, "parents": ["a"]}, {"name": "c", "cpu_s": 1, "parents": ["a"]},
    {"name": "d", "cpu_s": 1, "parents": ["a"]}]}}' >graph.json
expect 0 "Parallelism profile: A = 1.667, sigma = 2 (variance 0.8889), at most 3 tasks at once" speedup graph.json
expect 0 '"profile": {"A": 1.66' speedup graph.json -n 1:4 --format json
check python3 -c '
import json
d = json.load(open("out"))
assert [p["time_s"] for p in d["points"]] == [5, 4, 3, 3], d
assert abs(d["profile"]["sigma"] - 2) < 1e-12 and d["profile"]["most_tasks"] == 3'
expect 2 "needs a model, and graph.json holds a task graph" speedup graph.json --method ranks

# Synthetic jobs: equal seeds give equal jobs; their distribution functions are those of the model (Kolmogorov, 1 %).
expect 0 "A  expected" speedup --generate 1000 --seed 7
expect 0 "job,A,sigma,work_s,knee" speedup --generate 2000 --seed 7 --max-parallelism 64 --format csv
mv out jobs.csv
expect 0 "" speedup --generate 2000 --seed 7 --max-parallelism 64 --format csv
check cmp out jobs.csv
check python3 -c '
import csv, math
rows = list(csv.DictReader(open("jobs.csv")))
for key, share in (("A", lambda x: math.log(x) / math.log(64)), ("sigma", lambda x: x / 2),
                   ("work_s", lambda x: math.log(x) / math.log(1e6))):
    values = sorted(share(float(row[key])) for row in rows)
    worst = max(max(abs((i + 1) / 2000 - v), abs(i / 2000 - v)) for i, v in enumerate(values))
    assert worst < 1.63 / math.sqrt(2000), (key, worst)'
expect 2 "--generate and --plot exclude each other" speedup --generate 5 --plot no.svg
expect 2 "--generate and both.csv exclude each other" speedup both.csv --generate 5
expect 2 "speedup needs DATA.csv" speedup

# Pictures.
for ending in svg png pdf; do
    expect 0 "Knee" speedup both.csv --plot "curve.$ending"
    check test -s "curve.$ending"
done
check grep -q "left out" curve.svg
expect 2 "curve.gif: unknown plot format" speedup both.csv --plot curve.gif
absent curve.gif
printf 'ranks,speedup\n1,1\n2,1.5\n4,2\n' >"a'; print system(\"touch pwned\").csv"
expect 0 "Knee" speedup "a'; print system(\"touch pwned\").csv" --plot quoted.svg
absent pwned

# Bad data: line, column, what is wrong; nothing on standard output.
bad() { printf "$1" >bad.csv; expect 3 "$2" speedup bad.csv; silent; }
bad '' "bad.csv:1:1: the file is empty"
bad 'p,speedup\n1,1\n' 'bad.csv:1:1: error[FC0911]: expected the column ranks, found "p"'
bad 'ranks,speed\n1,1\n' 'bad.csv:1:7: error[FC0911]: expected the column speedup or time_s, found "speed"'
bad 'ranks,time_s\n' "bad.csv:2:1: no observation"
bad 'ranks,time_s\n1,1\n2,nan\n' 'bad.csv:3:3: error[FC0911]: expected a time in seconds > 0, found "nan"'
bad 'ranks,time_s\n1,1\n2,0\n' "bad.csv:3:3:"
bad 'ranks,time_s\n1,1\n\n2, 1e999\n' "bad.csv:4:4:"
bad 'ranks,speedup\n1,1\n0,1\n' "bad.csv:3:1: error[FC0911]: expected a whole number of ranks"
bad 'ranks,speedup\n1,1\n2.5,1\n' "bad.csv:3:1:"
bad 'ranks,speedup\n1,1\n2\n' "bad.csv:3:2: expected a second column"
bad 'ranks,speedup\n1,1\n2,2,2\n' "bad.csv:3:4: expected two columns"
bad 'ranks,speedup\n1,1\n' "1 different number of ranks"
bad 'ranks,speedup\n4,2\n4,2\n4,2\n' "too few to infer"
expect 3 "nosuch.csv: error[FC0905]: cannot be read" speedup nosuch.csv
