/* SPDX-License-Identifier: MIT */
/* See persistent_log.h. The places were chosen by experiment. At start, firmware overwrites the
 * memory that it uses itself, at the top and in the first few MiB, while memory in between
 * survives. Places are offsets from the beginning of memory. */
#include "boot/efi/persistent_log.h"

#include "boot/efi/name.h"
#include "boot/efi/processor.h"
#include "lib/text/string.h"

#define MIB 0x100000u

static const struct {
	UINTN offset;
	UINTN bytes;
} places[] = {
	{64 * MIB, 16 * MIB}, {96 * MIB, 16 * MIB}, {32 * MIB, 4 * MIB}, {24 * MIB, 4 * MIB},
	{28 * MIB, 2 * MIB},
};

#define PLACES (sizeof(places) / sizeof(places[0]))

static bool is_kept[PLACES];            /* holds the log of an earlier start */

static EFI_PHYSICAL_ADDRESS phys_of(size_t place)
{
	return processor_memory_begin() + places[place].offset;
}

static bool allocate(size_t place)
{
	EFI_PHYSICAL_ADDRESS phys = phys_of(place);

	return firmware_services->AllocatePages(AllocateAddress, EfiLoaderData,
						EFI_SIZE_TO_PAGES(places[place].bytes), &phys) ==
	       EFI_SUCCESS;
}

static void release(size_t place)
{
	firmware_services->FreePages(phys_of(place), EFI_SIZE_TO_PAGES(places[place].bytes));
}

static struct persistent_log *log_at(size_t place)
{
	return (struct persistent_log *)(uintptr_t)phys_of(place);
}

static bool is_log(const struct persistent_log *log, size_t place)
{
	return log->magic == PERSISTENT_LOG_MAGIC && log->used_bytes == ~log->check &&
	       log->capacity_bytes == places[place].bytes - PERSISTENT_LOG_TEXT &&
	       log->used_bytes > 0 && log->used_bytes <= log->capacity_bytes &&
	       name_is_good(log->name, sizeof(log->name));
}

struct persistent_log *persistent_log_find_unsaved(unsigned *place)
{
	while (*place < PLACES) {
		unsigned i = (*place)++;

		if (!allocate(i))
			continue;
		is_kept[i] = is_log(log_at(i), i);
		if (is_kept[i])
			return log_at(i);
		release(i);
	}
	return NULL;
}

bool persistent_log_has_line(const struct persistent_log *log, const char *begin)
{
	const char *text = (const char *)log + PERSISTENT_LOG_TEXT;
	size_t length = strlen(begin);
	bool is_begin = true;

	for (uint64_t at = 0; at + length <= log->used_bytes; at++) {
		if (is_begin && memcmp(text + at, begin, length) == 0)
			return true;
		is_begin = text[at] == '\n';
	}
	return false;
}

void persistent_log_discard(struct persistent_log *log)
{
	log->magic = 0;
	for (size_t i = 0; i < PLACES; i++) {
		if (log_at(i) != log)
			continue;
		is_kept[i] = false;
		release(i);
	}
}

void persistent_log_append(struct persistent_log *log, const char *line)
{
	char *text = (char *)log + PERSISTENT_LOG_TEXT;
	size_t length = strlen(line);

	if (length + 1 > log->capacity_bytes - log->used_bytes)
		return;
	memcpy(text + log->used_bytes, line, length);
	text[log->used_bytes + length] = '\n';
	log->used_bytes += length + 1;
	log->check = ~log->used_bytes;
}

static struct persistent_log *make_at(size_t place, const char *name)
{
	struct persistent_log *log = log_at(place);

	*log = (struct persistent_log){
		.magic = PERSISTENT_LOG_MAGIC,
		.capacity_bytes = places[place].bytes - PERSISTENT_LOG_TEXT,
		.check = ~0ull,
	};
	text_copy(log->name, sizeof(log->name), name);
	return log;
}

/* If no other place is free, use that of an unsaved log. */
struct persistent_log *persistent_log_make(const char *name)
{
	for (size_t i = 0; i < PLACES; i++) {
		if (!is_kept[i] && allocate(i))
			return make_at(i, name);
	}
	for (size_t i = 0; i < PLACES; i++) {
		if (is_kept[i])
			return make_at(i, name);
	}
	return NULL;
}
