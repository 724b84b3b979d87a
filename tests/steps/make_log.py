# SPDX-License-Identifier: MIT
# Writes a log with N items of one kind, complete and with correct checksums, even if no target
# would send them.
# usage: make_log.py KIND N
import sys


def table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82f63b78 if byte & 1 else 0)
        yield byte


CRC32C = list(table())
records = 0


def checksum(text):
    crc = 0xffffffff
    for byte in text.encode():
        crc = crc >> 8 ^ CRC32C[(crc ^ byte) & 255]
    return crc ^ 0xffffffff


def put(kind, fields):
    global records
    text = "@%s seq=%d %s" % (kind, records, fields)
    records += 1
    sys.stdout.write("%s *%08x\n" % (text, checksum(text)))


def bench(number, name="made.one"):
    put("bench", 'id=%d name=%s summary="one thing" unit=tsc_ticks differs=""' % (number, name))


def series(number, point, stage='""', samples="yAEAAAAA", of=0):
    put("series", 'id=%d bench=%d point="%s" stage=%s iterations=1 timed=0 cold_iterations=1'
        % (number, of, point, stage))
    if samples:
        put("samples", "series=%d cpu=0 cold=0 first=0 n=5 data=%s" % (number, samples))


def points(count):
    for i in range(count):
        series(i, "n=%d" % i)


def kind_points(count):
    bench(0)
    points(count)


def kind_texts(count):
    bench(0)
    for i in range(count):
        series(i, "a=x%d b=y%d size_bytes=%d" % (i, i % 7, i))


def kind_latency(count):
    bench(0, "mem.latency")
    for i in range(count):
        series(i, "page_bytes=4096 size_bytes=%d" % (i + 1))


def kind_stages(count):
    bench(0)
    for i in range(count):
        series(i, "n=1", "s%d" % i)


def kind_namesakes(count):
    bench(0)
    for i in range(count):
        series(i, "n=1")


def kind_empty(count):
    bench(0)
    for i in range(count):
        series(i, "n=1", samples=None)


def kind_parameters(count):
    bench(0)
    for i in range(count):
        series(i, "p%d=1" % i)


def kind_benches(count):
    for i in range(count):
        bench(i, "made%d.one" % i)
        series(i, "n=1", of=i)


def kind_families(count):
    for i in range(count):
        bench(i, "made.one%d" % i)
        series(i, "n=%d" % i, of=i)


def kind_skips(count):
    for i in range(count):
        put("skip", 'bench=made.two point="n=%d" missing=x detail="for %d"' % (i, i))
    kind_points(count)


def kind_faults(count):
    for i in range(count):
        put("fault", 'bench=made%d.two point="n=%d" kind=error cpu=0 vector=0 error=0x0 rip=0x0 '
            'cr2=0x0 registers="" backtrace="" detail="for %d"' % (i, i, i))
    kind_points(1)


def kind_failed_checks(count):
    for i in range(count):
        put("failed_check", 'bench=made.one point="n=%d" check=c%d detail="for %d"' % (i, i, i))
    kind_points(1)


def kind_warnings(count):
    for i in range(count):
        put("warning", 'source=s%d text="text %d"' % (i, i))
    kind_points(1)


def kind_caches(count):
    for i in range(count):
        put("cache", "level=%d type=data size_bytes=%d line_bytes=64 ways=8 sharing=1" % (i, i + 1))
    kind_points(1)


def kind_timers(count):
    for i in range(count):
        put("timer", "name=t%d rate_hz=1 tsc_hz=1000000000 disagreement_ppm=0 status=agrees" % i)
    kind_points(1)


def kind_modules(count):
    put("smbios", 'status=read version=3.0 slots=%d devices=%d correction=none' % (count, count))
    for i in range(count):
        put("memory_device", 'locator=l%d bank=b%d type=DDR4 size_bytes=%d data_bits=64 '
            'total_bits=64 rated_mts=1 mts=1 maker=m%d part=p%d' % (i, i, i + 1, i, i))
    kind_points(1)


def kind_module_timings(count):
    for i in range(count):
        put("memory_timing", "slot=%d type=DDR4 status=read size_bytes=1 tck_ps=%d cas_clocks=22 taa_ps=1 "
            "trcd_ps=1 trp_ps=1 tras_ps=1 part=p" % (i, i + 1))
    kind_points(1)


def kind_planned(count):
    for i in range(count):
        put("planned", "benches=made.missing%d" % i)
    kind_points(1)


def kind_counts(count):
    kind_points(1)
    for i in range(count):
        put("count", 'bench=0 point="n=%d" event=e%d select=0x1 counter=c iterations=1 n=1 '
            'overhead=AA== data=AA==' % (i, i))


def kind_disturbed(count):
    kind_points(1)
    for i in range(count):
        put("disturbed", "series=0 index=%d cause=smi count=1" % i)


def kind_vectors(count):
    kind_points(1)
    put("idle", 'id=0 bench=0 point="" cpu=0 kind=poll quantum_ticks=1 turns=1 pass_ticks=1 '
        'record_ticks=1 threshold_ticks=0 tick_hz=0 readings="" begin_tsc=0 end_tsc=1000 '
        'ended=time ring=stop capacity=1 passes=0 passes_lost=0 passes_short=0 interrupts=0 '
        'events=0 events_lost=0 smis=0')
    for i in range(count):
        put("idle_vector", "idle=0 vector=%d name=v%d count=1" % (i % 256, i))


# Lines that begin like records but are none, as long as a reader's maximum.
def kind_ats(count):
    for _ in range(count // 100):
        sys.stdout.write("@series seq=" * 640 + "\n")
    kind_points(1)


def kind_signs(count):
    for _ in range(count // 100):
        sys.stdout.write("@" * 8000 + "\n")
    kind_points(1)


def kind_starts(count):
    for _ in range(count // 100):
        sys.stdout.write("@a " * 2600 + "\n")
    kind_points(1)


def kind_endless(count):
    sys.stdout.write("@series seq=1 a=b " * (count * 5))
    kind_points(1)


def kind_fields(count):
    for _ in range(count // 100):
        put("warning", "a=b " * 2000 + "text=x")
    kind_points(1)


kind, count = sys.argv[1], int(sys.argv[2])
put("manifest", 'format=1 build=x compiler=x host=bare-metal boot=efi loader=x time_base=real '
    'tsc_hz=1000000000 suite=quick')
put("cpu", "vendor=x brand=x family=1 model=1 stepping=1 count=1 online=1")
globals()["kind_" + kind](count)
put("end", "status=complete records=%d run=1" % records)
