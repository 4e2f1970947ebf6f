# SPDX-License-Identifier: GPL-3.0-or-later
# Task graphs, good and bad. A loop of 100 tasks of 0.5 s: ceil(100 / 8) * 0.5 = 6.5 s.
graph() { printf '{"taskgraph": 1, "name": "g", %s}' "$1" >graph.json; }
graph '"graph": {"kind": "loop", "n": 100, "cpu_s": 0.5}'
expect 0 "6.500 s" taskgraph run graph.json -P 8
expect 0 "6.500 s" taskgraph run <(cat graph.json) -P 8
expect 0 "processes,schedule,time_s,speedup,efficiency,cpu_s,overhead_s,lock_s,wait_s,idle_s" taskgraph run graph.json --format csv
check test "$(wc -l <out)" = 6
expect 0 '"longest_path_s": 0.5' taskgraph run graph.json -P 1:4 --format json
check python3 -c '
import json
d = json.load(open("out"))
assert d["tasks"] == 100 and d["work_s"] == 50 and len(d["points"]) == 4, d
for p in d["points"]:
    shares = [p[k] for k in ("cpu_s", "overhead_s", "lock_s", "wait_s", "idle_s")]
    assert abs(sum(shares) - p["processes"] * p["time_s"]) < 1e-12, p'
expect 0 "fastest" taskgraph study graph.json -P 3 --compare block,cyclic,dynamic,lpt,steal
expect 0 "loop[0]" taskgraph run graph.json --critical
# By hand: b takes 2 s beside c's 0.5 s, between a and d.
graph '"graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 1}, {"name": "b", "cpu_s": 2, "parents": ["a"]},
    {"name": "c", "cpu_s": 0.5, "parents": ["a"]}, {"name": "d", "cpu_s": 1, "parents": ["b", "c"]}]}'
expect 0 "1.500 s" taskgraph run graph.json --slack
expect 0 "task,start_s,cpu_s,slack_s" taskgraph run graph.json --slack --format csv
check test "$(tail -n +2 out | tr '\n' ' ')" = "a,0,1,0 b,1,2,0 d,3,1,0 c,1,0.5,1.5 "

# Pictures and traces of one execution: every task once, no two at a time on a process.
graph '"schedule": "cyclic", "graph": {"kind": "pipeline", "rows": 6, "columns": 5, "cpu_s": 1e-3}'
expect 0 "cyclic" taskgraph run graph.json -P 1,3 --timeline trace.json --gantt gantt.svg --dot graph.dot
check grep -q '<title>pipeline\[5,4\]' gantt.svg
check grep -q 't0 -> t1' graph.dot
check python3 -c '
import json
events = [e for e in json.load(open("trace.json"))["traceEvents"] if e["ph"] == "X"]
assert len({e["name"] for e in events}) == len(events) == 30
last = {}
for e in sorted(events, key=lambda e: e["ts"]):
    assert e["ts"] >= last.get(e["tid"], 0) - 1e-6, e
    last[e["tid"]] = e["ts"] + e["dur"]
assert sorted(last) == [0, 1, 2]
start = {e["name"]: e["ts"] for e in events}
for i in range(6):
    for j in range(5):
        for a, b in ((i - 1, j), (i, j - 1)):
            if min(a, b) >= 0: assert start[f"pipeline[{i},{j}]"] >= start[f"pipeline[{a},{b}]"] + 1e3 - 1e-6'
# The other format has the same data: each task's begin, on its process.
expect 0 "cyclic" taskgraph run graph.json -P 1,3 --timeline trace.paje
check python3 -c '
import json, shlex
value, state, rows = {}, [], {}
for line in open("trace.paje"):
    if line[0] == "%": continue
    w = shlex.split(line)
    if w[0] == "3" and w[2] == "S": value[w[1]] = w[3]
    if w[0] == "4" and w[3] == "R": rows[w[2]] = w[5]
    if w[0] == "6" and w[4] != "idle": state.append((value[w[4]], rows[w[3]], float(w[1])))
