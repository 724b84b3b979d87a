#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive medians, probabilities and verdicts of a comparison from the logs of its runs, by
docs/compare.md, and compare them with the tables of `bareline compare`.

* Times: the Mann-Whitney U test of the runs' medians, of all ways to divide them; Cliff's delta.
* Counts that vary within a side: Student's t of the boots' medians, if no value is on both sides.
* Holm's method for all metrics that are tested. A verdict also needs the threshold.

usage: comparison.py BARELINE BASE NEW; the runs of a side are in SIDE/*/serial.log."""
import itertools
import json
import math
import pathlib
import statistics
import subprocess
import sys

from records import metrics_of

P_MOST = 0.05
THRESHOLD = 0.01                # of the base, for times; counts have none


def rank_p(base, new):
    """Two-sided and exact: how many divisions have a sum of ranks at least as far from the middle."""
    both = sorted(base + new)
    ranks = {value: 2 * both.index(value) + both.count(value) + 1 for value in both}
    every = [ranks[value] for value in base + new]
    middle = len(new) * (len(every) + 1)
    far = abs(sum(every[len(base):]) - middle)
    sums = [sum(some) for some in itertools.combinations(every, len(new))]
    return sum(abs(one - middle) >= far for one in sums) / len(sums)


def student_p(base, new):
    """Two-sided, with the variance of both sides together. The closed form is for even degrees of
    freedom."""
    degrees = len(base) + len(new) - 2
    squares = sum((value - statistics.fmean(side)) ** 2 for side in (base, new) for value in side)
    apart = abs(statistics.fmean(base) - statistics.fmean(new))
    if squares == 0:
        return 0
    t = apart / math.sqrt(squares / degrees * (1 / len(base) + 1 / len(new)))
    assert degrees % 2 == 0
    cosine, term, total = degrees / (degrees + t * t), 1, 1
    for k in range(1, degrees // 2):
        term *= cosine * (2 * k - 1) / (2 * k)
        total += term
    return 1 - t / math.sqrt(degrees + t * t) * total


def delta(base, new):
    return sum((n > b) - (n < b) for b in base for n in new) / (len(base) * len(new))


class Side:
    """A metric of one side."""
    def __init__(self, runs, key, is_cold):
        metrics = [run[key] for run in runs]
        self.medians = [metric.median(is_cold) for metric in metrics]
        self.samples = [value for metric in metrics for value in metric.samples(is_cold)]
        self.median = statistics.median(self.medians)


def holm(ps):
    """Corrected probabilities, in the same order."""
    corrected, least = {}, 0
    for place, number in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        least = max(least, min(1, ps[number] * (len(ps) - place)))
        corrected[number] = least
    return [corrected[number] for number in range(len(ps))]


def is_tested(base, new, is_counted):
    """A count that is the same in all samples of either side is exact."""
    return not is_counted or len(set(base.samples)) > 1 or len(set(new.samples)) > 1


def p_of(base, new, is_counted):
    if not is_counted:
        return rank_p(base.medians, new.medians)
    if min(new.samples) <= max(base.samples) and min(base.samples) <= max(new.samples):
        return 1
    return student_p(base.medians, new.medians)


def verdict_of(base, new, is_counted, p):
    difference = new.median - base.median
    if sorted(base.samples) == sorted(new.samples):
        return 'unchanged'
    if p is not None and p > P_MOST:
        return 'unstable' if is_counted else 'unchanged'
    if difference == 0 or abs(difference) < (0 if is_counted else THRESHOLD * base.median):
        return 'unchanged'
    return 'regressed' if difference > 0 else 'improved'


def must_be(what, derived, shown):
    if derived is None or shown is None or isinstance(derived, str):
        same = derived == shown
    else:
        same = math.isclose(derived, shown, rel_tol=1e-9, abs_tol=1e-12)
    if not same:
        sys.exit(f'{what}: derived {derived}, bareline compare shows {shown}')


def runs_of(path):
    runs = [metrics_of(log) for log in sorted(pathlib.Path(path).glob('*/serial.log'))]
    return runs[0][0], [metrics for _, metrics in runs]


def main():
    bareline, paths = sys.argv[1], sys.argv[2:4]
    output = subprocess.run([bareline, 'compare', '--all', '--json', '-', *paths],
                            stdout=subprocess.PIPE, check=False).stdout
    rows = [row for table in json.loads(output)['tables'] for row in table['rows']
            if 'base_samples' in row]
    (manifest, base_runs), (_, new_runs) = map(runs_of, paths)
    is_counted = manifest['time_base'] == 'instructions'
    sides = []
    for row in rows:
        is_cold = row['stage'] == 'cold'
        key = row['benchmark'], row['point'], '' if is_cold else row['stage'] or ''
        sides.append([Side(runs, key, is_cold) for runs in (base_runs, new_runs)])
    tested = [number for number, pair in enumerate(sides) if is_tested(*pair, is_counted)]
    ps = dict(zip(tested, holm([p_of(*sides[number], is_counted) for number in tested])))
    for number, (row, (base, new)) in enumerate(zip(rows, sides)):
        what = row['benchmark'], row['point'], row['stage']
        must_be((*what, 'base'), base.median, row['base']['value'])
        must_be((*what, 'new'), new.median, row['new']['value'])
        must_be((*what, 'p'), ps.get(number), row['p'])
        if not is_counted:
            must_be((*what, 'delta'), delta(base.medians, new.medians), row['delta'])
        must_be((*what, 'verdict'), verdict_of(base, new, is_counted, ps.get(number)),
                row['verdict'])
    print(f'{len(rows)} metrics agree, {len(tested)} of them tested')
    if not tested:
        sys.exit('expected a metric that is tested')


main()
