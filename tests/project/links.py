#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the links between documents: the file exists, the heading exists, and a document that
`make install` copies links to copied files only. Also test that wrong links are found.

usage: python3 tests/project/links.py
"""
import glob
import os
import re
import sys
import tempfile

LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)")
# The files and patterns of mk/install.mk.
with open("mk/install.mk", encoding="utf-8") as rules:
    COPIED = {path for pattern in re.search(r"foreach page,(.*),", rules.read())[1].split()
              for path in glob.glob(pattern.strip("()"))}
PAGES = sorted({*(path for path in COPIED if path.endswith(".md")), *glob.glob("*/README.md")})


def prose(path):
    """The lines of a page outside of code."""
    with open(path, encoding="utf-8") as file:
        is_code = False
        for number, line in enumerate(file, 1):
            is_code ^= line.startswith("```")
            if not is_code:
                yield number, line


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    found = {}
    for _, line in prose(path):
        if heading := re.match(r"#+ (.*)", line):
            name = re.sub(r"\]\([^)]*\)", "", heading[1]).strip().lower()
            name = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
            found[name] = found.get(name, -1) + 1
            if found[name] > 0:
                found[f"{name}-{found[name]}"] = 0
    return found


def errors(path):
    """The wrong links of a page."""
    for number, line in prose(path):
        for target, anchor in LINK.findall(line):
            to = os.path.relpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(to):
                yield f"{path}:{number}: {target} does not exist"
            elif path in COPIED and to not in COPIED:
                yield f"{path}:{number}: make install does not copy {target}"
            elif anchor and to.endswith(".md") and anchor not in anchors(to):
                yield f"{path}:{number}: {target}#{anchor}: no such heading"


def finds_wrong_links():
    """Whether errors() finds the two wrong links of a page with three."""
    with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
        file.write("# One heading\n[1](#one-heading) [2](#two) [3](none.md) `code`\n")
        file.flush()
        return len(list(errors(os.path.relpath(file.name)))) == 2


found = [error for path in PAGES for error in errors(path)]
print(*found, sep="\n", end="\n" if found else "")
if not finds_wrong_links():
    print("expected errors for two injected links")
    sys.exit(1)
sys.exit(bool(found))
