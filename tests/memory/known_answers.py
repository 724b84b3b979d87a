# SPDX-License-Identifier: MIT
"""Check the modelled memory system against theory, for the mem.* benchmarks in explain.json. A load
of the pointer chase misses each cache that is smaller than its buffer exactly once, and no other.
Plateau detection finds the sizes of the caches. A bandwidth loop moves each claimed byte and
touches each line once per round. A prefetcher predicts the sequential chase, not the random one.

A sample uses some lines in addition to the buffer. FEW_LINES bounds their cost.

The sweep of the quick suite is too short for the steps of mem.tlb. They are required only with
"full".

usage: known_answers.py EXPLAIN.json GEOMETRY quick|full|prefetch
"""
import json
import re
import sys

FEW_LINES = 5  # the lines of state, context, stack and timing
LINE = 64
LEVELS = ("l1d", "l2", "llc")
TLBS = ("dtlb", "stlb")


def fail(row, why):
    sys.exit("%s: %s: %s" % (row["figure"], why, {k: v for k, v in row.items() if v}))


def sizes_of(geometry):
    sizes = {}
    for item in geometry.split(","):
        name, value = item.split("=")
        number = re.match(r"(\d+)([KM]?)/(\d+)", value)
        if number:
            unit = {"": 1, "K": 1 << 10, "M": 1 << 20}[number[2]]
            sizes[name] = int(number[1]) * unit, int(number[3])
    return sizes


def metrics_of(tables):
    """By metric: operations of a sample, and the row of each function."""
    figures = {}
    for row in tables["explain.sums"]:
        name = " ".join(filter(None, (row["benchmark"], row["point"], row["stage"])))
        if row["verdict"] == "equal":
            figures[name] = {"operations": row["operations"] / row["samples"], "rows": {}}
    for row in tables["explain.memory_functions"]:
        figures[row["figure"]]["rows"][row["function"]] = row
    return figures


def check_chase(figures, sizes, pattern, stores):
    """All loads miss beyond a cache's size; none miss if the buffer is half of the cache."""
    stores = [store for store in stores if store in sizes]
    seen = {store: set() for store in stores}
    for name, figure in figures.items():
        found = re.match(pattern, name)
        if not found:
            continue
        row, size = figure["rows"]["chase_run"], int(found[1])
        for store in stores:
            capacity, ways = sizes[store]
            misses = row[store + "_misses"]
            if size > capacity:
                seen[store].add("all")
                if not 1 <= misses <= 1 + FEW_LINES / figure["operations"]:
                    fail(row, "%s: expected one miss per load" % store)
            elif size <= capacity // 2:
                seen[store].add("none")
                if misses > FEW_LINES * ways / figure["operations"]:
                    fail(row, "%s: expected no miss if the buffer fits" % store)
    if any(len(kinds) != 2 for kinds in seen.values()):
        sys.exit("the sizes do not exceed each cache: %s" % seen)


def check_capacities(tables, stores):
    rows = tables["explain.memory_capacities"]
    for store in stores:
        found = [row["verdict"] for row in rows if row["store"] == store]
        if not found or not set(found) <= {"equal", "within a step"}:
            sys.exit("%s: not found in a curve: %s" % (store, rows))


def check_bandwidth(figures, sizes):
    """Apart from its lines, a call of the loop accesses some words, the same number for all sizes."""
    own, loops = {}, 0
    for name, figure in figures.items():
        found = re.match(r"mem.bandwidth.(\w+) cpus=1 width=(\w+) size_bytes=(\d+)$", name)
        if not found:
            continue
        operation, width, size = found[1], found[2], int(found[3])
        loop = "bandwidth_" + operation.replace("fill", "write")
        row = figure["rows"][loop if width == "byte" else loop + "_" + width]
        lines = figure["operations"]
        reads = operation in ("read", "copy", "nt_copy", "rep_movsb")
        writes = operation != "read"
        extra = (row["read_bytes"] - LINE * reads) * lines, \
                (row["written_bytes"] - LINE * writes) * lines
        if any(abs(each - round(each)) > 1e-3 or not 0 <= each <= 128 for each in extra):
            fail(row, "it moves %s bytes in addition to its lines" % (extra,))
        kind = operation, width
        if own.setdefault(kind, [round(each) for each in extra]) != [round(each) for each in extra]:
            fail(row, "it moves %s bytes in addition to its lines, and %s in another buffer"
                 % (extra, own[kind]))
        if size > 2 * sizes["l1d"][0]:
            misses = (row["l1d_misses"] - reads - writes) * lines
            if not -1e-3 <= misses <= FEW_LINES * (row["fetches"] * lines / 8 + 1):
                fail(row, "%g lines of a sample are touched twice or never" % misses)
        loops += 1
    if loops < 20:
        sys.exit("only %d bandwidth metrics" % loops)


def check_empty(figures):
    """A call pushes its return address, and the callee pops it: no other access is between the
    clock reads."""
    rows = figures["null.timing"]["rows"]
    seen = {name: [row[kind] for kind in ("reads", "read_bytes", "writes", "written_bytes")]
            for name, row in rows.items()}
    if seen != {"time_run": [0, 0, 1, 8], "empty_run": [1, 8, 0, 0]}:
        sys.exit("null.timing has other accesses: %s" % seen)


def check_prefetch(figures):
    missed = {}
    for name, figure in figures.items():
        found = re.match(r"mem.prefetch .*order=(\w+)$", name)
        if found:
            missed[found[1]] = figure["rows"]["chase_run"]["l1d_misses"]
    print("missed with a prefetcher:", missed)
    if not missed["sequential"] < 0.05 or not missed["random"] > 0.95:
        sys.exit("unexpected prediction of a prefetcher:")


def main():
    path, geometry, what = sys.argv[1:]
    tables = {table["name"]: table["rows"] for table in json.load(open(path))["tables"]}
    figures, sizes = metrics_of(tables), sizes_of(geometry)
    if what == "prefetch":
        check_prefetch(figures)
        return
    check_chase(figures, sizes, r"mem.latency order=random .* size_bytes=(\d+)$", LEVELS)
    check_chase(figures, sizes, r"mem.tlb page_bytes=4096 pages=(\d+)$", TLBS)
    check_capacities(tables, ["L1d", "L2", "LLC"] + (["dTLB", "STLB"] if what == "full" else []))
    check_empty(figures)
    if what == "quick":
        check_bandwidth(figures, sizes)


main()
