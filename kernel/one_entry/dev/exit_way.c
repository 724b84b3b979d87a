/* SPDX-License-Identifier: MIT */
/* Ends the run. */
#include "kernel/one_entry/dev/exit_way.h"

#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/serial.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static enum exit_method chosen;

void exit_halt(enum exit_status status)
{
	(void)status;
	cpu_stop();
}

int exit_method_parse(const char *word, enum exit_method *method)
{
	for (size_t i = 0; i < exit_way_count; i++) {
		if (exit_ways[i].word != NULL && strcmp(exit_ways[i].word, word) == 0) {
			*method = (enum exit_method)i;
			return 0;
		}
	}
	return -EINVAL;
}

static void exit_after_panic(void)
{
	exit_machine(EXIT_FAILED);
}

void exit_init(enum exit_method method)
{
	chosen = method;
	panic_end_by(exit_after_panic);
}

void exit_machine(enum exit_status status)
{
	serial_drain();
	firmware_return_all(status != EXIT_OK);
	if (firmware_return_must_stay_on())
		chosen = EXIT_HALT;
	for (enum exit_method method = chosen;; method = exit_ways[method].otherwise) {
		exit_ways[method].leave(status);
		console_print("exit=%s has no effect on this machine; next: %s\n",
			      exit_ways[method].word, exit_ways[exit_ways[method].otherwise].word);
		serial_drain();
	}
}
