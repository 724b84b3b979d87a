/* SPDX-License-Identifier: MIT */
/* The list of disks, the open disk, and its requests. A device's replies are checked against the
 * request. */
#include "kernel/disk/disk.h"

#include <stdarg.h>

#include "bench/engine/warning.h"
#include "kernel/core/console.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PROBLEM_CHARS 160
#define SECTOR_BYTES_MIN 512
#define SECTOR_BYTES_MAX 4096
#define SECTORS_MAX (1ull << 48)

static const struct disk_driver *const drivers[] = {&disk_virtio, &disk_nvme, &disk_ahci};

static struct {
	size_t count;
	struct disk disks[DISKS_MAX];
	uint32_t unused;                /* number of disks beyond the list */
	bool has_units;                 /* whether the units behind the functions were found */
	struct disk *open;              /* NULL: none */
	struct disk_request *slots[DISK_DEPTH_MAX];     /* NULL: free */
	uint32_t read_slots;            /* number of slots for reads; a slot for writes follows if
					 * the disk is a scratch disk */
	uint32_t outstanding;
	uint8_t *buffers;
	uint64_t buffers_phys, buffer_bytes;
	uint64_t entered_tsc;           /* time of the latest interrupt */
	char problem[PROBLEM_CHARS];
} layer;

/* ---- Enumeration ---- */

static const struct disk_driver *disk_driver_of(const struct pci_function *function)
{
	for (size_t i = 0; i < sizeof(drivers) / sizeof(drivers[0]); i++) {
		if (drivers[i]->matches(function))
			return drivers[i];
	}
	return NULL;
}

/* Names: virtio0, virtio1, nvme0. */
static void disk_set_name(struct disk *disk)
{
	unsigned number = 0;

	for (const struct disk *other = layer.disks; other < disk; other++)
		number += other->driver == disk->driver;
	fmt_buffer(disk->name, sizeof(disk->name), "%s%u", disk->driver->name, number);
}

void disk_init(void)
{
	size_t functions;
	struct pci_function *function = pci_functions(&functions);

	if (firmware_is_resident())
		return;
	for (; functions > 0; functions--, function++) {
		const struct disk_driver *driver = disk_driver_of(function);
		struct disk *disk = &layer.disks[layer.count];

		if (driver != NULL && layer.count == DISKS_MAX)
			layer.unused++;
		if (driver == NULL || layer.count == DISKS_MAX)
			continue;
		*disk = (struct disk){.driver = driver, .function = function};
		disk_set_name(disk);
		layer.count++;
	}
}

/* List the units of a controller. Memory for this belongs to the current scope, or is kept. */
static uint32_t disk_list_units(struct disk *disk, uint32_t units[DISKS_MAX])
{
	uint32_t count;

	disk->message = PCI_MESSAGE_NONE;
	pci_function_start(disk->function);
	count = disk->driver->list(disk, units, DISKS_MAX);
	disk->driver->close(disk);
	pci_function_stop(disk->function);
	return count;
}

/* Make a disk of each unit behind a function, as far as there is room: nvme0n1, nvme0n2, ahci0p1.
 * Returns the number of the function's disks. */
static size_t disk_divide(struct disk *disk)
{
	size_t room = DISKS_MAX - layer.count + 1;
	const struct disk whole = *disk;
	uint32_t units[DISKS_MAX];
	uint32_t count = disk_list_units(disk, units), used = count < room ? count : (uint32_t)room;

	if (count == 0)
		return 1;
	memmove(disk + used, disk + 1,
		(size_t)(layer.disks + layer.count - disk - 1) * sizeof(*disk));
	for (uint32_t i = 0; i < used; i++) {
		disk[i] = whole;
		disk[i].unit = units[i];
		if (count > 1)
			fmt_buffer(disk[i].name, sizeof(disk[i].name), "%s%c%u", whole.name,
				   disk->driver->unit_letter, units[i]);
	}
	layer.count += used - 1;
	layer.unused += count - used;
	return used;
}

