# SPDX-License-Identifier: GPL-3.0-or-later
# regression NAME FILE PROGRAM VERDICT [NUMBER]: FILE of seeded/ was changed. Every point of PROGRAM whose ranks change
# the cost is slower, nothing else differs, and the first line blamed is one that diff lists as added (or NUMBER if a
# line was only moved).
regression() {
    local name=$1 file=$2 program=$3 text=$4 lines blamed
    check seeded
    expect 1 "$name" "$text"
    lines=$(diff base/"$file" seeded/"$file" | sed -n 's/^[0-9,]*[ac]\([0-9]*\)\(,\([0-9]*\)\)\?$/\1 \3/p' |
        while read -r first last; do seq "$first" "${last:-$first}"; done)
    [[ -n $lines ]] || fail "$name: nothing was seeded"
    blamed=$(sed -n "s|^    $file:\([0-9]*\): .*|\1|p" out | head -n 1)
    grep -qx "${blamed:-none}" <<<"$lines" || fail "$name: blames line ${blamed:-none} of $file, changed were" $lines "$(cat out)"
    if grep -E "  (slower|faster|new|gone|failed|without measure)( |:|$)" out | grep -qv "^$program  "; then
        fail "$name: something else differs: $(cat out)"
    fi
}

fresh seeded
sed -i 's/^        MPI_Allgather(s->new.*/&\n        double norm = s->new[0];\n        MPI_Allreduce(MPI_IN_PLACE, \&norm, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);/' seeded/jacobi_row/jacobi_row.c
regression "one more Allreduce" jacobi_row/jacobi_row.c jacobi_row "; iterations * T_allreduce(p, 8)"

fresh seeded
sed -i '/^static void jacobi(/,/^}/s/i < s->rows/i < s->n/' seeded/jacobi_row/jacobi_row.c
regression "n / p becomes n" jacobi_row/jacobi_row.c jacobi_row "now inside: for (int i = 0; i < s->n; i++)"

fresh seeded
sed -i 's/^        MPI_Bcast(panel, .*/        for (int j = 0; j < width; j++)\n            MPI_Bcast(panel + (size_t)j * rows, rows, MPI_DOUBLE, owner, MPI_COMM_WORLD);/' seeded/lu/lu.c
regression "a message a column" lu/lu.c lu "more: MPI_Bcast in factor"

fresh seeded
sed -i '/^    MPI_Isend(&g->now\[cell(g, 1, 1)\]/c\    for (int x = 1; x <= g->nx; x++)\n        MPI_Send(\&g->now[cell(g, x, 1)], 1, MPI_DOUBLE, g->neighbour[SOUTH], 1, g->comm);' seeded/heat/exchange.c
regression "a message a cell" heat/exchange.c heat "MPI_Send in grid_exchange"

# The loop is in the caller.
fresh seeded
sed -i 's/^        grid_exchange(&grid);/        for (int side = 0; side < SIDES; side++)\n            grid_exchange(\&grid);/' seeded/heat/main.c
regression "an exchange a side" heat/main.c heat "now inside: for (int side = 0; side < 4; side++)"

# The call is new, the called procedure is not.
fresh seeded
sed -i 's/^        grid_step(&grid, 0.2);/&\n        grid_heat(\&grid);/' seeded/heat/main.c
regression "a sum a step" heat/main.c heat "now inside: grid_heat(&grid)"

fresh seeded
sed -i '/^    inner(r);/d; s/^    MPI_Waitall.*/&\n    inner(r);/' seeded/ring/ring.c
check seeded
expect 1 "overlap removed" "MPI_Waitall in step"
grep -q "^    ring/ring.c:$(grep -n MPI_Waitall seeded/ring/ring.c | cut -d: -f1): " out || fail "overlap removed: $(cat out)"
[[ $(grep -c slower out) == 3 ]] || fail "overlap removed: $(cat out)"

# A regression within a refactoring: still the right line.
fresh seeded
python3 "$here/refactorings.py" "jacobi_row: procedures renamed" seeded
python3 "$here/refactorings.py" "jacobi_row: other order" seeded
line=$(grep -n 'MPI_Allgather' seeded/jacobi_row/jacobi_row.c | cut -d: -f1)
sed -i "${line}s/.*/&\n        MPI_Barrier(MPI_COMM_WORLD);/" seeded/jacobi_row/jacobi_row.c
check seeded
expect 1 "a regression amid a refactoring" "new: MPI_Barrier in jacobi_of_mine"
grep -q "^    jacobi_row/jacobi_row.c:$((line + 1)): new" out || fail "a regression amid a refactoring: $(cat out)"

# An improvement passes, with a message.
fresh seeded
sed -i '/^        MPI_Allgather(s->new/d' seeded/jacobi_row/jacobi_row.c
check seeded
expect 0 "less communication" "gone: MPI_Allgather in jacobi"
