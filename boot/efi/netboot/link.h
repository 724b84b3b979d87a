/* SPDX-License-Identifier: MIT */
/* The network card that the loader was booted by, the addresses to use, and what all requests
 * share. */
#ifndef BOOT_EFI_NETBOOT_LINK_H
#define BOOT_EFI_NETBOOT_LINK_H

#include <efi.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/efi/netboot/protocols.h"
#include "lib/netboot/url.h"

struct netboot_link {
	EFI_DEVICE_PATH *path;          /* of the device that the loader was booted from */
	EFI_IPv4_ADDRESS address, mask, gateway;
	EFI_IPv4_ADDRESS tftp_server;
	struct netboot_url server;      /* for HTTP */
};

/* The result of a request. */
struct netboot_reply {
	EFI_STATUS status;
	unsigned code;                  /* status code of HTTP, such as 201; 0: no reply */
	size_t bytes;                   /* number of bytes received */
	const char *what;               /* "HTTP" or "TFTP" */
};

/* A child of one of the card's network services. */
struct link_child {
	struct service_binding *binding;
	EFI_HANDLE handle;
	void *protocol;
};

/* Create a child of the service and open its protocol. link_close_child also accepts a child that
 * could not be opened. */
EFI_STATUS link_open_child(const struct netboot_link *link, EFI_GUID *service, EFI_GUID *protocol,
			   struct link_child *child);
void link_close_child(struct link_child *child);

/* Whether the card has the service. */
bool link_has_service(const struct netboot_link *link, EFI_GUID *service);

/* Poll the protocol until *status is not EFI_NOT_READY. Returns *status, or EFI_TIMEOUT after the
 * given time, because firmware may wait without end. */
EFI_STATUS link_await(const EFI_STATUS *status, void (*poll)(void *protocol), void *protocol,
		      unsigned seconds);

/* Open a connection to the server and abort it, within the given time. The connection is a test:
 * firmware's HTTP driver would wait up to two minutes for a server that does not answer, and cannot
 * be interrupted. */
EFI_STATUS link_try_connection(const struct netboot_link *link, unsigned seconds);

#endif
