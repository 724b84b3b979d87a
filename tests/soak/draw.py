# SPDX-License-Identifier: MIT
"""Reproducible random choices: every choice of a boot depends only on its seed and index."""

import random


class Draw:
    """Draws by name, and records each choice in .drawn for the coverage report."""

    def __init__(self, seed, index):
        # The text is hashed, so neighbouring indices are independent.
        self._random = random.Random(f"{seed}/{index}")
        self.drawn = []

    def below(self, limit):
        """A whole number from 0 to limit - 1. Not recorded."""
        return int(self._random.random() * limit)

    def one(self, name, weights):
        """One of the values of a table {value: weight}."""
        at = self._random.random() * sum(weights.values())
        for value, weight in weights.items():
            at -= weight
            if at < 0:
                break
        self.drawn.append((name, str(value)))
        return value

    def some(self, name, weights, most):
        """Up to most different values of a table, in the order drawn."""
        left = dict(weights)
        values = []
        for _ in range(self.below(min(most, len(left)) + 1)):
            values.append(self.one(name, left))
            del left[values[-1]]
        if not values:
            self.drawn.append((name, "none"))
        return values

    def happens(self, name, share):
        """True in a share of all cases."""
        return self.one(name, {"yes": share, "no": 1 - share}) == "yes"
