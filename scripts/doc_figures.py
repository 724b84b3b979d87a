# SPDX-License-Identifier: MIT
# Compare results of deterministic runs with the documents, or write them into the documents. Runs
# count instructions, so one build gives the same numbers on every host. A page with another number
# is wrong.
# usage: doc_figures.py check|write|print [--stored] [--short] BUILD DIRECTORY RUNS PAGE...
#
# RUNS has one run per line: a name; a text that the run prints on the pages' system, or "-"; and
# the arguments of `bareline`, with @NAME for the output directory of another run in DIRECTORY. Runs
# of another system are reported, not compared. --stored uses existing runs; otherwise runs are made
# again. --short omits the runs below the line "# long", and their comparisons. Comments in a page
# name the compared runs:
#
#	<!-- shown by: show @quick -->
#
# before a block: its lines must be among the output lines of `bareline show`, in order. A line of
# "…" stands for omitted lines. Lines that begin with "$" are ignored.
#
#	<!-- figures: idle @idle | gap-causes | of=*tick_hz=1000* | takes {median} instructions -->
#
# anywhere: the text before it has "takes 139 instructions". The number is the column `median` of
# the row selected by the third part, in the CSV table of the command in the second part. A
# placeholder may have a Python format, {median:.1f}; `of=A, cause=B` selects by two columns.
#
#	<!-- filled: {bench} {point} {stage} | cache=warm | {median} | export @metal ; export @linux -->
#
# before a table. A row whose backquoted cell equals the first part is filled from the CSV rows
# selected by the second part. The last cells are the third part, one per command. "-" as second
# part selects all rows. In the third part, text after ";" is omitted if a placeholder has no value.
# If a command has no such row, the cell is "–". The command `golden FILE` is no command of `bareline`:
# its rows are the metrics of tests/golden/FILE, and the parts of a point are columns.
#
# Every output block, every sentence with a number of instructions, and every table with two or more
# times in a row needs such a comment, or one with the reason why not: <!-- not measured again:
# REASON -->. `check` enforces this.
import csv
import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ELLIPSIS = "…"
# Reached only after an error, even on a busy host.
LIMIT_SECONDS = 1800
TESTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests")
MARK = re.compile(r"<!-- (shown by|figures|filled|not measured again): (.*?) -->", re.S)
HOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
# Output of the tool: a table under its name and title, or a table of instructions.
OUTPUT = re.compile(r"^\t(?:  [\w.-]+: [A-Z][^\n]*\n(?=\t    )|[^\n]*  [^\n]*\binstructions\b[^\n]*\n(?=\t))",
                    re.M)
TABLE = re.compile(r"(?:^\|[^\n]*\n)+", re.M)
MEASURED_CELL = re.compile(r"\|\s*[\d.]+ (?:ns|µs|GB/s)\s*(?=\|)")
COUNTED = re.compile(r"\d[\d  ]*(?:\.\d+)? instructions\b")


