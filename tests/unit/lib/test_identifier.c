/* SPDX-License-Identifier: MIT */
/* Hashes of identifiers, and the placeholders that identify no machine. The hash is compared with
 * libmd's. */
#include "tests/unit/unit.h"

#include <sha256.h>
#include <stdbool.h>
#include <stdio.h>

#include "lib/identifier.h"
#include "lib/sha256.h"

#define UUID "564d1234-0a1b-2c3d-4e5f-0123456789ab"

static void libmd_sha256(const void *data, size_t size, uint8_t digest[SHA256_DIGEST_LENGTH])
{
	SHA2_CTX hasher;

	SHA256Init(&hasher);
	SHA256Update(&hasher, data, size);
	SHA256Final(digest, &hasher);
}

/* All lengths around the ends of one and two blocks, in two pieces. */
TEST(sha256_is_that_of_libmd_for_any_length)
{
	uint8_t data[200], ours[SHA256_BYTES], theirs[SHA256_DIGEST_LENGTH];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(37 * i + 11);
	for (size_t size = 0; size <= sizeof(data); size++) {
		libmd_sha256(data, size, theirs);
		sha256_pair(data, size / 3, data + size / 3, size - size / 3, ours);
		assert_memory_equal(ours, theirs, SHA256_BYTES);
	}
}

/* As docs/machines.md has it: printf 'bareline-uuid:%s' UUID | sha256sum | cut -c 1-16. */
TEST(hash_is_the_start_of_a_sha256_that_users_can_make)
{
	char hash[IDENTIFIER_HASH_CHARS], expected[IDENTIFIER_HASH_CHARS];
	static const char text[] = "bareline-uuid:" UUID;
	uint8_t digest[SHA256_DIGEST_LENGTH];

	libmd_sha256(text, strlen(text), digest);
	for (size_t i = 0; i < 8; i++)
		sprintf(expected + 2 * i, "%02x", digest[i]);
	identifier_hash(IDENTIFIER_UUID, UUID, hash);
	assert_string_equal(hash, expected);
	assert_string_equal(hash, "d531c4872766d703");
	identifier_hash(IDENTIFIER_UUID, "564D1234-0A1B-2C3D-4E5F-0123456789AB", hash);
	assert_string_equal(hash, expected);
}

TEST(equal_values_of_different_kinds_have_different_hashes)
{
	char hashes[IDENTIFIERS][IDENTIFIER_HASH_CHARS];

	for (enum identifier kind = 0; kind < IDENTIFIERS; kind++) {
		identifier_hash(kind, "PF2ZK81Q", hashes[kind]);
		assert_int_equal(strlen(hashes[kind]), IDENTIFIER_HASH_CHARS - 1);
		for (enum identifier other = 0; other < kind; other++)
			assert_string_not_equal(hashes[kind], hashes[other]);
	}
}

