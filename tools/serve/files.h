/* SPDX-License-Identifier: MIT */
/* The directory of a server: what machines boot, and their configurations. The room also
 * contains the directory of dnsmasq, with its configuration and a directory for TFTP. */
#ifndef TOOLS_SERVE_FILES_H
#define TOOLS_SERVE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#define FILES_LOADER "BOOTX64.EFI"
#define FILES_LOADER_ARM "BOOTAA64.EFI" /* only if it was built */
#define FILES_LOADER_RISCV "BOOTRISCV64.EFI" /* likewise */
#define FILES_KERNEL "bareline.elf"
#define FILES_SCRIPT "boot.ipxe"        /* for iPXE */
#define FILES_DNSMASQ "dnsmasq.conf"
#define FILES_LEASES "dnsmasq.leases"
#define FILES_TFTP "tftp"
#define FILES_BOOT 5                    /* files that TFTP serves */

struct files_request {
	const char *directory;
	const char *address;            /* IPv4, of this host */
	unsigned port;
	const char *dhcp_range;         /* "FIRST,LAST"; NULL: another server has DHCP */
	const char *user;               /* of dnsmasq; NULL: the one who starts it */
};

/* Copies of the files that machines boot by TFTP; bytes is NULL if there is none. */
struct files_boot {
	struct {
		char *bytes;
		size_t size;
	} files[FILES_BOOT];
};

/* Make what is missing in the directory, report words and names of configurations that no machine
 * would use, and load the files for TFTP. On failure, prints the cause and returns false. */
bool files_prepare(const struct files_request *request, struct files_boot *boot);

/* Write dnsmasq's configuration to a directory, and a directory with the files for TFTP. If is_own
 * is false, an existing configuration is the user's and is kept. On failure, prints the cause and
 * returns false. */
bool files_write_dnsmasq(const struct files_request *request, const struct files_boot *boot,
			 const char *directory, bool is_own);

void files_boot_free(struct files_boot *boot);

/* Open a file that machines may have, by the path of its URL. Returns a descriptor, or -1. No part
 * of the path may be a symbolic link. */
int files_open(const char *directory, const char *url_path);

#endif
