/* SPDX-License-Identifier: MIT */
/* Identifiers of one machine: UUID, serial numbers, network addresses. Logs contain hashes of the
 * identifiers, so that runs of one machine can be found without its serial number. A value that
 * many machines share identifies no machine. */
#ifndef LIB_IDENTIFIER_H
#define LIB_IDENTIFIER_H

#include <stdbool.h>
#include <stdint.h>

#define IDENTIFIER_HASH_CHARS 17        /* including '\0' */
#define IDENTIFIER_MAC_BYTES 6
#define IDENTIFIER_MAC_CHARS 18

/* Kinds in order of precedence. The first kind that a machine has is its identity. */
enum identifier {
	IDENTIFIER_UUID,
	IDENTIFIER_BOARD_SERIAL,
	IDENTIFIER_SERIAL,
	IDENTIFIER_CHASSIS_SERIAL,
	IDENTIFIER_MAC,
	IDENTIFIERS,
};

/* "uuid", "board-serial", "serial", "chassis-serial" or "mac". */
const char *identifier_name(enum identifier kind);

/* Whether the value is missing or is one that many machines share, such as "To be filled by
 * O.E.M.". The function also works for names of machines. */
bool identifier_is_placeholder(const char *value);

/* Write 16 hexadecimal digits: the first 64 bits of the SHA-256 of "bareline-KIND:VALUE", with a
 * UUID in small letters. Writes "" for a value that identifies no machine. */
void identifier_hash(enum identifier kind, const char *value, char hash[IDENTIFIER_HASH_CHARS]);

/* Write an Ethernet address, such as "00:1b:21:aa:bb:cc". */
void identifier_mac_text(const uint8_t mac[IDENTIFIER_MAC_BYTES], char text[IDENTIFIER_MAC_CHARS]);

/* Hash a network address, as identifier_hash does. If the address is not the card's own, writes "":
 * such an address belongs to a group, is locally administered, or is a well-known default. */
void identifier_hash_mac(const uint8_t mac[IDENTIFIER_MAC_BYTES],
			 char hash[IDENTIFIER_HASH_CHARS]);

/* Like identifier_hash(), for any text and the name of a kind. */
void identifier_hash_text(const char *kind, const char *text, char hash[IDENTIFIER_HASH_CHARS]);

#endif
