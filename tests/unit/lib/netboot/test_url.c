/* SPDX-License-Identifier: MIT */
/* URLs of servers. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/netboot/url.h"

static struct netboot_url url;

static const char *parse(const char *text)
{
	char *copy = strdup(text);      /* without a terminator, for the sanitizer */
	char *exact = memcpy(malloc(strlen(text) + !*text), copy, strlen(text));
	const char *why = netboot_url_parse(&url, exact, strlen(text));

	free(exact);
	free(copy);
	return why;
}

TEST(url_is_split_up_to_its_last_slash)
{
	assert_null(parse("http://192.168.1.10:8080/a/BOOTX64.EFI"));
	assert_string_equal(url.base, "http://192.168.1.10:8080/a/");
	assert_string_equal(url.host, "192.168.1.10:8080");
	assert_int_equal(url.port, 8080);
	assert_memory_equal(url.address, ((uint8_t[]){192, 168, 1, 10}), 4);
	assert_null(parse("http://10.0.0.1/"));
	assert_string_equal(url.base, "http://10.0.0.1/");
	assert_int_equal(url.port, 80);
}

TEST(unusable_urls_are_refused_with_a_reason)
{
	static const char *const urls[] = {
		"", "http", "http://", "http:///", "http://10.0.0.1", "http://10.0.0.1:80",
		"http://10.0.0/", "http://10.0.0.256/", "http://10.0.0.1.2/", "http://10..0.1/",
		"http://10.0.0.1:0/", "http://10.0.0.1:65536/", "http://10.0.0.1:/",
		"http://10.0.0.1:99999999999999999999/", "http://server/", "http://[fe80::1]/",
		"http://10.0.0.1/?a=b/", "http://10.0.0.1/%2e/", "http://10.0.0.1/\r\nX: y/",
		"http://user@10.0.0.1/", "ftp://10.0.0.1/",
		"http://10.0.0.1/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x",
	};

	for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++)
		assert_non_null(parse(urls[i]));
	assert_string_equal(parse("https://10.0.0.1/"), "https is not supported");
}

TEST(address_alone_means_port_80)
{
	netboot_url_from_address(&url, (uint8_t[]){255, 255, 255, 255});
	assert_string_equal(url.base, "http://255.255.255.255/");
	assert_int_equal(url.port, 80);
	assert_null(parse(url.base));
}