shown = [e for e in json.load(open("trace.json"))["traceEvents"] if e["ph"] == "X"]
assert sorted(state) == sorted((e["name"], "process %d" % e["tid"], round(e["ts"] / 1e6, 12)) for e in shown) and len(state) == 30, state'
expect 2 "unknown file format" taskgraph run graph.json --timeline trace.txt
graph '"queues": ["n", "s"], "graph": {"kind": "loop", "n": 10, "cpu_s": 1, "queue": ["n", "s"]}'
expect 0 "processes per active queue" taskgraph run graph.json --schedule queues --metric queue -P 4
expect 2 'unknown option "--metric"' taskgraph study graph.json --compare queues,dynamic --metric queue

# Contention: a node of [machine] eq. 3; a user-defined model.
graph '"system": {"model": "node"}, "graph": {"kind": "loop", "n": 2, "cpu_s": 1, "usage": {"memory": 0.5}}'
expect 0 "1.250 s" taskgraph run graph.json -P 2
expect 0 "1.000 s" taskgraph run graph.json -P 2 --system none
graph '"system": {"model": "own", "usage": ["weight"], "parameters": [3]}, "graph": {"kind": "loop", "n": 2, "cpu_s": 1, "usage": {"weight": 0.5}}'
printf '#include "task_system.h"\nvoid fc_task_overhead(double *o, const fc_task_load *l, const double *p)\n{ for (int c = 0; c < l->n_classes; c++) o[c] = p[0] * l->usage[c * l->n_usage] * l->executing[c]; }\n' >own.c
expect 0 "4.000 s" taskgraph run graph.json -P 2 --system own.c
expect 2 "needs a user-defined system model" taskgraph run graph.json
expect 0 "4.000 s" taskgraph study graph.json -P 2 --system own.c
expect 0 "4.000 s" taskgraph run graph.json -P 2 --system own.c --unsafe
check grep -qF "without a sandbox, because of --unsafe" err
expect 0 "" taskgraph run graph.json -P 1:2 --system own.c --timeline t.json --gantt g.svg
check grep -q '"dur":4000000' t.json
cp t.json own.t.json # an observed execution comes from the child whole
graph '"system": {"model": "none"}, "graph": {"kind": "loop", "n": 2, "cpu_s": 4}'
expect 0 "" taskgraph run graph.json -P 1:2 --timeline t.json
check cmp t.json own.t.json
graph '"system": {"model": "own", "usage": ["weight"], "parameters": [3]}, "graph": {"kind": "loop", "n": 2, "cpu_s": 1, "usage": {"weight": 0.5}}'
# The user's code runs in the sandbox, under both subcommands.
overhead() { printf '#include "task_system.h"\n#include <stdio.h>\n#include <stdlib.h>\n#include <signal.h>\n#include <unistd.h>\n#include <sys/socket.h>\nvoid fc_task_overhead(double *o, const fc_task_load *l, const double *p)\n{ o[0] = 0; %s }\n' "$1" >own.c; }
for body in 'fopen("written", "w");' 'system("touch written");' 'socket(AF_INET, SOCK_STREAM, 0);' 'kill(getppid(), SIGKILL);'; do
    overhead "$body"
    expect 3 "own.c: error[FC0551]: a function of this file asked the operating system for something a cost program must not do" \
        taskgraph study graph.json --system own.c
    expect 3 "own.c: error[FC0551]" taskgraph run graph.json --system own.c --gantt g.svg
    absent written
done
overhead '*(volatile int *)8 = 1;'
expect 3 "own.c: error[" taskgraph run graph.json --system own.c
overhead 'o[0] = p[0] - 4;'
expect 3 "own.c: error[FC0703]: the system model returned an overhead that is negative, NaN or too large" taskgraph run graph.json --system own.c
overhead 'o[0] = 1e308 * 10;'
expect 3 "own.c: error[FC0703]" taskgraph run graph.json --system own.c
printf 'static void __attribute__((constructor)) begin(void) { fopen("written", "w"); }\n' >>own.c
expect 3 "own.c: error[FC0568]" taskgraph run graph.json --system own.c
absent written
echo 'int other;' >own.c
expect 3 "own.c: error[FC0722]: the function fc_task_overhead is missing" taskgraph run graph.json --system own.c

