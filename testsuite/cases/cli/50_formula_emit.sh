# SPDX-License-Identifier: GPL-3.0-or-later
# Formulas in every notation, and the cost program that stands alone.
for format in text latex c python javascript json; do
    expect 0 "" formula whole.fc --format $format -n 4 -- 1000
    check test -s out
done
# Formula, emitted cost program and predict give the same number, on the example whose ranks differ too.
expect 0 "" analyze "$root/examples/jacobi_row/jacobi_row.c" -o row.fc
for point in "1 60 3" "3 200 7" "8 1001 2"; do
    read -ra values <<<"$point"
    expect 0 "" formula row.fc --format python
    cp out row.py
    expect 0 "" predict row.fc -n "${values[0]}" --format json -- "${values[@]:1}"
    check python3 "$here/same_time.py" out "$(python3 row.py "${values[@]}")"
done
expect 2 "is none of" formula whole.fc --format fortran

expect 0 "" emit whole.fc -o standalone
check test -f standalone/Makefile
check make -s -C standalone ${SHORT:+CFLAGS=-O0}
expect 0 "" predict whole.fc -n 4 --format json -- 1000
check python3 "$here/same_time.py" out "$(standalone/whole -n 4 -- 1000 | awk '!/^#/ { print $2 }')"
expect 3 "/proc/standalone" emit whole.fc -o /proc/standalone
expect 3 "whole.c" emit whole.fc -o whole.c
expect 2 "emit needs a folder" emit whole.fc
