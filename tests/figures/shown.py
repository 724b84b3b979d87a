# SPDX-License-Identifier: MIT
"""The tables of `bareline show` compared with the samples: each row must be those statistics of one metric
that its keys name. Tables of derived values are compared with their own formula, or with results.json."""
import math
import re
import statistics

import coarse
from tables import NUMERIC, TIMES, check_csv, check_ndjson, check_page, check_text, number_of

STATS = ("min", "p25", "p75", "p99", "max", "mean", "sigma")
PAGE_ONLY = ("anatomy",)
# The words of text and page for columns, where they are not the column's name.
HEADS = {
    "TSC ticks": "ticks", "pages of": "page_bytes", "ns, ns": "median", "instructions, instructions": "median",
    "known answer": "claim", "one operation": "operation", "2n - n": "difference", "level": "level_ticks",
    ("self-tests", "benchmark"): "bench", ("events", "benchmark"): "bench",
    ("figures", "operation"): "what", ("figures", "Key metrics"): "what",
    ("mem.plateaus", "ns"): "level_ns", ("mem.plateaus", "from"): "begins_bytes",
    ("mem.plateaus", "to"): "ends_bytes", ("mem.plateaus", "min to"): "ends_low",
    ("mem.plateaus", "max to"): "ends_high", ("mem.plateaus", "cache by CPUID"): "cache",
    ("predictions.bandwidth", "bytes moved by"): "operation", ("mem.latency", "ns"): "median",
    ("mem.latency", "instructions"): "median", ("mem.latency", "TSC ticks"): "median",
    ("irq.handling", "interrupted"): "pass_interrupted",
    ("mem.c2c.places", "CPUs of the pair"): "relation", ("mem.c2c.places", "min"): "least",
    ("mem.c2c.places", "max"): "greatest", ("clock.coarse", "TSC"): "tsc",
    ("mem.c2c", "CPU"): ["second_cpu", "first_cpu"], ("code.sequences", "one copy"): "median",
    ("code.sequences", "sequence"): "source",
}
# The benchmarks and stages of the key metrics, by their words.
KEY_METRICS = ((r"a load in a working set of (.*)", "mem.latency", ""),
               (r"reading a working set of (.*), the fastest way", "mem.bandwidth.read", ""),
               (r"a null system call", "entry.null_syscall", ""), (r"an interrupt to oneself", "irq.self_ipi", "total"),
               (r"a page of memory at its first touch", "fault.demand_zero", ""),
               (r"a page fault in kernel mode and back", "fault.not_present", "total"),
               (r"a thread switch in user mode", "os.switch_thread", ""),
               (r"an address-space switch in user mode", "os.switch_space", ""),
               (r"a thread created, run and joined", "os.thread_run", ""))
# Lines that cross the memory's bus, and loads that the core waits for, of each line of an operation:
# docs/statistics.md, "Predictions".
LINES = {"read": (1, 1), "write": (2, 1), "fill": (2, 1), "copy": (3, 2), "nt_write": (1, 0), "nt_copy": (2, 1)}


def benches_of(table, row):
    """The benchmarks that a row may be of, by its table and keys."""
    name = re.sub(r"-\d$", "", table["name"])
    if name == "figures":
        return [(bench, stage) for words, bench, stage in KEY_METRICS if re.match(words, row["what"])]
    bench = row.get("benchmark") or row.get("bench")
    if bench is None:
        bench = {"fault.matrix": f"fault.{row.get('kind')}", "irq.stages": f"irq.{row.get('source')}",
                 "mem.latency.order": "mem.latency", "code.sequences": "code.sequence"}.get(name, name)
        if name.startswith("mem.bandwidth") and "operation" in row:
            bench = f"mem.bandwidth.{row['operation']}"
    stage = row.get("stage") or ("total" if name == "fault.matrix" else "")
    if name == "anatomy" and stage == "total":
        return [(bench, "total"), (bench, "")]
    return [(bench, None if "stage" not in row and name == bench.partition(".")[0] else stage)]


def parameters_of(table, row):
    """The parameters of the point that a row's keys state."""
    left_out = ("samples", "stage", "benchmark", "bench", "unit", "operation", "kind", "source", "what", "n",
                "marks", "remark", "sequence", "copies", "bytes", "verdict", "instructions", "cycles")
    made = {name.removeprefix("point_"): str(value) for name, value in row.items()
            if name not in left_out and isinstance(value, (str, int)) and not isinstance(value, bool)}
    return made if table["name"] not in ("anatomy", "figures") else {}


def candidates(table, row, results):
    wanted = parameters_of(table, row)
    cache = row.get("samples") or "warm"
    for bench, stage in benches_of(table, row):
        for metric in results.metrics.values():
            point = dict(word.split("=", 1) for word in metric.point.split())
            if (metric.bench, metric.cache) == (bench, cache) and stage in (None, metric.stage) and \
                    all(point.get(name, value) == value for name, value in wanted.items()):
                yield metric


