# SPDX-License-Identifier: MIT
"""The tables of clock.coarse, by docs/statistics.md, "The coarse clock": an operation timed by a clock of long steps is
a trial that sees a step or not."""
import math
import re

from tables import printed

BLOCKS = (1, 2, 5, 10, 20, 50, 100, 250)    # blocks of operations in a run whose error is shown
RUNS_MIN, REPETITIONS, STEPS_MIN, SEEN_MIN = 4, 100, 5, 20
TAIL = 0.025


def at_most(count, n, share):
    """The probability of at most count successes in n trials."""
    if share <= 0 or share >= 1:
        return float(share <= 0 or count >= n)
    return min(1.0, math.fsum(math.exp(
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(share) +
        (n - k) * math.log1p(-share)) for k in range(count + 1)))


def share_for(count, n, probability):
    """The share of successes with which at most count of n have this probability."""
    low, high = 0.0, 1.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if at_most(count, n, middle) > probability else (low, middle)
    return low


class Part:
    """Blocks of a point: the operations, the steps seen, and the estimate of one operation's ticks."""

    def __init__(self, point, first, count):
        self.n = point.operations * count
        self.seen, self.steps, ticks = (sum(point.values[stage][first:first + count])
                                        for stage in ("seen", "steps", "tsc"))
        self.value, self.truth = self.steps * point.step / self.n, ticks / self.n
        self.step = point.step * (self.steps / self.seen if self.seen else 1)

    def interval(self):
        low = self.step * share_for(self.seen - 1, self.n, 1 - TAIL) if self.seen else 0
        return low, self.step * share_for(self.seen, self.n, TAIL)

    def probability(self):
        """Of that few or that many steps."""
        share = self.truth / self.step
        fewer = at_most(self.seen, self.n, share)
        more = 1 - at_most(self.seen - 1, self.n, share) if self.seen else 1
        return min(1, 2 * min(fewer, more))


class Point:
    def __init__(self, results, text):
        self.keys = dict(word.split("=") for word in text.split())
        metrics = {stage: results.metrics["clock.coarse", text, stage, "warm"] for stage in ("seen", "steps", "tsc")}
        self.values = {stage: metric.raw for stage, metric in metrics.items()}
        self.operations = metrics["tsc"].iterations
        self.step = int(self.keys["period_us"]) * int(results.manifest["tsc_hz"]) / 1e6
        self.method, blocks = self.keys["method"], len(self.values["tsc"])
        self.whole = Part(self, 0, blocks)
        if self.whole.steps >= self.whole.n:
            raise ValueError(f"operations longer than a step have no rule: {text}")
        step = self.step / self.operations
        self.low, self.high = (max(0, self.whole.value - step), self.whole.value + step) if self.method == "loop" \
            else self.whole.interval()
        self.off = abs(self.whole.value - self.whole.truth) / ((self.high - self.low) / 2)
        self.errors = [] if self.method == "loop" else [
            (length * self.operations, math.sqrt(sum((part.value - part.truth) ** 2 for part in parts) / len(parts)),
             len(parts)) for length in BLOCKS
            if len(parts := [Part(self, first, length) for first in range(0, blocks - length + 1, length)]) >= RUNS_MIN]
        self.slope = self.fitted_slope()
        self.covered = self.count_covered(blocks // REPETITIONS)

    def fitted_slope(self):
        if len(self.errors) < 3 or any(error == 0 for _, error, _ in self.errors):
            return None
        total = sum(runs for _, _, runs in self.errors)
        x0, y0 = (sum(math.log(row[part]) * row[2] for row in self.errors) / total for part in (0, 1))
        return sum(runs * (math.log(n) - x0) * (math.log(error) - y0) for n, error, runs in self.errors) / \
            sum(runs * (math.log(n) - x0) ** 2 for n, _, runs in self.errors)

    def count_covered(self, length):
        if self.method == "loop" or length == 0 or \
                sum(self.values["tsc"][:length]) / self.step < STEPS_MIN:
            return None
        return sum(Part(self, place * length, length).probability() >= 2 * TAIL for place in range(REPETITIONS))

    def verdict(self, time_base):
        if time_base == "emulated":
            return "not judged under emulation"
        if self.method == "loop":
            good = self.low <= self.whole.truth <= self.high
        elif self.method == "locked":
            if self.off <= 10 and self.whole.seen == 0:
                return "too few samples"
            good = self.off > 10
        else:
            p = self.whole.probability()
            good = p >= 0.001 and (self.covered is None or self.covered >= 90)
            if good and (self.slope is None or self.whole.seen < SEEN_MIN or p < 2 * TAIL):
                return "too few samples"
            good = good and -0.6 <= self.slope <= -0.4
        return "as expected" if good else "NOT AS EXPECTED"


def points_of(results):
    texts = dict.fromkeys(metric.point for metric in results.warm("clock.coarse"))
    return [Point(results, text) for text in texts]


def check_keys(account, row, point):
    true = (point.keys["clock"], int(point.keys["period_us"]) / 1000, int(point.keys["operation_us"]),
            int(point.keys["one_in"]), point.method)
    made = tuple(row[name] for name in ("clock", "step_ms", "operation_us", "one_in", "method"))
    account.same("show --json", "keys", made, true, "clock.coarse")


def check_estimates(account, table, results):
    points = points_of(results)
    account.same("show --json", "rows", len(table["rows"]), len(points), "clock.coarse")
    for row, point in zip(table["rows"], points):
        whole, where = point.whole, f"clock.coarse, {point.method}"
        is_locked = point.method == "locked"
        check_keys(account, row, point)
        for name, true in (("operations", whole.n), ("seen", whole.seen), ("tsc", whole.truth),
                           ("bias", whole.value / whole.truth - 1), ("off_half_widths", point.off),
                           ("covered", None if is_locked else point.covered),
                           ("slope", None if is_locked else point.slope), ("ratio", whole.value / whole.truth),
                           ("ratio_low", point.low / whole.truth), ("ratio_high", point.high / whole.truth)):
            account.number("show --json", f"coarse {name}", row[name], true, where)
        for part, true in (("value", whole.value), ("low", point.low), ("high", point.high)):
            account.number("show --json", f"coarse {part}", row["estimate"][part], true, where, 1e-7 * point.high)
        account.same("show --json", "coarse verdict", row["verdict"], point.verdict(results.manifest["time_base"]),
                     where)
        account.same("show --json", "coarse remark", row["remark"].startswith(f"{row['verdict']}: "), True, where)
        for text, true in (*((found, point.slope) for found in re.findall(r"n\^(-?[\d.]+)", row["remark"])),
                           *((found, point.off) for found in re.findall(r"([\d.]+) half widths", row["remark"]))):
            account.number("show --json", "coarse remark", printed(text)[0], true, where, printed(text)[1])
        covers = re.search(r"its interval (covers|excludes) ", row["remark"])
        if covers:
            account.same("show --json", "coarse remark", covers[1] == "covers", whole.probability() >= 2 * TAIL, where)


def check_errors(account, table, results):
    rows = [(point, *error) for point in points_of(results) for error in point.errors]
    account.same("show --json", "rows", len(table["rows"]), len(rows), "clock.coarse.error")
    for row, (point, operations, error, runs) in zip(table["rows"], rows):
        check_keys(account, row, point)
        for name, true in (("operations", operations), ("error", error), ("runs", runs)):
            account.number("show --json", f"coarse {name}", row[name], true, f"{point.method}, {operations}")
