# SPDX-License-Identifier: MIT
"""Every number of results.json and of each format of `bareline export`, compared with the samples."""
import base64
import collections
import csv
import datetime
import io
import json
import re
import struct
import zlib

from reader import describe

STATS = ("min", "p1", "p5", "p25", "median", "p75", "p90", "p99", "max", "mean", "sigma", "median_low",
         "median_high")
OF_MANIFEST = ("build", "host", "boot", "os_version", "kernel", "time_base", "hypervisor", "suite", "tsc_hz")
OF_CPU = ("vendor", "brand", "family", "model", "stepping", "microcode")


def named(metric):
    return " ".join(part for part in metric[:4] if part)


def key_of(row):
    return row["bench"], row["point"], row["stage"] or "", row["cache"]


def each(account, view, rows, results, key=key_of):
    """The rows with their metrics; all metrics must have one row."""
    left = dict(results.metrics)
    for row in rows:
        metric = left.pop(key(row), None)
        if metric is None:
            account.fail(view, f"a second or unknown metric: {key(row)}")
        else:
            yield row, metric
    if left:
        account.fail(view, f"no row of {next(iter(left))}, and of {len(left) - 1} more")


# ---- results.json ----

def check_results(account, results):
    for bench in results.json["benchmarks"]:
        for series in bench["series"]:
            point = " ".join(f"{name}={value}" for name, value in series["point"].items())
            for cache in ("warm", "cold"):
                metric = results.metrics.get((bench["name"], point, series["stage"], cache))
                written = series[cache]
                if metric is None or written is None:
                    account.same("results.json", "presence", written, metric, (bench["name"], point, cache))
                    continue
                check_stats(account, "results.json", written["ticks"], metric.ticks, named(metric))
                if results.ns_per_tick and written["ns"] is not None:
                    check_stats(account, "results.json, ns", written["ns"], metric.value, named(metric))
                elif metric.unit in ("ns",):
                    account.fail("results.json", f"no nanoseconds of {named(metric)}")
                for name, true in (("n", len(metric.raw)), ("overhead_subtracted", metric.subtracted),
                                   ("below_overhead", metric.below)):
                    account.same("results.json", name, written[name], true, named(metric))
        for counted in bench["counts"]:
            cost = sorted(counted["overhead"])
            reading = describe(cost)
            check_stats(account, "results.json", counted["reading"], reading, f"reading of {counted['event']}")
            less = reading["median"] if counted["reading_subtracted"] else 0
            events = describe([max(value - less, 0) / counted["iterations"] for value in counted["values"]])
            check_stats(account, "results.json", counted["events"], events, counted["event"])
    cost = results.json["timing_overhead"]
    if cost["ticks"] is not None and results.cost is not None:
        account.number("results.json", "timing overhead", cost["cost_ticks"], results.cost, "null.timing")
    for prediction in results.json["predictions"]:
        check_prediction(account, results, prediction)


def check_stats(account, view, written, true, where):
    for name in STATS:
        account.number(view, name, written[name], true[name], where)


def check_prediction(account, results, prediction):
    """The sums of the terms, and each term's median."""
    if prediction["missing"]:
        return
    total = {True: 0.0, False: 0.0}
    for term in prediction["terms"]:
        point = " ".join(f"{name}={value}" for name, value in term["point"].items())
        metric = results.metrics.get((term["bench"], point, term["stage"], "warm"))
        true = metric.ticks["median"] if metric else None
        account.number("results.json", "term", term["ticks"], true, f"{term['bench']} {point}")
        total[term["base"]] += term["count"] * (true or 0)
    point = " ".join(f"{name}={value}" for name, value in prediction["point"].items())
    measured = results.metrics[prediction["bench"], point, prediction["stage"], "warm"].ticks["median"]
    where = f"the prediction of {prediction['bench']} {point}"
    for name, true in (("measured", measured), ("base", total[True]), ("predicted", total[True] + total[False]),
                       ("residual", measured - total[True] - total[False])):
        account.number("results.json", name, prediction[f"{name}_ticks"], true, where)


# ---- csv, ndjson ----

def check_rows(account, view, rows, results):
    made = results.json["identity"]
    for row, metric in each(account, view, rows, results):
        where = named(metric)
        for name in STATS:
            account.number(view, name, row[name], metric.value[name], where)
        axes = {f"axis_{word.split('=')[0]}": word.split("=")[1] for word in metric.point.split()}
        for name, true in (("n", len(metric.raw)), ("disturbed", metric.disturbed), ("unit", metric.unit),
                           ("overhead_subtracted", int(metric.subtracted)),
                           ("valid", int(results.json["validity"]["valid"] is True)),
                           ("complete", int(results.json["validity"]["complete"])),
                           ("made", made["made"]), ("machine", made["id"]), ("memory", made["memory"]),
                           *((name, results.manifest[name]) for name in OF_MANIFEST),
                           *((name, (results.json["cpu"] or {}).get(name)) for name in OF_CPU),
                           *((name, axes.get(name)) for name in row if name.startswith("axis_"))):
            account.same(view, name, text(row[name]), text(true), where)


