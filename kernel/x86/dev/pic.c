/* SPDX-License-Identifier: MIT */
/* The 8259 pair. The pair is initialised although it stays masked, because the mask does not stop
 * spurious interrupts, and firmware's vectors may collide with exceptions. Intel 8259A Programmable
 * Interrupt Controller data sheet (231468), "Programming the 8259A". */
#include "kernel/x86/dev/pic.h"

#include "kernel/x86/cpu/interrupt.h"
#include "lib/x86/io.h"

#define PORT_FIRST_COMMAND 0x20
#define PORT_FIRST_DATA 0x21
#define PORT_SECOND_COMMAND 0xa0
#define PORT_SECOND_DATA 0xa1

#define ICW1_INIT_WITH_ICW4 0x11
#define ICW3_SECOND_ON_LINE_2 0x04
#define ICW3_SECOND_IDENTITY 0x02
#define ICW4_8086 0x01
#define MASK_ALL 0xff
#define LINES 8

static void init_one(uint16_t command, uint16_t data, uint8_t vector, uint8_t cascade)
{
	outb(command, ICW1_INIT_WITH_ICW4);
	outb(data, vector);
	outb(data, cascade);
	outb(data, ICW4_8086);
	outb(data, MASK_ALL);
}

void pic_mask(void)
{
	outb(PORT_FIRST_DATA, MASK_ALL);
	outb(PORT_SECOND_DATA, MASK_ALL);
}

void pic_disable(void)
{
	init_one(PORT_FIRST_COMMAND, PORT_FIRST_DATA, EXCEPTION_VECTORS, ICW3_SECOND_ON_LINE_2);
	init_one(PORT_SECOND_COMMAND, PORT_SECOND_DATA, EXCEPTION_VECTORS + LINES,
		 ICW3_SECOND_IDENTITY);
}
