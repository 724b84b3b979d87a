/* SPDX-License-Identifier: MIT */
/* Which accelerator QEMU is to use. That /dev/kvm is there says little: on a machine that is itself
 * emulated it may be slower than QEMU's own translation, so it is tried before it is trusted. */
#ifndef TOOLS_RUN_ACCEL_H
#define TOOLS_RUN_ACCEL_H

#include <stdbool.h>

#define ACCEL_WHY_MAX 160

struct accel {
	bool is_kvm;
	char why[ACCEL_WHY_MAX];        /* for a person and for the run's manifest */
};

/* Try the KVM device for at most a third of a second and choose. */
void accel_probe(const char *device, struct accel *accel);

#endif
