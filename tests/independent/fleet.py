#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Derive the tolerances of `bareline fleet` from the logs of a room, by docs/fleet.md and
docs/statistics.md ("Odd machines"), and compare them with its tables: of each figure the median of
the machines, their median absolute deviation and the scale; of each machine its changes and its
largest deviation.

usage: fleet.py BARELINE ROOM       compare; the runs of a machine are in ROOM/MACHINE/*/serial.log
       fleet.py --closer ROOM       bring all samples closer to those of the first log, by a factor of 50,
                                    so that the least scale of a figure counts"""
import json
import math
import pathlib
import statistics
import subprocess
import sys

from records import FIELD, check_of, metrics_of, packed, values_of

CONSISTENCY = 1.4826            # of the MAD with the standard deviation of normal values
SMALL_SAMPLES = {2: 1.196, 3: 1.495, 4: 1.363, 5: 1.206, 6: 1.2, 7: 1.14, 8: 1.129, 9: 1.107}
MAD_EFFICIENCY = 0.37
LEAST_RELATIVE = 0.0025
CLOSER = 50
STEP = 'clock, step'
BOOTS = 5                       # latest runs of a machine
LEAST_MADS = 1.5                # of a deviation that is read: no odd machine has only smaller ones


def mad(values):
    middle = statistics.median(values)
    return statistics.median(abs(value - middle) for value in values)


def figures_of(room):
    """Times of the machines by figure; by figure too, the median of the machines' resolutions and the
    bytes that are moved, of a rate; and the machines. The frequency of the clock is a figure too. Its
    step is one more, which is always within its resolution here."""
    machines = sorted(path for path in room.iterdir() if path.is_dir())
    values, resolutions, moved = {}, {}, {}

    def add(key, value, resolution, bytes_moved):
        values.setdefault(key, []).append(value)
        resolutions.setdefault(key, []).append(resolution)
        moved[key] = bytes_moved

    for machine in machines:
        runs = [metrics_of(log) for log in sorted(machine.glob('*/serial.log'))[-BOOTS:]]
        for key in runs[0][1]:
            metrics = [run[key] for _, run in runs]
            boots = [metric.median() for metric in metrics]
            add(key, statistics.median(boots), metrics[0].scale / metrics[0].iterations, metrics[0].bytes)
        clocks = [int(manifest['tsc_hz']) for manifest, _ in runs]
        add(('clock', '', 'frequency'), statistics.median(clocks) / 1e9, 0, 0)
    resolutions = {key: statistics.median(of) for key, of in resolutions.items()}
    return values, resolutions, moved, [machine.name for machine in machines]


def raw_scale(values):
    n = len(values)
    return CONSISTENCY * SMALL_SAMPLES.get(n, n / (n - 0.8)) * mad(values)


def scales_of(values, resolutions):
    """The scale of each figure: its own, moderated by the typical relative one of all figures."""
    relative = [raw_scale(of) / abs(statistics.median(of)) for of in values.values()
                if statistics.median(of) != 0 and raw_scale(of) > 0]
    typical, scales = statistics.median(relative), {}
    for key, of in values.items():
        size, degrees = abs(statistics.median(of)), MAD_EFFICIENCY * (len(of) - 1)
        moderated = math.sqrt(((typical * size) ** 2 + degrees * raw_scale(of) ** 2) / (1 + degrees))
        scales[key] = max(moderated, LEAST_RELATIVE * size, resolutions[key])
    return scales


def words_of(parameter):
    """A parameter of a point as the tables show it: "page_bytes=2097152" is "page 2 MiB"."""
    name, _, value = parameter.partition('=')
    if not name.endswith('_bytes'):
        return f'{name} {value}'.strip()
    power = max((int(value).bit_length() - 1) // 10, 0)
    return f'{name.removesuffix("_bytes")} {int(value) / 1024 ** power:.3g} {("B", "KiB", "MiB", "GiB")[power]}'


def name_of(key):
    """The figure's name in the tables."""
    point = ', '.join(words_of(parameter) for parameter in key[1].split())
    return ', '.join(part for part in (key[0], point, key[2]) if part)


def shown_change(value, middle, moved):
    """A rate is judged as the time of its bytes, and shown as a rate."""
    return middle / value - 1 if moved else value / middle - 1


def must_be(what, derived, shown):
    if not math.isclose(derived, shown, rel_tol=1e-9, abs_tol=1e-12):
        sys.exit(f'{what}: derived {derived:.12g}, bareline fleet shows {shown:.12g}')


def bring_closer(room):
    first = []
    for log in sorted(room.glob('*/*/serial.log')):
        lines = log.read_text(encoding='ascii').splitlines(keepends=True)
        places = [place for place, line in enumerate(lines) if line.startswith('@samples ')]
        for number, place in enumerate(places):
            text = lines[place].rsplit(' *', 1)[0]
            packed_values = dict(FIELD.findall(text))['data']
            values = values_of(packed_values)
            if number == len(first):
                first.append(values)
            closer = [left + (right - left) // CLOSER for left, right in zip(first[number], values)]
            text = text.replace(packed_values, packed(closer))
            lines[place] = f'{text} *{check_of(text)}\n'
        log.write_text(''.join(lines), encoding='ascii')


def main():
    bareline, room = sys.argv[1], pathlib.Path(sys.argv[2])
    output = subprocess.run([bareline, 'fleet', '--no-history', '--all', '--json', '-', str(room)],
                            stdout=subprocess.PIPE, check=False).stdout
    tables = {table['name']: table['rows'] for table in json.loads(output)['tables']}
    values, resolutions, moved, machines = figures_of(room)
    scales = scales_of(values, resolutions)
    keys = {name_of(key): key for key in values}
    tables['figures'] = [row for row in tables['figures'] if row['figure'] != STEP]
    for row in tables['figures']:
        figure = keys[row['figure']]
        of, bytes_moved = values[figure], moved[figure]
        middle = statistics.median(of)
        must_be(f'{row["figure"]}: median', bytes_moved / middle if bytes_moved else middle,
                row['median']['value'])
        must_be(f'{row["figure"]}: between machines', mad(of) / middle, row['between'])
        must_be(f'{row["figure"]}: scale', scales[figure] / middle, row['scale'])
        changes = sorted(shown_change(value, middle, bytes_moved) for value in of)
        for derived, shown in zip(changes, sorted(row['changes']), strict=True):
            must_be(f'{row["figure"]}: a change', derived, shown)
    for row in tables['machines']:
        number = machines.index(row['machine'])
        for place, figure in enumerate(tables['figures'], 1):
            key = keys[figure['figure']]
            must_be(f'{row["machine"]}: {figure["figure"]}',
                    shown_change(values[key][number], statistics.median(values[key]), moved[key]),
                    row[f'figure{place}'])
        apart = {key: abs(of[number] - statistics.median(of)) for key, of in values.items()}
        largest = max(apart[key] / scales[key] if apart[key] > LEAST_MADS * mad(values[key]) else 0
                      for key in apart)
        must_be(f'{row["machine"]}: largest deviation', largest, abs(row['largest']))
    print(f'{len(tables["figures"])} figures and {len(tables["machines"])} machines agree')
    if not tables['figures'] or not tables['machines']:
        sys.exit('expected figures and machines')


if sys.argv[1] == '--closer':
    bring_closer(pathlib.Path(sys.argv[2]))
else:
    main()
