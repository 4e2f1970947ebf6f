# SPDX-License-Identifier: GPL-3.0-or-later
# Regressions of different programs are seeded together, since a check analyzes every program.
# caught NAME FILE PROGRAM VERDICT [NUMBER]: FILE of seeded/ was changed. Every point of PROGRAM whose ranks change the
# cost is slower, and the first line of FILE blamed is one that diff lists as added (or NUMBER if a line was only moved).
caught() {
    local name=$1 file=$2 program=$3 text=$4 lines blamed
    expect 1 "$name" "$text"
    grep -q "^$program  .*slower" out || fail "$name: $program is not slower: $(cat out)"
    lines=$(diff base/"$file" seeded/"$file" | sed -n 's/^[0-9,]*[ac]\([0-9]*\)\(,\([0-9]*\)\)\?$/\1 \3/p' |
        while read -r first last; do seq "$first" "${last:-$first}"; done)
    [[ -n $lines ]] || fail "$name: nothing was seeded"
    blamed=$(sed -n "s|^    $file:\([0-9]*\): .*|\1|p" out | head -n 1)
    grep -qx "${blamed:-none}" <<<"${5:-$lines}" ||
        fail "$name: blames line ${blamed:-none} of $file, changed were" $lines "$(cat out)"
}
# only PROGRAM...: nothing of another program differs.
only() {
    local names others
    names=$(IFS='|' && echo "$*")
    others=$(grep -E "  (slower|faster|new|gone|failed|without measure)( |:|$)" out | grep -vE "^($names)  ")
    [[ -z $others ]] || fail "$*: something else differs: $others"
}

fresh seeded
sed -i 's/^        MPI_Allgather(s->new.*/&\n        double norm = s->new[0];\n        MPI_Allreduce(MPI_IN_PLACE, \&norm, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);/' seeded/jacobi_row/jacobi_row.c
sed -i 's/^        MPI_Bcast(panel, .*/        for (int j = 0; j < width; j++)\n            MPI_Bcast(panel + (size_t)j * rows, rows, MPI_DOUBLE, owner, MPI_COMM_WORLD);/' seeded/lu/lu.c
sed -i '/^    MPI_Isend(&g->now\[cell(g, 1, 1)\]/c\    for (int x = 1; x <= g->nx; x++)\n        MPI_Send(\&g->now[cell(g, x, 1)], 1, MPI_DOUBLE, g->neighbour[SOUTH], 1, g->comm);' seeded/heat/exchange.c
sed -i '/^    inner(r);/d; s/^    MPI_Waitall.*/&\n    inner(r);/' seeded/ring/ring.c
check seeded
only jacobi_row lu heat ring
caught "one more Allreduce" jacobi_row/jacobi_row.c jacobi_row "; iterations * T_allreduce(p, 8)"
caught "a message a column" lu/lu.c lu "more: MPI_Bcast in factor"
caught "a message a cell" heat/exchange.c heat "MPI_Send in grid_exchange"
caught "overlap removed" ring/ring.c ring "MPI_Waitall in step" "$(grep -n MPI_Waitall seeded/ring/ring.c | cut -d: -f1)"
[[ $(grep -c "^ring .*slower" out) == 2 ]] || fail "overlap removed: $(cat out)"

# The loop of the exchange is in the caller.
fresh seeded
sed -i '/^static void jacobi(/,/^}/s/i < s->rows/i < s->n/' seeded/jacobi_row/jacobi_row.c
sed -i 's/^        grid_exchange(&grid);/        for (int side = 0; side < SIDES; side++)\n            grid_exchange(\&grid);/' seeded/heat/main.c
check seeded
only jacobi_row heat
caught "n / p becomes n" jacobi_row/jacobi_row.c jacobi_row "now inside: for (int i = 0; i < s->n; i++)"
caught "an exchange a side" heat/main.c heat "now inside: for (int side = 0; side < 4; side++)"

# A regression within a refactoring: still the right line. The call of grid_heat is new, the called procedure is not.
fresh seeded
python3 "$here/refactorings.py" "jacobi_row: procedures renamed" seeded
python3 "$here/refactorings.py" "jacobi_row: other order" seeded
line=$(grep -n 'MPI_Allgather' seeded/jacobi_row/jacobi_row.c | cut -d: -f1)
sed -i "${line}s/.*/&\n        MPI_Barrier(MPI_COMM_WORLD);/" seeded/jacobi_row/jacobi_row.c
sed -i 's/^        grid_step(&grid, 0.2);/&\n        grid_heat(\&grid);/' seeded/heat/main.c
check seeded
only jacobi_row heat
caught "a regression amid a refactoring" jacobi_row/jacobi_row.c jacobi_row "new: MPI_Barrier in jacobi_of_mine" $((line + 1))
caught "a sum a step" heat/main.c heat "now inside: grid_heat(&grid)"

# An improvement passes, with a message.
fresh seeded
sed -i '/^        MPI_Allgather(s->new/d' seeded/jacobi_row/jacobi_row.c
check seeded
expect 0 "less communication" "gone: MPI_Allgather in jacobi"
