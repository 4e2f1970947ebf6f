#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes copies of a program model in which one string is hostile text: hostile_models.py MODEL COST_PROGRAM.c FOLDER.

Strings at corresponding positions of rows ("types[*][4]") are of one kind; of each kind up to SAMPLES that the cost
program contains, and one that it does not, are replaced by every payload. A payload that becomes code creates the file CANARY in the working directory."""
import copy
import json
import re
import sys

SAMPLES = 4
BOOM = '__attribute__((constructor)) static void boom(void) { extern int system(const char *); system("touch CANARY"); }'
PAYLOADS = [
    f"a*/\n{BOOM}\n/*b",
    f"a*/ int x; }}; {BOOM} struct q {{ /*b",
    f'x"); }} {BOOM} void q(void) {{ puts("',
    'x; ({ system("touch CANARY"); }); int y',
    f"int x; }}; {BOOM} struct q {{ int z",
    '(system("touch CANARY"), 1.0)',
    "x\\\n*/ ??/\n\"??/\"",
    "__asm__",
]


def strings(value, path=()):
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key in value:
            yield from strings(value[key], path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from strings(item, path + (index,))


def kind_of(path):
    rows = len(path) > 2
    return tuple("*" if rows and depth == 1 and isinstance(step, int) else step for depth, step in enumerate(path))


def put(document, path, text):
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = text


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        model = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        printed = file.read()
    places, others, written = {}, {}, 0
    for path, text in strings(model):
        is_printed = re.search(r"(?<!\w)" + re.escape(text) + r"(?!\w)", printed)
        (places if is_printed else others).setdefault(kind_of(path), []).append(path)
    for kind in sorted(places.keys() | others.keys(), key=str):
        for path in places.get(kind, [])[:SAMPLES] + others.get(kind, [])[:1]:
            for payload in PAYLOADS:
                hostile = copy.deepcopy(model)
                put(hostile, path, payload)
                name = re.sub(r"\W+", "-", "-".join(map(str, path)))
                with open(f"{sys.argv[3]}/{written:04d}-{name}.fc", "w", encoding="utf-8") as file:
                    json.dump(hostile, file)
                written += 1
    print(f"{written} models, {len(places.keys() | others.keys())} kinds of strings")


main()
