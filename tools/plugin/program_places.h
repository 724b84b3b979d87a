/* SPDX-License-Identifier: MIT */
/* The addresses of a Linux kernel at which a program's tasks enter and leave it. `bareline count`
 * writes the file from the kernel's symbols: a line "KIND ADDRESS NAME" for each. */
#ifndef TOOLS_PLUGIN_PROGRAM_PLACES_H
#define TOOLS_PLUGIN_PROGRAM_PLACES_H

#include <stdbool.h>
#include <stdint.h>

enum place_kind {
	PLACE_NONE,
	/* Entry of system calls. On aarch64, it is also that of exceptions in user mode; on
	 * riscv64, of all exceptions. */
	PLACE_ENTRY = 'E',
	PLACE_CALL = 'S',       /* the function of a system call */
	PLACE_EXCEPTION = 'X',
	PLACE_INTERRUPT = 'I',
	PLACE_NAME = 'N',       /* the function that an exception or interrupt has its name from */
	PLACE_BECOMES = 'B',    /* the function that is called for interrupts only */
	PLACE_STUBS = 'L',      /* from here up to PLACE_STUBS_END: entries of device interrupts */
	PLACE_STUBS_END = 'H',
	PLACE_SWITCH = 'T',     /* the function that loads the next task's stack pointer */
	PLACE_EXIT = 'Q',       /* where a task begins to end */
	PLACE_IDLE = 'D',
	PLACE_FIRMWARE = 'F',   /* from here up to PLACE_FIRMWARE_END: code of firmware */
	PLACE_FIRMWARE_END = 'G',
};

/* Numbers of names that no line has. */
enum {PLACE_UNKNOWN, PLACE_DEVICE, PLACE_TASK, PLACE_NAMES_OWN};

struct place {
	enum place_kind kind;
	uint32_t name;          /* its number */
};

/* Read the file. On failure, prints the cause and returns false. */
bool places_read(const char *path);

/* What is at an address. */
struct place places_find(uint64_t address_virt);

/* Whether an instruction of the function that switches tasks is at an address. */
bool places_is_in_switch(uint64_t address_virt);

/* The name of that number. */
const char *places_name(uint32_t number);

#endif
