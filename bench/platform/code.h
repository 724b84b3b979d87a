/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for code that the user gives to the machine. */
#ifndef BENCH_PLATFORM_CODE_H
#define BENCH_PLATFORM_CODE_H

#include <stddef.h>
#include <stdint.h>

#include "lib/code_list.h"

#define PLATFORM_CODE_BUFFER_BYTES (2ull << 20)
#define PLATFORM_CODE_STACK_BYTES (512ull << 10)
#define PLATFORM_CODE_CONTROL_BYTES 4096u

enum code_ring {
	CODE_RING_0,
	CODE_RING_3,
};

struct platform_code_request {
	enum code_ring ring;
	uint64_t text_bytes;            /* at most CODE_PROGRAM_MAX */
	uint64_t page_bytes;            /* of the buffer: 4 KiB or 2 MiB */
};

/* Memory of a program. Pages before and after each part are unmapped. All but the text is zero at
 * first. The benchmark uses the pointers, and the program uses the addresses, which may differ. The
 * control page directly precedes the text in the program's addresses. */
struct platform_code {
	enum code_ring ring;
	uint8_t *control;               /* the program may write it */
	uint8_t *text;                  /* writable until platform_code_seal */
	uint64_t text_bytes;
	uint64_t control_virt, text_virt;
	uint64_t stack_virt;            /* lowest address */
	uint64_t buffer_virt;
};

/* The user's list of sequences, in the format of lib/code_list.h, terminated; NULL if there is none
 * or if it exceeds CODE_LIST_MAX. The text stays valid. The first call must be outside the scope of
 * a point. */
const char *platform_code_list(void);

/* Allocate the memory of a program in the current scope. The text is not executable yet. Returns 0;
 * -ENOTSUP if the platform does not run code in this ring or cannot do so safely; or -ENOMEM. */
int platform_code_open(const struct platform_code_request *request, struct platform_code *code);

/* Make the text executable. At its address in the program the text is no longer writable. Returns 0
 * or -ENOMEM. */
int platform_code_seal(struct platform_code *code);

/* Call the program at an offset of its text, in its ring, by CALL, with a stack of the platform.
 * The program must preserve the registers that a C function preserves. The platform restores the
 * rest of the CPU's state, all of which the program may change. An exception in the program ends
 * the guarded call. Guarded calls only. */
void platform_code_call(const struct platform_code *code, uint64_t offset);

#endif
