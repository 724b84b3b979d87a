# SPDX-License-Identifier: MIT
"""The metrics of a results.json, computed from its samples by docs/statistics.md, with no code and no
derived value of the tool. Also the account of what was compared."""
import collections
import json
import math
import statistics

TAIL = 0.025
QUANTILES = {"p1": 0.01, "p5": 0.05, "p25": 0.25, "p75": 0.75, "p90": 0.9, "p99": 0.99}


class Account:
    """Counts of compared numbers by view and quantity, and the differences."""

    def __init__(self):
        self.counts, self.wrong = collections.Counter(), []

    def fail(self, view, text):
        self.wrong.append(f"{view}: {text}")

    def number(self, view, quantity, printed, true, where, tolerance=0.0):
        """Compare a number: within its last printed digit if it is text, else within 1e-9."""
        self.counts[view, quantity] += 1
        if printed is None or true is None:
            good = printed is None and true is None
        else:
            good = abs(float(printed) - true) <= tolerance + 1e-9 * max(abs(true), 1e-3)
        if not good:
            self.fail(view, f"{quantity} of {where} is {printed}; computed: {true}")
        return good

    def same(self, view, quantity, printed, true, where):
        self.counts[view, quantity] += 1
        if printed != true:
            self.fail(view, f"{quantity} of {where} is {printed!r}; computed: {true!r}")


def quantile(ordered, share):
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def interval(ordered):
    """The narrowest pair of order statistics with at most 2.5 % on either side, by the binomial
    distribution; None with too few samples."""
    n, rank, tail = len(ordered), 0, 0
    while 2 * (tail + math.comb(n, rank)) <= 2 * TAIL * 2 ** n and rank < n // 2:
        tail += math.comb(n, rank)
        rank += 1
    return (ordered[rank - 1], ordered[n - rank]) if rank > 0 else (None, None)


def describe(values, step=0.0):
    """All statistics of a series; the interval of the median is at least a step wide."""
    if not values:
        return None
    ordered = sorted(values)
    made = {"n": len(ordered), "min": ordered[0], "max": ordered[-1], "median": statistics.median(ordered),
            "mean": math.fsum(ordered) / len(ordered),
            "sigma": statistics.stdev(ordered) if len(ordered) > 1 else 0.0}
    made.update((name, quantile(ordered, share)) for name, share in QUANTILES.items())
    low, high = interval(ordered)
    if low is not None and high - low < step:
        low = min(low, made["median"] - step / 2)
        high = max(high, made["median"] + step / 2)
        low = max(low, 0.0) if ordered[0] >= 0 else low
    return {**made, "median_low": low, "median_high": high}


def scaled(stats, factor):
    return {name: value if name == "n" or value is None else value * factor for name, value in stats.items()}


def mad(values):
    middle = statistics.median(values)
    return statistics.median(abs(value - middle) for value in values)


Metric = collections.namedtuple("Metric", "bench point stage cache unit ticks value raw cpus iterations subtracted "
                                          "disturbed below bytes values")


class Results:
    """What a results.json has, with the metrics by (bench, point, stage, cache)."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.json = json.load(file)
        self.manifest = self.json["manifest"]
        base, hertz = self.manifest["time_base"], int(self.manifest["tsc_hz"])
        self.ns_per_tick = 1e9 / hertz if base != "instructions" and hertz else None
        self.tick_unit = "ns" if self.ns_per_tick else "instructions" if base == "instructions" else "TSC ticks"
        self.step = self.clock_step()
        self.cost = self.overhead()
        self.metrics = {}
        for bench in self.json["benchmarks"]:
            for place, series in enumerate(bench["series"]):
                doubled = self.doubled(bench, place)
                for cold in (0, 1):
                    self.add(bench, series, cold, doubled if not cold else None)

    @staticmethod
    def doubled(bench, place):
        """The series of 2n operations that follows a series without a timing of its own, if one does."""
        series, after = bench["series"][place], bench["series"][place + 1:place + 2]
        if after and after[0]["stage"] == "2n" and after[0]["timed"] == 0 and series["stage"] == "" \
                and after[0]["point"] == series["point"]:
            return after[0]
        return None

    @staticmethod
    def samples(series, cold):
        return [value for part in series["samples"] if part["cold"] == cold for value in part["values"]]

    def clock_step(self):
        """The clock's step in ticks is an estimate, which this reader takes from the results."""
        step = (self.json.get("timing_overhead") or {}).get("clock_step_ticks") or 1
        return 1 if self.manifest["time_base"] == "instructions" else step

    def overhead(self):
        for bench in self.json["benchmarks"]:
            if bench["name"] == "null.timing":
                ordered = sorted(self.samples(bench["series"][0], 0))
                middle = statistics.median(ordered)
                spread = quantile(ordered, 0.75) - quantile(ordered, 0.25)
                if spread > max(2, middle / 10, self.step):
                    return None
                near = [value for value in ordered if abs(value - middle) <= 2 * self.step]
                return statistics.mean(near) if self.step >= 4 else middle
        return None

    def add(self, bench, series, cold, doubled):
        raw = taken = self.samples(series, cold)
        is_ticks = (series.get("unit") or bench["unit"]) == "tsc_ticks"
        iterations = series["cold_iterations" if cold else "iterations"]
        subtracted = bool(series["timed"]) and is_ticks and self.cost is not None and \
            bench["name"] != "null.timing" and raw != []
        if doubled is not None:
            taken = [twice - once for once, twice in zip(raw, self.samples(doubled, 0))]
        less = [value - (self.cost if subtracted else 0) for value in taken]
        ticks = [max(value, 0) / iterations for value in less]
        if not ticks:
            return
        raw = raw[:len(ticks)]
        factor = self.ns_per_tick if is_ticks and self.ns_per_tick else 1
        has_step = is_ticks and self.manifest["time_base"] != "instructions"
        stats = describe(ticks, self.step / iterations if has_step else 0)
        unit = self.tick_unit if is_ticks else series.get("unit") or bench["unit"]
        point = " ".join(f"{name}={value}" for name, value in series["point"].items())
        key = (bench["name"], point, series["stage"], "cold" if cold else "warm")
        self.metrics[key] = Metric(*key, unit, stats, scaled(stats, factor), raw,
                                   [part["cpu"] for part in series["samples"] if part["cold"] == cold
                                    for _ in part["values"]],
                                   iterations, subtracted, series["disturbed_samples"] if not cold else 0,
                                   sum(value < 0 for value in less), series.get("bytes", 0),
                                   [value * factor for value in ticks])

    def warm(self, bench, **wanted):
        """Warm metrics of a benchmark with these parameters."""
        return [metric for metric in self.metrics.values() if metric.bench == bench and metric.cache == "warm" and
                all(dict(word.split("=", 1) for word in metric.point.split()).get(name) == str(value)
                    for name, value in wanted.items())]
