# SPDX-License-Identifier: MIT
"""Summary of a soak test: endings, coverage, findings."""

import textwrap
from collections import Counter, defaultdict

WIDTH = 100


class Tally:
    """Counts endings and choices, and keeps findings."""

    def __init__(self):
        self.endings = Counter()
        self.draws = defaultdict(Counter)
        self.details = defaultdict(Counter)
        self.findings = []

    def add(self, plan, ending):
        self.endings[ending.what] += 1
        if ending.is_finding:
            self.findings.append((plan, ending))
        elif ending.detail:
            self.details[ending.what][ending.detail[:80]] += 1
        for name, value in plan.drawn:
            self.draws[name][value] += 1

    def coverage(self):
        """How often each value was drawn, one paragraph per name."""
        for name in sorted(self.draws):
            values = sorted(self.draws[name].items(), key=lambda item: (-item[1], item[0]))
            text = f"{name}: " + ", ".join(
                f"{value[:30].encode('ascii', 'backslashreplace').decode() or 'default'} {count}"
                for value, count in values)
            yield textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="      ",
                                break_on_hyphens=False)

    def lines(self, seed, seconds):
        """The whole summary."""
        boots = sum(self.endings.values())
        yield f"seed {seed}, {boots} boots in {seconds:.0f} s"
        yield "coverage:"
        yield from self.coverage()
        yield "endings:"
        for what, count in self.endings.most_common():
            yield f"  {count:5} {what}"
            for detail, times in self.details[what].most_common(12):
                yield f"          {times:5} {detail}"
        yield f"findings: {len(self.findings)}"
        for plan, ending in self.findings:
            yield f"  {ending.what}: {ending.detail[:200]}"
            yield f"    make soak SEED={plan.seed} ONLY={plan.index}{' SMALL=yes' if plan.small else ''}"