static const struct value {
	const char *name;
	enum identifier kind;
	bool is_identity;
} values[] = {
	{"", IDENTIFIER_SERIAL, false},
	{"0", IDENTIFIER_SERIAL, false},
	{"00000000", IDENTIFIER_SERIAL, false},
	{"FFFFFFFFFF", IDENTIFIER_SERIAL, false},
	{"................", IDENTIFIER_SERIAL, false},
	{"123456789", IDENTIFIER_SERIAL, false},
	{"1234567890", IDENTIFIER_SERIAL, false},
	{"0123456789ABCDEF", IDENTIFIER_SERIAL, false},
	{"XXXXXXXXXX", IDENTIFIER_SERIAL, false},
	{"To be filled by O.E.M.", IDENTIFIER_SERIAL, false},
	{"To Be Filled By O.E.M", IDENTIFIER_BOARD_SERIAL, false},
	{"Default string", IDENTIFIER_BOARD_SERIAL, false},
	{"None", IDENTIFIER_BOARD_SERIAL, false},
	{"Not Specified", IDENTIFIER_CHASSIS_SERIAL, false},
	{"Not Applicable", IDENTIFIER_CHASSIS_SERIAL, false},
	{"System Serial Number", IDENTIFIER_SERIAL, false},
	{"Base Board Serial Number", IDENTIFIER_BOARD_SERIAL, false},
	{"Chassis Serial Number", IDENTIFIER_CHASSIS_SERIAL, false},
	{"MB-1234567890", IDENTIFIER_BOARD_SERIAL, false},
	{"OEM", IDENTIFIER_SERIAL, false},
	{"PF2ZK81Q", IDENTIFIER_SERIAL, true},
	{"123456798", IDENTIFIER_SERIAL, true},
	{"12", IDENTIFIER_SERIAL, true},
	{"NORTH-4411", IDENTIFIER_SERIAL, true},
	{"00000000-0000-0000-0000-000000000000", IDENTIFIER_UUID, false},
	{"ffffffff-ffff-ffff-ffff-ffffffffffff", IDENTIFIER_UUID, false},
	{"fefefefe-fefe-fefe-fefe-fefefefefefe", IDENTIFIER_UUID, false},
	{"ffffffff-0000-0000-0000-000000000000", IDENTIFIER_UUID, false},
	{"03000200-0400-0500-0006-000700080009", IDENTIFIER_UUID, false},
	{"03020100-0504-0706-0809-0A0B0C0D0E0F", IDENTIFIER_UUID, false},
	{"93309712-FFFF-FFFF-FFFF-FFFFFFFFFFFF", IDENTIFIER_UUID, false},
	{UUID, IDENTIFIER_UUID, true},
	/* Some makers write the network card's address and zeros. */
	{"76006b9c-c49c-0000-0000-000000000000", IDENTIFIER_UUID, true},
};

static void value_is_an_identity_or_a_placeholder(void **state)
{
	const struct value *value = *state;
	char hash[IDENTIFIER_HASH_CHARS];

	identifier_hash(value->kind, value->name, hash);
	assert_int_equal(strlen(hash), value->is_identity ? IDENTIFIER_HASH_CHARS - 1 : 0);
}
TEST_CASES(value_is_an_identity_or_a_placeholder, values);

TEST(only_a_card_of_its_own_address_is_hashed)
{
	static const struct {
		uint8_t mac[IDENTIFIER_MAC_BYTES];
		bool is_own;
	} cards[] = {
		{{0x00, 0x1b, 0x21, 0xaa, 0xbb, 0xcc}, true},
		{{0x52, 0x54, 0x00, 0x12, 0x34, 0x56}, false},  /* a virtual machine's, local */
		{{0x01, 0x1b, 0x21, 0xaa, 0xbb, 0xcc}, false},  /* a group's */
		{{0}, false},
		{{0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, false},
		{{0x00, 0x11, 0x22, 0x33, 0x44, 0x55}, false},
		{{0x88, 0x88, 0x88, 0x88, 0x87, 0x88}, false},
	};
	char hash[IDENTIFIER_HASH_CHARS], same[IDENTIFIER_HASH_CHARS];

	for (size_t i = 0; i < COUNT(cards); i++) {
		identifier_hash_mac(cards[i].mac, hash);
		assert_int_equal(hash[0] != '\0', cards[i].is_own);
	}
	identifier_hash_mac(cards[0].mac, hash);
	identifier_hash_text("mac", "00:1b:21:aa:bb:cc", same);
	assert_string_equal(hash, same);
}

TEST(long_value_is_hashed_whole)
{
	char value[200], hash[IDENTIFIER_HASH_CHARS], other[IDENTIFIER_HASH_CHARS];

	memset(value, 'a', sizeof(value));
	value[0] = 'b';
	value[198] = 'c';
	value[199] = '\0';
	identifier_hash(IDENTIFIER_SERIAL, value, hash);
	value[198] = 'd';
	identifier_hash(IDENTIFIER_SERIAL, value, other);
	assert_string_not_equal(hash, other);
}