/* Find the units, once, and only if a benchmark uses disks. */
static void disk_find_units(void)
{
	layer.has_units = true;
	for (size_t i = 0; i < layer.count;)
		i += layer.disks[i].driver->list != NULL ? disk_divide(&layer.disks[i]) : 1;
	if (layer.unused > 0)
		warning("disk", "%u disks or controllers are not used: at most %u are",
			layer.unused, DISKS_MAX);
}

const char *disk_missing_reason(void)
{
	static char text[PROBLEM_CHARS];
	size_t functions;

	if (layer.count > 0)
		return NULL;
	if (firmware_is_resident())
		return "resident firmware uses the disks; boot with firmware=exit";
	pci_functions(&functions);
	fmt_buffer(text, sizeof(text), "none of %lu PCI functions is a supported disk "
		   "(virtio-blk, NVMe, AHCI)", functions);
	return text;
}

size_t disk_count(void)
{
	if (!layer.has_units)
		disk_find_units();
	return layer.count;
}

const char *disk_name(size_t disk)
{
	return layer.disks[disk].name;
}

/* ---- For drivers ---- */

int disk_fail(const struct disk *disk, int error, const char *format, ...)
{
	size_t used = fmt_buffer(layer.problem, sizeof(layer.problem), "%s: ", disk->name);
	va_list args;

	va_start(args, format);
	fmt_vbuffer(layer.problem + used, sizeof(layer.problem) - used, format, args);
	va_end(args);
	return error;
}

const char *disk_problem(void)
{
	return layer.problem;
}

volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes)
{
	const char *why = NULL;
	volatile void *registers = pci_registers(disk->function, bar, offset, size_bytes, &why);

	if (registers == NULL)
		disk_fail(disk, -EIO, "BAR %u %s", bar, why);
	return registers;
}

