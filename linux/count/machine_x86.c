/* SPDX-License-Identifier: MIT */
/* QEMU's q35: devices at ports. */
#include "linux/count/machine.h"

#include <endian.h>
#include <err.h>
#include <stdlib.h>
#include <sys/io.h>
#include <sys/syscall.h>

#include "lib/boot_files.h"
#include "lib/count_marks.h"

#define PORT_SERIAL 0x3f8
#define PORT_REQUEST_HIGH 0x514
#define PORT_REQUEST_LOW 0x518
#define REQUEST_PORTS 8

void machine_begin(void)
{
	if (ioperm(PORT_REQUEST_HIGH, REQUEST_PORTS, 1) != 0 || ioperm(PORT_SERIAL, 1, 1) != 0 ||
	    ioperm(COUNT_STOP_PORT, 1, 1) != 0)
		err(EXIT_FAILURE, "ports of QEMU's devices");
}

void machine_request(uint64_t request_phys)
{
	outl(htobe32((uint32_t)(request_phys >> 32)), PORT_REQUEST_HIGH);
	outl(htobe32((uint32_t)request_phys), PORT_REQUEST_LOW);
}

void machine_send(const char *bytes, size_t size)
{
	__asm__ volatile("rep outsb" : "+S"(bytes), "+c"(size) : "d"(PORT_SERIAL) : "memory");
}

void machine_stop(void)
{
	outb(COUNT_STOP_VALUE, COUNT_STOP_PORT);
}

long machine_exec(const char *path, char *const *arguments, char *const *environment)
{
	long result;

	__asm__ volatile(COUNT_MARK_X86_BEGIN_TEXT "\n\tsyscall"
			 : "=a"(result)
			 : "a"(SYS_execve), "D"(path), "S"(arguments), "d"(environment)
			 : "rcx", "r11", "memory");
	return result;
}

void machine_mark_begin(void)
{
	__asm__ volatile(COUNT_MARK_X86_BEGIN_TEXT ::: "memory");
}

void machine_mark_end(void)
{
	__asm__ volatile(COUNT_MARK_X86_END_TEXT ::: "memory");
}
