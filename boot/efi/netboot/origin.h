/* SPDX-License-Identifier: MIT */
/* Where the loader came from, by its device path. Parses bytes only, which are untrusted. */
#ifndef BOOT_EFI_NETBOOT_ORIGIN_H
#define BOOT_EFI_NETBOOT_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORIGIN_PATH_BYTES_MAX 4096

struct netboot_origin {
	bool is_network;                /* the path has a network card */
	bool is_version_6;              /* of the Internet Protocol */
	uint8_t mac[6];
	uint8_t address[4], mask[4], gateway[4];        /* after a boot by HTTP; otherwise 0 */
	const char *uri;                /* after a boot by HTTP, in the path; otherwise NULL */
	size_t uri_length;
};

/* Parse a device path of at most ORIGIN_PATH_BYTES_MAX bytes. UEFI Specification 2.10, section
 * 10.3, "Device Path Nodes". */
void origin_parse(struct netboot_origin *origin, const uint8_t *path);

#endif
