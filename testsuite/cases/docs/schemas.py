#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every format has a schema, docs/schemas/<format>.json, that files as produced satisfy: schemas.py FORECOST SCRATCH.

The schemas are JSON Schema (draft 2020-12). `faults` knows the keywords that they use. Each file is also changed in ways
that its schema must refuse: a member less, a member more, a text in place of a number."""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMAS = ROOT / "docs" / "schemas"
KNOWN = {"$schema", "title", "$defs", "$ref", "type", "enum", "anyOf", "properties", "required", "additionalProperties", "items",
         "prefixItems", "minItems", "maxItems", "minimum", "pattern", "minLength", "maxLength"}


def has_type(value, name, is_yaml):
    if is_yaml and isinstance(value, str) and name in ("number", "integer", "boolean"):
        return bool(re.fullmatch({"number": r"[-+]?[\d.]+(e[-+]?\d+)?", "integer": r"[-+]?\d+", "boolean": "true|false"}[name], value))
    return {"object": isinstance(value, dict), "array": isinstance(value, list), "string": isinstance(value, str), "null": value is None,
            "boolean": isinstance(value, bool), "number": isinstance(value, (int, float)) and not isinstance(value, bool),
            "integer": isinstance(value, int) and not isinstance(value, bool)}[name]


def faults(value, schema, root, is_yaml, at="$"):
    """The first faults of a value; is_yaml: its scalars are texts."""
    assert not set(schema) - KNOWN, f"{at}: unknown keyword {set(schema) - KNOWN}"
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root, is_yaml, at)
    types = schema.get("type", [])
    if types and not any(has_type(value, name, is_yaml) for name in ([types] if isinstance(types, str) else types)):
        yield f"{at}: not of type {types}"
        return
    if "enum" in schema and value not in ([str(choice) for choice in schema["enum"]] if is_yaml else schema["enum"]):
        yield f"{at}: {value!r} is not one of {schema['enum']}"
    if "anyOf" in schema and all(any(True for _ in faults(value, one, root, is_yaml, at)) for one in schema["anyOf"]):
        yield f"{at}: none of the alternatives"
    if "minimum" in schema and float(value) < schema["minimum"]:
        yield f"{at}: {value} is too small"
    if isinstance(value, str) and not (re.search(schema.get("pattern", ""), value) and
                                       schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))):
        yield f"{at}: {value!r} has another form"
    if isinstance(value, dict):
        own, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        yield from (f"{at}: no member {name}" for name in schema.get("required", []) if name not in value)
        for name, member in value.items():
            if name in own or isinstance(more, dict):
                yield from faults(member, own.get(name, more), root, is_yaml, f"{at}.{name}")
            elif more is False:
                yield f"{at}: unknown member {name}"
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{at}: {len(value)} items"
        for i, item in enumerate(value):
            one = first[i] if i < len(first) else schema.get("items")
            if one is not None:
                yield from faults(item, one, root, is_yaml, f"{at}[{i}]")


def numbers_in(value, at=()):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from numbers_in(child, (*at, key))


def broken(value, schema):
    """Copies that the schema must refuse."""
    for name in schema.get("required", []):
        less = copy.deepcopy(value)
        del less[name]
        yield f"without {name}", less
    if schema.get("additionalProperties") is False:
        yield "with a further member", {**value, "further": 1}
    places = list(numbers_in(value))
    if places:
        changed = place = copy.deepcopy(value)
        *path, last = places[len(places) // 2]
        for key in path:
            place = place[key]
        place[last] = [["text"]]
        yield f"with another {last}", changed


def check(name, path, failed):
    is_yaml = path.suffix == ".yaml"
    if is_yaml:
        import yaml  # Debian's python3-yaml
        value = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
    else:
        value = json.loads(path.read_text(encoding="utf-8"))
    schema = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    failed += [f"{path.name} against {name}: {fault}" for fault in list(faults(value, schema, schema, is_yaml))[:5]]
    failed += [f"{name} accepts {path.name} {what}" for what, other in broken(value, schema) if not any(faults(other, schema, schema, is_yaml))]


def produce(forecost, scratch):
    """Writes a file of each format; yields the format and the file."""
    def run(*arguments, output=None, directory=scratch):
        done = subprocess.run([forecost, *arguments], cwd=directory, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (arguments, done.stderr)
        if output:
            (scratch / output).write_text(done.stdout, encoding="utf-8")
    examples = ROOT / "examples"
    run("analyze", "--code", examples / "cg/cg.c", "-o", "cg.fc", "--", "-O2")
    run("analyze", examples / "jacobi_col/jacobi_col.c", "-o", "col.fc", "--", "-O2")
    run("profile", "cg.fc", "-n", "2", "--", "100", "1e-6", "100")
    run("signature", "cg.fc", "-n", "1", "--", "60", "1e-6", "20")
    run("predict", "cg.fc", "-n", "2", "--format", "json", "--", "100", "1e-6", "100", output="predict.json")
    run("taskgraph", "export", "col.fc", "-n", "4", "-o", "graph.json", "--", "100", "10")
    run("taskgraph", "export", "col.fc", "-n", "4", "--relax", "-o", "relaxed.json", "--", "100", "10")
    run("machine", "show", "default", "--format", "yaml", output="machine.yaml")
    run("check", "--settings", examples / "ci/forecost.yaml", "--baseline", scratch / "perf.json", "--update", directory=ROOT)
    yield from (("program-model", scratch / "cg.fc"), ("program-model", scratch / "col.fc"), ("profile", scratch / "cg.fc.profile"),
                ("signature", scratch / "cg.fc.signature"), ("prediction", scratch / "predict.json"), ("task-graph", scratch / "graph.json"),
                ("relaxed-task-graph", scratch / "relaxed.json"), ("machine", scratch / "machine.yaml"),
                ("settings", examples / "ci/forecost.yaml"), ("baseline", scratch / "perf.json"))
    for path in sorted((ROOT / "machine_properties/machines").glob("*.yaml")):
        yield "machine", path
    for path in sorted((examples / "taskgraph").glob("*.json")):
        yield "relaxed-task-graph" if "relaxed" in json.loads(path.read_text(encoding="utf-8")) else "task-graph", path


def main():
    forecost, scratch = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    for old in scratch.iterdir():
        os.remove(old)
    failed, checked = [], set()
    for name, path in produce(forecost, scratch):
        check(name, path, failed)
        checked.add(name)
    failed += [f"no file is checked against {path.name}" for path in SCHEMAS.glob("*.json") if path.stem not in checked]
    manual = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    failed += [f"docs/formats.md does not name {path.name}" for path in SCHEMAS.glob("*.json") if f"schemas/{path.name}" not in manual]
    for fault in failed:
        print(f"FAIL {fault}")
    return bool(failed)


sys.exit(main())
