# SPDX-License-Identifier: MIT
"""Every view of every log of the corpus, and of the pairs and groups that belong together, against the
stored outputs in expected/: standard output, standard error, exit status, and the files that a command
writes. README.md lists the logs. A view that ends by a signal is never accepted.

usage: corpus.py BUILD [--update] [CASE...]; --update rewrites the stored outputs: `make corpus`"""
import concurrent.futures
import difflib
import hashlib
import html.parser
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = f"{HERE}/expected"
BUILD = os.path.abspath(sys.argv[1])
LOGS = f"{BUILD}/corpus/logs"    # a copy, whose files have one time
FILE_TIME = 1790000000           # the begin of a run whose log has no clock is the time of its file
DIFF_LINES = 60
TIMEOUT_SECONDS = 600
WHOLE_BYTES = 3000      # longer data for programs is stored by its digest, except of these logs:
WHOLE = ("results-now", "own-kernel")
TABLE_BYTES, TABLE_LINES = 4000, 12     # the same of tables in CSV files, with their first lines

# ---- Output that does not depend on the host ----

# The environment fixes the width, the language, the time zone, and the colours.
ENVIRONMENT = {"PATH": os.environ["PATH"], "COLUMNS": "100", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
               "HOME": "/nonexistent"}


def normalise(text, directory):
    """Replace what differs between builds and hosts."""
    for pattern, replacement in (
            (re.escape(directory) + "/?", ""),          # the check's own directory
            (re.escape(BUILD), "BUILD"),
            (re.escape(COMMIT), "ID"),                  # of the tool, not of the log
            (rf"\bbareline {re.escape(VERSION)}\b", "bareline VERSION"),
            (r"\bcondition program: [0-9a-f]{64}", "condition program: HASH"),
            (r"(?m)^\[ *\d+/ *\d+\] .*\n", ""),       # the progress of a boot
            (r'"elapsed_seconds": [0-9.]+', '"elapsed_seconds": 0'),    # of a replayed boot
            (r"\b\d+\.part\b", "NUMBER.part")):         # the process id in the name of a file
        text = re.sub(pattern, replacement, text)
    return text


def tool_version():
    """The version and the commit of the tool."""
    printed = subprocess.run([f"{BUILD}/bareline", "--version"], capture_output=True, text=True,
                             check=False).stdout
    found = re.fullmatch(r"bareline (\S+) \((\S+)\)\n", printed)
    if found is None:
        sys.exit(f"{BUILD}/bareline --version: prints no version and commit: '{printed}'")
    return found.groups()


# ---- Files as text ----

class Page(html.parser.HTMLParser):
    """The text of a page, a line for each row or block, without scripts, styles and tooltips."""
    LEFT_OUT = ("script", "style", "title")
    INLINE = ("a", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "abbr", "tspan", "button",
              "label", "wbr")
    CELLS = ("td", "th")

    def __init__(self):
        super().__init__()
        self.line, self.lines, self.skipped = "", [], 0

    def end_line(self):
        text = " ".join(self.line.split())
        if text.strip("| "):
            self.lines.append(text)
        self.line = ""

    def handle_starttag(self, tag, attrs):
        if tag in self.LEFT_OUT:
            self.skipped += 1
        elif tag in self.CELLS:
            self.line += " | " if self.line.strip() else " "
        elif tag not in self.INLINE:
            self.end_line()

    def handle_endtag(self, tag):
        if tag in self.LEFT_OUT:
            self.skipped -= 1
        elif tag not in self.INLINE + self.CELLS:
            self.end_line()

    def handle_data(self, data):
        if self.skipped == 0:
            self.line += data


def digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def page_text(text):
    page = Page()
    page.feed(text)
    page.end_line()
    markup = re.sub(r"(?s)<(script|style)\b.*?</\1>|<meta [^>]*Content-Security-Policy[^>]*>", "", text)
    return "\n".join(page.lines) + f"\n(markup {digest(markup)})\n"


def data_text(text, case):
    """Data for programs: whole if it is short, else how it begins, and its digest."""
    if len(text) <= WHOLE_BYTES or case in WHOLE:
        return text
    return f"({len(text.splitlines())} lines, {digest(text)})\n"


