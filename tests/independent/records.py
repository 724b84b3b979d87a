# SPDX-License-Identifier: MIT
"""Records of a log, by docs/record-format.md, with code of its own: fields, values of samples, and
metrics as the medians of one operation. Only for logs without damage."""
import base64
import re
import statistics

LINE = re.compile(r'@(\w+) (.*) \*[0-9a-f]{8}\r?$')
FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S*)')
NUMBER = 2 ** 64


def records(path):
    """(kind, fields) of each record. A field is a text without quotes."""
    with open(path, encoding='ascii', errors='replace') as log:
        for line in log:
            found = LINE.match(line.rstrip('\n'))
            if found:
                yield found[1], {name: value.strip('"') for name, value in FIELD.findall(found[2])}


def values_of(text):
    """The values of packed samples."""
    values, last, number, shift = [], 0, 0, 0
    for byte in base64.b64decode(text):
        number |= (byte & 0x7f) << shift
        shift += 7
        if byte & 0x80 == 0:
            last = (last + (number >> 1 ^ -(number & 1))) % NUMBER
            values.append(last)
            number = shift = 0
    return values


def packed(values):
    """The text of packed samples."""
    data, last = bytearray(), 0
    for value in values:
        number = value - last << 1 if value >= last else (last - value << 1) - 1
        last = value
        while number >= 0x80:
            data.append(number & 0x7f | 0x80)
            number >>= 7
        data.append(number)
    return base64.b64encode(bytes(data)).decode()


def check_of(text):
    """The CRC-32C of a record's text, as it stands in the log."""
    crc = 0xffffffff
    for byte in text.encode():
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return f'{crc ^ 0xffffffff:08x}'


class Metric:
    """Samples of one operation: in ns, or in instructions if the log counts them."""
    def __init__(self, fields, bench, scale):
        self.bench, self.point, self.stage = bench, fields['point'], fields['stage']
        self.iterations, self.scale = int(fields['iterations']), scale
        self.cold_iterations = int(fields.get('cold_iterations') or 1)
        self.is_timed = fields['timed'] == '1'
        self.bytes = int(fields.get('bytes') or 0)
        self.warm, self.cold, self.overhead = [], [], 0

    def samples(self, is_cold=False):
        iterations = self.cold_iterations if is_cold else self.iterations
        overhead = self.overhead if self.is_timed else 0
        return [max(0, value - overhead) / iterations * self.scale
                for value in (self.cold if is_cold else self.warm)]

    def median(self, is_cold=False):
        return statistics.median(self.samples(is_cold))


def metrics_of(path):
    """Manifest, and metrics by bench, point and stage. The cost of two clock reads, the median of
    null.timing, is subtracted from the timed samples of all others."""
    manifest, benches, series = {}, {}, {}
    for kind, fields in records(path):
        if kind == 'manifest':
            manifest = fields
            counts = fields['time_base'] == 'instructions'
            scale = 1 if counts else 1e9 / int(fields['tsc_hz'])
        elif kind == 'bench':
            benches[fields['id']] = fields['name']
        elif kind == 'series':
            series[fields['id']] = Metric(fields, benches[fields['bench']], scale)
        elif kind == 'samples':
            metric = series[fields['series']]
            (metric.cold if fields['cold'] == '1' else metric.warm).extend(values_of(fields['data']))
    overhead = next(metric for metric in series.values() if metric.bench == 'null.timing')
    for metric in series.values():
        if metric is not overhead:
            metric.overhead = statistics.median(overhead.warm)
    return manifest, {(metric.bench, metric.point, metric.stage): metric
                      for metric in series.values()}
