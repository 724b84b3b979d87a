# SPDX-License-Identifier: MIT
"""Logs as lists of records, to shorten and to change them. Written logs have correct numbers and
checksums, unless a caller damages them."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wire_line import FIELD, pack, read_records, record, unpack  # noqa: E402


class Log:
    """The records of a run, as [kind, fields]. The values of fields are as in the log, with quotes."""

    def __init__(self, records):
        self.records = records

    @classmethod
    def read(cls, path):
        return cls(read_records(path))

    def copy(self):
        return Log([[kind, dict(fields)] for kind, fields in self.records])

    def lines(self):
        lines = []
        for number, (kind, fields) in enumerate(self.records):
            if kind == "end":
                fields = dict(fields, records=str(number))
            values = " ".join(f"{name}={value}" for name, value in fields.items())
            lines.append(record(f"{kind} seq={number} {values}").decode())
        return lines

    def text(self):
        return "".join(self.lines())

    def of(self, kind):
        return [fields for name, fields in self.records if name == kind]

    def set(self, kind, **values):
        """Set fields of all records of a kind."""
        for fields in self.of(kind):
            fields.update(values)
        return self

    def without(self, *kinds):
        self.records = [record for record in self.records if record[0] not in kinds]
        return self

    def put(self, kind, fields, before="end"):
        """Insert a record before the first of another kind."""
        place = next(i for i, record in enumerate(self.records) if record[0] == before)
        self.records.insert(place, [kind, dict(FIELD.findall(fields))])
        return self

    def benches(self):
        return {fields["id"]: fields["name"] for fields in self.of("bench")}

    def shorten(self, points=2, samples=None):
        """Keep the first points of each benchmark and its last one, and that many samples."""
        names, kept, seen = self.benches(), set(), {}
        for series in self.of("series"):
            of_bench = seen.setdefault(series["bench"], [])
            if series["point"] not in of_bench:
                of_bench.append(series["point"])
        for series in self.of("series"):
            place = seen[series["bench"]].index(series["point"])
            if place < points - 1 or place == len(seen[series["bench"]]) - 1 or \
                    names[series["bench"]].startswith("code."):
                kept.add(series["id"])
        records = []
        for kind, fields in self.records:
            if kind == "series" and fields["id"] not in kept or \
                    kind in ("samples", "disturbed") and fields["series"] not in kept:
                continue
            if kind == "samples" and samples is not None:
                values = unpack(fields["data"])[:max(0, samples - int(fields["first"]))]
                if not values:
                    continue
                fields.update(n=str(len(values)), data=pack(values))
            if kind == "disturbed" and samples is not None and int(fields["index"]) >= samples:
                continue
            records.append([kind, fields])
        self.records = records
        return self

    def only(self, *names):
        """Keep these benchmarks only, without skips."""
        ids = {number for number, name in self.benches().items() if name in names}
        series = {fields["id"] for fields in self.of("series") if fields["bench"] in ids}
        self.records = [
            [kind, fields] for kind, fields in self.records
            if not (kind == "bench" and fields["id"] not in ids or
                    kind in ("series", "done") and fields["bench"] not in ids or
                    kind in ("samples", "disturbed") and fields["series"] not in series or
                    kind == "skip")]
        self.set("plan", benches=str(len(ids)))
        self.without("planned")
        if ids:
            self.put("planned", f"benches={','.join(self.benches().values())}", "bench")
        self.set("end", run=str(len(ids)), skipped="0")
        return self

    def change(self, name, change, stage=None, point=None, cold=None):
        """Apply a function to the samples of a benchmark, or of a stage or point of it. The function
        gets a value, its index and its series."""
        ids = {fields["id"] for fields in self.of("bench") if name in (None, fields["name"])}
        series = {fields["id"]: fields for fields in self.of("series")
                  if fields["bench"] in ids and stage in (None, fields["stage"]) and
                  (point is None or point in fields["point"])}
        for fields in self.of("samples"):
            if fields["series"] in series and cold in (None, fields["cold"]):
                values = [max(0, round(change(value, i, series[fields["series"]])))
                          for i, value in enumerate(unpack(fields["data"]))]
                fields["data"] = pack(values)
        return self
