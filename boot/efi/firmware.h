/* SPDX-License-Identifier: MIT */
/* Firmware services for the loader. References in this directory are to the UEFI Specification
 * 2.10. */
#ifndef BOOT_EFI_FIRMWARE_H
#define BOOT_EFI_FIRMWARE_H

#include <efi.h>

#include <stdbool.h>
#include <stddef.h>

extern EFI_SYSTEM_TABLE *firmware_system;
extern EFI_BOOT_SERVICES *firmware_services;

/* The console's character for c; '?' if c is not printable ASCII. Command lines, names of
 * directories and words of a server may have escape sequences. */
CHAR16 firmware_character(char c);

/* Print text to the firmware's console, if there is one; \n begins a new line. */
void firmware_print_text(const char *text);

/* Print text in the format of lib/text/fmt.h. */
void firmware_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

void firmware_clear(void);

/* Wait for a key, at most for the given time, because there may be no keyboard. Returns whether a
 * key was pressed. */
bool firmware_wait_for_key(unsigned seconds);

/* Report on the console if the firmware does not finish an operation within some seconds, because a
 * file system's driver may search a damaged stick without end. what is a phrase for the operation,
 * such as "read the stick"; NULL: the operation has finished. */
void firmware_watch(const char *what);

/* A table of the EFI configuration table, or NULL. */
void *firmware_table(const EFI_GUID *guid);

/* A notice for the menu, because the menu clears the screen before it appears. firmware_notice_set
 * ignores all but the first notice; run is the name of a run's directory. firmware_notice returns
 * NULL if there is no notice. */
void firmware_notice_set(const char *what, const char *run);
const char *firmware_notice(void);

/* State that the run before was aborted in this benchmark. The notice says so, and the menu then
 * waits for the user, so that the aborted run does not start again and again. */
void firmware_set_aborted(const char *bench);
bool firmware_has_aborted(void);

#endif
