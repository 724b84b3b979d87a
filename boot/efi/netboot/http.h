/* SPDX-License-Identifier: MIT */
/* HTTP requests by the firmware's driver. Every wait has a limit. */
#ifndef BOOT_EFI_NETBOOT_HTTP_H
#define BOOT_EFI_NETBOOT_HTTP_H

#include "boot/efi/netboot/link.h"

/* Get a file below the server's URL, of at most size bytes. The reply has the number of bytes
 * received. A file that is larger, or of unstated size, fails with EFI_BUFFER_TOO_SMALL or
 * EFI_UNSUPPORTED. */
struct netboot_reply http_get(const struct netboot_link *link, const char *path, void *buffer,
			      size_t size);

/* Send a text to be stored at that path. The request succeeded if the code is from 200 to 299, even
 * if the status is an error: a server that closes the connection after its reply causes one. */
struct netboot_reply http_put(const struct netboot_link *link, const char *path, const void *text,
			      size_t size);

bool http_is_available(const struct netboot_link *link);

/* The HTTP status code for an index of EFI_HTTP_STATUS_CODE; 0 if there is none. */
unsigned http_status_code(UINT32 index);

#endif
