# SPDX-License-Identifier: MIT
# Keep every core of the host busy; for scripts to source. Calls stop_load at exit. If the script is
# killed, the load notices and ends by itself.

busy=

start_load()
{
	for core in $(seq "$(nproc)"); do
		sh -c 'while kill -0 "$1" 2>/dev/null; do
			rounds=0
			while [ $((rounds += 1)) -lt 100000 ]; do :; done
		done' busy $$ &
		busy="$busy $!"
	done
}

stop_load()
{
	# shellcheck disable=SC2086  # a list of numbers
	[ -z "$busy" ] || kill $busy 2>/dev/null
	busy=
}
