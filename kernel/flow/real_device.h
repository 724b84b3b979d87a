/* SPDX-License-Identifier: MIT */
/* A real device as real.c knows it. It serves one request after the other. All but open and close
 * is called under the lock of its node, interrupts off. */
#ifndef KERNEL_FLOW_REAL_DEVICE_H
#define KERNEL_FLOW_REAL_DEVICE_H

#include "kernel/flow/sched.h"

struct flow_real_device {
	enum flow_object_kind kind;     /* that it serves */
	uint32_t limit_ms;              /* for a request */

	/* Get it ready to interrupt the CPU with that APIC ID, and reset it. The first returns 0,
	 * or what flow_real_fail returned. */
	int (*open)(struct flow_real_device *device, const struct flow_real *wanted,
		    uint32_t apic_id);
	void (*close)(void);

	/* Let interrupts call it, and no longer. */
	void (*begin)(void);
	void (*end)(void);

	/* Begin what a thread wants, whose last word says what. Its interrupt calls
	 * flow_real_done or flow_real_fail, which this may call as well. */
	void (*start)(struct flow_thread *thread);

	/* This CPU is about to rest. May be NULL. */
	void (*rest)(void);

	/* It was not done in time, and will not be asked again. May be NULL. */
	void (*give_up)(void);

	/* real.c's. */
	const char *name;               /* open sets it */
	uint32_t node;
	unsigned object;                /* of the node; 0: it serves none, and is not open */
	struct flow_request *request;   /* that it is at */
	bool has_failed;
};

extern struct flow_real_device flow_real_disk, flow_real_line;

/* The request that the device is at is done with. */
void flow_real_done(struct flow_real_device *device);

/* Say in a sentence what is wrong with a device, and end all of its requests: the run fails.
 * Returns error, a negative errno. */
int flow_real_fail(struct flow_real_device *device, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
