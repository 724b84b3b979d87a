# SPDX-License-Identifier: MIT
# Read OpenMetrics text with the parser of Prometheus' client. Compare its medians with the
# newline-delimited JSON of the same runs.
# usage: openmetrics.py METRICS NDJSON
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

SCALES = {"seconds": 1e9, "instructions": 1, "ticks": 1, "counts": 1}

with open(sys.argv[1]) as file:
    families = list(text_string_to_metric_families(file.read()))
with open(sys.argv[2]) as file:
    rows = [json.loads(line) for line in file]
medians = {}
for family in families:
    for sample in family.samples:
        if sample.labels.get("quantile") == "0.5":
            key = tuple(sample.labels[name] for name in ("run", "bench", "point", "stage", "cache"))
            medians[key] = sample.value * SCALES[family.unit]
assert {family.name for family in families} >= {"bareline_run_info", "bareline_run_valid"}
assert len(medians) == len(rows) > 0
for row in rows:
    key = tuple(row[name] for name in ("run", "bench", "point", "stage", "cache"))
    assert abs(medians[key] - row["median"]) <= 1e-6 * row["median"] + 1e-9, key
