# SPDX-License-Identifier: GPL-3.0-or-later
"""Counters of `forecost profile --every` beside gcov's counts of the same run, for the scripts of this folder.

Compared, summed over ranks:
  lines     a simple statement alone on its line, first in a loop's body, a branch or a case: gcov's count of that line;
  branches  each condition of a loop or if (parts of && and || apart): both of its counts are among gcov's branches of that line;
            where gcov has as many branches on the line as we have counts, all of them agree.
Of the model file only the tree's shape and the lines are used. gcc folds some ?: away (minima, 0 or 1): those have no branch.
"""
import collections
import json
import os
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                   OMPI_MCA_osc="pt2pt", LC_ALL="C")  # the other kinds of window fail on one rank


def enumeration(name):
    """The numbers of an enumeration of program.h, as the model file uses them."""
    text = (HERE.parent.parent / "analyzer/model/program.h").read_text()
    body = re.search(r"typedef enum %s \{(.*?)\} %s;" % (name, name), text, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    return {word: i for i, word in enumerate(re.findall(r"\bFC_\w+", body))}


KIND = enumeration("fc_node_kind")
OPERATOR = enumeration("fc_operator")
LEAVES = {KIND[k] for k in ("FC_EVALUATE", "FC_BREAK", "FC_CONTINUE", "FC_RETURN")}


class Node:
    """A node of the model: kind, op, symbol (by number), place with its column, children (by number), parent."""

    def __init__(self, row):
        self.kind, self.op, self.file, self.line, self.column, self.children = row[0], row[1], row[8], row[9], row[10], row[14]
        self.symbol, self.end_line, self.parent = row[4], row[11], None

    def is_a(self, *kinds):
        return self.kind in (KIND["FC_" + k] for k in kinds)


class Model:
    """A model file; folder: where it was made, of which its relative paths are."""

    def __init__(self, path, folder="."):
        model = json.loads(pathlib.Path(path).read_text())
        self.node = [Node(row) for row in model["nodes"]]
        self.body = {row[0]: row[2] for row in model["procedures"]}  # by its symbol
        self.name = [row[1] for row in model["symbols"]]
        self.main = next(body for symbol, body in self.body.items() if self.name[symbol] == "main")
        self.file = [os.path.realpath(os.path.join(folder, row[0])) for row in model["files"]]
        for i, node in enumerate(self.node):
            for child in node.children:
                if child >= 0:
                    self.node[child].parent = i

    def nodes_of(self, i):
        """Node i and all its descendants."""
        yield i
        for child in self.node[i].children:
            if child >= 0:
                yield from self.nodes_of(child)

    def repeated(self):
        """{node of a procedure in a header: the same node in the first unit}; gcov adds the counts of such procedures."""
        first, same = {}, {}
        for symbol, body in self.body.items():
            nodes = list(self.nodes_of(body))
            shape = self.name[symbol], *((self.node[i].kind, *self.place(i)) for i in nodes)
            same.update((i, j) for i, j in zip(nodes, first.setdefault(shape, nodes)) if i != j)
        return same

    def first_leaf(self, i):
        """The first statement executed when statement i is, if it is a simple one."""
        node = self.node[i]
        if node.is_a("BLOCK"):
            inside = [child for child in node.children if not self.node[child].is_a("IRREGULAR_REGION")]
            return self.first_leaf(inside[0]) if inside else None
        return i if node.kind in LEAVES else None

    def leaves_early(self, i, nested=False):
        """Statement i may end the loop around it other than by its condition; nested: a break is not that loop's."""
        node = self.node[i]
        if node.is_a("RETURN", "GOTO") or (node.is_a("BREAK") and not nested):
            return True
        nested = nested or node.is_a("FOR", "WHILE", "DO", "SWITCH")
        return any(self.leaves_early(child, nested) for child in node.children if child >= 0)

    def around(self, i):
        """Node i, the one it is part of, and so on to the procedure's body."""
        nodes = [i]
        while self.node[nodes[-1]].parent is not None:
            nodes.append(self.node[nodes[-1]].parent)
        return nodes

    def named(self, i):
        """The bodies of procedures that node i or its descendants name: possible callees."""
        node = self.node[i]
        bodies = {self.body[node.symbol]} if node.is_a("NAME") and node.symbol in self.body else set()
        return bodies.union(*(self.named(child) for child in node.children if child >= 0))

    def named_to_run(self, i):
        """The same without arguments of MPI calls (MPI_Op_create): the library determines how often it calls them."""
        node = self.node[i]
        bodies = {self.body[node.symbol]} if node.is_a("NAME") and node.symbol in self.body else set()
        callee = self.node[node.children[0]] if node.is_a("CALL") else None
        if callee and callee.is_a("NAME") and self.name[callee.symbol].startswith("MPI_"):
            return bodies
        return bodies.union(*(self.named_to_run(child) for child in node.children if child >= 0))

    def run_from(self, body):
        """The bodies reachable from this one by calls of the program."""
        found, waiting = {body}, [body]
        while waiting:
            new = self.named_to_run(waiting.pop()) - found
            found |= new
            waiting += new
        return found

    def is_cut(self, i):
        """A jump may enter statement i elsewhere than at its start."""
        return self.node[i].is_a("IRREGULAR_REGION") or any(self.is_cut(child) for child in self.node[i].children if child >= 0)

    def behind(self, i):
        """The statement after statement i in its block."""
        block = self.node[self.node[i].parent].children
        return block[block.index(i) + 1]

    def switch_of(self, i):
        while not self.node[i].is_a("SWITCH"):
            i = self.node[i].parent
        return i

    def place(self, i):
        return self.file[self.node[i].file], self.node[i].line


def run(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, env=ENVIRONMENT,
                          stdin=subprocess.DEVNULL, **options)


def gcov_lines(folder):
    """((file, line), gcov's record of the line) of all .gcda files below a folder; a relative name is of the compiler's folder."""
    for data in sorted(folder.rglob("*.gcda")):
        done = run(["gcov", "--json-format", "--stdout", "--branch-probabilities", "--branch-counts", data], cwd=data.parent)
        unit = json.loads(done.stdout)
        for file in unit["files"]:
            name = os.path.realpath(pathlib.Path(unit["current_working_directory"]) / file["file"])
            for line in file["lines"]:
                yield (name, line["line_number"]), line


class Gcov:
    """gcov's counts of all .gcda files below a folder, functions added up. lines: {(file, line): count}; branches: {(file, line):
    [count]}; partial: places of lines with a block that did not run beside one that did."""

    def __init__(self, folder, moved=lambda place: place):
        self.lines, self.partial, branches = collections.Counter(), set(), collections.defaultdict(collections.Counter)
        for place, line in gcov_lines(folder):
            place = moved(place)
            self.lines[place] += line["count"]
            if line["unexecuted_block"]:
                self.partial.add(place)
            for i, branch in enumerate(line["branches"]):
                branches[place][line.get("function_name"), i] += branch["count"]
        self.branches = {place: list(counts.values()) for place, counts in branches.items()}


    def differs_from(self, other):
        """Places with different counts in two runs of one program: they depend on the clock or the order of messages."""
        return {place for place in self.lines.keys() | other.lines.keys() if self.lines[place] != other.lines[place]} | \
            {place for place in self.branches.keys() | other.branches.keys() if self.branches.get(place) != other.branches.get(place)}


class Comparison:
    def __init__(self, model, profile, gcov):
        self.model, self.lines, self.branches, self.partial = model, gcov.lines, gcov.branches, gcov.partial
        repeated = model.repeated()
        self.counter = {}
        for c in profile["runs"][-1]["counters"]:
            i = repeated.get(c["node"], c["node"])
            entries, count, _ = self.counter.get(i, (0, 0, ""))
            self.counter[i] = (entries + sum(c["entries"]), count + sum(c["count"]), c["kind"])
        self.leaf_lines = collections.Counter()
        self.busy_lines = set()
        for i, node in enumerate(model.node):
            if i in repeated:
                continue
            if node.kind in LEAVES:
                self.leaf_lines[model.place(i)] += 1
            if i in self.counter or node.is_a("DECLARE"):
                self.busy_lines.add(model.place(i))
        self.expected = collections.defaultdict(list)  # place -> [(count, must be there)]
        self.compared = {"lines": 0, "branches": 0}
        self.mismatches, self.branch_mismatches = [], {}  # the latter by place

    def compare_line(self, i, statement, count):
        leaf = self.model.first_leaf(statement)
        if leaf is None:
            return
        place = self.model.place(leaf)
        if self.leaf_lines[place] != 1 or place in self.busy_lines or place not in self.lines:
            return
        if self.model.node[leaf].is_a("CONTINUE", "BREAK"):
            return  # a jump may share its block with another line
        if self.model.node[i].is_a("IF") and self.model.node[self.model.node[i].children[0]].end_line == place[1]:
            return  # the condition's last line is come to more often
        if self.model.node[leaf].end_line > place[1]:
            return  # gcov counts how often a line is come to: more than once in a statement of several lines with a call
        self.count_line(place, count)

    def count_line(self, place, count):
        self.compared["lines"] += 1
        if self.lines[place] != count:
            self.mismatches.append("%s:%d: line: gcov %d, counter %d" % (*place, self.lines[place], count))

    def compare_switch(self, i, entries):
        place = self.model.place(self.model.switch_of(i))
        if not self.leaf_lines[place] and place not in self.busy_lines and place in self.lines:
            self.count_line(place, entries)

    def expect(self, i, held, evaluated, required, around=None):
        """Condition i holds `held` times of `evaluated` (None: not known); && and || add their operands. around: the begin of the &&
        or || that it is an operand of; for conditions of several lines gcc uses the last line."""
        node = self.model.node[i]
        if node.is_a("CAST"):
            return self.expect(node.children[0], held, evaluated, required, around)
        if node.is_a("COMMA"):
            return self.expect(node.children[1], held, evaluated, required, around)
        if node.is_a("UNARY") and node.op == OPERATOR["FC_OP_NOT"]:
            flipped = None if held is None or evaluated is None else evaluated - held
            return self.expect(node.children[0], flipped, evaluated, required, around)
        if node.is_a("BINARY") and node.op in (OPERATOR["FC_OP_AND"], OPERATOR["FC_OP_OR"]):
            entries, right, _ = self.counter[i]
            if evaluated is not None and entries != evaluated:
                self.mismatches.append("%s:%d: evaluated %d, but its parts %d" % (*self.model.place(i), evaluated, entries))
            is_and = node.op == OPERATOR["FC_OP_AND"]
            left_held = right if is_and else entries - right
            around = around or self.model.place(i)
            self.expect(node.children[0], left_held, entries, required, around)
            right_held = held if is_and or held is None else held - left_held
            return self.expect(node.children[1], right_held, right, required, around)
        if node.is_a("INTEGER", "SIZEOF", "REAL"):
            return None
        place = self.model.place(i)
        if place not in self.branches and around in self.branches:
            place = around
        held = 0 if evaluated == 0 else held
        for count in (held, None if held is None or evaluated is None else evaluated - held):
            self.expected[place].append((count, required))
        return None

    def visit(self, i):
        node, (entries, count, _) = self.model.node[i], self.counter[i]
        if node.is_a("FOR", "WHILE", "DO"):
            body = node.children[{KIND["FC_FOR"]: 3, KIND["FC_WHILE"]: 1, KIND["FC_DO"]: 0}[node.kind]]
            condition = node.children[{KIND["FC_FOR"]: 1, KIND["FC_WHILE"]: 0, KIND["FC_DO"]: 1}[node.kind]]
            self.compare_line(i, body, count)
            if condition >= 0:
                self.expect_loop(i, body, condition)
        elif node.is_a("IRREGULAR_REGION"):
            self.compare_line(i, self.model.behind(i), count)
        elif node.is_a("LABEL"):
            self.compare_line(i, node.children[0], count)
        elif node.is_a("IF"):
            self.compare_line(i, node.children[1], count)
            if node.children[2] >= 0:
                self.compare_line(i, node.children[2], entries - count)
            self.expect(node.children[0], count, entries, True)
        elif node.is_a("CASE", "DEFAULT"):
            self.compare_line(i, node.children[1 if node.is_a("CASE") else 0], count)
            self.compare_switch(i, entries)
        elif node.is_a("CONDITIONAL"):
            self.expect(node.children[0], count, entries, False)
        else:
            self.visit_logical(i)

    def expect_loop(self, i, body, condition):
        """A loop that ends only by its condition ends as often as it is entered."""
        entries, count, _ = self.counter[i]
        early = self.model.leaves_early(body) or self.model.is_cut(i)
        if self.model.node[i].is_a("DO"):
            self.expect(condition, *(None, None) if early else (count - entries, count), True)
        else:
            self.expect(condition, count, None if early else count + entries, True)

    def visit_logical(self, i):
        """&& and || whose value is not a condition; operands of conditions are expected by their owner."""
        parent, child = self.model.node[i].parent, i
        while parent is not None:
            owner = self.model.node[parent]
            if owner.is_a("FOR", "WHILE", "DO", "IF") or (owner.is_a("CONDITIONAL") and owner.children[0] == child):
                return
            if not (owner.is_a("CAST") or (owner.is_a("UNARY") and owner.op == OPERATOR["FC_OP_NOT"]) or
                    (owner.is_a("BINARY") and owner.op in (OPERATOR["FC_OP_AND"], OPERATOR["FC_OP_OR"]))):
                break
            if owner.is_a("BINARY"):
                return  # the outermost one speaks
            parent, child = owner.parent, parent
        self.expect(i, None, self.counter[i][0], False)

    def compare_branches(self):
        for place, expected in sorted(self.expected.items()):
            if place not in self.branches:
                if any(required for _, required in expected):
                    self.branch_mismatches[place] = "%s:%d: gcov has no branch here" % place
                continue
            found = collections.Counter(self.branches[place])
            known = [count for count, required in expected if count is not None]
            complete = len(expected) == len(self.branches[place])
            needed = known if complete else [c for c, required in expected if required and c is not None]
            missing = collections.Counter(needed) - found
            self.compared["branches"] += len(needed)
            if missing:
                self.branch_mismatches[place] = ("%s:%d: branches: gcov %s, counters %s" %
                                                 (*place, sorted(self.branches[place]), sorted(needed)))

    def compare(self):
        for i in sorted(self.counter):
            self.visit(i)
        self.compare_branches()
        return self.mismatches + list(self.branch_mismatches.values())


class Subject:
    """A program that is compared, in a folder of its own, and its differences."""

    def __init__(self, name):
        self.name = name
        self.folder = pathlib.Path(os.environ["SCRATCH"]).resolve() / name
        self.failures = []

    def fail(self, text):
        self.failures.append("%s: %s" % (self.name, text.strip()))
        return False


class FoldingComparison(Comparison):
    """gcc folds some conditions even at -O0 (a truth value compared with 0xA9A4F8AC), and merges several into one: such a line
    has fewer branches or none, and the code below it no line of its own. The remaining ones must be among ours, of which some have
    unknown counts (the right operand of && in a value); where there is none an if must have gone one way. A line may also hold code that leaves the surrounding scope: that ran, and the statement
    did not."""

    def count_line(self, place, count):
        if count > 0 or place not in self.partial:
            super().count_line(place, count)

    def compare_line(self, i, statement, count):
        if self.model.place(i) in self.branches:
            super().compare_line(i, statement, count)

    def compare_branches(self):
        for place, expected in list(self.expected.items()):
            known = [count for count, _ in expected if count is not None]
            found = self.branches.get(place, [])
            if len(found) >= len(known):
                continue
            del self.expected[place]
            self.compared["folded"] = self.compared.get("folded", 0) + len(known)
            others = collections.Counter(found) - collections.Counter(known)
            if sum(others.values()) > len(expected) - len(known):
                self.branch_mismatches[place] = ("%s:%d: folded branches: gcov %s, counters %s" %
                                                 (*place, sorted(found), sorted(known)))
            if not found and any(held and not_held for (held, is_if), (not_held, _) in zip(expected[::2], expected[1::2]) if is_if):
                self.branch_mismatches[place] = "%s:%d: gcov has no branch here, but it went both ways" % place
        super().compare_branches()