# Bad files: the place, the error; nothing on standard output.
refuse() { graph "$1"; expect 3 "$2" taskgraph run graph.json; silent; }
refuse '"graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 1, "parents": ["c"]}, {"name": "b", "cpu_s": 1, "parents": ["a"]}, {"name": "c", "cpu_s": 1, "parents": ["b"]}]}' \
    '3 tasks in a cycle: a -> b -> c -> a'
refuse '"graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 1, "parents": ["x"]}]}' 'graph.json:1:106: unknown task "x" in this block'
refuse '"graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 1}, {"name": "a", "cpu_s": 1}]}' 'duplicate task "a"'
refuse '"graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": -1}]}' 'cpu_s: expected a number of 0 .. 1000000000, found -1'
refuse '"graph": {"kind": "loop", "n": 3, "cpu_s": [1, NaN, 2]}' "graph.json:1:"
refuse '"graph": {"kind": "loop", "n": 3, "cpu_s": [1, 2]}' 'expected 3 numbers, found 2'
refuse '"graph": {"kind": "loop", "n": 3}' 'cpu_s: expected a number of 0 .. 1000000000, but it is missing'
refuse '"graph": {"kind": "loop", "n": 60000000, "cpu_s": 1}' 'n: expected a whole number'
refuse '"graph": {"kind": "pipeline", "rows": 60000, "columns": 60000, "cpu_s": 1}' 'more than 4000000 tasks'
refuse '"graph": {"kind": "repeat", "n": 65536, "body": [{"kind": "loop", "n": 4096, "cpu_s": 1}]}' 'graph: more than 4000000 tasks'
refuse '"graph": {"kind": "loop", "n": 3, "cpu": 1}' 'cpu: unknown member; known members:'
refuse '"graph": {"kind": "circle"}' 'expected loop, pipeline'
refuse '"queues": ["n"], "graph": {"kind": "loop", "n": 3, "cpu_s": 1, "queue": "m"}' "unknown queue \"m\""
refuse '"queues": ["n"], "start": ["m"], "graph": {"kind": "loop", "n": 3, "cpu_s": 1}' 'unknown queue "m"'
refuse '"schedule": "queues", "graph": {"kind": "loop", "n": 3, "cpu_s": 1}' 'task loop[0] has no queue'
refuse '"schedule": "listed", "graph": {"kind": "tasks", "tasks": [{"name": "a", "cpu_s": 1, "process": 0, "parents": ["b"]}, {"name": "b", "cpu_s": 1, "process": 0}]}' \
    'process 0 waits at a for b, which comes after a'
refuse '"graph": 3' 'graph.json:1:40: graph: expected an object, found 3'
printf '{"taskgraph": 2}' >graph.json
expect 3 'taskgraph: expected a whole number of 1 .. 1, found 2' taskgraph run graph.json
printf '{"taskgraph": 1,, }' >graph.json
expect 3 'graph.json:1:' taskgraph run graph.json
graph '"graph": {"kind": "loop", "n": 3, "cpu_s": 1e9}'
expect 3 'a timeline holds at most 9e+06 seconds' taskgraph run graph.json -P 1 --timeline long.json
absent long.json
graph '"graph": {"kind": "loop", "n": 3, "cpu_s": 1}'
expect 2 'unknown schedule "dynamik"' taskgraph run graph.json --schedule dynamik
expect 2 'unknown schedule "block-cyclic:0"' taskgraph run graph.json --schedule block-cyclic:0
expect 2 '--lock takes one time' taskgraph run graph.json --lock 1,2
expect 0 'lock' taskgraph run graph.json --lock 0.1
expect 3 'nosuch.json: error[FC0905]: cannot be read' taskgraph run nosuch.json