def rate(metric, quantity):
    """Bytes per nanosecond; the fastest sample bounds it above."""
    value = metric.value[{"low": "median_high", "high": "median_low", "value": "median"}[quantity]]
    return metric.bytes / value if value else None


RATES = {"ns": "GB/s", "instructions": "bytes per instruction", "TSC ticks": "bytes per tick"}


def is_rate(unit):
    return unit in RATES.values()


def is_near(one, other):
    if one is None or other is None:
        return one is None and other is None
    return abs(one - other) <= 1e-9 * max(abs(other), 1e-3)


def errors_of(table, row, metric):
    """The cells of a row that are not those of the metric."""
    for column in table["columns"]:
        name, cell = column["name"], row[column["name"]]
        if name == "rate" or (name == "median" and is_rate(row.get("unit"))):
            true = [rate(metric, part) for part in ("value", "low", "high")]
        elif name == "median":
            true = [metric.value[part] for part in ("median", "median_low", "median_high")]
        elif name in STATS:
            true = metric.value[name]
        elif name == "ticks":
            true = metric.ticks["median"] if metric.unit == "ns" or cell is not None else None
        elif name == "axis":
            true = 64 * metric.value["median"] / metric.bytes if is_rate(row.get("unit")) else \
                None if metric.unit == "TSC ticks" else metric.value["median"]
        elif name == "n":
            true = len(metric.values)
        elif name == "curve" or column["kind"] not in NUMERIC or name in parameters_of(table, row) or \
                name in ("copies", "bytes", "ring", "cycles", "instructions", "predicted"):
            continue
        else:
            yield f"{name} has no rule"
            continue
        if isinstance(true, list):
            made = [cell and cell[part] for part in ("value", "low", "high")]
            if cell is not None and cell["exact"]:
                true[1:] = [true[0], true[0]]
        else:
            true, made = [true], [cell]
        if not all(map(is_near, made, true)):
            yield f"{name} is {made}; computed: {true}"
    unit = row.get("unit") or next((column["unit"] for column in table["columns"] if
                                    column["name"] in ("median", "rate") and column.get("unit")), None)
    true = RATES[metric.unit] if "rate" in row or is_rate(unit) else metric.unit
    if unit is not None and unit != true and (unit, true) != ("ticks", "TSC ticks"):
        yield f"unit is {unit}; computed: {true}"


def check_metrics(account, table, results):
    view = "show --json"
    for row in table["rows"]:
        if all(row.get(name) is None for name in ("median", "rate")):
            continue
        found = [(list(errors_of(table, row, metric)), metric) for metric in candidates(table, row, results)]
        for column in table["columns"]:
            if column["kind"] in NUMERIC and row[column["name"]] is not None:
                account.counts[view, f"{column['kind']} {column['name']}"] += 1
        if not found:
            account.fail(view, f"{table['name']} has a row of no metric: {row}")
        else:
            errors, metric = min(found, key=lambda item: len(item[0]))
            for error in errors:
                account.fail(view, f"{table['name']}, {' '.join(filter(None, metric[:4]))}: {error}")


# ---- Tables of derived values ----

def metric_of(results, words):
    """The warm metric that an operation's words name: bench, then `name value` pairs and the stage."""
    bench, _, rest = words.partition(" ")
    parts = dict(part.split(" ", 1) for part in filter(None, rest.split(", ")) if " " in part)
    stage = next((part for part in filter(None, rest.split(", ")) if " " not in part), "")
    for metric in results.metrics.values():
        point = dict(word.split("=", 1) for word in metric.point.split())
        if metric.bench == bench and metric.cache == "warm" and metric.stage == stage and len(point) == len(parts) \
                and all(size_text(point.get(name) or point.get(f"{name}_bytes"), f"{name}_bytes" in point) == value
                        for name, value in parts.items()):
            return metric
    return None


def size_text(value, is_size):
    if not is_size or value is None:
        return value
    size, unit = int(value), ""
    for name in ("KiB", "MiB", "GiB"):
        if size % 1024 == 0 and size >= 1024:
            size, unit = size // 1024, name
    return f"{size} {unit}"


def check_methods(account, table, results):
    from reader import describe
    for row in table["rows"]:
        metric = metric_of(results, row["operation"])
        if metric is None:
            account.fail("show --json", f"methods of an unknown operation: {row}")
            continue
        twice = results.metrics[metric.bench, metric.point, "2n", "warm"]
        factor = results.ns_per_tick or 1
        less = [(b - a) / metric.iterations * factor for a, b in zip(metric.raw, twice.raw)]
        step = results.step / metric.iterations * factor
        for name, stats in (("subtracted", metric.value), ("difference", describe(less, step))):
            check_quantity(account, f"methods {name}", row[name], stats, row["operation"])


