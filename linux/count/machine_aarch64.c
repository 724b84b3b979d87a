/* SPDX-License-Identifier: MIT */
/* The serial port is a PL011. QEMU, hw/arm/virt.c, "base_memmap". */
#include "linux/count/machine.h"

#include <sys/syscall.h>

#include "lib/count_marks.h"
#include "linux/count/virt.h"

#define SERIAL_PHYS 0x09000000
#define CONFIG_PHYS 0x09020000

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
	volatile uint32_t *data = virt_serial;

	for (size_t i = 0; i < size; i++)
		*data = (uint8_t)bytes[i];
}

void machine_stop(void)
{
	virt_stop();
}

long machine_exec(const char *path, char *const *arguments, char *const *environment)
{
	register long number __asm__("x8") = SYS_execve;
	register const void *first __asm__("x0") = path, *second __asm__("x1") = arguments,
			    *third __asm__("x2") = environment;

	__asm__ volatile(COUNT_MARK_AARCH64_BEGIN_TEXT "\n\tsvc #0"
			 : "+r"(first) : "r"(number), "r"(second), "r"(third) : "memory");
	return (long)first;
}

void machine_mark_begin(void)
{
	__asm__ volatile(COUNT_MARK_AARCH64_BEGIN_TEXT ::: "memory");
}

void machine_mark_end(void)
{
	__asm__ volatile(COUNT_MARK_AARCH64_END_TEXT ::: "memory");
}
