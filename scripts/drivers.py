#!/usr/bin/env python3
"""Generated programs like drivers: a lock that routines take and release, among many other globals.

Routines lie in layers that call each other: main → layer 1 → … → layer `depth`, each routine two of the next layer in
exclusive branches. Each routine takes and releases the lock under conditions that hold both times, and needs globals
of its own to know: a flag, two flags that are equal, a memory cell, or a counter that a helper changes. Helpers read
and write all kinds of other globals.

As a program: prints one. 500 globals, 200 procedures, 20 layers, 10,000 lines, without a bug:

    scripts/drivers.py 500 --routines 147 --depth 20 --noise 16 --straight --loops
"""

import argparse
import random

OWN = 24  # flags and counters that routines rely on


def driver(globals_, seed, routines=12, depth=1, noise=3, tangled=True, loops=False, bug=False):
    """A Boogie program in which no assertion can fail, but one of the deepest layer with `bug`.

    noise: statements on other globals between those that matter. tangled: they branch on what they computed before, so
    that most paths conflict in ways that say nothing of the lock; else on values from outside. loops: some helpers walk
    along a list."""
    pick = random.Random(seed * 1000 + globals_)
    flags = [f"flag_{i}" for i in range(globals_ * 2 // 5)]
    counters = [f"count_{i}" for i in range(globals_ * 2 // 5)]
    memories = [f"mem_{i}" for i in range(globals_ - 1 - len(flags) - len(counters))]
    # What a routine relies on, no helper changes.
    cells = OWN if len(memories) >= OWN else min(len(memories), OWN // 2)
    own = {"flag": pick.sample(flags, OWN), "count": pick.sample(counters, OWN), "mem": pick.sample(memories, cells)}
    taken = {g for names in own.values() for g in names}
    others = {"flag": [f for f in flags if f not in taken], "count": [c for c in counters if c not in taken],
              "mem": [m for m in memories if m not in taken]}

    def disturb(lines):
        out = ""
        for _ in range(lines):
            f, c = pick.choice(others["flag"]), pick.choice(others["count"])
            d = pick.choice(others["count"])
            m = pick.choice(others["mem"] or own["mem"][-1:])
            if not tangled:
                n = pick.randrange(9)
                out += pick.choice([
                    f"  {c} := {c} + 1;\n",
                    f"  if (x > {n}) {{ {f} := {n}; }} else {{ {c} := x; }}\n",
                    f"  {m}[x + {n}] := {c};\n",
                    f"  {f} := {n};\n",
                    f"  havoc x;\n",
                    f"  x := {m}[{n}];\n",
                ])
                continue
            out += pick.choice([
                f"  {c} := {d} + x;\n",
                f"  if ({c} > {d}) {{ {f} := {pick.randrange(3)}; }} else {{ {c} := {c} + 1; }}\n",
                f"  {m}[x + {pick.randrange(9)}] := {c};\n" if others["mem"] else f"  {c} := {d};\n",
                f"  if ({m}[{c}] == {d}) {{ {d} := {d} + {f}; }}\n",
                f"  havoc {f};\n",
                f"  x := x + {c};\n",
            ])
        return out

    text = "var lock: int;\n"
    text += "".join(f"var {g}: int;\n" for g in flags + counters) + "".join(f"var {m}: [int]int;\n" for m in memories)
    text += "\nprocedure acquire()\n{\n  assert lock == 0;\n  lock := 1;\n}\n"
    text += "\nprocedure release()\n{\n  assert lock == 1;\n  lock := 0;\n}\n"
    helpers = globals_ // 10
    for i in range(helpers):
        text += f"\nprocedure helper_{i}(a: int) returns (x: int)\n{{\n  x := a;\n{disturb(2 * noise)}"
        if loops and i % 4 == 0:
            text += f"  while (x != 0)\n  {{\n{disturb(2)}    x := {pick.choice(memories)}[x];\n  }}\n"
        if i + 5 < helpers and pick.random() < 0.4:
            text += f"  call x := helper_{i + 5}(x);\n"
        text += "}\n"

    def between():
        calls = "".join(f"  call x := helper_{pick.randrange(helpers)}(x);\n" for _ in range(3))
        return calls + disturb(noise)

    # The first routine of each layer, and the end.
    layers = [routines * layer // depth for layer in range(depth + 1)]
    reached = set(range(layers[1]))
    for layer in range(depth):
        faulty = max(reached) if bug and layer + 1 == depth else None
        for i in range(layers[layer], layers[layer + 1]):
            body, kind = "  x := a;\n" + between(), i % 4
            flag, other = own["flag"][2 * i % OWN], own["flag"][(2 * i + 1) % OWN]
            count, mem = own["count"][i % OWN], own["mem"][i % len(own["mem"])]
            if kind == 0:
                first = second = f"{flag} == {pick.randrange(3)}"
            elif kind == 1:
                body += f"  {flag} := {other};\n"
                first, second = f"{flag} > 1", f"{other} > 1"
            elif kind == 2:
                body += f"  {mem}[{i}] := x;\n"
                first = second = f"{mem}[{i}] == a"
            else:
                body += f"  {count} := 0;\n" + between() + f"  {count} := {count} + 1;\n"
                first, second = f"{count} != 1", "false"
            if i == faulty:
                first, second = "true", f"{flag} != 1"
            body += f"  if ({first}) {{ call acquire(); }}\n" + between()
            body += f"  if ({second}) {{ call release(); }}\n"
            if layer + 1 < depth:
                one, two = (pick.randrange(layers[layer + 1], layers[layer + 2]) for _ in range(2))
                reached |= {one, two} if i in reached else set()
                body += f"  if ({flag} > {other}) {{ call routine_{one}(x); }} else {{ call routine_{two}(a); }}\n"
            text += f"\nprocedure routine_{i}(a: int)\n{{\n  var x: int;\n{body}}}\n"
    text += "\nprocedure {:entrypoint} main(a: int)\n{\n  lock := 0;\n"
    text += "".join(f"  {c} := 0;\n" for c in counters)
    for first in range(0, layers[1], 4):
        group = range(first, min(first + 4, layers[1]))
        text += "  " + " else ".join(f"if (*) {{ call routine_{i}(a + {i}); }}" for i in group) + "\n"
    return text + "  assert lock == 0;\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("globals", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--routines", type=int, default=12)
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--noise", type=int, default=3)
    parser.add_argument("--straight", action="store_true", help="noise branches on values from outside")
    parser.add_argument("--loops", action="store_true")
    parser.add_argument("--bug", action="store_true")
    options = parser.parse_args()
    print(driver(options.globals, options.seed, options.routines, options.depth, options.noise, not options.straight,
                 options.loops, options.bug), end="")


if __name__ == "__main__":
    main()
