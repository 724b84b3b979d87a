/* SPDX-License-Identifier: MIT */
/* What the processor of a counted program decides. */
#ifndef TOOLS_RUN_COUNT_PROCESSOR_H
#define TOOLS_RUN_COUNT_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

struct count_processor {
	const char *arch;               /* word of --arch */
	const char *title;
	uint16_t elf_machine;
	int32_t library_flags;          /* of 64-bit libraries in glibc's cache (library_cache.c) */
	const char *library_directory;  /* of Debian, below /lib and /usr/lib */
	const char *console;            /* words of the kernel's command line, from "console=" on */
	const char *stop_device;        /* of QEMU: the guest's write to it stops the machine */
	bool has_splash;                /* files come by COUNT_SPLASH_BEGIN of boot_files.h */
	const char *foreign;            /* the fault of a program for another processor */
};

/* The processor of a word of --arch. NULL stands for x86-64. */
const struct count_processor *count_processor_find(const char *arch);

#endif
