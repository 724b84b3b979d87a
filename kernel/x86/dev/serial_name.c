/* SPDX-License-Identifier: MIT */
/* Names of serial ports: com1 to com4, an address in I/O space or in memory, or pci. */
#include "kernel/machine/serial.h"

#include "kernel/x86/dev/uart.h"
#include "lib/text/command_line.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

struct serial_choice serial_default(void)
{
	return (struct serial_choice){uart_com_port(0), 1, SERIAL_DEFAULT_BAUD};
}

/* An address in memory may have the distance of its registers, such as 0xfe030000:4. */
int serial_parse(char *text, struct serial_choice *choice)
{
	char *distance = strchr(text, ':');
	unsigned long address, bytes = 1;

	*choice = (struct serial_choice){.baud = SERIAL_DEFAULT_BAUD};
	if (strcmp(text, "pci") == 0)
		return 0;
	if (strncmp(text, "com", 3) == 0 && text[3] >= '1' &&
	    text[3] < '1' + (char)UART_COM_PORTS && text[4] == '\0') {
		choice->address = uart_com_port((unsigned)(text[3] - '1'));
		return 0;
	}
	if (distance != NULL) {
		*distance = '\0';
		if (!text_number(distance + 1, &bytes) || (bytes != 1 && bytes != 2 && bytes != 4))
			return -EINVAL;
	}
	if (!text_number(text, &address) || address == 0 ||
	    (address > UINT16_MAX - 7 && address < UART_MEMORY_FIRST) ||
	    (address < UART_MEMORY_FIRST && distance != NULL) || address % bytes != 0)
		return -EINVAL;
	choice->address = address;
	choice->register_bytes = (uint32_t)bytes;
	if (address >= UART_MEMORY_FIRST)
		choice->baud = 0;
	return 0;
}
