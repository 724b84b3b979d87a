/* SPDX-License-Identifier: MIT */
/* DMTF DSP0266, "Redfish Specification", and DSP2046, "Redfish Resource and Schema Guide":
 * ComputerSystem, VirtualMedia. Every process of the host can read curl's arguments, so curl gets
 * its settings on standard input. It follows no redirection, which would give away the password. */
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/json_file.h"
#include "tools/lab/bmc.h"
#include "tools/lab/program.h"

#define ROOT "/redfish/v1"
#define PATH_BYTES_MAX 512
#define PASSWORD_BYTES_MAX 4096
#define MEMBERS_MAX 32
#define REPLY_SECONDS_MAX "30"
#define STATUS_CHARS 4                  /* "\n200" */

/* ---- Requests ---- */

/* Write a setting of curl, with a quoted value. curl(1), "--config". */
static void write_setting(FILE *file, const char *name, const char *value)
{
	fprintf(file, "%s = \"", name);
	for (const char *c = value; *c != '\0'; c++) {
		if (strchr("\"\\", *c) != NULL)
			putc('\\', file);
		if (!iscntrl((unsigned char)*c))
			putc(*c, file);
	}
	fputs("\"\n", file);
}

static char *settings_of(const struct bmc *bmc, const char *method, const char *path,
			 const char *body)
{
	char *url = xasprintf("%s%s", bmc->machine->address, path), *text;
	char *user = bmc->machine->user != NULL
			     ? xasprintf("%s:%s", bmc->machine->user, bmc->password) : NULL;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	fputs("silent\nshow-error\ngloboff\nmax-time = " REPLY_SECONDS_MAX "\n"
	      "proto = \"=http,https\"\nwrite-out = \"\\n%{http_code}\"\n", file);
	if (bmc->is_insecure)
		fputs("insecure\n", file);
	write_setting(file, "request", method);
	write_setting(file, "url", url);
	if (user != NULL)
		write_setting(file, "user", user);
	write_setting(file, "header", "Accept: application/json");
	if (body != NULL) {
		write_setting(file, "header", "Content-Type: application/json");
		write_setting(file, "data-raw", body);
	}
	/* Some BMCs change a resource only if the request names its version. */
	if (strcmp(method, "PATCH") == 0)
		write_setting(file, "header", "If-Match: *");
	file_end_memory(file, &text);
	free(user);
	free(url);
	return text;
}

/* The text of an error. DSP0266, "Error responses". */
static const char *message_of(json_t *reply)
{
	json_t *error = json_object_get(reply, "error");
	json_t *first = json_array_get(json_object_get(error, "@Message.ExtendedInfo"), 0);
	const char *text = json_string_value(json_object_get(first, "Message"));

	return text != NULL ? text : json_string_value(json_object_get(error, "message"));
}

/* The reply, an empty object if it has no content; NULL after bmc_fail. Releases body. */
static json_t *redfish_ask(struct bmc *bmc, const char *method, const char *path, json_t *body)
{
	char *const words[] = {(char *)"curl", (char *)"-q", (char *)"--config", (char *)"-", NULL};
	char *text = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
	char *settings = settings_of(bmc, method, path, text), why[BMC_WHY_MAX];
	char *answer = program_ask(words, settings, why, sizeof(why));
	size_t length = answer != NULL ? strlen(answer) : 0;
	json_t *reply = NULL;

	json_decref(body);
	free(text);
	free(settings);
	if (answer == NULL) {
		bmc_fail(bmc, "%s", why);
	} else if (length < STATUS_CHARS) {
		bmc_fail(bmc, "%s %s: no status", method, path);
	} else {
		const char *status = answer + length - STATUS_CHARS + 1;
		const char *said;

		reply = json_file_parse(answer, length - STATUS_CHARS);
		said = message_of(reply);
		if (status[0] != '2') {
			bmc_fail(bmc, "%s %s: HTTP status %s%s%s", method, path, status,
				 said != NULL ? ": " : "", said != NULL ? said : "");
			json_decref(reply);
			reply = NULL;
		} else if (reply == NULL && strcmp(method, "GET") == 0) {
			bmc_fail(bmc, "GET %s: not JSON", path);
		} else if (reply == NULL) {
			reply = json_object();
		}
	}
	free(answer);
	return reply;
}

