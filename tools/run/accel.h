/* SPDX-License-Identifier: MIT */
/* Choice of QEMU's accelerator. KVM is tested first, because on an emulated machine it may be
 * slower than TCG. */
#ifndef TOOLS_RUN_ACCEL_H
#define TOOLS_RUN_ACCEL_H

#include <stdbool.h>

#define ACCEL_WHY_MAX 160

struct accel {
	bool is_kvm;
	char why[ACCEL_WHY_MAX];        /* for the user and the run's manifest */
};

/* Test the KVM device for at most a third of a second, and choose. */
void accel_probe(const char *device, struct accel *accel);

#endif
