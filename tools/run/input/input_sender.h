/* SPDX-License-Identifier: MIT */
/* A host that types: sends a script's events to the machine by QEMU's monitor, each time the target
 * says that it is ready, and keeps when. */
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
	double *sent_at;                /* seconds since the first one was sent, of each event */
};

struct input_sender {
	const struct input_script *script;
	struct qmp *qmp;
	bool has_greeted;
	struct input_round rounds[INPUT_ROUNDS_MAX];
	size_t begun, announced;        /* rounds */
	double first_at, last_at; /* by clock_seconds: the round's first event,
					 * the last one sent */
	double due_at;                  /* the next one */
};

void input_sender_init(struct input_sender *sender, const struct input_script *script,
		       struct qmp *qmp);
void input_sender_free(struct input_sender *sender);

/* The target has announced to a sender that it waits for input. */
void input_sender_announce(void *announced_to, const struct wire_ready *ready);

/* Send what is due by now. Returns the seconds until more will be, at most most_seconds; negative
 * with a problem in the monitor's, if it fails. */
double input_sender_step(struct input_sender *sender, double most_seconds);

/* When each event was sent, and when the target put its message in the queue, by each one's clock
 * and since its first: for input.json. */
json_t *input_sender_json(const struct input_sender *sender, const struct result *result);

#endif