def check_quantity(account, quantity, cell, stats, where):
    for part, name in (("value", "median"), ("low", "median_low"), ("high", "median_high")):
        true = stats["median"] if cell["exact"] else stats[name]
        account.number("show --json", f"{quantity} {part}", cell[part], true, where)


def check_predictions(account, table, results):
    factor = results.ns_per_tick or 1
    written = results.json["predictions"]
    account.same("show --json", "predictions", len(table["rows"]), len(written), "rows")
    for row, true in zip(table["rows"], written):
        where = row["operation"]
        metric = metric_of(results, where)
        account.number("show --json", "measured", row["measured"], metric and metric.value["median"], where)
        for name in ("base", "predicted", "residual"):
            ticks = None if true["missing"] else true[f"{name}_ticks"]
            account.number("show --json", name, row[name], ticks and ticks * factor, where)
        if row["part"] is not None:
            account.number("show --json", "part", row["part"], row["residual"] / row["measured"], where)


def memory_peak(results):
    """GB/s of modules in one named channel each; None if their speed or width is unknown."""
    devices = results.json["memory_devices"]
    speeds = [device["mts"] or device["rated_mts"] for device in devices]
    if not devices or 0 in speeds or any(device["data_bits"] == 0 for device in devices):
        return None
    return min(speeds) * min(device["data_bits"] for device in devices) / 8 * len(devices) / 1000


def check_bandwidth(account, table, results):
    peak, loads = memory_peak(results), [metric.value["median"] for metric in results.warm("mem.mlp")]
    for row in table["rows"]:
        where = row["operation"]
        metric = metric_of(results, where)
        measured = metric and rate(metric, "value")
        account.number("show --json", "measured", row["measured"], measured, where)
        crossings, waits = LINES[where.split()[0].removeprefix("mem.bandwidth.")]
        base = peak and peak / crossings
        bounds = [bound for bound in (base, waits and loads and 64 / (waits * min(loads))) if bound]
        predicted = min(bounds) if bounds else None
        residual = measured - predicted if predicted else None
        for name, true in (("base", base), ("predicted", predicted), ("residual", residual),
                           ("part", residual and residual / measured)):
            account.number("show --json", name, row[name], true, where)


def check_handling(account, table, results):
    """Interrupts by stamps, and by the passes of an idle loop: each pass with one, minus the one before."""
    factor = results.ns_per_tick or 1
    for row in table["rows"]:
        source = row["source"]
        passes = [results.metrics["irq.fixed_work", f"source={source}", stage, "warm"]
                  for stage in ("alone", "interrupted")]
        stamped = [results.metrics.get((f"irq.{source}", "ring=0 wait=spin cache=warm", stage, "warm"))
                   for stage in ("delivery", "total")]
        gap = statistics.median(late - early for early, late in zip(*(metric.raw for metric in passes))) * factor
        late, total = (metric and metric.value["median"] for metric in stamped)
        handling = None if late is None or total is None else total - late
        for name, true in (("delivery", late if handling is not None else None), ("handling", handling), ("gap", gap),
                           ("difference", None if handling is None else handling - gap),
                           ("pass_alone", passes[0].value["median"]),
                           ("pass_interrupted", passes[1].value["median"]), ("n", len(passes[0].values))):
            account.number("show --json", name, row[name], true, f"irq.handling {source}")


def check_levels(account, table, results):
    factor = results.ns_per_tick or 1
    levels = [(curve["page_bytes"], level) for curve in results.json["memory_curves"] for level in curve["plateaus"]]
    account.same("show --json", "levels", len(table["rows"]), len(levels), "mem.plateaus")
    for row, (page, level) in zip(table["rows"], levels):
        account.same("show --json", "page_bytes", row["page_bytes"], page, "mem.plateaus")
        account.number("show --json", "level_ticks", row["level_ticks"], level["ticks"], "mem.plateaus")
        for part, name in (("value", "ticks"), ("low", "ticks_low"), ("high", "ticks_high")):
            true = level[name] and level[name] * factor
            account.number("show --json", f"level_ns {part}", row["level_ns"][part], true, "mem.plateaus")
        for name in ("begins_bytes", "ends_bytes", "ends_low", "ends_high"):
            true = level[name] if name in level else None
            account.number("show --json", name, row[name], true, "mem.plateaus")


def check_events(account, table, results):
    counts = [(bench["name"], counted) for bench in results.json["benchmarks"] for counted in bench["counts"]]
    account.same("show --json", "events", len(table["rows"]), len(counts), "rows")
    for row, (bench, counted) in zip(table["rows"], counts):
        where = f"{bench} {counted['event']}"
        account.same("show --json", "event", (row["bench"], row["event"], row["n"]),
                     (bench, counted["event"], counted["n"]), where)
        for name in ("min", "max"):
            account.number("show --json", f"event {name}", row[name], counted["events"][name], where)
        check_quantity(account, "event median", row["median"], counted["events"], where)
        account.number("show --json", "reading", row["reading"], counted["reading"]["median"], where)


