# SPDX-License-Identifier: MIT
"""Find dependency cycles between modules.

A module is a header with its sources. A source belongs to the header of its name. A source without one
belongs to the header of its directory that declares most of what it defines; if there is none, it is a module
of its own. A module depends on the modules whose headers its files include.

Prints each cycle, and the includes that make it. The exit status is 1 if there is one. Without an argument,
cycles injected into small trees must be found first.

usage: python3 tests/project/module_cycles.py [DIRECTORY]
"""
import os
import re
import sys

DIRECTORIES = ("boot", "kernel", "bench", "lib", "linux", "tools")
ENDINGS = (".c", ".h", ".S", ".def", ".inc")

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)

# What begins in the first column: in a header, the declaration of a function or an object, but not of a
# mere tag ("struct x;"); in a source, the definition of one that is not static.
DECLARATION = re.compile(r"^(?!(?:struct|enum|union) \w+;)\w[\w \*]*?\b(\w+)[(;\[]", re.MULTILINE)
DEFINITION = re.compile(r"^(?!static|extern)\w[\w \*]*?\b(\w+)(?:\([^;{}]*?\)\n\{| = |\[)", re.MULTILINE)
ASSEMBLED = re.compile(r"^[ \t]*\.globl[ \t]+(\w+)", re.MULTILINE)


def read_tree(root):
    """The text of each file, by its path from the root."""
    texts = {}
    for top in DIRECTORIES:
        for directory, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith(ENDINGS):
                    path = os.path.join(directory, name)
                    with open(path, encoding="utf-8") as file:
                        texts[os.path.relpath(path, root)] = file.read()
    return texts


def top_of(path):
    return path.split("/", 1)[0]


def module_of(path, texts, headers_of):
    """The header that a file belongs to, or the file itself."""
    header = os.path.splitext(path)[0] + ".h"
    if path.endswith(".h") or header in texts:
        return header
    counts = {}
    for name in DEFINITION.findall(texts[path]) + ASSEMBLED.findall(texts[path]):
        for owner in headers_of.get(name, ()):
            if top_of(owner) == top_of(path):
                counts[owner] = counts.get(owner, 0) + 1
    return max(sorted(counts), key=counts.get) if counts else path


def find_dependencies(texts):
    """The modules that each module depends on, with the includes that say so."""
    headers_of = {}
    for path, text in texts.items():
        if path.endswith(".h"):
            for name in DECLARATION.findall(text):
                headers_of.setdefault(name, set()).add(path)
    modules = {path: module_of(path, texts, headers_of) for path in texts}
    graph = {module: {} for module in modules.values()}
    for path in sorted(texts):
        for included in INCLUDE.findall(texts[path]):
            if included in texts and modules[included] != modules[path]:
                targets = graph[modules[path]]
                targets.setdefault(modules[included], []).append((path, included))
    return graph


def find_cycles(graph):
    """Sets of modules that all depend on each other: strongly connected components of more than one
    (Tarjan, "Depth-first search and linear graph algorithms", 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(graph[module]):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            begin = stack.index(module)
            if len(stack) - begin > 1:
                found.append(frozenset(stack[begin:]))
            del stack[begin:]

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * len(graph)))
    for module in sorted(graph):
        if module not in index:
            visit(module)
    return found


def describe(cycle, graph):
    lines = [f"cycle of {len(cycle)}: {' '.join(sorted(cycle))}"]
    for module in sorted(cycle):
        for target in sorted(cycle & graph[module].keys()):
            lines += [f"  {path} includes {included}" for path, included in graph[module][target]]
    return lines


def check(texts):
    """Lines about each cycle."""
    graph = find_dependencies(texts)
    return [line for cycle in find_cycles(graph) for line in describe(cycle, graph)]


def test_check():
    """Injected cycles are found, and no others."""
    def cycles_of(texts):
        return [line.split(": ", 1)[1] for line in check(texts) if not line.startswith(" ")]

    a_needs_b = {"lib/a.h": "int a(void);\n", "lib/b.h": "int b(void);\n",
                 "lib/a.c": '#include "lib/a.h"\n#include "lib/b.h"\n'}
    assert cycles_of(a_needs_b) == []
    by_name = dict(a_needs_b, **{"lib/b.c": '#include "lib/a.h"\n'})
    assert cycles_of(by_name) == ["lib/a.h lib/b.h"]
    by_definition = dict(a_needs_b, **{"lib/more.c": '#include "lib/a.h"\n\nint b(void)\n{\n}\n'})
    assert cycles_of(by_definition) == ["lib/a.h lib/b.h"]
    by_assembly = dict(a_needs_b, **{"lib/more.S": '#include "lib/a.h"\n\t.globl b\nb:\n'})
    assert cycles_of(by_assembly) == ["lib/a.h lib/b.h"]
    by_header = {"lib/a.h": '#include "lib/b.h"\n', "lib/b.h": '#include "lib/c.h"\n',
                 "lib/c.h": '#include "lib/a.h"\n'}
    assert cycles_of(by_header) == ["lib/a.h lib/b.h lib/c.h"]

    # Neither a definition in another directory nor the mere tag of a structure joins modules.
    by_contract = dict(a_needs_b, **{"linux/b.c": '#include "lib/a.h"\n\nint b(void)\n{\n}\n'})
    assert cycles_of(by_contract) == []
    by_tag = {"lib/a.h": "struct b;\n", "lib/b.c": '#include "lib/c.h"\n\nint b[2];\n',
              "lib/c.h": '#include "lib/a.h"\n'}
    assert cycles_of(by_tag) == []


def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__.strip().splitlines()[-1])
    if len(sys.argv) == 1:
        test_check()
    here = os.path.dirname(os.path.abspath(__file__))
    root = sys.argv[1] if len(sys.argv) == 2 else os.path.dirname(os.path.dirname(here))
    texts = read_tree(root)
    if not texts:
        sys.exit(f"{root}: no sources")
    lines = check(texts)
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
