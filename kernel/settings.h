/* SPDX-License-Identifier: MIT */
/* What the command line says about the machine and the run. docs/command-line.md lists the
 * words. */
#ifndef KERNEL_SETTINGS_H
#define KERNEL_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/engine/options.h"
#include "kernel/dev/exit.h"

struct settings {
	struct options options;         /* what to run */
	uint16_t serial_port;           /* I/O address; 0: no serial port */
	uint32_t serial_baud;
	bool serial_is_chosen;          /* the line names it: it is expected to be there */
	bool screen;
	unsigned cpus;                  /* most CPUs to start */
	enum exit_method exit;
	bool panic;                     /* panic once everything is up, to test the panic itself */
	bool panic_beside;              /* the same on another CPU, beside the boot CPU's records */
	bool stray;                     /* raise interrupts without a handler, to test the report */
};

/* Called for each word that is unknown or has a value that can't be used. */
typedef void settings_complain(const char *problem, const char *word, const char *value);

/* Set *settings to the defaults and then to what the line says. complain may be NULL. */
void settings_parse(struct settings *settings, const char *line, settings_complain *complain);

#endif
