# How fast `bareline parse` is: CPU time, the system's included, for each log by itself and as so
# many boots in one log, of which one is shown. The best of several runs; put DIRECTORY into memory.
# Fails when that takes four times as long as Python's json module takes to read what was written,
# or when time is not linear in the number of boots: such limits hold on a busy machine, too.
# usage: parse_speed.py BARELINE DIRECTORY LOG...
import json
import os
import subprocess
import sys
import time

RUNS = 7
BOOTS = 1, 20, 40
SLOWEST = 4  # times Python's time
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


def repeat(path, boots, copy):
    with open(path, "rb") as file:
        text = file.read()
    with open(copy, "wb") as file:
        for _ in range(boots):
            file.write(text)
    return boots * len(text) / 1e6


bareline, directory, *logs = sys.argv[1:]
copy, output = os.path.join(directory, "speed.log"), os.path.join(directory, "speed.json")
os.makedirs(directory, exist_ok=True)
failed = False
print("boots   log MB  JSON MB    CPU s    MB/s  Python s  log")
for log in logs:
    seconds = {}
    for boots in BOOTS:
        size = repeat(log, boots, copy)
        seconds[boots] = min(measure(bareline, "parse", copy, "-o", output) for _ in range(RUNS))
        reader = min(measure_reader(output) for _ in range(RUNS))
        print("%5d %8.2f %8.2f %8.4f %7.1f %9.4f  %s" % (
            boots, size, os.path.getsize(output) / 1e6, seconds[boots], size / seconds[boots],
            reader, log))
        if boots == 1 and seconds[boots] > SLOWEST * reader:
            failed = True
            print("%s: slow beside Python" % log)
    if seconds[40] > LARGEST_GROWTH * seconds[20]:
        failed = True
        print("%s: time is not linear in the number of boots" % log)
os.remove(copy)
os.remove(output)
sys.exit(failed)
