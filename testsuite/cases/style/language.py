#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the language that a machine can check: language.py FORECOST.

Words that stand for a term of the field, Markdown lines over 120 columns, and sentences over 30 words in messages and
help: there must be none."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
# "In turn" is English; tell() and the like are names of functions.
WORDS = re.compile(r"(?<![\w>.])(?<!\bin )(tells?|told|telling|nobody|turns?|whom|decree)(?![\w(])", re.I)
SUFFIXES = {".c", ".h", ".md", ".py", ".mjs", ".js", ".sh", ".cmake", ".txt", ""}
SKIPPED = {"LICENSE", "LICENSE.Apache-2.0", pathlib.Path(__file__).name}
MOST_COLUMNS, MOST_WORDS = 120, 30


def files():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    for name in names:
        path = ROOT / name
        if name and path.suffix in SUFFIXES and path.name not in SKIPPED and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def faults_of(name, text):
    for number, line in enumerate(text.split("\n"), 1):
        for word in WORDS.findall(line):
            yield f"{name}:{number}: \"{word}\" stands for a term of the field"
        if name.endswith(".md") and len(line) > MOST_COLUMNS:
            yield f"{name}:{number}: over {MOST_COLUMNS} columns"


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
    faults = [fault for name, text in files() for fault in faults_of(name, text)]
    for what, text in messages(sys.argv[1]):
        parts = text.split("\n") if what.endswith("explain") else [text]
        faults += [f"{what}: over {MOST_WORDS} words: {sentence}" for part in parts for sentence in long_sentences(part)]
    for fault in faults:
        print(f"FAIL {fault}")
    return bool(faults)


sys.exit(main())
