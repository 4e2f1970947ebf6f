# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of programs.txt, built unmodified by their own build systems in copies of their checkouts."""
import collections
import os
import pathlib
import shutil
import subprocess

Row = collections.namedtuple("Row", "name repository folder command built")


def rows():
    for line in pathlib.Path(__file__).with_name("programs.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            yield Row(*(field.strip() for field in line.split(" | ")))


def is_executable(path):
    return path.is_file() and os.access(path, os.X_OK) and path.read_bytes()[:4] == b"\x7fELF"


def built(row, copy):
    """The executables of a copy that was built, sorted."""
    return sorted({path for pattern in row.built.split() for path in [*(copy / row.folder).glob(pattern), copy / row.folder / pattern]
                   if is_executable(path)})


def build(row, checkout, copy, compiler):
    """The executables, sorted; none if the build fails: see copy.log. `copy` is made again from the checkout."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(checkout, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "*.o", "*.a"))
    environment = dict(os.environ, CC=str(compiler), LC_ALL="C")
    with open(copy.with_suffix(".log"), "w") as log:
        subprocess.run(["sh", "-c", row.command.replace("; ", "\n")], cwd=copy / row.folder, env=environment, stdin=subprocess.DEVNULL,
                       stdout=log, stderr=log, timeout=1800)
    return built(row, copy)
