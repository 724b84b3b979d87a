/* SPDX-License-Identifier: MIT */
/* A kernel that measures itself with include/bareline.h: what a user of docs/your-kernel.md writes.
 * tests/toy/your_kernel.py builds it. INJECT adds 3 instructions to the trap's entry and 2 to the
 * lock; STAY does not power off; END is the value that the exit device gets; FAIL reports a
 * failure. */
#if defined(__arm__) && !defined(NO_CLOCK)
/* Armv7-M Architecture Reference Manual, "SYST_CVR": counts down. */
#define BL_CLOCK() (0 - *(volatile uint32_t *)0xe000e018)
#define BL_CLOCK_BITS 24
#endif
#define BARELINE_IMPLEMENTATION
#include "include/bareline.h"

#define ITEMS 8
/* As many lines without as with them, by which the compiler estimates the size. */
#ifdef INJECT
#define INJECTED ".rept 2\n\tnop\n\t.endr"
#else
#define INJECTED ".rept 0\n\tnop\n\t.endr"
#endif

#if defined(__x86_64__) || defined(__i386__)
#define TRAP "int $0x80"
#define HAS_PORTS
#define LINE_READY 0x20

static void port_write(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static uint8_t port_read(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static void serial_put(char c)
{
	while ((port_read(0x3fd) & LINE_READY) == 0)
		;
	port_write(0x3f8, (uint8_t)c);
}
#elif defined(__riscv)
#define TRAP "ecall"
#define SERIAL 0x10000000
#elif defined(__loongarch64)
#define TRAP "syscall 0"
#define SERIAL 0x1fe001e0
#elif defined(__arm__)
#define TRAP "svc #0"
#define SERIAL 0x40004000
#else
#define TRAP "svc #0"
#define SERIAL 0x09000000
#endif

#if !defined(HAS_PORTS)
static void serial_put(char c)
{
	*(volatile uint8_t *)SERIAL = (uint8_t)c;
}
#endif

static void serial_write(void *context, const char *text, size_t length)
{
	(void)context;
	for (size_t i = 0; i < length; i++)
		serial_put(text[i]);
}

/* ---- What is measured ---- */

struct item {
	struct item *next;
	unsigned key;
};

static volatile int list_lock;
static struct item items[ITEMS], *list;
static volatile uint64_t handled_at;

static __attribute__((noinline)) void lock_take(volatile int *lock)
{
	while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0)
		;
	__asm__ volatile(INJECTED);     /* not before the loop, which gcc 16 aligns nevertheless */
}

static __attribute__((noinline)) void list_insert(struct item *item)
{
	struct item **at = &list;

	lock_take(&list_lock);
	while (*at != NULL && (*at)->key < item->key)
		at = &(*at)->next;
	item->next = *at;
	*at = item;
	__atomic_store_n(&list_lock, 0, __ATOMIC_RELEASE);
}

static void insert_many(void *context, uint64_t n)
{
	(void)context;
	while (n-- > 0) {
		list = NULL;
		for (unsigned i = 0; i < ITEMS; i++) {
			items[i].key = i * 5 % ITEMS;
			list_insert(&items[i]);
		}
	}
}

static void trap_many(void *context, uint64_t n)
{
	(void)context;
	while (n-- > 0)
		__asm__ volatile(TRAP : : : "memory");
}

void trap_handle(void);
void kernel_main(const char *command_line);

/* Called by trap_entry. */
void trap_handle(void)
{
	handled_at = bl_clock();
}

/* ---- The run ---- */

static void measure_stages(struct bl *bl)
{
	static const char *const stages[] = {"entry", "return", NULL};

	bl_bench(bl, "toy.trap_stages", "a trap: to its handler, and back");
	bl_point(bl, "");
	for (int i = 0; i < BL_SAMPLES; i++) {
		uint64_t begin = bl_clock(), end;

		__asm__ volatile(TRAP : : : "memory");
		end = bl_clock();
		bl_sample(bl, 0, handled_at - begin);
		bl_sample(bl, 1, end - handled_at);
	}
	bl_stages(bl, stages);
}

/* Called by boot code. */
void kernel_main(const char *command_line)
{
	static const char *const plan[] = {
		"toy.insert", "toy.trap", "toy.trap_stages", "toy.page_fault", NULL,
	};
	static struct bl bl;

	bl.write = serial_write;
	bl.os = "Toy";
	bl.version = "1.0";
	bl.plan = plan;
	bl.command_line = command_line;
	bl_begin(&bl);
	bl_bench(&bl, "toy.insert", "8 items into a sorted list, under a lock");
	bl_measure(&bl, "", insert_many, NULL, 10);
	bl_bench(&bl, "toy.trap", "a trap and its return");
	bl_measure(&bl, "", trap_many, NULL, 100);
	measure_stages(&bl);
#ifdef FAIL
	bl_bench(&bl, "toy.failure", "always fails");
	bl_fault(&bl, "always");
#endif
	bl_skip(&bl, "toy.page_fault", "", "no page fault handler");
	bl_end(&bl);
}
