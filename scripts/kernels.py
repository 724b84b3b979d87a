# SPDX-License-Identifier: MIT
"""Kernels of the distribution, which are downloaded and unpacked, not installed; and the table of
three of them in docs/explain.md.

usage: kernels.py linux|hypervisor ARCH DIRECTORY
       kernels.py version VERSION FILE
       kernels.py explain BUILD DOCUMENT

linux        fetch the kernel for virtual machines of x86_64 or aarch64, or the only one for riscv64:
             DIRECTORY/vmlinuz, and in keyboard/, disk/, ramdisk/ and network/ the modules for a keyboard, a
             virtio disk, a disk in memory and a virtio network card
hypervisor   fetch the standard kernel, which has KVM as modules: vmlinuz and these modules, in
             stick/ the modules that find a stick, and in the file package its name and version
version      fetch one kernel for virtual machines of x86_64
explain      boot three kernels once, count the instructions of their null system call, and write the
             table by function of DOCUMENT

Modules in a directory are numbered in the order of loading. vmlinuz comes last and has the time of
the call, so make repeats only an interrupted fetch. A table replaces the one below its marker.
"""
import json
import os
import re
import shutil
import subprocess
import sys

FETCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fetch.sh")
VERSIONS = ("6.1.0-47", "6.1.0-56", "6.12.117+deb12")

# ---- Fetching ----

# Each runs in its directory. The packages are Debian's, then Ubuntu's. Debian names processors itself.
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64", "riscv64": "riscv64"}
FETCHES = {
    "linux": """
rm -rf unpacked keyboard disk ramdisk network
fetch_kernel "$fetched" $debian unpacked linux-image-cloud-$debian $plain linux-image-virtual linux-image-generic
fetch_modules unpacked keyboard evdev
fetch_modules unpacked disk virtio_pci virtio_blk
fetch_modules unpacked ramdisk brd
fetch_modules unpacked network virtio_pci virtio_net""",
    "hypervisor": """
rm -rf unpacked kvm stick *.ko
fetch_kernel "$fetched" $debian unpacked linux-image-$debian linux-image-generic
fetch_apt "$fetched" $debian apt-cache show --no-all-versions "$fetch_package" |
	sed -n "s/^Version: /$fetch_package /p" >package
fetch_modules unpacked kvm kvm-amd kvm-intel
for module in kvm/*.ko; do
	[ ! -e "$module" ] || mv "$module" "${module##*/[0-9][0-9]-}"
done
rmdir kvm
fetch_modules unpacked stick xhci-pci ehci-pci sd_mod usb-storage virtio_pci virtio_blk nls_cp437 nls_ascii vfat""",
}


def call(words, **how):
    if subprocess.run(words, check=False, **how).returncode != 0:
        sys.exit(1)


def run_fetch(directory, commands):
    os.makedirs(directory, exist_ok=True)
    call(["sh", "-euc", f'. "$0"\n{commands}\nrm -rf unpacked', FETCH], cwd=directory)


def fetch(kind, arch, directory):
    cache = kind if arch == "x86_64" else f"{kind}-{arch}"
    plain = "linux-image-riscv64" if arch == "riscv64" else ""
    run_fetch(directory, f"debian={DEBIAN[arch]} plain={plain}\nfetch_begin {cache} apt\n"
                         f'fetch_lists "$fetched" $debian{FETCHES[kind]}\n'
                         "fetch_vmlinuz unpacked vmlinuz")


def fetch_version(version, path):
    """An existing file is kept."""
    if not os.path.exists(path):
        run_fetch(os.path.dirname(path), "fetch_lists apt amd64\nfetch_unpack apt amd64 unpacked "
                                         f"linux-image-{version}-cloud-amd64\n"
                                         f"mv unpacked/boot/vmlinuz-* {os.path.basename(path)}")


def fetch_three(build):
    paths = [f"{build}/kernels/{version}" for version in VERSIONS]
    for version, path in zip(VERSIONS, paths):
        fetch_version(version, path)
    return paths


