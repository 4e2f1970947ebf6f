# The code up to SOURCES is the same in every formula. FORMULA is T in C, SOURCES are the compute models and runtime
# functions of Forecost that it calls. A C compiler ($CC, else cc) compiles them when this module is imported, with
# $CFLAGS (else -O1); the objects are kept in ~/.cache/forecost/formula (or $XDG_CACHE_HOME).

import ctypes
import hashlib
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile


def fc_run(command, folder):
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ImportError(f"this formula needs a C compiler: {error}. Install cc, or set CC.") from error
    if run.returncode != 0:
        raise ImportError(f"{shlex.join(command)} ended with exit code {run.returncode}:\n{run.stderr}")


def fc_cache(fallback):
    """The folder of compiled objects; `fallback` where it cannot be made."""
    folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "forecost" / "formula"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return fallback
    return folder if os.access(folder, os.W_OK) else fallback


def fc_object(path, folder, cache, command, headers):
    """Compiles a source unless its object is in the cache."""
    source = (folder / path).read_bytes()
    kept = cache / (hashlib.sha256(headers + repr(command).encode() + source).hexdigest() + ".o")
    if not kept.exists():
        made = folder / (path.replace("/", "_") + ".o")
        fc_run([*command, "-c", path, "-o", str(made)], folder)
        with tempfile.NamedTemporaryFile(dir=cache, delete=False) as copy:
            copy.write(made.read_bytes())
        os.replace(copy.name, kept)
    return str(kept)


def fc_compile(sources, formula, n_arguments):
    """The function T of a formula in C, loaded by ctypes."""
    with tempfile.TemporaryDirectory(prefix="forecost-formula-") as name:
        folder = pathlib.Path(name)
        for path, text in {**sources, "formula.c": formula}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        rooms = sorted({os.path.dirname(path) for path in sources if path.endswith(".h")})
        compiler = shlex.split(os.environ.get("CC") or "cc")
        flags = shlex.split(os.environ.get("CFLAGS", "-O1"))
        command = [*compiler, "-std=gnu17", *flags, "-fPIC", "-I.", *(f"-I{room}" for room in rooms)]
        headers = "".join(text for path, text in sources.items() if path.endswith(".h")).encode()
        objects = [fc_object(path, folder, fc_cache(folder), command, headers)
                   for path in [*sources, "formula.c"] if path.endswith(".c")]
        fc_run([*compiler, "-shared", *objects, "-lm", "-o", "formula.so"], folder)
        function = ctypes.CDLL(str(folder / "formula.so")).T
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * n_arguments
    return function


def fc_value(value):
    if math.isnan(value):
        raise ValueError("the formula has no value here")
    return value


def fc_number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)
