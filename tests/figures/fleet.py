# SPDX-License-Identifier: MIT
"""Fleets, from the results of each machine's runs: typical values, deviations, and which of two values is
worse, by quantity: less time and more bandwidth are better."""
import html
import re
import statistics

from reader import mad
from tables import SIZES, TIMES, number_of, printed

RATE = "GB/s"
HEADS = {"metric": "figure", "metrics": "figures", "between machines": "between", "between boots": "within",
         "runs": "boots", "std devs": "largest",
         ("odd", "std devs"): "deviations", "from model": "change", ("odd", "model"): "usual", "run by run": "history",
         **{("machines", bench): f"figure{number}" for number, bench in enumerate(
             ("entry.null_syscall", "fault.demand_zero", "mem.bandwidth.read", "os.switch_thread"), 1)},
         "usual memory": "memory", "usual firmware": "firmware", ("since", "before"): "before", ("since", "since"): "after"}


class Fleet:
    """Values by machine, run and figure."""

    def __init__(self, runs):
        """runs: by machine, Results in order of time."""
        self.runs = runs

    def unit(self, bench, point, stage):
        metric = self.metric(next(iter(self.runs.values()))[0], bench, point, stage)
        return RATE if metric.bytes else metric.unit

    @staticmethod
    def metric(results, bench, point, stage):
        return results.metrics.get((bench, point, stage or "", "warm"))

    def values(self, machine, bench, point, stage, begin=0, end=None):
        """A machine's medians of a figure, one per run: the time of an operation, also of a bandwidth."""
        return [self.metric(results, bench, point, stage).value["median"]
                for results in self.runs[machine][begin:end]]

    def typical(self, bench, point, stage, begin=0, end=None):
        return {machine: statistics.median(self.values(machine, bench, point, stage, begin, end))
                for machine in self.runs}

    def shown(self, time, bench, point, stage):
        """A time as it is shown: of a bandwidth, the bytes per nanosecond."""
        bytes_moved = self.metric(next(iter(self.runs.values()))[0], bench, point, stage).bytes
        return bytes_moved / time if bytes_moved else time

    def change(self, time, usual, *of):
        """The part by which what is shown deviates."""
        return self.shown(time, *of) / self.shown(usual, *of) - 1


def figure_of(text):
    """The benchmark, point and stage of a figure's name, `bench, name value, name value, stage`."""
    bench, *words = text.split(", ")
    stage = words.pop() if words and " " not in words[-1] else ""
    point = []
    for word in words:
        name, _, value = word.partition(" ")
        number, _, unit = value.partition(" ")
        point.append(f"{name}_bytes={int(number) * SIZES[unit]}" if unit and unit in SIZES else f"{name}={value}")
    return bench, " ".join(point), stage


def check_figures(account, fleet, table, begin=0):
    """Typical values and the distance of each machine from them."""
    view = "fleet --json"
    for row in table["rows"]:
        of = figure_of(row["figure"])
        values = fleet.typical(*of, begin)
        middle = statistics.median(values.values())
        account.number(view, "median", number_of(row["median"]), fleet.shown(middle, *of),
                       row["figure"])
        account.same(view, "unit", row["unit"], fleet.unit(*of), row["figure"])
        account.same(view, "machines", row["machines"], len(values), row["figure"])
        account.number(view, "between", row["between"], mad(values.values()) / middle, row["figure"])
        spreads = [mad(fleet.values(machine, *of, begin)) for machine in values if
                   len(fleet.values(machine, *of, begin)) > 2]
        if row["within"] is not None:
            account.number(view, "within", row["within"], statistics.median(spreads) / middle, row["figure"])
        true = sorted(fleet.change(value, middle, *of) for value in values.values())
        account.same(view, "machines in changes", len(row["changes"]), len(true), row["figure"])
        for change, value in zip(sorted(row["changes"]), true):
            account.number(view, "changes", change, value, row["figure"])


def check_odd(account, fleet, tables, text):
    """What is said of odd machines, with the sign of the deviation and the first run that shows it."""
    view = "fleet --json"
    scales = {row["figure"]: row["scale"] for row in tables.tables["figures"]["rows"]}
    for row in tables.tables["odd"]["rows"]:
        of = row["benchmark"], row["point"], row["stage"]
        values = fleet.typical(*of)
        middle = statistics.median(values.values())
        account.number(view, "value", number_of(row["value"]),
                       fleet.shown(values[row["machine"]], *of), row["figure"])
        account.number(view, "usual", number_of(row["usual"]), fleet.shown(middle, *of), row["figure"])
        account.number(view, "change", row["change"], fleet.change(values[row["machine"]], middle, *of), row["figure"])
        account.same(view, "unit", row["unit"], fleet.unit(*of), row["figure"])
        account.same(view, "boots", row["boots"], len(fleet.runs[row["machine"]]), row["figure"])
        if row["figure"] in scales:
            account.number(view, "deviations", row["deviations"],
                           abs(values[row["machine"]] / middle - 1) / scales[row["figure"]], row["figure"])
        for written, value in zip(row["history"], fleet.values(row["machine"], *of)):
            account.number(view, "history", written, fleet.shown(value, *of), row["figure"])
        account.same(view, "worse", values[row["machine"]] > middle, True, f"{row['machine']}, made slower in the corpus, {row['figure']}")
        sign = "-" if fleet.unit(*of) == RATE else "+"
        found = [line for line in text.splitlines() if line.strip().startswith(row["machine"]) and sign in line]
        account.same("fleet", "sign of a deviation", bool(found), True, row["figure"])


