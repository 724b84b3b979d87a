/* SPDX-License-Identifier: MIT */
/* Keys from an event device: Linux, Documentation/input/input.rst, "Event interface". */
#ifndef LINUX_INPUT_EVDEV_H
#define LINUX_INPUT_EVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A key's packet that is not complete. The scan code precedes the key. */
struct evdev_decoder {
	uint32_t scan;                  /* scan code plus 1; 0: none */
};

/* Process one event. Returns whether the event completes a message. If so, *code is the message's
 * code (lib/event/message_log.h). A key repetition is no message. */
bool evdev_decode(struct evdev_decoder *decoder, const struct input_event *event, uint32_t *code);

/* Read available messages, at most capacity, from a non-blocking descriptor. Returns their number,
 * or -EIO if the device is gone. */
int evdev_read(int file, struct evdev_decoder *decoder, uint32_t *codes, size_t capacity);

/* Open the event device of the i8042's keyboard in a directory, non-blocking. Returns its
 * descriptor, -ENODEV if there is none, or -EACCES if devices exist that this process may not
 * read. */
int evdev_open_keyboard(const char *directory);

#endif
