/* SPDX-License-Identifier: MIT */
/* Names of actions, and which actions are those of the user. */
#include "tools/idle/actions.h"

#include <stddef.h>

bool user_action_is_by_user(const struct user_action *action)
{
	return action->kind != USER_ACTION_SYNC && action->kind != USER_ACTION_TIMER;
}

const char *user_action_name(const struct user_action *action)
{
	static const char *const names[] = {
		[USER_ACTION_KEY] = "key",
		[USER_ACTION_CLICK] = "click",
		[USER_ACTION_MOVE] = "mouse moved",
		[USER_ACTION_MODIFIER] = "modifier key",
		[USER_ACTION_RELEASE] = "key released",
		[USER_ACTION_POSTED] = "posted by application",
		[USER_ACTION_SYNC] = "driver's sync",
		[USER_ACTION_TIMER] = "timer",
	};

	return action->label != NULL ? action->label : names[action->kind];
}