class Runs:
    """Runs, made at their first use, and the output of commands on them."""

    def __init__(self, build, directory, table, are_kept, are_short):
        self.build = build
        self.tool = os.path.join(build, "bareline")
        self.directory = directory
        if not are_kept:
            inside = os.path.commonpath([os.path.realpath(build), os.path.realpath(directory)])
            if inside != os.path.realpath(build):
                sys.exit(f"{directory}: not in {build}; not removed")
            shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory, exist_ok=True)
        with open(table, encoding="utf-8") as file:
            text = file.read()
        long = text.partition("\n# long")[2] if are_short else ""
        self.left_out = {line.split()[0] for line in long.splitlines()[1:]}
        lines = [line.split(None, 2) for line in text.splitlines() if line and line[0] != "#"]
        self.arguments = {name: arguments.strip() for name, _, arguments in lines}
        self.of = {name: of for name, of, _ in lines if of != "-"}
        self.made = set()
        self.others = set()
        self.texts = {}
        self.tables = {}

    def command(self, arguments):
        """The words of a command with its run directories. Makes the runs first."""
        for name in re.findall(r"@([\w-]+)", arguments):
            self.make(name)
        return self.words(arguments)

    def words(self, arguments):
        path = re.sub(r"@(?=\w)", self.directory + "/", arguments)
        return [self.tool] + shlex.split(path)

    def make(self, name):
        if name in self.made:
            return
        self.made.add(name)
        if name not in self.arguments:
            sys.exit(f"{name}: no such run")
        # Further references of a run are other runs.
        for other in re.findall(r"@([\w-]+)", self.arguments[name]):
            self.make(other)
        path = os.path.join(self.directory, name + ".txt")
        if not os.path.exists(path):
            self.record(name, path)
        with open(path, encoding="utf-8") as output:
            if self.of.get(name, "") not in output.read():
                self.others.add(name)
                print(f"not compared: the pages show {self.of[name]}, and {name} is of another")

    def record(self, name, path):
        arguments = re.sub(f"@{name}(?= |$)", "@", self.arguments[name])
        words = ["sh", f"{TESTS}/timed.sh", name, "sh", f"{TESTS}/shared.sh", self.build,
                 os.path.join(self.directory, name), *self.words(arguments)[1:]]
        with open(path + ".part", "w", encoding="utf-8") as output:
            subprocess.run(words, stdout=output, check=True, timeout=LIMIT_SECONDS + 60)
        os.rename(path + ".part", path)

    def is_left_alone(self, arguments):
        """Whether a command's runs are long, or of another kernel than the pages."""
        names = set(re.findall(r"@([\w-]+)", arguments))
        if names & self.left_out:
            return True
        self.command(arguments)
        return bool(names & self.others)

    def lines(self, arguments):
        """The output of a command."""
        if arguments not in self.texts:
            done = subprocess.run(self.command(arguments), capture_output=True, text=True,
                                  timeout=600, check=False)
            self.texts[arguments] = (done.stdout + done.stderr).split("\n")
        return self.texts[arguments]

    def rows(self, arguments, table):
        """The rows of one CSV table of a command."""
        if arguments not in self.tables:
            self.tables[arguments] = tempfile.mkdtemp(dir=self.directory)
            words = self.command(arguments)
            subprocess.run(words[:2] + ["--csv", self.tables[arguments]] + words[2:],
                           capture_output=True, timeout=600, check=True)
        path = os.path.join(self.tables[arguments], table + ".csv")
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def printed_rows(self, arguments):
        """The rows of the CSV output of a command."""
        if arguments.startswith("golden "):
            return golden_rows(os.path.join(TESTS, "golden", arguments.split()[1]))
        return list(csv.DictReader(self.lines(arguments)))


def golden_rows(path):
    """The metrics of a file of exact counts whose samples are equal, without the overhead of timing."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.fullmatch(r"(\S+)((?: \w+=\S+)*) (cold|warm): (\d+)\*\d+(?: in (\d+))?\n", line)
            if match:
                bench, point, cache, count, operations = match.groups()
                rows.append({"bench": bench, "cache": cache, "count": int(count),
                             "operations": int(operations or 1),
                             **dict(part.split("=") for part in point.split())})
    overhead = next(row["count"] for row in rows if row["bench"] == "null.timing" and row["cache"] == "warm")
    for row in rows:
        row["median"] = str((row["count"] - overhead) / row["operations"])
    return rows


class Page:
    """A page's text, with its errors."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.wrong = []

    def complain(self, position, what):
        line = self.text.count("\n", 0, position) + 1
        self.wrong.append(f"{self.path}:{line}: {what}")

    def replace(self, begin, end, text):
        self.text = self.text[:begin] + text + self.text[end:]


def shape(line):
    """A line without its variable parts: numbers (except parameters), and column widths."""
    return re.sub(r"(?<![=\d.])\d[\d.]*", "#", " ".join(line.split()))


def find(piece, lines, start, alike):
    """The first line from `start` on where lines match a piece; None without a match."""
    for i in range(start, len(lines) - len(piece) + 1):
        if all(alike(lines[i + k], line) for k, line in enumerate(piece)):
            return i
    return None


def pieces(block):
    """The output lines of a block as slices, without commands and "…"."""
    begin = 0
    is_command = False
    for i, line in enumerate(block):
        is_command = line.startswith("$") or (is_command and block[i - 1].endswith("\\"))
        if is_command or line.strip() == ELLIPSIS:
            if begin < i:
                yield slice(begin, i)
            begin = i + 1
    if begin < len(block):
        yield slice(begin, len(block))


def block_after(text, position):
    """Begin and end of the next block of tab-indented lines."""
    begin = text.index("\n", position) + 1
    while text.startswith("\n", begin):
        begin += 1
    end = begin
    while text.startswith(("\t", "\n\t"), end):
        end = text.index("\n", end + 1) + 1
    return begin, end


