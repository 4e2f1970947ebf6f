# SPDX-License-Identifier: GPL-3.0-or-later
# The real program beside the prediction.
expect 0 "error" validate whole.fc -n 1,2 --runs 2 -- 100000
expect 0 '"measured_s"' validate whole.fc -n 1 --runs 2 --format json -- 100000
check python3 "$here/contract.py" validate out
expect 2 "--runs" validate whole.fc --runs 0 -- 1000
expect 3 "whole.c:" validate whole.fc -n 1 --runs 1 -- 0
