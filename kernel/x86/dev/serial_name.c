/* SPDX-License-Identifier: MIT */
/* Names of serial ports: com1 to com4, or an I/O address. */
#include "kernel/machine/serial.h"

#include "kernel/x86/dev/uart.h"
#include "lib/text/command_line.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

struct serial_choice serial_default(void)
{
	return (struct serial_choice){.port = uart_com_port(0), .baud = SERIAL_DEFAULT_BAUD};
}

int serial_parse(const char *text, uint64_t *port)
{
	unsigned long number;

	if (strncmp(text, "com", 3) == 0 && text[3] >= '1' &&
	    text[3] < '1' + (char)UART_COM_PORTS && text[4] == '\0') {
		*port = uart_com_port((unsigned)(text[3] - '1'));
		return 0;
	}
	if (!text_number(text, &number) || number == 0 || number > UINT16_MAX - 7)
		return -EINVAL;
	*port = number;
	return 0;
}