# ---- Tables ----

def tables_of(path):
    with open(path, encoding="utf-8") as file:
        return {table["name"]: table["rows"] for table in json.load(file)["tables"]}


def line(cells):
    return "| " + " | ".join(cells) + " |"


def write(document, target, lines):
    """Replace the table that follows the marker and ends with a line that has no cells."""
    with open(document, encoding="utf-8") as file:
        page = file.read()
    page, count = re.subn(rf"(<!-- written by: make {target} -->\n)(\|.*\n)*",
                          lambda found: found[1] + "\n".join(lines) + "\n", page)
    if count != 1:
        sys.exit(f"{document}: {count} markers of {target}")
    with open(document, "w", encoding="utf-8") as file:
        file.write(page)


def number(value):
    """Formatted as in tools/table/number.c, and so as in other documents."""
    decimals = 0 if value == int(value) or value >= 10000 else 1 if value >= 100 else 2
    return f"{value:.{decimals}f}"


def change(value):
    return f"{round(value, 2):+g}" if value else "0"


# ---- A system call by function ----

# Maximum number of functions with a row, in the order of their change; the others share a row.
FUNCTIONS_MAX = 8
SAME = 1e-6


def functions_of(directory):
    """Instructions of one operation by function, and their sum, which is the result."""
    tables = tables_of(f"{directory}/explain.json")
    figure, = tables["explain.sums"]
    functions = {}
    for row in tables["explain.functions"]:
        functions[row["function"]] = functions.get(row["function"], 0) + row["instructions"]
    if figure["verdict"] != "equal" or abs(sum(functions.values()) - figure["measured"]) > SAME:
        sys.exit(f"{directory}: the sum differs from the result")
    return functions, figure["measured"]


def explain_line(name, values):
    cells = [name, number(values[0]) if values[0] else "–"]
    for before, now in zip(values, values[1:]):
        step = round(now - before, 2)
        cells += [number(now) if now else "–", change(step) if step else ""]
    return line(cells)


def changed_most(values):
    return max(abs(now - before) for before, now in zip(values, values[1:]))


def explain(build, document):
    sides = []
    shutil.rmtree(f"{build}/explain-kernels", ignore_errors=True)
    for version, path in zip(VERSIONS, fetch_three(build)):
        directory = f"{build}/explain-kernels/call-{version}"
        call([f"{build}/bareline", "explain", "entry.null_syscall", "path=syscall", "--layer", "linux",
              "--sums", "-o", directory, "--", "--kernel", path], stdout=subprocess.DEVNULL)
        sides.append(functions_of(directory))
    names = sorted({key for functions, _ in sides for key in functions})
    rows = {key: [functions.get(key, 0) for functions, _ in sides] for key in names}
    changed = sorted((key for key in names if changed_most(rows[key]) > SAME),
                     key=lambda key: (-changed_most(rows[key]), key))
    heads = ["function", VERSIONS[0]]
    for version in VERSIONS[1:]:
        heads += [version.removesuffix("+deb12"), "change"]
    lines = [line(heads), "|---|" + "---:|" * (len(heads) - 1)]
    lines += [explain_line(f"`{key}`", rows[key]) for key in changed[:FUNCTIONS_MAX]]
    shared = changed[FUNCTIONS_MAX:]
    for title, keys in ((f"{len(shared)} more that changed", shared),
                        (f"{len(names) - len(changed)} unchanged",
                         [key for key in names if key not in changed])):
        if keys:
            sums = [sum(column) for column in zip(*(rows[key] for key in keys))]
            lines.append(explain_line(title, sums))
    lines.append(explain_line("**sum**", [figure for _, figure in sides]))
    write(document, "explain-kernels", lines)


def main():
    match sys.argv[1:]:
        case ["linux" | "hypervisor" as kind, "x86_64" | "aarch64" | "riscv64" as arch, directory]:
            fetch(kind, arch, directory)
        case ["version", version, path]:
            fetch_version(version, path)
        case ["explain", build, document]:
            explain(build, document)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
