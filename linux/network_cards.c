/* SPDX-License-Identifier: MIT */
/* Only cards with permanent addresses count. Bridges, tunnels and the cards of virtual functions
 * have addresses that software chose. Cards on USB move from machine to machine. */
#include "linux/network_cards.h"

#include <dirent.h>
#include <linux/ethtool.h>
#include <linux/if.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/engine/manifest.h"
#include "lib/text/fmt.h"

#define INTERFACES "/sys/class/net"
#define CARDS_MAX 16

/* The kernel's include/uapi/linux/ethtool.h, "struct ethtool_perm_addr": the address follows. */
struct permanent_address {
	struct ethtool_perm_addr head;
	uint8_t mac[IDENTIFIER_MAC_BYTES];
};

/* The place of a card: the last PCI address in the device's path. "" for a virtual function, if
 * there is no such address, or if a USB device is behind it. */
static void find_place(const char *interface, char place[IFNAMSIZ])
{
	unsigned domain, bus, device, function;
	char link[sizeof(INTERFACES) + IFNAMSIZ + sizeof("/device/physfn")];
	char *path, *rest;

	place[0] = '\0';
	fmt_buffer(link, sizeof(link), INTERFACES "/%s/device/physfn", interface);
	if (access(link, F_OK) == 0)
		return;
	fmt_buffer(link, sizeof(link), INTERFACES "/%s/device", interface);
	path = realpath(link, NULL);
	if (path == NULL)
		return;
	for (char *part = strtok_r(path, "/", &rest); part != NULL;
	     part = strtok_r(NULL, "/", &rest)) {
		if (strncmp(part, "usb", 3) == 0)
			place[0] = '\0';
		else if (sscanf(part, "%x:%x:%x.%x", &domain, &bus, &device, &function) == 4)
			fmt_buffer(place, IFNAMSIZ, "%.15s", part);
	}
	free(path);
}

static bool read_permanent_address(int control, const char *interface,
				   struct permanent_address *address)
{
	struct ifreq request = {.ifr_data = (void *)address};

	*address = (struct permanent_address){
		.head = {.cmd = ETHTOOL_GPERMADDR, .size = IDENTIFIER_MAC_BYTES}};
	fmt_buffer(request.ifr_name, sizeof(request.ifr_name), "%s", interface);
	return ioctl(control, SIOCETHTOOL, &request) == 0 &&
	       address->head.size == IDENTIFIER_MAC_BYTES;
}

static int is_interface(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && strlen(entry->d_name) < IFNAMSIZ;
}

void network_cards_describe(struct wire_writer *writer, bool shows_serials)
{
	int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct dirent **entries;
	int count = control >= 0 ? scandir(INTERFACES, &entries, is_interface, alphasort) : -1;

	for (int i = 0; i < count; i++) {
		struct permanent_address address;
		char place[IFNAMSIZ];

		find_place(entries[i]->d_name, place);
		if (i < CARDS_MAX && place[0] != '\0' &&
		    read_permanent_address(control, entries[i]->d_name, &address))
			manifest_write_network_card(writer, place, address.mac, shows_serials);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	if (control >= 0)
		close(control);
}
