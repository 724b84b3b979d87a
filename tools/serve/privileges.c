/* SPDX-License-Identifier: MIT */
#include "tools/serve/privileges.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/directory.h"

struct identity {
	uid_t user;
	gid_t group;
};

/* The user that answers requests. If root did not start this program, the user is 0. */
static struct identity server;

/* Find a user by name. A static program cannot look names up, and has no server. */
static bool find_user(const char *name, struct identity *found)
{
#ifdef HAVE_LIBMICROHTTPD
	const struct passwd *entry = getpwnam(name);
#else
	const struct passwd *entry = NULL;
#endif

	if (entry == NULL) {
		warnx("%s: no such user", name);
		return false;
	}
	*found = (struct identity){entry->pw_uid, entry->pw_gid};
	return true;
}

/* sudo(8), "ENVIRONMENT". */
static bool find_caller(struct identity *found)
{
	const char *user = getenv("SUDO_UID"), *group = getenv("SUDO_GID");
	unsigned long uid, gid;

	if (user == NULL || group == NULL || !text_number(user, &uid) ||
	    !text_number(group, &gid) || uid == 0)
		return false;
	*found = (struct identity){(uid_t)uid, (gid_t)gid};
	return true;
}

static bool act_as(const struct identity *identity)
{
	return setgroups(1, &identity->group) == 0 && setegid(identity->group) == 0 &&
	       seteuid(identity->user) == 0;
}

/* Give a directory that root has just made to its owner. If another user owns the parent directory,
 * the name may already be that of a link. */
static bool give(const char *directory, const struct identity *owner)
{
	int file = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;
	bool good = file >= 0 && fstat(file, &status) == 0 && status.st_uid == 0 &&
		    fchown(file, owner->user, owner->group) == 0;

	if (file >= 0)
		close(file);
	return good;
}

/* The future owner makes the directory if that is permitted, else root. */
static bool make_for(const char *directory, const struct identity *owner)
{
	bool made = act_as(owner) && mkdir(directory, 0777) == 0;
	int error = errno;

	if (seteuid(0) != 0 || setegid(0) != 0)
		return false;
	errno = error;
	if (made || errno == EEXIST)
		return true;
	return mkdir(directory, 0755) == 0 ? give(directory, owner) : errno == EEXIST;
}

static bool choose_server(const char *directory, const char *user)
{
	struct stat status;

	if (user != NULL ? !find_user(user, &server)
			 : !find_caller(&server) && !find_user(PRIVILEGES_USER, &server))
		return false;
	if (!make_for(directory, &server) || stat(directory, &status) != 0) {
		warn("%s", directory);
		return false;
	}
	if (user == NULL)
		server = (struct identity){status.st_uid, status.st_gid};
	if (server.user != 0)
		return true;
	warnx("%s: belongs to root; give it to another user by chown, or name one by --user: data "
	      "of the network is not parsed as root", directory);
	return false;
}

bool privileges_lower(const char *directory, const char *user)
{
	if (geteuid() != 0) {
		if (user != NULL)
			warnx("--user %s: needs root", user);
		return user == NULL && directory_ensure(directory);
	}
	if (!choose_server(directory, user))
		return false;
	if (act_as(&server) && access(directory, F_OK) == 0)
		return true;
	warn("%s: as user %lu", directory, (unsigned long)server.user);
	return false;
}

bool privileges_raise(void)
{
	bool good = server.user == 0 || (seteuid(0) == 0 && setegid(0) == 0);

	if (!good)
		warn("cannot act as root");
	return good;
}

bool privileges_drop(void)
{
	bool good = server.user == 0 ||
		    (setresgid(server.group, server.group, server.group) == 0 &&
		     setresuid(server.user, server.user, server.user) == 0);

	if (!good)
		warn("cannot give up root's privileges");
	return good;
}

/* Whether only root can change a directory. In a directory with the sticky bit, such as /tmp,
 * others cannot replace what root has made. */
static bool is_roots(const char *path, bool may_be_sticky)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == 0 &&
	       ((status.st_mode & (S_IWGRP | S_IWOTH)) == 0 ||
		(may_be_sticky && (status.st_mode & S_ISVTX) != 0));
}

bool privileges_make_root_directory(const char *path)
{
	mode_t mask = umask(022);
	bool made = directory_make_new(path) || errno == EEXIST;
	char *real = made ? realpath(path, NULL) : NULL;
	bool good = real != NULL && is_roots("/", true) && is_roots(real, false);

	umask(mask);
	if (real == NULL)
		warn("%s", path);
	for (char *slash = real; good && (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
		*slash = '\0';
		good = is_roots(real, true);
	}
	if (real != NULL && !good)
		warnx("%s: users other than root can change it or a parent; use another directory",
		      path);
	free(real);
	return good;
}
