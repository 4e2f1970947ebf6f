# SPDX-License-Identifier: GPL-3.0-or-later
# In a program with more than 1,000 counters, expressions over them are texts that the runtime evaluates. Equal blocks
# cost what they cost in a smaller program, where the compiler evaluates them.
write() {
    python3 - "$1" >"many$1.c" <<'P'
import sys
n = int(sys.argv[1])
print("#include <stdlib.h>\nstatic int a[%d], b[%d];\nstatic double x[1000], s;\nstatic void work(int twice)\n{" % (n, n))
for k in range(n):
    print(f"    for (int i = 0; i < a[{k}]; i++)\n        for (int j = 0; j < b[{k}] + twice; j++)\n"
          f"            s += x[j] * 0.5;")
print("}\nint main(int argc, char **argv)\n{\n    for (int k = 0; k < %d; k++) {\n" % n +
      "        a[k] = rand() % 1 + 7;\n        b[k] = rand() % 1 + 300;\n    }\n"
      "    work(argc > 1 ? atoi(argv[1]) : 0);\n    return s > 1e9;\n}")
P
    expect 0 "counts need a profile" analyze "many$1.c" --no-code -o "many$1.fc" -- -O2
    expect 0 "counted" profile "many$1.fc" --no-timers -n 1 -- 2
}
write 400
write 600
expect 0 "" emit many400.fc -o small
expect 0 "" emit many600.fc -o large
check test "$(grep -c fc_compute_postfix small/cost_program.c)" = 0
check test "$(grep -c fc_compute_postfix large/cost_program.c)" -ge 600
seconds() {
    "$FORECOST" predict "many$1.fc" -n 1 --format json -- 2 2>/dev/null | python3 -c 'import json, sys
print(sum(by["time_s"] for by in json.load(sys.stdin)["points"][0]["by"] if by["function"] == "work"))'
}
check python3 -c "assert abs($(seconds 600) / $(seconds 400) / 1.5 - 1) < 1e-9 and $(seconds 400) > 0"