def text(value):
    """Of a cell: empty, 0 and 1 for booleans, else the words."""
    return "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)


def csv_rows(data):
    rows = list(csv.DictReader(io.StringIO(data, newline=""), strict=True))
    for row in rows:
        for name in STATS:
            if name in row and row[name] == "":
                row[name] = None
    return rows


def check_csv(account, data, results):
    check_rows(account, "csv", csv_rows(data), results)


def check_ndjson(account, data, results):
    check_rows(account, "ndjson", [json.loads(line) for line in data.splitlines()], results)


# ---- samples ----

def check_samples(account, data, results):
    series = collections.defaultdict(list)
    for row in csv_rows(data):
        series[key_of(row)].append(row)
    for rows, metric in each(account, "samples", series.values(), results, lambda rows: key_of(rows[0])):
        where = named(metric)
        account.same("samples", "n", len(rows), len(metric.raw), where)
        for place, (row, raw, value, cpu) in enumerate(zip(rows, metric.raw, metric.values, metric.cpus)):
            account.same("samples", "raw value", (int(row["sample"]), int(row["index"]), int(row["cpu"])),
                         (raw, place, cpu), where)
            account.same("samples", "iterations", float(row["iterations"]), float(metric.iterations), where)
            account.same("samples", "unit", row["unit"], metric.unit, where)
            account.number("samples", "value", row["value"], value, where)


# ---- Other formats ----

def joined(separator):
    return lambda metric: separator.join(part for part in (metric.bench, metric.point, metric.stage,
                                         "cold" if metric.cache == "cold" else "") if part)


def by_name(results, name):
    return {name(metric): key for key, metric in results.metrics.items()}


def check_gbench(account, data, results):
    names, made = by_name(results, joined("/")), json.loads(data)
    account.same("gbench", "clock", made["context"]["mhz_per_cpu"], round(1e-6 * results.manifest["tsc_hz"]), "CPU")
    for row, metric in each(account, "gbench", made["benchmarks"], results, lambda row: names.get(row["name"])):
        for name in ("real_time", "cpu_time"):
            account.number("gbench", "median", row[name], metric.value["median"], named(metric))
        account.same("gbench", "unit", row["time_unit"], metric.unit, named(metric))
        account.same("gbench", "n", row["iterations"], len(metric.raw), named(metric))


BENCHER_UNITS = {"ns": "latency", "TSC ticks": "tsc-ticks"}


def check_bencher(account, data, results):
    names = by_name(results, joined(" "))
    for (_, row), metric in each(account, "bencher", json.loads(data).items(), results,
                                 lambda item: names.get(item[0])):
        (unit, value), = row.items()
        account.same("bencher", "unit", unit, BENCHER_UNITS.get(metric.unit, metric.unit), named(metric))
        account.number("bencher", "median", value["value"], metric.value["median"], named(metric))
        account.number("bencher", "median_low", value.get("lower_value"), metric.value["median_low"], named(metric))
        account.number("bencher", "median_high", value.get("upper_value"), metric.value["median_high"],
                       named(metric))


def check_kcidb(account, data, results):
    """A test for each warm metric, in seconds if it is a time."""
    tests = [test for test in json.loads(data)["tests"] if "number" in test]
    left = {key: metric for key, metric in results.metrics.items() if metric.cache == "warm"}
    for test in tests:
        key = (test["path"].removeprefix("bareline."), test["misc"].get("point", ""), test["misc"].get("stage", ""),
               "warm")
        metric = left.pop(key, None)
        if metric is None:
            account.fail("kcidb", f"a second or unknown metric: {key}")
            continue
        factor, unit = (1e-9, "s") if metric.unit == "ns" else (1, metric.unit)
        account.number("kcidb", "median", test["number"]["value"], metric.value["median"] * factor, key,
                       1e-10 * metric.value["median"] * factor)
        account.same("kcidb", "unit", test["number"].get("unit", "counts").replace("ticks", "TSC ticks")
                     .replace("TSC TSC", "TSC"), unit, key)
        account.same("kcidb", "unit of misc", test["misc"]["unit"], metric.unit, key)
        account.same("kcidb", "n", test["misc"]["samples"], len(metric.raw), key)
        for name in ("min", "p99"):
            account.number("kcidb", name, test["misc"][name], metric.value[name], key)
    if left:
        account.fail("kcidb", f"no test of {next(iter(left))}, and of {len(left) - 1} more")


