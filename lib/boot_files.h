/* SPDX-License-Identifier: MIT */
/* What the host tool and a booted program agree on: names of passed files, and lines of text. */
#ifndef LIB_BOOT_FILES_H
#define LIB_BOOT_FILES_H

/* In QEMU's configuration device: the command line, an input script in the format of
 * bench/input/steps.h, and sequences of instructions in that of lib/code_list.h. */
#define FW_CFG_COMMAND_LINE "opt/org.bareline/cmdline"
#define FW_CFG_CODE "opt/org.bareline/code"
#define FW_CFG_INPUT "opt/org.bareline/input"

/* In the initramfs of Linux: the parameters of bareline-linux that are too long for the command
 * line, a directory of modules to load in name order, an input script, and sequences of
 * instructions. */
#define INITRAMFS_LINE "bareline-arguments"
#define INITRAMFS_MODULES "modules"
#define INITRAMFS_INPUT "bareline-input"
#define INITRAMFS_CODE "bareline-code"

/* Lines around the kernel symbols that linux/hypervisor/symbols.c sends. */
#define SYMBOLS_BEGIN "# symbols begin"
#define SYMBOLS_END "# symbols end"

/* In the initramfs of a hypervisor: what its QEMU boots, that QEMU's arguments, one per line, and
 * the serial log that it writes. */
#define GUEST_DIRECTORY "guest"
#define GUEST_KERNEL GUEST_DIRECTORY "/kernel"
#define GUEST_INITIAL GUEST_DIRECTORY "/initrd"
#define GUEST_ARGUMENTS GUEST_DIRECTORY "/arguments"
#define GUEST_LOG GUEST_DIRECTORY "/log"
#define GUEST_FIRMWARE GUEST_DIRECTORY "/firmware"
/* On aarch64, in place of QEMU: the monitor, and the device tree of its machine. */
#define GUEST_MONITOR GUEST_DIRECTORY "/monitor"
#define GUEST_TREE GUEST_DIRECTORY "/tree"

/* In QEMU's configuration device: an archive with the files of `bareline count`. The guest writes
 * the value to the port of QEMU's pvpanic device, which stops the machine, before it reads them. */
#define FW_CFG_COUNT "opt/org.bareline/count"
/* The guest takes the key of its random numbers from here: 32 bytes, the first 16 different. */
#define FW_CFG_RANDOM "opt/org.bareline/random"
#define COUNT_RANDOM "0123456789abcdef0123456789abcdef"
/* QEMU 7.2's virt of riscv64 reads -fw_cfg before it creates the device, but -boot splash later. So
 * the file of -boot splash has the archive there, after a header that begins as a JPEG and ends
 * with COUNT_RANDOM. QEMU, hw/nvram/fw_cfg.c, "fw_cfg_bootsplash". */
#define FW_CFG_SPLASH "bootsplash.jpg"
#define COUNT_SPLASH_BEGIN "\xff\xd8"
#define COUNT_SPLASH_BYTES 64u
#define COUNT_STOP_PORT 0x505
#define COUNT_STOP_VALUE 1

/* In that archive: what linux/count/init.c runs, the files of the programs'
 * directory, of which each run gets a new copy, and standard input. COUNT_PROGRAMS is a list of
 * texts, each with its final 0. For each program: its input (empty: none), the number of runs
 * before the measured ones, the number of measured runs; then four lists, each with the number of
 * its texts first: variables, arguments, files to send after the last run, and keys to type
 * (linux/count/session.h). */
#define COUNT_DIRECTORY "bareline"
#define COUNT_PROGRAMS COUNT_DIRECTORY "/programs"
#define COUNT_FILES COUNT_DIRECTORY "/files"
#define COUNT_INPUT COUNT_DIRECTORY "/input"
/* If it exists, each program runs once, and the files that it does not find are printed. */
#define COUNT_LOOK COUNT_DIRECTORY "/look"
/* The directory in which the programs run. */
#define COUNT_WORK "count"

/* Lines of linux/count/init.c begin with this word. */
#define COUNT_LINE "bareline-count"
/* The word of the line before the machine stops; the word of a line that says that the kernel's
 * random numbers cannot be set. */
#define COUNT_READY "ready"
#define COUNT_NO_RANDOM "no-random"

/* Parameter of the hypervisor's kernel: seconds without output after which a guest is started
 * again. */
#define GUEST_LIMIT "guest_limit_s"

#endif
