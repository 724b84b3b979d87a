# SPDX-License-Identifier: MIT
"""The other devices of the machine: serial ports, screens, cards, disks."""

import machine

SERIALS = {"com1": 60, "com2": 6, "com3": 2, "com2-alone": 3, "two": 5, "card": 2, "none": 6}
# Command-line parameters that select a serial port other than the first.
SERIAL_WORDS = {"com2": "serial=com2", "com3": "serial=0x3e8", "com2-alone": "serial=com2"}
# {log} is the character device read by the soak test.
SERIAL_ARGUMENTS = {
    "com1": ["-serial", "chardev:log"],
    "two": ["-serial", "chardev:log", "-serial", "null"],
    "com2": ["-serial", "null", "-serial", "chardev:log"],
    "com3": ["-serial", "null", "-serial", "null", "-serial", "chardev:log"],
    "com2-alone": ["-serial", "none", "-device", "isa-serial,index=1,chardev=log"],
    "card": ["-serial", "none", "-device", "pci-serial,chardev=log"],
    "none": ["-serial", "none"],
}

SCREENS = {"": 60, "std": 4, "cirrus": 4, "qxl": 2, "virtio": 2, "vmware": 2, "none": 12}
CARDS = {text: 1 for text in """virtio-net-pci e1000 e1000e rtl8139 pcnet ne2k_pci
    virtio-rng-pci virtio-balloon-pci virtio-serial-pci virtio-keyboard-pci virtio-gpu-pci
    intel-hda AC97 ES1370 edu pvpanic pvpanic-pci i6300esb ib700 isa-ipmi-bt,bmc=bmc
    sb16,audiodev=quiet adlib,audiodev=quiet qemu-xhci usb-ehci piix3-usb-uhci
    ich9-usb-uhci1 pci-ohci pci-bridge,chassis_nr=1 pcie-root-port ioh3420 lsi53c895a megasas
    nvme,serial=n,drive=spare ahci virtio-scsi-pci virtio-blk-pci,drive=spare sdhci-pci
    vmgenid,guid=auto vmcoreinfo ivshmem-plain,memdev=shared intel-iommu
    i82557a tulip pci-testdev isa-debugcon,chardev=quiet pxb,bus_nr=8 vmxnet3
    isa-parallel,chardev=quiet isa-vga isa-fdc""".split()}
ISA_CARDS = {text: 1 for text in """ne2k_isa sb16,audiodev=quiet adlib,audiodev=quiet ib700 pvpanic
    isa-debugcon,chardev=quiet isa-parallel,chardev=quiet gus,audiodev=quiet cs4231a,audiodev=quiet
    isa-ipmi-kcs,bmc=bmc""".split()}
# Other arguments needed by a card.
COMPANIONS = {
    "bmc=bmc": ["-device", "ipmi-bmc-sim,id=bmc"],
    "audiodev=quiet": ["-audiodev", "none,id=quiet"],
    "drive=spare": ["-drive", "if=none,id=spare,driver=null-co,size=64M"],
    "memdev=shared": ["-object", "memory-backend-ram,id=shared,size=1M,share=on"],
    "chardev=quiet": ["-chardev", "null,id=quiet"],
}
SETTINGS = {text: 1 for text in """hpet.msi=on kvmclock.x=y
    mc146818rtc.lost_tick_policy=slew ICH9-LPC.disable_s3=1 PIIX4_PM.disable_s4=1
    apic-common.version=16 ICH9-LPC.noreboot=off""".split()}
SMBIOS = {
    "none": 40,
    "type=17,loc_pfx=DIMM,manufacturer=Made-up,part=MM,speed=3200": 2,
    "type=0,vendor=,version=": 1,
    "type=1,manufacturer=\xe4\xf6\xfc,product=@end seq=0": 1,
    "type=11,value=" + "x" * 1000: 1,
    "type=4,sock_pfx=S,max-speed=65535": 1,
}


def companions(cards):
    arguments = []
    for needs, extra in COMPANIONS.items():
        if any(needs in card for card in cards) and extra[1] not in arguments:
            arguments += extra
    return arguments


def draw_cards(draw, plan):
    if plan.small or machine.kind(plan.machine) == "microvm" and not draw.happens("odd card", 0.1):
        return
    table = ISA_CARDS if plan.machine == "isapc" else CARDS
    if machine.kind(plan.machine) == "pc":
        table = {card: share for card, share in table.items() if card != "intel-iommu"}
    cards = draw.some("card", table, 3)
    plan.arguments += companions(cards)
    for card in cards:
        plan.arguments += ["-device", card]
    if draw.happens("setting changed", 0.1):
        plan.arguments += ["-global", draw.one("setting", SETTINGS)]
    smbios = draw.one("smbios", SMBIOS)
    if smbios != "none":
        plan.arguments += ["-smbios", smbios]


def draw_screen(draw, plan):
    screen = draw.one("screen", {"": 3, "none": 1} if plan.small else SCREENS)
    if screen:
        plan.arguments += ["-vga", screen]
    plan.has_screen = plan.has_screen and screen != "none"


def draw_devices(draw, plan):
    """The serial port, the screen, the cards, and whether the guest can end QEMU by a port."""
    table = {"com1": 3, "com2": 1, "two": 1, "none": 1} if plan.small else SERIALS
    if machine.kind(plan.machine) in ("microvm", "isapc"):
        table = {"com1": 6, "none": 1}
    plan.serial = draw.one("serial", table)
    draw_screen(draw, plan)
    draw_cards(draw, plan)
    plan.has_exit_device = not plan.has_reader or draw.happens("exit device", 0.85)
    if plan.has_exit_device:
        plan.arguments += ["-device", "isa-debug-exit,iobase=0xf4,iosize=4"]
    if not any(part.startswith("virtio-net") for part in plan.arguments):
        plan.arguments += ["-net", "none"]
