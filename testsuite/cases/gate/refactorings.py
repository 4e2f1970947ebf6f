#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fifty changes of the examples that no user would notice: layout, comments, names, order, expressions, helpers.

refactorings.py --list           their names, one a line
refactorings.py NAME FOLDER      makes the change in FOLDER, which holds copies of the examples

A change that finds nothing to change is an error: the list must not rot."""
import os
import re
import subprocess
import sys

SOURCES = {
    "jacobi_row": ["jacobi_row.c"],
    "jacobi_col": ["jacobi_col.c"],
    "heat": ["main.c", "grid.c", "exchange.c", "step.c", "grid.h"],
    "cg": ["cg.c"],
    "lu": ["lu.c"],
}

# Locals, parameters and fields; procedures. Names that occur in no other meaning in the example.
VARIABLES = {
    "jacobi_row": ["iterations", "product", "row", "value", "sum", "block", "rows", "first", "slowest"],
    "jacobi_col": ["iterations", "block", "first", "columns", "part", "factor"],
    "heat": ["neighbour", "global_nx", "global_ny", "steps", "elapsed", "width", "alpha", "request", "hot", "place"],
    "cg": ["rr_next", "alpha", "length", "storage", "local", "target", "limit", "above", "below", "rows"],
    "lu": ["panel", "pivot", "owner", "trailing", "columns", "width", "inverse", "right", "nb"],
}
PROCEDURES = {
    "jacobi_row": ["jacobi", "set_up", "read_number"],
    "jacobi_col": ["multiply", "fill_columns", "fill_right_hand_side"],
    "heat": ["grid_exchange", "grid_step", "pack", "unpack", "split", "fill"],
    "cg": ["dot", "axpy", "apply", "solve", "exchange"],
    "lu": ["factor_panel", "update", "swap_rows", "solve_upper", "local_column"],
}


def tokens(text):
    """Text in pieces, (is_code, piece): comments, strings, and preprocessor lines are no code."""
    pattern = r'(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n]*)'
    for i, piece in enumerate(re.split(pattern, text, flags=re.S | re.M)):
        yield i % 2 == 0, piece


def in_code(text, change):
    return "".join(change(piece) if is_code else piece for is_code, piece in tokens(text))


def rename(names, suffix):
    pattern = r"\b(" + "|".join(names) + r")\b"
    return lambda text, example: in_code(text, lambda piece: re.sub(pattern, lambda m: m.group(1) + suffix, piece))


def without_comments(text, example):
    return "".join("" if piece.startswith(("/*", "//")) and "SPDX" not in piece else piece for _, piece in tokens(text))


def with_comments(text, example):
    lines = []
    for number, line in enumerate(text.split("\n")):
        plain = line.strip() and not line.rstrip().endswith("\\")
        if plain and line.endswith(";") and number % 3 == 0:
            lines.append(f"{line} /* step {number}: for (;;) MPI_Send \"it\" */")
        elif plain and line == "}":
            lines += [line, "", f"// {number}", ""]
        else:
            lines.append(line)
    return "\n".join(lines)


def formatted(style):
    def change(text, example):
        return subprocess.run(["clang-format", f"--style={style}"], input=text, capture_output=True, text=True,
                              check=True).stdout
    return change


def reordered(text, example):
    """Procedures in the opposite order behind prototypes of all of them."""
    pattern = r"^(?:static )?[a-z_]+(?: [a-z_]+)? \*?([a-z_]+)\(([^{;]*)\)\n\{\n.*?^\}\n"
    found = list(re.finditer(pattern, text, flags=re.S | re.M))
    if len(found) < 2:
        return text
    prototypes = "".join(m.group(0).split("\n{")[0] + ";\n" for m in found if m.group(1) != "main")
    rest, last = "", 0
    for m in found:
        rest += text[last:m.start()]
        last = m.end()
    return rest + text[last:] + prototypes + "\n" + "\n".join(m.group(0) for m in reversed(found))


def steps_written_otherwise(text, example):
    return in_code(text, lambda piece: re.sub(r"\b([a-z])\+\+\)", r"\1 += 1)", piece))


def braces(text, example):
    """Braces around bodies of one line."""
    return re.sub(r"^( *)((?:for|if) \(.*\))\n( +)([^ {][^\n]*;)\n(?! *else)", r"\1\2 {\n\3\4\n\1}\n", text, flags=re.M)


def exchanged(old, new):
    def change(text, example):
        return text.replace(old, new)
    return change


def both(first, second):
    return lambda text, example: second(first(text, example), example)


EVERYWHERE = [
    ("layout of GNU", formatted("GNU")),
    ("narrow layout", formatted("{BasedOnStyle: Google, ColumnLimit: 60}")),
    ("no comments", without_comments),
    ("many comments", with_comments),
    ("other order", reordered),
    ("other steps", steps_written_otherwise),
    ("braces", braces),
]
SINGLE = [
    ("jacobi_row", "product in a helper", both(
        exchanged("""            const double *row = s->a + (size_t)i * s->n;
            double product = 0.0;
            for (int j = 0; j < s->n; j++)
                product += row[j] * s->x[j];
