# SPDX-License-Identifier: MIT
"""The slowdown of a benchmark by counting: CPU time of `bareline run --deterministic` and of
`bareline explain`, with pages and files, the minimum of a few runs each. Written between the line
that begins with the marker and <!-- end --> of a document.

usage: explain_speed.py BUILD DOCUMENT [RUNS]
"""
import os
import subprocess
import sys

MARKER = "<!-- not measured again: `make explain-speed` writes it"
END = "<!-- end -->"
CASES = (
    ("metal", "entry.null_syscall"), ("metal", "irq.self_ipi"), ("metal", "fault.not_present"),
    ("metal", "os.pipe"), ("metal", "mem.latency"), ("metal", "idle.validation"), ("metal", "*"),
    ("linux", "entry.null_syscall"), ("linux", "os.process_create"),
)


def cpu_seconds(words):
    before = os.times()
    done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, timeout=1800)
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stderr}")
    return (after.children_user + after.children_system
            - before.children_user - before.children_system)


def row_of(build, layer, bench, runs):
    kind = ["--linux"] if layer == "linux" else []
    directory = f"{build}/explain-speed"
    selected = [] if bench == "*" else ["--bench", bench]
    plain = [f"{build}/bareline", "run", "--deterministic", "--quiet", *kind, "--timeout", "1800",
             *selected, "-o", f"{directory}/run"]
    counted = [f"{build}/bareline", "explain", bench, "--layer", layer, "--sums", "-o",
               f"{directory}/explain"]
    least = [min(cpu_seconds(words) for _ in range(runs)) for words in (plain, counted)]
    name = "the quick suite" if bench == "*" else f"`{bench}`"
    place = "on bare metal" if layer == "metal" else "under Linux"
    print(f"{layer} {bench}: {least[0]:.2f} s, {least[1]:.2f} s", file=sys.stderr)
    return (f"| {name}, {place} | {least[0]:.1f} s | {least[1]:.1f} s | "
            f"{least[1] / least[0]:.1f} |")


def main():
    build, document = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    os.makedirs(f"{build}/explain-speed", exist_ok=True)
    lines = ["| | `run` | `explain` | ratio |", "|---|---:|---:|---:|"]
    lines += [row_of(build, layer, bench, runs) for layer, bench in CASES]
    with open(document, encoding="utf-8") as file:
        page = file.read()
    begin = page.index("\n", page.index(MARKER)) + 1
    end = page.index(END, begin)
    with open(document, "w", encoding="utf-8") as file:
        file.write(page[:begin] + "\n".join(lines) + "\n" + page[end:])


main()