static bool redfish_tell(struct bmc *bmc, const char *method, const char *path, json_t *body)
{
	json_t *reply = redfish_ask(bmc, method, path, body);

	json_decref(reply);
	return reply != NULL;
}

/* ---- Resources ---- */

/* A path on the same server that a reply names; NULL if the value is no such path. */
static const char *path_of(json_t *value)
{
	const char *path = json_string_value(value);

	if (path == NULL || path[0] != '/' || path[1] == '/' || strlen(path) > PATH_BYTES_MAX ||
	    strpbrk(path, " \\?#@") != NULL || strstr(path, "/../") != NULL)
		return NULL;
	return path;
}

static const char *link_of(json_t *reference)
{
	return path_of(json_object_get(reference, "@odata.id"));
}

static const char *action_of(json_t *resource, const char *name)
{
	return path_of(json_object_get(json_object_get(json_object_get(resource, "Actions"), name),
				       "target"));
}

static bool has_id(const char *path, const char *id)
{
	const char *slash;
	size_t length = strlen(path);

	length -= length > 0 && path[length - 1] == '/';
	slash = memrchr(path, '/', length);
	return slash != NULL && (size_t)(path + length - slash - 1) == strlen(id) &&
	       memcmp(slash + 1, id, strlen(id)) == 0;
}

/* Find the machine's system: the one that system= names, or the only one. */
static bool find_system(struct bmc *bmc)
{
	json_t *all = redfish_ask(bmc, "GET", ROOT "/Systems", NULL), *member;
	const char *id = bmc->machine->system, *found = NULL;
	size_t matches = 0, i;

	json_array_foreach(json_object_get(all, "Members"), i, member) {
		const char *path = link_of(member);

		if (path != NULL && (id == NULL || has_id(path, id))) {
			matches++;
			found = path;
		}
	}
	if (matches == 1)
		bmc->system = xstrdup(found);
	else if (all != NULL && id != NULL)
		bmc_fail(bmc, "no system %s", id);
	else if (all != NULL)
		bmc_fail(bmc, "%zu systems; choose one with system=ID", matches);
	json_decref(all);
	return bmc->system != NULL;
}

static bool redfish_open(struct bmc *bmc)
{
	size_t size;

	if (bmc->machine->password_file != NULL) {
		bmc->password = file_load(bmc->machine->password_file, PASSWORD_BYTES_MAX,
					  "password", &size);
		if (bmc->password == NULL)
			return bmc_fail(bmc, "no password");
		bmc->password[strcspn(bmc->password, "\r\n")] = '\0';
	} else {
		bmc->password = xstrdup("");
	}
	return find_system(bmc);
}

static bool redfish_read_power(struct bmc *bmc, bool *is_on)
{
	json_t *system = redfish_ask(bmc, "GET", bmc->system, NULL);
	const char *state = json_string_value(json_object_get(system, "PowerState"));
	const char *reset = action_of(system, "#ComputerSystem.Reset");
	bool is_known = state != NULL && reset != NULL;

	if (is_known) {
		*is_on = strcmp(state, "Off") != 0;
		free(bmc->reset);
		bmc->reset = xstrdup(reset);
	} else if (system != NULL) {
		bmc_fail(bmc, "%s: no PowerState, or no action to reset", bmc->system);
	}
	json_decref(system);
	return is_known;
}

/* ---- Virtual media ---- */

static bool has_type(json_t *medium, const char *const *types)
{
	json_t *type;
	size_t i;

	json_array_foreach(json_object_get(medium, "MediaTypes"), i, type) {
		for (size_t k = 0; types[k] != NULL; k++) {
			if (json_is_string(type) && strcmp(json_string_value(type), types[k]) == 0)
				return true;
		}
	}
	return false;
}

/* The virtual media of the system. Earlier versions of Redfish have them at the manager. Returns
 * NULL after bmc_fail. */
static json_t *list_media(struct bmc *bmc)
{
	json_t *owner = redfish_ask(bmc, "GET", bmc->system, NULL), *media = NULL;
	const char *list = link_of(json_object_get(owner, "VirtualMedia"));

	if (owner != NULL && list == NULL) {
		json_t *managers = json_object_get(json_object_get(owner, "Links"), "ManagedBy");
		const char *manager = link_of(json_array_get(managers, 0));
		json_t *system = owner;

		owner = manager != NULL ? redfish_ask(bmc, "GET", manager, NULL) : NULL;
		list = link_of(json_object_get(owner, "VirtualMedia"));
		json_decref(system);
	}
	if (list != NULL)
		media = redfish_ask(bmc, "GET", list, NULL);
	else if (owner != NULL || bmc->why[0] == '\0')
		bmc_fail(bmc, "no virtual media");
	json_decref(owner);
	return media;
}

