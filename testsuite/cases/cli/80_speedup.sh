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
