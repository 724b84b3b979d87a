/* SPDX-License-Identifier: MIT */
/* PCI on a scripted machine: a valid device is found, an invalid one is rejected by name, and scans
 * of any configuration space end. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernel/dev/pci/pci.h"
#include "kernel/machine/pci.h"
#include "lib/rng.h"

#define FUNCTIONS 6
#define FURTHER_ROOT 9                  /* a bus of another host bridge */
#define COMMAND 0x04
#define BAR(index) (0x10 + 4 * (index))
#define END_PHYS (1ull << 40)
#define RAM_BYTES 0x10000000ull

/* A function with its own registers. In a BAR, only the bits of its mask can be set. */
struct fake {
	struct pci_address address;
	uint32_t words[64];
	uint32_t bar_mask[PCI_BARS];
	bool was_sized_while_decoding;
};

static struct fake fakes[FUNCTIONS];
static size_t fake_count;
static struct rng *noise;               /* not NULL: every function exists with random contents */
static unsigned reads;

static struct fake *fake_at(struct pci_address address)
{
	for (size_t i = 0; i < fake_count; i++) {
		const struct pci_address *at = &fakes[i].address;

		if (at->segment == address.segment && at->bus == address.bus &&
		    at->device == address.device && at->function == address.function)
			return &fakes[i];
	}
	return NULL;
}

uint32_t pci_config_read(struct pci_address address, unsigned offset)
{
	const struct fake *fake = fake_at(address);

	assert_true(offset % 4 == 0 && offset < 256);
	reads++;
	if (noise != NULL)
		return (uint32_t)rng_next(noise);
	return fake != NULL ? fake->words[offset / 4] : UINT32_MAX;
}

bool pci_config_finds_bus(uint16_t segment, uint8_t bus)
{
	return noise != NULL || segment != 0 || bus == FURTHER_ROOT;
}

/* Segment 0, and buses 16 to 31 of segment 1. */
bool pci_config_buses(unsigned index, struct pci_buses *buses)
{
	*buses = index == 0 ? (struct pci_buses){.last = 255} : (struct pci_buses){1, 16, 31};
	return index < 2;
}

void pci_config_write(struct pci_address address, unsigned offset, uint32_t value)
{
	struct fake *fake = fake_at(address);

	assert_true(offset % 4 == 0 && offset < 256);
	if (fake == NULL || noise != NULL)
		return;
	if (offset >= BAR(0) && offset < BAR(PCI_BARS)) {
		unsigned index = (offset - BAR(0)) / 4;

		fake->was_sized_while_decoding |= (fake->words[COMMAND / 4] & 3) != 0;
		value = (value & fake->bar_mask[index]) |
			(fake->words[offset / 4] & 0xf & ~fake->bar_mask[index]);
	}
	if (offset == COMMAND)
		value = (value & 0xffff) | (fake->words[COMMAND / 4] & 0xffff0000);
	fake->words[offset / 4] = value;
}

static struct fake *add_fake(struct pci_address address, uint32_t id, uint32_t class_code)
{
	struct fake *fake = &fakes[fake_count++];

	*fake = (struct fake){.address = address};
	fake->words[0] = id;
	fake->words[2] = class_code << 8 | 3;
	return fake;
}

static int reset(void **state)
{
	(void)state;
	fake_count = reads = 0;
	noise = NULL;
	return 0;
}

static bool is_memory(uint64_t phys, uint64_t size_bytes)
{
	return phys < RAM_BYTES && size_bytes > 0;
}

static const struct pci_limits limits = {END_PHYS, is_memory};

/* ---- Finding functions ---- */

TEST_WITH(functions_behind_bridges_on_further_root_buses_and_segments_are_found, reset, NULL)
{
	struct pci_function found[FUNCTIONS];
	struct fake *bridge;

	add_fake((struct pci_address){0, 0, 0, 0}, 0x29c08086, 0x060000)->words[3] = 0x800000;
	bridge = add_fake((struct pci_address){0, 0, 5, 0}, 0x34208086, 0x060400);
	bridge->words[3] = 0x010000;
	bridge->words[6] = 0x070700;
	add_fake((struct pci_address){7, 31, 0, 0}, 0x10421af4, 0x010000);
	add_fake((struct pci_address){FURTHER_ROOT, 0, 0, 0}, 0x10431af4, 0x010000);
	add_fake((struct pci_address){20, 3, 0, 1}, 0x10441af4, 0x010000);
	add_fake((struct pci_address){32, 3, 0, 1}, 0x10451af4, 0x010000);
	assert_int_equal(pci_scan(found, FUNCTIONS), 5);
	assert_int_equal(found[4].device, 0x1044);
	assert_int_equal(found[4].address.segment, 1);
	assert_int_equal(found[3].device, 0x1043);
	assert_int_equal(found[1].address.function, 5);
	assert_true(found[1].is_bridge);
	assert_int_equal(found[2].vendor, 0x1af4);
	assert_int_equal(found[2].device, 0x1042);
	assert_int_equal(found[2].class_code, 0x010000);
	assert_int_equal(found[2].revision, 3);
}

