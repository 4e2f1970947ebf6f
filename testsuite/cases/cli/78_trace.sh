# SPDX-License-Identifier: GPL-3.0-or-later
# Time-independent traces (predict --trace): the same calls in a source and in a trace take the same time; bad lines.
source "$here/given/networks.sh"
given traced
cp "$root/testsuite/accuracy/smpi/free_compute_model.c" free.c

# The trace of traced.c on 4 ranks, as smpirun writes it: datatypes by SMPI's numbers, a file a rank, a list of the files.
python3 -c '
for r in range(4):
    left, right, c = (r + 3) % 4, (r + 1) % 4, [13, 14, 15, 16]
    counts, mine, zeros = " ".join(map(str, c)), " ".join([str(c[r])] * 4), "0 0 0 0"
    lines = ["init"]
    lines += ["send 1 7 100 0", "Ssend 1 8 3 1", "bsend 1 9 5 2"] if r == 0 else []
    lines += ["recv 0 7 100 0", "recv -333 8 3 1", "recv 0 -444 5 2"] if r == 1 else []
    lines += [f"irecv {left} 1 200 0", f"irecv {left} 2 20 0", f"isend {right} 1 200 0", f"ISsend {right} 2 20 0",
              f"wait {left} {r} 2", f"wait {left} {r} 1", f"wait {r} {right} 1", f"wait {r} {right} 2",
              f"irecv {left} 3 30 4", f"ibsend {right} 3 30 4", "waitall 2", f"sendRecv 40 {right} 40 {left} 5 5",
              "barrier", "bcast 50 2 1 ", "reduce 60 0 1 0 ", "allreduce 6 0 0 ", "scan 7 0 0 ", "exscan 8 0 0 ",
              "gather 9 9 1 0 0" if r == 1 else "gather 9 1 0 0", "scatter 10 10 0 0 0", "allgather 11 11 0 0",
              "alltoall 12 12 0 0", f"gatherv {c[r]} {counts if r == 0 else zeros} 0 0 0",
              f"scatterv {counts if r == 3 else zeros} {c[r]} 3 0 0", f"allgatherv {c[r]} {counts} 0 0",
              f"alltoallv 58 {counts} {4 * c[r]} {mine} 0 0", f"reducescatter {counts} 0 0", "finalize"]
    open(f"rank{r}.txt", "w").writelines(f"{r} {line}\n" for line in lines)'
printf 'rank0.txt\nrank1.txt\nrank2.txt\nrank3.txt\n' >trace.txt
same() { # OPTION...: the source and the trace give the same prediction
    expect 0 "" predict traced.fc --compute-model ./free.c --method ranks -n 4 --format json "$@"
    mv out source.json
    expect 0 '"program": "trace.txt"' predict --trace trace.txt --format json "$@"
    check python3 -c '
import json
ours, theirs = (json.load(open(name))["points"][0] for name in ("out", "source.json"))
for key in ("ranks", "messages", "bytes"):
    assert ours[key] == theirs[key], (key, ours[key], theirs[key])
for key in ("time_s", "communication_s", "wait_s"):
    assert abs(ours[key] - theirs[key]) <= 1e-12 + 1e-9 * theirs[key], (key, ours[key], theirs[key])'
}
same
same -m shared.yaml
same -m algorithms.yaml
same --collectives openmpi --placement cyclic
# All ranks' lines in one file, with comments; a list elsewhere, whose paths start from its folder.
(echo "# all ranks" && echo && cat rank3.txt rank0.txt rank2.txt rank1.txt) >merged.txt
mkdir -p folder && mv rank?.txt folder/ && mv trace.txt folder/
expect 0 "" predict --trace folder/trace.txt --format json
cp out listed.json
expect 0 "" predict --trace merged.txt --format json
check python3 -c '
import json
a, b = (json.load(open(name))["points"][0]["time_s"] for name in ("out", "listed.json"))
assert a == b, (a, b)'
expect 0 "method ranks" predict --trace merged.txt --timeline ranks.json -n 4
check test -s ranks.json

# Computation: 3e9 flops and half a second, 1e9 flops of a reduction; the places are those of the trace, if it has some.
printf '0 init\n0 location a b.c 12\n0 compute 3e9\n0 location a b.c 14\n0 sleep 0.5\n0 allreduce 0 1e9\n0 finalize\n' >work.txt
expect 2 "error[FC0588]: the time of the trace's 4e+09 flops is not known" predict --trace work.txt
silent
expect 0 "" predict --trace work.txt --flop-rate 2e9 --format json
check python3 -c '
import json
point = json.load(open("out"))["points"][0]
assert abs(point["compute_s"] - 2.5) < 1e-12, point
assert point["origin"]["profiled"] == 1, point
assert [(by["file"], by["line"]) for by in point["by"]] == [("a b.c", 12)] + 3 * [("a b.c", 14)], point["by"]'
printf '0 compute 1e9\n' >work.txt
expect 0 "500.0 ms" predict --trace work.txt --flop-rate 2e9
expect 0 "work.txt:1" predict --trace work.txt --flop-rate 2e9

