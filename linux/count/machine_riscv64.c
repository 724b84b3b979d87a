/* SPDX-License-Identifier: MIT */
/* The serial port is a 16550. QEMU, hw/riscv/virt.c, "virt_memmap". */
#include "linux/count/machine.h"

#include <sys/syscall.h>
#include <time.h>

#include "lib/count_marks.h"
#include "linux/count/virt.h"

#define SERIAL_PHYS 0x10000000
#define CONFIG_PHYS 0x10100000

void machine_begin(void)
{
	virt_begin(SERIAL_PHYS, CONFIG_PHYS);
}

void machine_request(uint64_t request_phys)
{
	virt_request(request_phys);
}

void machine_send(const char *bytes, size_t size)
{
	volatile uint8_t *data = virt_serial;

	for (size_t i = 0; i < size; i++)
		*data = (uint8_t)bytes[i];
}

/* Stop the machine. QEMU 7.2 does not store a timer of stimecmp with the state
 * (target/riscv/machine.c). Before it stops, it may also advance the clock to that timer
 * (softmmu/icount.c, icount_start_warp_timer). Then Linux waits for an interrupt that never comes,
 * and would set the timer for an earlier time only. A time in the past is earlier. */
void machine_stop(void)
{
	const struct timespec past = {0};

	virt_stop();
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL);
}

long machine_exec(const char *path, char *const *arguments, char *const *environment)
{
	register long number __asm__("a7") = SYS_execve;
	register const void *first __asm__("a0") = path, *second __asm__("a1") = arguments,
			    *third __asm__("a2") = environment;

	__asm__ volatile(COUNT_MARK_RISCV64_BEGIN_TEXT "\n\tecall"
			 : "+r"(first) : "r"(number), "r"(second), "r"(third) : "memory");
	return (long)first;
}

void machine_mark_begin(void)
{
	__asm__ volatile(COUNT_MARK_RISCV64_BEGIN_TEXT ::: "memory");
}

void machine_mark_end(void)
{
	__asm__ volatile(COUNT_MARK_RISCV64_END_TEXT ::: "memory");
}
