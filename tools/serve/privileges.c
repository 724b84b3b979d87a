/* SPDX-License-Identifier: MIT */
#include "tools/serve/privileges.h"

#include <err.h>
#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/text/string.h"

/* User 0: root's privileges are kept. */
static struct {
	uid_t user;
	gid_t group;
} owner;

/* sudo(8), "ENVIRONMENT". */
static bool give_to_caller(const char *directory)
{
	const char *user = getenv("SUDO_UID"), *group = getenv("SUDO_GID");
	unsigned long uid, gid;

	if (geteuid() != 0 || user == NULL || group == NULL || !text_number(user, &uid) ||
	    !text_number(group, &gid))
		return true;
	return chown(directory, (uid_t)uid, (gid_t)gid) == 0;
}

static bool make(const char *directory)
{
	return mkdir(directory, 0777) == 0 ? give_to_caller(directory) : errno == EEXIST;
}

static bool act_as_owner(const char *directory)
{
	struct stat info;

	if (geteuid() != 0)
		return true;
	if (stat(directory, &info) != 0)
		return false;
	owner.user = info.st_uid;
	owner.group = info.st_gid;
	return owner.user == 0 || (setgroups(1, &owner.group) == 0 &&
				   setegid(owner.group) == 0 && seteuid(owner.user) == 0);
}

bool privileges_lower(const char *directory)
{
	bool good = make(directory) && act_as_owner(directory);

	if (!good)
		warn("%s", directory);
	return good;
}

bool privileges_raise(void)
{
	bool good = owner.user == 0 || (seteuid(0) == 0 && setegid(0) == 0);

	if (!good)
		warn("cannot act as root");
	return good;
}

bool privileges_drop(void)
{
	bool good = owner.user == 0 ||
		    (setresgid(owner.group, owner.group, owner.group) == 0 &&
		     setresuid(owner.user, owner.user, owner.user) == 0);

	if (!good)
		warn("cannot give up root's privileges");
	return good;
}
