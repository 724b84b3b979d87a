/* SPDX-License-Identifier: MIT */
/* Measures the firmware's services before the kernel starts. */
#ifndef BOOT_EFI_SERVICES_H
#define BOOT_EFI_SERVICES_H

#include "boot/efi/firmware.h"
#include "lib/service_times.h"

/* Call each service once, then SERVICE_SAMPLES times. Interrupts stay on, because services turn
 * them on again. Needs boot services. */
void services_measure(EFI_HANDLE image, struct service_times *times);

#endif
