/* SPDX-License-Identifier: MIT */
/* There is no test, because here KVM runs guests of another architecture than the image's
 * x86-64. */
#include "tools/run/accel.h"

#include <stdio.h>

void accel_probe(const char *device, struct accel *accel)
{
	accel->is_kvm = false;
	snprintf(accel->why, sizeof(accel->why),
		 "KVM unavailable: %s: needs an x86-64 host", device);
}
