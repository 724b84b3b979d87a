/* SPDX-License-Identifier: MIT */
/* Ends the run. Each method returns if it failed. */
#include "kernel/machine/exit.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/serial.h"
#include "kernel/riscv64/dev/exit_device.h"
#include "kernel/riscv64/dev/tree.h"
#include "lib/cpu/interrupts.h"
#include "lib/qemu_exit.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define EFFECT_US 500000                /* time for power-off or reset to take effect */

/* "System Reset Extension": types and reasons. */
enum {RESET_SHUTDOWN, RESET_COLD};
enum {REASON_NONE, REASON_FAILURE};

/* QEMU, hw/misc/sifive_test.c: the upper half of the word is QEMU's exit status. */
#define TEST_FAIL 0x3333u
#define TEST_STATUS_SHIFT 16

static enum exit_method chosen;
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
	clock_wait_us(EFFECT_US);
}

static void call_reset(uint64_t type, enum exit_status status)
{
	sbi_call(SBI_SYSTEM_RESET, 0, type, status == EXIT_OK ? REASON_NONE : REASON_FAILURE, 0);
	clock_wait_us(EFFECT_US);
}

static void power_off(enum exit_status status)
{
	call_reset(RESET_SHUTDOWN, status);
}

static void reset(enum exit_status status)
{
	call_reset(RESET_COLD, status);
}

static void halt(enum exit_status status)
{
	(void)status;
	cpu_stop();
}

/* The word of a method without an entry is refused. */
static const struct {
	const char *word;
	void (*leave)(enum exit_status status);
	enum exit_method otherwise;
} methods[] = {
	[EXIT_HALT] = {"halt", halt, EXIT_HALT},
	[EXIT_SIFIVE_TEST] = {"sifive-test", leave_qemu, EXIT_SBI_OFF},
	[EXIT_SBI_OFF] = {"sbi-off", power_off, EXIT_HALT},
	[EXIT_SBI_RESET] = {"sbi-reset", reset, EXIT_HALT},
};

int exit_method_parse(const char *word, enum exit_method *method)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (methods[i].word != NULL && strcmp(methods[i].word, word) == 0) {
			*method = (enum exit_method)i;
			return 0;
		}
	}
	return -EINVAL;
}

static void exit_after_panic(void)
{
	exit_machine(EXIT_FAILED);
}

void exit_init(enum exit_method method)
{
	chosen = method;
	panic_end_by(exit_after_panic);
}

void exit_machine(enum exit_status status)
{
	serial_drain();
	for (enum exit_method method = chosen;; method = methods[method].otherwise) {
		methods[method].leave(status);
		console_print("exit=%s has no effect on this machine; next: %s\n",
			      methods[method].word, methods[methods[method].otherwise].word);
		serial_drain();
	}
}
