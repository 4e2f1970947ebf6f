# SPDX-License-Identifier: GPL-3.0-or-later
# Names are text, never code: hostile paths, and models whose strings are hostile, through every command that prints them. What becomes code
# creates the file CANARY.
boom='__attribute__((constructor)) static void boom(void) { extern int system(const char *); system("touch CANARY"); }'
no_code() { absent CANARY || { echo "  after: forecost $*"; rm -f CANARY; }; }

# try CODES ARGUMENT...: the exit code is one of these, and nothing of the input ran.
try() {
    local codes=$1 got
    shift
    cases=$((cases + 1))
    timeout 60 "$FORECOST" "$@" >out 2>err
    got=$?
    [[ " $codes " == *" $got "* ]] || { printf 'FAIL forecost %q\n  exit code %d, expected %s\n' "$*" "$got" "$codes"; head -n 4 err; failed=1; }
    no_code "$*"
}

# ---- hostile folders and files ----
mapfile -t headers < <(find "$root/runtime" "$root/comm_interface" "$root/machine_properties" -type d | sed 's/^/-I/')
names=("a*/"$'\n'"$boom"$'\n'"/*b" 'a"); system("touch CANARY"); ("' '$(touch CANARY)`touch CANARY`' $'x\nimport os\nos.system("touch CANARY")\n#'
       '</script><script>alert(1)</script>' '\input{CANARY}%' "q'uo\"te;touch CANARY" $'\xff\xfe' $'u\xe2\x80\xa8require("fs").writeFileSync("CANARY","")')
[[ -z ${SHORT:-} ]] || names=("${names[@]:0:3}" "${names[6]}")
for name in "${names[@]}"; do
    folder=names/$name
    mkdir -p "$folder"
    cp "$here/given/settings.c" "$folder/s.c"
    cp "$root/examples/jacobi_row/jacobi_row.c" "$folder/row.c"
    try 0 analyze "$folder/s.c" -o s.fc -- -O2
    try 0 predict s.fc -n 2 -- 10 fine
    try 0 coverage s.fc -n 2 -- 10 fine
    try 0 coverage s.fc -n 2 --annotate html -o s.html -- 10 fine
    try 0 analyze "$folder/row.c" -o row.fc -- -O2
    for notation in text latex c python javascript; do
        try 0 formula row.fc -n 2 --notation "$notation" -o "formula.$notation" -- 100 5
    done
    try 0 formula row.fc -n 2 --format json -o formula.json -- 100 5
    check gcc -std=gnu17 -w -fsyntax-only "${headers[@]}" formula.c
    python3 formula.python >printed 2>&1
    node formula.javascript >printed 2>&1
    rm -rf cost && try 0 emit s.fc -o cost
    check gcc -std=gnu17 -w -fsyntax-only "${headers[@]}" cost/cost_program.c
    [[ -z ${SHORT:-} ]] && try 0 report s.fc -n 1,2 -o s.html -- 10 fine
    no_code "$name, printed as code"
    check test "$(grep -c '<script>alert' s.html)" = 0
done

# ---- hostile models ----
expect 0 "all supported" analyze "$here/given/settings.c" -o s.fc -- -O2
rm -rf cost models && expect 0 "" emit s.fc -o cost && mkdir models
check python3 "$here/hostile_models.py" s.fc cost/cost_program.c models
number=0
for model in models/*.fc; do
    number=$((number + 1))
    [[ -z ${SHORT:-} || $((number % 4)) == 0 ]] || continue
    try "0 3" predict "$model" -n 2 -- 10 fine
    if [[ -z ${SHORT:-} ]]; then
        try "0 3" formula "$model" -n 2 --notation c -o formula.c -- 10 fine
        try "0 3" coverage "$model" -n 2 -- 10 fine
    fi
done

# A name in a message does not control the terminal.
name=$(printf 'n\033[2J\r\302\233m')
expect 3 "n?[2J???m.fc: error[FC0905]: cannot be read" predict "$name.fc"
expect 2 'unknown command "n?[2J???m"' "$name"
cat >terminal.c <<'C'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int n = 0;
    MPI_Init(&argc, &argv);
    FILE *file = fopen("\033]0;title\007", "r");
    fscanf(file, "%d", &n);
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze terminal.c -o terminal.fc
expect 3 "The input file ?]0;title? cannot be opened" predict terminal.fc
check test -z "$(tr -d '\n\t -~' <err)"
