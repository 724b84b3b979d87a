# SPDX-License-Identifier: MIT
# A ClickHouse server of its own on the loopback interface. Sourced, with $dir set to a new directory.
# Functions: server_start, server_stop, ask ARGUMENT...; $address is that of its database.

server_start()
{
	port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
	mkdir -p "$dir/server"
	cat >"$dir/server/config.xml" <<END
<yandex>
	<logger><level>warning</level><console>1</console></logger>
	<tcp_port>$port</tcp_port><listen_host>127.0.0.1</listen_host>
	<path>$(realpath "$dir")/server/data/</path><tmp_path>$(realpath "$dir")/server/tmp/</tmp_path>
	<users_config>users.xml</users_config>
	<default_profile>default</default_profile><default_database>default</default_database>
	<mark_cache_size>1073741824</mark_cache_size>
</yandex>
END
	cat >"$dir/server/users.xml" <<END
<yandex>
	<profiles><default><max_memory_usage>${MEMORY:-4000000000}</max_memory_usage></default></profiles>
	<users><default><password></password><networks><ip>127.0.0.1</ip></networks>
		<profile>default</profile><quota>default</quota></default></users>
	<quotas><default></default></quotas>
</yandex>
END
	(cd "$dir/server" && exec clickhouse-server --config-file="$PWD/config.xml") \
		>"$dir/server.log" 2>&1 &
	server=$!
	address=clickhouse://127.0.0.1:$port/fleet
	tries=0
	until clickhouse-client --host 127.0.0.1 --port "$port" \
		--query 'CREATE DATABASE IF NOT EXISTS fleet' 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 60 ] && kill -0 $server 2>/dev/null || {
			cat "$dir/server.log"
			return 1
		}
		sleep 0.5
	done
}

server_stop()
{
	[ -z "${server-}" ] || {
		kill "$server" 2>/dev/null
		wait "$server" 2>/dev/null
	}
}

ask()
{
	clickhouse-client --host 127.0.0.1 --port "$port" --database fleet "$@"
}