def check_self_tests(account, table, results):
    """The values of results.json; the bias of selftest.null by the samples."""
    for row, test in zip(table["rows"], results.json["self_tests"]):
        account.same("show --json", "self-test", (row["bench"], row["verdict"], row["unit"]),
                     (test["bench"], test["verdict"], test.get("unit", row["unit"])), row["bench"])
        account.number("show --json", "self-test value", row["value"], test.get("value"), row["bench"])
        if row["bench"] == "selftest.null" and row["value"] is not None:
            metric = results.metrics["selftest.null", "", "", "warm"]
            cost = results.metrics["null.timing", "", "", "warm"].ticks["median"] if results.cost is None \
                else results.cost
            bias = sorted(metric.raw)[len(metric.raw) // 2] - cost if len(metric.raw) % 2 else \
                sum(sorted(metric.raw)[len(metric.raw) // 2 - 1:][:2]) / 2 - cost
            account.number("show --json", "bias", row["value"], bias, row["bench"])


def relation_of(results, pair):
    """How the places of two CPUs differ."""
    first, second = (next(place for place in results.json["cpu_places"] if place["cpu"] == cpu) for cpu in pair)
    return "other package" if first["package"] != second["package"] else \
        "SMT siblings" if first["core"] == second["core"] else "same package"


def check_places(account, table, results):
    """Of the medians of all pairs of CPUs, those with one relation."""
    kinds = {}
    for metric in results.warm("mem.c2c"):
        pair = [int(word.partition("=")[2]) for word in metric.point.split()]
        kinds.setdefault(relation_of(results, pair), []).append(metric.value["median"])
    account.same("show --json", "relations", [row["relation"] for row in table["rows"]], list(kinds), table["name"])
    for row in table["rows"]:
        medians = kinds[row["relation"]]
        for name, true in (("pairs", len(medians)), ("least", min(medians)), ("median", statistics.median(medians)),
                           ("greatest", max(medians))):
            account.number("show --json", name, row[name], true, f"{table['name']}, {row['relation']}")


DERIVED = {"clock.coarse": coarse.check_estimates, "clock.coarse.error": coarse.check_errors,
           "mem.c2c.places": check_places, "methods": check_methods, "predictions": check_predictions, "predictions.bandwidth": check_bandwidth,
           "irq.handling": check_handling, "mem.plateaus": check_levels, "events": check_events, "self-tests": check_self_tests}


def check_curve(account, table, results):
    """The small curve of the key metrics: medians of random loads in pages of 4 KiB, by working set."""
    for row in table["rows"]:
        if row["curve"] is not None:
            loads = results.warm("mem.latency", order="random", page_bytes=4096)
            true = [metric.value["median"] for metric in sorted(loads, key=lambda metric: int(
                dict(word.split("=") for word in metric.point.split())["size_bytes"]))]
            account.same("show --json", "curve", [round(value, 6) for value in row["curve"]],
                         [round(value, 6) for value in true], row["what"])


def check_json(account, tables, results):
    for table in tables:
        numbers = [column["name"] for column in table["columns"] if column["kind"] in NUMERIC]
        if table["name"] in DERIVED:
            DERIVED[table["name"]](account, table, results)
        elif numbers:
            if not {"median", "rate"} & {column["name"] for column in table["columns"]}:
                account.fail("show --json", f"the table {table['name']} has no rule")
            check_metrics(account, table, results)
            if table["name"] == "figures":
                check_curve(account, table, results)


ASIDE = re.compile(r"(\S+) (ns|µs|ms|s|instructions) for each line of 64 bytes")


def check_asides(account, tables):
    for row in (tables.tables.get("figures") or {"rows": ()})["rows"]:
        found = ASIDE.fullmatch(row["aside"] or "")
        if found:
            factor = TIMES.get(found[2], 1)
            account.number("show --json", "aside", float(found[1]) * factor, row["axis"], row["what"],
                           0.006 * 10 ** math.floor(math.log10(row["axis"])))
        elif row["aside"]:
            account.fail("show --json", f"figures: an aside without a rule: {row['aside']}")


def check_views(account, tables, made):
    """made: the outputs of ndjson, csv (a directory), text and page."""
    check_ndjson(account, "show --ndjson", made["ndjson"], tables)
    check_csv(account, "show --csv", made["csv"], tables)
    check_text(account, "show", made["text"], tables, HEADS, PAGE_ONLY)
    check_page(account, "page", made["page"], tables, HEADS)
