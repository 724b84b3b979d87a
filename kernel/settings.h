/* SPDX-License-Identifier: MIT */
/* Command-line parameters of machine and run. docs/reference/parameters.md lists them. */
#ifndef KERNEL_SETTINGS_H
#define KERNEL_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/engine/options.h"
#include "kernel/machine/exit.h"
#include "kernel/machine/serial.h"

struct settings {
	struct options options;         /* benchmark selection */
	struct serial_choices serial;
	bool screen;
	unsigned cpus;                  /* maximum number of CPUs */
	unsigned cpu;                   /* number of the CPU that measures, or SMP_CPU_ANY */
	enum exit_method exit;
	bool panic;                     /* test=panic: panic after initialisation */
	bool panic_other_cpu;           /* test=panic-other-cpu: panic on another CPU while the boot
					 * CPU writes records */
	bool stray;                     /* test=stray: raise interrupts without a handler */
};

/* Called for each unknown parameter and invalid value, and with two empty texts if the line was too
 * long. value is empty if the parameter has none. */
typedef void settings_report(const char *problem, const char *word, const char *value);

/* Set *settings to the defaults and apply the command line. report may be NULL. */
void settings_parse(struct settings *settings, const char *line, settings_report *report);

#endif
