/* SPDX-License-Identifier: MIT */
/* Linux's memory nodes, and bench/platform/node.h in a Linux process. */
#ifndef LINUX_NODES_H
#define LINUX_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"

#define NODES_LIST_CHARS 512

/* Read the nodes from /sys. If /sys has none, the machine is one node. After schedule_init. */
void nodes_init(void);

/* Whether a number is in a list as Linux writes it, such as "0-3,8". */
bool nodes_list_has(const char *list, unsigned long number);

/* Restrict the pages that the mapping gets from now on to the chosen node. Returns false if Linux
 * does not permit that. On a machine with one node, does nothing. */
bool nodes_bind(void *address, size_t size_bytes);

/* Free bytes of the chosen node, and of the node's pool of large pages. UINT64_MAX on a machine
 * with one node. */
uint64_t nodes_free_bytes(void);
uint64_t nodes_pool_bytes(uint64_t page_bytes);

/* Write one record per node and one per distance. On a machine with one node, writes nothing. */
void nodes_describe(struct wire_writer *writer);

#endif
