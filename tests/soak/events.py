# SPDX-License-Identifier: MIT
"""Events during the run of a machine, and their times."""

# Functions of inject.py with these names perform them.
EVENTS = {"nmi": 8, "stop": 6, "reset": 4, "machine check": 4, "corrected error": 2, "pause reader": 6,
          "unplug stick": 1, "plug card": 2, "plug cpu": 2, "keys": 4, "power button": 1, "eject": 1,
          "wake": 1}
SMALL_EVENTS = {"nmi": 1, "stop": 1, "reset": 1, "keys": 1, "pause reader": 1}
RECORDS = {1: 3, 4: 2, 15: 2, 22: 2, 24: 3, 27: 4, 30: 4, 40: 4, 60: 3, 100: 2, 200: 1}
SECONDS = {0.05: 2, 0.2: 2, 0.6: 3, 1.5: 3, 4: 2, 8: 1}
TIMES = {1: 6, 2: 3, 10: 2, 100: 1}
STOPS = {0.1: 4, 1: 4, 3: 2, 12: 1}
PAUSES = {0.2: 2, 1.5: 4, 4: 3, 12: 1}
# Events without a handler in firmware shut the CPU down, so they must wait for the kernel.
OF_THE_KERNEL = ("nmi", "machine check", "corrected error")
CHECKED_CPU = {"first": 3, "last": 1, "all": 1}


def draw_time(draw, plan, name):
    """The time of an event: after a record, or after a delay from the start or from the last event."""
    if plan.has_reader and (plan.small or name in OF_THE_KERNEL or
                          draw.happens("event by record", 0.7)):
        return {"records": draw.one("event record", {1: 1, 24: 1, 27: 1} if plan.small else RECORDS)}
    return {"seconds": draw.one("event time", SECONDS)}


def draw_event(draw, plan, name):
    event = {"what": name, **draw_time(draw, plan, name)}
    if name == "stop":
        event["for"] = draw.one("stop seconds", {0.1: 1} if plan.small else STOPS)
    elif name == "pause reader":
        event["for"] = draw.one("pause seconds", {0.2: 1} if plan.small else PAUSES)
    elif name == "nmi":
        event["times"] = draw.one("nmi times", TIMES)
    elif name in ("machine check", "corrected error"):
        event["cpu"] = draw.one("checked cpu", CHECKED_CPU)
        event["bank"] = draw.below(10)
    return event


def can_be_done(plan, name):
    if name == "unplug stick":
        return plan.medium.startswith("usb")
    if name == "eject":
        return plan.medium == "cd"
    return plan.has_reader or name not in OF_THE_KERNEL + ("pause reader",)


def draw_events(draw, plan):
    """The events, in order, in plan.events."""
    if not draw.happens("events", 0.5):
        return
    table = {name: share for name, share in (SMALL_EVENTS if plan.small else EVENTS).items()
             if can_be_done(plan, name)}
    for name in draw.some("event", table, 3):
        plan.events.append(draw_event(draw, plan, name))
    plan.reboots = any(event["what"] == "reset" for event in plan.events)
