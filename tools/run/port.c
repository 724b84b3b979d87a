/* SPDX-License-Identifier: MIT */
/* libserialport configures real ports, but does not support pseudo-terminals, which only need raw
 * mode. Both are read in the same way. */
#include "tools/run/port.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define PSEUDO_TERMINALS "/dev/pts/"

static int open_serial(struct port *port, const char *device, unsigned baud)
{
	enum sp_return status = sp_get_port_by_name(device, &port->serial);
	char *message;

	if (status == SP_OK)
		status = sp_open(port->serial, SP_MODE_READ);
	if (status == SP_OK)
		status = sp_set_baudrate(port->serial, (int)baud);
	if (status == SP_OK)
		status = sp_set_bits(port->serial, 8);
	if (status == SP_OK)
		status = sp_set_parity(port->serial, SP_PARITY_NONE);
	if (status == SP_OK)
		status = sp_set_stopbits(port->serial, 1);
	if (status == SP_OK)
		status = sp_set_flowcontrol(port->serial, SP_FLOWCONTROL_NONE);
	if (status == SP_OK)
		status = sp_get_port_handle(port->serial, &port->file);
	if (status == SP_OK)
		return 0;
	message = status == SP_ERR_FAIL ? sp_last_error_message() : NULL;
	warnx("%s: %s", device, message != NULL ? message : "cannot configure this serial port");
	if (message != NULL)
		sp_free_error_message(message);
	return -1;
}

static int open_pseudo_terminal(struct port *port, const char *device)
{
	struct termios settings;

	port->file = open(device, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (port->file >= 0 && tcgetattr(port->file, &settings) == 0) {
		cfmakeraw(&settings);
		if (tcsetattr(port->file, TCSANOW, &settings) == 0)
			return 0;
	}
	warn("%s", device);
	return -1;
}

int port_open(struct port *port, const char *device, unsigned baud)
{
	char *path = realpath(device, NULL);
	int status;

	*port = (struct port){.file = -1};
	if (path == NULL) {
		warn("%s", device);
		return -1;
	}
	if (strncmp(path, PSEUDO_TERMINALS, strlen(PSEUDO_TERMINALS)) == 0)
		status = open_pseudo_terminal(port, path);
	else
		status = open_serial(port, path, baud);
	free(path);
	if (status != 0)
		port_close(port);
	return status;
}

/* Open a terminal for the program, because programs for consoles change their terminal, and some
 * end without one. */
static int open_terminal(struct port *port)
{
	struct termios settings;
	int far;

	port->file = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (port->file < 0 || grantpt(port->file) != 0 || unlockpt(port->file) != 0)
		return -1;
	far = open(ptsname(port->file), O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (far >= 0 && tcgetattr(far, &settings) == 0) {
		cfmakeraw(&settings);
		tcsetattr(far, TCSANOW, &settings);
	}
	return far;
}

int port_start(struct port *port, char *const *command)
{
	struct child_files files = {.messages = STDERR_FILENO, .extra = -1};
	int error = 0;

	*port = (struct port){.file = -1};
	files.input = files.output = open_terminal(port);
	if (files.input < 0)
		error = errno;
	else
		error = child_start(&port->program, command, &files);
	if (files.input >= 0)
		close(files.input);
	port->has_program = error == 0;
	if (error == 0)
		return 0;
	warnx("%s: %s", command[0], strerror(error));
	port_close(port);
	return -1;
}

void port_close(struct port *port)
{
	if (port->has_program)
		child_stop(&port->program);
	if (port->serial == NULL && port->file >= 0)
		close(port->file);
	if (port->serial != NULL) {
		sp_close(port->serial);
		sp_free_port(port->serial);
	}
	*port = (struct port){.file = -1};
}

ssize_t port_read(struct port *port, char *bytes, size_t size, int wait_ms)
{
	struct pollfd wait = {.fd = port->file, .events = POLLIN};
	ssize_t count;

	if (poll(&wait, 1, wait_ms) <= 0)
		return 0;
	count = read(port->file, bytes, size);
	if (count > 0)
		return count;
	return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}