void *disk_memory(uint64_t size_bytes, uint64_t *phys)
{
	uint64_t size = (size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;

	*phys = memory_alloc(size, PAGE_4K);
	return *phys != MEMORY_NONE ? memset(phys_to_virt(*phys), 0, size) : NULL;
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	struct spin spin = spin_for(ticks_of_ms(DISK_WAIT_MS, clock_limit_hz()));

	while ((*where & mask) != wanted) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

/* ---- Records ---- */

/* Write the record of an open disk, once. */
static void disk_describe(struct disk *disk)
{
	if (disk->was_described)
		return;
	disk->was_described = true;
	wire_write(console_writer(), WIRE_disk, &(struct wire_disk){
		.name = disk->name,
		.driver = disk->driver->name,
		.model = disk->model,
		.sectors = disk->facts.sectors,
		.sector_bytes = disk->facts.sector_bytes,
		.depth = disk->facts.depth,
		.bytes_max = disk->facts.bytes_max,
	});
}

/* Write the totals of a disk that was used. */
static void disk_describe_use(const struct disk *disk)
{
	if (disk->was_described)
		wire_write(console_writer(), WIRE_disk_use, &(struct wire_disk_use){
			.name = disk->name,
			.reads = disk->requests - disk->writes - disk->flushes,
			.bytes = disk->bytes - disk->written,
			.failed = disk->failed,
			.writes = disk->writes,
			.written = disk->written,
			.flushes = disk->flushes,
		});
}

/* ---- Opening ---- */

/* Check that the facts are possible and sufficient for the use. Returns 0 or the error of
 * disk_fail. */
static int disk_check_facts(const struct disk *disk)
{
	const struct disk_facts *facts = &disk->facts;

	if (facts->sectors == 0)
		return disk_fail(disk, -ENODEV, "capacity is 0");
	if (facts->sector_bytes < SECTOR_BYTES_MIN || facts->sector_bytes > SECTOR_BYTES_MAX ||
	    (facts->sector_bytes & (facts->sector_bytes - 1)) != 0)
		return disk_fail(disk, -EIO, "unsupported sector size of %u bytes",
				 facts->sector_bytes);
	if (facts->sectors > SECTORS_MAX)
		return disk_fail(disk, -EIO, "impossible capacity of %#lx sectors",
				 facts->sectors);
	if (facts->depth < disk->use.depth)
		return disk_fail(disk, -ENOTSUP, "accepts only %u requests at a time",
				 facts->depth);
	if (facts->bytes_max < disk->use.bytes)
		return disk_fail(disk, -ENOTSUP, "accepts only requests of up to %u bytes",
				 facts->bytes_max);
	if (disk->use.completion == DISK_INTERRUPT && !facts->can_interrupt)
		return disk_fail(disk, -ENOTSUP, "no message interrupts, or no timer "
				 "to bound a wait for them");
	return 0;
}

static int disk_take_memory(const struct disk *disk)
{
	layer.buffer_bytes = disk_use_buffer_bytes(&disk->use);
	layer.buffers = disk_memory(layer.buffer_bytes * disk_use_buffers(&disk->use),
				    &layer.buffers_phys);
	return layer.buffers != NULL ? 0 : disk_fail(disk, -ENOMEM, "no memory for buffers");
}

static void disk_silence(void)
{
	if (layer.open != NULL)
		layer.open->driver->silence(layer.open);
}

static void disk_open_interrupt(struct disk *disk, uint32_t apic_id)
{
	disk->message = pci_message_open(disk->function, VECTOR_DISK, apic_id);
	if (disk->message == PCI_MESSAGE_NONE)
		disk->message = pci_line_open(disk->function, VECTOR_DISK, disk_silence);
}

static int disk_start(struct disk *disk, uint32_t apic_id)
{
	int error = disk_take_memory(disk);

	if (error != 0)
		return error;
	disk->facts = (struct disk_facts){.can_poll = true};
	disk->message = PCI_MESSAGE_NONE;
	pci_function_start(disk->function);
	if (disk->use.completion == DISK_INTERRUPT && disk_wait_open() == 0)
		disk_open_interrupt(disk, apic_id);
	error = disk->driver->open(disk);
	return error != 0 ? error : disk_check_facts(disk);
}

/* Reserve a slot for writes and a buffer for the seal. */
static void disk_reserve_write(struct disk_use *use)
{
	use->buffers = disk_use_buffers(use) + 1;
	use->depth++;
}

int disk_open(size_t disk, const struct disk_use *use, uint32_t apic_id, struct disk_facts *facts)
{
	int error;

	if (disk >= layer.count || use->depth == 0 || use->depth > DISK_DEPTH_MAX ||
	    use->bytes == 0 || use->bytes > DISK_BYTES_MAX || use->buffers > DISK_BUFFERS_MAX ||
	    use->buffer_bytes > use->bytes ||
	    (use->scratch_token != 0 && use->depth != 1))
		return -EINVAL;
	if (layer.disks[disk].has_stalled)
		return disk_fail(&layer.disks[disk], -ENOTSUP,
				 "timed out earlier; not used again");
	disk_close();
	layer.open = &layer.disks[disk];
	layer.open->use = *use;
	layer.entered_tsc = 0;
	layer.read_slots = use->depth;
	if (use->scratch_token != 0)
		disk_reserve_write(&layer.open->use);
	error = disk_start(layer.open, apic_id);
	if (error == 0 && use->scratch_token != 0)
		error = disk_scratch_check(layer.open);
	*facts = layer.open->facts;
	if (error == 0)
		disk_describe(layer.open);
	else
		disk_close();
	return error;
}

/* Close the disk. Without bus mastering its function accesses no memory, whatever state it is
 * in. */
void disk_close(void)
{
	struct disk *disk = layer.open;

	if (disk == NULL)
		return;
	disk_session_end();
	disk_withdraw_permit();
	layer.open = NULL;
	disk->driver->close(disk);
	pci_message_close(disk->function, VECTOR_DISK);
	pci_function_stop(disk->function);
	if (disk->use.completion == DISK_INTERRUPT)
		disk_wait_close();
	for (unsigned slot = 0; slot < DISK_DEPTH_MAX; slot++)
		layer.slots[slot] = NULL;
	layer.outstanding = 0;
}

/* Try a disk. Called outside of scopes, so this releases the memory itself. */
static int disk_try(size_t disk, enum disk_completion completion, struct disk_facts *facts)
{
	const struct disk_use use = {.depth = 1, .bytes = 4096, .completion = completion};
	int error;

	memory_mark();
	error = disk_open(disk, &use, this_cpu()->hardware_id, facts);
	disk_close();
	memory_release();
	return error;
}

int platform_disk_probe(size_t disk, struct disk_facts *facts)
{
	struct disk_facts by_interrupt;
	int error = disk_try(disk, DISK_POLL, facts);

	if (error == 0)
		facts->can_interrupt = disk_try(disk, DISK_INTERRUPT, &by_interrupt) == 0;
	return error;
}

void disk_conclude(void)
{
	for (size_t i = 0; i < layer.count; i++)
		disk_describe_use(&layer.disks[i]);
}

/* ---- Requests ---- */

uint8_t *disk_buffer(uint32_t index)
{
	return layer.buffers + index * layer.buffer_bytes;
}

static unsigned disk_free_slot(uint32_t depth)
{
	unsigned slot = 0;

	while (slot < depth && layer.slots[slot] != NULL)
		slot++;
	return slot;
}

/* Inlined like the function for waiting below, so that the support of writes makes reads no
 * slower. */
static inline __attribute__((always_inline)) bool disk_has(const struct disk *disk,
							   const struct disk_request *request)
{
	uint64_t sectors = request->bytes / disk->facts.sector_bytes;

	return request->bytes > 0 && request->bytes <= disk->use.bytes &&
	       request->bytes % disk->facts.sector_bytes == 0 &&
	       sectors <= disk->facts.sectors &&
	       request->sector <= disk->facts.sectors - sectors &&
	       request->buffer >= layer.buffers &&
	       (uint64_t)(request->buffer - layer.buffers) % layer.buffer_bytes == 0 &&
	       request->buffer + request->bytes <=
		       layer.buffers + layer.buffer_bytes * disk_use_buffers(&disk->use);
}

int disk_give(struct disk_request *request)
{
	struct disk *disk = layer.open;
	unsigned slot;

	if (disk == NULL || !disk_has(disk, request))
		return -EINVAL;
	slot = disk_free_slot(layer.read_slots);
	if (slot == layer.read_slots)
		return -EBUSY;
	layer.slots[slot] = request;
	layer.outstanding++;
	request->entered_tsc = 0;
	disk->driver->submit(disk, slot, &(struct disk_command){
		.sector = request->sector,
		.bytes = request->bytes,
		.buffer_phys = layer.buffers_phys + (uint64_t)(request->buffer - layer.buffers),
	});
	request->rung_tsc = clock_read();
	return 0;
}

struct disk *disk_opened(void)
{
	return layer.open;
}

/* Submit a write in the last slot, which is reserved for writes. */
int disk_give_write(struct disk_request *request)
{
	struct disk *disk = layer.open;
	unsigned slot = disk->use.depth - 1;

	if (layer.outstanding > 0)
		return -EBUSY;
	if (request->operation == DISK_WRITE && !disk_has(disk, request))
		return -EINVAL;
	layer.slots[slot] = request;
	layer.outstanding++;
	request->entered_tsc = 0;
	disk->driver->submit_write(disk, slot, &(struct disk_command){
		.operation = request->operation,
		.sector = request->sector,
		.bytes = request->bytes,
		.buffer_phys = layer.buffers_phys + (uint64_t)(request->buffer - layer.buffers),
	});
	request->rung_tsc = clock_read();
	return 0;
}

int platform_disk_submit(struct disk_request *request)
{
	return disk_session_is_on() ? disk_session_submit(request) : disk_give(request);
}

int disk_submit_any(struct disk_request *request)
{
	return disk_session_is_on() ? disk_session_submit(request) : disk_give(request);
}

int disk_submit_any_write(struct disk_request *request)
{
	return disk_session_is_on() ? disk_session_submit_write(request)
				    : disk_give_write(request);
}

/* Finish a request. An interrupt before the request was submitted belongs to an earlier request. */
static int disk_finish(struct disk *disk, unsigned slot, int status,
		       struct disk_request **request)
{
	if (slot >= disk->use.depth || layer.slots[slot] == NULL)
		return disk_fail(disk, -EIO, "completed a request that was not submitted");
	*request = layer.slots[slot];
	layer.slots[slot] = NULL;
	layer.outstanding--;
	(*request)->status = status;
	disk->requests++;
	disk->bytes += (*request)->bytes;
	disk->failed += status != 0;
	if (layer.entered_tsc > (*request)->rung_tsc)
		(*request)->entered_tsc = layer.entered_tsc;
	return 0;
}

/* Poll until a request completes or times out. Returns 1 or a negative errno. */
static int disk_spin(struct disk *disk, unsigned *slot, int *status)
{
	struct spin spin = spin_for(ticks_of_ms(DISK_WAIT_MS, clock_limit_hz()));
	int found;

	while ((found = disk->driver->poll(disk, slot, status)) == 0) {
		if (!spin_on(&spin))
			return disk_fail(disk, -ETIMEDOUT, "request timed out after %u ms",
					 DISK_WAIT_MS);
	}
	return found;
}

/* Rest until a request completes. One interrupt may report several requests, so the others are
 * found without waiting. */
static int disk_rest(struct disk *disk, unsigned *slot, int *status)
{
	uint64_t limit_tsc = clock_after_us(DISK_WAIT_MS * 1000);
	int found = layer.entered_tsc != 0 ? disk->driver->poll(disk, slot, status) : 0;

	while (found == 0) {
		layer.entered_tsc = disk_wait_rest(limit_tsc);
		if (layer.entered_tsc == 0)
			return disk_fail(disk, -ETIMEDOUT, "no interrupt within %u ms",
					 DISK_WAIT_MS);
		if (disk->driver->acknowledge != NULL)
			disk->driver->acknowledge(disk);
		found = disk->driver->poll(disk, slot, status);
	}
	return found;
}

/* ---- Sessions ---- */

bool disk_interrupts(void)
{
	return layer.open != NULL && layer.open->use.completion == DISK_INTERRUPT;
}

uint32_t disk_under_way(void)
{
	return layer.outstanding;
}

int disk_look(struct disk_request **request)
{
	struct disk *disk = layer.open;
	unsigned slot;
	int status, found, error;

	layer.entered_tsc = disk_entered_tsc;
	if (disk->driver->acknowledge != NULL)
		disk->driver->acknowledge(disk);
	found = disk->driver->poll(disk, &slot, &status);
	if (found <= 0)
		return found;
	error = disk_finish(disk, slot, status, request);
	if (error != 0)
		return error;
	(*request)->seen_tsc = clock_read();
	return 1;
}

int disk_stalled(void)
{
	layer.open->has_stalled = true;
	return disk_fail(layer.open, -ETIMEDOUT, "no interrupt within %u ms", DISK_WAIT_MS);
}

/* ---- Waiting ---- */

static inline __attribute__((always_inline)) int disk_wait_alone(struct disk_request **request)
{
	struct disk *disk = layer.open;
	uint64_t seen_tsc;
	unsigned slot;
	int status, found, error;

	if (disk == NULL || layer.outstanding == 0)
		return -EINVAL;
	found = disk->use.completion == DISK_POLL ? disk_spin(disk, &slot, &status)
						  : disk_rest(disk, &slot, &status);
	seen_tsc = clock_read();
	disk->has_stalled = found == -ETIMEDOUT;
	if (found < 0)
		return found;
	error = disk_finish(disk, slot, status, request);
	if (error != 0)
		return error;
	(*request)->seen_tsc = seen_tsc;
	if (layer.outstanding == 0)
		layer.entered_tsc = 0;
	return 0;
}

int disk_wait_any(struct disk_request **request)
{
	return disk_session_is_on() ? disk_session_wait(request) : disk_wait_alone(request);
}

int platform_disk_wait(struct disk_request **request)
{
	return disk_session_is_on() ? disk_session_wait(request) : disk_wait_alone(request);
}
