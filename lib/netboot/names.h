/* SPDX-License-Identifier: MIT */
/* Paths and names on which a machine booted from the network and its server agree. Handles text
 * only. docs/network-boot.md describes them. */
#ifndef LIB_NETBOOT_NAMES_H
#define LIB_NETBOOT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Directories of the server. */
#define NETBOOT_CONFIGS "configs"
#define NETBOOT_RESULTS "results"

/* A file for TFTP that contains the server's URL. For a boot that tells the loader only an
 * address. */
#define NETBOOT_SERVER_FILE "server.url"

#define NETBOOT_CONFIG_BYTES_MAX 4096
#define NETBOOT_RESULT_BYTES_MAX (64ul << 20)   /* the largest log in memory has 16 MiB */

#define NETBOOT_MAC_CHARS 13            /* 12 hexadecimal digits, and the terminator */
#define NETBOOT_UUID_CHARS 37           /* as in lib/smbios.h */
#define NETBOOT_MODEL_CHARS 32          /* as in boot/efi/name.h */
#define NETBOOT_RUN_CHARS 64
#define NETBOOT_NAME_CHARS 128          /* size of a result's name */
#define NETBOOT_NUMBER_MAX 99           /* highest number of results with one name */

/* All in lower case. uuid and model are "" if unknown. */
struct netboot_machine {
	char mac[NETBOOT_MAC_CHARS];
	char uuid[NETBOOT_UUID_CHARS];
	char model[NETBOOT_MODEL_CHARS];
};

/* The parts of a result's name. */
struct netboot_result {
	char mac[NETBOOT_MAC_CHARS];
	char uuid[NETBOOT_UUID_CHARS];
	char run[NETBOOT_RUN_CHARS];    /* time and model, "20261123-171809-maker-product" */
};

void netboot_mac_text(char to[NETBOOT_MAC_CHARS], const unsigned char mac[6]);

/* Write the path of a machine's configuration. which = 0, 1, ... stands for the paths by UUID, MAC
 * address and model, and the default. Skips unknown ones. Returns the next value of which, or 0
 * after the last. */
unsigned netboot_config_path(char *to, size_t size, const struct netboot_machine *machine,
			     unsigned which);

/* Write "MAC-UUID-RUN.log", or for number 2 and up "MAC-UUID-RUN-2.log". Without a UUID, its digits
 * are 0. */
void netboot_result_name(char to[NETBOOT_NAME_CHARS], const struct netboot_machine *machine,
			 const char *run, unsigned number);

/* Whether an untrusted text is the name of a result. If so, sets the result's parts. */
bool netboot_parse_result_name(const char *name, struct netboot_result *result);

#endif
