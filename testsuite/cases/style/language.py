#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the language that a machine can check: language.py FORECOST [--renew].

Words that stand for a term of the field, Markdown lines over 120 columns, and sentences over 30 words in messages and
help. Files that still have some are listed with their number in language_left.txt: no number may grow, no file may be
added. --renew lowers the numbers to those of today, and never raises one."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
LEFT = HERE / "language_left.txt"
WORDS = re.compile(r"(?<![\w>.])(tells?|told|telling|nobody|turns?|whom|decree)(?![\w(])", re.I)
SUFFIXES = {".c", ".h", ".md", ".py", ".mjs", ".js", ".sh", ".cmake", ".txt", ""}
SKIPPED = {"LICENSE", "LICENSE.Apache-2.0", LEFT.name, pathlib.Path(__file__).name}
MOST_COLUMNS, MOST_WORDS = 120, 30


def files():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    for name in names:
        path = ROOT / name
        if name and path.suffix in SUFFIXES and path.name not in SKIPPED and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def count():
    found = {}
    for name, text in files():
        words = len(WORDS.findall(text))
        lines = sum(len(line) > MOST_COLUMNS for line in text.split("\n")) if name.endswith(".md") else 0
        if words:
            found["words", name] = words
        if lines:
            found["lines", name] = lines
    return found


def allowed():
    rows = (line.split() for line in LEFT.read_text().split("\n") if line and not line.startswith("#"))
    return {(kind, name): int(number) for kind, number, name in rows}


def long_sentences(text):
    for sentence in re.split(r"(?<=[.:;?!])\s+|\n\s*\n", text):
        if len(sentence.split()) > MOST_WORDS:
            yield " ".join(sentence.split())[:100]


def messages(forecost):
    yield "forecost explain", subprocess.run([forecost, "explain"], capture_output=True, text=True).stdout
    overview = subprocess.run([forecost, "help"], capture_output=True, text=True).stdout
    for command in re.findall(r"^  ([a-z]+) ", overview, re.M):
        page = subprocess.run([forecost, "help", command], capture_output=True, text=True).stdout
        yield f"forecost help {command}", re.split(r"^Options:|^Subcommands:", page, flags=re.M)[0].split("\n\n", 1)[-1]


def main():
    found, failed = count(), 0
    if "--renew" in sys.argv:
        before = allowed()
        lower = {key: min(number, before[key]) for key, number in found.items() if key in before}
        rows = [f"{kind} {number} {name}" for (kind, name), number in sorted(lower.items())]
        LEFT.write_text("# What is left of the old language: words, or Markdown lines over 120 columns, in a file.\n"
                        + "\n".join(rows) + "\n")
        return 0
    limits = allowed()
    for key, number in sorted(found.items()):
        if number > limits.get(key, 0):
            print(f"FAIL {key[1]}: {number} {key[0]} that are checked, {limits.get(key, 0)} allowed")
            failed = 1
    for what, text in messages(sys.argv[1]):
        parts = text.split("\n") if what.endswith("explain") else [text]
        for part in parts:
            for sentence in long_sentences(part):
                print(f"FAIL {what}: over {MOST_WORDS} words: {sentence}")
                failed = 1
    return failed


sys.exit(main())
