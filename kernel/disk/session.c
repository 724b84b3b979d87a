/* SPDX-License-Identifier: MIT */
/* Collects completed requests of the open disk for an application. */
#include "kernel/disk/disk.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"

static struct {
	const struct disk_session *on;  /* NULL: none */
	struct disk_request *done[DISK_DEPTH_MAX];      /* oldest first */
	uint32_t done_count;
	bool was_on;                    /* whether interrupts were enabled when a request was
					 * submitted */
	int error;                      /* of the disk */
} session;

void disk_session_begin(const struct disk_session *on)
{
	if (!disk_interrupts())
		return;
	session.on = on;
	session.done_count = 0;
	session.was_on = false;
	session.error = 0;
	disk_wait_set_handler(on->interrupted);
}

void disk_session_end(void)
{
	if (session.on == NULL)
		return;
	session.on = NULL;
	disk_wait_set_handler(NULL);
}

bool disk_session_is_on(void)
{
	return session.on != NULL;
}

void disk_session_collect(void)
{
	struct disk_request *request;
	int found = 0;

	if (session.on == NULL || session.error != 0)
		return;
	while (disk_under_way() > 0 && (found = disk_look(&request)) > 0) {
		session.done[session.done_count++] = request;
		session.on->done(disk_under_way());
	}
	if (found < 0)
		session.error = found;
}

/* Submit a request. Completed requests that were not waited for count too, so that done has room
 * for all. Inlined, so that the support of writes makes reads no slower. */
static inline __attribute__((always_inline)) int session_give(struct disk_request *request,
							      int (*give)(struct disk_request *))
{
	uint64_t state = interrupts_state();
	int error;

	interrupts_off();
	error = session.done_count + disk_under_way() < DISK_DEPTH_MAX ? give(request) : -EBUSY;
	if (error == 0)
		session.on->started(disk_under_way());
	if (!interrupts_were_on(state))
		return error;
	session.was_on = error == 0 && session.on->stays_off();
	if (!session.was_on)
		interrupts_on();
	return error;
}

int disk_session_submit(struct disk_request *request)
{
	return session_give(request, disk_give);
}

int disk_session_submit_write(struct disk_request *request)
{
	return session_give(request, disk_give_write);
}

static void session_rest(void)
{
	uint64_t limit_tsc = clock_after_us(DISK_WAIT_MS * 1000);

	session.on->waits(true);
	while (session.done_count == 0 && session.error == 0) {
		if (!session.on->rest(limit_tsc))
			session.error = disk_stalled();
	}
	session.on->waits(false);
}

static void session_take(struct disk_request **request)
{
	*request = session.done[0];
	session.done_count--;
	for (uint32_t i = 0; i < session.done_count; i++)
		session.done[i] = session.done[i + 1];
}

int disk_session_wait(struct disk_request **request)
{
	uint64_t state = interrupts_state();
	int error = 0;

	interrupts_off();
	if (session.done_count == 0 && disk_under_way() == 0)
		error = -EINVAL;
	else if (session.done_count == 0)
		session_rest();
	if (session.done_count > 0)
		session_take(request);
	else if (error == 0)
		error = session.error;
	if (interrupts_were_on(state) || session.was_on)
		interrupts_on();
	session.was_on = false;
	return error;
}
