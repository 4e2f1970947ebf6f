# SPDX-License-Identifier: GPL-3.0-or-later
# Reports: the document, the page, and requests refused before any work. The page's contents: ../report.
given row
given col
expect 0 "" report row.fc col.fc -m parsytec-gc-powerplus -n 8,1:4 -D n=100,400 --format json -- 400 10
check python3 "$here/report_data.py" out
expect 0 "" report row.fc -n 4 --format json -o document.json -- 400 10
silent
check test -s document.json

# A build without npm or without the models as WebAssembly has no page: exit code 4, and which packages.
if [[ ! -s $FORECOST_BUILD/report_page/template.html ]]; then
    expect 4 "npm" report row.fc -n 4 -o none.html -- 400 10
elif grep -q 'FC_MODULE = ""' "$FORECOST_BUILD/formula_runtime.mjs"; then
    expect 4 "Install clang, lld and wasi-libc" report row.fc -n 4 -o none.html -- 400 10
else
    expect 0 "open page.html in a browser" report row.fc -n 1:4 -o page.html -- 400 10
    check grep -q '^<!doctype html>' page.html
    check test "$(grep -c 'forecost:' page.html)" = 0
    expect 2 "-D m: jacobi_row has no parameter" report row.fc -n 4 -D m=1 -o none.html -- 400 10
    absent none.html
fi
expect 2 "more than 2000" report row.fc -n 1:3000 --format json -- 400 10
silent
expect 2 "is none of" report row.fc --format pdf -- 400 10
expect 3 "nowhere.fc" report nowhere.fc --format json
expect 3 "/proc/none.json" report row.fc -n 4 --format json -o /proc/none.json -- 400 10
# A changed source, and a missing one.
cp "$root/examples/jacobi_row/jacobi_row.c" moved.c
expect 0 "" analyze moved.c -o moved.fc
echo >>moved.c
expect 0 "changed since the analysis" report moved.fc -n 2 --format json -- 400 10
rm moved.c
expect 0 "moved.c: " report moved.fc -n 2 --format json -- 400 10
# Where the lines of the sources link to: this machine, or a forge; no scheme that a browser runs.
mkdir -p "linked files"
cp row.c "linked files/ro w.c" 2>/dev/null || cp "$root/examples/jacobi_row/jacobi_row.c" "linked files/ro w.c"
expect 0 "all supported" analyze "linked files/ro w.c" -o linked.fc -- -O2
expect 0 '"url": "linked%20files/ro%20w.c"' report linked.fc -n 2 --format json -- 100 5
expect 0 '"url": "https://forge.example/app/blob/main/linked%20files/ro%20w.c#L{line}"' report linked.fc -n 2 --format json \
    --source-url 'https://forge.example/app/blob/main/{path}#L{line}' -- 100 5
for url in 'javascript:alert(1)//{path}' 'https://forge.example/app'; do
    expect 2 "error[FC0942]" report linked.fc -n 2 --format json --source-url "$url" -- 100 5
done
