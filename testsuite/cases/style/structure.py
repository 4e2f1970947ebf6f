#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the structure of the C sources, and counts it: structure.py [--counts].

1. Rooms (folders) include each other without circles. The folders in TOGETHER are one room each.
2. Headers include each other without circles, and C files call each other without, except the recursions in RECURSIVE.
3. A folder has at most 30 C files, except folders of tests and examples.
4. An exported function is named fc_<file>_<verb or noun> or fc_<type>_<verb or noun>. The file is its header or the C
   file that defines it, without last words (formula_text.h: fc_formula_), without its folder's name
   (symbolic/symbolic_sign.c: fc_sign_), or in the singular. The type fc_<type> is declared in a header of the folder.
   Exceptions: INTERFACE and VOCABULARY.
--counts prints the figures instead: files and lines of folders, lengths of files and functions, names, circles."""
import collections
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
MOST_FILES = 30
DATA = ("testsuite/", "examples/")
# A virtual rank's context (core/rank.h) holds the tables of its MPI calls: they are linked into cost programs as a whole.
TOGETHER = ("runtime/core", "runtime/mpi")
# What a cost program or an instrumented program calls has names of its own: MPI's, OpenMP's, and those of forecost.h.
INTERFACE = re.compile(r"^(runtime/(core|mpi|openmp|models)/|comm_interface/|machine_properties/(coefficients|terms)\.h)")
# The vocabulary of support/ and the target of a call, which are used like words of the language.
VOCABULARY = {"fc_allocate", "fc_calloc", "fc_grow", "fc_copy_string", "fc_format", "fc_fail", "fc_diagnose", "fc_diagnose_text",
              "fc_content_key", "fc_call_target", "fc_call_pointer", "fc_file_read", "fc_file_peek", "fc_file_write",
              "fc_file_print", "fc_file_is_stream"}
# Files that call each other in a circle by the recursion of what they follow: by folder what it is, and how many files.
RECURSIVE = {"analyzer/emit/cost_program": (9, "a statement prints its parts; an expression its calls and types"),
             "analyzer/frontend/reader": (14, "the grammar of C: types, expressions and statements hold each other"),
             "analyzer/summary": (5, "the run of a node of the cost tree runs the nodes below it"),
             "analyzer/symbolic": (11, "the algebra: sums, quotients and signs need each other"),
             "analyzer/values": (4, "the value of a load is that of an earlier expression")}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
FUNCTION = re.compile(r"^(?:FC_GIVE\s+)?(?:(?:const|struct|enum|unsigned|signed|long|noreturn|_Noreturn)\s+)*[a-z]\w*[\s*]+"
                      r"(fc_\w+)\s*\(", re.M)
BODY = re.compile(r"^(?!typedef|struct|enum|union|static const \w+ \w+\[)[a-zA-Z_][^\n;=#]*\([^;{}]*\)\n\{\n(.*?)^\}", re.M | re.S)


def sources():
    names = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True).stdout.split()
    return {name: (ROOT / name).read_text(encoding="utf-8", errors="replace") for name in names if (ROOT / name).is_file()}


def includes(texts):
    """By file: the project's files that it includes. A bare name means the only file of that name."""
    by_name = collections.defaultdict(list)
    for name in texts:
        if not name.startswith(DATA):
            by_name[name.rsplit("/", 1)[-1]].append(name)
    found = {}
    for name, text in texts.items():
        found[name] = set()
        for included in INCLUDE.findall(text):
            beside = f"{name.rsplit('/', 1)[0]}/{included}"
            bare = by_name[included] if len(by_name[included]) == 1 else []
            found[name].update([included] if included in texts else [beside] if beside in texts else bare)
    return found


def circles(graph):
    """Strongly connected components of more than one node (Tarjan 1972)."""
    index, low, stack, out = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                out.append(sorted(part))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return out


def room_of(name):
    folder = name.rsplit("/", 1)[0]
    return "runtime/core" if folder.startswith(TOGETHER) else folder


def rooms(graph):
    found = collections.defaultdict(set)
    for name, included in graph.items():
        for other in included:
            if room_of(name) != room_of(other) and not name.startswith(DATA):
                found[room_of(name)].add(room_of(other))
    return found


def prefixes_of(file):
    room, words = file.split("/")[-2], file.rsplit("/", 1)[-1][:-2].split("_")
    found = ["_".join(words[:n]) for n in range(len(words), 0, -1)]
    if words[0] == room:
        found.append("_".join(words[1:]))
    return found + [prefix[:-cut] + end for prefix in found for cut, end in ((1, ""), (2, ""), (3, "y")) if prefix.endswith("s")]


def names(texts):
    """By folder: the words that may begin its exported names, and by C file the functions that it defines."""
    types, defined = collections.defaultdict(set), collections.defaultdict(set)
    for name, text in texts.items():
        folder = name.rsplit("/", 1)[0]
        if name.endswith(".h"):
            types[folder].update(re.findall(r"^typedef[^;{]*?\bfc_(\w+);|^} fc_(\w+);", text, re.M))
        else:
            for function in FUNCTION.findall(text):
                defined[folder, function].add(name)
    return {folder: {a or b for a, b in found} for folder, found in types.items()}, defined


