/* SPDX-License-Identifier: MIT */
/* Which system calls the user's instructions make. */
#ifndef LINUX_CODE_SYSTEM_CALLS_H
#define LINUX_CODE_SYSTEM_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* System calls without effects, which sequences may use. */
#define CODE_HARMLESS_CALLS(X) X(SYS_getpid) X(SYS_getppid) X(SYS_gettid) X(SYS_getuid)

enum code_calls {
	CODE_CALLS_NONE,        /* no instruction makes a system call */
	CODE_CALLS_HARMLESS,    /* each SYSCALL directly follows a MOV EAX of a harmless number */
	CODE_CALLS_ANY,         /* other calls, or bytes that look like them */
};

/* Search the bytes of a program for SYSCALL, SYSENTER and INT 80h. Intel SDM vol. 2 has their
 * opcodes. */
enum code_calls code_calls_of(const uint8_t *text, size_t bytes);

#endif
