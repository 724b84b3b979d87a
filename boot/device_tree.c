/* SPDX-License-Identifier: MIT */
/* Numbers are big-endian, and may be unaligned within the file. */
#include "boot/device_tree.h"

#include "lib/text/string.h"

#define MAGIC 0xd00dfeedu
#define VERSION_LAST_COMPATIBLE 16u     /* the oldest version that readers of version 17 support */

/* Offsets in the header. */
#define HEADER_MAGIC 0
#define HEADER_SIZE 4
#define HEADER_STRUCTURE 8
#define HEADER_STRINGS 12
#define HEADER_RESERVATIONS 16
#define HEADER_COMPATIBLE 24
#define HEADER_STRINGS_BYTES 32
#define HEADER_STRUCTURE_BYTES 36

#define RESERVATION_BYTES 16

enum token {BEGIN_NODE = 1, END_NODE = 2, PROPERTY = 3, NOTHING = 4, END = 9};

#define DEFAULT_ADDRESS_CELLS 2
#define DEFAULT_SIZE_CELLS 1
enum {ADDRESS_CELLS, SIZE_CELLS};

static uint32_t number(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       bytes[3];
}

static uint64_t long_number(const uint8_t *bytes)
{
	return (uint64_t)number(bytes) << 32 | number(bytes + 4);
}

uint32_t device_tree_bytes(const void *header)
{
	const uint8_t *bytes = header;
	uint32_t size = number(bytes + HEADER_SIZE);

	return number(bytes + HEADER_MAGIC) == MAGIC && size >= DEVICE_TREE_HEADER_BYTES ? size : 0;
}

bool device_tree_open(struct device_tree *tree, const void *bytes)
{
	struct device_tree opened = {.bytes = bytes, .size_bytes = device_tree_bytes(bytes)};
	uint64_t structure_end, strings_end;

	*tree = (struct device_tree){0};
	if (opened.size_bytes == 0 ||
	    number(opened.bytes + HEADER_COMPATIBLE) > VERSION_LAST_COMPATIBLE)
		return false;
	opened.structure = number(opened.bytes + HEADER_STRUCTURE);
	opened.strings = number(opened.bytes + HEADER_STRINGS);
	structure_end = (uint64_t)opened.structure + number(opened.bytes + HEADER_STRUCTURE_BYTES);
	strings_end = (uint64_t)opened.strings + number(opened.bytes + HEADER_STRINGS_BYTES);
	if (structure_end > opened.size_bytes || strings_end > opened.size_bytes ||
	    opened.structure % 4 != 0)
		return false;
	opened.structure_end = (uint32_t)structure_end;
	opened.strings_end = (uint32_t)strings_end;
	*tree = opened;
	return true;
}

/* ---- Tokens ---- */

/* The text at an offset that ends before end, or NULL. */
static const char *text_at(const struct device_tree *tree, uint32_t at, uint32_t end)
{
	for (uint32_t i = at; i < end; i++) {
		if (tree->bytes[i] == '\0')
			return (const char *)tree->bytes + at;
	}
	return NULL;
}

static uint32_t aligned(uint32_t at)
{
	return (at + 3) & ~3u;
}

/* Read the token at *at and go past it. Returns END where the structure ends or is malformed. */
static enum token take_token(const struct device_tree *tree, uint32_t *at)
{
	uint32_t token;

	if (tree->bytes == NULL || *at > tree->structure_end || tree->structure_end - *at < 4)
		return END;
	token = number(tree->bytes + *at);
	*at += 4;
	return (enum token)token;
}

struct property {
	const char *name;
	const uint8_t *value;
	uint32_t length;
};

/* Read the property whose token was taken. Returns false if it is malformed. */
static bool take_property(const struct device_tree *tree, uint32_t *at, struct property *property)
{
	uint32_t name;

	if (tree->structure_end - *at < 8)
		return false;
	property->length = number(tree->bytes + *at);
	name = number(tree->bytes + *at + 4);
	*at += 8;
	if (property->length > tree->structure_end - *at ||
	    name >= tree->strings_end - tree->strings)
		return false;
	property->value = tree->bytes + *at;
	property->name = text_at(tree, tree->strings + name, tree->strings_end);
	*at = aligned(*at + property->length);
	return property->name != NULL;
}

/* ---- Nodes ---- */

static void learn_cells(struct device_walk *walk, const struct property *property)
{
	uint32_t *cells = walk->cells[walk->depth];

	if (property->length != 4)
		return;
	if (strcmp(property->name, "#address-cells") == 0)
		cells[ADDRESS_CELLS] = number(property->value);
	else if (strcmp(property->name, "#size-cells") == 0)
		cells[SIZE_CELLS] = number(property->value);
}

