#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""transcripts.py ROOT PAGE...: runs the commands of each block marked <!-- checked --> in a page, one folder a page, and
compares the output with the block, with code read. Blanks and line ends are equal; a line "..." stands for any text. Lines of progress,
which long commands print on a busy host, are left out."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"<!-- checked -->\n```\n(.*?)```", re.S)


def transcripts(page):
    """Pairs of a command and the parts of its output."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for item in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = item.partition("\n")
            parts = re.split(r"^ *\.\.\.$", output, flags=re.M)
            yield command, [" ".join(part.split()) for part in parts]


def fault_of(command, parts, folder):
    words = command.replace("forecost ", f"{os.environ['FORECOST']} ", 1)
    run = subprocess.run(["bash", "-c", words], cwd=folder, capture_output=True, text=True, check=False,
                         env={**os.environ, "FORECOST_CODE": ""})
    lines = [line for line in run.stderr.splitlines() if not line.startswith("progress: ")]
    rest = " ".join("\n".join([*lines, run.stdout]).split())
    for part in parts:
        at = rest.find(part)
        if at < 0:
            return f"$ {command}\n  printed:  {rest[:1500]}\n  expected: {part}"
        rest = rest[at + len(part):]
    return None


def main():
    root, failed = pathlib.Path(sys.argv[1]).resolve(), False
    for page in map(pathlib.Path, sys.argv[2:]):
        with tempfile.TemporaryDirectory(dir=os.environ["SCRATCH"]) as folder:
            (pathlib.Path(folder) / "examples").symlink_to(root / "examples")
            for command, parts in transcripts(page):
                fault = fault_of(command, parts, folder)
                failed = failed or bool(fault)
                print(f"FAIL {page}: {fault}" if fault else f"{page}: $ {command}")
    sys.exit(failed)


main()
