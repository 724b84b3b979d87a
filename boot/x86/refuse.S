/* SPDX-License-Identifier: MIT */
/* Error message of a machine that cannot run the kernel, on COM1 and on the screen, in the mode
 * that the boot loader left. It is 32-bit assembly, because the CPU may lack 64-bit mode. */
#include "boot/x86/at_image.inc"
#include "boot/x86/layout.h"

#define COM1 0x3f8
#define COM1_DIVISOR 1                  /* 115200 baud */
#define COM1_LCR (COM1 + 3)
#define COM1_LSR (COM1 + 5)
#define LCR_DIVISOR_LATCH 0x80
#define LCR_8N1 0x03
#define LSR_THR_EMPTY 0x20
#define READS_MAX 0x10000               /* limit: COM1 may be absent */

#define VGA_TEXT_PHYS 0xb8000
#define VGA_COLUMNS 80
#define VGA_WHITE_ON_RED 0x4f

#define GLYPH_WIDTH 8
#define GLYPH_HEIGHT 16
#define PIXEL_BYTES 4
#define WHITE 0xffffff
#define BLACK 0

/* Multiboot Specification 0.6.96, "Boot information format", and Multiboot2 Specification 2.0,
 * "Framebuffer info": both use this framebuffer layout. */
#define INFO1_FLAG_FRAMEBUFFER (1 << 12)
#define INFO1_FRAMEBUFFER 88
#define INFO2_TAGS 8
#define TAG_SIZE 4
#define TAG_FRAMEBUFFER 8
#define TAG_HEADER_BYTES 8
#define FRAMEBUFFER_ADDRESS_HIGH 4
#define FRAMEBUFFER_PITCH 8
#define FRAMEBUFFER_WIDTH 12
#define FRAMEBUFFER_BITS 20
#define FRAMEBUFFER_TYPE 21
#define TYPE_RGB 1
#define WIDTH_LEAST 640                 /* wider than any message */

	.section .boot, "ax"

/* EBX = physical address of the message, EBP of the image, ESI = magic number of the loader, EDI =
 * physical address of its information; paging off. Does not return. */
	.code32
	.globl refuse
refuse:
	lea AT_IMAGE(boot_stack_top)(%ebp), %esp
	call set_up_serial
	call find_framebuffer
	test %eax, %eax
	jz .Lclear_row
	mov (%eax), %edi
	mov FRAMEBUFFER_PITCH(%eax), %edx
	jmp .Lshow_character

/* The firmware's text in this row may be longer than the message. */
.Lclear_row:
	mov $VGA_TEXT_PHYS, %edi
	mov $VGA_COLUMNS, %ecx
1:	movw $(VGA_WHITE_ON_RED << 8 | ' '), -2(%edi, %ecx, 2)
	loop 1b

/* EDI = address of the next character. EAX = 0 on a text screen; otherwise EDX = bytes per pixel
 * row. */
.Lshow_character:
	movzbl (%ebx), %ecx
	inc %ebx
	test %ecx, %ecx
	jz .Lstop
	call send
	cmp $' ', %ecx
	jb .Lshow_character
	test %eax, %eax
	jz .Ltext
	call draw
	jmp .Lshow_character
.Ltext:
	mov %cl, (%edi)
	movb $VGA_WHITE_ON_RED, 1(%edi)
	add $2, %edi
	jmp .Lshow_character
.Lstop:
	hlt
	jmp .Lstop

/* Preserves all registers but EAX and EDX. */
set_up_serial:
	mov $COM1_LCR, %dx
	mov $(LCR_DIVISOR_LATCH | LCR_8N1), %al
	out %al, %dx
	mov $COM1, %dx
	mov $COM1_DIVISOR, %ax
	out %ax, %dx
	mov $COM1_LCR, %dx
	mov $LCR_8N1, %al
	out %al, %dx
	ret

/* Send CL. Preserves all registers. */
send:
	pusha
	mov %ecx, %ebx
	mov $COM1_LSR, %dx
	mov $READS_MAX, %ecx
1:	in %dx, %al
	test $LSR_THR_EMPTY, %al
	loopz 1b
	mov $COM1, %dx
	mov %ebx, %eax
	out %al, %dx
	popa
	ret

/* In: ESI and EDI as for refuse. Returns in EAX the address of the description of a 32-bit
 * framebuffer below 4 GiB, or 0. Changes EDI and EDX. */
find_framebuffer:
	cmp $BOOT_MAGIC_MULTIBOOT1, %esi
	je .Linfo1
	cmp $BOOT_MAGIC_MULTIBOOT2, %esi
	jne .Lno_framebuffer
	mov (%edi), %edx
	add %edi, %edx                          /* end of the tags */
	add $INFO2_TAGS, %edi
.Lnext_tag:
	lea TAG_HEADER_BYTES(%edi), %eax
	cmp %edx, %eax
	ja .Lno_framebuffer
	cmpl $TAG_FRAMEBUFFER, (%edi)
	je .Ljudge
	mov TAG_SIZE(%edi), %eax
	cmp $TAG_HEADER_BYTES, %eax
	jb .Lno_framebuffer
	lea 7(%edi, %eax), %edi
	and $~7, %edi
	jmp .Lnext_tag
.Linfo1:
	testl $INFO1_FLAG_FRAMEBUFFER, (%edi)
	jz .Lno_framebuffer
	lea INFO1_FRAMEBUFFER(%edi), %eax
.Ljudge:
	cmpl $0, FRAMEBUFFER_ADDRESS_HIGH(%eax)
	jne .Lno_framebuffer
	cmpl $WIDTH_LEAST, FRAMEBUFFER_WIDTH(%eax)
	jb .Lno_framebuffer
	cmpb $(PIXEL_BYTES * 8), FRAMEBUFFER_BITS(%eax)
	jne .Lno_framebuffer
	cmpb $TYPE_RGB, FRAMEBUFFER_TYPE(%eax)
	je 1f
.Lno_framebuffer:
	xor %eax, %eax
1:	ret

/* Draw the character in ECX, white on black, at EDI, and advance EDI. EDX = bytes per pixel row.
 * Preserves all other registers. */
draw:
	push %eax
	push %ebx
	push %esi
	push %edi
	and $0x7f, %ecx
	shl $4, %ecx
	lea AT_IMAGE(font_glyphs)(%ebp, %ecx), %esi
	mov $GLYPH_HEIGHT, %ebx
1:	mov (%esi), %ch                         /* one row of eight pixels, leftmost first */
	inc %esi
	mov $GLYPH_WIDTH, %cl
	push %edi
2:	mov $BLACK, %eax
	add %ch, %ch
	jnc 3f
	mov $WHITE, %eax
3:	mov %eax, (%edi)
	add $PIXEL_BYTES, %edi
	dec %cl
	jnz 2b
	pop %edi
	add %edx, %edi
	dec %ebx
	jnz 1b
	pop %edi
	add $(GLYPH_WIDTH * PIXEL_BYTES), %edi
	pop %esi
	pop %ebx
	pop %eax
	ret

	.section .note.GNU-stack, "", @progbits
