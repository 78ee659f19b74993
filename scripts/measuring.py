"""What the scripts that measure have in common: programs, runs, tables, means."""

import csv
import importlib.machinery
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCHES = ROOT / "benches"


def sibling(name):
    """The module that a script of this folder is."""
    if name not in sys.modules:
        loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
        sys.modules[name] = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
        sys.dont_write_bytecode = True
        loader.exec_module(sys.modules[name])
    return sys.modules[name]


# -- programs ----------------------------------------------------------------------------------------------------------

@dataclass
class Program:
    name: str
    file: Path
    words: list  # arguments of `rmt check` that belong to the program
    verdict: str = ""  # the one that is known


def generated(folder, sizes):
    """The programs of scripts/growth, written to `folder`."""
    growth = sibling("growth")
    for name, family in growth.FAMILIES.items():
        for size in sizes:
            for bug in (False, True):
                row = f"{name}-{size}" + ("-bug" if bug else "")
                path = Path(folder) / f"{row}.bpl"
                path.write_text(family(size, bug))
                yield Program(row, path, ["--bound", str(growth.BOUNDS.get(name, 1))])


def accepted(table, checkouts, folder):
    """The programs of the reachability table tests/acceptance/`table`.tsv whose repository is among `checkouts`
    (repository name to folder)."""
    acceptance = sibling("acceptance-boogie")
    places = acceptance.Programs(checkouts, folder)
    for row in acceptance.read_table(ROOT / f"tests/acceptance/{table}.tsv"):
        if places.has(row):
            file, = places.files(row)
            name = " ".join([row["path"], row["entry"], row["bound"], *row["edit"].split()[:1]])
            yield Program(name, file, ["--entry", row["entry"], "--bound", row["bound"]], row["verdict"])


# -- runs --------------------------------------------------------------------------------------------------------------

@dataclass
class Run:
    verdict: str
    seconds: float  # CPU time of the process
    stats: dict = field(default_factory=dict)

    def decided(self):
        return self.verdict in ("safe", "safe-up-to-bound", "unsafe")


def check(rmt, program, words):
    """One run of `rmt check`. Counts are sums over the answers."""
    command = [rmt, "check", program.file, *program.words, *words, "--format", "json", "--stats", "--no-trace"]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        # Not `wait`: the times of this process alone, also where others run.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        answers = [json.loads(line) for line in output]
    totals = dict(answers[0].get("stats", {})) if answers else {}
    for answer in answers[1:]:
        for name, value in answer.get("stats", {}).items():
            if isinstance(value, int):
                totals[name] = totals.get(name, 0) + value
    verdict = " ".join(answer.get("verdict", "unknown") for answer in answers) or "no answer"
    return Run(verdict, usage.ru_utime + usage.ru_stime, totals)


# -- tables ------------------------------------------------------------------------------------------------------------

def read_table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_table(path, columns, rows):
    lines = ["\t".join(columns)] + ["\t".join(str(row[c]) for c in columns) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(rows)} rows in {path.relative_to(ROOT)}")


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan
