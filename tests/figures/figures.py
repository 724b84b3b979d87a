# SPDX-License-Identifier: MIT
"""Every number of every export, table, page and chart, compared with what a reader of its own computes from
the samples, passes and events of the corpus: reader.py the statistics, exports.py the formats of `export`,
shown.py the tables of `show`, tables.py their printed views, charts.py the drawings, idle.py, flow.py and
fleet.py the other commands. A format, quantity or unit without a rule fails.

usage: figures.py BUILD [--counts]; --counts prints how many numbers were compared, by view and quantity"""
import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import charts  # noqa: E402
import exports  # noqa: E402
import fleet  # noqa: E402
import flow  # noqa: E402
import idle  # noqa: E402
import shown  # noqa: E402
from reader import Account, Results  # noqa: E402
from tables import FIGURE, Tables, check_csv, check_csv_table, check_ndjson, check_page, check_text  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(sys.argv[1])
LOGS = os.path.join(HERE, "../corpus/logs")
WORK = f"{BUILD}/figures"
ENVIRONMENT = {"PATH": os.environ["PATH"], "COLUMNS": "132", "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
               "HOME": "/nonexistent"}
LOGS_OF_RUNS = ("metal-emulated", "metal-others", "linux-emulated", "metal-counted", "counters", "no-clock", "disturbed",
                "unstable-overhead", "clocks", "code", "disk", "own-kernel")
LOGS_OF_IDLE = ("idle-linux-1", "gaps-linux", "editor", "idle-metal", "gaps-metal")
LOGS_OF_FLOW = ("flow-metal", "flow-linux", "flow-parallel", "flow-generated")
DAY = "2026-10-02"      # between the two nights of the rooms
# Each of these must have been compared, so that a view or a unit that disappears is found.
LEAST = {"results.json": 3000, "csv": 3000, "ndjson": 3000, "samples": 3000, "gbench": 300, "openmetrics": 1000,
         "hdr": 500, "bencher": 500, "kcidb": 400, "show --json": 2000, "show": 1500, "show --csv": 3000,
         "show --ndjson": 2000, "page": 1000, "plot": 500, "plot --csv": 300, "report --csv": 1000, "page chart": 500, "idle --json": 9000,
         "idle": 300, "idle --csv": 9000, "idle --plot": 500, "flow path --json": 50, "flow path": 200,
         "flow export chrome": 300, "flow export otlp": 300, "flow export ctf": 100, "flow states": 20,
         "flow load": 20, "flow tree": 4, "fleet --json": 100, "fleet": 20, "fleet page": 100}
UNITS = ("ns", "instructions", "TSC ticks", "GB/s", "bytes per instruction")


def run(*words, statuses=(0,)):
    done = subprocess.run([f"{BUILD}/bareline", *words], cwd=WORK, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in statuses:
        raise RuntimeError(f"bareline {' '.join(words)}: status {done.returncode}: {done.stderr}")
    return done.stdout


def read(path):
    with open(f"{WORK}/{path}", encoding="utf-8") as file:
        return file.read()


# ---- A run whose statistics all differ ----

def varied(results, seed=7):
    """The results of a short run with a TSC whose ticks are not nanoseconds, curves of memory, and many skewed
    samples, so that mean, median, each quantile and each bound differ."""
    made, rng = copy.deepcopy(results), random.Random(seed)
    made["manifest"]["tsc_hz"] = flow.HERTZ
    for bench in made["benchmarks"]:
        if bench["name"] == "mem.latency":
            base = next(series for series in bench["series"] if series["point"]["order"] == "random")
            bench["series"] += [grown(base, 1024 << shift, 1 if shift < 5 else 3 if shift < 10 else 12)
                                for shift in range(1, 15)]
        if bench["name"] == "mem.bandwidth.read":
            base = bench["series"][0]
            bench["series"] += [grown(base, size << 10, 1 + step / 5)
                                for step, size in enumerate((32, 64, 128, 512, 1024, 8192), 1)]
    number = 0
    for bench in made["benchmarks"]:
        for series in bench["series"]:
            series["id"], number = number, number + 1
            for part in series["samples"]:
                middle = sorted(part["values"])[len(part["values"]) // 2]
                count = 9 if part["cold"] else 42
                part["values"] = [middle + rng.choice((0, 1, 1, 2, 2, 2, 3, 9)) for _ in range(count)] \
                    if bench["name"] == "null.timing" else \
                    [round(middle * (1 + rng.expovariate(12))) + rng.randrange(9) for _ in range(count)]
    return made


def grown(base, size, factor):
    series = copy.deepcopy(base)
    series["point"]["size_bytes"] = size
    for part in series["samples"]:
        part["values"] = [int(value * factor) for value in part["values"]]
    return series


# ---- Views of runs ----

def check_run(account, name, path):
    run("parse", path, "-o", f"{name}.json", statuses=(0, 1))
    results = Results(f"{WORK}/{name}.json")
    exports.check_results(account, results)
    for form, check in exports.FORMATS.items():
        if form not in exports.TIMES_ONLY or results.tick_unit == "ns":
            check(account, run("export", "--format", form, f"{name}.json"), results)
    tables = Tables(run("show", "--all", "--json", f"{name}.json"))
    shown.check_json(account, tables, results)
    shown.check_asides(account, tables)
    run("report", f"{name}.json", "-o", f"{name}.html")
    page = read(f"{name}.html")
    text = run("show", "--all", "--csv", f"{name}.tables", f"{name}.json")
    shown.check_views(account, tables, {"ndjson": run("show", "--all", "--ndjson", f"{name}.json"), "text": text,
                                        "csv": f"{WORK}/{name}.tables", "page": page})
    check_charts(account, name, tables, page)
    run("report", f"{name}.json", "--csv", f"{name}.report")
    for file in sorted(os.listdir(f"{WORK}/{name}.report")):
        printed = read(f"{name}.report/{file}")
        if printed.splitlines()[0] != "what,text":      # facts about the host, which show does not print
            check_rows(account, "report --csv", printed, tables.tables[file.removesuffix(".csv")])
    return {metric.unit for metric in results.metrics.values()} | \
        {row["unit"] for table in tables for row in table["rows"] if row.get("unit")} | \
        {column["unit"] for table in tables for column in table["columns"] if column.get("unit")}


def check_rows(account, view, printed, table):
    """A CSV table with all rows, or with those of warm samples."""
    warm = {**table, "rows": [row for row in table["rows"] if row.get("samples", "warm") == "warm"]}
    is_whole = len(printed.splitlines()) - 1 == len(table["rows"])
    check_csv_table(account, view, printed, table if is_whole else warm)


def check_charts(account, name, tables, page):
    levels = tables.tables["mem.plateaus"]["rows"] if "mem.plateaus" in tables.tables else ()
    for line in run("plot", "--list", f"{name}.json").splitlines():
        chart = line.split()[0]
        table = tables.tables[chart]
        run("plot", chart, f"{name}.json", "-o", f"{name}.svg")
        drawn = list(charts.charts_of_file(read(f"{name}.svg")))
        account.same("plot", "drawings", len(drawn), 1, chart)
        for drawing in drawn:
            charts.check_chart(account, "plot", table, drawing, levels if chart == "mem.latency" else ())
        check_rows(account, "plot --csv", run("plot", "--csv", chart, f"{name}.json"), table)
    for figure in FIGURE.finditer(page):
        drawing = re.search(r"(?s)<svg role=img height.*?</svg>(?=</div>|<ol)", figure[0])
        if drawing:
            charts.check_chart(account, "page chart", tables.tables[figure[1]], charts.Chart(drawing[0]),
                               levels if figure[1] == "mem.latency" else ())
        elif "<table class=ladder" in figure[0]:
            charts.check_ladder(account, "page chart", tables.tables[figure[1]], figure[0])


def check_runs(account):
    units = set()
    for place, source in enumerate(("metal-real", "linux-real")):
        run("parse", f"{LOGS}/{source}.log", "-o", "short.json")
        with open(f"{WORK}/varied-{source}.in.json", "w", encoding="utf-8") as file:
            json.dump(varied(json.loads(read("short.json")), 7 + place), file)
        units |= check_run(account, f"varied-{source}", f"varied-{source}.in.json")
    for name in LOGS_OF_RUNS:
        units |= check_run(account, name, f"{LOGS}/{name}.log")
    for unit in UNITS:
        account.same("show --json", "units", unit in units, True, f"the unit {unit}")
    listed = re.findall(r"^ +(?:--format FORMAT +)?(\w+): ", run("export", "--help"), re.M)
    account.same("export", "formats", sorted(listed), sorted(exports.FORMATS), "bareline export --help")


# ---- Other commands ----

def check_idle(account):
    for name in LOGS_OF_IDLE:
        flow.with_clock(f"{LOGS}/{name}.log", f"{WORK}/{name}.log")
        words = ("idle", "--all", "--latency-limit", idle.LIMIT, f"{name}.log")
        tables = Tables(run(*words, "--json", statuses=(0, 1)))
        idle.check(account, tables, f"{WORK}/{name}.log")
        text = run(*words, "--csv", f"{name}.tables", "--plot", f"{name}.charts", statuses=(0, 1))
        check_csv(account, "idle --csv", f"{WORK}/{name}.tables", tables)
        check_ndjson(account, "idle --ndjson", run(*words, "--ndjson", statuses=(0, 1)), tables)
        check_text(account, "idle", text, tables, idle.HEADS, idle.NOT_TEXT)
        idle.check_charts(account, tables, f"{WORK}/{name}.charts")


def check_flow(account):
    for name in LOGS_OF_FLOW:
        log = f"{name}.log"
        flow.with_clock(f"{LOGS}/{log}", f"{WORK}/{log}")
        interactions, _ = flow.read(f"{WORK}/{log}")
        flow.check_paths(account, Tables(run("flow", "path", "--json", log)), interactions)
        for number, true in enumerate(interactions, 1):
            words = ("flow", "path", "--interaction", str(number), log)
            tables = Tables(run(*words, "--json"))
            flow.check_path(account, tables, true, number)
            text = run(*words, "--csv", f"{name}-{number}")
            check_csv(account, "flow path --csv", f"{WORK}/{name}-{number}", tables)
            check_text(account, "flow path", text, tables, flow.HEADS)
            check_ndjson(account, "flow path --ndjson", run(*words, "--ndjson"), tables)
        for form, check in flow.FORMATS.items():
            run("flow", "export", "--format", form, "-o", f"{name}.{form}", log)
            check(account, f"{WORK}/{name}.{form}" if form == "ctf" else read(f"{name}.{form}"), interactions)
        flow.check_sums(account, Tables(run("flow", "states", "--json", log)),
                        Tables(run("flow", "load", "--json", log)), run("flow", "tree", log), interactions)
    listed = re.findall(r"^ +(?:--format FORMAT +)?(\w+): ", run("flow", "export", "--help"), re.M)
    account.same("flow export", "formats", sorted(listed), sorted(flow.FORMATS), "bareline flow export --help")


def check_overhead(account):
    for kind in ("counted", "emulated"):
        sides = ("overhead", "--force", f"{LOGS}/metal-{kind}.log", f"{LOGS}/linux-{kind}.log")
        tables = Tables(run(*sides, "-o", "-"))
        page = run(*sides, "--html", "-")
        charts.check_sides(account, "overhead page", tables.tables["overhead.headlines"], page)
        charts.check_ratios(account, "overhead page", page)


def check_fleet(account):
    for room in ("room", "room-odd"):
        shutil.copytree(f"{LOGS}/{room}", f"{WORK}/{room}")
        machines = {}
        for machine in sorted(name for name in os.listdir(f"{LOGS}/{room}") if name.startswith("node-")):
            machines[machine] = []
            for night in sorted(os.listdir(f"{LOGS}/{room}/{machine}")):
                run("parse", f"{LOGS}/{room}/{machine}/{night}", "-o", "night.json")
                machines[machine].append(Results(f"{WORK}/night.json"))
        true = fleet.Fleet(machines)
        is_odd = int(room == "room-odd")
        tables = Tables(run("fleet", room, "--all", "--json", "-", statuses=(is_odd,)))
        text = run("fleet", room, "--all", "--html", f"{room}.html", statuses=(is_odd,))
        fleet.check_figures(account, true, tables.tables["figures"])
        fleet.check_odd(account, true, tables, text)
        fleet.check_machines(account, true, tables)
        check_text(account, "fleet", text, tables, fleet.HEADS, ("models",))
        page = read(f"{room}.html")
        check_page(account, "fleet page", page, tables, fleet.HEADS, ("odd", "figures", "records"))
        fleet.check_page(account, true, tables, page)
        since = Tables(run("fleet", room, "--since", DAY, "--all", "--json", "-", statuses=(0, 1)))
        fleet.check_since(account, true, since.tables["since"],
                          run("fleet", room, "--since", DAY, "--all", statuses=(0, 1)), 1)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    account = Account()
    for check in (check_runs, check_idle, check_flow, check_overhead, check_fleet):
        try:
            check(account)
        except (RuntimeError, OSError, ValueError, LookupError) as error:
            account.fail(check.__name__, f"ended by {type(error).__name__}: {error}")
    views = {}
    for (view, quantity), count in sorted(account.counts.items()):
        views[view] = views.get(view, 0) + count
        if "--counts" in sys.argv:
            print(f"{count:7} {view}: {quantity}")
    for view, least in LEAST.items():
        if views.get(view, 0) < least:
            account.fail(view, f"only {views.get(view, 0)} numbers were compared; at least {least} are expected")
    for text in account.wrong[:20]:
        print(text)
    print(f"{sum(views.values())} numbers of {len(views)} views compared, {len(account.wrong)} wrong")
    return 1 if account.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
