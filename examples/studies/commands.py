# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that studies share: forecost with CSV output, and medians."""
import csv
import io
import os
import statistics
import subprocess


def output(*command, cwd=None):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def forecost(*arguments, cwd=None):
    """Standard output of a command of Forecost."""
    return output(os.environ.get("FORECOST", "forecost"), *arguments, cwd=cwd)


def rows(*arguments, cwd=None):
    """The rows of its CSV output, as dictionaries."""
    words = [str(word) for word in arguments]
    at = words.index("--") if "--" in words else len(words)
    return list(csv.DictReader(io.StringIO(forecost(*words[:at], "--format", "csv", *words[at:], cwd=cwd))))


def compiled(source, folder):
    """A C file of a study as a program in `folder`."""
    program = folder / source.stem
    output(os.environ.get("CC", "cc"), "-std=c17", "-O2", source, "-o", program, "-lm")
    return program


def ranges(values):
    return ",".join(map(str, values))


def median_and_largest(errors):
    sizes = [abs(error) for error in errors]
    return statistics.median(sizes), max(sizes)
