/* SPDX-License-Identifier: MIT */
/* The ways to end a run, for exit.c. */
#ifndef KERNEL_ONE_ENTRY_DEV_EXIT_WAY_H
#define KERNEL_ONE_ENTRY_DEV_EXIT_WAY_H

#include <stddef.h>

#include "kernel/machine/exit.h"

#define EXIT_EFFECT_US 500000           /* time for power-off or reset to take effect */

struct exit_way {
	const char *word;               /* of exit=; NULL: the machine lacks this method */
	void (*leave)(enum exit_status status);         /* returns if it failed */
	enum exit_method otherwise;
};

/* The ways by method, which kernel/NAME/ defines. */
extern const struct exit_way exit_ways[];
extern const size_t exit_way_count;

void exit_halt(enum exit_status status);

#endif
