/* SPDX-License-Identifier: MIT */
/* Bounds of the kernel image's parts: symbols of linker.ld and header.S. */
#ifndef KERNEL_CORE_IMAGE_H
#define KERNEL_CORE_IMAGE_H

#include <stdint.h>

extern char __image_start[], __text_start[], __text_end[], __rodata_start[], __rodata_end[];
extern char __user_text_start[], __user_text_end[];      /* part of the text */
extern char __data_start[], __bss_end[], __image_end[];
extern char boot_stack_guard[], boot_stack[], boot_stack_top[];

/* Physical load address of __image_start. */
extern uint64_t kernel_phys_base;

static inline uint64_t image_size_bytes(void)
{
	return (uint64_t)(__image_end - __image_start);
}

/* Offset of an object of section .user.text in that section. */
static inline uint64_t image_user_offset(const void *address)
{
	return (uint64_t)((const char *)address - __user_text_start);
}

/* Physical address of an object in the image. */
static inline uint64_t image_to_phys(const void *address)
{
	return (uint64_t)((const char *)address - __image_start) + kernel_phys_base;
}

#endif
