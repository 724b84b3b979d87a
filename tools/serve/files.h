/* SPDX-License-Identifier: MIT */
/* The directory of a server: what machines boot, their configurations, and the configuration of
 * dnsmasq. */
#ifndef TOOLS_SERVE_FILES_H
#define TOOLS_SERVE_FILES_H

#include <stdbool.h>

#define FILES_LOADER "BOOTX64.EFI"
#define FILES_KERNEL "bareline.elf"
#define FILES_SCRIPT "boot.ipxe"        /* for iPXE */
#define FILES_DNSMASQ "dnsmasq.conf"

struct files_request {
	const char *directory;
	const char *address;            /* IPv4, of this host */
	unsigned port;
	const char *dhcp_range;         /* "FIRST,LAST"; NULL: another server has DHCP */
};

/* Make what is missing in the directory, write dnsmasq's configuration, and report words and names
 * of configurations that no machine would use. On failure, prints the cause and returns false. */
bool files_prepare(const struct files_request *request);

/* Open a file that machines may have, by the path of its URL. Returns a descriptor, or -1. No part
 * of the path may be a symbolic link. */
int files_open(const char *directory, const char *url_path);

#endif
