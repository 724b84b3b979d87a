/* SPDX-License-Identifier: MIT */
/* Device paths of firmware that booted from the network. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "boot/efi/netboot/origin.h"

#define PCI_ROOT 2, 1, 12, 0, 0xd0, 0x41, 0x03, 0x0a, 0, 0, 0, 0
#define PCI 1, 1, 6, 0, 0, 2
#define MAC 3, 11, 37, 0, 0x52, 0x54, 0, 0x77, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
#define IPV4 3, 12, 27, 0, 192, 168, 77, 101, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 192, 168, 77, 1, \
	255, 255, 255, 0
#define URI 3, 24, 14, 0, 'h', 't', 't', 'p', ':', '/', '/', 'x', '/', 'y'
#define END 0x7f, 0xff, 4, 0
#define USB 3, 5, 6, 0, 1, 0

static struct netboot_origin origin;

/* In memory of its own, so that the sanitizer sees reads beyond it. */
#define PARSE(...) do { \
		const uint8_t bytes[] = {__VA_ARGS__}; \
		uint8_t *exact = malloc(sizeof(bytes)); \
		memcpy(exact, bytes, sizeof(bytes)); \
		origin_parse(&origin, exact); \
		free(exact); \
	} while (0)

TEST(pxe_path_has_a_mac_address)
{
	PARSE(PCI_ROOT, PCI, MAC, END);
	assert_true(origin.is_network);
	assert_memory_equal(origin.mac, ((uint8_t[]){0x52, 0x54, 0, 0x77, 1, 2}), 6);
	assert_null(origin.uri);
	assert_int_equal(origin.address[0], 0);
}

TEST(http_boot_path_has_addresses_and_a_uri)
{
	PARSE(PCI_ROOT, PCI, MAC, IPV4, URI, END);
	assert_true(origin.is_network && !origin.is_version_6);
	assert_memory_equal(origin.address, ((uint8_t[]){192, 168, 77, 101}), 4);
	assert_memory_equal(origin.gateway, ((uint8_t[]){192, 168, 77, 1}), 4);
	assert_memory_equal(origin.mask, ((uint8_t[]){255, 255, 255, 0}), 4);
	assert_int_equal(origin.uri_length, 10);
	PARSE(MAC, 3, 24, 8, 0, 'h', 't', 0, 0, END);
	assert_int_equal(origin.uri_length, 2);
}

TEST(stick_is_no_network)
{
	PARSE(PCI_ROOT, PCI, USB, END);
	assert_false(origin.is_network);
	PARSE(END);
	assert_false(origin.is_network);
}

TEST(ip_version_6_is_recognised)
{
	PARSE(MAC, 3, 13, 4, 0, END);
	assert_true(origin.is_network && origin.is_version_6);
}

TEST(short_and_impossible_nodes_are_ignored)
{
	PARSE(3, 11, 9, 0, 1, 2, 3, 4, 5, END);
	assert_false(origin.is_network);
	PARSE(MAC, 3, 12, 19, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 24, 4, 0, END);
	assert_true(origin.is_network);
	assert_int_equal(origin.address[0], 0);
	assert_null(origin.uri);
	PARSE(3, 11, 3, 0);
	assert_false(origin.is_network);
	PARSE(3, 24, 0xff, 0xff);
	assert_null(origin.uri);
}
