#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the language that a machine can check: language.py FORECOST.

Words that stand for a term of the field, British spelling, Markdown lines over 120 columns, and sentences over 25 words
in messages, their causes and remedies, and help: there must be none."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
# "In turn" is English; tell() and the like are names of functions.
WORDS = re.compile(r"(?<![\w>.])(?<!\bin )(tells?|told|telling|nobody|turns?|whom|decree)(?![\w(])", re.I)
# In identifiers, also as a part between underscores, and in comments of the C code.
C_WORDS = re.compile(r"(?<![A-Za-z])(subjects?|seats?|judge?ments?|verdicts?|sketch(?:ed)?|strands?|meetings?|carriages?|"
                     r"inquiry|inquiries|kin|uneven|crews?|behind)(?![A-Za-z])", re.I)
# Memory behind a pointer, and what something leaves behind.
BEHIND = re.compile(r"\bbehind (?:(?:a|the|one|its|last|first|local|an|any|array of) )*(?:pointers?|addresse?s?|argument|value|buffers|"
                    r"\"\(\*place\)\"|arrays? of pointers)|\b(?:left|leaves?|leaves? the temporary file|leave the folder of a "
                    r"build|leaves values|the data) behind|_behind(?:_one)?_pointers?\b", re.I)
C_FOLDERS = re.compile(r"(analyzer|comm_interface|machine_properties|runtime|support|tools|testsuite/(unit|bench))/.*\.[ch]$")
BRITISH = re.compile(r"(?<![A-Za-z])(\w*(?:initialis|neighbour(?! exchange)|modelled|licence|behaviour|colour|analyse[dr]?(?![a-z])|"
                     r"normalis|recognis|optimis(?![tm])|serialis|synchronis|generalis|specialis(?!t)|vectoris|summaris|"
                     r"factoris|tokenis|centre|labelled(?!by))\w*)", re.I)
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|[^A-Za-z_/"\']+|.', re.S)
SUFFIXES = {".c", ".h", ".md", ".py", ".mjs", ".js", ".sh", ".cmake", ".txt", ""}
SKIPPED = {"LICENSE", "LICENSE.Apache-2.0", pathlib.Path(__file__).name}
MOST_COLUMNS, MOST_WORDS = 120, 25


def files():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    for name in names:
        path = ROOT / name
        if name and path.suffix in SUFFIXES and path.name not in SKIPPED and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def c_faults(name, text):
    """Of identifiers and comments; literals hold keys of files and what users read."""
    line = 1
    for token in TOKEN.findall(text):
        if token[0].isalpha() or token[0] in "/_":
            words = re.sub(r"\s*\n\s*\*?\s*", " ", token)
            for word in C_WORDS.findall(BEHIND.sub("", words)):
                yield f"{name}:{line}: \"{word}\" in \"{words[:60]}\" stands for a term of the field"
            for word in BRITISH.findall(words):
                yield f"{name}:{line}: \"{word}\" is British"
        line += token.count("\n")


def faults_of(name, text):
    if C_FOLDERS.match(name):
        yield from c_faults(name, text)
    for number, line in enumerate(text.split("\n"), 1):
        for word in WORDS.findall(line):
            yield f"{name}:{number}: \"{word}\" stands for a term of the field"
        if name.endswith(".md") and name != "CHANGELOG.md":
            for word in BRITISH.findall(line):
                yield f"{name}:{number}: \"{word}\" is British"
        if name.endswith(".md") and len(line) > MOST_COLUMNS:
            yield f"{name}:{number}: over {MOST_COLUMNS} columns"


def long_sentences(text):
    for sentence in re.split(r"(?<=[.:;?!])\s+|\n\s*\n", text):
        if len(sentence.split()) > MOST_WORDS:
            yield " ".join(sentence.split())[:100]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def introduction(page):
    """A page of help without its lists, and without the line of usage."""
    return re.split(r"^(?:Options|Subcommands|Example):", page, flags=re.M)[0].split("\n\n", 1)[-1]


def messages(forecost):
    listed = output(forecost, "explain", "--format", "markdown")
    for entry in re.split(r"^- (?=FC\d)", listed, flags=re.M)[1:]:
        yield f"forecost explain {entry[:6]}", re.split(r"\n\n|^ +(?:Cause|Remedy):|^#", entry, flags=re.M)[1:]
    for command in re.findall(r"^  ([a-z]+) ", output(forecost, "help"), re.M):
        page = output(forecost, "help", command)
        yield f"forecost help {command}", [introduction(page)]
        subcommands = re.search(r"^Subcommands:\n((?:  .*\n)+)", page, re.M)
        for subcommand in re.findall(r"^  ([a-z]+) ", subcommands.group(1) if subcommands else "", re.M):
            yield f"forecost {command} {subcommand} --help", [introduction(output(forecost, command, subcommand, "--help"))]


def main():
    faults = [fault for name, text in files() for fault in faults_of(name, text)]
    for what, parts in messages(sys.argv[1]):
        faults += [f"{what}: over {MOST_WORDS} words: {sentence}" for part in parts for sentence in long_sentences(part)]
    for fault in faults:
        print(f"FAIL {fault}")
    return bool(faults)


sys.exit(main())