""", """            const double *row = s->a + (size_t)i * s->n;
            double product = scalar_product(row, s->x, s->n);
"""), exchanged("static void jacobi(", """static double scalar_product(const double *u, const double *v, int length)
{
    double result = 0.0;
    for (int k = 0; k < length; k++)
        result += u[k] * v[k];
    return result;
}

static void jacobi("""))),
    ("jacobi_row", "iteration in a helper", both(
        exchanged("    for (int k = 0; k < iterations; k++) {\n        for (int i = 0",
                  "    for (int k = 0; k < iterations; k++)\n        iterate(s);\n}\n\nstatic void iterate(system_t *s)\n{\n    {\n        for (int i = 0"),
        exchanged("static void jacobi(", "static void iterate(system_t *s);\n\nstatic void jacobi("))),
    ("jacobi_row", "expression split", exchanged(
        "            s->new[i] = s->x[g] + (s->b[i] - product) / row[g];",
        "            double residual = s->b[i] - product;\n            double change = residual / row[g];\n            s->new[i] = s->x[g] + change;")),
    ("jacobi_row", "bound by a macro", both(exchanged("j < s->n; j++", "j < ORDER(s); j++"),
                                          exchanged("typedef struct system {", "#define ORDER(system) ((system)->n)\ntypedef struct system {"))),
    ("heat", "packing in a helper", exchanged("""static void pack(struct grid *g)
{
    for (int y = 1; y <= g->ny; y++) {
        g->send[WEST][y - 1] = g->now[cell(g, 1, y)];
        g->send[EAST][y - 1] = g->now[cell(g, g->nx, y)];
    }
}
""", """static void pack_line(struct grid *g, int y)
{
    g->send[WEST][y - 1] = g->now[cell(g, 1, y)];
    g->send[EAST][y - 1] = g->now[cell(g, g->nx, y)];
}

static void pack(struct grid *g)
{
    for (int y = 1; y <= g->ny; y++)
        pack_line(g, y);
}
""")),
    ("heat", "stencil split", exchanged(
        "            next[x] = here[x] + alpha * (here[x - 1] + here[x + 1] + south[x] + north[x] - 4.0 * here[x]);",
        "        {\n            double around = here[x - 1] + here[x + 1] + south[x] + north[x];\n            next[x] = here[x] + alpha * (around - 4.0 * here[x]);\n        }")),
    ("cg", "while as for", both(exchanged("while (rr > target && iterations < limit) {",
                                         "for (; rr > target && iterations < limit; iterations++) {"),
                               exchanged("        rr = rr_next;\n        iterations++;\n", "        rr = rr_next;\n"))),
    ("lu", "bounds as constants", exchanged("for (int i = width; i < rows; i++)\n                column[i] -= l[i] * factor;",
                                           "for (int i = width; i <= rows - 1; i++)\n                column[i] = column[i] - l[i] * factor;")),
]


def table():
    entries = []
    for example in sorted(SOURCES):
        entries += [(example, name, change) for name, change in EVERYWHERE]
        entries.append((example, "variables renamed", rename(VARIABLES[example], "_here")))
        entries.append((example, "procedures renamed", rename(PROCEDURES[example], "_of_mine")))
    entries += SINGLE
    return {f"{example}: {name}": (example, change) for example, name, change in entries}


def main():
    entries = table()
    if sys.argv[1] == "--list":
        print("\n".join(entries))
        return
    example, change = entries[sys.argv[1]]
    changed = False
    for name in SOURCES[example]:
        path = os.path.join(sys.argv[2], example, name)
        with open(path) as file:
            before = file.read()
        after = change(before, example)
        changed |= after != before
        with open(path, "w") as file:
            file.write(after)
    if not changed:
        sys.exit(f"{sys.argv[1]}: nothing was changed")


main()
