/* SPDX-License-Identifier: MIT */
/* The URL of a server, without TLS: "http://192.168.1.10:8080/directory/". */
#ifndef LIB_NETBOOT_URL_H
#define LIB_NETBOOT_URL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NETBOOT_URL_CHARS 96
#define NETBOOT_HOST_CHARS 24           /* address and port */

struct netboot_url {
	char base[NETBOOT_URL_CHARS];   /* URL up to the last slash */
	char host[NETBOOT_HOST_CHARS];  /* for the Host header */
	uint8_t address[4];
	uint16_t port;
};

/* Parse an untrusted URL. What follows the last slash is dropped. The host must be an IPv4 address
 * in numbers. Returns NULL, or the reason why the URL cannot be used. */
const char *netboot_url_parse(struct netboot_url *url, const char *text, size_t length);

/* Like netboot_url_parse(), for the address of the server alone. */
void netboot_url_from_address(struct netboot_url *url, const uint8_t address[4]);

#endif
