/* SPDX-License-Identifier: MIT */
/* The only list of placeholders. Firmware vendors deliver tables with texts that the maker of a
 * machine should replace, and some makers do not. */
#include "lib/identifier.h"

#include "lib/sha256.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define VALUE_MAX 96                    /* only the beginnings of longer values are compared */
#define DISTINCT_BYTES_MIN 3            /* different bytes of a UUID; "fefefefe-..." has one */
#define RUN_CHARS_MIN 4                 /* "1234" counts up, "12" may be a serial number */
#define MAC_IS_GROUP 1
#define MAC_IS_LOCAL 2                  /* IEEE 802, "Universally or locally administered" */

/* Patterns of small letters. */
static const char *const placeholders[] = {
	"to be filled*", "tobefilled*", "default*", "not *", "no *", "none", "n/a", "na",
	"unknown", "undefined", "unspecified", "empty", "invalid", "null", "blank", "oem",
	"o.e.m.*", "filled by*", "*serial number*", "serial*no*", "system manufacturer",
	"system product*", "system name", "system version", "product name", "base board*",
	"standard", "sernum*", "mb-1234567890", "nb-1234567890", "xxx*", "chassis manu*",
};

/* Values that owners of many machines found in several of them. */
static const char *const common_uuids[] = {
	"03000200-0400-0500-0006-000700080009", "00020003-0004-0005-0006-000700080009",
	"03020100-0504-0706-0809-0a0b0c0d0e0f", "00010203-0405-0607-0809-0a0b0c0d0e0f",
	"12345678-1234-5678-90ab-cddeefaabbcc", "78563412-3412-7856-90ab-cddeefaabbcc",
	"12345678-1234-1234-1234-123456789abc", "00112233-4455-6677-8899-aabbccddeeff",
	"07090201-0103-0301-0807-060504030201", "*-ffff-ffff-ffff-ffffffffffff",
	"dc698397-fa54-4cf2-82c8-b1b5307a6a7f", "8e275844-178f-44a8-aceb-a7d7e5178c63",
	"890e2d14-cacd-45d1-ae66-bc80e8bfeb0f",
	"4c4c4544-0000-2010-8020-80c04f202020", /* of a Dell machine without a service tag */
};

/* Defaults of cards whose memory of the address is empty. */
static const char *const common_macs[] = {
	"00:11:22:33:44:55", "00:01:02:03:04:05", "00:12:34:56:78:9a", "88:88:88:88:87:88",
	"00:e0:4c:68:00:01", "00:00:00:00:00:01",
};

static const char *const names[IDENTIFIERS] = {
	[IDENTIFIER_UUID] = "uuid",
	[IDENTIFIER_BOARD_SERIAL] = "board-serial",
	[IDENTIFIER_SERIAL] = "serial",
	[IDENTIFIER_CHASSIS_SERIAL] = "chassis-serial",
	[IDENTIFIER_MAC] = "mac",
};

const char *identifier_name(enum identifier kind)
{
	return names[kind];
}

/* ---- Placeholders ---- */

static char small_letter(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void to_small_letters(char to[VALUE_MAX], const char *text)
{
	size_t i = 0;

	for (; text[i] != '\0' && i + 1 < VALUE_MAX; i++)
		to[i] = small_letter(text[i]);
	to[i] = '\0';
}

static bool is_separator(char c)
{
	return c == ' ' || c == '-' || c == ':' || c == '.' || c == '_' || c == '/';
}

/* Whether c is the next digit after before, of 0 to 9 and a to f. 0 may also follow 9. */
static bool counts_up(char before, char c)
{
	return c == before + 1 || (before == '9' && (c == '0' || c == 'a'));
}

/* Whether all characters except separators are equal, or each is the next digit after the one
 * before. */
static bool is_regular(const char *small)
{
	size_t count = 0, equal = 1, up = 1;
	char before = '\0';

	for (; *small != '\0'; small++) {
		if (is_separator(*small))
			continue;
		count++;
		equal += count > 1 && *small == before;
		up += count > 1 && counts_up(before, *small);
		before = *small;
	}
	return count == 0 || equal == count || (up == count && count >= RUN_CHARS_MIN);
}

static bool is_listed(const char *small, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (text_glob(list[i], small))
			return true;
	}
	return false;
}

#define IS_LISTED(small, list) is_listed(small, list, sizeof(list) / sizeof((list)[0]))

bool identifier_is_placeholder(const char *value)
{
	char small[VALUE_MAX];

	to_small_letters(small, value);
	return is_regular(small) || IS_LISTED(small, placeholders);
}

static unsigned digit_value(char c)
{
	return (unsigned)(c >= 'a' ? c - 'a' + 10 : c - '0') & 15;
}

/* Whether the UUID has too few different bytes to be random or to contain a serial number. */
static bool is_uuid_plain(const char *small)
{
	bool is_seen[256] = {false};
	unsigned distinct = 0;

	while (small[0] != '\0' && small[1] != '\0') {
		unsigned byte;

		if (*small == '-') {
			small++;
			continue;
		}
		byte = digit_value(small[0]) << 4 | digit_value(small[1]);
		distinct += !is_seen[byte];
		is_seen[byte] = true;
		small += 2;
	}
	return distinct < DISTINCT_BYTES_MIN;
}

/* ---- Hashes ---- */

void identifier_hash_text(const char *kind, const char *text, char hash[IDENTIFIER_HASH_CHARS])
{
	char prefix[48];
	uint8_t digest[SHA256_BYTES];

	fmt_buffer(prefix, sizeof(prefix), "bareline-%s:", kind);
	sha256_pair(prefix, strlen(prefix), text, strlen(text), digest);
	for (size_t i = 0; i < IDENTIFIER_HASH_CHARS / 2; i++)
		fmt_buffer(hash + 2 * i, IDENTIFIER_HASH_CHARS - 2 * i, "%02x", digest[i]);
}

void identifier_hash(enum identifier kind, const char *value, char hash[IDENTIFIER_HASH_CHARS])
{
	char small[VALUE_MAX];

	to_small_letters(small, value);
	hash[0] = '\0';
	if (identifier_is_placeholder(value) ||
	    (kind == IDENTIFIER_UUID && (is_uuid_plain(small) || IS_LISTED(small, common_uuids))) ||
	    (kind == IDENTIFIER_MAC && IS_LISTED(small, common_macs)))
		return;
	identifier_hash_text(names[kind], kind == IDENTIFIER_UUID ? small : value, hash);
}

void identifier_mac_text(const uint8_t mac[IDENTIFIER_MAC_BYTES], char text[IDENTIFIER_MAC_CHARS])
{
	fmt_buffer(text, IDENTIFIER_MAC_CHARS, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1],
		   mac[2], mac[3], mac[4], mac[5]);
}

void identifier_hash_mac(const uint8_t mac[IDENTIFIER_MAC_BYTES],
			 char hash[IDENTIFIER_HASH_CHARS])
{
	char text[IDENTIFIER_MAC_CHARS];

	hash[0] = '\0';
	if ((mac[0] & (MAC_IS_GROUP | MAC_IS_LOCAL)) != 0)
		return;
	identifier_mac_text(mac, text);
	identifier_hash(IDENTIFIER_MAC, text, hash);
}
