/* SPDX-License-Identifier: MIT */
/* A loader that was booted from the network. It fetches a configuration from its server before the
 * run, and sends the log to the server after the run. Every request has a time limit. */
#ifndef BOOT_EFI_NETBOOT_NETBOOT_H
#define BOOT_EFI_NETBOOT_NETBOOT_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/efi/firmware.h"
#include "boot/kept_log.h"
#include "lib/netboot/names.h"

/* Find out whether the loader was booted from the network, by its device. If so, find the server,
 * fetch the machine's configuration and print what was found. server is the URL of the parameter
 * server=, or "". Each request has a time limit. */
void netboot_begin(EFI_HANDLE device, const struct netboot_machine *machine, const char *server);

/* Whether the loader was booted from the network. */
bool netboot_is_origin(void);

/* The reason why results cannot be sent, or NULL. */
const char *netboot_unsupported_reason(void);

/* A warning before the run, or NULL: the server did not answer. */
const char *netboot_warning(void);

/* Whether there is a configuration, which replaces the menu. */
bool netboot_has_configuration(void);

/* Append the configuration's words to a command line that has this length. Words that do not fit
 * are refused with a message. Returns the new length. */
size_t netboot_append_words(char *line, size_t length, size_t size);

/* What was found, as lines for the log. */
const char *netboot_lines(void);

/* Send a log, by HTTP or else by TFTP. A server such as `bareline serve` overwrites nothing.
 * Returns whether the server has the log. The note says where the log is, or why the server does
 * not have it. Each text is one line. */
bool netboot_send(const struct persistent_log *log, char *note, size_t size);

#endif
