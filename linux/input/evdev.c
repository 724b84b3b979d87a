/* SPDX-License-Identifier: MIT */
/* The kernel translates a keyboard's bytes to its own keys, and passes on the scan code. For a
 * keyboard behind the controller, the scan code is the byte of scan code set 1 without the release
 * bit, plus 0x80 after a prefix of 0xe0 (drivers/input/keyboard/atkbd.c). So messages have the same
 * codes as without an operating system. */
#include "linux/input/evdev.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/event/message_log.h"

#define SCAN_PREFIXED 0x80u
#define RELEASED 0
#define REPEATED 2
#define PATH_BYTES_MAX 128
#define EVENTS_A_KEY 3                  /* scan code, key, end of packet */

/* drivers/input/serio/i8042.c and atkbd.c: the kernel's name of the location. */
static const char keyboard_place[] = "isa0060/serio0/";

bool evdev_decode(struct evdev_decoder *decoder, const struct input_event *event, uint32_t *code)
{
	uint32_t scan = decoder->scan;

	if (event->type == EV_MSC && event->code == MSC_SCAN)
		decoder->scan = (uint32_t)event->value + 1;
	if (event->type != EV_KEY)
		return false;
	decoder->scan = 0;
	if (scan == 0 || event->value == REPEATED)
		return false;
	scan--;
	*code = (scan & ~SCAN_PREFIXED) |
		((scan & SCAN_PREFIXED) != 0 ? MESSAGE_CODE_EXTENDED : 0) |
		(event->value == RELEASED ? MESSAGE_CODE_RELEASED : 0);
	return true;
}

int evdev_read(int file, struct evdev_decoder *decoder, uint32_t *codes, size_t capacity)
{
	size_t count = 0;

	while (count + EVENTS_A_KEY <= capacity) {
		struct input_event events[EVENTS_A_KEY];
		ssize_t bytes = read(file, events, sizeof(events));

		if (bytes < 0 && errno == EINTR)
			continue;
		if (bytes < 0 && errno == EAGAIN)
			break;
		if (bytes <= 0)
			return -EIO;
		for (size_t i = 0; i < (size_t)bytes / sizeof(events[0]); i++)
			count += evdev_decode(decoder, &events[i], &codes[count]);
	}
	return (int)count;
}

static bool is_keyboard(int file)
{
	char place[PATH_BYTES_MAX] = "";

	return ioctl(file, EVIOCGPHYS(sizeof(place) - 1), place) >= 0 &&
	       strncmp(place, keyboard_place, sizeof(keyboard_place) - 1) == 0;
}

int evdev_open_keyboard(const char *directory)
{
	char pattern[PATH_BYTES_MAX];
	int found = -ENODEV;
	glob_t names;

	snprintf(pattern, sizeof(pattern), "%s/event*", directory);
	if (glob(pattern, 0, NULL, &names) != 0)
		return -ENODEV;
	for (size_t i = 0; i < names.gl_pathc && found < 0; i++) {
		int file = open(names.gl_pathv[i], O_RDONLY | O_NONBLOCK | O_CLOEXEC);

		if (file < 0)
			found = errno == EACCES ? -EACCES : found;
		else if (is_keyboard(file))
			found = file;
		else
			close(file);
	}
	globfree(&names);
	return found;
}