def is_named_by_rule(function, header, types, defined):
    if function in VOCABULARY:
        return True
    folder, rest = header.rsplit("/", 1)[0], function[len("fc_"):]
    prefixes = [prefix for file in (header, *defined[folder, function]) for prefix in prefixes_of(file)] + list(types.get(folder, ()))
    return any(prefix and (rest == prefix or rest.startswith(prefix + "_")) for prefix in prefixes)


def exported(texts):
    for name, text in sorted(texts.items()):
        if name.endswith(".h") and not name.startswith(DATA) and not INTERFACE.match(name):
            for function in dict.fromkeys(FUNCTION.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S))):
                yield name, function


def without_comments(text):
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)


def calls(texts):
    """By C file: the other C files whose functions it names. A name that several files define means none of them."""
    bare = {name: without_comments(text) for name, text in texts.items() if name.endswith(".c") and not name.startswith(DATA)}
    defined = collections.defaultdict(set)
    for name, text in bare.items():
        for function in re.findall(r"^(?!static|typedef)[A-Za-z_][\w \t*\n]*?\b(\w+)\s*\([^;{}]*\)\s*\{", text, re.M):
            defined[function].add(name)
    return {name: {next(iter(defined[word])) for word in set(re.findall(r"\w+", text)) if len(defined.get(word, ())) == 1} - {name}
            for name, text in bare.items()}


def call_circles(texts):
    """The circles of calls, and those that RECURSIVE does not name."""
    found = circles(calls(texts))
    files = collections.Counter()
    for part in found:
        files.update(name.rsplit("/", 1)[0] for name in part)
    return found, [part for part in found for folder in [part[0].rsplit("/", 1)[0]]
                   if files[folder] > RECURSIVE.get(folder, (0,))[0] or any(name.rsplit("/", 1)[0] != folder for name in part)]


def forwarders(own):
    """Static functions, used once, that only call another function."""
    only = re.compile(r"^static\s+[\w\s*]*?\b(\w+)\([^;{}]*\)\n\{\n    (?:return )?\w+\([^;]*\);\n\}", re.M)
    return sum(len(re.findall(rf"\b{name}\b", text)) == len(re.findall(rf"\b{name}\(", text)) == 2
               for text in own.values() for name in only.findall(text))


def counts(texts, graph):
    own = {name: text for name, text in texts.items() if not name.startswith(DATA)}
    folders = collections.Counter(name.rsplit("/", 1)[0] for name in own)
    lines = [text.count("\n") for text in own.values()]
    bodies = [m.group(1).count("\n") for name, text in own.items() if name.endswith(".c") for m in BODY.finditer(text)]
    once = total = 0
    for name, text in own.items():
        for function in set(re.findall(r"^static\s+(?:[\w\s*]*?)\b(\w+)\([^;{}]*\)\n\{", text, re.M)):
            total += 1
            once += len(re.findall(rf"\b{function}\b", text)) == 2
    functions, rule = list(exported(texts)), names(texts)
    tenth = lambda values: sorted(values)[int(0.9 * (len(values) - 1))]
    print(f"files: {len(own)}; lines: median {statistics.median(lines):.0f}, 90 % {tenth(lines)}, most {max(lines)}")
    print(f"functions: {len(bodies)}; lines: median {statistics.median(bodies):.0f}, 90 % {tenth(bodies)}, most {max(bodies)}")
    print(f"static functions: {total}, used once {once}, of these only calling another {forwarders(own)}")
    print(f"exported functions: {len(functions)}, named by the rule {sum(is_named_by_rule(f, h, *rule) for h, f in functions)}")
    found = call_circles(texts)[0]
    print(f"circles: rooms {len(circles(rooms(graph)))}, headers {len(header_circles(graph))}, "
          f"calls {len(found)} of {sum(map(len, found))} files")
    for folder, n in sorted(folders.items(), key=lambda item: -item[1])[:10]:
        print(f"{n:4} files, {sum(t.count(chr(10)) for f, t in own.items() if f.rsplit('/', 1)[0] == folder):6} lines  {folder}")


def header_circles(graph):
    return circles({name: {other for other in graph[name] if other.endswith(".h")} for name in graph if name.endswith(".h")})


def main():
    texts = sources()
    graph = includes(texts)
    if "--counts" in sys.argv:
        return counts(texts, graph)
    faults = [f"rooms include each other in a circle: {', '.join(part)}" for part in circles(rooms(graph))]
    faults += [f"headers include each other in a circle: {', '.join(part)}" for part in header_circles(graph)]
    faults += [f"C files call each other in a circle: {', '.join(part)}" for part in call_circles(texts)[1]]
    folders = collections.Counter(name.rsplit("/", 1)[0] for name in texts if not name.startswith(DATA))
    faults += [f"{folder}: {n} C files, {MOST_FILES} allowed" for folder, n in sorted(folders.items()) if n > MOST_FILES]
    rule = names(texts)
    faults += [f"{header}: {function} is not named after the file or a type" for header, function in exported(texts)
               if not is_named_by_rule(function, header, *rule)]
    for fault in faults:
        print(f"FAIL {fault}")
    return bool(faults)


sys.setrecursionlimit(10000)
sys.exit(main())