LINE = re.compile(r"(\w+)\{(.*)\} (\S+)")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
QUANTILE_NAMES = {"0": "min", "0.5": "median", "0.9": "p90", "0.99": "p99", "1": "max"}


def check_openmetrics(account, data, results):
    rows = collections.defaultdict(dict)
    for name, labels, value in LINE.findall(data):
        labels = dict(LABEL.findall(labels))
        if name == "bareline_run_started_timestamp_seconds":
            made = datetime.datetime.fromisoformat(results.json["identity"]["made"].replace("Z", "+00:00"))
            account.number("openmetrics", "time", value, made.timestamp(), "the run")
        elif name in ("bareline_run_valid", "bareline_run_complete"):
            true = results.json["validity"][name.removeprefix("bareline_run_")] is True
            account.number("openmetrics", "validity", value, int(true), "the run")
        elif name != "bareline_run_info":
            quantity = QUANTILE_NAMES.get(labels.get("quantile"), name.rpartition("_")[2])
            rows[labels["bench"], labels["point"], labels["stage"], labels["cache"]][quantity] = (name, float(value))
    for row, metric in each(account, "openmetrics", rows.items(), results, lambda item: item[0]):
        unit = "counts" if metric.unit not in ("ns", "instructions", "TSC ticks") else metric.unit
        factor, word = {"ns": (1e-9, "seconds"), "TSC ticks": (1, "ticks")}.get(unit, (1, unit))
        true = {**metric.value, "count": len(metric.raw), "sum": sum(metric.values)}
        account.same("openmetrics", "names", sorted(row[1]),
                     sorted([*QUANTILE_NAMES.values(), "count", "sum"]), named(metric))
        for quantity, (name, value) in row[1].items():
            account.number("openmetrics", quantity, value, true[quantity] * (factor if quantity != "count" else 1),
                           named(metric), 1e-10 * abs(true[quantity]) * factor)
            account.same("openmetrics", "unit", name.removesuffix(f"_{quantity}"), f"bareline_operation_{word}",
                         named(metric))


def varints(data):
    """ZigZag LEB128 of HdrHistogram's format: nine bytes at most, the last with eight bits."""
    at = 0
    while at < len(data):
        value = shift = 0
        while shift < 63:
            byte, at = data[at], at + 1
            if shift == 56:
                value |= byte << shift
                break
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        yield value >> 1 ^ -(value & 1)


def buckets(packed):
    raw = base64.b64decode(packed, validate=True)
    plain = zlib.decompress(raw[8:])
    index = 0
    for count in varints(plain[struct.calcsize(">IIIIQQd"):]):
        if count < 0:
            index -= count
            continue
        shift = max(index // 1024 - 1, 0)
        yield (index - shift * 1024) << shift, 1 << shift, count
        index += 1


def check_hdr(account, data, results):
    """The buckets, in thousandths of the unit, must contain the samples."""
    names = by_name(results, lambda metric: "/".join(part for part in (
        metric.bench, metric.point.replace(" ", ";").replace(",", ";"), metric.stage,
        "cold" if metric.cache == "cold" else "", metric.unit.replace(" ", ";")) if part))
    lines = [line.split(",") for line in data.splitlines() if line.startswith("Tag=")]
    for line, metric in each(account, "hdr", lines, results, lambda line: names.get(line[0].removeprefix("Tag="))):
        left = sorted(metric.values)
        for low, width, count in buckets(line[4]):
            within = [value for value in left[:count] if low - 1 <= 1000 * value <= low + width + 1]
            account.same("hdr", "bucket", len(within), count, f"{named(metric)} from {low}")
            left = left[count:]
        account.same("hdr", "n", len(left), 0, f"samples left out of {named(metric)}")
        account.number("hdr", "max", line[3], metric.value["max"], named(metric), 0.0006)


def check_json(account, data, results):
    """The file itself, whose figures check_results compares."""
    account.same("json", "document", json.loads(data) == results.json, True, "the run")


FORMATS = {"csv": check_csv, "ndjson": check_ndjson, "json": check_json, "samples": check_samples,
           "gbench": check_gbench, "openmetrics": check_openmetrics, "hdr": check_hdr, "bencher": check_bencher,
           "kcidb": check_kcidb}
TIMES_ONLY = ("gbench",)
