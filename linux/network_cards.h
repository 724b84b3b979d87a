/* SPDX-License-Identifier: MIT */
/* Network cards of the machine, by which a process without privileges can recognise it. */
#ifndef LINUX_NETWORK_CARDS_H
#define LINUX_NETWORK_CARDS_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write a record of each PCI network card with a permanent address. Only if shows_serials is set,
 * the records include the addresses themselves. */
void network_cards_describe(struct wire_writer *writer, bool shows_serials);

#endif