/* Take the actions of a medium, if it is a CD. Removes the image that the medium contains. */
static bool take_medium(struct bmc *bmc, const char *path)
{
	static const char *const types[] = {"CD", "DVD", NULL};
	json_t *medium = redfish_ask(bmc, "GET", path, NULL);
	const char *insert = action_of(medium, "#VirtualMedia.InsertMedia");
	const char *eject = action_of(medium, "#VirtualMedia.EjectMedia");
	bool is_usable = insert != NULL && eject != NULL && has_type(medium, types);

	if (is_usable) {
		bmc->medium = xstrdup(path);
		bmc->insert = xstrdup(insert);
		bmc->eject = xstrdup(eject);
		if (json_is_true(json_object_get(medium, "Inserted")))
			is_usable = bmc_eject(bmc);
	}
	json_decref(medium);
	return is_usable;
}

static bool is_inserted(struct bmc *bmc)
{
	json_t *medium = redfish_ask(bmc, "GET", bmc->medium, NULL);
	bool is_so = json_is_true(json_object_get(medium, "Inserted"));

	json_decref(medium);
	return is_so;
}

static bool redfish_insert(struct bmc *bmc, const char *url)
{
	json_t *media = list_media(bmc), *member;
	bool is_found = false;
	size_t i;

	if (media == NULL)
		return false;
	json_array_foreach(json_object_get(media, "Members"), i, member) {
		const char *path = link_of(member);

		if (path == NULL || i == MEMBERS_MAX || bmc->insert != NULL)
			continue;
		is_found = take_medium(bmc, path);
	}
	json_decref(media);
	if (!is_found)
		return bmc->insert != NULL ? false : bmc_fail(bmc, "no virtual CD");
	return redfish_tell(bmc, "POST", bmc->insert, json_pack("{ss}", "Image", url)) &&
	       bmc_await(bmc, is_inserted, "the BMC has not inserted the image");
}

static bool redfish_eject(struct bmc *bmc)
{
	return bmc->eject == NULL || redfish_tell(bmc, "POST", bmc->eject, json_object());
}

/* ---- Boot and power ---- */

static bool redfish_boot_once(struct bmc *bmc, enum lab_source source)
{
	static const char *const targets[] = {[LAB_BY_DEFAULT] = "Pxe", [LAB_NETWORK] = "Pxe",
					      [LAB_CD] = "Cd", [LAB_USB] = "Usb",
					      [LAB_DISK] = "Hdd"};
	json_t *system = redfish_ask(bmc, "GET", bmc->system, NULL);
	json_t *boot = json_pack("{ssss}", "BootSourceOverrideEnabled", "Once",
				 "BootSourceOverrideTarget", targets[source]);
	bool has_mode = json_object_get(json_object_get(system, "Boot"),
					"BootSourceOverrideMode") != NULL;

	if (has_mode)
		json_object_set_new(boot, "BootSourceOverrideMode", json_string("UEFI"));
	json_decref(system);
	if (system == NULL) {
		json_decref(boot);
		return false;
	}
	return redfish_tell(bmc, "PATCH", bmc->system, json_pack("{so}", "Boot", boot));
}

static bool redfish_reset(struct bmc *bmc, const char *kind)
{
	return redfish_tell(bmc, "POST", bmc->reset, json_pack("{ss}", "ResetType", kind));
}

static bool redfish_start(struct bmc *bmc, bool is_on)
{
	return redfish_reset(bmc, is_on ? "ForceRestart" : "On");
}

static bool redfish_power_off(struct bmc *bmc)
{
	return redfish_reset(bmc, "ForceOff");
}

const struct bmc_driver bmc_redfish = {
	.open = redfish_open,
	.read_power = redfish_read_power,
	.insert = redfish_insert,
	.eject = redfish_eject,
	.boot_once = redfish_boot_once,
	.start = redfish_start,
	.power_off = redfish_power_off,
};
