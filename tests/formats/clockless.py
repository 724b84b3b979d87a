# SPDX-License-Identifier: MIT
"""Print a log as of a machine without a clock: real time, of unknown frequency. usage: LOG"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from wire_line import record

for line in open(sys.argv[1], "rb"):
    text = line.decode(errors="replace").rstrip("\r\n")
    if re.match(r"@(manifest|timer|done|end) .* \*[0-9a-f]{8}$", text):
        text = re.sub(r" (tsc_hz|elapsed_us|disagreement_ppm|uncertainty_ppm)=-?\d+", r" \1=0", text)
        text = re.sub(r" time_base=\w+", " time_base=real", text)
        text = re.sub(r" status=(chosen|agrees|disagrees)", " status=unusable", text)
        line = record(text[1:-10])
    sys.stdout.buffer.write(line)
