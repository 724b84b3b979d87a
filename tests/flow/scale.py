# SPDX-License-Identifier: MIT
# How `bareline flow` grows with a trace: CPU time and memory of dump, split and path at 10^5, 10^6
# and 10^7 events, in interactions of 500 events each, as many as the document's largest has.
# The system's share is shown apart: it is mostly that of creating split's files, and so the file
# system's; give a directory in memory to leave it out.
# usage: scale.py BARELINE FLOW-GENERATE DIRECTORY
import os
import shutil
import subprocess
import sys

EVENTS_EACH = 500


# User and system seconds and peak memory in MiB of a command.
def measure(*command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit("%s failed" % " ".join(command))
    return usage.ru_utime, usage.ru_stime, usage.ru_maxrss / 1024


def count_events(log):
    with open(log, "rb") as file:
        return sum(int(line.split(b" n=")[1].split()[0]) for line in file
                   if line.startswith(b"@flow_trace"))


bareline, generate, directory = sys.argv[1:]
log, parts = os.path.join(directory, "scale.log"), os.path.join(directory, "parts")
os.makedirs(directory, exist_ok=True)
print("   events   dump s  split s   path s  system s  million events/s  peak MiB")
for size in 100_000, 1_000_000, 10_000_000:
    subprocess.run([generate, "--interactions", str(size // EVENTS_EACH),
                    "--events", str(EVENTS_EACH), "-o", log], check=True)
    shutil.rmtree(parts, ignore_errors=True)
    events = count_events(log)
    results = [measure(bareline, "flow", "dump", log),
               measure(bareline, "flow", "split", "-o", parts, log),
               measure(bareline, "flow", "path", log)]
    user = [result[0] for result in results]
    system = sum(result[1] for result in results)
    print("%9d %8.2f %8.2f %8.2f %9.2f %17.2f %9.0f" % (
        events, *user, system, events / (sum(user) + system) / 1e6,
        max(result[2] for result in results)))
shutil.rmtree(parts)
os.remove(log)