TEST_WITH(bridges_that_form_a_loop_are_followed_once, reset, NULL)
{
	struct pci_function found[FUNCTIONS];

	for (uint8_t device = 0; device < 2; device++) {
		struct fake *bridge = add_fake((struct pci_address){0, device, 0, 0}, 0x34208086,
					       0);

		bridge->words[3] = 0x010000;
		/* The bridge itself and an empty bus. */
		bridge->words[6] = (uint32_t)device << 8;
	}
	assert_int_equal(pci_scan(found, FUNCTIONS), 2);
}

TEST_WITH(more_functions_than_fit_are_counted, reset, NULL)
{
	struct pci_function found[1];

	add_fake((struct pci_address){0, 1, 0, 0}, 0x29c08086, 0);
	add_fake((struct pci_address){0, 2, 0, 0}, 0x29c18086, 0);
	assert_int_equal(pci_scan(found, 1), 2);
	assert_int_equal(found[0].device, 0x29c0);
}

/* ---- Base address registers ---- */

static struct fake *add_bar(struct pci_function *function, unsigned index, uint64_t value,
			    uint64_t mask)
{
	struct fake *fake = add_fake((struct pci_address){0, 3, 0, 0}, 0x00101b36, 0x010802);

	fake->words[COMMAND / 4] = 0x00100007;
	fake->words[4 + index] = (uint32_t)value;
	fake->bar_mask[index] = (uint32_t)mask & ~0xfu;
	if (index + 1 < PCI_BARS) {
		fake->words[5 + index] = (uint32_t)(value >> 32);
		fake->bar_mask[index + 1] = (uint32_t)(mask >> 32);
	}
	assert_true(pci_function_read(fake->address, function));
	return fake;
}

TEST_WITH(bars_are_sized_with_decoding_disabled, reset, NULL)
{
	struct pci_function function;
	struct pci_bar bar;
	struct fake *fake;

	fake = add_bar(&function, 0, 0xfebf0000, 0xffffffffffffc000);
	assert_null(pci_function_read_bar(&function, 0, &limits, &bar));
	assert_int_equal(bar.phys, 0xfebf0000);
	assert_int_equal(bar.size_bytes, 0x4000);
	assert_false(fake->was_sized_while_decoding);
	assert_int_equal(fake->words[COMMAND / 4], 0x00100007);
	assert_int_equal(fake->words[4], 0xfebf0000);
}

TEST_WITH(bars_of_64_bits_have_both_halves, reset, NULL)
{
	struct pci_function function;
	struct pci_bar bar;

	add_bar(&function, 4, 0x380000000cull, 0xfffffffe00000000ull);
	assert_null(pci_function_read_bar(&function, 4, &limits, &bar));
	assert_int_equal(bar.phys, 0x3800000000ull);
	assert_int_equal(bar.size_bytes, 0x200000000ull);
}

TEST_WITH(invalid_bars_are_rejected_by_name, reset, NULL)
{
	static const struct {
		unsigned index;
		uint64_t value, mask;
		const char *why;
	} lies[] = {
		{0, 0x0000c001, 0xffffffe0, "is I/O space, not memory"},
		{0, 0xfebf0002, 0xffffc000, "has a reserved type"},
		{5, 0xfebf0004, 0xffffc000, "has no upper half"},
		{0, 0, 0, "has no size"},
		{0, 0x4, 0, "has no size"},
		{0, 0xfebf0000, 0xfff0c000, "has a size that is not a power of two"},
		{0, 0, 0xffffc000, "has no address"},
		{0, 0x00100000, 0xfff00000, "overlaps memory"},
		{0, 0x10000000004ull, 0xfffffffffff00000ull, "is beyond the CPU's address width"},
		{0, 0xff00000000000004ull, 0xfffffffffff00000ull,
		 "is beyond the CPU's address width"},
	};
	struct pci_function function;
	struct pci_bar bar;

	for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
		const char *why;

		reset(state);
		add_bar(&function, lies[i].index, lies[i].value, lies[i].mask);
		why = pci_function_read_bar(&function, lies[i].index, &limits, &bar);
		assert_non_null(why);
		assert_string_equal(why, lies[i].why);
	}
	assert_non_null(pci_function_read_bar(&function, PCI_BARS, &limits, &bar));
}

/* ---- Capabilities ---- */

static struct fake *add_capabilities(struct pci_function *function)
{
	struct fake *fake = add_fake((struct pci_address){0, 4, 0, 0}, 0x10421af4, 0x010000);

	fake->words[COMMAND / 4] = 0x00100000;
	fake->words[0x34 / 4] = 0x40;
	fake->words[0x40 / 4] = 0x00005009;
	fake->words[0x50 / 4] = 0x00006011;
	fake->words[0x60 / 4] = 0x00000009;
	assert_true(pci_function_read(fake->address, function));
	return fake;
}

