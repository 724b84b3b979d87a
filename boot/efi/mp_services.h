/* SPDX-License-Identifier: MIT */
/* MP services protocol: PI Specification 1.8, volume 2, "MP Services Protocol". GNU-EFI does not
 * declare it. */
#ifndef BOOT_EFI_MP_SERVICES_H
#define BOOT_EFI_MP_SERVICES_H

#include <efi.h>

#define MP_SERVICES_GUID \
	{0x3fdda605, 0xa76e, 0x4f46, {0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08}}

typedef VOID (EFIAPI *mp_procedure)(VOID *argument);

struct mp_services {
	EFI_STATUS (EFIAPI *get_number_of_processors)(struct mp_services *, UINTN *all,
						      UINTN *enabled);
	void *get_processor_info;
	EFI_STATUS (EFIAPI *startup_all_aps)(struct mp_services *, mp_procedure procedure,
					     BOOLEAN one_by_one, EFI_EVENT ended,
					     UINTN timeout_us, VOID *argument,
					     UINTN **not_finished);
	void *rest[4];
};

#endif
