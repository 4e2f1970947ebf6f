#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py REFERENCE PAGE...: links of the pages lead to files and headings, commands and options in them exist
(REFERENCE has one page a command), and lines have at most 120 columns."""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
CALL = re.compile(r"(?<!#pragma )\bforecost ([a-z]+)([^`|\n]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
WIDTH = 120


def heading_anchors(page):
    text = page.read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


def link_faults(page, text):
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name) if name else page
        if not path.exists():
            yield f"no {target}"
        elif anchor and path.suffix == ".md" and anchor not in heading_anchors(path):
            yield f"no heading {target}"


def own_words(line):
    """A command line without what belongs to others: arguments after --, comments, pipes, and quoted commands."""
    line = re.sub(r"'[^']*'|\"[^\"]*\"", "''", line)
    return re.split(r" -- | #|[|;)]|&&", line)[0]


def command_faults(text, options):
    for command, line in CALL.findall(text):
        if command in ("help", "check", "cc") and not own_words(line).strip().startswith("--"):
            continue
        if command not in options:
            yield f"no command forecost {command}"
            continue
        for option in OPTION.findall(own_words(line)):
            if option not in options[command]:
                yield f"forecost {command} has no option {option}"


def main():
    reference, pages = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
    options = {page.stem: set(OPTION.findall(page.read_text(encoding="utf-8"))) for page in reference.glob("[a-z]*.md")}
    options["help"] = {"--man", "--markdown", "--completion"}
    faults = []
    for page in pages:
        text = page.read_text(encoding="utf-8")
        faults += [f"{page}: {fault}" for fault in link_faults(page, text)]
        if page.parent.name != "reference":
            code = "\n".join(line for line in text.split("\n") if not line.startswith("Next: "))
            faults += [f"{page}: {fault}" for fault in command_faults(code, options)]
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > WIDTH:
                faults.append(f"{page}:{number}: {len(line)} columns")
    print("\n".join(f"FAIL {fault}" for fault in faults), end="\n" if faults else "")
    sys.exit(bool(faults))


main()
