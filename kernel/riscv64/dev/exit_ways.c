/* SPDX-License-Identifier: MIT */
/* The ways to end a run. */
#include "kernel/one_entry/dev/exit_way.h"

#include <stdint.h>

#include "kernel/machine/clock.h"
#include "kernel/riscv64/dev/exit_device.h"
#include "kernel/riscv64/dev/tree.h"
#include "lib/qemu_exit.h"
#include "lib/riscv64/sbi.h"

/* "System Reset Extension": types and reasons. */
enum {RESET_SHUTDOWN, RESET_COLD};
enum {REASON_NONE, REASON_FAILURE};

/* QEMU, hw/misc/sifive_test.c: the upper half of the word is QEMU's exit status. */
#define TEST_FAIL 0x3333u
#define TEST_STATUS_SHIFT 16

/* Another thread of QEMU then ends it. A busy host may delay that thread while this CPU goes on, so
 * half a second of counted time was once not enough. */
#define TEST_EFFECT_US 20000000

static volatile uint32_t *test_device;

void exit_device_init(void)
{
	struct device_node node;

	if (device_tree_find(machine_tree(), "sifive,test0", &node))
		test_device = (volatile uint32_t *)tree_map(&node, "test");
}

static void leave_qemu(enum exit_status status)
{
	uint32_t code = status == EXIT_OK ? QEMU_EXIT_SUCCESS : QEMU_EXIT_FAILURE;

	if (test_device == NULL)
		return;
	*test_device = code << TEST_STATUS_SHIFT | TEST_FAIL;
	clock_wait_us(TEST_EFFECT_US);
}

static void call_reset(uint64_t type, enum exit_status status)
{
	sbi_call(SBI_SYSTEM_RESET, 0, type, status == EXIT_OK ? REASON_NONE : REASON_FAILURE, 0);
	clock_wait_us(EXIT_EFFECT_US);
}

static void power_off(enum exit_status status)
{
	call_reset(RESET_SHUTDOWN, status);
}

static void reset(enum exit_status status)
{
	call_reset(RESET_COLD, status);
}

const struct exit_way exit_ways[] = {
	[EXIT_HALT] = {"halt", exit_halt, EXIT_HALT},
	[EXIT_SIFIVE_TEST] = {"sifive-test", leave_qemu, EXIT_SBI_OFF},
	[EXIT_SBI_OFF] = {"sbi-off", power_off, EXIT_HALT},
	[EXIT_SBI_RESET] = {"sbi-reset", reset, EXIT_HALT},
};

const size_t exit_way_count = sizeof(exit_ways) / sizeof(exit_ways[0]);
