# SPDX-License-Identifier: MIT
# Speed of `bareline parse`: CPU time, with system time, for each log alone and repeated many times
# as boots of one log. Takes the best of several runs; DIRECTORY should be in memory. Fails if the
# time exceeds four times that of Python's json module for the output, plus the fit of memory
# curves, measured in exponentials computed by Python. Also fails if the time is not linear in the
# number of boots. All measurements are interleaved, and repeated while a limit is exceeded: the
# best of many runs excludes a busy host's share, but not the parser's own.
# usage: parse_speed.py BARELINE DIRECTORY LOG...
import json
import math
import os
import subprocess
import sys
import time

RUNS = 7
RUNS_MOST = 40
BOOTS = 1, 20, 40
SLOWEST = 4  # times Python's time
FIT_EXPONENTIALS = 700000  # twice the usual ratio
LARGEST_GROWTH = 3  # from 20 boots to 40


# CPU seconds of a command.
def measure(*command):
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit("%s failed" % " ".join(command))
    return usage.ru_utime + usage.ru_stime


def measure_reader(path):
    with open(path) as file:
        text = file.read()
    begin = time.process_time()
    json.loads(text)
    return time.process_time() - begin


def measure_fit():
    begin = time.process_time()
    sum(math.exp(-i * 1e-6) for i in range(FIT_EXPONENTIALS))
    return time.process_time() - begin


def repeat(path, boots, copy):
    with open(path, "rb") as file:
        text = file.read()
    with open(copy, "wb") as file:
        for _ in range(boots):
            file.write(text)
    return boots * len(text) / 1e6


# The minimum time to parse each number of boots, and to read the output.
class Log:
    def __init__(self, path):
        self.copies = {boots: os.path.join(directory, "speed-%d.log" % boots) for boots in BOOTS}
        self.sizes = {boots: repeat(path, boots, copy) for boots, copy in self.copies.items()}
        self.output = os.path.join(directory, "speed.json")
        self.seconds = dict.fromkeys(BOOTS, float("inf"))
        self.reader = dict.fromkeys(BOOTS, float("inf"))
        self.fit = float("inf")

    def measure(self):
        for boots, copy in self.copies.items():
            seconds = measure(bareline, "parse", copy, "-o", self.output)
            self.seconds[boots] = min(self.seconds[boots], seconds)
            self.reader[boots] = min(self.reader[boots], measure_reader(self.output))
            self.fit = min(self.fit, measure_fit())

    def problem(self):
        if self.seconds[1] > SLOWEST * self.reader[1] + self.fit:
            return "slow compared with Python"
        if self.seconds[40] > LARGEST_GROWTH * self.seconds[20]:
            return "the time is not linear in the number of boots"
        return None

    def print(self):
        for boots in BOOTS:
            print("%5d %8.2f %8.2f %8.4f %7.1f %9.4f  %s" % (
                boots, self.sizes[boots], os.path.getsize(self.output) / 1e6,
                self.seconds[boots], self.sizes[boots] / self.seconds[boots],
                self.reader[boots], path))

    def remove(self):
        for file in *self.copies.values(), self.output:
            os.remove(file)


bareline, directory, *logs = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
failed = False
print("boots   log MB  JSON MB    CPU s    MB/s  Python s  log")
for path in logs:
    log = Log(path)
    runs = 0
    while runs < RUNS or runs < RUNS_MOST and log.problem():
        log.measure()
        runs += 1
    log.print()
    if log.problem():
        failed = True
        print("%s: %s, in %d runs" % (path, log.problem(), runs))
    log.remove()
sys.exit(failed)
