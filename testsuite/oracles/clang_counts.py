# SPDX-License-Identifier: GPL-3.0-or-later
"""Counters of `forecost profile --every` beside clang's source-based coverage, condition by condition: lines of random_c where gcc
folds or merges conditions, so that gcov's counts of a line fit no condition."""
import collections
import json
import os

import line_counts


def behind_parentheses(line, column):
    """The column, from 1, of the first other character; clang's conditions begin with their parentheses, the model's do not."""
    return len(line) - len(line[column - 1:].lstrip("( ")) + 1


def branches_of(folder, source, flags):
    """clang's counts of the program of one file, run in its folder: {(line, column): [(true, false)]} of each condition that is no
    && or ||, at its first character behind parentheses."""
    for command in (["clang-19", "-w", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", *flags, source, "-o", "with_clang"],
                    ["./with_clang"], ["llvm-profdata-19", "merge", "default.profraw", "-o", "clang.prof"]):
        done = line_counts.run(command, cwd=folder)
        if done.returncode and command[0] != "./with_clang":
            raise RuntimeError(done.stderr)
    done = line_counts.run(["llvm-cov-19", "export", "-format=text", "-instr-profile=clang.prof", "with_clang"], cwd=folder)
    text, found = source.read_text().split("\n"), collections.defaultdict(list)
    for function in json.loads(done.stdout)["data"][0]["functions"]:
        for line, column, _, _, held, not_held, file, _, _ in function.get("branches", []):
            if function["filenames"][file] == str(source):
                found[line, behind_parentheses(text[line - 1], column)].append((held, not_held))
    return found


class ExactComparison(line_counts.Comparison):
    """Conditions by line and column, for lines where gcc folds or merges what gcov would count. unequal(line): the texts of the
    conditions of that line of the source whose counts are not clang's."""

    def __init__(self, model, profile, gcov, source, branches):
        super().__init__(model, profile, gcov)
        self.source, self.text, self.by_column = os.path.realpath(source), source.read_text().split("\n"), branches
        self.exact = collections.defaultdict(list)
        for i in sorted(self.counter):
            self.visit(i)

    def is_logical(self, i):
        """A chain of ! and casts around && or ||."""
        node = self.model.node[i]
        while node.is_a("CAST") or (node.is_a("UNARY") and node.op == line_counts.OPERATOR["FC_OP_NOT"]):
            node = self.model.node[node.children[0]]
        return node.is_a("BINARY") and node.op in (line_counts.OPERATOR["FC_OP_AND"], line_counts.OPERATOR["FC_OP_OR"])

    def expect(self, i, held, evaluated, required, around=None):
        if self.is_logical(i):
            return super().expect(i, held, evaluated, required, around)
        node = self.model.node[i]
        leaves = [self.model.node[j] for j in self.model.nodes_of(i) if not self.model.node[j].children]
        if self.model.place(i)[0] == self.source and not all(leaf.is_a("INTEGER", "SIZEOF", "REAL") for leaf in leaves):
            column = behind_parentheses(self.text[node.line - 1], node.column)
            self.exact[node.line].append((column, held, None if held is None or evaluated is None else evaluated - held))
        return None  # a constant is no condition for clang

    def agrees(self, at, counts):
        """A condition that begins there has these counts (None: not known)."""
        return any(all(known in (None, other) for known, other in zip(counts, clang)) for clang in self.by_column.get(at, []))

    def unequal(self, line):
        if line not in self.exact:
            return ["%d: no condition with counts" % line]
        return ["%d:%d: clang %s, counters %s" % (line, column, self.by_column.get((line, column)), counts)
                for column, *counts in self.exact[line] if not self.agrees((line, column), counts)]
