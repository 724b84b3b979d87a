/* SPDX-License-Identifier: MIT */
/* The ports are accessed by ioperm(2), the keys by the event device. The kernel's driver shares the
 * controller: it reads bytes in its interrupt handler, and writes only to set a keyboard's lights.
 * So a command is started only while the controller is free. */
#include "linux/input/keyboard.h"

#include <errno.h>
#include <poll.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/i8042.h"
#include "lib/text/ticks.h"
#include "linux/input/evdev.h"
#include "linux/schedule.h"

#define EVENT_DEVICES "/dev/input"
#define LIMIT_US 100000u

static struct {
	const char *missing;
	int file;
	struct evdev_decoder decoder;
} keyboard = {.missing = "not checked yet", .file = -1};

static int keyboard_set_ports(int is_allowed)
{
	if (ioperm(I8042_DATA, 1, is_allowed) != 0 ||
	    ioperm(I8042_PORT_COMMAND, 1, is_allowed) != 0)
		return -errno;
	return 0;
}

int keyboard_command(void)
{
	return keyboard_set_ports(1);
}

/* Find the controller. Returns 0, -ENODEV or -EPERM. The right to the ports is given back, because
 * every system call of a thread with it takes longer: afterwards the kernel installs the thread's
 * port bitmap. */
static int keyboard_find_controller(void)
{
	uint8_t status;

	if (keyboard_set_ports(1) != 0)
		return -EPERM;
	status = inb(I8042_PORT_STATUS);
	keyboard_set_ports(0);
	return status == I8042_ABSENT ? -ENODEV : 0;
}

static const char *keyboard_find_missing_reason(void)
{
	int file = evdev_open_keyboard(EVENT_DEVICES), error;

	if (file == -EACCES)
		return "only root can read the event devices in /dev/input";
	if (file < 0)
		return "no event device in /dev/input is the keyboard of an i8042 (needs modules "
		       "i8042, atkbd and evdev; bareline run --linux --keyboard provides the last)";
	close(file);
	error = keyboard_find_controller();
	if (error == -EPERM)
		return "only root can command the i8042, by ioperm";
	if (error != 0)
		return "no i8042 responds at its ports";
	return schedule_has_priority() ? NULL : "keys need real-time priority to be sent on time";
}

void keyboard_init(void)
{
	keyboard.missing = keyboard_find_missing_reason();
}

const char *keyboard_missing_reason(void)
{
	return keyboard.missing;
}

bool keyboard_is_open(void)
{
	return keyboard.file >= 0;
}

int keyboard_open(void)
{
	int file = evdev_open_keyboard(EVENT_DEVICES);

	if (file < 0)
		return file;
	if (ioctl(file, EVIOCGRAB, 1) != 0) {
		close(file);
		return -EBUSY;
	}
	keyboard.file = file;
	keyboard.decoder = (struct evdev_decoder){0};
	return 0;
}

void keyboard_close(void)
{
	if (keyboard.file >= 0)
		close(keyboard.file);
	keyboard.file = -1;
}

int keyboard_read(uint32_t *codes, size_t capacity)
{
	return evdev_read(keyboard.file, &keyboard.decoder, codes, capacity);
}

/* Wait. A signal may end the wait early, so the caller checks and waits again. */
void keyboard_wait(uint64_t limit_us)
{
	struct pollfd file = {.fd = keyboard.file, .events = POLLIN};

	poll(&file, 1, (int)(limit_us / US_PER_MS + 1));
}

bool keyboard_is_free(void)
{
	return (inb(I8042_PORT_STATUS) & (I8042_OUTPUT_FULL | I8042_INPUT_FULL)) == 0;
}

static int keyboard_write(uint16_t port, uint8_t value)
{
	uint64_t limit_tsc = clock_read() + ticks_of_us(LIMIT_US, platform_limit_hz());

	while ((inb(I8042_PORT_STATUS) & I8042_INPUT_FULL) != 0) {
		if (clock_read() > limit_tsc)
			return -ETIMEDOUT;
		__builtin_ia32_pause();
	}
	outb(value, port);
	return 0;
}

int keyboard_send(uint8_t byte)
{
	int error = keyboard_write(I8042_PORT_COMMAND, I8042_AS_FROM_KEYBOARD);

	return error != 0 ? error : keyboard_write(I8042_DATA, byte);
}
