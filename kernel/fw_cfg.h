/* QEMU's configuration device: what a test on the host tells an image that it can't edit. */
#ifndef KERNEL_FW_CFG_H
#define KERNEL_FW_CFG_H

#include <stdbool.h>
#include <stddef.h>

/* Copy the file opt/org.bareline/cmdline (qemu -fw_cfg name=opt/org.bareline/cmdline,string=…) into
 * line, cut to size - 1 characters and terminated. Returns false, and leaves line alone, when this
 * is not QEMU or the file was not given. */
bool fw_cfg_read_command_line(char *line, size_t size);

#endif
