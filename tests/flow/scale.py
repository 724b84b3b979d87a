# SPDX-License-Identifier: MIT
# Cost of `bareline flow` by trace size: CPU time and memory of dump, split and path at 10^5, 10^6
# and 4.5 * 10^6 events, in interactions of 500 events, the documents' largest. System time is shown
# separately: split spends most of it creating files, so it depends on the file system; a DIRECTORY
# in memory avoids this. Compared with babeltrace2: the time to print exported events, and to print
# a trace in LTTng's format, which the importer then reads.
# usage: scale.py BARELINE FLOW-GENERATE DIRECTORY [STORY.TRACE]; tests/flow/import.sh makes STORY.TRACE
import os
import re
import shutil
import subprocess
import sys

EVENTS_EACH = 500
STORY_ROUNDS = 3000


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


# A trace that repeats the story in LTTng's format. Returns its number of events.
def write_lttng(story, ctf, rounds):
    lines = [line for line in open(story) if not line.startswith("#")]
    stamp = re.compile(r" (\d+)\.(\d{6}): ")
    first, last = (float(stamp.search(line)[0].strip(" :")) for line in (lines[0], lines[-1]))
    many = ctf + ".trace"
    with open(many, "w") as file:
        for n in range(rounds):
            shift = n * (last - first + 0.001)
            file.writelines(stamp.sub(lambda time: " %.6f: " % (float(time[0].strip(" :")) + shift), line)
                            for line in lines)
    shutil.rmtree(ctf, ignore_errors=True)
    subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "lttng.py"), many, ctf],
                   check=True)
    os.remove(many)


def show(what, events, *results):
    user, system = (sum(result[number] for result in results) for number in (0, 1))
    print("%-42s %9d %8.2f %8.2f %17.2f" % (what, events, user, system, events / (user + system) / 1e6))


def compare_with_babeltrace(bareline, log, directory, story):
    ctf, text, imported = (os.path.join(directory, name) for name in ("ctf", "lttng.txt", "imported.log"))
    print("\n%-42s %9s %8s %8s %17s" % ("", "events", "user s", "system s", "million events/s"))
    subprocess.run([bareline, "flow", "export", "--format", "ctf", "-o", ctf, log], check=True)
    show("babeltrace2 of exported events", count_events(log), measure("babeltrace2", ctf))
    show("flow dump of the same", count_events(log), measure(bareline, "flow", "dump", log))
    show("flow path of the same", count_events(log), measure(bareline, "flow", "path", log))
    if story is None:
        return
    write_lttng(story, ctf, STORY_ROUNDS)
    with open(text, "w") as file:
        subprocess.run(["babeltrace2", "--clock-seconds", ctf], stdout=file, check=True)
    events = sum(1 for _ in open(text))
    show("babeltrace2 of a trace of LTTng's form", events, measure("babeltrace2", ctf))
    show("flow import of its text", events, measure(
        bareline, "flow", "import", "--format", "ctf", "--begin", "marker=request begins",
        "--end", "request ends", "-o", imported, text))


bareline, generate, directory = sys.argv[1:4]
story = sys.argv[4] if len(sys.argv) > 4 else None
log, parts = os.path.join(directory, "scale.log"), os.path.join(directory, "parts")
os.makedirs(directory, exist_ok=True)
print("   events   dump s  split s   path s  system s  million events/s  peak MiB")
for size in 100_000, 1_000_000, 4_500_000:
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
    if size == 1_000_000:
        copy = log + ".copy"
        shutil.copy(log, copy)
compare_with_babeltrace(bareline, copy, directory, story)
os.remove(copy)
shutil.rmtree(parts)
os.remove(log)
