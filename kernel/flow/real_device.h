/* SPDX-License-Identifier: MIT */
/* A real device for real.c, which serves one request at a time. All functions except open and close
 * are called with the lock of the device's node, interrupts off. */
#ifndef KERNEL_FLOW_REAL_DEVICE_H
#define KERNEL_FLOW_REAL_DEVICE_H

#include "kernel/flow/sched.h"

struct flow_real_device {
	enum flow_object_kind kind;     /* kind of the objects that the device can serve */
	uint32_t limit_ms;              /* time limit per request */

	/* open opens and resets the device, which then interrupts the CPU with that APIC ID; it
	 * returns 0 or the error of flow_real_fail. close closes the device. */
	int (*open)(struct flow_real_device *device, const struct flow_real *wanted,
		    uint32_t apic_id);
	void (*close)(void);

	/* Enable and disable the device's interrupts. */
	void (*begin)(void);
	void (*end)(void);

	/* Start a thread's request, which the thread's last word describes. The interrupt, or start
	 * itself, calls flow_real_done or flow_real_fail. */
	void (*start)(struct flow_thread *thread);

	/* This CPU is about to sleep. May be NULL. */
	void (*rest)(void);

	/* The request timed out, and no further request follows. May be NULL. */
	void (*give_up)(void);

	/* Set by real.c. */
	const char *name;               /* set by open */
	uint32_t node;
	unsigned object;                /* object of the node; 0: not open */
	struct flow_request *request;   /* request in service */
	bool has_failed;
};

extern struct flow_real_device flow_real_disk, flow_real_line;

/* The current request is complete. */
void flow_real_done(struct flow_real_device *device);

/* Report a device's problem in a sentence and end all its requests: the run fails. Returns error, a
 * negative errno. */
int flow_real_fail(struct flow_real_device *device, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
