/* SPDX-License-Identifier: MIT */
/* Files by TFTP, for servers without HTTP, and for firmware that cannot send by HTTP. */
#ifndef BOOT_EFI_NETBOOT_TFTP_H
#define BOOT_EFI_NETBOOT_TFTP_H

#include "boot/efi/netboot/link.h"

/* Read a file of at most size bytes. The reply has the number of bytes received. */
struct netboot_reply tftp_read(const struct netboot_link *link, const char *path, void *buffer,
			       size_t size);

/* Write a file. Success is EFI_SUCCESS. */
struct netboot_reply tftp_write(const struct netboot_link *link, const char *path,
				const void *text, size_t size);

#endif