def check_machines(account, fleet, tables):
    """By machine, its distance from the model in each figure."""
    names = [figure_of(row["figure"]) for row in tables.tables["figures"]["rows"]]
    typical = [fleet.typical(*of) for of in names]
    for row in tables.tables["machines"]["rows"]:
        usual = [statistics.median(values.values()) for values in typical]
        changes = [fleet.change(values[row["machine"]], middle, *of)
                   for values, middle, of in zip(typical, usual, names)]
        for number, change in enumerate(changes, 1):
            account.number("fleet --json", "figure of a machine", row[f"figure{number}"], change, row["machine"])
        account.same("fleet --json", "boots", row["boots"], len(fleet.runs[row["machine"]]), row["machine"])
    for row in tables.tables["models"]["rows"]:
        account.same("fleet --json", "odd", row["odd"], sum(machine["verdict"] == "odd" for machine in
                                                           tables.tables["machines"]["rows"]), row["model"])
        account.same("fleet --json", "machines", row["machines"], len(fleet.runs), row["model"])


def check_since(account, fleet, table, text, split):
    """Each machine against itself: the quotient of the medians after and before, and the direction."""
    for row in table["rows"]:
        of = row["benchmark"], row["point"], row["stage"]
        before = fleet.typical(*of, 0, split)
        after = fleet.typical(*of, split)
        quotient = statistics.median(after[machine] / before[machine] for machine in before)
        account.number("fleet --json", "since change", row["change"], fleet.change(quotient, 1, *of), row["figure"])
        for name, values in (("before", before), ("after", after)):
            account.number("fleet --json", f"since {name}", number_of(row[name]),
                           fleet.shown(statistics.median(values.values()), *of), row["figure"])
        account.same("fleet --json", "unit", row["unit"], fleet.unit(*of), row["figure"])
        account.same("fleet", "sign of a change", f"{100 * row['change']:+.1f} %" in text, True, row["figure"])


WORSE = re.compile(r'(?s)<article><h3>(\S+) .*?</article>')
ROW = re.compile(r'(?s)<tr><th scope=row>(.*?)<td class="n (worse|better)?">(\S+ %)<td class=n>(\S+) (\S+)'
                 r'<td class="n dim">model (\S+) (\S+)<td')
STRIP = re.compile(r'(?s)<tr><th scope=row>([^<]*)<td><span class=of>[^<]*</span><span class=median>(\S+) (\S+)</span><svg class=strip.*?</svg>')
DOT = re.compile(r'<circle cx="([\d.]+)%".*?<title>(\S+) (\S+ %)</title>')


def check_page(account, fleet, tables, page):
    """The odd machines of the page, each with its word for the direction, and the dots of all machines."""
    view = "fleet page"
    odd = {(row["machine"], row["figure"]): row for row in tables.tables["odd"]["rows"]}
    found = 0
    for article in WORSE.finditer(page):
        for figure, word, change, value, unit, usual, usual_unit in ROW.findall(article[0]):
            row = odd[article[1], html.unescape(figure)]
            time = fleet.typical(row["benchmark"], row["point"], row["stage"])
            middle = statistics.median(time.values())
            account.same(view, "direction", word, "worse" if time[article[1]] > middle else "better", figure)
            account.number(view, "change", printed(change[:-2])[0], 100 * row["change"], figure,
                           printed(change[:-2])[1])
            for written, of_unit, true in ((value, unit, row["value"]), (usual, usual_unit, row["usual"])):
                factor = TIMES.get(of_unit, 1) / TIMES.get(row["unit"], 1)
                account.same(view, "unit", of_unit in TIMES, row["unit"] in TIMES, figure)
                account.number(view, "value", printed(written)[0] * factor, true["value"], figure,
                               printed(written)[1] * factor)
            found += 1
    account.same(view, "odd figures", found, len(odd), "all machines")
    limit = re.search(r"<span>([+-]\d+\.\d+) %</span></span>", page)
    strips = 0
    for strip in STRIP.finditer(page):
        of = figure_of(html.unescape(strip[1]))
        time = fleet.typical(*of)
        middle = statistics.median(time.values())
        factor = TIMES.get(strip[3], 1)
        account.number(view, "median", printed(strip[2])[0] * factor, fleet.shown(middle, *of), strip[1],
                       printed(strip[2])[1] * factor)
        strips += 1
        for place, machine, change in DOT.findall(strip[0]):
            true = 100 * fleet.change(time[machine], middle, *of)
            account.number(view, "dot", printed(change[:-2])[0], true, f"{machine}, {strip[1]}", 0.0500001)
            half = printed(limit[1])[0]
            true_place = 50 + 50 * max(-1, min(1, true / half))
            account.number(view, "place of a dot", float(place), true_place, f"{machine}, {strip[1]}", 100 * 0.05 / half)
    account.same(view, "strips", strips, len(tables.tables["figures"]["rows"]), "all figures")
