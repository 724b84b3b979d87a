# SPDX-License-Identifier: MIT
"""A program with a window, for tests/linux/watch.py. It works for a while at each pressed key and each press
and release of a button, draws, asks the X server and waits for its reply, works again, and appends to a file
how many nanoseconds passed from the event until the answer was drawn. It ends at the last of EVENTS.

usage: watched_x11.py FILE [EVENTS]
"""
import ctypes
import sys
import time

WORK_NS = 1_000_000
HANDLED = 2, 4, 5               # KeyPress, ButtonPress, ButtonRelease
EVENT_BYTES = 192
MASKS = 1 << 0 | 1 << 2 | 1 << 3 | 1 << 15      # KeyPressMask, ButtonPressMask, ButtonReleaseMask, ExposureMask


def work():
    begin = time.perf_counter_ns()
    while time.perf_counter_ns() - begin < WORK_NS:
        pass


def main():
    x11 = ctypes.CDLL("libX11.so.6")
    for name in ("XOpenDisplay", "XDefaultRootWindow", "XCreateSimpleWindow", "XCreateGC"):
        getattr(x11, name).restype = ctypes.c_void_p
    screen = ctypes.c_void_p(x11.XOpenDisplay(None))
    window = ctypes.c_void_p(x11.XCreateSimpleWindow(screen, ctypes.c_void_p(x11.XDefaultRootWindow(screen)),
                                                     0, 0, 200, 100, 0, 0, 0))
    pen = ctypes.c_void_p(x11.XCreateGC(screen, window, ctypes.c_ulong(0), None))
    x11.XSelectInput(screen, window, ctypes.c_long(MASKS))
    x11.XMapWindow(screen, window)
    event = ctypes.create_string_buffer(EVENT_BYTES)
    with open(sys.argv[1], "w", buffering=1, encoding="ascii") as own:
        left = int(sys.argv[2]) if len(sys.argv) > 2 else -1
        while left != 0:
            x11.XNextEvent(screen, event)
            if ctypes.cast(event, ctypes.POINTER(ctypes.c_int))[0] not in HANDLED:
                continue
            begin = time.perf_counter_ns()
            work()
            x11.XFillRectangle(screen, window, pen, 10, 10, 20, 20)
            x11.XSync(screen, 0)
            work()
            x11.XDrawPoint(screen, window, pen, 5, 5)
            x11.XFlush(screen)
            own.write(f"{time.perf_counter_ns() - begin}\n")
            left -= 1


main()
