# SPDX-License-Identifier: GPL-3.0-or-later
# Formulas in every notation, and the cost program that stands alone.
for format in text latex c python json; do
    expect 0 "" formula whole.fc --format $format -n 4 -- 1000
    check test -s out
done
expect 2 "is none of" formula whole.fc --format fortran

expect 0 "" emit whole.fc -o standalone
check test -f standalone/Makefile
check make -s -C standalone
expect 3 "/proc/standalone" emit whole.fc -o /proc/standalone
expect 3 "whole.c" emit whole.fc -o whole.c
expect 2 "emit needs a folder" emit whole.fc
