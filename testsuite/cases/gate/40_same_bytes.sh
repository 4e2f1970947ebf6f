# SPDX-License-Identifier: GPL-3.0-or-later
# The same sources give the same bytes: in another folder, another locale, on one core, with a cold cache, in another time
# zone and as another file date.
formats=(--write json=json --write junit=xml --write markdown=md --write sarif=sarif --write bmf=bmf)
# seeded with one regression, so that the report is not empty
checked() { # FOLDER COMMAND...
    local folder=$1
    shift
    fresh "$folder"
    sed -i 's/^        MPI_Allgather(s->new.*/&\n        MPI_Barrier(MPI_COMM_WORLD);/' "$folder/jacobi_row/jacobi_row.c"
    "$@" "$FORECOST" check -C "$folder" "${formats[@]}" >"$folder/out" 2>"$folder/err"
    sed -i '/^progress: /d' "$folder/err" # as often as the load of the machine makes the command long
    "$@" "$FORECOST" check -C "$folder" --update --baseline renewed.json >/dev/null || fail "$folder: --update"
}
checked one env
mkdir -p "deep er/and deeper"
checked "deep er/and deeper/two" env LC_ALL="$(locale -a | grep -i -m 1 -e de_ -e fr_ || echo C.UTF-8)" TZ=Asia/Tokyo XDG_CACHE_HOME="$SCRATCH/cold" HOME=/nonexistent
checked three taskset -c 0
for folder in "deep er/and deeper/two" three; do
    for file in out err json xml md sarif bmf renewed.json; do
        cmp "one/$file" "$folder/$file" || fail "$folder/$file is not the same"
    done
done
grep -q "new: MPI_Barrier in jacobi" one/out || fail "no report: $(cat one/out)"
