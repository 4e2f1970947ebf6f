# SPDX-License-Identifier: GPL-3.0-or-later
# Changes without an effect on performance compile, and are not reported. The first of each example are checked
# together, then the second of each, and so on.
mapfile -t refactorings < <(python3 "$here/refactorings.py" --list)
((${#refactorings[@]} >= 50)) || fail "only ${#refactorings[@]} refactorings"
for ((k = 0; k < ${#refactorings[@]}; k++)); do
    together=$(printf '%s\n' "${refactorings[@]}" | awk -F: -v k=$k 'n[$1]++ == k')
    [[ -n $together ]] || break
    fresh changed
    sources=()
    while IFS= read -r name; do
        python3 "$here/refactorings.py" "$name" changed || fail "$name"
        sources+=(changed/"${name%%:*}"/*.c)
    done <<<"$together"
    mpicc -fsyntax-only -w "${sources[@]}" || fail "one of these does not compile: $together"
    check changed
    expect 0 "$together" "0 slower, 0 faster, 14 same, 0 new, 0 gone, 0 failed, 0 without measure"
done
