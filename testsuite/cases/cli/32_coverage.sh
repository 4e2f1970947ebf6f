# SPDX-License-Identifier: GPL-3.0-or-later
# The origin of each count: shares and seconds are predict's; unknown counts come first; sources are escaped.
mkdir -p cover
cat >cover/mixed.c <<'C'
#include <mpi.h>
#include <stdlib.h>
/* <b>"A & B"</b> */
static double sum(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] < 1 && '&' ? a[i] : 0;
    return s;
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    double *a = calloc(n, sizeof *a), rest = 1000, all;
    for (int i = 0; i < n; i++)
        a[i] = 1.0 / (i + 1);
    while (rest > 1)
        rest = rest / 2 - sum(a, n) * 0;
    MPI_Allreduce(&rest, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(a);
    MPI_Finalize();
    return 0;
}
C
expect 0 "" analyze cover/mixed.c -o mixed.fc -- -O2
expect 0 "unknown; shares need all counts." coverage mixed.fc -- 5000
check grep -q "unknown *rest, from a, dynamic (.*mixed.c:18  loop *forecost profile, or --assume mixed.c:18=VALUE" out
expect 0 '"share": null' coverage mixed.fc --format json -- 5000

# With an assumed loop: the procedure called from it rests on the assumption, the code before it does not.
assume=(--assume mixed.c:18=10)
expect 0 '"points"' predict mixed.fc -n 4 "${assume[@]}" --format json -- 5000
mv out predicted.json
expect 0 '"places"' coverage mixed.fc -n 4 "${assume[@]}" --format json -- 5000
check python3 -c '
import json
point = json.load(open("predicted.json"))["points"][0]
coverage = json.load(open("out"))
assert coverage["time_s"] == point["time_s"] and coverage["origin"] == point["origin"]
assert [p["time_s"] for p in coverage["places"]] == [b["time_s"] for b in point["by"]]
assert abs(sum(p["share"] for p in coverage["places"]) - 1) < 1e-9
at = {p["line"]: p for p in coverage["places"]}
assert at[7]["origin"] == "assumed" and "mixed.c:18" in at[7]["next"] and "trip" in at[7]["next"], at[7]
assert at[16]["origin"] == "closed" and at[16]["count"] == "n" and at[16]["next"] == "", at[16]
assert at[20]["op"] == "MPI_Allreduce" and at[20]["count"] == "1"
share = {o: sum(p["share"] for p in coverage["places"] if p["origin"] == o) for o in coverage["origin"]}
assert all(abs(share[o] - coverage["origin"][o]) < 1e-9 for o in share), (share, coverage["origin"])'
expect 0 "more places:" coverage mixed.fc "${assume[@]}" --top 1 -- 5000
expect 0 "share,time_s,origin,count,file,line,function,op,next" coverage mixed.fc "${assume[@]}" --format csv -- 5000

expect 0 "closed" coverage mixed.fc "${assume[@]}" --annotate text -- 5000
check grep -q "assumed  *7  " out
expect 0 "share" coverage mixed.fc "${assume[@]}" --annotate html -o mixed.html -- 5000
check grep -qF '/* &lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt; */' mixed.html
check grep -qF "&amp;&amp; &#39;&amp;&#39;" mixed.html
check python3 -c '
from html.parser import HTMLParser
open_tags, texts = [], []
class Page(HTMLParser):
    def handle_starttag(self, tag, attributes):
        if tag != "meta": open_tags.append(tag)
    def handle_endtag(self, tag):
        assert open_tags.pop() == tag, tag
    def handle_data(self, data):
        if open_tags and open_tags[-1] == "code": texts.append(data)
page = Page()
page.feed(open("mixed.html").read())
page.close()
assert not open_tags and "".join(t for t in texts).count("MPI_") == 6, texts'
expect 2 "one point, and 2 are given" coverage mixed.fc -n 1,2 -- 5000
expect 2 "Add --annotate" coverage mixed.fc -o x.html -- 5000
expect 0 "" coverage mixed.fc "${assume[@]}" --annotate jsonl -o mixed.jsonl -- 5000
check python3 -c '
import json
rows = [json.loads(line) for line in open("mixed.jsonl")]
assert rows and abs(sum(row["share"] for row in rows) - 1) < 1e-9, rows
assert {"file", "line", "function", "op", "share", "time_s", "origin", "count", "next"} == set(rows[0]), rows[0]
assert all(row["file"].endswith("mixed.c") and row["line"] > 0 for row in rows), rows'
expect 2 "none of text|html|jsonl" coverage mixed.fc --annotate pdf -- 5000
echo "/* more */" >>cover/mixed.c
expect 3 "cover/mixed.c: error[FC0918]: has changed since mixed.fc was made" coverage mixed.fc "${assume[@]}" --annotate html -o changed.html -- 5000
rm cover/mixed.c
expect 3 "cover/mixed.c: error[FC0905]: cannot be read" coverage mixed.fc "${assume[@]}" --annotate text -o changed.html -- 5000
absent changed.html
