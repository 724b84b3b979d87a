# SPDX-License-Identifier: MIT
"""Perform the plan's events on the running machine, with a function each."""

# Intel SDM vol. 3B, "IA32_MCi_STATUS MSRs": valid and enabled; uncorrected, with the context
# corrupt.
CORRECTED = 0x9000000000000000
UNCORRECTED = 0xb200000000000000
# "IA32_MCG_STATUS MSR": in progress, and the instruction pointer is valid.
IN_PROGRESS = 5
KEYS = ("a", "pgup", "pgdn", "home", "ctrl", "ret", "spc", "up")


def nmi(monitor, watch, event):
    for _ in range(event["times"]):
        monitor.execute("inject-nmi")


def stop(monitor, watch, event):
    monitor.execute("stop")
    watch.later(event["for"], lambda: monitor.execute("cont"))


def reset(monitor, watch, event):
    watch.forget_end()
    monitor.execute("system_reset")


def check(monitor, watch, event):
    """A broadcast always gives the other CPUs an uncorrected machine check."""
    cpus = {"first": [0], "last": [watch.plan.cpus - 1], "all": [0]}[event["cpu"]]
    status, global_status = ((UNCORRECTED, IN_PROGRESS) if event["what"] == "machine check"
                             else (CORRECTED, 0))
    broadcast = "-b " if event["cpu"] == "all" and event["what"] == "machine check" else ""
    for cpu in cpus:
        monitor.human_command(f"mce {broadcast}{cpu} {event['bank']} {status:#x} {global_status} 0x1000 0")


def pause_reader(monitor, watch, event):
    watch.is_reading = False
    watch.later(event["for"], watch.read_again)


def unplug_stick(monitor, watch, event):
    monitor.execute("device_del", id="stick")


def plug_card(monitor, watch, event):
    monitor.execute("device_add", driver="virtio-rng-pci", id="late")


def plug_cpu(monitor, watch, event):
    free = [slot for slot in monitor.execute("query-hotpluggable-cpus").get("return", [])
            if "qom-path" not in slot]
    if free:
        monitor.execute("device_add", driver=free[-1]["type"], id="late-cpu", **free[-1]["props"])


def keys(monitor, watch, event):
    for key in KEYS:
        monitor.execute("send-key", keys=[{"type": "qcode", "data": key}])


def eject(monitor, watch, event):
    for block in monitor.execute("query-block").get("return", []):
        if block["removable"]:
            monitor.human_command(f"eject -f {block['device']}")


def power_button(monitor, watch, event):
    monitor.execute("system_powerdown")


def wake(monitor, watch, event):
    monitor.execute("system_wakeup")


DOES = {"nmi": nmi, "stop": stop, "reset": reset, "machine check": check, "corrected error": check,
        "pause reader": pause_reader, "unplug stick": unplug_stick, "plug card": plug_card,
        "plug cpu": plug_cpu, "keys": keys, "power button": power_button, "eject": eject,
        "wake": wake}


def inject(monitor, watch, event):
    """Perform the event now. QEMU may refuse; monitor.log then has its message."""
    DOES[event["what"]](monitor, watch, event)
