/* SPDX-License-Identifier: MIT */
/* Who the machine, the kernel and this program are. */
#ifndef LINUX_DESCRIBE_H
#define LINUX_DESCRIBE_H

/* The command line as the manifest is to have it; argv must stay. */
void describe_init(int argc, char **argv);

#endif
