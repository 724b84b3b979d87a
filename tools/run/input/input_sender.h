/* SPDX-License-Identifier: MIT */
/* Sends a script's events to the machine through QEMU's monitor whenever the target is ready, and
 * records their times. */
#ifndef TOOLS_RUN_INPUT_SENDER_H
#define TOOLS_RUN_INPUT_SENDER_H

#include <jansson.h>
#include <stdbool.h>

#include "tools/record/result.h"
#include "tools/run/input/input_script.h"
#include "tools/run/input/qmp.h"

#define INPUT_ROUNDS_MAX 2              /* paced and fast */

struct input_round {
	bool is_paced;
	size_t sent;
	double *sent_at;                /* of each event, in seconds since the first */
};

struct input_sender {
	const struct input_script *script;
	struct qmp *qmp;
	bool has_greeted;
	struct input_round rounds[INPUT_ROUNDS_MAX];
	size_t begun, announced;        /* rounds */
	double first_at, last_at; /* by clock_seconds: first event of the round, last sent event */
	double due_at;                  /* next event */
};

void input_sender_init(struct input_sender *sender, const struct input_script *script,
		       struct qmp *qmp);
void input_sender_free(struct input_sender *sender);

/* Callback for progress.announce: the target is ready for input. */
void input_sender_announce(void *announced_to, const struct wire_ready *ready);

/* Send the events that are due. Returns the seconds until the next one, at most most_seconds. On
 * failure, sets the monitor's problem and returns a negative number. */
double input_sender_step(struct input_sender *sender, double most_seconds);

/* The times at which each event was sent, and at which the target queued its message, for
 * input.json. Each side's times are by its own clock, since its first event. */
json_t *input_sender_json(const struct input_sender *sender, const struct result *result);

#endif
