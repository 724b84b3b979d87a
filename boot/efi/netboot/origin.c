/* SPDX-License-Identifier: MIT */
/* See origin.h. A node has a type and a subtype of one byte each, and a length of two bytes, which
 * includes these four bytes. */
#include "boot/efi/netboot/origin.h"

#include "lib/text/string.h"

#define HEADER_BYTES 4
#define TYPE_END 0x7f
#define TYPE_MESSAGING 3

/* Section 10.3.4, "Messaging Device Path": subtypes, and offsets within their nodes. */
#define MAC_SUBTYPE 11
#define MAC_ADDRESS 4
#define IPV4_SUBTYPE 12
#define IPV4_LOCAL 4
#define IPV4_GATEWAY 19
#define IPV4_MASK 23
#define IPV4_BYTES 27                   /* older firmware has no gateway and mask */
#define IPV6_SUBTYPE 13
#define URI_SUBTYPE 24

/* OVMF ends the text with a zero, which the specification does not mention. */
static size_t text_length(const char *text, size_t length_max)
{
	size_t length = 0;

	while (length < length_max && text[length] != '\0')
		length++;
	return length;
}

static void take_node(struct netboot_origin *origin, const uint8_t *node, size_t length)
{
	switch (node[1]) {
	case MAC_SUBTYPE:
		if (length < MAC_ADDRESS + sizeof(origin->mac))
			return;
		memcpy(origin->mac, node + MAC_ADDRESS, sizeof(origin->mac));
		origin->is_network = true;
		return;
	case IPV4_SUBTYPE:
		if (length < IPV4_BYTES)
			return;
		memcpy(origin->address, node + IPV4_LOCAL, sizeof(origin->address));
		memcpy(origin->gateway, node + IPV4_GATEWAY, sizeof(origin->gateway));
		memcpy(origin->mask, node + IPV4_MASK, sizeof(origin->mask));
		return;
	case IPV6_SUBTYPE:
		origin->is_version_6 = true;
		return;
	case URI_SUBTYPE:
		if (length == HEADER_BYTES)
			return;
		origin->uri = (const char *)node + HEADER_BYTES;
		origin->uri_length = text_length(origin->uri, length - HEADER_BYTES);
		return;
	}
}

void origin_parse(struct netboot_origin *origin, const uint8_t *path)
{
	size_t at = 0;

	*origin = (struct netboot_origin){0};
	while (at + HEADER_BYTES <= ORIGIN_PATH_BYTES_MAX && path[at] != TYPE_END) {
		size_t length = path[at + 2] | (size_t)path[at + 3] << 8;

		if (length < HEADER_BYTES || length > ORIGIN_PATH_BYTES_MAX - at)
			return;
		if (path[at] == TYPE_MESSAGING)
			take_node(origin, path + at, length);
		at += length;
	}
}
