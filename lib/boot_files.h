/* SPDX-License-Identifier: MIT */
/* Names of passed files and lines of text on which the host tool and a booted program agree. */
#ifndef LIB_BOOT_FILES_H
#define LIB_BOOT_FILES_H

/* In QEMU's configuration device: the command line, an input script in the format of
 * bench/input/steps.h, and sequences of instructions in the format of lib/code_list.h. */
#define FW_CFG_COMMAND_LINE "opt/org.bareline/cmdline"
#define FW_CFG_CODE "opt/org.bareline/code"
#define FW_CFG_INPUT "opt/org.bareline/input"

/* In the initramfs of Linux: the parameters of bareline-linux, if they are too long for the command
 * line, a directory of modules to load in name order, an input script, and sequences of
 * instructions. */
#define INITRAMFS_LINE "bareline-arguments"
#define INITRAMFS_MODULES "modules"
#define INITRAMFS_INPUT "bareline-input"
#define INITRAMFS_CODE "bareline-code"

/* Lines around the kernel symbols that linux/hypervisor/symbols.c and linux/count/symbols.c
 * send. */
#define SYMBOLS_BEGIN "# symbols begin"
#define SYMBOLS_END "# symbols end"

/* In the initramfs of a hypervisor: what the hypervisor's QEMU boots, the arguments of that QEMU,
 * one per line, and the serial log that it writes. */
#define GUEST_DIRECTORY "guest"
#define GUEST_KERNEL GUEST_DIRECTORY "/kernel"
#define GUEST_INITIAL GUEST_DIRECTORY "/initrd"
#define GUEST_ARGUMENTS GUEST_DIRECTORY "/arguments"
#define GUEST_LOG GUEST_DIRECTORY "/log"
#define GUEST_FIRMWARE GUEST_DIRECTORY "/firmware"
/* On aarch64, in place of QEMU: the monitor, and the device tree of its machine. */
#define GUEST_MONITOR GUEST_DIRECTORY "/monitor"
#define GUEST_TREE GUEST_DIRECTORY "/tree"

/* In QEMU's configuration device: an archive with the files of `bareline count`. Before the guest
 * reads them, it writes the value to the port of QEMU's pvpanic device, which stops the machine. */
#define FW_CFG_COUNT "opt/org.bareline/count"
/* File from which the guest takes the key of its random numbers: 32 bytes, of which the first 16
 * differ. */
#define FW_CFG_RANDOM "opt/org.bareline/random"
#define COUNT_RANDOM "0123456789abcdef0123456789abcdef"
/* QEMU 7.2's virt of riscv64 reads -fw_cfg before it creates the device, but -boot splash later. So
 * on riscv64 the file of -boot splash contains the archive, after a header that begins as a JPEG
 * and ends with COUNT_RANDOM. QEMU, hw/nvram/fw_cfg.c, "fw_cfg_bootsplash". */
#define FW_CFG_SPLASH "bootsplash.jpg"
#define COUNT_SPLASH_BEGIN "\xff\xd8"
#define COUNT_SPLASH_BYTES 64u
#define COUNT_STOP_PORT 0x505
#define COUNT_STOP_VALUE 1

/* In the archive of FW_CFG_COUNT: what linux/count/init.c runs; the files of the programs'
 * directory, of which each run gets a new copy; and standard input. COUNT_PROGRAMS is a list of
 * texts, each with its final 0. For each program: its input (empty: none), the number of runs
 * before the measured ones, the number of measured runs; then four lists, each with the number of
 * its texts first: variables, arguments, files to send after the last run, and keys to type
 * (linux/count/session.h). */
#define COUNT_DIRECTORY "bareline"
#define COUNT_PROGRAMS COUNT_DIRECTORY "/programs"
#define COUNT_FILES COUNT_DIRECTORY "/files"
#define COUNT_INPUT COUNT_DIRECTORY "/input"
/* If this file exists, each program runs once, and the guest prints the files that the program does
 * not find. */
#define COUNT_LOOK COUNT_DIRECTORY "/look"
/* The directory in which the programs run. */
#define COUNT_WORK "count"

/* First word of the lines of linux/count/init.c. */
#define COUNT_LINE "bareline-count"
/* First the word of the line before the machine stops. Then the word of a line which says that the
 * kernel's random numbers cannot be set. */
#define COUNT_READY "ready"
#define COUNT_NO_RANDOM "no-random"

/* Parameter of the hypervisor's kernel: after this number of seconds without output, a guest is
 * started again. */
#define GUEST_LIMIT "guest_limit_s"

#endif