# Elements without a datatype are bytes, or doubles if `init` has an argument: 1000 bytes and 1000 doubles.
for argument in "" " 0"; do
    printf "0 init$argument\n1 init$argument\n0 send 1 0 1000\n1 recv 0 0 1e3\n" >plain.txt
    expect 0 "" predict --trace plain.txt --format json
    check python3 -c 'import json, sys; assert json.load(open("out"))["points"][0]["bytes"] == int(sys.argv[1])' \
        "$([[ $argument ]] && echo 8000 || echo 1000)"
done
# Receives that no send matches were from MPI_PROC_NULL, which SMPI writes like MPI_ANY_SOURCE; a test completes a request;
# requests left over are completed at the end.
printf '0 irecv -333 1 8 0\n0 isend -333 2 8 0\n0 irecv 1 2 8 0\n0 isend 1 1 8 0\n0 wait -333 0 1\n0 test 1 0 2\n0 wait 1 0 2\n' >null.txt
printf '0 wait 0 -333 2\n1 irecv 0 1 8 0\n1 isend 0 2 8 0\n1 waitall 2\n' >>null.txt
expect 0 "ranks" predict --trace null.txt
check test ! -s err
# A derived datatype has no size in the trace; a message that no rank receives.
printf '0 send 1 0 5 -1\n1 recv 0 0 5 -1\n' >derived.txt
expect 0 "derived.txt:1: warning[FC0589]: 2 lines have a derived datatype" predict --trace derived.txt
printf '0 isend 1 0 5 0\n1 barrier\n0 barrier\n' >lost.txt
expect 0 "never received" predict --trace lost.txt
# What the trace lacks ends in a deadlock, with a note.
printf '0 sendRecv 1 1 1 1 0 0\n1 barrier\n' >stuck.txt
expect 3 "deadlock: rank 0 waits in MPI_Sendrecv (stuck.txt:1)" predict --trace stuck.txt
check grep -q 'note\[FC0590\]' err
printf '0 send 1 0 5 0\n1 recv 0 0 3 0\n' >short.txt
expect 3 "short.txt" predict --trace short.txt

# Bad lines: file, line, column, what is wrong; nothing on standard output.
bad() { printf "$1" >bad.txt; expect 3 "$2" predict --trace bad.txt --flop-rate 1e9; silent; }
bad '' 'bad.txt: error[FC0584]: the trace has no line of a rank'
bad '# nothing\n\n' 'error[FC0584]'
bad '0\n' 'bad.txt:1:2: error[FC0581]: expected an action, and the line ends'
bad '0 fly 1\n' 'bad.txt:1:3: error[FC0580]: expected an action, found "fly"'
bad '0 init\n-1 init\n' 'bad.txt:2:1: error[FC0580]: expected a whole number of 0 to 1048575, found "-1"'
bad '0 init\n2000000 init\n' 'bad.txt:2:1: error[FC0580]'
bad '0 init\n2 init\n' 'bad.txt: error[FC0585]: the trace has no line of rank 1 of 3'
bad '0 compute nan\n' 'bad.txt:1:11: error[FC0580]: expected a number of 0 to 2^53, found "nan"'
bad '0 compute -1\n' 'bad.txt:1:11: error[FC0580]'
bad '0 compute 1e999\n' 'bad.txt:1:11: error[FC0580]'
bad '0 compute 0x10\n' 'bad.txt:1:11: error[FC0580]'
bad '0 compute\n' 'bad.txt:1:10: error[FC0581]'
bad '0 compute 1 2\n' 'bad.txt:1:13: error[FC0580]: expected the end of the line, found "2"'
bad '0 send 1 0 5 0\n' 'bad.txt:1:8: error[FC0580]: expected a whole number of -2147483648 to 0, found "1"'
bad '0 send 0 0 5.5 0\n' 'bad.txt:1:12: error[FC0580]'
bad '0 send 0 -1 5 0\n' 'bad.txt:1:10: error[FC0580]'
bad '0 send 0 0 5 60\n' 'bad.txt:1:14: error[FC0580]: expected a whole number of -1 to 59, found "60"'
bad '0 bcast 5 1 0\n' 'bad.txt:1:11: error[FC0580]'
bad '0 gatherv 5 5\n1 gatherv 5 5 5 0 0 0\n' 'bad.txt:1:14: error[FC0581]'
bad '0 location\n' 'bad.txt:1:11: error[FC0581]: expected a file and a line'
bad '0 iallreduce 4 0 0\n' 'bad.txt:1:3: error[FC0582]: a trace does not record what iallreduce needs'
bad '0 Win_fence\n' 'bad.txt:1:3: error[FC0582]'
bad 'nosuch.txt\n' 'nosuch.txt: error[FC0905]: cannot be read'
bad 'folder/rank0.txt\n' 'folder/rank0.txt:2:8: error[FC0580]'
bad '/dev/zero\n' '/dev/zero'
expect 3 "error[FC0905]" predict --trace nosuch.txt

# What needs a model, and a number of ranks that the trace does not have.
expect 2 "predict needs MODEL.fc" predict
expect 2 "--trace and traced.fc exclude each other" predict traced.fc --trace merged.txt
expect 2 "--trace and --profile exclude each other" predict --trace merged.txt --profile a.profile
expect 2 "--trace and --method sum exclude each other" predict --trace merged.txt --method sum
expect 2 'exclude each other' predict --trace merged.txt -- 5
expect 2 "error[FC0587]: -n 8: the trace has 4 ranks" predict --trace merged.txt -n 8
expect 2 "--flop-rate" predict --trace merged.txt --flop-rate 0
