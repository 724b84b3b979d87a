# SPDX-License-Identifier: MIT
"""Find a second place for a formula.

Each formula has one place in each language: the target's in C without floating point, the tool's in C with
it, the page's script, and the Python scripts. A rule names a formula and that place, and has a pattern of
what it looks like: a constant, or an expression. The pattern may occur in that place only. Comments are not
looked at. Tests may have formulas of their own, because they check those of the others.

Prints each second place as file:line, and fails on any. Without an argument, also tests itself: each place
must have its formula, and a second place injected for each rule, in another file, must be found.

usage: python3 tests/project/formulas.py [DIRECTORY]
"""
import os
import re
import sys

# include/bareline.h stands alone, with its own read of the clock.
TARGET = ("lib", "bench", "kernel", "linux", "boot")
TOOL = ("tools",)
SCRIPTS = ("scripts", "tests")
C, ASSEMBLY, PAGE, PYTHON = (".c", ".h"), (".c", ".h", ".S", ".inc"), (".js",), (".py",)

# A number of values, and a place among them.
COUNT = r"(?:[\w>.-]*\b(?:count|samples|n))"
# A frequency: clock_hz(), manifest->tsc_hz, (double)hz; and the end of one, which is faster to find.
HZ = r"(?:\(double\))?(?:[\w>.-]*[_.>]|\b)hz(?:\(\))?"
HZ_END = r"(?<![a-z])hz(?:\(\))?"
PER_SECOND = r"(?:1000(?:000)*u?(?:ll)?|1e[3-9]|(?:\(double\))?[NUM]?S_PER_\w+)"

TARGET_TICKS = (rf"{HZ_END} / {PER_SECOND}|\* {HZ}\s*/|{PER_SECOND}\)? /\s*{HZ}|"
                rf"{HZ_END}\)? \* [\w>.-]+ / {PER_SECOND}|%\s*{HZ} \*|value % by \* times")
TOOL_TICKS = (rf"{HZ_END} / {PER_SECOND}|\* {HZ}\s*/|{PER_SECOND}\)? / {HZ}|/ {HZ} \* {PER_SECOND}|"
              r"/ [\w>.-]*ticks_per_second \*|\* units_per_second / ")
TICK_STEPS = r"[25] \* power\b|digits?(?:\[\w+\])? \* pow\(10,|ceil\([\w>.-]*low / step"
MEDIAN = r"\w\[[a-z_>.()\- 0-9]*[a-z)]\)? (?:/ 2|>> 1)\]"
UNIT_TIMES = r'"(?:us|µs|ms)", (?:\d|1e|NS_)|\d, "(?:us|µs|ms)"|"ns", "(?:us|µs)"|"in (?:us|µs|ms)", \d'
UNIT_SIZES = r'"KiB"[^;]{0,80}"MiB"'

# Formula; directories and endings of the language; places; pattern; second places to be found.
RULES = [
    ("median", TARGET, C, ["lib/order.c"], MEDIAN, "median = values[m->count / 2];"),
    ("median", TOOL, C, ["tools/stats/stats.c"], MEDIAN + "|gsl_stats_median",
     "factor = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;"),
    ("median", SCRIPTS, PYTHON, [], r"[\w)]\[\(?len\(\w+\)(?: - 1\))? // 2\]",
     "median = sorted(values)[len(values) // 2]"),
    ("quantile", TARGET, C, ["lib/order.c"],
     rf"\({COUNT} - 1\) \* \w+|\[{COUNT}(?: \* \d+)? / \d+\](?<!/ 2\])",
     "spread = values[count * 3 / 4] - values[count / 4];"),
    ("quantile", TOOL, C, ["tools/stats/stats.c"],
     rf"\* \(double\)\({COUNT} - 1\)(?! /)|\[\({COUNT} - 1\) \* \w+|\[{COUNT}(?: \* \d+)? / \d+\](?<!/ 2\])",
     "return sorted[(count - 1) * quarters / 4];"),
    ("quantile", SCRIPTS, PYTHON, [], r"\w\[int\([^\]\n]*len\(", "p90 = values[int(0.9 * len(values))]"),
    ("quantile, median", TOOL, PAGE, [], r"\.length (?:/ 2|>> 1|\* \.?\d)",
     "const half = values[values.length >> 1];"),
    ("sort of numbers", TARGET, C, ["lib/order.c"], r"\b(\w+) > 0 && \w+\[\1 - 1\] > ",
     "for (; place > 0 && values[place - 1] > value; place--)"),
    ("sort of numbers", TOOL, C, ["tools/base/sort.c"],
     r"\b(\w+) > 0 && \w+\[\1 - 1\] > |\bgsl_sort\(|"
     r"= \*\(const (?:double|uint64_t) \*\)\w+, \w+ = \*\(const (?:double|uint64_t) \*\)\w+;",
     "\tdouble first = *(const double *)a, second = *(const double *)b;"),
    ("deviation of a MAD", TOOL, C, ["tools/stats/stats.c"], r"1\.4826|0?\.6745", "#define SCALE 1.4826022"),
    ("deviation of a MAD", SCRIPTS, PYTHON, [], r"1\.4826|0?\.6745", "scale = 1.4826 * mad"),
    ("subtraction of the overhead", TARGET, C, ["kernel/display/metrics.c"],
     r" - (?:\w+[.>-]+)*(?:\w+_)?cost\b",
     "median = median > cost ? median - cost : 0;"),
    ("subtraction of the overhead", TOOL, C, ["tools/analysis/timing.c"], r" - (?:\w+[.>-]+)*(?:\w+_)?cost\b",
     "double ticks = (double)set->values[i] - overhead->cost;"),
    ("limits of an overhead", TOOL, C, ["tools/analysis/timing.c"], r"OVERHEAD_SPREAD_PART \*",
     "return spread <= OVERHEAD_SPREAD_PART * stats->median;"),
    ("2n - n", TARGET, C, ["bench/engine/records.c"],
     r"STAGE_2N\]\[\w+\] - |\b(?:of_2n|doubled)(?:[\w.>-]|\[\w+\])* - ",
     "values[i] = m->warm[STAGE_2N][i] - values[i];"),
    ("2n - n", TOOL, C, ["tools/analysis/timing.c"], r"\b(?:of_2n|doubled)(?:[\w.>-]|\[\w+\])* - ",
     "ticks = (double)doubled->warm.values[i] - ticks;"),
    # The handlers of simulated timers convert in as few instructions as their figures have.
    ("ticks and times", TARGET, C,
     ["lib/text/ticks.h", "kernel/dev/alarm.c", "kernel/idle/idle.c"], TARGET_TICKS,
     "ticks = platform_clock_hz() / 1000000 * us;",
     "deadline = now + us * tsc.limit_hz / US_PER_SECOND;",
     "return ticks / hz * 1000000 + ticks % hz * 1000000 / hz;",
     "ns = (uint64_t)((unsigned __int128)ticks * NS_PER_SECOND / platform_clock_hz());"),
    ("ticks and times", TOOL, C, ["tools/base/ticks.h"], TOOL_TICKS,
     "us = (double)response / (double)log->manifest.tsc_hz * 1e6;",
     "return 1e9 / (double)manifest->tsc_hz;",
     "ns = ticks * 1e9 / (double)log->manifest.tsc_hz;",
     "return (double)ticks / view->scale.ticks_per_second * MS_PER_SECOND;"),
    ("nearest integer", TARGET, C, ["lib/text/ticks.h"], r"\+ [\w>.-]+ / 2\)+ /",
     "steps = (passed_ticks + coarse.period_ticks / 2) / coarse.period_ticks;"),
    ("units of a second", TARGET + TOOL, C, ["lib/text/ticks.h"],
     r"#define [NUM]S_(?:PER|A)_(?:S|MS|US|SECOND)\b",
     "#define NS_PER_SECOND 1000000000u"),
    ("clock reads", TARGET, C, ["linux/clock.h"], r"\bclock_gettime\((?!\))|tv_sec \*",
     "clock_gettime(CLOCK_MONOTONIC, &now);"),
    ("clock reads", TOOL, C, ["tools/base/clock.c"], r"\bclock_gettime\((?!\))|tv_n?sec\)? [*/] |tv_sec \*",
     "return (double)now.tv_sec + (double)now.tv_nsec / 1e9;"),
    ("TSC reads", TARGET + TOOL, C, ["lib/x86/tsc.h"], r"asm[^)]*rdtscp?[\\;\x22]|__rdtscp?\(",
     '__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));'),
    # A loop of assembly cannot call the function. These are the timed windows.
    ("TSC reads", TARGET, ASSEMBLY,
     ["bench/engine/time_run_x86.S", "bench/entry/round_trip_x86.S", "bench/idle/loop_x86.inc", "kernel/x86/cpu/stamp.inc",
      "kernel/x86/flow/record.S"],
     r"^\trdtscp?\b", "\trdtsc"),
    ("units of times", TARGET, C, ["lib/text/text.c"], UNIT_TIMES, '{{"h", 3600000000000}, {"ms", 1000000}};'),
    ("units of times", TOOL, C, ["tools/base/unit.c"], UNIT_TIMES,
     'units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};', 'units[] = {"ns", "µs", "ms", "s"};'),
    ("units of sizes", TARGET, C, ["lib/text/quantity.c"], UNIT_SIZES, '{"bytes", "KiB", "MiB", "GiB"};'),
    ("units of sizes", TOOL, C, ["tools/base/unit.c"], UNIT_SIZES, '{"B", "KiB", "MiB", "GiB"};'),
    ("prefixes of numbers", TOOL, C, ["tools/base/unit.c"], r'"(?:k|M)"\}[^;]{0,20}"(?:M|G|k)"',
     '{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};'),
    ("units", TOOL, PAGE, [], r'"KiB"|"µs"|/ 1e[369]\)|1024 \*\*|`[^`]*\}[kMG]`',
     'const binary = ["B", "KiB", "MiB"];'),
    ("units", SCRIPTS, PYTHON, [],
     r'"(?:us|µs|KiB)": ?(?:\d|1e)|"KiB", "MiB"|"ns", "(?:us|µs)", "ms", "s"\]',
     'for unit in ["B", "KiB", "MiB"]:'),
    ("step of ticks", TOOL, C, ["tools/view/plot/ticks.c"], TICK_STEPS,
     "double value = digits[i] * pow(10, power);", "for (double i = ceil(scale->low / step - SLACK); i < 9; i++)"),
    ("sizes of ticks", TOOL, C, ["tools/view/plot/ticks.c"], r"ldexp\(1, \(int\)(?:shift|power)\)",
     "double size = ldexp(1, (int)shift);"),
    ("step of ticks", TOOL, PAGE, ["tools/view/page.js"], r"digit \* power|digit \* 10 \*\* power",
     "const step = [1, 2, 5].find(digit => digit * power >= rough);"),
    ("metrics that differ", TOOL, C, ["tools/compare/judge.c"],
     r"\[CHANGE_(?:REGRESSED|IMPROVED)\] \+|CHANGE_IMPROVED (?:\|\||&&) [\w>.-]+ [!=]= CHANGE_NEUTRAL",
     "changed = changes[CHANGE_REGRESSED] + changes[CHANGE_IMPROVED];"),
    ("bytes per time", TARGET, C, ["lib/text/quantity.c"],
     r"(?:bytes|BYTES)\b(?: \* \w+)* / (?:\w+(?:\.|->))*(?:time|taken|seconds|ns)\b",
     "rate = bytes * 1000 / run->taken;"),
    ("bytes per time", TOOL, C, ["tools/stats/stats.c"],
     r"(?:bytes|BYTES|amount)\b / (?!rate\.)(?:\w+(?:\.|->))*(?:time|taken|waited|seconds|ns|value|high|low)\b",
     "return value > 0 ? figure->bytes / value : 0;"),
    ("cleared page", TARGET, C, ["lib/cleared_page.h"], r"\[1\] == 0 && \*last == 0",
     "was_cleared = bytes[1] == 0 && *last == 0;"),
]

COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")|(\'(?:\\.|[^\'\\\n])\')', re.DOTALL)
PYTHON_COMMENT = re.compile(r'^\s*#[^\n]*|\s#\s[^\n"\']*$|""".*?"""', re.DOTALL | re.MULTILINE)
# Tests compare with formulas of their own, and this file has them all.
LEFT_OUT = ("tests/unit/", "tests/independent/", "tests/figures/", "tests/project/formulas.py")


def without_comments(path, text):
    """The text with blank comments. Lines keep their numbers."""
    def blank(match):
        if path.endswith(".py"):
            return re.sub(r"[^\n]", " ", match[0])
        return match[0] if match[1] or match[2] else re.sub(r"[^\n]", " ", match[0])
    return (PYTHON_COMMENT if path.endswith(".py") else COMMENT).sub(blank, text)


def read_tree(root):
    """The text of each file that a rule looks at, by its path from the root."""
    texts = {}
    endings = tuple({ending for rule in RULES for ending in rule[2]})
    for top in sorted({directory for rule in RULES for directory in rule[1]}):
        for directory, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                path = os.path.relpath(os.path.join(directory, name), root)
                if name.endswith(endings) and not path.startswith(LEFT_OUT):
                    with open(os.path.join(root, path), encoding="utf-8") as file:
                        texts[path] = without_comments(path, file.read())
    return texts