static bool begin_node(struct device_walk *walk, struct device_node *node)
{
	const struct device_tree *tree = walk->tree;
	const char *name = text_at(tree, walk->at, tree->structure_end);

	if (name == NULL || walk->depth == DEVICE_TREE_DEPTH_MAX)
		return false;
	walk->at = aligned(walk->at + (uint32_t)strlen(name) + 1);
	*node = (struct device_node){
		.tree = tree,
		.name = name,
		.properties = walk->at,
		.depth = walk->depth,
		.address_cells = walk->cells[walk->depth][ADDRESS_CELLS],
		.size_cells = walk->cells[walk->depth][SIZE_CELLS],
	};
	walk->depth++;
	walk->cells[walk->depth][ADDRESS_CELLS] = DEFAULT_ADDRESS_CELLS;
	walk->cells[walk->depth][SIZE_CELLS] = DEFAULT_SIZE_CELLS;
	return true;
}

bool device_walk_next(struct device_walk *walk, struct device_node *node)
{
	struct property property;

	if (walk->at == 0)
		walk->at = walk->tree->structure;
	for (;;) {
		switch (take_token(walk->tree, &walk->at)) {
		case BEGIN_NODE:
			return begin_node(walk, node);
		case END_NODE:
			if (walk->depth == 0)
				return false;
			walk->depth--;
			break;
		case PROPERTY:
			if (!take_property(walk->tree, &walk->at, &property))
				return false;
			learn_cells(walk, &property);
			break;
		case NOTHING:
			break;
		default:
			return false;
		}
	}
}

const uint8_t *device_node_property(const struct device_node *node, const char *name,
				    uint32_t *length)
{
	uint32_t at = node->properties;
	struct property property;

	for (;;) {
		enum token token = take_token(node->tree, &at);

		if (token == NOTHING)
			continue;
		if (token != PROPERTY || !take_property(node->tree, &at, &property))
			return NULL;
		if (strcmp(property.name, name) == 0) {
			*length = property.length;
			return property.value;
		}
	}
}

const char *device_node_text(const struct device_node *node, const char *name)
{
	uint32_t length;
	const uint8_t *value = device_node_property(node, name, &length);

	if (value == NULL || length == 0 || value[length - 1] != '\0')
		return NULL;
	return (const char *)value;
}

bool device_node_is(const struct device_node *node, const char *compatible)
{
	uint32_t length, at = 0;
	const uint8_t *value = device_node_property(node, "compatible", &length);

	if (value == NULL || length == 0 || value[length - 1] != '\0')
		return false;
	for (; at < length; at += (uint32_t)strlen((const char *)value + at) + 1) {
		if (strcmp((const char *)value + at, compatible) == 0)
			return true;
	}
	return false;
}

bool device_node_is_enabled(const struct device_node *node)
{
	const char *status = device_node_text(node, "status");

	return status == NULL || strcmp(status, "okay") == 0 || strcmp(status, "ok") == 0;
}

/* A number of that many cells. Only the last two cells count. */
static uint64_t cells_number(const uint8_t *value, uint32_t cells)
{
	if (cells == 0)
		return 0;
	if (cells == 1)
		return number(value);
	return long_number(value + 4 * (cells - 2));
}

bool device_node_range(const struct device_node *node, unsigned index, uint64_t *base_phys,
		       uint64_t *size_bytes)
{
	uint32_t length, cells = node->address_cells + node->size_cells;
	const uint8_t *value = device_node_property(node, "reg", &length);

	if (value == NULL || node->address_cells == 0 || node->address_cells > 4 ||
	    node->size_cells > 4 || length / (4 * cells) <= index)
		return false;
	value += 4 * cells * index;
	*base_phys = cells_number(value, node->address_cells);
	*size_bytes = cells_number(value + 4 * node->address_cells, node->size_cells);
	return true;
}

bool device_node_cell(const struct device_node *node, const char *name, unsigned index,
		      uint32_t *value)
{
	uint32_t length;
	const uint8_t *cells = device_node_property(node, name, &length);

	if (cells == NULL || length / 4 <= index)
		return false;
	*value = number(cells + 4 * index);
	return true;
}

/* ---- Searching ---- */

bool device_tree_find(const struct device_tree *tree, const char *compatible,
		      struct device_node *node)
{
	struct device_walk walk = {.tree = tree};

	while (device_walk_next(&walk, node)) {
		if (device_node_is_enabled(node) && device_node_is(node, compatible))
			return true;
	}
	return false;
}

bool device_tree_find_name(const struct device_tree *tree, unsigned depth, const char *name,
			   struct device_node *node)
{
	struct device_walk walk = {.tree = tree};
	size_t length = strlen(name);

	while (device_walk_next(&walk, node)) {
		if (node->depth == depth && strncmp(node->name, name, length) == 0 &&
		    (node->name[length] == '\0' || node->name[length] == '@'))
			return true;
	}
	return false;
}

bool device_tree_reservation(const struct device_tree *tree, unsigned index, uint64_t *base_phys,
			     uint64_t *size_bytes)
{
	uint64_t at;

	if (tree->bytes == NULL)
		return false;
	at = number(tree->bytes + HEADER_RESERVATIONS) + (uint64_t)index * RESERVATION_BYTES;
	if (at + RESERVATION_BYTES > tree->size_bytes)
		return false;
	*base_phys = long_number(tree->bytes + at);
	*size_bytes = long_number(tree->bytes + at + 8);
	return *base_phys != 0 || *size_bytes != 0;
}