# Relaxed task graphs: sum of i for i = 1 .. 10 is 55, of p as many times.
relaxed() { printf '{"relaxed": 1, "parameters": {"p": 2, "n": 10}, "loops": [{"counter": "i", "limit": "n", "first": "a", "last": "b"}], "states": [{"name": "a", "loop": "i"}, {"name": "b", "loop": "i"}], "transitions": [%s]}' "$1" >relaxed.json; }
relaxed '{"from": "a", "to": "b", "cost_s": "i * p"}'
expect 0 "110.0 s" taskgraph study relaxed.json
expect 0 '"time_s": 220' taskgraph study relaxed.json -n 4 --format json
expect 0 "parameters.p,parameters.n,time_s,activations" taskgraph study relaxed.json -n 4 -D n=1:3 --format csv
check test "$(tail -n 1 out)" = 4,3,24,6
relaxed '{"from": "a", "to": "b", "cost_s": "i * p"}, {"from": "a", "to": "b", "cost_s": "0.5"}'
expect 0 "Dropped, not critical at the first point: a -> b (0.5)" taskgraph study relaxed.json --relax
expect 2 "no parameter m" taskgraph study relaxed.json -D m=3
check grep -qF "Its parameters are: p, n" err
expect 2 "taskgraph run needs a task graph, and relaxed.json is a relaxed task graph" taskgraph run relaxed.json --schedule dynamic
expect 2 "--compare needs a task graph" taskgraph study relaxed.json --compare dynamic,lpt
expect 2 "--ranks needs a relaxed task graph" taskgraph study graph.json -n 4
relaxed '{"from": "a", "to": "b", "cost_s": "i * q"}'
expect 3 'unknown name at "q"' taskgraph study relaxed.json
relaxed '{"from": "a", "to": "b", "cost_s": "3 - i"}'
expect 3 "the cost 3 - i is -1" taskgraph study relaxed.json
relaxed '{"from": "a", "to": "c"}'
expect 3 'unknown state "c"' taskgraph study relaxed.json
relaxed '{"from": "b", "to": "a"}, {"from": "a", "to": "b"}'
expect 3 "form a cycle" taskgraph study relaxed.json
for example in psim psim_bus polyroots dynprog locusroute; do
    expect 0 "speedup" taskgraph run "$root/examples/taskgraph/$example.json" -P 1,3
done
expect 0 "15202" taskgraph study "$root/examples/taskgraph/relaxed_lu.json" -n 16,1000000

# Structure: two processes and four tasks of 1 s in a loop take 2 s by either model without variance.
graph '"graph": {"kind": "repeat", "n": 3, "body": [{"kind": "loop", "n": 4, "cpu_s": 1}]}'
expect 0 "Fork-join: 3 phases" taskgraph run graph.json --structure -P 2
expect 0 "2,6,6,9.532" taskgraph run graph.json --structure -P 2 --format csv --schedule block
check grep -q ",8$" out
graph '"graph": {"kind": "pipeline", "rows": 3, "columns": 3, "cpu_s": 1}'
expect 0 "leave 9 of 9 vertices" taskgraph run graph.json --structure -P 2
graph '"graph": {"kind": "divide", "levels": 3, "arity": 2, "split_s": 1, "cpu_s": 1, "merge_s": 1}'
expect 0 "Series-parallel, not fork-join" taskgraph run graph.json --structure -P 2
# [machine, figure 8]: the best block size is inside the range, for all machine sizes. A model with free memory does not
# show it: there the smallest blocks are as good as any.
for ranks in 4 16 64; do
    expect 0 "" taskgraph study "$root/examples/taskgraph/relaxed_lu.json" -n $ranks -D hierarchy=0,1 -D B=4:96:4 --format csv
    check python3 -c '
import csv
rows = list(csv.DictReader(open("out")))
curve = {h: [float(r["time_s"]) for r in rows if float(r["parameters.hierarchy"]) == h] for h in (0, 1)}
assert len(curve[0]) == len(curve[1]) == 24
best = {h: times.index(min(times)) for h, times in curve.items()}
assert 2 <= best[1] < 20, best
assert curve[0][0] <= 1.02 * min(curve[0]) and curve[1][0] >= 1.2 * min(curve[1]), curve
assert all(curve[h][-1] > 1.5 * min(curve[h]) for h in (0, 1))'
done
expect 0 "" taskgraph study "$root/examples/taskgraph/relaxed_lu.json" -D B=4:96:4 -D hierarchy=0,1 --plot blocks.svg
check grep -qF '>B<' blocks.svg
expect 2 "one point is given" taskgraph study "$root/examples/taskgraph/relaxed_lu.json" --plot none.svg
