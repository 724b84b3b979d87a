/* SPDX-License-Identifier: MIT */
/* The list of a lab's machines: a text file with one machine in each line. */
#ifndef TOOLS_LAB_LIST_H
#define TOOLS_LAB_LIST_H

#include <stdbool.h>
#include <stddef.h>

#define LAB_MACHINES_MAX 1024
#define LAB_WORDS_MAX 32

/* What a machine boots from. */
enum lab_source {LAB_BY_DEFAULT, LAB_NETWORK, LAB_CD, LAB_USB, LAB_DISK};

struct lab_machine {
	char *name;                     /* also that of its directory */
	bool is_redfish;                /* else IPMI */
	char *address;                  /* of its BMC: a URL without path, or HOST or HOST:PORT */
	char *host, *port;              /* of the address; port is NULL if it has none */
	char *user, *password_file;     /* or NULL */
	char *cipher;                   /* IPMI: number of the cipher suite, or NULL */
	char *system;                   /* Redfish: the id of one of several systems, or NULL */
	enum lab_source source;
	char *console[LAB_WORDS_MAX + 1];       /* a device, or a command; none: by ipmitool */
};

struct lab_list {
	struct lab_machine *machines;
	size_t count;
};

/* Parse one line without its newline. Changes the line. It consists of NAME and words of the form
 * KEY=VALUE; console= takes the rest of the line. Returns NULL, or what is wrong, in a static
 * buffer. The caller calls lab_machine_free in either case. */
const char *lab_parse_machine(char *line, struct lab_machine *machine);
void lab_machine_free(struct lab_machine *machine);

/* Read a list. Prints what is wrong, with the line, and returns false then; the list is to be freed
 * in either case. */
bool lab_list_read(const char *path, struct lab_list *list);
void lab_list_free(struct lab_list *list);

#endif