def check_block(page, mark, runs, must_write):
    begin, end = block_after(page.text, mark.end())
    block = [line.removeprefix("\t") for line in page.text[begin:end].splitlines()]
    if not block:
        page.complain(mark.start(), "no block follows")
        return
    lines = [line.rstrip() for line in runs.lines(mark.group(2))]
    alike = (lambda a, b: shape(a) == shape(b)) if must_write else (lambda a, b: a == b)
    at = 0
    for piece in pieces(block):
        found = find(block[piece], lines, at, alike)
        if found is None:
            page.complain(begin, f"`bareline {mark.group(2)}` does not print:\n\t"
                          + "\n\t".join(block[piece]))
            return
        at = found + piece.stop - piece.start
        block[piece] = lines[found:at]
    if must_write:
        page.replace(begin, end, "".join(f"\t{line}".rstrip() + "\n" for line in block))


def pick(rows, conditions):
    """The rows whose named columns match their patterns."""
    wanted = [part.strip().split("=", 1) for part in conditions.split(", ") if part != "-"]
    return [row for row in rows
            if all(fnmatch.fnmatchcase(row.get(name, ""), pattern) for name, pattern in wanted)]


def sentence(template):
    """A pattern for a template's sentence, with its numbers as groups. A space may be the end of a
    line."""
    literal = [re.escape(part).replace(r"\ ", r"\s+") for part in HOLDER.split(template)[::3]]
    return re.compile(r"([\d.,]*\d)".join(literal))


def value(row, name, form):
    """A cell as written in a sentence: by default rounded to three significant digits."""
    if form:
        return format(float(row[name]), form)
    try:
        number = float(row[name])
    except ValueError:
        return row[name]
    if number >= 1000 or number == int(number):
        return f"{number:.0f}"
    return f"{number:.1f}" if number >= 100 else f"{number:.2f}"  # as in tools/table/number.c


def fill(template, row):
    """A template with a row's values in its placeholders."""
    return HOLDER.sub(lambda holder: value(row, *holder.groups()), template)


def fill_parts(template, row):
    """The same without the parts after ";" whose value is missing."""
    parts = [part for part in template.split(";")
             if all(row[holder.group(1)] for holder in HOLDER.finditer(part))]
    return fill(";".join(parts), row)


def check_figures(page, mark, runs, must_write):
    command, table, conditions, template = [part.strip()
                                            for part in mark.group(2).split(" | ", 3)]
    picked = pick(runs.rows(command, table), conditions)
    if len(picked) != 1:
        page.complain(mark.start(), f"{table}: expected one row with {conditions}, found {len(picked)}")
        return
    template = " ".join(template.split())
    values = [value(picked[0], *holder.groups()) for holder in HOLDER.finditer(template)]
    found = list(sentence(template).finditer(page.text[:mark.start()]))
    if not found:
        page.complain(mark.start(), f"no sentence before this matches “{template}”")
    elif must_write:
        for i, text in reversed(list(enumerate(values))):
            page.replace(*found[-1].span(i + 1), text)
    elif list(found[-1].groups()) != values:
        page.complain(found[-1].start(), f"“{' '.join(found[-1].group().split())}”: the figures "
                      f"are {', '.join(values)}")


def named_cells(runs, command, key, conditions, template):
    """The new cells of a table from a command's CSV, by row name."""
    return {" ".join(fill(key, row).split()): fill_parts(template, row)
            for row in pick(runs.printed_rows(command), conditions)}


def check_table(page, mark, runs, must_write):
    key, conditions, template, commands = [part.strip() for part in mark.group(2).split(" | ")]
    columns = [named_cells(runs, command.strip(), key, conditions, template)
               for command in commands.split(" ; ")]
    table = re.compile(r"\n*((?:\|[^\n]*\n)+)").match(page.text, mark.end())
    if not table:
        page.complain(mark.start(), "no table follows")
        return
    lines = []
    for line in table.group(1).splitlines():
        cells = line.strip("|").split(" | ")
        name = next((cell.strip()[1:-1] for cell in cells if re.fullmatch(r"`[^`]+`", cell.strip())
                     and any(cell.strip()[1:-1] in column for column in columns)), None)
        if name:
            cells[-len(columns):] = [column.get(name, "–") for column in columns]
            lines.append("|" + " | ".join(cells) + " |")
        else:
            lines.append(line)
        if not name and re.search(r" `[a-z_.]+\.[^`]*` \|", line):
            page.complain(table.start(1), f"no result for this row: {line}")
        elif line != lines[-1] and not must_write:
            page.complain(table.start(1), f"cells changed: {line}\n\t{lines[-1]}")
    if must_write:
        page.replace(*table.span(1), "".join(f"{line}\n" for line in lines))