/* A window of 64 KiB. The first function has a BAR of 4 KiB, ports, and 64 bits of 16 KiB; the
 * second has an address; a BAR of 64 KiB no longer fits; the last is behind a bridge. */
TEST_WITH(functions_without_address_get_one_of_the_window, reset, NULL)
{
	const struct pci_window window = {0x10000000, 0x10000};
	struct pci_function functions[FUNCTIONS];
	size_t count;

	add_fake((struct pci_address){0, 1, 0, 0}, 0x10011af4, 0x010000);
	fakes[0].bar_mask[0] = 0xfffff000;
	fakes[0].words[BAR(1) / 4] = 1;
	fakes[0].words[BAR(2) / 4] = 4;
	fakes[0].bar_mask[2] = 0xffffc000;
	fakes[0].bar_mask[3] = 0xffffffff;
	add_fake((struct pci_address){0, 2, 0, 0}, 0x10011af4, 0x010000);
	fakes[1].bar_mask[0] = 0xfffff000;
	fakes[1].words[BAR(0) / 4] = 0x20000000;
	add_fake((struct pci_address){0, 3, 0, 0}, 0x10011af4, 0x010000);
	fakes[2].bar_mask[0] = 0xffff0000;
	fakes[2].bar_mask[1] = 0xfffff000;
	add_fake((struct pci_address){FURTHER_ROOT, 0, 0, 0}, 0x10011af4, 0x010000);
	fakes[3].bar_mask[0] = 0xfffff000;
	count = pci_scan(functions, FUNCTIONS);
	assert_int_equal(count, 4);
	pci_assign(functions, count, &window);
	assert_int_equal(fakes[0].words[BAR(0) / 4], 0x10000000);
	assert_int_equal(fakes[0].words[BAR(1) / 4], 1);
	assert_int_equal(fakes[0].words[BAR(2) / 4], 0x10004004);
	assert_int_equal(fakes[0].words[BAR(3) / 4], 0);
	assert_int_equal(fakes[1].words[BAR(0) / 4], 0x20000000);
	assert_int_equal(fakes[2].words[BAR(0) / 4], 0);
	assert_int_equal(fakes[2].words[BAR(1) / 4], 0x10008000);
	assert_int_equal(fakes[3].words[BAR(0) / 4], 0);
}

TEST_WITH(all_capabilities_are_found, reset, NULL)
{
	struct pci_function function;

	add_capabilities(&function);
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_VENDOR, 0), 0x40);
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_VENDOR, 0x40), 0x60);
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_VENDOR, 0x60), 0);
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_MSIX, 0), 0x50);
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_MSI, 0), 0);
}

TEST_WITH(endless_capability_list_is_limited, reset, NULL)
{
	struct pci_function function;
	struct fake *fake;

	fake = add_capabilities(&function);
	fake->words[0x60 / 4] = 0x00004009;
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_MSI, 0), 0);
	fake->words[0x60 / 4] = 0x00000809;     /* points back into the header */
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_MSI, 0), 0);
	fake->words[COMMAND / 4] = 0;
	assert_int_equal(pci_function_capability(&function, PCI_CAPABILITY_MSIX, 0), 0);
}

TEST_WITH(starting_and_stopping_preserves_other_bits, reset, NULL)
{
	struct pci_function function;
	struct fake *fake;

	fake = add_capabilities(&function);
	fake->words[COMMAND / 4] |= 0x0140;
	pci_function_start(&function);
	assert_int_equal(fake->words[COMMAND / 4], 0x00100546);
	pci_function_stop(&function);
	assert_int_equal(fake->words[COMMAND / 4], 0x00100542);
}

/* ---- Random contents ---- */

/* Random spaces have no last function, bridge or capability. The code must limit each scan. */
TEST_WITH(scans_of_random_spaces_end, reset, NULL)
{
	struct pci_function found[FUNCTIONS];
	struct pci_bar bar;
	struct rng rng;

	rng_seed(&rng, 14);
	noise = &rng;
	for (unsigned round = 0; round < 20; round++) {
		size_t count = pci_scan(found, FUNCTIONS);

		assert_true(count >= FUNCTIONS && count <= PCI_BUSES * PCI_DEVICES * PCI_FUNCTIONS);
		for (unsigned i = 0; i < 20 * FUNCTIONS; i++) {
			const struct pci_function *function = &found[i % FUNCTIONS];

			pci_function_capability(function, (unsigned)rng_next(&rng) & 0xff, 0);
			if (pci_function_read_bar(function, i % 7, &limits, &bar) == NULL)
				assert_true(bar.size_bytes > 0 && bar.phys >= RAM_BYTES &&
					    bar.phys + bar.size_bytes <= END_PHYS);
		}
	}
	assert_true(reads > 0);
}