def file_text(name, data, case):
    text = data.decode("utf-8", "surrogateescape")
    if "\0" in text or name.endswith(".pb"):
        return "(binary)\n"
    if name.endswith(".html"):
        return page_text(text)
    if name.endswith(".svg"):
        return f"(drawing {digest(text)})\n"
    if name.endswith(".json"):
        return data_text(text, case)
    if name.endswith(".csv") and len(text) > TABLE_BYTES:
        first = text.splitlines(keepends=True)[:TABLE_LINES]
        return "".join(first) + f"({len(text.splitlines())} lines, {digest(text)})\n"
    return text


# ---- Commands ----

def run_command(words, directory, case):
    """The record of one command: its line, output, messages, status, and files in out/. Words like
    CORPUS_LOG=FILE are variables of its environment."""
    title = " ".join(word if re.fullmatch(r"[\w./:=,@+-]+", word) else f"'{word}'" for word in words)
    variables = [word for word in words if word.startswith("CORPUS_")]
    words = [word for word in words if word not in variables]
    out = f"{directory}/out"
    shutil.rmtree(out, ignore_errors=True)
    os.mkdir(out)
    is_data = words[0] in ("export", "parse") or "--ndjson" in words or \
        any(word == "--json" and not after.startswith("out/") for word, after in zip(words, words[1:]))
    done = subprocess.run([f"{BUILD}/bareline", *words], cwd=directory, env={**ENVIRONMENT, **dict(word.split("=", 1) for word in variables)},
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    is_page = "--html -" in " ".join(words)
    printed = done.stdout.decode("utf-8", "surrogateescape")
    printed = normalise(printed, directory)
    if is_page:
        printed = page_text(printed)
    elif is_data:
        printed = data_text(printed, case)
    text = printed
    messages = normalise(done.stderr.decode("utf-8", "surrogateescape"), directory)
    if messages:
        text += "[messages]\n" + messages.replace("\r", "\n")
    if text and not text.endswith("\n"):
        text += "\n"
    text += f"[status {done.returncode}]\n"
    files = [os.path.join(top, name) for top, _, names in os.walk(out) for name in names]
    if "--update" in words:
        files.append(f"{directory}/{words[words.index('--baseline') + 1]}")
    for path in sorted(path for path in files if os.path.exists(path)):
        name = os.path.relpath(path, directory)
        if os.path.basename(name) in ("serial.log", "qemu.log", "manifest.json", "results.json", "report.html"):
            continue
        with open(path, "rb") as file:
            data = normalise(file.read().decode("utf-8", "surrogateescape"), directory)
        text += f"[{name}]\n" + file_text(name, data.encode("utf-8", "surrogateescape"), case)
        if not text.endswith("\n"):
            text += "\n"
    return normalise(f"$ bareline {title}", directory), text, done.returncode not in (0, 1, 2)


# ---- Views ----

ALL_OF_COMPARE = ("--markdown", "out/change.md", "--json", "out/change.json", "--junit", "out/change.junit",
                  "--ktap", "out/change.ktap", "--annotations", "out/change.txt", "--html", "out/change.html")
ALL_OF_OVERHEAD = ("-o", "out/overhead.json", "--markdown", "out/overhead.md", "--html", "out/overhead.html")
EXPORTS = ("csv", "ndjson", "samples", "gbench", "openmetrics", "hdr", "bencher", "kcidb")


def views_of_one(log):
    yield ("show", log)
    yield ("show", log, "*")
    yield ("show", "entry", log)
    yield ("show", "--all", "--csv", "out/csv", log)
    yield ("show", "--json", log)
    yield ("show", "--ndjson", log)
    yield ("parse", "--strict", log)
    yield ("report", "-o", "out/page.html", log)
    yield ("plot", "--list", log)
    for form in EXPORTS:
        yield ("export", "--format", form, log)


def views_of_pair(base, new):
    yield ("compare", base, new, *ALL_OF_COMPARE)
    yield ("compare", "--all", base, new)
    for form in ("markdown", "json", "junit", "ktap", "annotations", "html"):
        yield ("compare", base, new, f"--{form}", "-")


def views_of_overhead(*words):
    yield ("overhead", *words, *ALL_OF_OVERHEAD)
    yield ("overhead", "--all", *words)
    yield ("overhead", "--markdown", "-", *words)


def views_of_idle(*logs):
    yield ("idle", "--csv", "out/csv", "--plot", "out/plot", *logs)
    yield ("idle", "--all", *logs)
    yield ("idle", "--json", *logs)
    yield ("idle", "--ndjson", *logs)


def views_of_flow(*logs):
    for sub in ("dump", "check", "states", "load", "tree"):
        yield ("flow", sub, *logs)
    yield ("flow", "path", "--csv", "out/csv", *logs)
    yield ("flow", "path", "--similarity", "--speedup", "serial=50", *logs)
    yield ("flow", "states", "--sample", "10us", "--json", *logs)
    yield ("flow", "check", "--all", "--csv", "out/csv", *logs)
    yield ("flow", "draw", "--interaction", "1", "-o", "out/network.svg", *logs)
    yield ("flow", "tree", "--format", "svg", "-o", "out/tree.svg", *logs)
    yield ("flow", "export", "--format", "chrome", "-o", "out/chrome.json", *logs)
    yield ("flow", "export", "--format", "otlp", "-o", "out/otlp.json", *logs)
    yield ("flow", "filter", "--interaction", "1", *logs)
    yield ("flow", "split", "-o", "out/split", *logs)


def gate(log, *words):
    """`run` with a QEMU that replays a log."""
    return ("run", "--deterministic", "--qemu", "./qemu.sh", "--quiet", "--image", "kernel", "-o", "out/run",
            *words, f"CORPUS_LOG={log}")


def linux_gate(log, *words):
    return ("run", "--linux", "--deterministic", "--qemu", "./qemu.sh", "--quiet", "--kernel", "bzImage", "-o",
            "out/run", "--baseline", "made.txt", *words, f"CORPUS_LOG={log}")


def cases():
    """Names of cases, each with its commands."""
    logs = sorted(name for name in os.listdir(LOGS) if os.path.isfile(f"{LOGS}/{name}"))
    logs = [name for name in logs if name.endswith((".log", ".json"))]
    for log in logs:
        views = list(views_of_one(log))
        if log.startswith(("idle", "gaps", "editor")):
            views += views_of_idle(log)
        if log.startswith("flow"):
            views += views_of_flow(log)
        yield os.path.splitext(log)[0], views
    yield "counted-pair", [
        *views_of_pair("counted-pair/base.log", "counted-pair/new.log"),
        ("compare", "counted-pair/base.log", "counted-pair/base.log", *ALL_OF_COMPARE),
        ("compare", "counted-pair/base.log", "counted-pair/without.log", *ALL_OF_COMPARE),
        ("compare", "--run", f"{BUILD}/kernel.elf", f"{BUILD}/kernel.elf", "--keep", "out/run", "--",
         "--deterministic", "--qemu", "./qemu.sh", "CORPUS_LOG=counted-pair/%.log"),
        ("compare", "--threshold", "1", "counted-pair/base.log", "counted-pair/new.log"),
        ("compare", "--bench", "os.*", "counted-pair/new.log", "counted-pair/base.log", *ALL_OF_COMPARE),
        ("history", *2 * ["counted-pair/base.log"], *2 * ["counted-pair/new.log"], "--html", "out/history.html"),
        ("report", "-o", "out/page.html", "counted-pair/base.log", "counted-pair/new.log"),
        ("plot", "--list", "counted-pair/base.log", "counted-pair/new.log")]
    yield "timed-pair", [
        *views_of_pair("timed-pair/base", "timed-pair/new"),
        ("compare", "timed-pair/new", "timed-pair/base", *ALL_OF_COMPARE),
        ("compare", "timed-pair/base", "timed-pair/same", *ALL_OF_COMPARE),
        ("compare", "timed-pair/base/run-1", "timed-pair/new/run-1", *ALL_OF_COMPARE),
        ("show", "--runs", "timed-pair/base"), ("show", "--runs", "--all", "--json", "timed-pair/base"),
        ("show", "timed-pair/base"),
        ("export", "--format", "csv", "timed-pair/base"),
        ("history", "timed-pair/base", "timed-pair/new")]
    yield "layouts-pair", [
        *views_of_pair("layouts-pair/base", "layouts-pair/new"),
        ("show", "--runs", "layouts-pair/base"), ("history", "--all", "layouts-pair/base", "layouts-pair/new")]
    yield "unstable-gate", views_of_pair("unstable-gate/linux", "unstable-gate/gvisor")
    yield "refused-pairs", [
        ("compare", base, new, *ALL_OF_COMPARE) for base, new in (
            ("metal-counted.log", "metal-emulated.log"), ("metal-real.log", "linux-real.log"),
            ("fault.log", "counted-pair/base.log"), ("counted-pair/base.log", "fault.log"),
            ("counted-pair/base.log", "aborted.log"), ("cut.log", "counted-pair/base.log"),
            ("no-clock.log", "metal-real.log"), ("unstable-overhead.log", "metal-real.log"),
            ("baseline/metal.txt", "counted-pair/new.log"))] + [
        ("compare", "--force", "counted-pair/base.log", "aborted.log"),
        ("compare", "--force", "metal-real.log", "no-clock.log"),
        ("compare", "--force", "metal-real.log", "hostile-texts.log", *ALL_OF_COMPARE)]
    yield "overhead", [
        *views_of_overhead("metal-counted.log", "linux-counted.log"),
        ("overhead", "metal-real.log", "linux-real.log", *ALL_OF_OVERHEAD),
        ("overhead", "metal-emulated.log", "linux-emulated.log"),
        ("systems", "metal-counted.log", "linux-counted.log"),
        ("overhead", "--force", "hostile-texts.log", "linux-real.log", *ALL_OF_OVERHEAD),
        ("overhead", "skipped.log", "linux-real.log", *ALL_OF_OVERHEAD),
        ("overhead", "fault.log", "linux-counted.log", *ALL_OF_OVERHEAD),
        ("overhead", "--pairs"),
        ("report", "-o", "out/page.html", "metal-counted.log", "linux-counted.log")]
    yield "without-remark", views_of_overhead("without-remark/metal.log", "without-remark/linux.log")
    linux = [f"kernels/kernel-{number}-1" for number in (1, 2, 3)]
    several = ("--qemu", "--deterministic", "--boots", "1", "--kernel", "bzImage", "--kernel", "bzImage-2",
               "--kernel", "bzImage-3", "--keep", "out/run")
    replayed = ("--", "--qemu", "./qemu.sh", "CORPUS_LOG=kernels/@/serial.log")
    yield "kernels", [
        ("overhead", *several, "--table", *ALL_OF_OVERHEAD, *replayed),
        ("overhead", *several, "--all", *replayed),
        ("overhead", *several[:4], *several[-4:-2], "--keep", "out/run", *replayed),
        ("overhead", "--metal", "kernels/metal-1", "--linux", *linux),
        ("systems", "kernels/gvisor", *linux, "kernels/metal-1"),
        *views_of_overhead("--metal", "kernels/metal-1", "--linux", linux[0], "kernels/gvisor"),
        ("overhead", "--bench", "no.such", "--metal", "kernels/metal-1", "--linux", linux[0], "kernels/gvisor"),
        ("compare", linux[0], linux[1], *ALL_OF_COMPARE),
        ("report", "-o", "out/page.html", *linux), ("show", "--runs", *linux), ("history", "--force", *linux)]
    yield "history", [
        ("history", "history"), ("history", "--all", "history"), ("history", "--json", "-", "history"),
        ("history", "--json", "out/history.json", "--html", "out/history.html", "history"),
        ("history", "--html", "-", "history"),
        ("show", "history"), ("compare", "history/run-8", *ALL_OF_COMPARE),
        ("compare", "--base", "history/run-1", "history/run-2", "history/run-3", "history/run-4", "--new",
         "history/run-5", "history/run-6", "history/run-7", "history/run-8", *ALL_OF_COMPARE)]
    all_of_fleet = ("--html", "out/fleet.html", "--json", "out/fleet.json", "--markdown", "out/fleet.md")
    for room in ("room", "room-odd"):
        yield room, [
            ("fleet", room, *all_of_fleet), ("fleet", "--all", room), ("fleet", "--json", "-", room),
            ("fleet", "--markdown", "-", room), ("fleet", "--html", "-", room),
            ("fleet", "--since", "2026-10-02", room, *all_of_fleet), ("fleet", "--since", "2026-10-02", "--all", room),
            ("fleet", "--until", "2026-10-02", "--no-history", room),
            ("fleet", "--names", f"{room}/names", room), ("fleet", "--boots", "1", room),
            ("history", "--bench", "entry.*", f"{room}/node-03"),
            ("compare", f"{room}/node-03/night-01", f"{room}/node-03/night-02", *ALL_OF_COMPARE)]
    yield "layers", [
        ("layers", "--show", "layers"), ("layers", "--show", "layers", "--all", "-o", "out/layers"),
        ("overhead", "layers/metal-1", "layers/linux-1", *ALL_OF_OVERHEAD)]
    yield "idle-pair", [*views_of_idle("idle-linux-1.log", "idle-linux-2.log"),
                        ("idle", "idle-metal.log", "idle-linux-1.log"),
                        ("systems", "--force", "--html", "out/systems.html", "-o", "out/systems.json",
                         "--markdown", "out/systems.md", "idle-linux-1.log", "idle-bare.log"),
                        ("systems", "idle-linux-1.log", "idle-linux-2.log"),
                        ("compare", "idle-linux-1.log", "idle-linux-2.log", *ALL_OF_COMPARE),
                        ("idle", "gaps-metal.log", "gaps-linux.log"),
                        ("idle", "--limit", "1us", "gaps-linux.log")]
    yield "flow-pair", [("flow", "compare", "--csv", "out/csv", "--plot", "out/change.svg", "flow-metal.log",
                         "flow-linux.log"), ("flow", "compare", "--json", "flow-metal.log", "flow-linux.log")]
    yield "plot", [("plot", name, log) for name, log in (
        ("irq.stages", "metal-real.log"), ("os", "linux-counted.log"),
        ("app.editor-pace-fast-actions", "editor.log"),
        ("app.editor-pace-fast-think-wait", "editor.log"),
        ("noise.gaps-priority-highest-cpus-1-noise-gaps", "gaps-linux.log"))]
    yield "nodes", views_of_flow("nodes/node0", "nodes/node1")
    yield "explain", [
        ("explain", "--show", "explain/base"), ("explain", "--show", "explain/base", "-o", "out/explain"),
        ("explain", "--compare", "explain/base", "explain/new")]
    yield "gate", list(gates())
    yield "baseline", [
        ("compare", "baseline/metal.txt", "counted-pair/new.log", *ALL_OF_COMPARE),
        ("compare", "--all", "baseline/metal.txt", "counted-pair/new.log"),
        ("compare", "baseline/metal.txt", "counted-pair/base.log"),
        ("compare", "counted-pair/new.log", "baseline/metal.txt"),
        ("compare", "baseline/metal.txt", "baseline/few.txt"),
        ("compare", "baseline/other-machine.txt", "counted-pair/base.log"),
        ("compare", "baseline/broken.txt", "counted-pair/base.log"),
        ("compare", "baseline/layouts.txt", "--new", "counted-pair/new.log"),
        ("overhead", "baseline/metal.txt", "linux-counted.log"),
        ("show", "baseline/metal.txt"), ("export", "--format", "csv", "baseline/metal.txt")]


ALL_OF_GATE = ("--ktap", "out/gate.ktap", "--junit", "out/gate.junit", "--markdown", "out/gate.md",
               "--annotations", "out/gate.txt")


def gates():
    """`run --baseline`: pass, regression, missing and new metrics, other conditions, memory layouts."""
    for log, base, *more in (
            ("base", "metal"), ("new", "metal"), ("new", "metal", "--strict"), ("without", "metal"),
            ("without", "metal", "--strict"), ("base", "few"), ("base", "few", "--strict"),
            ("base", "other-machine"), ("base", "old"), ("base", "none"), ("base", "broken"),
            ("base", "layouts"), ("new", "layouts")):
        yield gate(f"counted-pair/{log}.log", "--baseline", f"baseline/{base}.txt", *more,
                   *ALL_OF_GATE)
    yield linux_gate("layouts-pair/base/@/serial.log", "--update")
    for log in ("base/@", "base/layout-2", "new/@"):
        yield linux_gate(f"layouts-pair/{log}/serial.log", "--layouts", "3" if "@" in log else "1",
                         *ALL_OF_GATE)
    for log in ("fault", "two-faults", "aborted", "cut", "missing-records", "only-skips"):
        yield gate(f"{log}.log", "--baseline", "baseline/metal.txt", "--markdown", "out/gate.md")
    yield gate("counted-pair/new.log", "--baseline", "baseline/metal.txt", "--ktap", "-")
    yield gate("counted-pair/new.log", "--baseline", "made.txt", "--update")
    yield tuple(word for word in gate("metal-counted.log") if word != "--quiet")
    yield gate("only-skips.log", "--json", "-")


def run_case(name, commands):
    directory = f"{BUILD}/corpus/{name}"
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    for entry in os.listdir(LOGS):
        if entry.startswith("room"):
            if entry == name:
                shutil.copytree(f"{LOGS}/{entry}", f"{directory}/{entry}")
        else:
            os.symlink(f"{LOGS}/{entry}", f"{directory}/{entry}")
    sections, signals = [], []
    os.symlink(f"{HERE}/qemu.sh", f"{directory}/qemu.sh")
    for words in commands:
        title, text, is_signal = run_command(list(words), directory, name)
        sections.append((title, text))
        if is_signal:
            signals.append(title)
    shutil.rmtree(directory)
    return sections, signals


def split(text):
    """The commands of a stored file, with their output."""
    sections, title = {}, None
    for line in text.splitlines(keepends=True):
        if line.startswith("$ bareline "):
            title = line.rstrip("\n")
            sections[title] = []
        elif title is not None:
            sections[title].append(line)
    return sections


def difference(name, stored, made):
    """Lines of the difference, command by command, so that each names its command."""
    old, new = split(stored), split(made)
    for title in [*old, *(title for title in new if title not in old)]:
        if old.get(title) != new.get(title):
            yield f"{name}: {title}\n"
            yield from list(difflib.unified_diff(old.get(title, []), new.get(title, []), n=2))[2:]


def copy_logs():
    shutil.rmtree(f"{BUILD}/corpus", ignore_errors=True)
    shutil.copytree(f"{HERE}/logs", LOGS)
    for top, _, names in os.walk(LOGS):
        for name in names:
            os.utime(f"{top}/{name}", (FILE_TIME, FILE_TIME))


def main():
    words = sys.argv[2:]
    copy_logs()
    update = "--update" in words
    chosen = [word for word in words if word != "--update"]
    every = dict(cases())
    wanted = {name: commands for name, commands in every.items() if not chosen or name in chosen}
    os.makedirs(EXPECTED, exist_ok=True)
    failed, lines, passed = [], [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda item: (item[0], *run_case(*item)), wanted.items())
        for name, sections, signals in results:
            path = f"{EXPECTED}/{name}.txt"
            made = "".join(f"{title}\n{text}\n" for title, text in sections)
            stored = ""
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
                    stored = file.read()
            for title in signals:
                print(f"{name}: not acceptable, a signal or status 3: {title}")
            if signals:
                failed.append(name)
            elif update:
                if made != stored:
                    print(f"{path}: written")
                    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                        file.write(made)
            elif made == stored:
                passed += len(sections)
            else:
                failed.append(name)
                lines += difference(name, stored, made)
    if not chosen:
        for left in sorted(set(os.listdir(EXPECTED)) - {f"{name}.txt" for name in every}):
            if update:
                os.remove(f"{EXPECTED}/{left}")
            else:
                failed.append(left)
                print(f"{EXPECTED}/{left}: no case prints this output any more; remove it with `make corpus`")
    sys.stdout.writelines(lines[:DIFF_LINES])
    if lines[DIFF_LINES:]:
        print(f"... {len(lines) - DIFF_LINES} more lines of differences")
    if failed and not update:
        print(f"differs: {' '.join(failed)}; `make corpus` accepts new output, and `git diff tests/corpus` shows it")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


VERSION, COMMIT = tool_version()
if __name__ == "__main__":
    sys.exit(main())