def check_marks(page, runs, must_write):
    for i in range(len(MARK.findall(page.text))):
        # Searched again each time, because a replacement moves the later text.
        mark = list(MARK.finditer(page.text))[i]
        command = mark.group(2).split(" | ")[3 if mark.group(1) == "filled" else 0]
        if mark.group(1) == "not measured again" or runs.is_left_alone(command):
            continue
        if mark.group(1) == "shown by":
            check_block(page, mark, runs, must_write)
        elif mark.group(1) == "filled":
            check_table(page, mark, runs, must_write)
        else:
            check_figures(page, mark, runs, must_write)


def templates(page):
    """The sentences of a page that are compared with a run, as patterns."""
    for mark in MARK.finditer(page.text):
        if mark.group(1) == "figures":
            yield sentence(" ".join(mark.group(2).split(" | ", 3)[3].split()))


def marked_blocks(page):
    """The blocks after a comment."""
    for mark in MARK.finditer(page.text):
        if mark.group(1) != "figures":
            yield range(*block_after(page.text, mark.end()))


def check_block_coverage(page):
    marked = list(marked_blocks(page))
    for table in OUTPUT.finditer(page.text):
        if not any(table.start() in block for block in marked):
            page.complain(table.start(), "an output block without a run")


def marked_tables(page):
    """The tables after a comment, or before the end of an unmeasured section."""
    for table in TABLE.finditer(page.text):
        before, after = page.text[:table.start()], page.text[table.end():]
        if re.search(r"<!-- (?:filled|not measured again): [^\n]*-->\n*$", before) or \
                re.match(r"\n*<!-- (?:not measured again: |end -->)", after):
            yield range(*table.span())


def check_table_coverage(page):
    marked = list(marked_tables(page))
    for table in TABLE.finditer(page.text):
        most = max(len(MEASURED_CELL.findall(row)) for row in table.group().split("\n"))
        if most >= 2 and not any(table.start() in place for place in marked):
            page.complain(table.start(), "a table of times without a run")


def check_sentence_coverage(page):
    guarded = list(templates(page))
    for paragraph in re.finditer(r"(?:^[^\n\t][^\n]*\n)+", page.text, re.M):
        if "not measured again" in paragraph.group():
            continue
        text = " ".join(MARK.sub("", paragraph.group()).split())
        for pattern in guarded:
            text = pattern.sub("", text)
        counted = COUNTED.search(text)
        if counted:
            page.complain(paragraph.start(), f"“{counted.group()}” without a run")


def print_tables(page, runs):
    """The filled tables of a page as they are now, for a terminal."""
    for i in range(len(MARK.findall(page.text))):
        mark = list(MARK.finditer(page.text))[i]
        if mark.group(1) != "filled":
            continue
        check_table(page, mark, runs, True)
        table = TABLE.search(page.text, mark.start()).group()
        rows = [[cell.strip(" `") for cell in line.strip("|").split(" | ")]
                for line in table.splitlines() if not line.startswith("|--")]
        widths = [max(map(len, column)) for column in zip(*rows)]
        for row in rows:
            print("  ".join(cell.rjust(width) if re.fullmatch(r"[\d.]+|–", cell)
                            else cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    mode, build, directory, table, *paths = [word for word in sys.argv[1:]
                                             if word not in ("--stored", "--short")]
    runs = Runs(build, directory, table, "--stored" in sys.argv, "--short" in sys.argv)
    wrong = []
    for path in paths:
        page = Page(path)
        if mode == "print":
            print_tables(page, runs)
            continue
        check_marks(page, runs, mode == "write")
        check_block_coverage(page)
        check_table_coverage(page)
        check_sentence_coverage(page)
        wrong += page.wrong
        if mode == "write":
            with open(path, "w", encoding="utf-8") as file:
                file.write(page.text)
    if mode != "print":
        print("\n".join(wrong) if wrong else f"{len(paths)} pages match their runs")
    sys.exit(1 if wrong else 0)


main()