def occurrences(rule, texts):
    """Path, line and text of everything that looks like the formula."""
    directories, endings, pattern = rule[1], rule[2], re.compile(rule[4], re.MULTILINE)
    for path in sorted(texts):
        if path.split("/", 1)[0] in directories and path.endswith(endings):
            for match in pattern.finditer(texts[path]):
                line = texts[path].count("\n", 0, match.start()) + 1
                yield path, line, texts[path].split("\n")[line - 1].strip()


def second_places(texts):
    """A message for each place that a rule does not name."""
    found = {}
    for rule in RULES:
        for path, line, text in occurrences(rule, texts):
            if path not in rule[3]:
                found[path, line] = "%s:%d: a second place of: %s (%s)\n\t%s" % (
                    path, line, rule[0], ", ".join(rule[3]) or "none in this language", text)
    return [found[place] for place in sorted(found)]


def self_test(texts):
    """What the rules fail to find."""
    failures = []
    for rule in RULES:
        name, directories, endings, places = rule[:4]
        own = {path: text for path, text in texts.items() if path in places}
        seen = {path for path, _, _ in occurrences(rule, own)}
        failures += ["%s: no %s, so its rule finds nothing" % (place, name) for place in places
                     if place not in seen]
        path = "%s/injected/second%s" % (directories[0], endings[-1])
        for injected in rule[5:]:
            text = without_comments(path, "\n\n%s\n" % injected)
            if not any(message.startswith(path + ":3: ") for message in second_places({path: text})):
                failures.append("a second place of %s is not found: %s" % (name, injected))
            if path.endswith(C) and second_places({path: without_comments(path, "/* %s */\n" % injected)}):
                failures.append("a comment is taken for a second place of " + name)
    return failures


def main():
    texts = read_tree(sys.argv[1] if len(sys.argv) > 1 else ".")
    failures = second_places(texts) + (self_test(texts) if len(sys.argv) == 1 else [])
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
