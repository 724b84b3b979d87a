/* SPDX-License-Identifier: MIT */
/* Keys from an event device: Linux, Documentation/input/input.rst, "Event interface". */
#ifndef LINUX_INPUT_EVDEV_H
#define LINUX_INPUT_EVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What has been read of a key's packet: its scan code comes before the key. */
struct evdev_decoder {
	uint32_t scan;                  /* plus 1; 0: none */
};

/* Take one event. Returns whether it completes a message, whose code, one of
 * lib/event/message_log.h, is then in *code. A repetition makes none. */
bool evdev_decode(struct evdev_decoder *decoder, const struct input_event *event, uint32_t *code);

/* Read as many messages as there are, at most capacity, from a descriptor that does not block.
 * Returns how many, or -EIO if the device is gone. */
int evdev_read(int file, struct evdev_decoder *decoder, uint32_t *codes, size_t capacity);

/* Open the event device of the keyboard at the keyboard controller, without blocking, among those
 * in the directory. Returns its descriptor, or -ENODEV; -EACCES if there are devices that this
 * process may not read. */
int evdev_open_keyboard(const char *directory);

#endif
